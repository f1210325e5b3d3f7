# SPDX-FileCopyrightText: 2026 The Sinter authors
# SPDX-License-Identifier: Apache-2.0
#
# Configures, builds and runs the consumer project in a clean folder, with the library found as HOW says
# (find_package against an install tree, or add_subdirectory) and its sources in LANGUAGE (CXX or CUDA).
set(work ${BINARY}/consumer/${LANGUAGE}-${HOW})
file(REMOVE_RECURSE ${work})
if(HOW STREQUAL "find_package")
  execute_process(COMMAND ${CMAKE_COMMAND} --install ${BINARY} --prefix ${work}/prefix OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  set(found_by -D CMAKE_PREFIX_PATH=${work}/prefix)
else()
  set(found_by -D SINTER_SOURCE_DIR=${SOURCE})
endif()
if(CUDACXX)
  list(APPEND found_by -D CMAKE_CUDA_COMPILER=${CUDACXX})
endif()
execute_process(
  COMMAND ${CMAKE_COMMAND} -S ${SOURCE}/tests/consumer -B ${work}/build -G ${GENERATOR} -D CMAKE_BUILD_TYPE=Release
          -D CMAKE_CXX_COMPILER=${CXX} -D CONSUMER_LANGUAGE=${LANGUAGE} ${found_by}
  COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${work}/build COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${work}/build/consumer COMMAND_ERROR_IS_FATAL ANY)
