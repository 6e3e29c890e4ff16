/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The texts that are put into the program: names, addresses, calls of the
 * runtime. Nothing here contains a newline. */
#include "instr/work.h"

#include <ctype.h>

tp_temp tp_w_take(tp_writer *w, tp_type_id t) {
  const char *name = tp_type_c_name(&w->p->types, t);
  return tp_temps_take(&w->temps, name ? name : "void *");
}

/* The end of the line after a newline, if that is a line marker. */
static uint32_t skip_marker(const char *text, uint32_t i, uint32_t n) {
  uint32_t k = i;
  while (k < n && (text[k] == ' ' || text[k] == '\t'))
    k++;
  if (k == n || text[k] != '#')
    return i;
  while (k < n && text[k] != '\n')
    k++;
  return k;
}

void tp_w_say_text(const tp_writer *w, tp_str *out, tp_node_id n) {
  const tp_node *node = tp_w_node(w, n);
  for (uint32_t i = node->begin; i < node->end; i++) {
    char c = w->text[i];
    if (c == '\n') {
      tp_str_addc(out, ' ');
      while (i + 1 < node->end && w->text[i] == '\n' &&
             skip_marker(w->text, i + 1, node->end) != i + 1)
        i = skip_marker(w->text, i + 1, node->end);
    } else {
      tp_str_addc(out, c);
    }
  }
}

/* A step into an anonymous member has no text of its own. */
static bool has_no_text(const tp_writer *w, const tp_node *node) {
  const tp_node *kid = tp_w_node(w, node->first);
  return node->begin == kid->begin && node->end == kid->end;
}

static void say_bits(const tp_writer *w, tp_str *out, tp_node_id n) {
  const tp_node *node = tp_w_node(w, n);
  uint64_t offset = w->p->types.fields.at[node->ref].offset;
  n = node->first;
  node = tp_w_node(w, n);
  while (node->kind == TP_N_MEMBER && has_no_text(w, node)) {
    offset += w->p->types.fields.at[node->ref].offset;
    n = node->first;
    node = tp_w_node(w, n);
  }
  bool is_arrow = node->kind == TP_N_DEREF && has_no_text(w, node);
  tp_str_add(out, is_arrow ? "(char*)(" : "(char*)&(");
  tp_w_say_text(w, out, n);
  tp_str_addf(out, ")+%llu", (unsigned long long)offset);
}

void tp_w_say_address(const tp_writer *w, tp_str *out, tp_node_id lvalue) {
  tp_field field;
  if (tp_w_bitfield(w, lvalue, &field)) {
    say_bits(w, out, lvalue);
    return;
  }
  /* what p->m goes through has the text of p, which may be a comma */
  const tp_node *node = tp_w_node(w, lvalue);
  bool is_pointer = node->kind == TP_N_DEREF && has_no_text(w, node);
  tp_str_add(out, is_pointer ? "(" : "&");
  tp_w_say_text(w, out, lvalue);
  tp_str_add(out, is_pointer ? ")" : "");
}

void tp_w_say_leaf(const tp_writer *w, tp_str *out, uint32_t i) {
  const tp_planned_leaf *leaf = &w->leaves.at[i];
  switch (leaf->at) {
  case TP_AT_TEMP:
    tp_str_addc(out, '&');
    tp_temps_add_name(out, leaf->temp);
    break;
  case TP_AT_POINTER:
    tp_temps_add_name(out, leaf->temp);
    break;
  case TP_AT_PART:
    tp_temps_add_name(out, leaf->temp);
    tp_str_addf(out, "+%u", leaf->offset);
    break;
  case TP_AT_READ:
    tp_str_addf(out, "(const char*)__tp2ph_q+%u", leaf->inside);
    break;
  case TP_AT_VALUE:
    tp_str_add(out, "&(void*){(void*)(");
    tp_w_say_text(w, out, leaf->node);
    tp_str_add(out, ")}");
    break;
  default:
    tp_w_say_address(w, out, leaf->node);
  }
  if (leaf->kind != TP_LEAF_TABLE)
    return;
  tp_str_addc(out, ',');
  tp_w_say_base(w, out, leaf);
}

static uint32_t count_addresses(const tp_writer *w, uint32_t from) {
  uint32_t n = 0;
  for (uint32_t i = from; i < w->leaves.n; i++)
    n += w->leaves.at[i].kind == TP_LEAF_TABLE ? 2 : 1;
  return n;
}

void tp_w_say_event(const tp_writer *w, tp_str *out, const char *name,
                    uint32_t number, const char *middle, uint32_t from) {
  uint32_t n = count_addresses(w, from);
  tp_str_addf(out, "__tp2ph_%s%c(%u", name, n > 3 ? 'n' : (char)('0' + n),
              number);
  tp_str_add(out, middle);
  tp_str_add(out, n > 3 ? ",(const void*[]){" : "");
  for (uint32_t i = from; i < w->leaves.n; i++) {
    tp_str_add(out, n > 3 && i == from ? "" : ",");
    tp_w_say_leaf(w, out, i);
  }
  tp_str_add(out, n > 3 ? "})" : ")");
}

void tp_w_open(tp_writer *w, tp_frame *f, uint32_t level, const tp_str *text) {
  tp_edits_insert(&w->edits, tp_w_node(w, f->node)->begin, f->order + level,
                  text->at, text->n);
}

void tp_w_close(tp_writer *w, tp_frame *f, const tp_str *text) {
  tp_edits_insert(&w->edits, tp_w_node(w, f->node)->end, w->order++, text->at,
                  text->n);
}

void tp_w_say_keep(const tp_writer *w, tp_str *out, tp_temp temp,
                   tp_type_id type) {
  if (!temp)
    return;
  if (tp_w_is_record(w, type)) {
    tp_str_add(out, "__builtin_memcpy(");
    tp_temps_add_name(out, temp);
    tp_str_addf(out, ",&__tp2ph_v,%u);", tp_w_size(w, type));
  } else {
    tp_temps_add_name(out, temp);
    tp_str_add(out, "=(void*)__tp2ph_v;");
  }
}

void tp_w_wrap(tp_writer *w, tp_frame *f, uint32_t level, tp_temp temp,
               tp_type_id type, const char *before, const char *after) {
  tp_str open = {0}, close = {0};
  bool keeps_type =
      !temp || !tp_w_is_scalar(w, type) || tp_w_is_pointer(w, type);
  tp_str_add(&open, "({");
  tp_str_add(&open, before);
  if (keeps_type) {
    tp_str_add(&open, "__auto_type __tp2ph_v=(");
    tp_str_add(&close, ");");
    tp_w_say_keep(w, &close, temp, type);
    tp_str_add(&close, after);
    tp_str_add(&close, "__tp2ph_v;})");
  } else {
    tp_temps_add_name(&open, temp);
    tp_str_add(&open, "=(");
    tp_str_add(&close, ");");
    tp_str_add(&close, after);
    tp_temps_add_name(&close, temp);
    tp_str_add(&close, ";})");
  }
  tp_w_open(w, f, level, &open);
  tp_w_close(w, f, &close);
  tp_str_free(&open);
  tp_str_free(&close);
}

static void next(tp_str *out) {
  if (out->n)
    tp_str_addc(out, ',');
}

void tp_w_say_copy(tp_str *out, const char *to, const char *from, uint32_t n) {
  next(out);
  tp_str_addf(out, "__tp2ph_cp(%s,%s,%u)", to, from, n);
}

void tp_w_say_clear(tp_str *out, const char *to, uint32_t n) {
  next(out);
  tp_str_addf(out, "__tp2ph_clr(%s,%u)", to, n);
}

void tp_w_say_got(tp_str *out, uint32_t site, const char *to, uint32_t n) {
  next(out);
  tp_str_addf(out, "__tp2ph_got(%u,%s,%u)", site, to, n);
}

void tp_w_say_store(tp_str *out, uint32_t e, const char *to) {
  next(out);
  tp_str_addf(out, "__tp2ph_st(%u,%s)", e, to);
}
