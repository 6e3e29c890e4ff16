/* app/recorder.h - which branches a run takes, without the runtime: a C file
 * that is linked with text that reports its decisions only (instr's
 * branches_only), and a file in memory that both share.
 */
#ifndef TP_APP_RECORDER_H
#define TP_APP_RECORDER_H

#include "ast/ast.h"
#include "base/diag.h"

/* The C file. It looks for the shared file in this variable. */
extern const char tp_recorder_text[];
#define TP_RECORDER_ENV "TP2PH_BRANCHES"

typedef struct tp_recorder {
  void *area;
  size_t bytes;
  uint32_t n_branches;
} tp_recorder;

/* Make the shared file for a program. */
int tp_recorder_open(tp_recorder *out, const tp_program *p, const char *path,
                     tp_diag *diag);
void tp_recorder_close(tp_recorder *r);
/* Before each run. */
void tp_recorder_clear(tp_recorder *r);
/* After it: the branches that it took, each once, in the order of the first
 * time. */
void tp_recorder_take(const tp_recorder *r, tp_vec_u32 *out);

#endif
