/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program as a whole, and the questions about a single node that need no
 * walk. Ids start at 1: element 0 of each table exists and is never used.
 */
#include "ast/ast.h"

#include "ast/place.h"
#include "ast/places.h"

#define MAX_LABEL 40u /* characters of a case, in a report */

tp_program *tp_program_new(void) {
  tp_program *p = TP_NEW(tp_program);
  p->names = tp_names_new();
  tp_types_init(&p->types);
  p->places = tp_places_new();
  VEC_RESIZE(&p->units, 1);
  VEC_RESIZE(&p->nodes, 1);
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

tp_node_id tp_node_kid(const tp_program *p, tp_node_id n, uint32_t i) {
  tp_node_id kid = tp_node_get(p, n)->first;
  for (; kid && i; i--)
    kid = tp_node_get(p, kid)->next;
  return kid;
}

uint32_t tp_node_kid_count(const tp_program *p, tp_node_id n) {
  uint32_t count = 0;
  TP_KIDS (p, n, kid)
    count++;
  return count;
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

uint32_t tp_node_begin(const tp_program *p, tp_node_id n) {
  return tp_node_get(p, n)->begin;
}

uint32_t tp_node_end(const tp_program *p, tp_node_id n) {
  return tp_node_get(p, n)->end;
}

bool tp_decl_is_defined(const tp_program *p, const tp_decl *d) {
  return !d->is_extern || (d->var && tp_node_get(p, d->var)->first);
}

bool tp_node_is_inside(const tp_program *p, tp_node_id outer, tp_node_id n) {
  const tp_node *o = tp_node_get(p, outer), *i = tp_node_get(p, n);
  return o->begin <= i->begin && i->end <= o->end &&
         tp_node_unit(p, outer) == tp_node_unit(p, n);
}

tp_type_id tp_node_promoted(const tp_program *p, tp_node_id n) {
  const tp_node *node = tp_node_get(p, n);
  const tp_field *field =
      node->kind == TP_N_MEMBER ? &p->types.fields.at[node->ref] : NULL;
  if (field && field->is_bitfield)
    return tp_type_promote_bits(&p->types, node->type, field->bit_width);
  return tp_type_promote(&p->types, node->type);
}

tp_func_id tp_decl_function(const tp_program *p, tp_decl_id d) {
  const tp_decl *decl = &p->decls.at[d];
  if (!decl->defines && decl->same)
    decl = &p->decls.at[decl->same];
  return decl->defines;
}

const char *tp_node_text(const tp_program *p, tp_node_id n, uint32_t *length) {
  const tp_node *node = tp_node_get(p, n);
  const tp_unit *unit = &p->units.at[tp_node_unit(p, n)];
  if (!unit->text || node->begin > node->end || node->end > unit->size) {
    *length = 0;
    return "";
  }
  *length = node->end - node->begin;
  return unit->text + node->begin;
}

/* What was not understood has no kind to tell by, but its text does: only
 * statements end in ; or in a } that does not close a compound literal. */
static bool is_opaque_expression(const tp_program *p, tp_node_id n) {
  uint32_t length;
  const char *text = tp_node_text(p, n, &length);
  if (length == 0)
    return false;
  char last = text[length - 1];
  return last != ';' && (last != '}' || text[0] == '(');
}

bool tp_node_is_expression(const tp_program *p, tp_node_id n) {
  uint8_t kind = tp_node_get(p, n)->kind;
  if (kind == TP_N_OPAQUE)
    return is_opaque_expression(p, n);
  return kind > TP_N_NONE && kind < TP_N_OPAQUE;
}

bool tp_node_is_next_arg(const tp_program *p, tp_node_id n) {
  static const char name[] = "__builtin_va_arg";
  const tp_node *node = tp_node_get(p, n);
  if (node->kind != TP_N_OPAQUE || !node->first)
    return false;
  uint32_t length;
  const char *text = tp_node_text(p, n, &length);
  return length > sizeof name && memcmp(text, name, sizeof name - 1) == 0;
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
#include "ast/checks.def"
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
  tp_node_id value = tp_node_kid(p, decision->node, 0);
  const tp_type *type = tp_type_get(
      &p->types, tp_type_promote(&p->types, tp_node_get(p, value)->type));
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

/* Where the label ends that begins there: at its colon; `end` if it has none.
 */
static uint32_t label_end(const char *text, uint32_t at, uint32_t end) {
  char quote = 0;
  for (uint32_t depth = 0; at < end; at++) {
    char c = text[at];
    if (quote && c == '\\')
      at++;
    else if (quote)
      quote = c == quote ? 0 : quote;
    else if (c == '\'' || c == '"')
      quote = c;
    else if (c == '(' || c == '?')
      depth++;
    else if (c == ':' && depth == 0)
      return at;
    else if (c == ')' || c == ':')
      depth -= depth > 0;
  }
  return at;
}

void tp_branch_label(const tp_program *p, tp_sbranch b, tp_str *out) {
  tp_node_id label = p->branches.at[b].label;
  uint32_t before = out->n;
  if (label && !p->branches.at[b].is_default) {
    tp_unit_id unit = tp_node_unit(p, label);
    const char *text = p->units.at[unit].text;
    uint32_t begin = tp_node_get(p, label)->begin + strlen("case");
    uint32_t end = label_end(text, begin, tp_node_get(p, label)->end);
    begin += (uint32_t)strspn(text + begin, " \t\n");
    while (end > begin && strchr(" \t\n", text[end - 1]))
      end--;
    tp_place_text(p, unit, begin, end, out);
  }
  if (out->n > before && out->n - before <= MAX_LABEL)
    return;
  out->n = before;
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
