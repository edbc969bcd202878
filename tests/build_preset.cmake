# cmake -D PRESET=... -P build_preset.cmake: configures and builds another preset, for the tests that need it.
set(targets "")
if(PRESET STREQUAL "release")
  # The unit tests run in the dev preset; a user's build is what is installed and timed.
  set(targets --target railyard_program railyard_benchmarks)
endif()
execute_process(COMMAND ${CMAKE_COMMAND} --preset ${PRESET} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build --preset ${PRESET} ${targets} COMMAND_ERROR_IS_FATAL ANY)
