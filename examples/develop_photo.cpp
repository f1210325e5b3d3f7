// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Develops a photograph: meter the light, balance the colours, then everything that happens to a pixel in ONE kernel.
//   develop_photo [--explain] [PNG [RESULT]]
// The same source is a GPU program (compiled as CUDA, with a GPU in the machine) and a CPU program (otherwise).
#include <cstdint>
#include <cstdio>
#include <exception>
#include <sinter/sinter.hpp>
#include <sstream>

#include "support/check.hpp"
#include "support/machine.hpp"
#include "support/png.hpp"

using sinter::axis;

// Formulas to build others from. A PNG holds gamma-encoded values, here 0 to 1; light is linear, 1 is what used to be white.
inline constexpr auto to_light = sinter::region([](auto code) { return exp(log(maximum(code, 1e-4f)) * 2.2f); });
inline constexpr auto to_code = sinter::region([](auto light) { return exp(log(maximum(light, 1e-6f)) * (1 / 2.2f)); });
inline constexpr auto luminance =
    sinter::region([](auto r, auto g, auto b) { return 0.2126f * r + 0.7152f * g + 0.0722f * b; });
// An S-curve from light to light: deep shadows, straight middle, and highlights that fade to white instead of clipping
// (K. Narkowicz, "ACES Filmic Tone Mapping Curve", 2016).
inline constexpr auto film =
    sinter::region([](auto x) { return (x * (2.51f * x + 0.03f)) / (x * (2.43f * x + 0.59f) + 0.14f); });

// The light meter: the picture's mean luminance, and the exposure that takes it to `key`. One kernel, the division included.
inline constexpr auto meter = sinter::region<struct meter_kernel>([](auto r, auto g, auto b, auto key) {
  auto light = mean(luminance(to_light(r), to_light(g), to_light(b)));
  return sinter::outputs(light, key / (light + 1e-4f));
});

// Grey-world white balance of [3, height, width]: a gain a channel that moves its mean towards the grey `light`. Averages
// rows first and then the rows' means: thousands of rows keep a GPU busy, three channels would not.
inline constexpr auto balance = sinter::region<struct balance_kernel>([](auto channels, auto light, auto strength) {
  auto channel = mean(mean(to_light(channels), axis<-1>, sinter::drop), axis<-1>);
  return 1 + strength * (light / (channel + 1e-4f) - 1);
});

// The development. x and y run from -1 to 1 and are one row and one column, which broadcast; exposure and gains are single
// values that the kernels above have left in memory. Three results, one kernel: every pixel is read once and written once.
inline constexpr auto develop = sinter::region<struct develop_kernel>([](auto r, auto g, auto b, auto exposure,
                                                                         auto gain_r, auto gain_g, auto gain_b, auto x,
                                                                         auto y) {
  auto vignette = 1 - 0.22f * (x * x + y * y);
  auto light = exposure * vignette;
  auto red = film(to_light(r) * (gain_r * light));
  auto green = film(to_light(g) * (gain_g * light));
  auto blue = film(to_light(b) * (gain_b * light));
  auto grey = luminance(red, green, blue);
  auto print = [&](auto channel) {
    auto saturated = grey + 1.25f * (channel - grey);
    return cast<std::int32_t>(255 * to_code(minimum(1.15f * saturated, 1)) + 0.5f);  // 1.15: paper is whiter than film
  };
  return sinter::outputs(print(red), print(green), print(blue));
});

// The picture and all that is computed from it, in the memory of one machine.
struct darkroom {
  int height, width;
  sinter::buffer<float, 3> channels;
  sinter::buffer<float, 2> x, y, gains;
  sinter::buffer<float, 0> light, exposure;
  sinter::buffer<std::int32_t, 3> result;

  static constexpr float key = 2 * 0.18f;  // middle grey, one stop brighter: most of what the meter sees is sky
  static constexpr float strength = 0.5f;  // half way to grey keeps some of the afternoon

  template <class Machine>
  darkroom(const Machine& m, const picture& p)
      : height(p.height),
        width(p.width),
        channels({3, height, width}, m.memory()),
        x({1, width}, m.memory()),
        y({height, 1}, m.memory()),
        gains({3, 1}, m.memory()),
        light({1}, m.memory()),
        exposure({1}, m.memory()),
        result({3, height, width}, m.memory()) {
    const std::size_t pixels = static_cast<std::size_t>(height) * width;
    std::vector<float> planes(3 * pixels), across(width), down(height);
    for (std::size_t i = 0; i < pixels; ++i) {
      for (int c = 0; c < 3; ++c) planes[c * pixels + i] = p.rgb[3 * i + c] / 255.0f;
    }
    for (int i = 0; i < width; ++i) across[i] = (2 * i + 1.0f) / width - 1;
    for (int i = 0; i < height; ++i) down[i] = (2 * i + 1.0f) / height - 1;
    const std::vector<std::int32_t> unwritten(3 * pixels, -1);
    m.copy(channels.data(), planes.data(), planes.size() * sizeof(float));
    m.copy(x.data(), across.data(), across.size() * sizeof(float));
    m.copy(y.data(), down.data(), down.size() * sizeof(float));
    m.copy(result.data(), unwritten.data(), unwritten.size() * sizeof(std::int32_t));
  }

  // Views: of a channel, of its gain, of its part of the result.
  auto plane(int c) const { return sinter::view(channels.data() + c * size(), {height, width}); }
  auto gain(int c) const { return sinter::view(gains.data() + c); }
  auto print(int c) const { return sinter::view(result.data() + c * size(), {height, width}); }
  std::int64_t size() const { return std::int64_t{height} * width; }

  // The three regions with their data.
  auto metering() const { return meter(plane(0), plane(1), plane(2), key); }
  auto balancing() const { return balance(channels.as_view(), light.as_view(), strength); }
  auto developing() const {
    return develop(plane(0), plane(1), plane(2), exposure.as_view(), gain(0), gain(1), gain(2), x.as_view(),
                   y.as_view());
  }

  // All three in order, for any executor. Bound here and once: a view asks the driver where its memory is when it is made.
  auto work() const {
    const auto meter_call = metering();
    const auto balance_call = balancing();
    const auto develop_call = developing();
    const auto measured = sinter::outputs(light.as_view(), exposure.as_view());
    const auto balanced = gains.as_view();
    const auto developed = sinter::outputs(print(0), print(1), print(2));
    return [=](const auto& executor) {
      meter_call.into(measured, executor);
      balance_call.into(balanced, executor);
      develop_call.into(developed, executor);
    };
  }
};

// What the three calls launch and move.
struct cost {
  int kernels;
  std::int64_t bytes;
};
template <sinter::fusion Policy>
cost cost_of(const darkroom& d) {
  const auto a = sinter::plan<meter, Policy>(d.plane(0), d.plane(1), d.plane(2), d.key);
  const auto b = sinter::plan<balance, Policy>(d.channels.as_view(), d.light.as_view(), d.strength);
  const auto c = sinter::plan<develop, Policy>(d.plane(0), d.plane(1), d.plane(2), d.exposure.as_view(), d.gain(0),
                                               d.gain(1), d.gain(2), d.x.as_view(), d.y.as_view());
  return {a.kernels() + b.kernels() + c.kernels(), a.bytes() + b.bytes() + c.bytes()};
}

// What explain says about a call; in brief: the kernels, what each leaves in memory and why, and the totals.
void print_plan(const char* name, const sinter::text& plan, bool all) {
  std::printf("%s:\n", name);
  std::istringstream lines(plan.c_str());
  for (std::string line; std::getline(lines, line);) {
    const bool brief = line.starts_with("step") || line.starts_with("  writes") || line.find(" bytes, ") != line.npos;
    if (all || brief) std::printf("  %s\n", line.c_str());
  }
}

void print_row(const char* label, const char* form, cost c, double ms) {
  std::printf("%-14s %-8s %8d %9.1f %10.4f %8.1f\n", label, form, c.kernels, static_cast<double>(c.bytes) / 1e6, ms,
              static_cast<double>(c.bytes) / 1e6 / ms);
}

template <class Machine>
void measure(const Machine& m, const darkroom& d) {
  const auto work = d.work();
  const double fused = median_ms(m, [&] { work(m.executor()); });
  const double unfused = median_ms(m, [&] { work(sinter::unfused(m.executor())); });
  char size[32];
  std::snprintf(size, sizeof(size), "%d x %d", d.width, d.height);
  print_row(size, "fused", cost_of<sinter::fusion::automatic>(d), fused);
  print_row("", "unfused", cost_of<sinter::fusion::unfused>(d), unfused);
}

// n by n copies of a picture: something to measure with that is as large as what cameras make.
picture tile(const picture& p, int n) {
  picture t{p.height * n, p.width * n, {}};
  t.rgb.reserve(p.rgb.size() * n * n);
  for (int row = 0; row < t.height; ++row) {
    const auto line = p.rgb.begin() + static_cast<std::ptrdiff_t>(row % p.height) * p.width * 3;
    for (int i = 0; i < n; ++i) t.rgb.insert(t.rgb.end(), line, line + p.width * 3);
  }
  return t;
}

template <class Machine>
std::vector<std::int32_t> result_of(const Machine& m, const darkroom& d) {
  std::vector<std::int32_t> values(3 * d.size());
  m.copy(values.data(), d.result.data(), values.size() * sizeof(std::int32_t));
  return values;
}

template <class Machine>
double light_of(const Machine& m, const darkroom& d) {
  d.metering().into(sinter::outputs(d.light.as_view(), d.exposure.as_view()), m.executor());
  float light = 0;
  m.copy(&light, d.light.data(), sizeof(light));
  return light;
}

template <class Machine>
void develop_on(const Machine& m, const std::string& from, const std::string& to, int copies, bool all) {
  const picture original = read_png(from);
  const darkroom d(m, original);
  print_plan("meter", sinter::explain(d.metering()), all);
  print_plan("balance", sinter::explain(d.balancing()), all);
  print_plan("develop", sinter::explain(d.developing()), all);

  d.work()(m.executor());
  const std::vector<std::int32_t> fused = result_of(m, d);
  bool in_range = true;
  for (const std::int32_t v : fused) in_range = in_range && v >= 0 && v <= 255;
  check(in_range, "every pixel is written, from 0 to 255");
  d.work()(sinter::unfused(m.executor()));
  check(result_of(m, d) == fused, "fused and unfused are the same picture");

  picture developed{d.height, d.width, {}};
  for (std::int64_t i = 0; i < d.size(); ++i) {
    for (int c = 0; c < 3; ++c) developed.rgb.push_back(static_cast<std::uint8_t>(fused[c * d.size() + i]));
  }
  write_png(to, developed);
  std::printf("%s, developed on %s: %s\nmean luminance %.3f, developed %.3f\n\n", from.c_str(), m.name().c_str(),
              to.c_str(), light_of(m, d), light_of(m, darkroom(m, developed)));

  std::printf("%-14s %-8s %8s %9s %10s %8s\n", "picture", "", "kernels", "MB moved", "ms", "GB/s");
  measure(m, d);
  measure(m, darkroom(m, tile(original, copies)));
}

int main(int argc, char** argv) {
  const bool all = argc > 1 && std::string(argv[1]) == "--explain";
  if (all) --argc, ++argv;
  const std::string from = argc > 1 ? argv[1] : "examples/data/china.png";
  const std::string to = argc > 2 ? argv[2] : "developed.png";
  try {
#if defined(__CUDACC__)
    if (sinter::device_count() > 0) {
      std::puts("runs on the GPU");
      develop_on(gpu(), from, to, 8, all);
      return 0;
    }
    std::puts("runs on the CPU: there is no GPU here");
#else
    std::puts("runs on the CPU: compiled without CUDA");
#endif
    develop_on(cpu(), from, to, 4, all);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "develop_photo: %s\n", e.what());
    return 1;
  }
}
