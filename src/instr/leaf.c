/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lvalues that are read: which leaf stands for the value.
 *
 * The address of a leaf is written again behind the expression, if that gives
 * the same; otherwise the value is copied where it is read. An lvalue whose
 * place may be symbolic is a table leaf (table.c). */
#include "instr/work.h"

/* Bytes of a record that is read by a symbolic index. */
#define MAX_PIECED 256

static const tp_type *type_of(const tp_writer *w, tp_node_id n) {
  return tp_type_get(&w->p->types, tp_w_node(w, n)->type);
}

bool tp_w_has_symbol(const tp_writer *w, uint32_t from, uint32_t to) {
  for (uint32_t i = from; i < to; i++)
    if (w->leaves.at[i].kind != TP_LEAF_PLAIN)
      return true;
  return false;
}

void tp_w_push_temp(tp_writer *w, tp_node_id n, tp_temp temp, uint8_t kind) {
  tp_type_id t = tp_w_node(w, n)->type;
  uint32_t size = tp_w_is_scalar(w, t) ? tp_w_size(w, t) : 8;
  VEC_PUSH(&w->leaves, (tp_planned_leaf){.node = n,
                                         .kind = kind,
                                         .at = TP_AT_TEMP,
                                         .size = (uint8_t)size,
                                         .temp = temp});
}

/* Arrays and functions become pointers. */
static bool decays(const tp_writer *w, tp_node_id n) {
  uint8_t kind = type_of(w, n)->kind;
  return kind == TP_T_ARRAY || kind == TP_T_FUNCTION;
}

void tp_w_capture_plain(tp_writer *w, tp_frame *f, uint32_t level) {
  tp_field field;
  tp_type_id t = tp_w_value_type(w, f->node);
  w->leaves.n = f->base;
  if ((!tp_w_is_scalar(w, t) && !decays(w, f->node)) ||
      tp_w_bitfield(w, f->node, &field)) {
    f->is_bad = true;
    return;
  }
  tp_temp temp = tp_w_take(w, t);
  tp_w_wrap(w, f, level, temp, t, "", "");
  tp_w_push_temp(w, f->node, temp, TP_LEAF_PLAIN);
}

/* It has to be copied where it is read. */
static bool must_copy(const tp_writer *w, const tp_frame *f) {
  const tp_type *type = type_of(w, f->node);
  if (type->is_volatile || type->is_atomic)
    return true;
  return f->ask.flags & TP_ASK_WRAP && !tp_w_is_own(w, f->node);
}

/* The lvalue evaluated once, its value in the temporary of the last leaf. */
static void read_by_pointer(tp_writer *w, tp_frame *f, uint32_t level,
                            const tp_str *event) {
  tp_str open = {0}, close = {0};
  tp_type_id t = tp_w_type(w, f->node);
  bool keeps_type = tp_w_is_pointer(w, t) || tp_w_is_record(w, t);
  tp_temp temp = VEC_LAST(&w->leaves).temp;
  tp_str_add(&open, "({__auto_type __tp2ph_q=&(");
  tp_str_add(&close, ");");
  if (keeps_type) {
    tp_str_add(&close, "__auto_type __tp2ph_v=*__tp2ph_q;");
    tp_w_say_keep(w, &close, temp, t);
  } else {
    tp_temps_add_name(&close, temp);
    tp_str_add(&close, "=*__tp2ph_q;");
  }
  tp_str_addn(&close, tp_str_text(event), event->n);
  if (keeps_type)
    tp_str_add(&close, "__tp2ph_v");
  else
    tp_temps_add_name(&close, temp);
  tp_str_add(&close, ";})");
  tp_w_open(w, f, level, &open);
  tp_w_close(w, f, &close);
  tp_str_free(&open);
  tp_str_free(&close);
}

/* What gives the copy its symbolic value. `source`: how the lvalue's address is
 * written. The leaves on the stack are the indices. */
static void say_copy(tp_writer *w, tp_frame *f, tp_str *out, tp_temp temp,
                     tp_planned_leaf *table, const char *source) {
  tp_str middle = {0};
  tp_type_id t = tp_w_type(w, f->node);
  if (table) {
    VEC_PUSH(&w->leaves, *table);
    uint32_t e = tp_w_plan(w, TP_PLAN_VALUE, f->node, t, f->base);
    tp_str_add(&middle, ",&");
    tp_temps_add_name(&middle, temp);
    tp_w_say_event(w, out, "a", e, tp_str_text(&middle), f->base);
    tp_str_addc(out, ';');
  } else if (tp_w_is_tainted(w, f->node)) {
    tp_str_add(out, "__tp2ph_cp(&");
    tp_temps_add_name(out, temp);
    tp_str_addf(out, ",%s,%u);", source, tp_w_size(w, t));
  }
  tp_str_free(&middle);
}

static void copy_lvalue(tp_writer *w, tp_frame *f, tp_planned_leaf *table) {
  tp_type_id t = tp_w_type(w, f->node);
  tp_temp temp = tp_w_take(w, t);
  tp_str event = {0}, source = {0};
  bool is_repeated = tp_w_can_repeat(w, f->node);
  uint8_t kind =
      table || tp_w_is_tainted(w, f->node) ? TP_LEAF_VALUE : TP_LEAF_PLAIN;
  if (is_repeated)
    tp_w_say_address(w, &source, f->node);
  else
    tp_str_add(&source, "__tp2ph_q");
  if (!is_repeated && table)
    table->at = TP_AT_READ;
  say_copy(w, f, &event, temp, table, tp_str_text(&source));
  w->leaves.n = f->base;
  tp_w_push_temp(w, f->node, temp, kind);
  if (is_repeated)
    tp_w_wrap(w, f, TP_OPEN_OWN, temp, t, "", tp_str_text(&event));
  else
    read_by_pointer(w, f, TP_OPEN_OWN, &event);
  tp_str_free(&event);
  tp_str_free(&source);
}

/* A record whose place may be symbolic, piece by piece; the leaves on the stack
 * are the indices. False: it is too large, or its place is not followed. */
static bool say_pieces(tp_writer *w, tp_frame *f, tp_str *out, tp_temp temp) {
  static const tp_type_id types[] = {TP_TYPE_ULONG, TP_TYPE_UINT,
                                     TP_TYPE_USHORT, TP_TYPE_UCHAR};
  uint32_t n = tp_w_size(w, tp_w_type(w, f->node));
  tp_planned_leaf table = {.node = f->node, .at = TP_AT_READ};
  if (f->is_bad || n > MAX_PIECED ||
      !tp_w_make_table(w, f->base, f->node, &table))
    return false;
  for (uint32_t at = 0, size; at < n; at += size) {
    uint32_t k = 0;
    while (at % (8u >> k) != 0 || n - at < 8u >> k)
      k++;
    size = 8u >> k;
    tp_planned_leaf piece = table;
    piece.size = (uint8_t)size;
    piece.inside = at;
    piece.offset += at;
    VEC_PUSH(&w->leaves, piece);
    uint32_t e = tp_w_plan(w, TP_PLAN_PIECE, f->node, types[k], f->base);
    tp_str to = {0};
    tp_str_addc(&to, ',');
    tp_temps_add_name(&to, temp);
    tp_str_addf(&to, "+%u", at);
    tp_w_say_event(w, out, "a", e, to.at, f->base);
    tp_str_addc(out, ';');
    tp_str_free(&to);
    w->leaves.n--;
  }
  return true;
}

void tp_w_copy_by_pointer(tp_writer *w, tp_frame *f, uint32_t level) {
  tp_type_id t = tp_w_type(w, f->node);
  tp_temp temp = tp_w_take_value(w, t);
  tp_str event = {0};
  bool is_pieced = temp && tp_w_is_record(w, t) &&
                   tp_w_has_symbolic_place(w, f->node) &&
                   say_pieces(w, f, &event, temp);
  w->leaves.n = f->base;
  f->is_bad = !temp;
  if (!temp)
    return;
  if (!is_pieced) {
    tp_w_note_place(w, f->node);
    say_copy(w, f, &event, temp, NULL, "__tp2ph_q");
  }
  tp_w_push_temp(w, f->node, temp, TP_LEAF_VALUE);
  read_by_pointer(w, f, level, &event);
  tp_str_free(&event);
}

/* The leaf is that table, or the value as it is where it lies. */
static bool find_table(tp_writer *w, tp_frame *f, tp_planned_leaf *leaf) {
  bool is_table = !f->is_bad && tp_w_make_table(w, f->base, f->node, leaf);
  f->is_bad = false; /* an index that can't be followed is taken as it is */
  if (is_table)
    return true;
  tp_w_note_place(w, f->node);
  w->leaves.n = f->base;
  leaf->kind = tp_w_is_tainted(w, f->node) ? TP_LEAF_VALUE : TP_LEAF_PLAIN;
  return false;
}

static void read_bitfield(tp_writer *w, tp_frame *f, const tp_field *field) {
  uint32_t bytes = tp_w_field_bytes(field);
  tp_planned_leaf leaf = {
      .node = f->node, .at = TP_AT_BITS, .size = (uint8_t)bytes};
  if (!tp_w_can_repeat(w, f->node) || must_copy(w, f) || bytes > 8) {
    w->leaves.n = f->base;
    f->is_bad = true;
    return;
  }
  find_table(w, f, &leaf);
  VEC_PUSH(&w->leaves, leaf);
}

static bool is_register_asm(const tp_writer *w, tp_node_id n) {
  const tp_node *node = tp_w_node(w, n);
  return node->kind == TP_N_NAME && tp_w_is_fixed(w, node->ref);
}

void tp_w_note_place(tp_writer *w, tp_node_id n) {
  if (tp_w_has_symbolic_place(w, n))
    tp_w_note(w, n, TP_NOT_ADDRESS);
}

static void read_scalar(tp_writer *w, tp_frame *f) {
  tp_planned_leaf leaf = {.node = f->node,
                          .at = TP_AT_LVALUE,
                          .size = (uint8_t)tp_w_size(w, tp_w_type(w, f->node))};
  bool is_table = find_table(w, f, &leaf);
  if (must_copy(w, f) || !tp_w_can_repeat(w, f->node))
    copy_lvalue(w, f, is_table ? &leaf : NULL);
  else
    VEC_PUSH(&w->leaves, leaf);
}

void tp_w_read_lvalue(tp_writer *w, tp_frame *f) {
  tp_field field;
  if (tp_w_is_part_of_value(w, f->node) && tp_w_is_tainted(w, f->node)) {
    tp_w_read_part(w, f);
  } else if (tp_w_is_record(w, tp_w_type(w, f->node)) &&
             tp_w_is_lvalue(w, f->node) && tp_w_is_tainted(w, f->node)) {
    tp_w_copy_by_pointer(w, f, TP_OPEN_OWN);
  } else if (tp_w_is_symbolic_address(w, f->node)) {
    f->height++; /* its leaves are those of the address */
  } else if (decays(w, f->node)) {
    w->leaves.n = f->base;
    f->is_bad = !tp_w_can_repeat(w, f->node);
    VEC_PUSH(&w->leaves, (tp_planned_leaf){.node = f->node,
                                           .kind = TP_LEAF_PLAIN,
                                           .at = TP_AT_VALUE,
                                           .size = 8});
  } else if (!tp_w_is_scalar(w, tp_w_type(w, f->node)) ||
             !tp_w_is_lvalue(w, f->node)) {
    w->leaves.n = f->base;
    if (tp_w_is_tainted(w, f->node))
      f->is_bad = true;
    else
      tp_w_capture_plain(w, f, TP_OPEN_PLAIN);
  } else if (is_register_asm(w, f->node)) {
    tp_w_capture_plain(w, f, TP_OPEN_PLAIN);
  } else if (tp_w_bitfield(w, f->node, &field)) {
    read_bitfield(w, f, &field);
  } else {
    read_scalar(w, f);
  }
}
