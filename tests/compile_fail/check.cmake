# cmake -D COMPILER=... -D INCLUDE=... -D FILE=... -P check.cmake
# FILE must compile, and with WRONG defined it must be refused with the words of its line `// refused: REGEX`.
set(compile ${COMPILER} -std=c++20 -fsyntax-only -fno-diagnostics-color -I ${INCLUDE})

file(STRINGS ${FILE} refused REGEX "^// refused: ")
string(REPLACE "// refused: " "" refused "${refused}")
if(NOT refused)
  message(FATAL_ERROR "${FILE} does not say what it is refused with: // refused: REGEX")
endif()

execute_process(COMMAND ${compile} ${FILE} RESULT_VARIABLE result ERROR_VARIABLE errors)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "the right way does not compile:\n${errors}")
endif()

execute_process(COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C ${compile} -D WRONG ${FILE}
  RESULT_VARIABLE result ERROR_VARIABLE errors)
if(result EQUAL 0)
  message(FATAL_ERROR "the wrong way compiles")
endif()
if(NOT errors MATCHES "error: [^\n]*(${refused})")
  message(FATAL_ERROR "refused, but not with '${refused}':\n${errors}")
endif()
