/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small program and a result of it, made by hand for the report tests:
 * limit.c has a condition, a switch (3, 5 ... 9, default) and a constant
 * condition; two tests. */
#ifndef TP_REGRESS_REPORT_FIXTURE_H
#define TP_REGRESS_REPORT_FIXTURE_H

#include "report/report.h"

static inline tp_name fixture_name(tp_program *p, const char *text) {
  return tp_names_id(p->names, text, strlen(text));
}

static inline void fixture_decision(tp_program *p, uint8_t construct,
                                    uint32_t line, const char *text,
                                    uint32_t n) {
  tp_decision d = {.construct = construct,
                   .file = fixture_name(p, "limit.c"),
                   .line = line,
                   .column = 7,
                   .text = fixture_name(p, text),
                   .first = p->branches.n,
                   .n = n};
  VEC_PUSH(&p->decisions, d);
  for (uint32_t i = 0; i < n; i++)
    VEC_PUSH(&p->branches, (tp_source_branch){.decision = p->decisions.n - 1});
}

static inline tp_program *fixture_program(void) {
  tp_program *p = tp_program_new();
  fixture_decision(p, TP_C_IF, 12, "v < \"lo\"", 2);
  fixture_decision(p, TP_C_SWITCH, 20, "port", 3);
  p->branches.at[2].low = p->branches.at[2].high = 3;
  p->branches.at[3].low = 5;
  p->branches.at[3].high = 9;
  p->branches.at[4].is_default = 1;
  fixture_decision(p, TP_C_DO, 30, "0", 2);
  p->decisions.at[3].is_constant = 1;
  return p;
}

static inline void fixture_tests(tp_result *r) {
  VEC_PUSH(&r->inputs, (tp_result_input){.type = TP_SCALAR_I32,
                                         .bits = (uint32_t)-7,
                                         .name = "v",
                                         .file = "limit.c",
                                         .line = 9});
  VEC_PUSH(&r->inputs, (tp_result_input){.type = TP_SCALAR_U8,
                                         .bits = 3,
                                         .name = "cfg",
                                         .object = 1,
                                         .offset = 4});
  VEC_PUSH(&r->inputs, (tp_result_input){.type = TP_SCALAR_F64,
                                         .bits = UINT64_C(0x3fb999999999999a),
                                         .c_type = "double"});
  VEC_PUSH(&r->new_branches, 0);
  VEC_PUSH(&r->new_branches, 2);
  VEC_PUSH(&r->new_branches, 1);
  VEC_PUSH(&r->tests, (tp_result_test){.n_inputs = 2, .n_branches = 2});
  VEC_PUSH(&r->tests, (tp_result_test){.first_input = 2,
                                       .n_inputs = 1,
                                       .first_branch = 2,
                                       .n_branches = 1,
                                       .end = TP_ENDED_SIGNAL,
                                       .code = 8});
}

static inline void fixture_result(tp_result *r, const tp_program *p) {
  *r = (tp_result){.program = p,
                   .version = "9.9",
                   .solver = "Yices 2.6.5",
                   .created = "2024-01-02T03:04:05Z",
                   .entry = "main",
                   .sandbox = "landlock",
                   .sandbox_why = "namespaces: no",
                   .output = "out",
                   .strategy = "two-phase",
                   .seed = 1,
                   .is_complete = true,
                   .runs = 11,
                   .solver_calls = 5,
                   .seconds = 0.5,
                   .peak_rss_kb = 4096,
                   .constraints = {.kind = "partial",
                                   .calls = 7,
                                   .sizes = 26,
                                   .sliced = 21,
                                   .largest = 5,
                                   .seconds = 0.0625}};
  VEC_PUSH(&r->files,
           (tp_result_file){.path = "limit.c",
                            .sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a3"
                                      "96177a9cb410ff61f20015ad"});
  VEC_RESIZE(&r->verdicts, p->branches.n);
  r->verdicts.at[0] =
      (tp_result_verdict){.kind = TP_VERDICT_COVERED, .test = 1};
  r->verdicts.at[1] =
      (tp_result_verdict){.kind = TP_VERDICT_COVERED, .test = 2};
  r->verdicts.at[2] =
      (tp_result_verdict){.kind = TP_VERDICT_COVERED, .test = 1};
  r->verdicts.at[3] = (tp_result_verdict){.kind = TP_VERDICT_INFEASIBLE,
                                          .text = "limit.c:12 v < lo"};
  r->verdicts.at[4] =
      (tp_result_verdict){.kind = TP_VERDICT_UNKNOWN, .text = "rounding"};
  fixture_tests(r);
  VEC_PUSH(&r->findings, (tp_result_finding){.kind = TP_FINDING_CRASH,
                                             .signal = 8,
                                             .file = "limit.c",
                                             .line = 40,
                                             .test = 2});
  VEC_PUSH(&r->phases, (tp_result_phase){"phase1", 9, 4, 5, 1, 6, 3, 0, 0.25});
  VEC_PUSH(&r->arms, (tp_result_arm){"random", 7, 2, 1, 0.125});
  VEC_PUSH(&r->timeline, (tp_result_moment){0.25, 3, 1});
  VEC_PUSH(&r->parts, (tp_result_part){"compile", 0.125});
  VEC_PUSH(&r->denied, ((tp_result_denied){"openat", "limit.c", 14, 1, 2}));
  VEC_PUSH(&r->denied, ((tp_result_denied){"openat", "limit.c", 14, 2, 1}));
  VEC_PUSH(&r->denied, ((tp_result_denied){"kill", NULL, 0, 2, 1}));
  VEC_PUSH(&r->concretised,
           (tp_result_concrete){"library call", "limit.c", 17, 3});
}

#endif
