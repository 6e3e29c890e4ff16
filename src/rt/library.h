/* SPDX-License-Identifier: MIT */
/* rt/library.h - what stands in for functions of the C library. */
#ifndef TP_RT_LIBRARY_H
#define TP_RT_LIBRARY_H

#define LIBRARY(result, name, parameters) \
  __extension__ result __tp2ph_##name parameters;
#define VALUED LIBRARY
#include "wire/library.def"
#undef LIBRARY
#undef VALUED

#endif
