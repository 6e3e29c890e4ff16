/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exec/world_deny.h - the lesser worlds, where namespaces are refused; private
 * to world_enter.c. */
#ifndef TP_EXEC_WORLD_DENY_H
#define TP_EXEC_WORLD_DENY_H

#include "exec/world.h"

/* Landlock (if the kind is that) and seccomp, for this process and all that it
 * starts. Places as in tp_world. */
int tp_world_deny(tp_world_kind kind, const char *places, size_t n);

#endif
