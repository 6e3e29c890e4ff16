/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far apart the values lie that an expression may have: of an integer 1, of
 * `(double)code * 0.001` 0.001, of a double the next one. Followed through
 * operations with constants, and through variables of a function that are given
 * a value in one place. */
#include "checks/inside.h"

#include <math.h>

enum { DEEPEST = 32 };

/* ---- variables ----------------------------------------------------------- */

#define MANY UINT32_MAX

static void define(tp_check_writer *w, tp_decl_id d, tp_node_id value) {
  w->defined.at[d] = w->defined.at[d] ? MANY : value;
}

void tp_check_find_defined(tp_check_writer *w) {
  const tp_program *p = w->p;
  VEC_RESIZE(&w->defined, p->decls.n);
  for (tp_node_id n = 1; n < p->nodes.n; n++) {
    const tp_node *node = tp_node_get(p, n);
    const tp_node *to = tp_node_get(p, node->first);
    if (node->kind == TP_N_VAR && node->first)
      define(w, node->ref, node->first);
    else if ((node->kind == TP_N_ASSIGN || node->kind == TP_N_INCDEC) &&
             to->kind == TP_N_NAME)
      define(w, to->ref,
             node->kind == TP_N_ASSIGN && node->op == TP_OP_ASSIGN ? to->next
                                                                   : MANY);
  }
}

/* What a variable of a function is always given; 0: not known. */
static tp_node_id definition(const tp_check_writer *w, tp_node_id n) {
  const tp_node *node = tp_node_get(w->p, n);
  if (node->kind != TP_N_NAME)
    return 0;
  const tp_decl *d = &w->p->decls.at[node->ref];
  tp_node_id value = w->defined.at[node->ref];
  bool is_local = d->kind == TP_D_VAR && d->scope && !d->is_static;
  return is_local && !d->address_taken && value != MANY ? value : 0;
}

/* ---- values -------------------------------------------------------------- */

static bool is_integer(const tp_program *p, tp_node_id n) {
  return tp_type_is_integer(&p->types, tp_node_get(p, n)->type);
}

static bool is_single(const tp_program *p, tp_node_id n) {
  const tp_type *t = tp_type_get(&p->types, tp_node_get(p, n)->type);
  return t->kind == TP_T_FLOAT && t->size == 4;
}

/* Of several values, or by the library: how far apart the results lie hangs on
 * what they are. */
static bool is_mixed(const tp_program *p, tp_node_id n) {
  const tp_node *node = tp_node_get(p, n);
  const tp_site *site =
      node->kind == TP_N_CALL ? &p->sites.at[node->ref] : NULL;
  return node->kind == TP_N_BINARY ||
         (site && site->callee && !tp_decl_function(p, site->callee) &&
          !site->is_input);
}

static tp_grain leaf(const tp_program *p, tp_node_id n) {
  if (is_integer(p, n))
    return (tp_grain){TP_GRAIN_STEP, 1};
  if (is_mixed(p, n))
    return (tp_grain){TP_GRAIN_COARSE, 0};
  return (tp_grain){is_single(p, n) ? TP_GRAIN_SINGLE : TP_GRAIN_NEXT, 0};
}

static bool number_of(const tp_program *p, tp_node_id n, double *out) {
  tp_type_id type;
  uint64_t bits;
  if (!tp_node_number(p, n, &type, &bits, out))
    return false;
  if (tp_type_is_signed(&p->types, type))
    *out = (double)(int64_t)bits;
  else if (tp_type_is_integer(&p->types, type))
    *out = (double)bits;
  return true;
}

/* The operand of `l op r` that is no constant; 0: none or both are. */
static tp_node_id operand(const tp_program *p, const tp_node *n,
                          double *constant) {
  tp_node_id l = n->first, r = tp_node_get(p, l)->next;
  bool has_right = number_of(p, r, constant);
  double left;
  if (number_of(p, l, &left)) {
    *constant = left;
    return has_right || n->op == TP_OP_DIV || n->op == TP_OP_SHL ? 0 : r;
  }
  return has_right ? l : 0;
}

static tp_node_id of_magnitude(const tp_program *p, tp_node_id n) {
  static const char *const names[] = {"fabs", "fabsf", "__builtin_fabs",
                                      "__builtin_fabsf"};
  const tp_node *node = tp_node_get(p, n);
  const tp_site *site =
      node->kind == TP_N_CALL ? &p->sites.at[node->ref] : NULL;
  for (size_t i = 0; site && site->callee && i < 4; i++)
    if (strcmp(tp_names_text(p->names, p->decls.at[site->callee].name),
               names[i]) == 0)
      return tp_node_kid(p, n, 1);
  return 0;
}

/* What was done to a value on the way to a limit. */
typedef struct way {
  double scale;
  bool is_computed, is_moved; /* by a product or sum; by a sum */
} way;

/* The expression that this one is a step of, and how much wider its steps are;
 * 0: this is where values come from. */
static tp_node_id below(const tp_check_writer *w, tp_node_id n, way *to) {
  const tp_node *node = tp_node_get(w->p, n);
  double constant;
  tp_node_id kid = of_magnitude(w->p, n);
  if (kid)
    return kid;
  if (node->kind == TP_N_CAST || node->kind == TP_N_UNARY)
    return node->kind == TP_N_UNARY && node->op != TP_OP_NEG &&
                   node->op != TP_OP_PLUS
               ? 0
               : node->first;
  if (node->kind == TP_N_NAME)
    return definition(w, n);
  if (node->kind != TP_N_BINARY || !(kid = operand(w->p, node, &constant)))
    return 0;
  to->is_computed = true;
  switch (node->op) {
  case TP_OP_ADD:
  case TP_OP_SUB:
    to->is_moved = true;
    return kid;
  case TP_OP_MUL:
    to->scale *= fabs(constant);
    return kid;
  case TP_OP_DIV:
    to->scale /= is_integer(w->p, n) ? 1 : fabs(constant);
    return is_integer(w->p, n) ? 0 : kid;
  case TP_OP_SHL:
    to->scale *= ldexp(1, (int)constant);
    return kid;
  default:
    return 0;
  }
}

tp_grain tp_check_grain(const tp_check_writer *w, tp_node_id n) {
  way to = {.scale = 1};
  for (uint32_t depth = 0; depth < DEEPEST; depth++) {
    double above = to.scale;
    tp_node_id kid = below(w, n, &to);
    bool is_cut = kid && is_integer(w->p, n) && !is_integer(w->p, kid);
    if (!kid || is_cut) {
      to.scale = is_cut ? above : to.scale;
      break;
    }
    n = kid;
  }
  tp_grain g = leaf(w->p, n);
  if (g.kind == TP_GRAIN_STEP)
    g.step = isfinite(to.scale) && to.scale > 0 ? to.scale : 1;
  else if (to.is_computed && g.kind != TP_GRAIN_COARSE)
    g.kind = to.is_moved ? TP_GRAIN_COARSE : TP_GRAIN_ROUGH;
  return g;
}
