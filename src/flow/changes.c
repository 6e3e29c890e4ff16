/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A list of (object, function that stores to it), and the callers of each
 * function. For a question about an object the functions that store to it, and
 * all that lead to a call of one of them, are marked once. A function whose
 * text is not understood stores to everything. Local variables that no pointer
 * reaches are no concern of a call. */
#include "flow/changes.h"

#include "base/limits.h"
#include "libc/pure.h"
#include "flow/cfg.h"
#include "flow/address.h"

#include <ctype.h>
#include <stdlib.h>

typedef struct edge {
  tp_func_id caller, callee;
} edge;

typedef struct builder {
  tp_changes *c;
  VEC(edge) edges;
  tp_func_id func;
} builder;

/* ---- what is called ------------------------------------------------------ */

uint32_t tp_changes_object(const tp_changes *c, tp_decl_id d) {
  if (!d)
    return TP_OBJECT_MEMORY;
  d = tp_flow_same(c->ir->p, d);
  return tp_bits_has(&c->escaped, d) ? TP_OBJECT_MEMORY : d;
}

static bool is_function(const tp_program *p, tp_type_id type) {
  const tp_type *t = tp_type_get(&p->types, type);
  if (t->kind == TP_T_POINTER)
    t = tp_type_get(&p->types, t->base);
  return t->kind == TP_T_FUNCTION;
}

/* A function outside the program: what it is given decides. One that is not of
 * the system's may have kept a pointer. */
static uint32_t outside(const tp_ir *ir, const tp_ir_op *call) {
  const tp_program *p = ir->p;
  const tp_site *site = &p->sites.at[call->ref];
  if (tp_text_starts(tp_names_text(p->names, p->decls.at[site->callee].name),
                     "tp2ph_range_"))
    return TP_CHANGER_NONE; /* questions of checks */
  bool has_pointer = !p->decls.at[site->callee].is_system;
  for (uint32_t i = 1; i < call->n; i++) {
    uint32_t arg = tp_ir_arg_of(ir, call, i);
    if (arg == TP_IR_NONE || tp_ir_at(ir, arg)->kind == TP_IR_TEXT)
      continue;
    tp_type_id type = tp_ir_at(ir, arg)->type;
    const tp_type *t = tp_type_get(&p->types, type);
    if (is_function(p, type))
      return TP_CHANGER_WILD;
    has_pointer |= tp_type_is_pointer(&p->types, type) ||
                   t->kind == TP_T_ARRAY || t->kind == TP_T_RECORD;
  }
  return has_pointer ? TP_CHANGER_OUTSIDE : TP_CHANGER_NONE;
}

static uint32_t called(const tp_ir *ir, const tp_ir_op *call) {
  const tp_site *site = &ir->p->sites.at[call->ref];
  if (site->is_input || site->is_assumption || tp_pure_call(ir->p, call->ref))
    return TP_CHANGER_NONE; /* an object that is filled: a store of its own */
  if (!site->callee)
    return TP_CHANGER_ANY;
  tp_func_id f = tp_decl_function(ir->p, site->callee);
  return f ? f : outside(ir, call);
}

/* A name that the front end has no declaration for (__PRETTY_FUNCTION__), or
 * something that changes nothing but its va_list. */
static uint32_t left_alone(const tp_ir *ir, tp_node_id n) {
  static const char *const harmless[] = {"__builtin_va_arg",
                                         "__builtin_constant_p"};
  uint32_t size, i = 0;
  const char *text = tp_ir_words(ir, n, &size);
  while (i < size && (isalnum((unsigned char)text[i]) || text[i] == '_'))
    i++;
  if (i == size)
    return TP_CHANGER_NONE;
  for (size_t k = 0; k < sizeof harmless / sizeof *harmless; k++)
    if (i == strlen(harmless[k]) && memcmp(text, harmless[k], i) == 0)
      return TP_CHANGER_NONE;
  return TP_CHANGER_WILD;
}

uint32_t tp_changes_changer(const tp_changes *c, const tp_ir_op *op) {
  switch (op->kind) {
  case TP_IR_CALL:
  case TP_IR_INPUT:
    return called(c->ir, op);
  case TP_IR_NEXT:
    return TP_CHANGER_NONE;
  case TP_IR_OPAQUE:
    return op->op == TP_IR_WHY_TEXT || op->op == TP_IR_WHY_ASSEMBLER
               ? left_alone(c->ir, op->node)
               : TP_CHANGER_WILD;
  default:
    return TP_CHANGER_NONE;
  }
}

/* ---- what a function does itself ----------------------------------------- */

static void add_store(builder *b, uint32_t object) {
  VEC_PUSH(&b->c->stores, (tp_stored){object, b->func});
}

static void add_change(builder *b, const tp_ir_op *op) {
  uint32_t changer = tp_changes_changer(b->c, op);
  uint32_t filled = tp_flow_filled(b->c->ir, op);
  if (filled != TP_IR_NONE)
    add_store(b, tp_changes_object(b->c, tp_flow_pointee(b->c->ir, filled)));
  if (changer == TP_CHANGER_OUTSIDE)
    add_store(b, TP_OBJECT_MEMORY);
  else if (changer == TP_CHANGER_WILD)
    add_store(b, TP_CHANGER_WILD);
  else if (changer != TP_CHANGER_NONE)
    VEC_PUSH(&b->edges, (edge){b->func, changer});
}

/* What a variable is born with is no change. */
static void add_operation(builder *b, const tp_ir_op *op) {
  const tp_ir *ir = b->c->ir;
  if (op->kind != TP_IR_STORE)
    add_change(b, op);
  else if (op->op != TP_OP_NONE)
    add_store(
        b, tp_changes_object(b->c, tp_flow_root(ir, tp_ir_arg_of(ir, op, 0))));
}

/* Functions are called where the scope of a variable ends. */
static bool has_cleanup(const tp_program *p, const tp_func *f) {
  static const char word[] = "cleanup";
  const char *text = p->units.at[f->unit].text;
  return memmem(text + f->begin, f->end - f->begin, word, sizeof word - 1);
}

static void add_function(builder *b, tp_func_id f) {
  const tp_ir *ir = b->c->ir;
  b->func = f;
  if (has_cleanup(ir->p, &ir->p->funcs.at[f]))
    VEC_PUSH(&b->edges, (edge){f, TP_CHANGER_ANY});
  for (uint32_t i = ir->first.at[f]; i < ir->first.at[f + 1]; i++)
    add_operation(b, tp_ir_at(ir, i));
}

/* Functions that may be called through a pointer, or by what is not seen. */
static void add_any(builder *b) {
  const tp_program *p = b->c->ir->p;
  tp_cfg_decls taken = {0};
  tp_cfg_taken(&taken, b->c->ir);
  for (tp_decl_id d = 1; d < p->decls.n; d++)
    if (p->decls.at[d].kind == TP_D_FUNCTION && p->decls.at[d].is_used_unseen)
      VEC_PUSH(&taken, d);
  for (uint32_t i = 0; i < taken.n; i++) {
    tp_func_id f = tp_decl_function(p, taken.at[i]);
    if (f)
      VEC_PUSH(&b->edges, (edge){TP_CHANGER_ANY, f});
  }
  VEC_FREE(&taken);
  b->func = TP_CHANGER_ANY;
  add_store(b, TP_OBJECT_MEMORY); /* of a function outside the program */
}

/* ---- the tables ---------------------------------------------------------- */

static int by_object(const void *a, const void *b) {
  const tp_stored *x = a, *y = b;
  if (x->object != y->object)
    return x->object < y->object ? -1 : 1;
  return x->func < y->func ? -1 : x->func > y->func;
}

static void index_callers(builder *b) {
  tp_changes *c = b->c;
  uint32_t n = c->ir->p->funcs.n + 1;
  c->first = TP_NEW_ARRAY(uint32_t, n + 1);
  c->caller = TP_NEW_ARRAY(tp_func_id, b->edges.n + 1);
  for (uint32_t i = 0; i < b->edges.n; i++)
    c->first[b->edges.at[i].callee + 1]++;
  for (uint32_t f = 0; f < n; f++)
    c->first[f + 1] += c->first[f];
  uint32_t *fill = TP_NEW_ARRAY(uint32_t, n + 1);
  memcpy(fill, c->first, n * sizeof *fill);
  for (uint32_t i = 0; i < b->edges.n; i++)
    c->caller[fill[b->edges.at[i].callee]++] = b->edges.at[i].caller;
  tp_free(fill);
}

void tp_changes_init(tp_changes *c, const tp_ir *ir) {
  const tp_program *p = ir->p;
  builder b = {.c = c};
  *c = (tp_changes){.ir = ir};
  tp_flow_escaped(&c->escaped, ir);
  for (tp_func_id f = 1; f < p->funcs.n; f++)
    if (p->funcs.at[f].body)
      add_function(&b, f);
  add_any(&b);
  index_callers(&b);
  if (c->stores.n)
    qsort(c->stores.at, c->stores.n, sizeof *c->stores.at, by_object);
  VEC_FREE(&b.edges);
}

void tp_changes_free(tp_changes *c) {
  for (uint32_t i = 0; i < c->sets.n; i++)
    tp_bits_free(&c->sets.at[i]);
  VEC_FREE(&c->sets);
  VEC_FREE(&c->stores);
  tp_bits_free(&c->escaped);
  tp_map_free(&c->known);
  tp_free(c->first);
  tp_free(c->caller);
}

/* ---- questions ----------------------------------------------------------- */

static uint32_t first_store(const tp_changes *c, uint32_t object) {
  uint32_t low = 0, high = c->stores.n;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (c->stores.at[middle].object < object)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void push_stores(const tp_changes *c, uint32_t object,
                        tp_vec_u32 *work) {
  uint32_t i = first_store(c, object);
  for (; i < c->stores.n && c->stores.at[i].object == object; i++)
    VEC_PUSH(work, c->stores.at[i].func);
}

/* The functions that may change the object. */
static void find(tp_changes *c, uint32_t object, tp_bits *out) {
  tp_vec_u32 work = {0};
  tp_bits_init(out, c->ir->p->funcs.n + 1);
  push_stores(c, object, &work);
  push_stores(c, TP_CHANGER_WILD, &work);
  while (work.n) {
    tp_func_id f = VEC_POP(&work);
    if (tp_bits_has(out, f))
      continue;
    tp_bits_add(out, f);
    c->work += 1 + c->first[f + 1] - c->first[f];
    for (uint32_t i = c->first[f]; i < c->first[f + 1]; i++)
      VEC_PUSH(&work, c->caller[i]);
  }
  VEC_FREE(&work);
}

bool tp_changes_may(tp_changes *c, uint32_t changer, uint32_t object) {
  bool is_new = false;
  if (changer == TP_CHANGER_NONE)
    return false;
  if (changer == TP_CHANGER_WILD || c->work > TP_LIMIT_FLOW_CHANGES)
    return true;
  if (changer == TP_CHANGER_OUTSIDE)
    return object == TP_OBJECT_MEMORY;
  uint32_t *at = tp_map_put(&c->known, object, &is_new);
  if (is_new) {
    *at = c->sets.n;
    VEC_PUSH(&c->sets, (tp_bits){0});
    find(c, object, &VEC_LAST(&c->sets));
  }
  return tp_bits_has(&c->sets.at[*at], changer);
}
