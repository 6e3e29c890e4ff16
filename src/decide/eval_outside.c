/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls of functions outside the program. What they are given they may change,
 * and call; unless it is known that they do not (libc/libc.def) they keep it,
 * and may use it whenever anything outside is called. */
#include "decide/eval.h"

#include "base/limits.h"
#include "libc/libc.h"

typedef struct outside {
  uint32_t effects; /* TP_OUTSIDE_... */
  bool only_prints; /* what follows the format is only read */
} outside;

static bool is_known(const outside *o) {
  return !(o->effects & TP_OUTSIDE_UNKNOWN);
}

static const tp_type *type_at(const tp_eval *e, tp_type_id t) {
  return tp_type_get(&e->p->types, t);
}

/* A function can't write through it: neither there nor through a pointer that
 * lies there. */
static bool is_only_read(const tp_eval *e, tp_type_id t) {
  const tp_type *type = type_at(e, t);
  if (!t || type->kind != TP_T_POINTER)
    return false;
  const tp_type *base = type_at(e, type->base);
  return base->is_const && (base->kind == TP_T_VOID ||
                            tp_type_is_integer(&e->p->types, type->base) ||
                            tp_type_is_float(&e->p->types, type->base));
}

/* A conversion that writes how much was printed. */
static bool has_count(const char *format) {
  while ((format = strchr(format, '%'))) {
    format++;
    format += strspn(format, "0123456789$*.+-#' lhjztLqIwf");
    if (*format == 'n')
      return true;
    format += *format != '\0';
  }
  return false;
}

static bool only_prints(tp_eval *e, const outside *o, const tp_value *args,
                        uint32_t n) {
  char text[TP_LIMIT_DECIDE_FORMAT];
  uint32_t i = TP_OUTSIDE_FORMAT_ARG(o->effects);
  return o->effects & TP_OUTSIDE_PRINTS && i < n && !e->trust.hands_on &&
         tp_eval_text(e, args[i].e, text, sizeof text) && !has_count(text);
}

/* va_list: what the arguments are that it holds is not looked up. */
static bool is_list(const tp_eval *e, const tp_type *t) {
  if (t->kind != TP_T_POINTER && t->kind != TP_T_ARRAY)
    return false;
  const tp_type *base = type_at(e, t->base);
  return base->kind == TP_T_OTHER && base->size == 24;
}

/* FILE *: what it points to is the library's own. */
static bool is_stream(const tp_eval *e, const tp_type *t) {
  return t->kind == TP_T_POINTER &&
         strcmp(tp_names_text(e->p->names, type_at(e, t->base)->tag),
                "_IO_FILE") == 0;
}

/* A callback may change what it can name: not the locals of others, nor the
 * number of inputs read in other contexts than its own. */
static void forget_shared(tp_eval *e) {
  e->s.cells = tp_memory_forget_shared(&e->memory, e->s.cells);
}

static void give_function(tp_eval *e, tp_decl_id d) {
  forget_shared(e);
  tp_eval_walk_later(e, tp_decl_function(e->p, d));
}

static void give_taken(tp_eval *e) {
  for (uint32_t i = 0; i < e->taken.n; i++)
    give_function(e, e->taken.at[i]);
}

/* Whether a function may lie where nobody knows: a record outside code gets
 * by a pointer into the unknown. */
static bool may_hold_functions(const tp_eval *e, const outside *o,
                               tp_type_id t) {
  const tp_type *type = type_at(e, t);
  return !is_known(o) || (type->kind == TP_T_POINTER &&
                          type_at(e, type->base)->kind == TP_T_RECORD);
}

static void give_functions(tp_eval *e, const tp_vec_u32 *objects, bool is_any) {
  tp_vec_u32 found = {0};
  tp_memory_functions(&e->memory, e->s.cells, objects, &found);
  for (uint32_t i = 0; i < found.n; i++)
    give_function(e, found.at[i]);
  if (is_any)
    give_taken(e);
  VEC_FREE(&found);
}

static void keep(tp_eval *e, const tp_vec_u32 *objects) {
  for (uint32_t i = 0; i < objects->n; i++) {
    tp_object_info *info = &e->memory.objects.at[objects->at[i]];
    if (!info->is_kept && info->n_cells && !info->is_constant)
      VEC_PUSH(&e->memory.kept, objects->at[i]);
    info->is_kept = true;
  }
}

static void forget_kept(tp_eval *e) {
  tp_memory *m = &e->memory;
  uint32_t alive = 0;
  for (uint32_t i = 0; i < m->kept.n; i++) {
    tp_object o = m->kept.at[i];
    if (m->objects.at[o].is_dead)
      continue;
    m->kept.at[alive++] = o;
    e->s.cells = tp_memory_forget_object(m, e->s.cells, o);
  }
  m->kept.n = alive;
}

void tp_eval_keep(tp_eval *e, tp_expr address) {
  tp_vec_u32 objects = {0};
  if (tp_memory_reached(&e->memory, e->s.cells, address, &objects))
    keep(e, &objects);
  else
    keep(e, &e->memory.exposed);
  VEC_FREE(&objects);
}

void tp_eval_forget_reached(tp_eval *e, tp_expr address) {
  tp_vec_u32 objects = {0};
  if (!tp_memory_reached(&e->memory, e->s.cells, address, &objects))
    e->s.cells = tp_memory_forget_exposed(&e->memory, e->s.cells);
  for (uint32_t i = 0; i < objects.n; i++)
    e->s.cells = tp_memory_forget_object(&e->memory, e->s.cells, objects.at[i]);
  VEC_FREE(&objects);
}

static void open_reached(tp_eval *e, tp_expr address) {
  tp_vec_u32 objects = {0};
  if (!tp_memory_reached(&e->memory, e->s.cells, address, &objects))
    tp_model_cut(e->model, TP_FREE_POINTER, e->where);
  for (uint32_t i = 0; i < objects.n; i++)
    e->memory.objects.at[objects.at[i]].is_open = true;
  VEC_FREE(&objects);
}

static void give_memory(tp_eval *e, const outside *o, tp_type_id parameter,
                        tp_value v) {
  tp_vec_u32 objects = {0};
  bool is_found = tp_memory_reached(&e->memory, e->s.cells, v.e, &objects);
  give_functions(e, &objects, !is_found && may_hold_functions(e, o, v.type));
  VEC_FREE(&objects);
  if (is_known(o) && is_only_read(e, parameter))
    return;
  tp_eval_forget_reached(e, v.e);
  if (!is_known(o))
    tp_eval_keep(e, v.e);
  else if (o->effects & TP_OUTSIDE_KEEPS)
    open_reached(e, v.e);
}

static void give_list(tp_eval *e, const outside *o, tp_value v) {
  e->memory.wild++;
  e->s.cells = tp_memory_forget_exposed(&e->memory, e->s.cells);
  give_taken(e);
  if (!is_known(o))
    keep(e, &e->memory.exposed);
  tp_eval_forget_reached(e, v.e);
}

static bool is_address(tp_eval *e, tp_value v) {
  return v.e && tp_type_is_integer(&e->p->types, v.type) &&
         type_at(e, v.type)->size == 8 &&
         tp_memory_may_be_address(&e->memory, v.e);
}

/* What a function outside the program may do to the objects it is given. */
static void give(tp_eval *e, const outside *o, tp_type_id parameter,
                 tp_value v) {
  uint64_t bits;
  const tp_type *t = type_at(e, v.type);
  bool is_constant = v.e && tp_expr_known(e->x, v.e, &bits);
  bool is_pointer = t->kind == TP_T_POINTER || t->kind == TP_T_ARRAY ||
                    t->kind == TP_T_FUNCTION;
  if (t->kind == TP_T_RECORD || is_address(e, v))
    give_memory(e, o, 0, v);
  else if (is_list(e, t))
    give_list(e, o, v);
  else if (!is_pointer || is_stream(e, t))
    return;
  else if (is_constant && tp_memory_function_at(&e->memory, bits))
    give_function(e, tp_memory_function_at(&e->memory, bits));
  else if (!is_constant && (t->kind == TP_T_FUNCTION ||
                            type_at(e, t->base)->kind == TP_T_FUNCTION))
    give_taken(e);
  else
    give_memory(e, o, parameter, v);
}

/* strtok(NULL, ...) goes on with the text it got before. */
static bool goes_on(const tp_eval *e, const outside *o, const tp_value *args,
                    uint32_t n) {
  uint64_t bits;
  return o->effects & TP_OUTSIDE_GOES_ON && n > 0 &&
         !(args[0].e && tp_expr_known(e->x, args[0].e, &bits) && bits);
}

static void give_all(tp_eval *e, const outside *o, const tp_type *t,
                     const tp_value *args, uint32_t n) {
  uint32_t format = TP_OUTSIDE_FORMAT_ARG(o->effects);
  for (uint32_t i = 0; i < n; i++) {
    tp_type_id parameter =
        t && i < t->n ? e->p->types.params.at[t->first + i] : 0;
    if (!(o->only_prints && i >= format))
      give(e, o, parameter, args[i]);
  }
}

void tp_eval_run_unseen(tp_eval *e) {
  if (!e->trust.hands_on && !e->trust.is_interposed)
    return;
  e->memory.wild++; /* it depends on what others have kept */
  forget_shared(e);
}

/* Any number from low to high: some bits of any, or one of these if it is any
 * other. */
static tp_expr between(tp_eval *e, tp_expr any, bool is_signed, int64_t low,
                       int64_t high) {
  tp_exprs *x = e->x;
  unsigned width = tp_expr_width(x, any);
  if (low == 0 && (high & (high + 1)) == 0)
    return tp_expr_bv_op(x, TP_BV_AND, any,
                         tp_expr_bv(x, width, (uint64_t)high));
  tp_expr is_inside =
      tp_sem_in_range(x, any, is_signed, (uint64_t)low, (uint64_t)high);
  return tp_expr_ite(x, is_inside, any, tp_expr_bv(x, width, (uint64_t)low));
}

/* Nobody knows the result, but perhaps between which numbers it lies. */
static tp_expr any_result(tp_eval *e, const outside *o, const tp_decl *d,
                          tp_type_id type) {
  const tp_types *types = &e->p->types;
  tp_expr any = tp_eval_fresh(e, type, TP_FREE_CALL);
  int64_t low, high;
  bool has_name = any && d && is_known(o) && tp_type_is_integer(types, type);
  const char *name = has_name ? tp_names_text(e->p->names, d->name) : "";
  return tp_libc_result(tp_libc_plain_name(name), &low, &high)
             ? between(e, any, tp_type_is_signed(types, type), low, high)
             : any;
}

tp_value tp_eval_outside(tp_eval *e, const tp_decl *d, tp_type_id type,
                         const tp_value *args, uint32_t n) {
  outside o = {d ? e->trust.effects.at[d - e->p->decls.at] : TP_OUTSIDE_UNKNOWN,
               false};
  if (!(o.effects & TP_OUTSIDE_QUIET)) {
    e->memory.wild += e->memory.kept.n > 0 || !is_known(&o);
    if (e->memory.kept.n || !is_known(&o)) /* it may free them */
      e->s.cells = tp_memory_forget_lives(&e->memory, e->s.cells);
    forget_kept(e);
    tp_eval_run_unseen(e);
  }
  if (goes_on(e, &o, args, n))
    forget_shared(e);
  o.only_prints = only_prints(e, &o, args, n);
  if (!(o.effects & TP_OUTSIDE_SPARES))
    give_all(e, &o, d ? type_at(e, d->type) : NULL, args, n);
  if (o.effects & TP_OUTSIDE_LATER)
    tp_eval_forget_all(e);
  tp_eval_errno_after(e, d);
  if (d && d->is_noreturn)
    tp_eval_kill(e);
  return (tp_value){any_result(e, &o, d, type), type};
}
