/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exec/scratch.h - a folder that runs write to: what one leaves there is gone
 * before the next. */
#ifndef TP_EXEC_SCRATCH_H
#define TP_EXEC_SCRATCH_H

#include "base/diag.h"

#include <sys/types.h>

typedef struct tp_scratch {
  tp_str path;
  int fd; /* of it; 0: none */
  ino_t inode;
  mode_t mode;
  tp_str kept; /* names in it that stay, each with a NUL behind */
} tp_scratch;

/* Make it, empty. */
int tp_scratch_open(tp_scratch *s, const char *work_dir, const char *name,
                    mode_t mode, tp_diag *diag);
/* An empty folder in it that stays. */
int tp_scratch_keep(tp_scratch *s, const char *name, tp_diag *diag);
void tp_scratch_close(tp_scratch *s); /* removes it */
/* Empty it, if something was written. */
void tp_scratch_clean(tp_scratch *s);
/* Whether it is still at its place. */
bool tp_scratch_is_there(const tp_scratch *s);

#endif
