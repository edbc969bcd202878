// refused: conversion from 'int' to non-scalar type .*RankTag
#include "railyard/base/ids.hpp"

// A number becomes a rank only by name.
#ifdef WRONG
const railyard::RankId rank = 3;
#else
const railyard::RankId rank = railyard::RankId(3);
#endif
