/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exec/exec.h - builds the instrumented program and runs it.
 *
 * The program starts once as a fork server; each run starts in a copy of it,
 * reads its inputs from shared memory and writes its trace there. A run that
 * crashes, hangs, forks, hogs memory or exits ends itself only.
 */
#ifndef TP_EXEC_EXEC_H
#define TP_EXEC_EXEC_H

#include "base/clock.h"
#include "base/diag.h"
#include "exec/world.h"
#include "instr/plan.h"

typedef struct tp_exec_source { /* one unit to compile */
  const char *path;             /* C text, already preprocessed (.i) */
  const char *name;             /* the user's file, for messages; NULL: path */
  bool is_c;                    /* it is not: plain C of tp2ph's own */
  const char *const *flags;     /* of the user, NULL-ended */
  const char *dir;              /* to compile in; NULL = ours */
} tp_exec_source;

typedef struct tp_exec_options {
  const char *cc;              /* the user's compiler */
  const char *const *cc_words; /* further words of it, NULL-ended; NULL: none */
  const char *runtime_dir; /* where its archive lies; NULL: a program that is
                              built as the user builds it, without it */
  const char *work_dir;    /* private folder for objects and the program */
  const char *const *link_flags; /* NULL-ended */
  uint32_t build_jobs;           /* compilers at a time; 0: one a core */
  double run_seconds;            /* limit on one run */
  uint64_t run_memory;     /* bytes of address space of one run; 0: none */
  uint64_t trace_bytes;    /* size of the trace area; 0: default 64 MiB */
  tp_world_kind world;     /* that the program sees */
  const char *const *keep; /* of it, as in tp_world_options; borrowed */
  const tp_budget *budget;
} tp_exec_options;

typedef enum tp_exec_end {
  TP_END_EXIT,    /* returned from main or called exit: code */
  TP_END_SIGNAL,  /* crash, abort, failed assert: signal */
  TP_END_TIMEOUT, /* endless loop */
  TP_END_INPUTS,  /* it asked for more inputs than it was given */
  TP_END_MEMORY,  /* over its memory, or over 256 forks */
  TP_END_TRACE    /* exited, but the trace area was full before */
} tp_exec_end;

typedef struct tp_exec_run {
  tp_exec_end end;
  int code, signal;
  const uint64_t *trace; /* borrowed until the next run */
  uint64_t words;
  uint64_t written; /* words, also those behind its end */
  uint64_t reads;   /* inputs; INPUTS: no more than were enough */
  bool is_cut_off;  /* TIMEOUT: it was not given all that a run may have */
  bool is_cut;      /* TIMEOUT: only the start of the trace is here */
  bool is_prefix;   /* the trace area was full: the path goes on unseen */
  bool is_vain;     /* an assumption (__VERIFIER_assume) did not hold */
  bool is_swarm;    /* MEMORY: too many processes */
  bool is_waiting;  /* TIMEOUT: it slept or waited most of its time */
  bool is_alone;    /* it had a process of its own: it may have made any call */
  uint32_t dropped; /* events in signal handlers that were not recorded */
  /* What the run wrote, if tp_exec_capture was asked for; borrowed. */
  const char *out, *err;
  uint64_t n_out, n_err;
} tp_exec_run;

typedef struct tp_exec tp_exec;

/* Compile units (at most one process a core at a time) and link with the
 * runtime (libtp2ph_rt.a in runtime_dir). The compiler's words go into diag on
 * failure (TP_REFUSED). */
int tp_exec_build(const tp_exec_options *opt, const tp_exec_source *units,
                  uint32_t n, const char *program, tp_diag *diag);
/* The same beside other work: poll moves it on and waits at most so long. 1:
 * not ready yet, 0: ready, -1: failed. Units and what opt points to are
 * borrowed until free, which ends the compilers. */
typedef struct tp_building tp_building;
void tp_exec_build_start(tp_building **out, const tp_exec_options *opt,
                         const tp_exec_source *units, uint32_t n,
                         const char *program);
int tp_exec_build_poll(tp_building *b, int wait_ms, tp_diag *diag);
/* Ends what still runs. NULL is fine. */
void tp_exec_build_free(tp_building *b);
/* Another process goes on with it: only the memory is given back. */
void tp_exec_build_let_go(tp_building *b);

int tp_exec_start(tp_exec **out, const tp_exec_options *opt,
                  const char *program, const tp_plan *plan, tp_diag *diag);
void tp_exec_stop(tp_exec *exec);
/* In a copy of this process: what runs is the other's, and goes on. From now on
 * runs are made by this one, which is taken over. */
void tp_exec_replace(tp_exec *exec, tp_exec *by);
/* One run. Inputs not in the list are 0, or drawn from `seed` if not 0. A run
 * whose end comes from the program itself is never an error here. */
int tp_exec_go(tp_exec *exec, const tp_wire_input *inputs, uint32_t n,
               uint64_t seed, tp_exec_run *out, tp_diag *diag);
/* How many inputs the next runs are given; a run that asks for more ends there
 * (TP_END_INPUTS). At the start: any number. */
typedef struct tp_exec_reads {
  uint64_t enough; /* so many, and more up to the last that is in the list */
  uint64_t most;   /* but not more than these */
  bool is_probe;   /* all of these, to see if the run ends by itself before; if
                      not it is told as if it had been given enough */
} tp_exec_reads;
void tp_exec_give(tp_exec *exec, const tp_exec_reads *reads);
/* Keep at most this much of each of stdout and stderr of the next runs; 0, as
 * at the start: they go to /dev/null. */
void tp_exec_capture(tp_exec *exec, size_t bytes);
/* Whether the next runs have a stack as small as the plain program's. Else it
 * is large enough for instrumented frames, and they overflow it later. */
void tp_exec_narrow(tp_exec *exec, bool is_narrow);
/* What the next runs tell: at the start, what they compute from inputs. */
typedef enum tp_exec_sight {
  TP_EXEC_SEES,
  TP_EXEC_BLIND,   /* their branches only */
  TP_EXEC_MEASURES /* and what conditions compare, as plain values */
} tp_exec_sight;
void tp_exec_blind(tp_exec *exec, tp_exec_sight sight);
typedef struct tp_exec_place {
  tp_str file; /* of the user */
  uint32_t line;
} tp_exec_place;
typedef VEC(tp_exec_place) tp_exec_places;
/* Where the last run crashed or hung: it is run once more to find out, so its
 * trace is overwritten by an equal one. The call stack, innermost first, as far
 * as it is in the user's files; empty: not known. *is_waiting: it was over its
 * time, but not because it computed. */
void tp_exec_locate(tp_exec *exec, tp_exec_places *out, bool *is_waiting);
/* Whether the last run, which was cut off, does not end in its whole time. */
bool tp_exec_hangs(tp_exec *exec);
void tp_exec_places_free(tp_exec_places *places);

/* A system call that was denied to a run. */
typedef struct tp_exec_denied {
  const char *call;
  tp_exec_place place; /* line 0: not known */
  uint32_t count;
} tp_exec_denied;
typedef VEC(tp_exec_denied) tp_exec_denials;
/* What is denied to a run with these inputs; it is made for that, once more if
 * it makes calls at all. Calls of programs that it executes are not seen. */
void tp_exec_observe(tp_exec *exec, const tp_wire_input *inputs, uint32_t n,
                     tp_exec_denials *out);
void tp_exec_denials_free(tp_exec_denials *denials);

#endif
