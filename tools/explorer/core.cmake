# The part of the explorer that is plain C++: built and tested with everything else, and compiled to WebAssembly for the
# page. One file a line.
set(RAILYARD_EXPLORER_CORE
  catalogue_json
  job_pipeline
  layout_settings
  question
  racks
  session
  shipped
  timeline
)
set(sources collect.cpp)
foreach(name IN LISTS RAILYARD_EXPLORER_CORE)
  list(APPEND sources core/${name}.cpp)
endforeach()
list(TRANSFORM sources PREPEND ${CMAKE_CURRENT_LIST_DIR}/)
add_library(railyard_explorer STATIC EXCLUDE_FROM_ALL ${sources})
target_include_directories(railyard_explorer PUBLIC ${PROJECT_SOURCE_DIR}/tools)
target_link_libraries(railyard_explorer
  PUBLIC railyard::railyard
  PRIVATE railyard_warnings nlohmann_json::nlohmann_json)
