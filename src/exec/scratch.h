/* exec/scratch.h - the folder that runs live in: what a run writes by relative
 * path lands there and is gone before the next run. */
#ifndef TP_EXEC_SCRATCH_H
#define TP_EXEC_SCRATCH_H

#include "base/diag.h"

#include <sys/types.h>

typedef struct tp_scratch {
  tp_str path;
  ino_t inode;
} tp_scratch;

int tp_scratch_open(tp_scratch *s, const char *work_dir, tp_diag *diag);
void tp_scratch_close(tp_scratch *s); /* removes it */
/* Empty it, if something was written. False: the folder itself is gone. */
bool tp_scratch_clean(tp_scratch *s);

#endif
