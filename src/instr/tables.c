/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plan's tables that do not come from expressions: functions with their
 * parameters, call sites with the scalars an input is made of. */
#include "instr/work.h"

#define MAX_PARTS 65536 /* of one input object */

/* ---- functions ----------------------------------------------------------- */

bool tp_instr_is_instrumented(const tp_func *f) {
  return f->is_user && !f->is_nested && f->body;
}

/* The first so many parameters reach to the last one that may be symbolic. */
static uint32_t count_params(const tp_writer *w, const tp_func *f) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < f->params.n; i++) {
    const tp_decl *d = &w->p->decls.at[f->params.at[i]];
    tp_decl_id same = d->same ? d->same : f->params.at[i];
    if (!d->name || tp_w_is_fixed(w, f->params.at[i]))
      break;
    if (tp_bits_has(&w->taint->decls, same))
      n = i + 1;
  }
  return n;
}

/* Whether what the parameter holds can be told when the function is entered. */
static bool is_told(const tp_writer *w, const tp_func *f, uint8_t param) {
  for (uint32_t i = 0; i < param; i++)
    if (!w->p->decls.at[f->params.at[i]].name ||
        tp_w_is_fixed(w, f->params.at[i]))
      return false;
  return param > 0;
}

/* What a tester delivers is told apart by its site and by the number of the
 * test: how often another one was asked is nothing to it. */
static void tell_apart(tp_writer *w, const tp_func *f, tp_wire_func *wire) {
  const uint8_t by[TP_WIRE_BY] = {f->test_site, f->test_number};
  for (uint32_t i = 0; i < TP_WIRE_BY; i++) {
    if (!is_told(w, f, by[i]))
      continue;
    wire->by[i] = by[i];
    if (wire->n_params < by[i])
      wire->n_params = by[i];
  }
}

static void fill_functions(tp_writer *w) {
  const tp_program *p = w->p;
  VEC_RESIZE(&w->plan->funcs, p->funcs.n);
  for (tp_func_id f = 1; f < p->funcs.n; f++) {
    const tp_func *func = &p->funcs.at[f];
    tp_wire_func *wire = &w->plan->funcs.at[f];
    wire->first_param = w->plan->param_sizes.n;
    wire->is_entry = f == p->entry;
    if (!w->taint || !tp_instr_is_instrumented(func))
      continue;
    wire->n_params = count_params(w, func);
    tell_apart(w, func, wire);
    for (uint32_t i = 0; i < wire->n_params; i++)
      VEC_PUSH(&w->plan->param_sizes,
               tp_w_size(w, p->decls.at[func->params.at[i]].type));
    if (wire->n_params || tp_bits_has(&w->taint->returns, f))
      tp_bits_add(&w->entries, f);
  }
}

/* A function enters with an event if something in it is told to the runtime. */
static void fill_entries(tp_writer *w) {
  const tp_program *p = w->p;
  if (!w->taint)
    return;
  for (uint32_t d = 1; d < p->decisions.n; d++)
    if (!p->decisions.at[d].is_constant)
      tp_bits_add(&w->entries, p->decisions.at[d].func);
  for (uint32_t s = 1; s < p->sites.n; s++)
    tp_bits_add(&w->entries, p->sites.at[s].caller);
  for (tp_func_id f = 0; f < p->funcs.n; f++)
    if (!tp_instr_is_instrumented(&p->funcs.at[f]))
      tp_bits_del(&w->entries, f);
}

/* ---- inputs -------------------------------------------------------------- */

static tp_wire_type wire_type(const tp_types *types, tp_type_id t) {
  const tp_type *type = tp_type_get(types, t);
  bool is_signed = tp_type_is_signed(types, t);
  if (type->kind == TP_T_BOOL)
    return TP_W_BOOL;
  if (type->kind == TP_T_FLOAT)
    return type->size == 4 ? TP_W_F32 : TP_W_F64;
  switch (type->size) {
  case 1:
    return is_signed ? TP_W_I8 : TP_W_U8;
  case 2:
    return is_signed ? TP_W_I16 : TP_W_U16;
  case 4:
    return is_signed ? TP_W_I32 : TP_W_U32;
  default:
    return is_signed ? TP_W_I64 : TP_W_U64;
  }
}

typedef struct flatten {
  tp_plan *plan;
  const tp_types *types;
  uint32_t first;
  uint64_t raw_end; /* bytes before this are covered by raw parts */
} flatten;

static void add_part(flatten *fl, uint64_t offset, tp_wire_type type) {
  if (fl->plan->parts.n - fl->first < MAX_PARTS && offset <= UINT32_MAX)
    VEC_PUSH(&fl->plan->parts, (tp_wire_part){.offset = (uint32_t)offset,
                                              .type = (uint16_t)type});
}

static void add_bytes(flatten *fl, uint64_t from, uint64_t to) {
  if (from < fl->raw_end)
    from = fl->raw_end;
  for (; from < to && fl->plan->parts.n - fl->first < MAX_PARTS; from++)
    add_part(fl, from, TP_W_U8);
  if (to > fl->raw_end)
    fl->raw_end = to;
}

static void add_scalar(flatten *fl, tp_type_id t, uint64_t offset) {
  if (tp_type_is_scalar(fl->types, t) && !tp_type_is_pointer(fl->types, t))
    add_part(fl, offset, wire_type(fl->types, t));
}

typedef struct pending {
  tp_type_id type;
  uint64_t offset;
  uint32_t next; /* field or element */
} pending;

static void bits_inside(flatten *fl, uint64_t offset, const tp_field *field) {
  uint64_t from = offset + field->offset;
  if (field->name && field->bit_width)
    add_bytes(fl, from, from + tp_w_field_bytes(field));
}

/* The next thing inside the type, if there is one. */
static bool step(flatten *fl, pending *top, pending *inner) {
  const tp_type *type = tp_type_get(fl->types, top->type);
  uint32_t i = top->next++;
  if (type->kind == TP_T_ARRAY && i < type->count && i < MAX_PARTS) {
    uint64_t stride = tp_type_get(fl->types, type->base)->size;
    *inner = (pending){type->base, top->offset + i * stride, 0};
    return true;
  }
  if (type->kind != TP_T_RECORD || type->is_union || i >= type->n)
    return false;
  const tp_field *field = &fl->types->fields.at[type->first + i];
  *inner = (pending){field->type, top->offset + field->offset, 0};
  if (field->is_bitfield) {
    bits_inside(fl, top->offset, field);
    inner->type = TP_TYPE_VOID;
  }
  return true;
}

/* The scalars of a type in the order of their offsets. Pointers are left out;
 * unions and bit-fields are raw bytes. */
static void add_parts(flatten *fl, tp_type_id t) {
  VEC(pending) stack = {0};
  VEC_PUSH(&stack, (pending){t, 0, 0});
  while (stack.n && fl->plan->parts.n - fl->first < MAX_PARTS) {
    pending *top = &VEC_LAST(&stack), inner;
    const tp_type *type = tp_type_get(fl->types, top->type);
    if (top->next == 0 && type->kind == TP_T_RECORD && type->is_union)
      add_bytes(fl, top->offset, top->offset + type->size);
    else if (top->next == 0)
      add_scalar(fl, top->type, top->offset);
    if (step(fl, top, &inner))
      VEC_PUSH(&stack, inner);
    else
      stack.n--;
  }
  VEC_FREE(&stack);
}

static tp_type_id input_type(const tp_program *p, const tp_site *s) {
  tp_type_id t =
      s->input_kind == TP_INPUT_OBJECT ? s->object : p->nodes.at[s->node].type;
  while (tp_type_get(&p->types, t)->kind == TP_T_ARRAY)
    t = tp_type_get(&p->types, t)->base; /* repeats over the object's size */
  return t;
}

static void limit(tp_wire_site *wire, const tp_limits *l) {
  wire->is_limited = 1;
  wire->low = l->low;
  wire->high = l->high;
  wire->plain = l->plain;
}

static void fill_site(tp_writer *w, uint32_t id) {
  const tp_site *s = &w->p->sites.at[id];
  tp_wire_site *wire = &w->plan->sites.at[id];
  wire->first_part = w->plan->parts.n;
  if (!s->is_input)
    return;
  flatten fl = {w->plan, &w->p->types, wire->first_part, 0};
  tp_type_id t = input_type(w->p, s);
  const tp_type *type = tp_type_get(&w->p->types, t);
  if (type->kind == TP_T_UNKNOWN || type->kind == TP_T_VOID || type->size == 0)
    t = TP_TYPE_UCHAR;
  add_parts(&fl, t);
  wire->n_parts = w->plan->parts.n - wire->first_part;
  wire->object_size = tp_w_size(w, t);
  if (s->limits)
    limit(wire, &w->p->limits.at[s->limits]);
}

void tp_instr_fill_tables(tp_writer *w) {
  tp_bits_init(&w->entries, w->p->funcs.n + 1);
  fill_functions(w);
  fill_entries(w);
  VEC_RESIZE(&w->plan->sites, w->p->sites.n);
  for (uint32_t s = 1; s < w->p->sites.n; s++)
    fill_site(w, s);
}
