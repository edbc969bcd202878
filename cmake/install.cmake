# What `cmake --install` puts under a prefix: the program, the library with its headers, the CMake package
# `railyard`, and the files that the program finds by name (share/railyard).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/railyard)

install(TARGETS railyard EXPORT railyardTargets FILE_SET HEADERS)
install(EXPORT railyardTargets NAMESPACE railyard:: DESTINATION ${package_dir})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/railyardConfig.cmake.in
  ${PROJECT_BINARY_DIR}/railyardConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/railyardConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/railyardConfig.cmake ${PROJECT_BINARY_DIR}/railyardConfigVersion.cmake
  DESTINATION ${package_dir})

if(RAILYARD_BUILD_PROGRAM)
  install(TARGETS railyard_program)
endif()

# A folder that does not exist yet is no error for install(DIRECTORY): it installs nothing.
set(shipped_dir ${CMAKE_INSTALL_DATADIR}/railyard)
install(DIRECTORY topologies layouts calibration DESTINATION ${shipped_dir} FILES_MATCHING PATTERN "*.yaml" PATTERN "*.json")
install(DIRECTORY share/schemas DESTINATION ${shipped_dir} FILES_MATCHING PATTERN "*.json")
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(RAILYARD_BUILD_EXPLORER)
  install(FILES ${PROJECT_BINARY_DIR}/share/railyard-explorer/explorer.html
    DESTINATION ${CMAKE_INSTALL_DATADIR}/railyard-explorer)
endif()
