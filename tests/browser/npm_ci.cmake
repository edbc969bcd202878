# cmake -D NPM=... -D FROM=... -D INTO=... -P npm_ci.cmake: the modules of FROM's lock file below INTO, once.
file(SHA256 ${FROM}/package-lock.json wanted)
set(stamp ${INTO}/node_modules/.railyard-lock)
if(EXISTS ${stamp})
  file(READ ${stamp} there)
  if(there STREQUAL wanted)
    return()
  endif()
endif()
file(COPY ${FROM}/package.json ${FROM}/package-lock.json DESTINATION ${INTO})
execute_process(COMMAND ${NPM} ci --ignore-scripts --no-audit --no-fund --no-update-notifier
  WORKING_DIRECTORY ${INTO} COMMAND_ERROR_IS_FATAL ANY)
file(WRITE ${stamp} ${wanted})
