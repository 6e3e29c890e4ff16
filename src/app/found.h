/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/found.h - what a search has found, as its journal tells it.
 *
 * The process that searches tells (app/tell.h) what comes up; the one that
 * writes the report reads it back. Whatever happened to the first, the second
 * has all that was told.
 */
#ifndef TP_APP_FOUND_H
#define TP_APP_FOUND_H

#include "exec/plain.h"
#include "report/result.h"

/* The kinds of records, and what is in them. */
typedef enum tp_found_kind {
  TP_FOUND_PROGRAM = 1, /* fingerprint */
  TP_FOUND_ROW,    /* an earlier test that is to be run again: its values */
  TP_FOUND_INPUT,  /* tp_found_input: the next number */
  TP_FOUND_TEST,   /* the next test */
  TP_FOUND_REPLAY, /* how a test ended on the plain program */
  TP_FOUND_FINDING,
  TP_FOUND_PROOF,
  TP_FOUND_REASON, /* why a branch is unknown */
  TP_FOUND_NOTES,  /* what was not followed, and warnings: all of them anew */
  TP_FOUND_STATE,  /* counts and phases: all of them anew */
  TP_FOUND_LOST,   /* branches that a test does not cover after all */
  TP_FOUND_DENIED, /* what the sandbox denied to a test */
  TP_FOUND_STORY,  /* what a test does on the plain program */
  TP_FOUND_PREDICTION,
  TP_FOUND_PRECONDITION, /* that the given tests of a function give */
  TP_FOUND_WITNESS,      /* who saw that a check is violated */
  TP_FOUND_ASTRAY /* the model led a run to a branch that went elsewhere */
} tp_found_kind;

/* Where a scalar comes from, as far as the program tells what it means. */
typedef struct tp_found_input {
  uint8_t type;   /* tp_scalar */
  uint32_t site;  /* 0: not known */
  uint32_t from;  /* the call site through which its function was entered */
  bool is_object; /* part of an object that is filled */
  bool is_first;  /* of that object */
  uint32_t offset;
} tp_found_input;

typedef enum tp_replayed {
  TP_REPLAY_PENDING,
  TP_REPLAY_SAME,     /* it ends alike on the plain program */
  TP_REPLAY_DIFFERS,  /* it does not */
  TP_REPLAY_OVERFLOWS /* it needs more stack than the plain program has */
} tp_replayed;

/* Why a branch that the instrumented program took in a test is not covered by
 * it. */
typedef enum tp_lost {
  TP_LOST_NOT,           /* it is */
  TP_LOST_PLAIN,         /* the plain program does not take it */
  TP_LOST_UNINITIALISED, /* it does, but hangs on what no input decides: */
  TP_LOST_ADDRESS,
  TP_LOST_ENVIRONMENT,
  TP_LOST_SPARE /* other tests do */
} tp_lost;

/* Who saw a violation of a check on the plain program. */
typedef enum tp_witness {
  TP_WITNESS_RECORDER,
  TP_WITNESS_ABORT, /* the program itself, which aborted */
  TP_WITNESS_ADDRESS,
  TP_WITNESS_UNDEFINED
} tp_witness;

typedef struct tp_found_test {
  double seconds;                /* since the start */
  uint32_t first_read, n_reads;  /* in found.reads */
  uint32_t first_taken, n_taken; /* in found.taken */
  uint32_t first_story, n_story; /* in found.story */
  uint8_t end;                   /* tp_end_kind */
  int code;                      /* exit code or signal number */
  uint8_t replayed;              /* tp_replayed */
  tp_plain_end plain;            /* how it ended there */
} tp_found_test;

typedef struct tp_found_read {
  uint32_t input; /* number of a tp_found_input */
  uint64_t bits;
} tp_found_read;

typedef struct tp_found_proof {
  char *text;     /* NULL: none */
  double seconds; /* since the start, when it was told first */
  tp_vec_u32 certificates;
} tp_found_proof;

typedef struct tp_found_finding {
  uint8_t kind; /* tp_finding_kind */
  int signal;
  char *file; /* NULL: not known */
  uint32_t line;
  uint32_t test; /* index */
} tp_found_finding;

typedef struct tp_found_concrete {
  char *what;
  tp_name file;
  uint32_t line;
  uint64_t count;
} tp_found_concrete;

typedef struct tp_found_denied {
  char *call;
  char *file;    /* NULL: not known */
  uint32_t line; /* 0: not known */
  uint32_t test; /* index */
  uint64_t count;
} tp_found_denied;

typedef struct tp_found_prediction {
  uint32_t check;
  uint32_t given;   /* number of the given test, from 0 */
  uint8_t verdict;  /* tp_predicted */
  uint32_t met;     /* times */
  uint32_t shadow;  /* 1 + the earlier check that stands before it; 0: none */
  uint32_t hoisted; /* 1 + the precondition that led there; 0: none */
  char *reason;     /* of INCOMPLETE */
} tp_found_prediction;

typedef struct tp_found_phase {
  char *name;
  tp_result_phase counts; /* but for its name */
} tp_found_phase;

typedef struct tp_found_arm {
  char *name;
  tp_result_arm counts; /* but for its name */
} tp_found_arm;

typedef struct tp_found_part {
  char *name;
  double seconds;
} tp_found_part;

typedef struct tp_found_state {
  bool is_final;     /* the search has come to its end */
  bool is_exhausted; /* nothing was left to do */
  char *stopped;     /* why not; NULL: it was not stopped */
  uint64_t runs, damaged, solver_calls, quick_answers, peak_rss_kb;
  uint32_t rows_run, rows_kept; /* earlier tests: run again, worth keeping */
  char *replay_failure;         /* why nothing can be replayed; NULL: it can */
  tp_result_constraints constraints; /* but for their kind */
  VEC(tp_found_phase) phases;
  VEC(tp_found_arm) arms;
  VEC(tp_found_part) parts;
  tp_result_choices choices;     /* but for the weights */
  VEC(tp_found_part) op_weights; /* runs */
} tp_found_state;

typedef struct tp_found {
  bool is_there; /* there is a journal */
  char *fingerprint;
  VEC(tp_found_input) inputs;
  VEC(tp_found_read) reads;
  VEC(tp_sbranch) taken;
  tp_vec_u32 story; /* words of wire/story.h */
  VEC(tp_found_test) tests;
  VEC(tp_found_finding) findings;
  VEC(tp_found_proof) proofs; /* by tp_sbranch, as far as there are any */
  VEC(char *) reasons;        /* likewise */
  VEC(tp_sbranch) astray;     /* to which the model led in vain: it is wrong */
  VEC(uint8_t) lost;          /* likewise: tp_lost, of some test */
  VEC(uint8_t) witnesses;     /* likewise: tp_witness */
  VEC(tp_found_denied) denied;
  VEC(tp_found_prediction) predictions;
  VEC(tp_precondition) preconditions;
  VEC(tp_found_concrete) concretised;
  VEC(char *) notes;
  VEC(uint64_t) row_values;
  tp_vec_u32 row_ends; /* in row_values, of each earlier test */
  tp_found_state state;
} tp_found;

/* What the folder's journal holds; nothing if there is none. */
void tp_found_read_journal(tp_found *out, const char *dir);
void tp_found_free(tp_found *f);

#endif
