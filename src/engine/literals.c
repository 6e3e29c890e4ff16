/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/literals.h"

#include "base/limits.h"
#include "base/map.h"

static void add_float(double value, tp_values *out) {
  float single = (float)value;
  uint64_t bits;
  uint32_t low;
  memcpy(&bits, &value, sizeof bits);
  memcpy(&low, &single, sizeof low);
  VEC_PUSH(out, bits);
  VEC_PUSH(out, low);
}

void tp_literals(const tp_program *p, tp_values *out) {
  VEC_CLEAR(out);
  for (uint32_t i = 0; i < p->ints.n; i++)
    VEC_PUSH(out, p->ints.at[i]);
  for (uint32_t i = 0; i < p->floats.n; i++)
    add_float(p->floats.at[i], out);
}

static void add_word(const tp_program *p, uint32_t ref, tp_value_rows *out) {
  const char *text = tp_names_text(p->names, p->strings.at[ref]);
  tp_values word = {0};
  for (uint32_t i = 0; i < p->string_sizes.at[ref]; i++)
    VEC_PUSH(&word, (unsigned char)text[i]);
  VEC_PUSH(out, word);
}

void tp_literal_words(const tp_program *p, tp_value_rows *out) {
  tp_map seen = {0};
  tp_value_rows_free(out);
  for (uint32_t ref = 0; ref < p->string_sizes.n; ref++) {
    uint32_t size = p->string_sizes.at[ref];
    bool is_new = size > 1 && size <= TP_LIMIT_ENGINE_WORD;
    if (is_new)
      tp_map_put(&seen, p->strings.at[ref], &is_new);
    if (is_new)
      add_word(p, ref, out);
  }
  tp_map_free(&seen);
}
