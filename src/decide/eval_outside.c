/* Calls of functions outside the program. What they are given they may change,
 * and call; what they have kept from earlier calls, too, except the C library:
 * of its functions it is known which ones keep something. */
#include "decide/eval.h"

typedef struct outside {
  const char *name;
  bool is_library;
} outside;

static bool ends_with(const char *text, const char *end) {
  size_t n = strlen(text), m = strlen(end);
  return n >= m && strcmp(text + n - m, end) == 0;
}

static bool is_among(const char *name, const char *const *names) {
  for (; *names; names++)
    if (strcmp(name, *names) == 0)
      return true;
  return false;
}

/* Of the C library: those that write to what they were given before. */
static bool is_keeper(const char *name) {
  static const char *const names[] = {
      "setvbuf",        "setbuf",          "setbuffer",   "putenv", "fmemopen",
      "open_memstream", "open_wmemstream", "sigaltstack", NULL};
  return is_among(name, names);
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

/* Text among what printf and its like print. */
static bool is_printed(const tp_eval *e, const char *name, uint32_t i,
                       tp_type_id t) {
  const tp_type *type = type_at(e, t);
  return i > 0 && ends_with(name, "printf") &&
         (type->kind == TP_T_POINTER || type->kind == TP_T_ARRAY) &&
         type_at(e, type->base)->size == 1;
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

static void give_function(tp_eval *e, const outside *o, tp_decl_id d) {
  forget_shared(e);
  tp_eval_walk_later(e, tp_decl_function(e->p, d));
  e->has_callbacks = e->has_callbacks || !o->is_library;
}

/* Whether a function may lie where nobody knows: a record outside code gets
 * by a pointer into the unknown. */
static bool may_hold_functions(const tp_eval *e, const outside *o,
                               tp_type_id t) {
  const tp_type *type = type_at(e, t);
  return !o->is_library || (type->kind == TP_T_POINTER &&
                            type_at(e, type->base)->kind == TP_T_RECORD);
}

static void give_functions(tp_eval *e, const outside *o,
                           const tp_vec_u32 *objects, bool is_any) {
  tp_vec_u32 found = {0};
  tp_memory_functions(&e->memory, e->s.cells, objects, &found);
  for (uint32_t i = 0; i < found.n; i++)
    give_function(e, o, found.at[i]);
  for (uint32_t i = 0; is_any && i < e->taken.n; i++)
    give_function(e, o, e->taken.at[i]);
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
  bool is_known = tp_memory_reached(&e->memory, e->s.cells, v.e, &objects);
  give_functions(e, o, &objects, !is_known && may_hold_functions(e, o, v.type));
  VEC_FREE(&objects);
  if (is_only_read(e, parameter))
    return;
  tp_eval_forget_reached(e, v.e);
  if (!o->is_library)
    tp_eval_keep(e, v.e);
  else if (is_keeper(o->name))
    open_reached(e, v.e);
}

/* What a function outside the program may do to the objects it is given. */
static void give(tp_eval *e, const outside *o, tp_type_id parameter,
                 tp_value v) {
  uint64_t bits;
  const tp_type *t = type_at(e, v.type);
  bool is_constant = v.e && tp_expr_constant(e->x, v.e, &bits);
  if (t->kind == TP_T_RECORD) {
    give_memory(e, o, 0, v);
    return;
  }
  if ((t->kind != TP_T_POINTER && t->kind != TP_T_ARRAY &&
       t->kind != TP_T_FUNCTION) ||
      is_stream(e, t))
    return;
  if (is_constant && tp_memory_function_at(&e->memory, bits)) {
    give_function(e, o, tp_memory_function_at(&e->memory, bits));
    return;
  }
  if (!is_constant &&
      (t->kind == TP_T_FUNCTION || type_at(e, t->base)->kind == TP_T_FUNCTION))
    tp_model_cut(e->model, TP_FREE_CALLBACK, e->where);
  give_memory(e, o, parameter, v);
}

/* strtok(NULL, ...) goes on with the text it got before. */
static bool goes_on(const tp_eval *e, const outside *o, const tp_value *args,
                    uint32_t n) {
  uint64_t bits;
  return strcmp(o->name, "strtok") == 0 && n > 0 &&
         !(args[0].e && tp_expr_constant(e->x, args[0].e, &bits) && bits);
}

tp_value tp_eval_outside(tp_eval *e, const tp_decl *d, tp_type_id type,
                         const tp_value *args, uint32_t n) {
  outside o = {d ? tp_names_text(e->p->names, d->name) : "", d && d->is_system};
  const tp_type *t = d ? type_at(e, d->type) : NULL;
  if (!o.is_library) {
    e->memory.wild++; /* it depends on what others have kept */
    forget_kept(e);
  }
  if ((!o.is_library && e->has_callbacks) || goes_on(e, &o, args, n))
    forget_shared(e);
  for (uint32_t i = 0; i < n && strcmp(o.name, "free") != 0; i++) {
    tp_type_id parameter =
        t && i < t->n ? e->p->types.params.at[t->first + i] : 0;
    if (!is_printed(e, o.name, i, args[i].type))
      give(e, &o, parameter, args[i]);
  }
  if (ends_with(o.name, "setjmp")) /* it returns again, later */
    tp_eval_forget_all(e);
  if (d && d->is_noreturn)
    tp_eval_kill(e);
  return (tp_value){tp_eval_fresh(e, type, TP_FREE_CALL), type};
}
