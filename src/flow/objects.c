/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sorts variables, or the cells of those that are split, by how far their
 * values can be followed, and tells for each function which globals pass
 * through it: from the functions that store or read a global the callers are
 * found upwards. The work is bounded: a global that is stored in many places,
 * or passes too many functions, is ANY. */
#include "flow/objects.h"
#include "base/limits.h"
#include "flow/address.h"

#include <stdlib.h>

typedef struct sorter {
  const tp_cfg *cfg;
  const tp_program *p;
  tp_objects *out;
  uint32_t *stores; /* by location: places that store it */
  tp_bits behind;   /* by func: may run at any time, as a callback */
  uint32_t *first;  /* callers of f: caller[first[f] .. first[f+1]) */
  tp_func_id *caller;
  uint32_t *mark; /* by func: last global that reached it */
  uint64_t passes;
} sorter;

static bool is_volatile(const tp_program *p, tp_decl_id d) {
  const tp_type *t = tp_type_get(&p->types, p->decls.at[d].type);
  return t->is_volatile || t->is_atomic;
}

static bool is_const(const tp_program *p, tp_decl_id d) {
  const tp_type *t = tp_type_get(&p->types, p->decls.at[d].type);
  while (t->kind == TP_T_ARRAY)
    t = tp_type_get(&p->types, t->base);
  return t->is_const;
}

static tp_object_kind sort_one(const sorter *s, const tp_taint *taint,
                               tp_location l) {
  tp_decl_id d = tp_cells_object(&s->out->cells, l);
  const tp_decl *decl = &s->p->decls.at[d];
  bool is_local = decl->scope && !decl->is_static && !decl->is_extern;
  if (decl->kind == TP_D_FUNCTION || is_volatile(s->p, d) || decl->is_thread)
    return TP_OBJECT_ANY;
  if (is_local)
    return tp_bits_has(&taint->escaped, d) ? TP_OBJECT_ANY : TP_OBJECT_LOCAL;
  if (is_const(s->p, d) && decl->var)
    return TP_OBJECT_CONSTANT;
  if (tp_bits_has(&taint->escaped, d) || (decl->is_extern && !decl->var))
    return TP_OBJECT_ANY;
  if (!s->stores[l])
    return TP_OBJECT_CONSTANT;
  return s->stores[l] > TP_LIMIT_FLOW_STORES ? TP_OBJECT_ANY : TP_OBJECT_GLOBAL;
}

/* Functions whose address is used, and what they call. */
static void find_behind(sorter *s) {
  tp_cfg_decls taken = {0};
  tp_vec_u32 work = {0};
  tp_cfg_taken(&taken, s->cfg->ir);
  for (uint32_t i = 0; i < taken.n; i++)
    VEC_PUSH(&work, tp_decl_function(s->p, taken.at[i]));
  while (work.n) {
    tp_func_id f = VEC_POP(&work);
    if (!f || tp_bits_has(&s->behind, f))
      continue;
    tp_bits_add(&s->behind, f);
    for (uint32_t i = s->cfg->first.at[f]; i < s->cfg->first.at[f + 1]; i++)
      if (s->cfg->ops.at[i].kind == TP_CFG_CALL)
        VEC_PUSH(&work, s->cfg->ops.at[i].callee);
  }
  VEC_FREE(&taken);
  VEC_FREE(&work);
}

static void index_callers(sorter *s) {
  const tp_cfg *cfg = s->cfg;
  uint32_t n = cfg->entry.n;
  s->first = TP_NEW_ARRAY(uint32_t, n + 2);
  for (uint32_t i = 0; i < cfg->ops.n; i++)
    if (cfg->ops.at[i].kind == TP_CFG_CALL)
      s->first[cfg->ops.at[i].callee + 1]++;
  for (tp_func_id f = 0; f < n; f++)
    s->first[f + 1] += s->first[f];
  s->caller = TP_NEW_ARRAY(tp_func_id, s->first[n] + 1);
  uint32_t *fill = TP_NEW_ARRAY(uint32_t, n + 1);
  memcpy(fill, s->first, n * sizeof *fill);
  for (tp_func_id f = 1; f < n; f++)
    for (uint32_t i = cfg->first.at[f]; i < cfg->first.at[f + 1]; i++)
      if (cfg->ops.at[i].kind == TP_CFG_CALL)
        s->caller[fill[cfg->ops.at[i].callee]++] = f;
  tp_free(fill);
}

/* Pairs of function and location that it stores or reads itself. */
typedef struct use {
  tp_location location;
  tp_func_id func;
} use;
typedef VEC(use) uses;

static void add_uses(uses *out, tp_locations l, tp_func_id f) {
  for (uint32_t i = 0; i < l.n; i++)
    VEC_PUSH(out, (use){l.first + i, f});
}

static void find_stores(sorter *s, uses *out) {
  const tp_cfg *cfg = s->cfg;
  for (tp_func_id f = 1; f < s->p->funcs.n; f++)
    for (uint32_t i = cfg->first.at[f]; i < cfg->first.at[f + 1]; i++) {
      tp_locations l = tp_cells_stored(&s->out->cells, &cfg->ops.at[i]);
      const tp_decl *object =
          &s->p->decls.at[tp_cells_object(&s->out->cells, l.first)];
      /* what runs at any time stores at any time */
      for (uint32_t k = 0; k < l.n; k++)
        s->stores[l.first + k] +=
            tp_bits_has(&s->behind, f) ? TP_LIMIT_FLOW_STORES + 1 : 1;
      if (!object->scope || object->is_static)
        add_uses(out, l, f);
    }
}

static void add_read(const sorter *s, uses *out, tp_locations l, tp_func_id f) {
  if (l.n && s->out->kind[l.first] == TP_OBJECT_GLOBAL)
    add_uses(out, l, f);
}

/* The cells that a function names; the variables named there are no uses of
 * their own. */
static void find_cells(const sorter *s, tp_func_id f, tp_bits *inside,
                       uses *out) {
  const tp_ir *ir = s->cfg->ir;
  for (uint32_t i = ir->first.at[f]; i < ir->first.at[f + 1]; i++) {
    const tp_ir_op *op = tp_ir_at(ir, i);
    if (op->kind != TP_IR_FIELD && op->kind != TP_IR_ELEMENT)
      continue;
    tp_locations l = tp_cells_named(&s->out->cells, i);
    add_read(s, out, l, f);
    uint32_t at = tp_ir_arg_of(ir, op, 0);
    while (l.n && tp_ir_at(ir, at)->kind != TP_IR_PLACE)
      at = tp_ir_arg_of(ir, tp_ir_at(ir, at), 0);
    if (l.n)
      tp_bits_add(inside, at);
  }
}

static void find_reads(sorter *s, uses *out) {
  const tp_ir *ir = s->cfg->ir;
  tp_bits inside;
  tp_bits_init(&inside, ir->ops.n + 1);
  for (tp_func_id f = 1; f < s->p->funcs.n; f++) {
    find_cells(s, f, &inside, out);
    for (uint32_t i = ir->first.at[f]; i < ir->first.at[f + 1]; i++) {
      const tp_ir_op *op = tp_ir_at(ir, i);
      if (op->kind == TP_IR_PLACE && !tp_bits_has(&inside, i))
        add_read(s, out, tp_cells_named(&s->out->cells, i), f);
    }
  }
  tp_bits_free(&inside);
}

/* Adds the global to the list of f and of all that lead to a call of f. */
static void pass_up(sorter *s, tp_vec_u32 *lists, use from, tp_vec_u32 *work) {
  VEC_PUSH(work, from.func);
  while (work->n) {
    tp_func_id f = VEC_POP(work);
    if (s->mark[f] == from.location)
      continue;
    s->mark[f] = from.location;
    VEC_PUSH(&lists[f], from.location);
    s->passes += 1 + s->first[f + 1] - s->first[f];
    for (uint32_t i = s->first[f]; i < s->first[f + 1]; i++)
      VEC_PUSH(work, s->caller[i]);
  }
  if (s->passes > TP_LIMIT_FLOW_PASSES)
    s->out->kind[from.location] = TP_OBJECT_ANY;
}

static int by_location(const void *x, const void *y) {
  const use *a = x, *b = y;
  if (a->location != b->location)
    return a->location < b->location ? -1 : 1;
  return a->func < b->func ? -1 : a->func > b->func;
}

static void pass_all(sorter *s, tp_vec_u32 *lists, uses *all) {
  tp_vec_u32 work = {0};
  if (all->n)
    qsort(all->at, all->n, sizeof *all->at, by_location);
  memset(s->mark, 0, (s->cfg->entry.n + 1) * sizeof *s->mark);
  for (uint32_t i = 0; i < all->n; i++) {
    if (s->passes > TP_LIMIT_FLOW_PASSES)
      s->out->kind[all->at[i].location] = TP_OBJECT_ANY;
    if (s->out->kind[all->at[i].location] == TP_OBJECT_GLOBAL)
      pass_up(s, lists, all->at[i], &work);
  }
  VEC_FREE(&work);
}

void tp_objects_init(tp_objects *out, const tp_cfg *cfg,
                     const tp_taint *taint) {
  const tp_program *p = cfg->p;
  uint32_t n = cfg->entry.n;
  *out = (tp_objects){.n_funcs = n};
  sorter s = {.cfg = cfg, .p = p, .out = out};
  uses stores = {0}, reads = {0};
  tp_cells_init(&out->cells, cfg->ir);
  out->kind = TP_NEW_ARRAY(uint8_t, out->cells.n_locations + 1);
  out->changes = TP_NEW_ARRAY(tp_vec_u32, n + 1);
  out->reads = TP_NEW_ARRAY(tp_vec_u32, n + 1);
  s.stores = TP_NEW_ARRAY(uint32_t, out->cells.n_locations + 1);
  s.mark = TP_NEW_ARRAY(uint32_t, n + 1);
  tp_bits_init(&s.behind, n + 1);
  find_behind(&s);
  index_callers(&s);
  find_stores(&s, &stores);
  for (tp_location l = 1; l < out->cells.n_locations; l++)
    out->kind[l] = (uint8_t)sort_one(&s, taint, l);
  find_reads(&s, &reads);
  pass_all(&s, out->changes, &stores);
  pass_all(&s, out->reads, &reads);
  VEC_FREE(&stores);
  VEC_FREE(&reads);
  tp_bits_free(&s.behind);
  tp_free(s.stores);
  tp_free(s.mark);
  tp_free(s.first);
  tp_free(s.caller);
}

void tp_objects_free(tp_objects *o) {
  for (uint32_t f = 0; f <= o->n_funcs; f++) {
    VEC_FREE(&o->changes[f]);
    VEC_FREE(&o->reads[f]);
  }
  tp_cells_free(&o->cells);
  tp_free(o->kind);
  tp_free(o->changes);
  tp_free(o->reads);
}
