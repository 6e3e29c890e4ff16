/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/project.h - the parts of one piece of work, made in order.
 *
 * load: source -> typed program and its IR. graph: -> reachability graph.
 * build:
 * -> instrumented program, started. engine: -> runs and solver. Each may fail
 * and leaves the project fit for tp_project_free.
 */
#ifndef TP_APP_PROJECT_H
#define TP_APP_PROJECT_H

#include "app/options.h"
#include "app/sandbox.h"
#include "ast/ast.h"
#include "base/sweep.h"
#include "engine/engine.h"
#include "exec/exec.h"
#include "exec/flags.h"
#include "flow/flow.h"
#include "front/front.h"
#include "app/progress.h"
#include "instr/instr.h"
#include "ir/ir.h"
#include "smt/smt.h"
#include "unit/reads.h"

/* Wall time of each part of the work. */
typedef enum tp_part {
  TP_PART_FRONT,
  TP_PART_GRAPH,
  TP_PART_INSTRUMENT,
  TP_PART_COMPILE,
  TP_PARTS
} tp_part;

typedef struct tp_project {
  const tp_options *options;
  double started;
  tp_budget budget;
  const char *cc;          /* as $CC has it */
  char *cc_text;           /* the same, cut into words */
  tp_words cc_words;       /* NULL-ended */
  bool args_right_to_left; /* the order in which cc evaluates arguments */
  tp_str runtime_dir, include_dir; /* beside the executable */
  tp_str work_dir;                 /* private, removed at the end */
  tp_sweep sweep;                  /* also if we are killed */
  tp_sweep groups;                 /* of compilers */
  tp_sandbox sandbox;
  tp_front_sources sources;
  tp_words link_flags;        /* of all sources and of the user, NULL-ended */
  tp_reads_plan reads;        /* what of it is an input */
  tp_str driver, driver_name; /* empty: the entry is called as it is */
  tp_str trusted;             /* what the driver takes for granted, as C */
  tp_program *program;
  tp_ir *ir; /* of the program, in the order of cc */
  tp_graph *graph;
  tp_taint taint;
  tp_instr_result instr;
  tp_exec *exec;
  tp_exprs *exprs;
  tp_smt *smt;
  tp_engine *engine;
  struct tp_confirm *confirm;   /* NULL: tests are not replayed */
  struct tp_resume *resume;     /* NULL: nothing is resumed */
  const struct tp_hoist *hoist; /* preconditions; NULL: there are none */
  struct tp_tell *tell;         /* the journal, while the search goes on */
  tp_progress_board *board;     /* of the crew; NULL: nobody looks */
  double seconds[TP_PARTS];
} tp_project;

void tp_project_init(tp_project *s, const tp_options *options);
int tp_project_load(tp_project *s, tp_diag *diag);
int tp_project_graph(tp_project *s, tp_diag *diag);
int tp_project_build(tp_project *s, tp_diag *diag);
int tp_project_engine(tp_project *s, tp_diag *diag);
/* Another process goes on with what runs, and with the private folder: what is
 * left here is the program. */
void tp_project_let_go(tp_project *s);
/* In a copy of the process that has it: the same, and the program is started
 * once more for the copy's own runs. */
int tp_project_start_again(tp_project *s, tp_diag *diag);
/* Kills what runs and removes the private folder. */
void tp_project_free(tp_project *s);

/* Another entry than main is called by a main of ours; the program's own, if it
 * has one, gets another name by this line before its text. */
bool tp_project_has_own_main(const tp_project *s);
/* What comes before the text of each unit. */
const char *tp_project_prefix(const tp_project *s);

/* The private folder, made once. */
int tp_project_make_work_dir(tp_project *s, tp_diag *diag);

/* Where tp2ph's runtime and headers are. */
int tp_project_find_home(tp_project *s, tp_diag *diag);

#endif
