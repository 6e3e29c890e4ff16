/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What program.h promises of every program. */
#include "program/program.h"

#include "base/diag.h"

static void check_declarations(const tp_program *p) {
  for (tp_decl_id d = 1; d < p->decls.n; d++) {
    const tp_decl *decl = &p->decls.at[d];
    TP_INVARIANT(decl->same && decl->same < p->decls.n &&
                     p->decls.at[decl->same].same == decl->same,
                 "all declarations of an object should share one");
    TP_INVARIANT(decl->type < p->types.at.n, "a name should have a type");
    TP_INVARIANT(decl->defines < p->funcs.n && decl->scope < p->funcs.n,
                 "a function of a declaration should exist");
    TP_INVARIANT(decl->var < p->nodes.n, "its node should exist");
  }
  for (tp_func_id f = 1; f < p->funcs.n; f++)
    TP_INVARIANT(p->decls.at[p->funcs.at[f].decl].defines == f,
                 "a function should be defined by its declaration");
}

/* Branches are in a row, each of its decision. */
static void check_decisions(const tp_program *p) {
  for (tp_decision_id d = 1; d < p->decisions.n; d++) {
    const tp_decision *decision = &p->decisions.at[d];
    bool is_switch = decision->construct == TP_C_SWITCH;
    TP_INVARIANT(decision->first + decision->n <= p->branches.n &&
                     (is_switch ? decision->n > 0 : decision->n == 2),
                 "a decision should have its branches");
    for (uint32_t i = 0; i < decision->n; i++)
      TP_INVARIANT(p->branches.at[decision->first + i].decision == d,
                   "a branch should be one of its decision");
  }
}

static void check_sites(const tp_program *p) {
  for (uint32_t s = 1; s < p->sites.n; s++)
    TP_INVARIANT(p->sites.at[s].callee < p->decls.n &&
                     p->sites.at[s].caller < p->funcs.n &&
                     p->sites.at[s].limits < p->limits.n,
                 "what a call names should exist");
}

void tp_program_verify(const tp_program *p) {
  tp_types_check(&p->types);
  check_declarations(p);
  check_decisions(p);
  check_sites(p);
}
