/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program as a whole, and the questions about it that need no tree. Ids
 * start at 1: element 0 of each table exists and is never used.
 */
#include "program/program.h"

#include "program/places.h"

#define MAX_LABEL 40u /* characters of a case, in a report */

tp_program *tp_program_new(void) {
  tp_program *p = TP_NEW(tp_program);
  p->names = tp_names_new();
  tp_types_init(&p->types);
  p->places = tp_places_new();
  VEC_RESIZE(&p->units, 1);
  VEC_RESIZE(&p->decls, 1);
  VEC_RESIZE(&p->funcs, 1);
  VEC_RESIZE(&p->decisions, 1);
  VEC_RESIZE(&p->sites, 1);
  VEC_RESIZE(&p->limits, 1);
  VEC_RESIZE(&p->labels, 1);
  VEC_RESIZE(&p->cases, 1);
  return p;
}

static void free_units_and_funcs(tp_program *p) {
  for (uint32_t i = 0; i < p->units.n; i++) {
    tp_unit *u = &p->units.at[i];
    tp_free(u->text);
    tp_free(u->supplied);
    tp_free(u->written);
    VEC_FREE(&u->moves);
    VEC_FREE(&u->top);
    VEC_FREE(&u->lines);
    VEC_FREE(&u->macros);
    for (uint32_t k = 0; k < u->insteads.n; k++)
      tp_free(u->insteads.at[k].users);
    VEC_FREE(&u->insteads);
    VEC_FREE(&u->flags);
  }
  for (uint32_t i = 0; i < p->funcs.n; i++) {
    VEC_FREE(&p->funcs.at[i].params);
    VEC_FREE(&p->funcs.at[i].locals);
  }
  VEC_FREE(&p->units);
  VEC_FREE(&p->funcs);
}

void tp_program_free(tp_program *p) {
  if (!p)
    return;
  free_units_and_funcs(p);
  tp_places_free(p->places);
  tp_types_free(&p->types);
  tp_names_free(p->names);
  VEC_FREE(&p->nodes);
  VEC_FREE(&p->decls);
  VEC_FREE(&p->decisions);
  VEC_FREE(&p->sites);
  VEC_FREE(&p->limits);
  VEC_FREE(&p->constants);
  VEC_FREE(&p->bins);
  VEC_FREE(&p->rules);
  VEC_FREE(&p->test_rows);
  VEC_FREE(&p->checks);
  VEC_FREE(&p->edges);
  VEC_FREE(&p->mcdc);
  VEC_FREE(&p->mcdc_conditions);
  VEC_FREE(&p->mcdc_vectors);
  VEC_FREE(&p->strange);
  VEC_FREE(&p->labels);
  VEC_FREE(&p->loops);
  VEC_FREE(&p->cases);
  VEC_FREE(&p->branches);
  VEC_FREE(&p->ints);
  VEC_FREE(&p->floats);
  VEC_FREE(&p->strings);
  VEC_FREE(&p->string_sizes);
  VEC_FREE(&p->by_order);
  tp_free(p);
}

tp_told tp_type_told(const tp_types *types, tp_type_id t) {
  const tp_type *type = tp_type_get(types, t);
  if (type->kind == TP_T_POINTER)
    return tp_type_get(types, type->base)->is_plain_char ? TP_TOLD_TEXT
                                                         : TP_TOLD_NOT;
  return tp_type_is_scalar(types, t) ? TP_TOLD_NUMBER : TP_TOLD_NOT;
}

/* The last unit that begins at or before the node. Units that the front end
 * has not come to yet have first_node 0 and stand behind the others. */
tp_unit_id tp_node_unit(const tp_program *p, tp_node_id n) {
  uint32_t low = 0, high = p->units.n;
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    tp_node_id first = p->units.at[middle].first_node;
    if (first && first <= n)
      low = middle;
    else
      high = middle;
  }
  return low;
}

bool tp_decl_is_defined(const tp_decl *d) {
  return !d->is_extern || d->is_initialised;
}

tp_func_id tp_decl_function(const tp_program *p, tp_decl_id d) {
  const tp_decl *decl = &p->decls.at[d];
  if (!decl->defines && decl->same)
    decl = &p->decls.at[decl->same];
  return decl->defines;
}

static uint64_t to_width(uint64_t value, const tp_type *type) {
  if (type->size == 0 || type->size >= 8)
    return value;
  uint32_t unused = 64 - 8 * (uint32_t)type->size;
  if (type->is_signed)
    return (uint64_t)((int64_t)(value << unused) >> unused);
  return value << unused >> unused;
}

bool tp_branch_is_sought(const tp_program *p, tp_sbranch b) {
  const tp_decision *d = &p->decisions.at[p->branches.at[b].decision];
  return !d->is_constant && !d->is_assumption &&
         !p->branches.at[b].is_not_asked &&
         (!d->is_monitor || p->branches.at[b].is_goal) &&
         (p->parts == 0 || b % p->parts == p->part);
}

bool tp_branch_counts(const tp_program *p, tp_sbranch b, bool *violated) {
  bool is_check = p->branches.at[b].is_check;
  bool counts = !is_check || !*violated;
  *violated |= is_check;
  return counts;
}

static const char *const check_names[] = {
#define CHECK_KIND(NAME, name, is_default) name,
#include "program/checks.def"
};

const char *tp_check_name(tp_check_kind kind) {
  return check_names[kind];
}

tp_check_kind tp_check_named(const char *name, size_t n) {
  unsigned kind = 0;
  while (kind < TP_CHECK_KINDS && (strncmp(check_names[kind], name, n) != 0 ||
                                   check_names[kind][n] != '\0'))
    kind++;
  return (tp_check_kind)kind;
}

const char *tp_unit_written(const tp_unit *unit, uint32_t *size) {
  *size = unit->written ? unit->written_size : unit->size;
  return unit->written ? unit->written : unit->text;
}

void tp_branch_side(const tp_program *p, tp_sbranch b, tp_str *out) {
  const tp_source_branch *branch = &p->branches.at[b];
  const tp_decision *decision = &p->decisions.at[branch->decision];
  if (decision->construct != TP_C_SWITCH) {
    tp_str_add(out, b == decision->first ? "T" : "F");
    return;
  }
  if (branch->is_default) {
    tp_str_add(out, "default");
    return;
  }
  const tp_type *type = tp_type_get(&p->types, decision->type);
  bool is_unsigned = type->kind == TP_T_INT && !type->is_signed;
  uint64_t ends[2] = {to_width((uint64_t)branch->low, type),
                      to_width((uint64_t)branch->high, type)};
  for (uint32_t i = 0; i < (ends[0] == ends[1] ? 1 : 2); i++) {
    tp_str_add(out, i ? " ... " : "");
    if (is_unsigned)
      tp_str_addf(out, "%llu", (unsigned long long)ends[i]);
    else
      tp_str_addf(out, "%lld", (long long)ends[i]);
  }
}

void tp_branch_label(const tp_program *p, tp_sbranch b, tp_str *out) {
  const char *text = tp_names_text(p->names, p->branches.at[b].text);
  if (*text && strlen(text) <= MAX_LABEL)
    tp_str_add(out, text);
  else
    tp_branch_side(p, b, out);
}

uint32_t tp_program_strange(const tp_program *p, tp_strange_kind kind) {
  for (uint32_t i = 0; i < p->strange.n; i++)
    if (p->strange.at[i].kind == kind)
      return i + 1;
  return 0;
}

const char *tp_constant_name(const tp_program *p, tp_type_id t,
                             uint64_t value) {
  const tp_type *type = tp_type_get(&p->types, t);
  tp_type_id plain = type->unqualified ? type->unqualified : t;
  uint64_t mask =
      type->size < 8 ? (UINT64_C(1) << 8 * type->size) - 1 : UINT64_MAX;
  for (uint32_t i = 0; type->kind == TP_T_ENUM && i < p->constants.n; i++) {
    const tp_enum_constant *c = &p->constants.at[i];
    if (c->type == plain && ((c->value ^ value) & mask) == 0)
      return tp_names_text(p->names, c->name);
  }
  return NULL;
}

static const char *const op_names[] = {
    [TP_OP_NONE] = "",    [TP_OP_ADD] = "+",  [TP_OP_SUB] = "-",
    [TP_OP_MUL] = "*",    [TP_OP_DIV] = "/",  [TP_OP_MOD] = "%",
    [TP_OP_SHL] = "<<",   [TP_OP_SHR] = ">>", [TP_OP_AND] = "&",
    [TP_OP_OR] = "|",     [TP_OP_XOR] = "^",  [TP_OP_LT] = "<",
    [TP_OP_GT] = ">",     [TP_OP_LE] = "<=",  [TP_OP_GE] = ">=",
    [TP_OP_EQ] = "==",    [TP_OP_NE] = "!=",  [TP_OP_LOGAND] = "&&",
    [TP_OP_LOGOR] = "||", [TP_OP_NEG] = "-",  [TP_OP_NOT] = "!",
    [TP_OP_BITNOT] = "~", [TP_OP_PLUS] = "+", [TP_OP_ASSIGN] = "=",
};

const char *tp_op_text(tp_op op) {
  return op_names[op];
}
