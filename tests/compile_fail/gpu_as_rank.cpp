// refused: conversion from .*GpuTag.* to non-scalar type .*RankTag
#include "railyard/base/ids.hpp"

// A rank is a process, a GPU a place to sit.
#ifdef WRONG
const railyard::RankId rank = railyard::GpuId(3);
#else
const railyard::RankId rank = railyard::RankId(3);
#endif
