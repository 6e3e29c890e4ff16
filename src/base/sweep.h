/* base/sweep.h - a private folder goes when we end, in whatever way. */
#ifndef TP_BASE_SWEEP_H
#define TP_BASE_SWEEP_H

#include <sys/types.h>

typedef struct tp_sweep {
  pid_t pid; /* 0: none */
  int fd;
} tp_sweep;

/* From now on a small process waits to remove the folder when this one is
 * killed. Best effort: without it the folder stays then. */
void tp_sweep_start(tp_sweep *sweep, const char *path);
/* Ends that process; call it when the folder was removed. */
void tp_sweep_stop(tp_sweep *sweep);

#endif
