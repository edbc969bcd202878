# The language, the warnings and the sanitizers of every target of ours.

# Strict C++20. Consumers inherit it through the library's cxx_std_20; these are for the targets built here.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)

# Warnings are linked PRIVATE, so that they end at our own code.
add_library(railyard_warnings INTERFACE)
target_compile_options(railyard_warnings INTERFACE
  -Wall -Wextra -Wpedantic
  -Wshadow -Wconversion -Wsign-conversion -Wdouble-promotion
  -Wnon-virtual-dtor -Woverloaded-virtual -Wold-style-cast -Wcast-align -Wcast-qual
  -Wformat=2 -Wimplicit-fallthrough -Wunused
  $<$<CXX_COMPILER_ID:GNU>:-Wduplicated-cond -Wduplicated-branches -Wlogical-op -Wextra-semi>
  $<$<CXX_COMPILER_ID:Clang>:-Wextra-semi>
  # Optimising, GCC 12 sees an overlap in every `"text" + std::string` (GCC bug 105651), and destructors of members
  # that an exception left unmade. The sanitizers of the dev preset find the real ones.
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict -Wno-maybe-uninitialized>
  $<$<BOOL:${RAILYARD_WERROR}>:-Werror>)

# A sanitizer must see every object file, so it is the one thing that is set for the whole directory.
if(PROJECT_IS_TOP_LEVEL AND RAILYARD_SANITIZE)
  add_compile_options(-fsanitize=${RAILYARD_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${RAILYARD_SANITIZE})
endif()

if(PROJECT_IS_TOP_LEVEL AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(RAILYARD_CCACHE ccache)
  mark_as_advanced(RAILYARD_CCACHE)
  if(RAILYARD_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${RAILYARD_CCACHE})
  endif()
endif()

# Every public header compiles on its own: the target all_verify_interface_header_sets, part of the dev preset.
if(PROJECT_IS_TOP_LEVEL)
  set(CMAKE_VERIFY_INTERFACE_HEADER_SETS ON)
endif()
