// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Host microseconds of a call, beside the least CUDA asks for the same. The tensors are small, so that the device keeps up.
// Further costs are added as one more host_call.
#include <random>

#include <sinter/runtime/graphed.cuh>

#include "../support/session.hpp"

namespace bench {

namespace {

constexpr int rows = 16, cols = 512;

__global__ void raw_relu_affine(const float* x, float* y, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) y[i] = fmaxf((x[i] + 1) * 2, 0);
}

// What a stream captures from a call, ready to launch, and its kernels' parameters.
class raw_graph {
 public:
  template <class Call>
  explicit raw_graph(cudaStream_t stream, const Call& call) {
    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed), "cudaStreamBeginCapture");
    call();
    check(cudaStreamEndCapture(stream, &graph_), "cudaStreamEndCapture");
    std::size_t n = 0;
    check(cudaGraphGetNodes(graph_, nullptr, &n), "cudaGraphGetNodes");
    nodes_.resize(n);
    params_.resize(n);
    check(cudaGraphGetNodes(graph_, nodes_.data(), &n), "cudaGraphGetNodes");
    for (std::size_t i = 0; i < n; ++i) check(cudaGraphKernelNodeGetParams(nodes_[i], &params_[i]), "GetParams");
    check(cudaGraphInstantiate(&exec_, graph_, 0), "cudaGraphInstantiate");
  }
  raw_graph(const raw_graph&) = delete;
  raw_graph& operator=(const raw_graph&) = delete;
  ~raw_graph() {
    (void)cudaGraphExecDestroy(exec_);
    (void)cudaGraphDestroy(graph_);
  }
  void set_params() const {
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      check(cudaGraphExecKernelNodeSetParams(exec_, nodes_[i], &params_[i]), "cudaGraphExecKernelNodeSetParams");
    }
  }
  void launch(cudaStream_t stream) const { check(cudaGraphLaunch(exec_, stream), "cudaGraphLaunch"); }

 private:
  cudaGraph_t graph_ = nullptr;
  cudaGraphExec_t exec_ = nullptr;
  std::vector<cudaGraphNode_t> nodes_;
  std::vector<cudaKernelNodeParams> params_;
};

// The kernel that a call of the library launches, with its parameters: launched again with nothing around it.
class raw_launch : sinter::launch_recorder {
 public:
  template <class Call>
  explicit raw_launch(cudaStream_t stream, const Call& call) : launch_recorder{&receive}, stream_(stream) {
    call(sinter::cuda_executor<sinter::fusion::automatic>(stream, nullptr, this));
  }
  void operator()() const {
    void* args[] = {const_cast<unsigned char*>(params_.data())};
    check(cudaLaunchKernel(function_, grid_, block_, args, shared_bytes_, stream_), "cudaLaunchKernel");
  }

 private:
  static void receive(launch_recorder& self, const sinter::launch_record& r) {
    auto& me = static_cast<raw_launch&>(self);
    me.function_ = r.function;
    me.grid_ = r.grid;
    me.block_ = r.block;
    me.shared_bytes_ = r.shared_bytes;
    const auto* bytes = static_cast<const unsigned char*>(r.params);
    me.params_.assign(bytes, bytes + r.params_size);
  }
  cudaStream_t stream_;
  const void* function_ = nullptr;
  dim3 grid_;
  dim3 block_;
  unsigned shared_bytes_ = 0;
  std::vector<unsigned char> params_;
};

// 64 regions, one kernel each.
inline constexpr auto guarded = sinter::specialize<struct guarded_k>(
    [](auto x, auto a, auto b, auto c, auto d, auto e, auto f) {
      return relu((x + (a ? 1.0f : 2.0f)) * (b ? 3.0f : 4.0f) - (c ? 5.0f : 6.0f)) * (d ? 7.0f : 8.0f) +
             (e ? 9.0f : 10.0f) * x - (f ? 11.0f : 12.0f);
    },
    sinter::flag<1>{}, sinter::flag<2>{}, sinter::flag<3>{}, sinter::flag<4>{}, sinter::flag<5>{}, sinter::flag<6>{});

auto guarded_call(sinter::view<float, 2> x, unsigned bits) {
  const auto bit = [bits](unsigned i) { return (bits >> i & 1U) != 0; };
  return guarded(x, bit(0), bit(1), bit(2), bit(3), bit(4), bit(5));
}

}  // namespace

void measure_host_overhead(session& s) {
  const cudaStream_t stream = s.stream();
  std::vector<sinter::buffer<float, 2>> memory;
  for (int i = 0; i < 8; ++i) {
    memory.emplace_back(sinter::buffer<float, 2>({rows, cols}, sinter::device_memory()));
    check(cudaMemset(memory.back().data(), 0, rows * cols * sizeof(float)), "cudaMemset");
  }
  std::vector<sinter::view<float, 2>> v;  // made once: a view asks the driver where its memory is
  for (const auto& m : memory) v.push_back(m.as_view());
  const auto x = v[0], y = v[1];
  float* const px = x.data();
  float* const py = y.data();
  const auto raw = [&] { raw_relu_affine<<<rows, cols, 0, stream>>>(px, py, rows * cols); };

  if (s.wants("host_call")) {
    const sinter::view<float, 0> value(py);
    const raw_launch map(stream, [&](const auto& to) { relu_affine(x).into(y, to); });
    const raw_launch row(stream, [&](const auto& to) { softmax(x).into(y, to); });
    const raw_launch reduction(stream, [&](const auto& to) { total(x).into(value, to); });
    s.compare_host("host_call",
                   {{"raw_launch", [&] { map(); }},
                    {"raw_row", [&] { row(); }},
                    {"raw_reduction", [&] { reduction(); }},
                    {"raw_hand_written", raw},
                    {"sinter_fused", [&] { relu_affine(x).into(y, stream); }},
                    {"sinter_views_made",
                     [&] {
                       relu_affine(sinter::view(px, {rows, cols})).into(sinter::view(py, {rows, cols}), stream);
                     }},
                    {"sinter_row", [&] { softmax(x).into(y, stream); }},
                    {"sinter_reduction", [&] { total(x).into(value, stream); }}});
  }
  if (s.wants("host_guard")) {
    std::vector<std::unique_ptr<raw_launch>> raws;
    for (unsigned i = 0; i < 64; ++i) {
      raws.push_back(std::make_unique<raw_launch>(stream, [&](const auto& to) { guarded_call(x, i).into(y, to); }));
    }
    // Entries in random order, the same for both.
    std::vector<unsigned> order(4096);
    std::mt19937 random(1);
    for (unsigned& o : order) o = static_cast<unsigned>(random() % 64);
    std::size_t raw_at = 0, at = 0;
    s.compare_host("host_guard",
                   {{"raw_64_kernels", [&] { (*raws[order[raw_at++ % order.size()]])(); }},
                    {"sinter_64_entries", [&] { guarded_call(x, order[at++ % order.size()]).into(y, stream); }}});
  }
  if (s.wants("host_graph")) {
    std::vector<std::unique_ptr<raw_graph>> graphs;
    std::vector<host_call> calls;
    for (const int nodes : {1, 5, 20, 100}) {
      graphs.push_back(std::make_unique<raw_graph>(stream, [&] {
        for (int i = 0; i < nodes; ++i) raw();
      }));
      calls.push_back({"raw_graph_" + std::to_string(nodes), [g = graphs.back().get(), stream] { g->launch(stream); }});
    }
    calls.push_back({"raw_set_params", [g = graphs[2].get()] { g->set_params(); }, 20});
    s.compare_host("host_graph", calls);
  }
  if (s.wants("host_replay")) {
    const auto three = [](auto& p, auto a, auto b, auto c, auto d) {
      p.into(b, relu_affine, a);
      p.into(c, relu_affine, b);
      p.into(d, relu_affine, c);
    };
    sinter::graphed repeating(three), turning(three);  // the second one is given other memory in every call
    const raw_graph same(stream, [&] {
      for (std::size_t i = 0; i < 3; ++i) relu_affine(v[i]).into(v[i + 1], stream);
    });
    bool turn = false;
    s.compare_host("host_replay", {{"raw_replay", [&] { same.launch(stream); }},
                                   {"raw_rebound",
                                    [&] {
                                      same.set_params();
                                      same.launch(stream);
                                    }},
                                   {"sinter_graphed", [&] { repeating(stream, v[0], v[1], v[2], v[3]); }},
                                   {"sinter_rebound", [&] {
                                      turn = !turn;
                                      const std::size_t at = turn ? 4 : 0;
                                      turning(stream, v[at], v[at + 1], v[at + 2], v[at + 3]);
                                    }}});
  }
}

}  // namespace bench
