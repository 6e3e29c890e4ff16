/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A value flows from place to place: through assignments, arguments, results.
 * Who asks about a place asks about what flows there; what may be NULL makes
 * NULL what it flows to.
 */
#include "unit/nulls.h"

#include "unit/uses.h"

typedef struct flow {
  tp_use_place from, to;
  bool is_later; /* a parameter that is assigned: callers did not give that */
} flow;

typedef struct finder {
  tp_nulls *out;
  const tp_program *p;
  bool is_open; /* there is no main */
  VEC(flow) flows;
  VEC(tp_node_id) parts; /* of a value that flows, still to be looked at */
} finder;

static const tp_type *type_of(const tp_program *p, tp_node_id n) {
  return tp_type_get(&p->types, tp_node_get(p, n)->type);
}

static bool is_pointer(const tp_program *p, tp_node_id n) {
  return type_of(p, n)->kind == TP_T_POINTER;
}

static tp_node_id skip_casts(const tp_program *p, tp_node_id n) {
  while (tp_node_get(p, n)->kind == TP_N_CAST)
    n = tp_node_get(p, n)->first;
  return n;
}

static bool note(tp_map *places, tp_use_place place) {
  bool is_new = false;
  if (place)
    *tp_map_put(places, place, &is_new) = 1;
  return is_new;
}

/* The pointer that is stepped on: p of p + 1, of *p++. */
static tp_node_id base_of(const tp_program *p, tp_node_id n) {
  for (;;) {
    n = skip_casts(p, n);
    const tp_node *node = tp_node_get(p, n);
    tp_node_id second = tp_node_kid(p, n, 1);
    bool is_sum = node->kind == TP_N_BINARY &&
                  (node->op == TP_OP_ADD || node->op == TP_OP_SUB);
    if (is_sum && !is_pointer(p, node->first) && is_pointer(p, second))
      n = second;
    else if (is_sum || node->kind == TP_N_INCDEC)
      n = node->first;
    else
      return n;
  }
}

/* A parameter, local variable or member; 0: it is none. */
static tp_use_place object_place(const finder *f, tp_node_id n) {
  const tp_program *p = f->p;
  const tp_node *node = tp_node_get(p, n);
  if (node->kind == TP_N_MEMBER)
    return f->is_open ? tp_use_of_field(node->ref) : 0;
  const tp_decl *d = node->kind == TP_N_NAME ? &p->decls.at[node->ref] : NULL;
  return d && d->scope && !d->is_static ? tp_use_of_decl(p, node->ref) : 0;
}

/* What a function of the program gives back. */
static tp_use_place result_place(const tp_program *p, tp_node_id n) {
  const tp_node *node = tp_node_get(p, n);
  tp_decl_id callee =
      node->kind == TP_N_CALL ? p->sites.at[node->ref].callee : 0;
  return callee && tp_decl_function(p, callee) ? tp_use_of_decl(p, callee) : 0;
}

static tp_use_place place_of(const finder *f, tp_node_id value) {
  tp_node_id n = base_of(f->p, value);
  tp_use_place place = object_place(f, n);
  return place ? place : result_place(f->p, n);
}

/* ---- flows --------------------------------------------------------------- */

static bool is_object(const tp_program *p, tp_node_id n) {
  const tp_node *node = tp_node_get(p, n);
  uint8_t kind = type_of(p, n)->kind;
  return kind == TP_T_ARRAY || kind == TP_T_FUNCTION ||
         node->kind == TP_N_ADDR || node->kind == TP_N_STRING;
}

/* Of c ? p : q both, of commas and assignments the right. */
static void push_parts(finder *f, tp_node_id n) {
  tp_node_id kid = tp_node_get(f->p, n)->first;
  while ((kid = tp_node_get(f->p, kid)->next) != 0)
    VEC_PUSH(&f->parts, kid);
}

static void flow_to(finder *f, tp_node_id value, tp_use_place to,
                    bool is_later) {
  VEC_PUSH(&f->parts, value);
  while (f->parts.n) {
    tp_node_id n = base_of(f->p, VEC_POP(&f->parts));
    uint8_t kind = tp_node_get(f->p, n)->kind;
    tp_use_place from = place_of(f, n);
    if (kind == TP_N_COND || kind == TP_N_COMMA || kind == TP_N_ASSIGN)
      push_parts(f, n);
    else if (from)
      VEC_PUSH(&f->flows, (flow){from, to, is_later});
    else if (!is_later && !is_object(f->p, n))
      note(&f->out->given, to);
  }
}

static void see_arguments(finder *f, const tp_site *site, tp_func_id callee) {
  const tp_func *func = &f->p->funcs.at[callee];
  for (uint32_t i = 0; i < func->params.n; i++) {
    tp_node_id arg = tp_node_kid(f->p, site->node, i + 1);
    if (arg)
      flow_to(f, arg, tp_use_of_decl(f->p, func->params.at[i]), false);
  }
}

/* What the C library gets is used there. */
static void see_outside(finder *f, const tp_site *site) {
  for (uint32_t i = 1, n = tp_node_kid_count(f->p, site->node); i < n; i++)
    note(&f->out->used, place_of(f, tp_node_kid(f->p, site->node, i)));
}

/* A pointer may mean each function of its type. */
static void see_site(finder *f, const tp_site *site) {
  tp_func_id callee = site->callee ? tp_decl_function(f->p, site->callee) : 0;
  tp_node_id called = tp_node_get(f->p, site->node)->first;
  tp_type_id type = tp_node_get(f->p, called)->type;
  if (is_pointer(f->p, called))
    type = tp_type_get(&f->p->types, type_of(f->p, called)->base)->unqualified;
  if (callee)
    see_arguments(f, site, callee);
  else if (site->callee && f->p->decls.at[site->callee].is_system)
    see_outside(f, site);
  for (tp_func_id k = 1; k < f->p->funcs.n && !site->callee; k++)
    if (f->p->decls.at[f->p->funcs.at[k].decl].type == type)
      see_arguments(f, site, k);
}

/* ---- objects of zeroes --------------------------------------------------- */

/* Recursion: records as deep as they are nested. */
static void give_members(finder *f, tp_type_id of) {
  const tp_type *t = tp_type_get(&f->p->types, of);
  while (t->kind == TP_T_ARRAY)
    t = tp_type_get(&f->p->types, t->base);
  for (uint32_t i = t->first; t->kind == TP_T_RECORD && i < t->first + t->n;
       i++) {
    tp_type_id type = f->p->types.fields.at[i].type;
    if (tp_type_get(&f->p->types, type)->kind == TP_T_POINTER)
      note(&f->out->given, tp_use_of_field(i));
    else
      give_members(f, type);
  }
}

/* Static, or with a list that may leave members out. */
static void see_object(finder *f, tp_decl_id d) {
  const tp_decl *decl = &f->p->decls.at[d];
  tp_node_id first = decl->var ? tp_node_get(f->p, decl->var)->first : 0;
  bool has_list = first && tp_node_get(f->p, first)->kind == TP_N_INIT_LIST;
  if (decl->kind == TP_D_VAR && (!decl->scope || decl->is_static || has_list))
    give_members(f, decl->type);
}

static void give_behind(finder *f, tp_node_id pointer) {
  const tp_type *t = type_of(f->p, skip_casts(f->p, pointer));
  if (t->kind == TP_T_POINTER)
    give_members(f, t->base);
}

static bool calls(const tp_program *p, tp_node_id n, const char *name) {
  const tp_node *node = tp_node_get(p, skip_casts(p, n));
  tp_decl_id callee =
      node->kind == TP_N_CALL ? p->sites.at[node->ref].callee : 0;
  return callee &&
         strcmp(tp_names_text(p->names, p->decls.at[callee].name), name) == 0;
}

/* p = calloc(..), memset(p, ..). */
static void see_zeroes(finder *f, tp_node_id n) {
  const tp_node *node = tp_node_get(f->p, n);
  tp_node_id second = tp_node_kid(f->p, n, 1);
  if (node->kind == TP_N_ASSIGN && calls(f->p, second, "calloc"))
    give_behind(f, node->first);
  else if (node->kind == TP_N_VAR && node->first &&
           calls(f->p, node->first, "calloc"))
    give_members(
        f, tp_type_get(&f->p->types, f->p->decls.at[node->ref].type)->base);
  else if (calls(f->p, n, "memset") && second)
    give_behind(f, second);
}

/* ---- questions ----------------------------------------------------------- */

/* assert(p), which tells callers not to. */
static bool is_asserted(const tp_program *p, tp_node_id n) {
  tp_decision_id d = tp_node_get(p, n)->decision;
  return d && p->decisions.at[d].in_system_macro;
}

static bool is_null(const tp_program *p, tp_node_id n) {
  uint64_t bits = 1;
  return tp_node_constant(p, skip_casts(p, n), &bits) && bits == 0;
}

/* p == 0, !p, if (p). */
static void see_question(finder *f, tp_node_id n) {
  const tp_node *node = tp_node_get(f->p, n);
  tp_node_id l = node->first, r = tp_node_kid(f->p, n, 1);
  if (is_asserted(f->p, n))
    return;
  if (node->kind == TP_N_BINARY &&
      (node->op == TP_OP_EQ || node->op == TP_OP_NE)) {
    if (is_null(f->p, r))
      note(&f->out->asked, place_of(f, l));
    else if (is_null(f->p, l))
      note(&f->out->asked, place_of(f, r));
  } else if (node->kind == TP_N_UNARY && node->op == TP_OP_NOT) {
    note(&f->out->asked, place_of(f, l));
  } else if (node->decision && is_pointer(f->p, n)) {
    note(&f->out->asked, place_of(f, n));
  }
}

static bool is_parameter(const tp_program *p, tp_node_id n) {
  const tp_node *node = tp_node_get(p, n);
  return node->kind == TP_N_NAME && p->decls.at[node->ref].kind == TP_D_PARAM;
}

/* result: the place of what the function gives back. */
static void see_node(finder *f, tp_node_id n, tp_use_place result) {
  const tp_node *node = tp_node_get(f->p, n);
  if (node->kind == TP_N_VAR && node->first)
    flow_to(f, node->first, tp_use_of_decl(f->p, node->ref), false);
  else if (node->kind == TP_N_RETURN && node->first)
    flow_to(f, node->first, result, false);
  else if (node->kind == TP_N_ASSIGN && node->op == TP_OP_ASSIGN &&
           object_place(f, node->first))
    flow_to(f, tp_node_kid(f->p, n, 1), object_place(f, node->first),
            is_parameter(f->p, node->first));
  else if (node->kind == TP_N_DEREF || node->kind == TP_N_INDEX)
    note(&f->out->used, place_of(f, node->first));
  else if (node->kind == TP_N_ADDR)
    note(&f->out->given, object_place(f, node->first));
  see_zeroes(f, n);
  see_question(f, n);
}

/* What is compiled of it: sizeof(...) is not. */
static void see_function(finder *f, tp_func_id func) {
  tp_use_place result = tp_use_of_decl(f->p, f->p->funcs.at[func].decl);
  tp_vec_u32 left = {0};
  if (f->p->funcs.at[func].body)
    VEC_PUSH(&left, f->p->funcs.at[func].body);
  while (left.n) {
    tp_node_id n = VEC_POP(&left);
    see_node(f, n, result);
    TP_KIDS (f->p, n, kid)
      VEC_PUSH(&left, kid);
  }
  VEC_FREE(&left);
}

/* ---- all ----------------------------------------------------------------- */

/* Who asks about a member asks about what he finds there later. */
static bool is_member(tp_use_place place) {
  return place >= tp_use_of_field(0);
}

static bool follow_one(finder *f, flow at) {
  bool grew = false;
  if (!at.is_later && tp_map_get(&f->out->given, at.from))
    grew |= note(&f->out->given, at.to);
  if (!is_member(at.to) && tp_map_get(&f->out->asked, at.to))
    grew |= note(&f->out->asked, at.from);
  if (tp_map_get(&f->out->used, at.to))
    grew |= note(&f->out->used, at.from);
  return grew;
}

/* To and fro: long chains are in the order of the text, or against it. */
static void follow(finder *f) {
  for (bool grew = true; grew;) {
    grew = false;
    for (uint32_t i = 0; i < f->flows.n; i++)
      grew |= follow_one(f, f->flows.at[i]);
    for (uint32_t i = f->flows.n; i-- > 0;)
      grew |= follow_one(f, f->flows.at[i]);
  }
}

void tp_nulls_find(tp_nulls *out, const tp_program *p) {
  finder f = {.out = out, .p = p, .is_open = true};
  *out = (tp_nulls){0};
  for (tp_func_id func = 1; func < p->funcs.n; func++)
    f.is_open &= strcmp(tp_names_text(p->names,
                                      p->decls.at[p->funcs.at[func].decl].name),
                        "main") != 0;
  for (tp_decl_id d = 1; d < p->decls.n; d++)
    see_object(&f, d);
  for (uint32_t i = 1; i < p->sites.n; i++)
    see_site(&f, &p->sites.at[i]);
  for (tp_func_id func = 1; func < p->funcs.n; func++)
    see_function(&f, func);
  follow(&f);
  VEC_FREE(&f.flows);
  VEC_FREE(&f.parts);
}

void tp_nulls_free(tp_nulls *n) {
  tp_map_free(&n->asked);
  tp_map_free(&n->given);
  tp_map_free(&n->used);
}

bool tp_nulls_is_trusted(const tp_nulls *n, uint64_t place) {
  return place && tp_map_get(&n->used, place) &&
         !tp_map_get(&n->asked, place) && !tp_map_get(&n->given, place);
}
