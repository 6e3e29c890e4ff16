/* SPDX-License-Identifier: MIT */
/* wire/area.h - the memory that tp2ph and the program under test share.
 *
 * One file in memory, mapped by both: this head, the input values of the next
 * run (a page for a few, another place for many), the trace of the last run,
 * and the plan's tables (read-only in the program). All places are byte offsets
 * from its start. What every run touches lies in TP_AREA_WINDOW bytes: the
 * kernel maps that much at once. Only <stdint.h>.
 *
 * The program is started with the descriptors TP_FD_*; the variable TP_AREA_ENV
 * says so. On the control socket comes first one tp_area_result with number 0
 * ("ready"), then one for each tp_area_order.
 */
#ifndef TP_WIRE_AREA_H
#define TP_WIRE_AREA_H

#include "wire/wire.h"

#define TP_AREA_ENV "TP2PH_AREA"
#define TP_AREA_PAGE 4096
#define TP_AREA_WINDOW 65536
#define TP_AREA_MAX_FRAMES 48
/* Forks that one run may make; more end it as a memory hog. */
#define TP_AREA_MAX_FORKS 256

enum { TP_FD_AREA = 3, TP_FD_CONTROL = 4, TP_FD_OUT = 5, TP_FD_ERR = 6 };

/* A branch that was taken beside the trace: a BRANCH record with TP_RF_ASIDE,
 * and the value of a switch. */
#define TP_AREA_ASIDE 4096u /* at most so many, a power of two */
typedef struct tp_area_aside {
  uint64_t head, value;
} tp_area_aside;

/* A system call that was denied, at one place of the program. */
#define TP_AREA_MAX_DENIED 64u
#define TP_AREA_DENIED_FRAMES 6u
typedef struct tp_area_denied {
  uint32_t call, count; /* number of the call; how often */
  uint32_t n_frames, unused;
  uint64_t frames[TP_AREA_DENIED_FRAMES]; /* as in tp_area */
} tp_area_denied;

typedef struct tp_area {
  /* Written by tp2ph before the start. */
  uint64_t magic, bytes;
  uint64_t tables, tables_end; /* the part that the program must not change */
  uint64_t exprs, leaves, funcs, param_sizes, sites, parts;
  uint32_t n_exprs, n_leaves, n_funcs, n_param_sizes, n_sites, n_parts;
  uint64_t trace, trace_words; /* room for the trace */
  uint64_t aside;              /* tp_area_aside[TP_AREA_ASIDE] */
  uint64_t denied;             /* tp_area_denied[TP_AREA_MAX_DENIED] */
  uint64_t memory;             /* of one run; 0: no limit */
  uint64_t has_ranges;         /* checks ask about objects */

  /* Written by tp2ph before each run. */
  uint64_t seed;
  /* How many inputs the run is given. Behind `most` it ends when it asks for
   * another; behind `enough` it does when it has read n_wanted of the list. */
  uint64_t enough, most, n_wanted;
  uint64_t inputs;     /* tp_wire_input[], open addressing, key 0: free */
  uint64_t input_mask; /* room for inputs - 1 */
  uint32_t capture;    /* stdout and stderr go to TP_FD_OUT and TP_FD_ERR */
  uint32_t locate;     /* find out where the run crashes or hangs */
  uint32_t is_narrow;  /* the stack is no larger than the plain program's */
  uint32_t observe;    /* list the calls that are denied */
  uint32_t is_blind;   /* inputs are plain values: only branches are recorded */
  uint32_t is_measured; /* and, if it is blind, what conditions compare */

  /* Written by the run. Zeroed by tp2ph. */
  uint64_t words;      /* of the trace, complete records only */
  uint32_t is_full;    /* the trace had no room: it is a prefix */
  uint32_t is_vain;    /* an assumption did not hold: the run ended itself */
  uint32_t is_starved; /* it asked for more inputs than it had: likewise */
  uint32_t is_cut; /* it was given enough, and what was listed of the rest: */
  uint64_t cut_words; /* of the trace when it asked for another */
  uint64_t n_reads;   /* input scalars so far */
  uint32_t n_dropped; /* events in signal handlers that were not recorded */
  uint32_t n_forks;
  uint32_t n_aside;
  uint32_t n_denied;
  uint64_t arena_bytes; /* of the runtime's own memory that were used */
  uint32_t is_over; /* set by the server: children of the run end themselves */
  uint32_t n_frames;
  uint64_t frames[TP_AREA_MAX_FRAMES]; /* of the program's code, innermost
                                          first, relative to its load address */
} tp_area;

/* Whether a run may share a process with others, one after another. */
typedef enum tp_area_place {
  TP_PLACE_ANY,
  TP_PLACE_ALONE,
  TP_PLACE_ALWAYS_ALONE /* neither this nor any later one may */
} tp_area_place;

typedef struct tp_area_order { /* a run, please */
  uint32_t number;             /* from 1 on */
  int32_t place;               /* tp_area_place */
  int32_t cpu;                 /* where tp2ph is; -1: not known */
  uint64_t nanoseconds;        /* that it may take */
} tp_area_order;

typedef enum tp_area_again { /* whether the run must be made again, alone */
                             TP_AGAIN_NOT,
                             TP_AGAIN,
                             TP_AGAIN_LOST /* the shared process has ended */
} tp_area_again;

typedef struct tp_area_result {
  uint32_t number; /* of the order; 0: the server is ready, or the shared
                      process has ended (again) */
  int32_t again;   /* tp_area_again; if so, nothing else counts */
  int32_t status;  /* as waitpid tells it */
  int32_t timed_out;
  int32_t is_waiting;  /* over its time, but it has hardly computed */
  int32_t error;       /* errno, if the run could not be started */
  uint64_t peak_bytes; /* of memory that was really used */
} tp_area_result;

#endif
