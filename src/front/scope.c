/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scopes as one stack of entries; each entry remembers what it hides, so that
 * leaving a scope restores the tables in time proportional to its entries.
 */
#include "front/scope.h"

void tp_scope_init(tp_scope *s) {
  memset(s, 0, sizeof *s);
  tp_scope_reset(s);
}

void tp_scope_free(tp_scope *s) {
  VEC_FREE(&s->entries);
  VEC_FREE(&s->names);
  VEC_FREE(&s->tags);
  VEC_FREE(&s->marks);
}

void tp_scope_reset(tp_scope *s) {
  VEC_CLEAR(&s->entries);
  VEC_CLEAR(&s->names);
  VEC_CLEAR(&s->tags);
  VEC_CLEAR(&s->marks);
  VEC_PUSH(&s->entries, (tp_entry){0});
}

void tp_scope_push(tp_scope *s) {
  VEC_PUSH(&s->marks, s->entries.n);
}

static tp_vec_u32 *table_of(tp_scope *s, const tp_entry *e) {
  return e->kind == ENTRY_TAG ? &s->tags : &s->names;
}

void tp_scope_pop(tp_scope *s) {
  uint32_t mark = VEC_POP(&s->marks);
  while (s->entries.n > mark) {
    tp_entry *e = &VEC_POP(&s->entries);
    table_of(s, e)->at[e->name] = e->hides;
  }
}

static tp_entry *find(const tp_scope *s, const tp_vec_u32 *table,
                      tp_name name) {
  if (name >= table->n || !table->at[name])
    return NULL;
  return &s->entries.at[table->at[name]];
}

tp_entry *tp_scope_find(const tp_scope *s, tp_name name) {
  return find(s, &s->names, name);
}

tp_entry *tp_scope_find_tag(const tp_scope *s, tp_name name) {
  return find(s, &s->tags, name);
}

bool tp_scope_is_inner(const tp_scope *s, const tp_entry *e) {
  uint32_t mark = s->marks.n ? VEC_LAST(&s->marks) : 1;
  return e >= s->entries.at + mark;
}

bool tp_scope_is_file(const tp_scope *s) {
  return s->marks.n == 0;
}

void tp_scope_add(tp_scope *s, tp_entry entry) {
  tp_vec_u32 *table = table_of(s, &entry);
  if (entry.name >= table->n)
    VEC_RESIZE(table, entry.name + 1);
  entry.hides = table->at[entry.name];
  table->at[entry.name] = s->entries.n;
  VEC_PUSH(&s->entries, entry);
}
