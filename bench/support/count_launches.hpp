// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Counts the kernels that a call launches, whoever launches them. In: a call that takes a stream. Out: a number.
// The call is captured into a graph that never runs: capture sees every library's launches, needs no CUPTI and leaves nothing
// in the process that slows later launches. So the call may not wait for the stream, and what it allocates on first use it
// must have allocated: run it once before. Sinter's calls that need memory take on(stream, workspace) here.
#pragma once

#include <cuda_runtime.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace bench {

inline void check(cudaError_t e, const char* what) {
  if (e == cudaSuccess) return;
  (void)cudaGetLastError();
  throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(e));
}

inline int kernel_nodes(cudaGraph_t graph) {
  std::size_t n = 0;
  check(cudaGraphGetNodes(graph, nullptr, &n), "cudaGraphGetNodes");
  std::vector<cudaGraphNode_t> nodes(n);
  if (n != 0) check(cudaGraphGetNodes(graph, nodes.data(), &n), "cudaGraphGetNodes");
  int kernels = 0;
  for (cudaGraphNode_t node : nodes) {
    cudaGraphNodeType type{};
    check(cudaGraphNodeGetType(node, &type), "cudaGraphNodeGetType");
    if (type == cudaGraphNodeTypeKernel) ++kernels;
    if (type == cudaGraphNodeTypeGraph) {
      cudaGraph_t child = nullptr;
      check(cudaGraphChildGraphNodeGetGraph(node, &child), "cudaGraphChildGraphNodeGetGraph");
      kernels += kernel_nodes(child);
    }
  }
  return kernels;
}

template <class Call>
int count_launches(const Call& call) {
  struct capture {
    cudaStream_t stream = nullptr;
    cudaGraph_t graph = nullptr;
    bool open = false;
    ~capture() {
      if (open) (void)cudaStreamEndCapture(stream, &graph);
      if (graph != nullptr) (void)cudaGraphDestroy(graph);
      if (stream != nullptr) (void)cudaStreamDestroy(stream);
    }
  } c;
  check(cudaStreamCreateWithFlags(&c.stream, cudaStreamNonBlocking), "cudaStreamCreate");
  check(cudaStreamBeginCapture(c.stream, cudaStreamCaptureModeRelaxed), "cudaStreamBeginCapture");
  c.open = true;
  call(c.stream);
  c.open = false;
  check(cudaStreamEndCapture(c.stream, &c.graph), "cudaStreamEndCapture");
  return kernel_nodes(c.graph);
}

}  // namespace bench
