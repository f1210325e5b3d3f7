# SPDX-FileCopyrightText: 2026 The Sinter authors
# SPDX-License-Identifier: Apache-2.0
#
# What tests, examples and benchmarks share, and consumers never see: the CUDA language when there is one
# (SINTER_HAS_CUDA), warnings as errors (the target sinter_warnings), and where carried dependencies lie.

# A machine without a package registry carries its dependencies here (tools/setup --carry fills it).
list(APPEND CMAKE_PREFIX_PATH ${PROJECT_SOURCE_DIR}/.gpu)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CUDA_EXTENSIONS OFF)

set(SINTER_HAS_CUDA FALSE)
if(SINTER_CUDA)
  if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
    find_program(SINTER_NVCC nvcc HINTS $ENV{CUDA_HOME}/bin /usr/local/cuda/bin)
    mark_as_advanced(SINTER_NVCC)
    if(SINTER_NVCC)
      set(CMAKE_CUDA_COMPILER ${SINTER_NVCC})
    endif()
  endif()
  set(CMAKE_CUDA_ARCHITECTURES 90 CACHE STRING "GPU architectures of tests, examples and benchmarks")
  include(CheckLanguage)
  check_language(CUDA)
  if(CMAKE_CUDA_COMPILER)
    enable_language(CUDA)
    set(SINTER_HAS_CUDA TRUE)
  elseif(NOT SINTER_CUDA STREQUAL "AUTO")
    message(FATAL_ERROR "SINTER_CUDA is ${SINTER_CUDA}, but no nvcc was found: put it in PATH or set CMAKE_CUDA_COMPILER")
  endif()
endif()
message(STATUS "Sinter: CUDA ${SINTER_HAS_CUDA}")

add_library(sinter_warnings INTERFACE)
target_compile_options(
  sinter_warnings INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Werror>
                            $<$<COMPILE_LANGUAGE:CUDA>:-Werror=all-warnings;-Xcompiler=-Wall,-Wextra,-Werror>)
