/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report/result.h - a finished or interrupted run, as plain data.
 *
 * The app fills it, the writers of this module read it. Texts are borrowed
 * unless tp_result_keep made them. Test numbers count from 1 as in the output
 * folder (testcase-0001.xml is tests.at[0]).
 */
#ifndef TP_REPORT_RESULT_H
#define TP_REPORT_RESULT_H

#include "ast/ast.h"
#include "base/diag.h"

/* Unknown comes first: a zeroed verdict claims nothing. */
typedef enum tp_verdict_kind {
  TP_VERDICT_UNKNOWN,
  TP_VERDICT_COVERED,
  TP_VERDICT_INFEASIBLE
} tp_verdict_kind;

typedef struct tp_result_verdict {
  uint8_t kind;     /* tp_verdict_kind */
  uint32_t test;    /* covered: the first test that takes it; 0: a run took it
                       whose test is not in the suite */
  const char *text; /* infeasible: the proof; unknown: the reason */
  uint32_t first_certificate, n_certificates; /* in result.certificates */
  const char *accepted; /* with --expect: by whom and why; NULL: it is not */
  const char *unstable; /* what it hangs on that no input decides; NULL: nothing
                           that is known */
  const char *witness;  /* of a violated check: who saw it */
} tp_result_verdict;

/* The type of an input scalar. Same order as tp_wire_type, so that a cast is
 * the conversion. */
typedef enum tp_scalar {
  TP_SCALAR_BOOL,
  TP_SCALAR_I8,
  TP_SCALAR_U8,
  TP_SCALAR_I16,
  TP_SCALAR_U16,
  TP_SCALAR_I32,
  TP_SCALAR_U32,
  TP_SCALAR_I64,
  TP_SCALAR_U64,
  TP_SCALAR_F32,
  TP_SCALAR_F64
} tp_scalar;

/* One scalar that a test feeds to the program, in the order it is read. */
typedef struct tp_result_input {
  uint8_t type;       /* tp_scalar */
  uint64_t bits;      /* little end first; floats: IEEE pattern */
  const char *c_type; /* as C names it, "unsigned int"; NULL: by type */
  const char *name;   /* for people: argument text or function; may be NULL */
  const char *file;   /* where it is read; may be NULL */
  uint32_t line;
  /* 0: the value of a call. Else the object this scalar is a part of: calls
   * that fill an object (CREST's scalars, too) are numbered 1, 2, ... in the
   * order this test makes them, leaving out those without any scalar; offset
   * is in bytes from the object's start. */
  uint32_t object, offset;
  uint32_t site; /* of the call that delivers it, in the program; 0: none */
  uint32_t call; /* the call in the user's text that asks for it; 0: none */
} tp_result_input;

typedef enum tp_end_kind {
  TP_ENDED_EXIT,
  TP_ENDED_SIGNAL,
  TP_ENDED_TIMEOUT,
  TP_ENDED_MEMORY,
  TP_ENDED_INPUTS /* it asked for more than it was given */
} tp_end_kind;

typedef struct tp_result_test {
  uint32_t first_input, n_inputs;    /* in result.inputs */
  uint32_t first_branch, n_branches; /* in result.new_branches: covered by
                                        this test and by none before it */
  uint32_t first_taken, n_taken;     /* in result.taken: all it takes, in the
                                        order of their first time */
  uint32_t first_story, n_story;     /* in result.story; none: not known */
  uint8_t end;                       /* tp_end_kind */
  int code;                          /* exit code or signal number */
  bool is_spoilt; /* it violates a check behind which it may end in any way */
} tp_result_test;

typedef enum tp_finding_kind {
  TP_FINDING_CRASH,
  TP_FINDING_HANG,
  TP_FINDING_MEMORY,
  TP_FINDING_SANITIZER
} tp_finding_kind;

typedef struct tp_result_finding {
  uint8_t kind;         /* tp_finding_kind */
  int signal;           /* 0: none */
  const char *file;     /* NULL: not known */
  uint32_t line;        /* 0: not known */
  uint32_t test;        /* that shows it; 0: not in the suite */
  const char *message;  /* may be NULL */
  const char *accepted; /* as of a verdict */
} tp_result_finding;

/* Held against the file of --expect; path NULL: it was not given. */
typedef struct tp_result_expect {
  const char *path;
  uint32_t accepted, fresh, obsolete; /* fresh: not accepted */
} tp_result_expect;

/* Of a check along a given test, from harmless to grave. */
typedef enum tp_predicted {
  TP_PREDICTED_VERIFIED,   /* it holds for all inputs of this path */
  TP_PREDICTED_INCOMPLETE, /* not known */
  TP_PREDICTED_PREDICTED,  /* another input on this path violates it */
  TP_PREDICTED_FOUND       /* the test itself does */
} tp_predicted;

/* What must hold where a function is called: each part does (seed 002). */
typedef struct tp_dropped {
  char *why;
  uint32_t times;
} tp_dropped;

typedef struct tp_precondition {
  char *function;
  VEC(char *) parts; /* C, in which && and || mean the same as & and | */
  VEC(tp_dropped) dropped;
} tp_precondition;

void tp_precondition_clear(tp_precondition *p);

typedef struct tp_result_prediction {
  uint32_t check;    /* in program->checks */
  const char *given; /* name of the test */
  uint8_t verdict;   /* tp_predicted */
  uint32_t met;      /* times */
  uint32_t shadow;   /* 1 + the check that such inputs violate first; 0: none */
  const char *reason;  /* of INCOMPLETE; else NULL */
  const char *hoisted; /* by the precondition of that function; NULL */
} tp_result_prediction;

typedef struct tp_result_phase {
  const char *name;
  uint64_t runs, solver_calls, quick_answers, solver_calls_saved;
  uint64_t paths;               /* put to the solver */
  uint32_t covered, infeasible; /* branches that got their verdict in it */
  double seconds;
} tp_result_phase;

/* A way to make progress that shared the time with others. */
typedef struct tp_result_arm {
  const char *name;
  uint64_t slices;
  uint32_t covered, infeasible;
  double seconds;
} tp_result_arm;

/* Of a strategy that chooses between random runs and solving. */
typedef struct tp_result_choices {
  bool is_there;
  uint64_t random, solve;
} tp_result_choices;

/* How paths were put to the solver: --constraints. */
typedef struct tp_result_constraints {
  const char *kind;
  uint64_t calls;   /* however they were answered */
  uint64_t sizes;   /* conditions in all of them */
  uint64_t sliced;  /* those that share inputs with the turned one */
  uint64_t largest; /* conditions in one */
  double seconds;   /* of the processor: solving and evaluating */
} tp_result_constraints;

/* What was decided by then; seconds since the start. */
typedef struct tp_result_moment {
  double seconds;
  uint32_t covered, infeasible;
} tp_result_moment;

/* How often the suite runs a line, or calls a function, as gcov counts. */
typedef struct tp_result_line {
  const char *file;     /* as the compiler names it */
  const char *function; /* that begins here; NULL: a line */
  uint32_t line;
  uint64_t hits;
} tp_result_line;

/* Wall time of one part of the work: "compile", "run", "decode", "solve" .. */
typedef struct tp_result_part {
  const char *name;
  double seconds;
} tp_result_part;

/* What was computed on plain values because it is not modelled. */
typedef struct tp_result_concrete {
  const char *what; /* "array of more than 1024 elements" */
  const char *file; /* may be NULL */
  uint32_t line;
  uint64_t count;
} tp_result_concrete;

/* A system call that the sandbox denied to a test, at one place. */
typedef struct tp_result_denied {
  const char *call;
  const char *file; /* NULL: not known */
  uint32_t line;    /* 0: not known */
  uint32_t test;
  uint64_t count;
} tp_result_denied;

typedef struct tp_result_file {
  const char *path;         /* as given */
  const char *dir;          /* folder to compile in; NULL: result.cwd */
  const char *const *flags; /* of the user, NULL-ended; may be NULL */
  const char *sha256;       /* of its bytes when it was read, 64 hex digits;
                               NULL: computed when the report is written */
} tp_result_file;

typedef struct tp_result {
  const tp_program *program; /* decisions, branches, input functions */
  const char *version;       /* of tp2ph */
  const char *solver;        /* "Yices 2.6.5"; may be NULL */
  const char *created;       /* ISO 8601 */
  VEC(tp_result_file) files;
  const char *entry;
  const char *fingerprint;        /* of program, flags and tool; may be NULL */
  const char *cwd;                /* where tp2ph was started */
  const char *shard;              /* of --shard; NULL: it is the whole */
  VEC(const char *) command;      /* of a shard: its words without that */
  const char *output;             /* the output folder; may be NULL */
  const char *cc;                 /* the user's compiler */
  const char *include_dir;        /* of tp2ph.h and its kin; NULL: no copies */
  const char *const *link_flags;  /* NULL-ended; may be NULL */
  const char *const *environment; /* NAME=VALUE of a run, as link_flags */
  const char *driver;      /* the text of driver.c; NULL: there is none */
  tp_result_file declared; /* of --inputs; path NULL: none */

  const char *assume; /* of --assume; may be NULL */
  bool has_limits;    /* --limits */
  bool has_mcdc;      /* --criterion mcdc */
  /* By condition of the program, as far as some are: as a verdict has it. */
  VEC(const char *) mcdc_accepted;
  const char *checked;     /* of --check; NULL: nothing is */
  const char *sandbox;     /* what held: "namespaces", .. ; may be NULL */
  const char *sandbox_why; /* it is no better one; NULL: nothing to say */
  const char *strategy;
  uint64_t seed;
  bool is_audit;       /* only bins and rules are asked for */
  bool is_complete;    /* the search ended because nothing was left to do */
  const char *refuted; /* a run took what was proved: where; NULL: none did */
  const char *stopped; /* NULL, or why it ended early: "time", "memory",
                          "signal", "runs" */

  bool is_resumed; /* it went on from an earlier result: */
  uint32_t resumed_tests, resumed_proofs;

  VEC(tp_result_verdict) verdicts; /* by tp_sbranch, one for each */
  VEC(uint32_t) certificates;      /* numbers of files that --certify wrote */
  VEC(tp_result_test) tests;
  VEC(tp_result_input) inputs;
  VEC(tp_sbranch) new_branches, taken;
  tp_vec_u32 story; /* what tests do on the plain program (report/story.h) */
  VEC(tp_result_finding) findings;
  VEC(tp_result_phase) phases;
  VEC(tp_result_arm) arms;
  VEC(tp_result_moment) timeline;
  VEC(tp_result_line) lines; /* empty: not counted */
  VEC(tp_result_part) parts;
  tp_result_choices choices;
  VEC(tp_result_part) op_weights; /* in runs; empty: fixed ones */
  VEC(tp_result_denied) denied;   /* by test */
  bool is_prediction;             /* tp2ph predict: */
  VEC(tp_result_prediction) predictions;
  VEC(const tp_precondition *) preconditions; /* made, or hoisted; borrowed */
  VEC(tp_result_concrete) concretised;
  VEC(const char *) notes; /* warnings: what the user should know */
  tp_result_expect expect;
  tp_result_constraints constraints;

  uint64_t runs, solver_calls, quick_answers, solver_calls_saved;
  uint64_t damaged; /* runs that wrote over their own trace */
  double seconds;
  uint64_t peak_rss_kb;
  VEC(char *) owned;
} tp_result;

/* Texts that live as long as the result. NULL stays NULL. */
const char *tp_result_keep(tp_result *r, const char *text);
void tp_result_free(tp_result *r);

/* Constant conditions, those of system macros and those inside of assumptions
 * are listed apart and are in no total. Why; NULL: it is counted. */
const char *tp_result_uncounted(const tp_result *r, tp_sbranch b);
bool tp_result_is_counted(const tp_result *r, tp_sbranch b);
/* The same of a program that has no result yet. */
/* Branches that count and that the test is the first to take. */
uint32_t tp_result_count_new(const tp_result *r, const tp_result_test *t);
bool tp_branch_is_counted(const tp_program *p, tp_sbranch b);

typedef struct tp_result_totals {
  uint32_t decisions, branches, covered, infeasible, unknown;
} tp_result_totals;

tp_result_totals tp_result_count(const tp_result *r);
/* The exit status that this result means: OK, INCOMPLETE or BUDGET; INTERNAL if
 * a proof was refuted. */
tp_status tp_result_status(const tp_result *r);

/* The fingerprint of a source file: 64 hex digits and the NUL. */
void tp_result_sha256(const tp_result *r, const tp_result_file *file,
                      char hash[65]);

/* Names for reports. All static. */
const char *tp_verdict_name(tp_verdict_kind kind);
const char *tp_finding_name(tp_finding_kind kind);
const char *tp_predicted_name(tp_predicted verdict); /* "predicted" .. */
const char *tp_end_name(tp_end_kind kind);
/* How a test ends: "exit 3", "SIGSEGV", "inputs". */
void tp_result_end(const tp_result_test *t, tp_str *out);
/* "SIGSEGV"; "SIG77" goes into out for a number without a name. */
const char *tp_signal_name(int signal, tp_str *out);
const char *tp_input_type(const tp_result_input *in);
unsigned tp_scalar_size(tp_scalar type); /* in bytes */
/* The value as C and Test-Comp write it: decimal; floats with all digits, inf,
 * nan, or nan(0x..) with the payload when it is not the usual one. */
void tp_input_value(const tp_result_input *in, tp_str *out);

/* How often the call of denied.at[i] was denied at its place, in all tests; 0:
 * a row before it says so. */
uint64_t tp_result_denied_count(const tp_result *r, uint32_t i);

#endif
