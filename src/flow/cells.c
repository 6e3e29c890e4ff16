/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Splits variables into cells. Each use of a name is followed outwards to the
 * largest part of the variable around it; if that is a scalar at a constant
 * place, the place (variable and bit offset) is a cell. One use that is
 * anything else, and the variable stays whole: no cell overlaps another, and
 * nothing but its own name reaches it. Members of unions overlap, so they are
 * no cells. Cells are numbered variable by variable. */
#include "flow/cells.h"
#include "flow/tree.h"

#include <stdlib.h>

typedef struct use {
  tp_decl_id object;
  tp_node_id node;
  uint64_t place; /* in bits */
} use;
typedef VEC(use) uses;

static bool is_plain_type(const tp_program *p, tp_type_id type) {
  const tp_type *t = tp_type_get(&p->types, type);
  return !t->is_volatile && !t->is_atomic;
}

static bool is_scalar(const tp_program *p, tp_node_id n) {
  uint8_t kind = tp_type_get(&p->types, p->nodes.at[n].type)->kind;
  return kind == TP_T_BOOL || kind == TP_T_INT || kind == TP_T_ENUM ||
         kind == TP_T_FLOAT || kind == TP_T_POINTER;
}

/* One step from a part to the part around it; false: at no constant place. */
static bool add_step(const tp_program *p, const tp_node *node,
                     uint64_t *place) {
  const tp_type *around = tp_type_get(&p->types, p->nodes.at[node->first].type);
  if (node->kind == TP_N_MEMBER) {
    const tp_field *field = &p->types.fields.at[node->ref];
    *place += 8 * (uint64_t)field->offset + field->bit_offset;
    return around->kind == TP_T_RECORD && !around->is_union;
  }
  uint64_t index;
  if (node->kind != TP_N_INDEX || around->kind != TP_T_ARRAY ||
      !tp_node_constant(p, p->nodes.at[node->first].next, &index) ||
      index >= around->count)
    return false;
  *place += 8 * index * tp_type_get(&p->types, node->type)->size;
  return true;
}

/* Whether n is a scalar at a constant place of a variable. */
static bool find_place(const tp_program *p, tp_node_id n, uint64_t *place) {
  bool is_part = is_scalar(p, n);
  *place = 0;
  while (is_part && p->nodes.at[n].kind != TP_N_NAME) {
    const tp_node *node = &p->nodes.at[n];
    is_part = is_plain_type(p, node->type) &&
              (node->kind == TP_N_GENERIC || add_step(p, node, place));
    n = node->first;
  }
  return is_part && is_plain_type(p, p->nodes.at[n].type);
}

/* An input call may fill more than the part whose address it is given. */
static bool fills_just(const tp_program *p, const tp_node_id *parents,
                       tp_node_id part) {
  tp_node_id call = parents[part];
  while (p->nodes.at[call].kind != TP_N_CALL)
    call = parents[call];
  tp_type_id filled = p->sites.at[p->nodes.at[call].ref].object;
  return filled && tp_type_get(&p->types, filled)->size ==
                       tp_type_get(&p->types, p->nodes.at[part].type)->size;
}

/* Whether a use leaves the variable splittable; *named: it names a cell. */
static bool is_use_of_cells(const tp_program *p, const tp_node_id *parents,
                            tp_node_id name, use *out, bool *named) {
  tp_node_id part = tp_flow_part(p, parents, name), up = parents[part];
  *named = false;
  if (!up) /* was looked at for its type only */
    return true;
  bool is_filled = tp_flow_feeds_input(
      p, parents, p->nodes.at[up].kind == TP_N_ADDR ? up : part);
  if (is_filled && part == name && !is_scalar(p, name))
    return true;
  *out = (use){tp_flow_same(p, p->nodes.at[name].ref), part, 0};
  *named = part != name && find_place(p, part, &out->place) &&
           (!is_filled || fills_just(p, parents, part));
  return *named;
}

static int by_place(const void *x, const void *y) {
  const use *a = x, *b = y;
  if (a->object != b->object)
    return a->object < b->object ? -1 : 1;
  return a->place < b->place ? -1 : a->place > b->place;
}

static void number_cells(tp_cell_table *c, const uses *all,
                         const tp_bits *whole) {
  for (uint32_t i = 0; i < all->n; i++) {
    const use *u = &all->at[i];
    if (tp_bits_has(whole, u->object))
      continue;
    bool is_new = i == 0 || by_place(&all->at[i - 1], u) != 0;
    if (is_new) {
      VEC_PUSH(&c->object, u->object);
      if (c->of[u->object].n++ == 0)
        c->of[u->object].first = c->n_locations;
      c->n_locations++;
    }
    c->at[u->node] = c->n_locations - 1;
  }
}

void tp_cells_init(tp_cell_table *out, const tp_program *p) {
  *out = (tp_cell_table){.p = p, .n_locations = p->decls.n};
  tp_node_id *parents = tp_flow_parents(p);
  tp_bits whole;
  uses all = {0};
  out->at = TP_NEW_ARRAY(tp_location, p->nodes.n + 1);
  out->of = TP_NEW_ARRAY(tp_locations, p->decls.n + 1);
  tp_bits_init(&whole, p->decls.n + 1);
  for (tp_node_id n = 1; n < p->nodes.n; n++) {
    const tp_node *node = &p->nodes.at[n];
    use u;
    bool named;
    if (node->kind != TP_N_NAME || p->decls.at[node->ref].kind == TP_D_FUNCTION)
      continue;
    if (!is_use_of_cells(p, parents, n, &u, &named))
      tp_bits_add(&whole, tp_flow_same(p, node->ref));
    else if (named)
      VEC_PUSH(&all, u);
  }
  if (all.n)
    qsort(all.at, all.n, sizeof *all.at, by_place);
  number_cells(out, &all, &whole);
  VEC_FREE(&all);
  tp_bits_free(&whole);
  tp_free(parents);
}

void tp_cells_free(tp_cell_table *c) {
  tp_free(c->at);
  tp_free(c->of);
  VEC_FREE(&c->object);
}

tp_locations tp_cells_named(const tp_cell_table *c, tp_node_id n) {
  const tp_node *node = &c->p->nodes.at[n];
  if (c->at[n])
    return (tp_locations){c->at[n], 1};
  if (node->kind != TP_N_NAME ||
      c->p->decls.at[node->ref].kind == TP_D_FUNCTION)
    return (tp_locations){0, 0};
  return tp_cells_all(c, tp_flow_same(c->p, node->ref));
}

/* The locations of an lvalue; of a variable that is not split, all of it. */
static tp_locations lvalue(const tp_cell_table *c, tp_node_id n) {
  return c->at[n] ? (tp_locations){c->at[n], 1}
                  : tp_cells_all(c, tp_flow_root(c->p, n));
}

tp_locations tp_cells_stored(const tp_cell_table *c, const tp_cfg_op *op) {
  const tp_program *p = c->p;
  const tp_node *node = &p->nodes.at[op->node];
  if (op->kind == TP_CFG_INPUT) {
    tp_node_id pointer = tp_flow_input_object(p, op->ref);
    tp_node_id object = pointer ? tp_flow_pointee_part(p, pointer) : 0;
    return object ? lvalue(c, object) : (tp_locations){0, 0};
  }
  if (op->kind != TP_CFG_DEFINE)
    return (tp_locations){0, 0};
  if (node->kind != TP_N_VAR)
    return lvalue(c, node->first);
  tp_decl_id d = tp_flow_same(p, node->ref);
  return tp_cells_all(c, p->decls.at[d].is_static ? 0 : d);
}

bool tp_cells_is_whole(const tp_cell_table *c, const tp_cfg_op *op) {
  const tp_node *node = &c->p->nodes.at[op->node];
  return node->kind == TP_N_VAR || tp_cells_named(c, node->first).n > 0;
}
