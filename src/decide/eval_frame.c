/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Activations of functions: made, entered with arguments, left with a result.
 */
#include "decide/eval.h"

#include "program/place.h"

/* ---- frames -------------------------------------------------------------- */

static tp_eval_frame *new_frame(tp_eval *e) {
  return e->spare.n ? VEC_POP(&e->spare) : TP_NEW(tp_eval_frame);
}

static void push_frame(tp_eval *e, tp_func_id f, uint64_t context) {
  tp_eval_frame *frame = new_frame(e);
  frame->func = f;
  frame->context = context;
  frame->number = ++e->n_frames;
  frame->first_cell = e->memory.next_cell;
  frame->first_object = e->memory.objects.n;
  frame->first_exposed = e->memory.exposed.n;
  frame->at = frame->base = e->ir->first.at[f];
  VEC_CLEAR(&frame->values);
  VEC_RESIZE(&frame->values, e->ir->first.at[f + 1] - frame->base);
  VEC_PUSH(&e->frames, frame);
  e->recursive_walks.at[f] =
      e->activations.at[f]++ ? e->recursive_walks.at[f] + 1 : 0;
  e->walks.at[f]++;
}

static void clear_frame(tp_eval_frame *f) {
  for (uint32_t i = 0; i < f->loops.n; i++) {
    VEC_FREE(&f->loops.at[i].again);
    VEC_FREE(&f->loops.at[i].heads);
  }
  VEC_CLEAR(&f->loops);
  VEC_CLEAR(&f->returns);
  VEC_CLEAR(&f->waiting);
  VEC_CLEAR(&f->rooms);
  VEC_CLEAR(&f->temporaries);
  VEC_CLEAR(&f->more);
  VEC_CLEAR(&f->calling.callees);
  VEC_CLEAR(&f->calling.called);
  tp_map_clear(&f->locals);
  tp_map_clear(&f->snapshots);
  tp_free(f->summary);
  f->summary = NULL;
}

static void free_frame(tp_eval_frame *f) {
  VEC_FREE(&f->values);
  VEC_FREE(&f->returns);
  VEC_FREE(&f->waiting);
  VEC_FREE(&f->rooms);
  VEC_FREE(&f->temporaries);
  VEC_FREE(&f->more);
  VEC_FREE(&f->loops);
  VEC_FREE(&f->calling.args);
  VEC_FREE(&f->calling.callees);
  VEC_FREE(&f->calling.called);
  tp_map_free(&f->locals);
  tp_map_free(&f->snapshots);
  tp_free(f);
}

void tp_eval_drop_frames(tp_eval *e) {
  while (e->frames.n) {
    clear_frame(tp_eval_top(e));
    VEC_PUSH(&e->spare, VEC_POP(&e->frames));
  }
  while (e->spare.n)
    free_frame(VEC_POP(&e->spare));
}

/* Its objects die: their cells may be used again. Those of the initialisers
 * stay. */
static void pop_frame(tp_eval *e) {
  tp_eval_frame *f = VEC_POP(&e->frames);
  tp_memory *m = &e->memory;
  e->activations.at[f->func]--;
  if (f->func) {
    tp_memory_leave(m, f->first_object, f->first_exposed);
    e->s.cells = tp_store_clear(m->store, e->s.cells, f->first_cell,
                                m->next_cell - f->first_cell);
    m->next_cell = f->first_cell;
  }
  clear_frame(f);
  VEC_PUSH(&e->spare, f);
}

/* ---- arguments ----------------------------------------------------------- */

bool tp_eval_passes(const tp_eval *e, tp_type_id from, tp_type_id to) {
  const tp_type *a = tp_type_get(&e->p->types, from);
  const tp_type *b = tp_type_get(&e->p->types, to);
  tp_cscalar x, y;
  if (a->unqualified == b->unqualified)
    return true;
  if (!tp_sem_scalar(e->p, from, &x) || !tp_sem_scalar(e->p, to, &y))
    return a->kind == b->kind && a->size == b->size;
  return x.is_float == y.is_float && x.is_bool == y.is_bool &&
         (x.is_float ? x.size == y.size : y.size <= x.size);
}

static void bind_parameters(tp_eval *e, tp_func_id f, const tp_value *args,
                            uint32_t n) {
  const tp_func *func = &e->p->funcs.at[f];
  bool is_passed = true;
  for (uint32_t i = 0; i < func->params.n; i++) {
    tp_decl_id d = func->params.at[i];
    const tp_decl *decl = &e->p->decls.at[d];
    tp_object o = tp_memory_add(&e->memory, decl->type, decl->address_taken);
    *tp_map_put(&VEC_LAST(&e->frames)->locals, decl->same, NULL) = o;
    is_passed =
        is_passed && i < n && tp_eval_passes(e, args[i].type, decl->type);
    if (is_passed) /* the first that does not fit moves the others */
      tp_eval_store(e, tp_memory_address(&e->memory, o, 0), decl->type,
                    args[i]);
    else
      tp_eval_unset(e, o, TP_FREE_PARAMETER);
  }
  if (n > func->params.n)
    tp_eval_more_args(e, args + func->params.n, n - func->params.n);
}

/* ---- results ------------------------------------------------------------- */

tp_type_id tp_eval_return_type(const tp_eval *e, tp_func_id f) {
  const tp_decl *d = &e->p->decls.at[e->p->funcs.at[f].decl];
  return f ? tp_type_get(&e->p->types, d->type)->base : TP_TYPE_VOID;
}

static tp_value returned(tp_eval *e, tp_object o, tp_type_id type) {
  tp_cscalar t;
  tp_value out = {0, type};
  if (!o)
    return out;
  tp_expr address = tp_memory_address(&e->memory, o, 0);
  if (tp_type_get(&e->p->types, type)->kind == TP_T_RECORD) {
    out.e = address;
  } else if (tp_sem_scalar(e->p, type, &t)) {
    tp_expr bits = tp_memory_load(&e->memory, e->s.cells, address, t.size);
    bool is_known = bits && !tp_eval_dangles(e, type, bits);
    out.e = is_known ? tp_cop_of_bits(e->x, t, bits) : 0;
  }
  return out;
}

/* main without a return, since C99, which has another inline. */
static bool ends_with_zero(const tp_eval *e, tp_func_id f) {
  const tp_func *func = &e->p->funcs.at[f];
  const char *name =
      tp_names_text(e->p->names, e->p->decls.at[func->decl].name);
  return strcmp(name, "main") == 0 &&
         tp_place_has_macro(e->p, func->unit, "__GNUC_STDC_INLINE__");
}

void tp_eval_enter(tp_eval *e, tp_func_id f, uint64_t context,
                   const tp_value *args, uint32_t n) {
  tp_type_id type = tp_eval_return_type(e, f);
  tp_object o = tp_type_get(&e->p->types, type)->kind == TP_T_VOID
                    ? 0
                    : tp_memory_add(&e->memory, type, false);
  if (o && ends_with_zero(e, f))
    tp_eval_zero(e, o);
  else if (o)
    tp_eval_unset(e, o, TP_FREE_UNSET);
  push_frame(e, f, context);
  tp_eval_top(e)->result = o;
  if (f) {
    tp_diary_enter(e, f);
    bind_parameters(e, f, args, n);
  }
}

void tp_eval_leave(tp_eval *e) {
  tp_eval_frame *f = tp_eval_top(e);
  tp_summary_walk *summary = f->summary;
  tp_type_id type = tp_eval_return_type(e, f->func);
  tp_object o = f->result;
  if (e->frames.n > 1)
    tp_eval_come(e, e->frames.at[e->frames.n - 2]->calling.op);
  tp_eval_join_all(e, &f->returns);
  tp_eval_end_rooms(e, f);
  tp_diary_leave(e);
  f->summary = NULL;
  pop_frame(e);
  tp_value v = returned(e, o, type);
  if (summary)
    v = tp_summary_end(e, summary, v);
  if (e->frames.n)
    tp_eval_returned(e, v);
}
