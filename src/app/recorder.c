/* The recorder. The shared file: its head, the decisions, the labels of
 * switches by branch, the branches taken in order, and one byte a branch that
 * tells if it is among them. A process that the run forks records nothing.
 */
#include "app/recorder.h"

#include "app/recorded/area.h"
#include "sem/sem.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

const char tp_recorder_text[] = "#line 2 \"recorder.c\"\n" /* as in replay.c */
#include "report/harness/kernel.c.inc"
                                "#define TP2PH_NAME \"" TP_RECORDER_ENV "\"\n"
#include "app/recorded/area.h.inc"
#include "app/recorded/recorder.c.inc"
    ;

static bool is_signed_switch(const tp_program *p, const tp_decision *d) {
  if (d->construct != TP_C_SWITCH)
    return false;
  tp_node_id value = tp_node_get(p, d->node)->first;
  return tp_type_is_signed(&p->types, tp_sem_promoted(p, value));
}

static struct tp2ph_area lay_out(const tp_program *p) {
  struct tp2ph_area a = {.n_decisions = p->decisions.n,
                         .n_branches = p->branches.n};
  a.labels = sizeof a + 8 - sizeof a % 8;
  a.decisions = a.labels + a.n_branches * sizeof(struct tp2ph_label);
  a.taken = a.decisions + a.n_decisions * sizeof(struct tp2ph_decision);
  a.seen = a.taken + a.n_branches * sizeof(unsigned);
  a.bytes = a.seen + a.n_branches;
  return a;
}

static void fill(const tp_recorder *r, const tp_program *p) {
  struct tp2ph_area a = lay_out(p);
  char *base = r->area;
  struct tp2ph_decision *decisions = (void *)(base + a.decisions);
  struct tp2ph_label *labels = (void *)(base + a.labels);
  memcpy(base, &a, sizeof a);
  for (uint32_t i = 1; i < p->decisions.n; i++) {
    const tp_decision *d = &p->decisions.at[i];
    decisions[i] =
        (struct tp2ph_decision){d->first, d->n, is_signed_switch(p, d)};
  }
  for (uint32_t i = 0; i < p->branches.n; i++)
    labels[i] =
        (struct tp2ph_label){p->branches.at[i].low, p->branches.at[i].high};
}

int tp_recorder_open(tp_recorder *r, const tp_program *p, const char *path,
                     tp_diag *diag) {
  *r = (tp_recorder){.bytes = lay_out(p).bytes, .n_branches = p->branches.n};
  int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  /* Its blocks must be there: a write to a full disk would end us. */
  int error = fd < 0 ? errno : posix_fallocate(fd, 0, (off_t)r->bytes);
  if (error == 0) {
    r->area = mmap(NULL, r->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    error = r->area == MAP_FAILED ? errno : 0;
  }
  if (fd >= 0)
    close(fd);
  if (error) {
    r->area = NULL;
    return tp_diag_set(diag, TP_ENVIRONMENT, "cannot write '%s': %s", path,
                       strerror(error));
  }
  fill(r, p);
  return 0;
}

void tp_recorder_close(tp_recorder *r) {
  if (r->area)
    munmap(r->area, r->bytes);
  r->area = NULL;
}

void tp_recorder_clear(tp_recorder *r) {
  struct tp2ph_area *a = r->area;
  a->n_taken = 0;
  memset((char *)r->area + r->bytes - r->n_branches, 0, r->n_branches);
}

/* The program may have written over it: nothing is trusted. */
void tp_recorder_take(const tp_recorder *r, tp_vec_u32 *out) {
  const struct tp2ph_area *a = r->area;
  size_t at = r->bytes - r->n_branches * (sizeof(unsigned) + 1);
  const unsigned *taken = (const unsigned *)((const char *)r->area + at);
  VEC_CLEAR(out);
  for (uint32_t i = 0; i < a->n_taken && i < r->n_branches; i++)
    if (taken[i] < r->n_branches)
      VEC_PUSH(out, taken[i]);
}
