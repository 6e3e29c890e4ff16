/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why a bin is dead, in lines of the source: where the program sets it (a
 * function that --inputs declares is called with that number, or the variable
 * gets it), and which dead branch is in the way there.
 */
#include "report/audit.h"

#include "program/place.h"

#define MAX_SETTERS 4 /* that are told */

typedef struct setter {
  tp_unit_id unit;
  tp_node_id node;
} setter;

typedef struct search {
  const tp_result *r;
  const tp_program *p;
  const tp_bin *bin;
  VEC(setter) found;
  VEC(setter) computed; /* places that set a number which is not constant */
  uint32_t any;         /* places that set some bin of the kind */
  bool is_open;         /* one sets a number that is computed */
} search;

static const char *callee_name(const tp_program *p, const tp_site *site) {
  return site->callee ? tp_names_text(p->names, p->decls.at[site->callee].name)
                      : "";
}

/* The number of a parameter that is handed on, from 0; -1: none is. */
static int handed_on(const tp_program *p, const tp_func *f, tp_node_id n) {
  while (tp_node_get(p, n)->kind == TP_N_CAST)
    n = tp_node_get(p, n)->first;
  for (uint32_t i = 0; i < f->params.n; i++)
    if (tp_node_get(p, n)->kind == TP_N_NAME &&
        tp_node_get(p, n)->ref == f->params.at[i])
      return (int)i;
  return -1;
}

static void look_at(search *s, tp_node_id value, tp_node_id whole) {
  uint64_t number;
  s->any++;
  if (!tp_node_constant(s->p, value, &number)) {
    s->is_open = true;
    VEC_PUSH(&s->computed, (setter){tp_node_unit(s->p, whole), whole});
  } else if ((int64_t)number == s->bin->number)
    VEC_PUSH(&s->found, (setter){tp_node_unit(s->p, whole), whole});
}

/* Calls of a declared function with the bin as argument `param`. */
static void find_calls(search *s, tp_func_id f, int param) {
  for (uint32_t i = 1; i < s->p->sites.n; i++) {
    const tp_site *site = &s->p->sites.at[i];
    if (site->callee && tp_decl_function(s->p, site->callee) == f)
      look_at(s, tp_node_kid(s->p, site->node, (uint32_t)param + 1),
              site->node);
  }
}

static void find_setters(search *s) {
  const tp_program *p = s->p;
  for (uint32_t i = 1; i < p->sites.n; i++) {
    const tp_site *site = &p->sites.at[i];
    uint64_t kind;
    if (strcmp(callee_name(p, site), "tp2ph_set_bin") != 0 ||
        !tp_node_constant(p, tp_node_kid(p, site->node, 1), &kind) ||
        kind != s->bin->is_hard)
      continue;
    int param =
        handed_on(p, &p->funcs.at[site->caller], tp_node_kid(p, site->node, 3));
    if (param >= 0)
      find_calls(s, site->caller, param);
  }
}

/* The variable that tp2ph_variable_N delivers. */
static tp_decl_id watched(const tp_program *p, const tp_func *f) {
  const char *name = tp_names_text(p->names, p->decls.at[f->decl].name);
  if (strncmp(name, "tp2ph_variable_", 15) != 0)
    return 0;
  tp_node_id n = tp_node_get(p, f->body)->first; /* return */
  while (n && tp_node_get(p, n)->kind != TP_N_NAME)
    n = tp_node_get(p, n)->first;
  return n ? p->decls.at[tp_node_get(p, n)->ref].same : 0;
}

static void find_assignments(search *s, tp_decl_id variable) {
  const tp_program *p = s->p;
  for (tp_node_id n = 1; n < p->nodes.n; n++) {
    const tp_node *node = tp_node_get(p, n);
    if (node->kind != TP_N_ASSIGN)
      continue;
    tp_node_id to = node->first;
    while (tp_node_get(p, to)->kind == TP_N_INDEX)
      to = tp_node_get(p, to)->first;
    if (tp_node_get(p, to)->kind != TP_N_NAME ||
        p->decls.at[tp_node_get(p, to)->ref].same != variable)
      continue;
    if (node->op == TP_OP_ASSIGN)
      look_at(s, tp_node_get(p, node->first)->next, n);
    else
      s->is_open = true;
  }
}

/* ---- what is in the way -------------------------------------------------- */

static bool is_around(const tp_node *outer, const tp_node *inner) {
  return outer->begin <= inner->begin && inner->end <= outer->end;
}

static bool is_condition_of(const tp_program *p, tp_node_id statement,
                            const tp_node *inner) {
  const tp_node *node = tp_node_get(p, statement);
  if (node->kind != TP_N_IF && node->kind != TP_N_WHILE &&
      node->kind != TP_N_FOR && node->kind != TP_N_SWITCH)
    return false;
  return is_around(node, inner);
}

/* The innermost statement around the setter; 0: none. */
static tp_node_id statement_around(const search *s, const setter *at,
                                   uint32_t at_most) {
  const tp_unit *u = &s->p->units.at[at->unit];
  const tp_node *inner = tp_node_get(s->p, at->node);
  tp_node_id best = 0;
  uint32_t smallest = at_most;
  for (tp_node_id n = u->first_node; n <= u->last_node; n++) {
    const tp_node *node = tp_node_get(s->p, n);
    uint32_t size = node->end - node->begin;
    if (size < smallest && is_condition_of(s->p, n, inner)) {
      smallest = size;
      best = n;
    }
  }
  return best;
}

/* A dead branch of its condition. */
static bool find_dead(const search *s, const setter *at, tp_node_id statement,
                      tp_sbranch *out) {
  const tp_node *node = tp_node_get(s->p, statement);
  const tp_node *inner = tp_node_get(s->p, at->node);
  for (tp_decision_id i = 1; i < s->p->decisions.n; i++) {
    const tp_decision *d = &s->p->decisions.at[i];
    const tp_node *own = tp_node_get(s->p, d->node);
    if (d->unit != at->unit || own->begin < node->begin ||
        own->begin > inner->begin || d->is_monitor)
      continue;
    for (tp_sbranch b = d->first; b < d->first + d->n; b++)
      if (s->r->verdicts.at[b].kind == TP_VERDICT_INFEASIBLE &&
          tp_branch_is_sought(s->p, b)) {
        *out = b;
        return true;
      }
  }
  return false;
}

static void add_obstacle(const search *s, const setter *at, tp_str *out) {
  uint32_t size = UINT32_MAX;
  tp_sbranch b;
  tp_node_id n;
  while ((n = statement_around(s, at, size))) {
    size = tp_node_get(s->p, n)->end - tp_node_get(s->p, n)->begin;
    if (!find_dead(s, at, n, &b))
      continue;
    const tp_decision *d = &s->p->decisions.at[s->p->branches.at[b].decision];
    tp_str_addf(out, ", behind %s:%u: %s [",
                tp_names_text(s->p->names, d->file), d->line,
                tp_names_text(s->p->names, d->text));
    tp_branch_label(s->p, b, out);
    tp_str_add(out, "], which is dead");
    const char *proof = s->r->verdicts.at[b].text;
    if (proof)
      tp_str_addf(out, " (%s)", proof);
    return;
  }
}

static void add_setter(const search *s, const setter *at, bool is_first,
                       tp_str *out) {
  tp_place place =
      tp_place_of(s->p, at->unit, tp_node_get(s->p, at->node)->begin);
  tp_str_addf(out, "%s%s:%u", is_first ? "" : "; ",
              tp_names_text(s->p->names, place.file), place.line);
  add_obstacle(s, at, out);
}

/* ---- rows of a table ----------------------------------------------------- */

static tp_decl_id table_of(const search *s) {
  for (tp_decl_id d = 1; d < s->p->decls.n; d++)
    if (s->p->decls.at[d].name == s->bin->name && s->p->decls.at[d].var &&
        tp_node_get(s->p, s->p->decls.at[d].var)->first)
      return s->p->decls.at[d].same;
  return 0;
}

/* Where the row is written. */
static void add_row(const search *s, tp_decl_id table, tp_str *out) {
  const tp_decl *d = &s->p->decls.at[table];
  const tp_type *row =
      tp_type_get(&s->p->types, tp_type_get(&s->p->types, d->type)->base);
  tp_node_id list = table ? tp_node_get(s->p, d->var)->first : 0;
  TP_KIDS (s->p, list, n) {
    const tp_node *node = tp_node_get(s->p, n);
    if (node->kind != TP_N_INIT || !row->size ||
        node->ref / row->size != (uint64_t)s->bin->number)
      continue;
    tp_place place = tp_place_of(s->p, tp_node_unit(s->p, n), node->begin);
    tp_str_addf(out, "; it stands at %s:%u",
                tp_names_text(s->p->names, place.file), place.line);
    return;
  }
}

/* "tp2ph_read_1" of the decision in "tp2ph: rows 1" */
static void name_reader(const search *s, tp_str *out) {
  const tp_decision *d =
      &s->p->decisions.at[s->p->branches.at[s->bin->branch].decision];
  const char *file = tp_names_text(s->p->names, d->file);
  tp_str_addf(out, "tp2ph_read_%s", strrchr(file, ' ') + 1);
}

static bool is_ours(const tp_program *p, tp_func_id f) {
  const char *name =
      tp_names_text(p->names, p->decls.at[p->funcs.at[f].decl].name);
  return strncmp(name, "tp2ph_", 6) == 0;
}

static void find_reads(search *s) {
  tp_str reader = {0};
  name_reader(s, &reader);
  for (uint32_t i = 1; i < s->p->sites.n; i++) {
    const tp_site *site = &s->p->sites.at[i];
    if (strcmp(callee_name(s->p, site), reader.at) == 0 &&
        !is_ours(s->p, site->caller))
      VEC_PUSH(&s->found, (setter){tp_node_unit(s->p, site->node), site->node});
  }
  tp_str_free(&reader);
}

static void add_places(const search *s, const setter *at, uint32_t n,
                       const char *words, tp_str *out) {
  if (n)
    tp_str_add(out, words);
  for (uint32_t i = 0; i < n && i < MAX_SETTERS; i++)
    add_setter(s, &at[i], i == 0, out);
}

static void explain_row(search *s, tp_str *out) {
  tp_decl_id table = table_of(s);
  tp_str_add(out, "no run ends in a bin that it holds");
  add_row(s, table, out);
  find_reads(s);
  add_places(s, s->found.at, s->found.n, "; the table is read at ", out);
  if (!s->found.n)
    tp_str_add(out, "; nothing reads it but to compare: name the member that "
                    "bins come from");
}

/* ---- bins that a table holds --------------------------------------------- */

typedef struct column { /* of a table whose rows are goals */
  tp_decl_id table;
  uint64_t offset; /* of the member in its row */
} column;

/* What tp2ph_row_value_N reads; false: it is another function. */
static bool find_column(const tp_program *p, const tp_func *f, column *out) {
  const char *name = tp_names_text(p->names, p->decls.at[f->decl].name);
  if (strncmp(name, "tp2ph_row_value_", 16) != 0)
    return false;
  tp_node_id n = tp_node_get(p, f->body)->first; /* return */
  *out = (column){0};
  while (n && tp_node_get(p, n)->kind != TP_N_NAME) {
    const tp_node *node = tp_node_get(p, n);
    if (node->kind == TP_N_MEMBER)
      out->offset = p->types.fields.at[node->ref].offset;
    n = node->kind == TP_N_CALL ? tp_node_kid(p, n, 1) : node->first;
  }
  out->table = n ? p->decls.at[tp_node_get(p, n)->ref].same : 0;
  return out->table && p->decls.at[out->table].var;
}

static void add_rows_with_bin(const search *s, const column *c, tp_str *out) {
  const tp_decl *d = &s->p->decls.at[c->table];
  const tp_type *row =
      tp_type_get(&s->p->types, tp_type_get(&s->p->types, d->type)->base);
  tp_node_id list = tp_node_get(s->p, d->var)->first;
  TP_KIDS (s->p, list, n) {
    const tp_node *node = tp_node_get(s->p, n);
    uint64_t number;
    if (node->kind != TP_N_INIT || !row->size ||
        node->ref % row->size != c->offset ||
        !tp_node_constant(s->p, node->first, &number) ||
        (int64_t)number != s->bin->number)
      continue;
    tp_place place = tp_place_of(s->p, tp_node_unit(s->p, n), node->begin);
    tp_str_addf(out, "; row %llu of %s has it, at %s:%u",
                (unsigned long long)(node->ref / row->size),
                tp_names_text(s->p->names, d->name),
                tp_names_text(s->p->names, place.file), place.line);
  }
}

static void add_tables(const search *s, tp_str *out) {
  column c;
  for (tp_func_id f = 1; f < s->p->funcs.n; f++)
    if (find_column(s->p, &s->p->funcs.at[f], &c))
      add_rows_with_bin(s, &c, out);
}

/* ---- the proof ----------------------------------------------------------- */

/* A part of a proof that names a line of the user: not what was added to watch
 * the program, nor what is declared. */
static bool is_of_user(const char *part, size_t n) {
  static const char *const ours[] = {"tp2ph", " as it is declared", " more"};
  for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
    if (memmem(part, n, ours[i], strlen(ours[i])))
      return false;
  return true;
}

static void add_proof(const search *s, tp_str *out) {
  const char *at = s->r->verdicts.at[s->bin->branch].text;
  bool is_first = true;
  while (at && *at) {
    const char *end = strstr(at, "; ");
    size_t n = end ? (size_t)(end - at) : strlen(at);
    if (is_of_user(at, n)) {
      tp_str_add(out, is_first ? "; because of " : "; ");
      tp_str_addn(out, at, n);
      is_first = false;
    }
    at = end ? end + 2 : NULL;
  }
}

static void find_all(search *s) {
  find_setters(s);
  for (tp_func_id f = 1; f < s->p->funcs.n; f++) {
    tp_decl_id variable = watched(s->p, &s->p->funcs.at[f]);
    if (variable)
      find_assignments(s, variable);
  }
}

static void explain_bin(search *s, tp_str *out) {
  find_all(s);
  if (s->found.n || s->is_open || !s->any)
    tp_str_add(out, "no run ends in it");
  else
    tp_str_add(out, "nothing in the program sets it");
  add_tables(s, out);
  if (s->found.n)
    add_places(s, s->found.at, s->found.n, "; it is set at ", out);
  else
    add_places(s, s->computed.at, s->computed.n,
               "; bins that are computed are set at ", out);
}

void tp_audit_why_dead(const tp_result *r, const tp_bin *bin, tp_str *out) {
  search s = {.r = r, .p = r->program, .bin = bin};
  if (bin->is_row)
    explain_row(&s, out);
  else
    explain_bin(&s, out);
  add_proof(&s, out);
  VEC_FREE(&s.found);
  VEC_FREE(&s.computed);
}

/* ---- functions ----------------------------------------------------------- */

static void add_function_of(const search *s, const setter *at,
                            tp_vec_u32 *out) {
  uint32_t begin = tp_node_get(s->p, at->node)->begin;
  for (tp_func_id f = 1; f < s->p->funcs.n; f++) {
    const tp_func *func = &s->p->funcs.at[f];
    bool is_known = false;
    if (func->unit != at->unit || begin < func->begin || begin >= func->end)
      continue;
    for (uint32_t i = 0; i < out->n; i++)
      is_known = is_known || out->at[i] == f;
    if (!is_known)
      VEC_PUSH(out, f);
  }
}

void tp_audit_setters(const tp_program *p, const tp_bin *bin, tp_vec_u32 *out) {
  search s = {.p = p, .bin = bin};
  find_all(&s);
  for (uint32_t i = 0; i < s.found.n; i++)
    add_function_of(&s, &s.found.at[i], out);
  for (uint32_t i = 0; i < s.computed.n && s.found.n == 0; i++)
    add_function_of(&s, &s.computed.at[i], out);
  VEC_FREE(&s.found);
  VEC_FREE(&s.computed);
}
