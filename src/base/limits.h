/* SPDX-License-Identifier: GPL-3.0-or-later */
/* base/limits.h - the limits of base/limits.def, as TP_LIMIT_<name>. */
#ifndef TP_BASE_LIMITS_H
#define TP_BASE_LIMITS_H

enum {
#ifdef TP2PH_TINY
#define LIMIT(name, usual, least, what) TP_LIMIT_##name = (least),
#else
#define LIMIT(name, usual, least, what) TP_LIMIT_##name = (usual),
#endif
#include "base/limits.def"
#undef LIMIT
};

#endif
