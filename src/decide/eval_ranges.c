/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What checks ask about the object that a pointer points into: an address here
 * is an object and an offset, so that a pointer is known by the object it was
 * made of, wherever it has gone since. An address that may be several is an
 * if-then-else of answers; where one part of it is not known, neither is the
 * answer. */
#include "decide/eval_models.h"

#include "decide/access.h"

/* What is known of the object that a part of an address lies in; 0: nothing. */
typedef tp_expr answer(tp_eval *e, tp_object o, tp_expr address);

static tp_expr number(tp_eval *e, uint64_t n) {
  return tp_expr_bv(e->x, 64, n);
}

/* ---- answers ------------------------------------------------------------- */

static tp_expr place_in(tp_eval *e, tp_object o, tp_expr address) {
  if (!o)
    return number(e, TP_RANGE_PLACE);
  return tp_expr_bv_op(e->x, TP_BV_SUB, address,
                       tp_memory_address(&e->memory, o, 0));
}

static tp_expr size_of(tp_eval *e, tp_object o, tp_expr address) {
  (void)address;
  if (!o)
    return number(e, TP_RANGE_SIZE);
  const tp_object_info *info = &e->memory.objects.at[o];
  if (info->is_block)
    return info->bytes;
  return info->size ? number(e, info->size) : 0;
}

static tp_expr is_freed(tp_eval *e, tp_object block) {
  tp_expr life = tp_memory_life(&e->memory, e->s.cells, block);
  tp_expr none = tp_expr_bv(e->x, 8, 0);
  return life ? tp_expr_ite(e->x, tp_expr_eq(e->x, life, none), number(e, 1),
                            number(e, 0))
              : 0;
}

/* It lives as long as the outermost function that is walked. */
static bool outlives_calls(const tp_eval *e, tp_object o) {
  return e->memory.objects.at[o].is_constant || e->frames.n < 2 ||
         o < e->frames.at[1]->first_object;
}

/* 1 or 0, of 64 bits. A summary also holds where a variable has ended since. */
static tp_expr is_gone(tp_eval *e, tp_object o, tp_expr address) {
  (void)address;
  const tp_object_info *info = &e->memory.objects.at[o];
  if (info->is_block)
    return is_freed(e, o);
  if (info->is_dead)
    return number(e, 1);
  bool is_sure = info->n_cells && (!e->summaries.depth || outlives_calls(e, o));
  return !o || is_sure ? number(e, 0) : 0;
}

static tp_expr is_fixed(tp_eval *e, tp_object o, tp_expr address) {
  (void)address;
  if (!o)
    return number(e, 0);
  const tp_object_info *info = &e->memory.objects.at[o];
  return info->is_block && !info->is_room ? is_freed(e, o) : number(e, 1);
}

/* ---- parts of an address ------------------------------------------------- */

/* Object and offset, or NULL (*o is 0). */
static bool find_object(tp_eval *e, tp_expr part, tp_object *o) {
  uint64_t bits;
  int64_t offset;
  if (!tp_expr_constant(e->x, part, &bits))
    bits = tp_access_base(e->x, part);
  else if (bits < TP_FIRST_PAGE) {
    *o = 0;
    return true;
  }
  *o = tp_memory_object(&e->memory, bits, &offset);
  return *o != 0;
}

static tp_expr ask(tp_eval *e, tp_expr address, answer *of) {
  tp_address_parts parts = {0};
  tp_expr plain = address ? tp_expr_plain(e->x, address) : 0, all = 0;
  bool is_known = plain && tp_access_parts(&e->memory, plain, &parts);
  for (uint32_t i = 0; i < parts.n && is_known; i++) {
    tp_object o;
    tp_expr one =
        find_object(e, parts.at[i].e, &o) ? of(e, o, parts.at[i].e) : 0;
    is_known = one != 0;
    if (is_known)
      all = all ? tp_expr_ite(e->x, parts.at[i].when, one, all) : one;
  }
  VEC_FREE(&parts);
  return is_known ? all : 0;
}

static bool answer_with(tp_eval *e, const tp_eval_library_call *c, answer *of,
                        tp_value *out) {
  tp_expr found = ask(e, c->args[0].e, of);
  out->type = c->type;
  out->e =
      found ? tp_sem_convert(&e->sem, (tp_value){found, TP_TYPE_ULONG}, c->type)
            : tp_eval_fresh(e, c->type, TP_FREE_POINTER);
  return true;
}

bool tp_eval_model_tp2ph_range_place(tp_eval *e, const tp_eval_library_call *c,
                                     tp_value *out) {
  return answer_with(e, c, place_in, out);
}

bool tp_eval_model_tp2ph_range_size(tp_eval *e, const tp_eval_library_call *c,
                                    tp_value *out) {
  return answer_with(e, c, size_of, out);
}

bool tp_eval_model_tp2ph_range_gone(tp_eval *e, const tp_eval_library_call *c,
                                    tp_value *out) {
  return answer_with(e, c, is_gone, out);
}

bool tp_eval_model_tp2ph_range_fixed(tp_eval *e, const tp_eval_library_call *c,
                                     tp_value *out) {
  return answer_with(e, c, is_fixed, out);
}

bool tp_eval_model_tp2ph_range_length(tp_eval *e, const tp_eval_library_call *c,
                                      tp_value *out) {
  return tp_eval_model_strnlen(e, c, out);
}

/* Nothing: the walk knows its objects. */
bool tp_eval_model_tp2ph_range_object(tp_eval *e, const tp_eval_library_call *c,
                                      tp_value *out) {
  (void)e, (void)c, (void)out;
  return true;
}

bool tp_eval_model_tp2ph_range_frame(tp_eval *e, const tp_eval_library_call *c,
                                     tp_value *out) {
  (void)e, (void)c, (void)out;
  return true;
}
