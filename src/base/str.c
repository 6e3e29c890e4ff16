/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text that grows, and interned names: an array of texts and a hash table of
 * ids over it (linear probing, at most half full). */
#include "base/str.h"

#include "base/map.h"

#include <stdarg.h>
#include <stdio.h>

void tp_str_addn(tp_str *s, const char *bytes, size_t n) {
  VEC_RESERVE(s, (uint32_t)(s->n + n + 1));
  if (n)
    memcpy(s->at + s->n, bytes, n);
  s->n += (uint32_t)n;
  s->at[s->n] = '\0';
}

void tp_str_add(tp_str *s, const char *text) {
  tp_str_addn(s, text, strlen(text));
}

void tp_str_addc(tp_str *s, char c) {
  tp_str_addn(s, &c, 1);
}

void tp_str_addf(tp_str *s, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  int n = vsnprintf(NULL, 0, fmt, args);
  va_end(args);
  if (n < 0)
    return;
  VEC_RESERVE(s, s->n + (uint32_t)n + 1);
  va_start(args, fmt);
  vsnprintf(s->at + s->n, (size_t)n + 1, fmt, args);
  va_end(args);
  s->n += (uint32_t)n;
}

const char *tp_str_text(const tp_str *s) {
  return s->n ? s->at : "";
}

void tp_str_free(tp_str *s) {
  VEC_FREE(s);
}

typedef struct name_text {
  char *text;
  uint32_t size;
} name_text;

struct tp_names {
  VEC(name_text) texts;
  uint32_t *slot; /* id, 0 = free */
  uint32_t cap;
};

tp_names *tp_names_new(void) {
  tp_names *names = TP_NEW(tp_names);
  names->cap = 1024;
  names->slot = TP_NEW_ARRAY(uint32_t, names->cap);
  VEC_PUSH(&names->texts, (name_text){tp_strdup(""), 0});
  return names;
}

void tp_names_free(tp_names *names) {
  if (!names)
    return;
  for (uint32_t i = 0; i < names->texts.n; i++)
    tp_free(names->texts.at[i].text);
  VEC_FREE(&names->texts);
  tp_free(names->slot);
  tp_free(names);
}

/* The slot that holds text, or the free one where it belongs. */
static uint32_t find_slot(const tp_names *names, const char *text, size_t n) {
  uint32_t i = (uint32_t)tp_hash_bytes(text, n) & (names->cap - 1);
  for (; names->slot[i]; i = (i + 1) & (names->cap - 1)) {
    const name_text *t = &names->texts.at[names->slot[i]];
    if (t->size == n && memcmp(t->text, text, n) == 0)
      break;
  }
  return i;
}

static void grow_slots(tp_names *names) {
  tp_free(names->slot);
  names->cap *= 2;
  names->slot = TP_NEW_ARRAY(uint32_t, names->cap);
  for (uint32_t id = 1; id < names->texts.n; id++) {
    const name_text *t = &names->texts.at[id];
    names->slot[find_slot(names, t->text, t->size)] = id;
  }
}

tp_name tp_names_id(tp_names *names, const char *text, size_t n) {
  if (n == 0)
    return 0;
  uint32_t i = find_slot(names, text, n);
  if (names->slot[i])
    return names->slot[i];
  uint32_t id = names->texts.n;
  VEC_PUSH(&names->texts, (name_text){tp_strndup(text, n), (uint32_t)n});
  names->slot[i] = id;
  if (id > names->cap / 2)
    grow_slots(names);
  return id;
}

tp_name tp_names_find(const tp_names *names, const char *text, size_t n) {
  return n ? names->slot[find_slot(names, text, n)] : 0;
}

const char *tp_names_text(const tp_names *names, tp_name id) {
  return names->texts.at[id].text;
}

bool tp_text_starts(const char *text, const char *prefix) {
  return strncmp(text, prefix, strlen(prefix)) == 0;
}
