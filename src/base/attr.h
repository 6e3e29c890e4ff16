/* SPDX-License-Identifier: GPL-3.0-or-later */
/* base/attr.h - the compiler attributes this project uses, in one place. */
#ifndef TP_BASE_ATTR_H
#define TP_BASE_ATTR_H

#define TP_PRINTF(fmt, first) __attribute__((format(printf, fmt, first)))
#define TP_NORETURN __attribute__((noreturn))
#define TP_UNUSED __attribute__((unused))

#endif
