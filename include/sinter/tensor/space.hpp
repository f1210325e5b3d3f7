// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Where memory lives. A view remembers its space when it is made, so that a call need not ask the driver.
// The question itself is answered by a hook that the CUDA launcher installs: without CUDA every pointer is host memory.
#pragma once

namespace sinter {

struct memory_space {
  // >= 0: that device alone; otherwise one of the constants below.
  int device;
  static constexpr int host_only = -1;
  static constexpr int anywhere = -2;  // pinned or managed: host and every device
  static constexpr int unknown = -3;   // the driver could not say

  constexpr bool on_host() const { return device < 0; }
  constexpr bool on_device(int d) const { return device == d || device == anywhere || device == unknown; }
  friend constexpr bool operator==(memory_space, memory_space) = default;
};

// Installed by launch/device.cuh before main; null in a program without CUDA.
inline memory_space (*query_memory_space)(const void*) = nullptr;

inline memory_space space_of(const void* p) {
  if (p == nullptr) return {memory_space::unknown};
  return query_memory_space != nullptr ? query_memory_space(p) : memory_space{memory_space::host_only};
}

}  // namespace sinter
