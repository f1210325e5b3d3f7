// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// PNG files by libpng's simplified interface. In and out: 8-bit RGB, interleaved, rows from the top. Throws what libpng says.
#pragma once

#include <png.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

struct picture {
  int height = 0;
  int width = 0;
  std::vector<std::uint8_t> rgb;  // height * width * 3
};

inline picture read_png(const std::string& path) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  if (png_image_begin_read_from_file(&image, path.c_str()) == 0) throw std::runtime_error(path + ": " + image.message);
  image.format = PNG_FORMAT_RGB;
  picture p{static_cast<int>(image.height), static_cast<int>(image.width), {}};
  p.rgb.resize(PNG_IMAGE_SIZE(image));
  if (png_image_finish_read(&image, nullptr, p.rgb.data(), 0, nullptr) == 0) {
    throw std::runtime_error(path + ": " + image.message);
  }
  return p;
}

inline void write_png(const std::string& path, const picture& p) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.format = PNG_FORMAT_RGB;
  image.height = static_cast<png_uint_32>(p.height);
  image.width = static_cast<png_uint_32>(p.width);
  if (png_image_write_to_file(&image, path.c_str(), 0, p.rgb.data(), 0, nullptr) == 0) {
    throw std::runtime_error(path + ": " + image.message);
  }
}
