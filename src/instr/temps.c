/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Temporaries, by the name of their type or the size of a record. There are few
 * of them in a function, so classes are looked for one by one. */
#include "instr/temps.h"
#include "base/diag.h"

#define SCALAR_CLASSES 16 /* are kept free for scalars */

static bool is_class(const tp_temp_class *c, const char *type, uint32_t bytes) {
  if (!type || !c->type)
    return !type && !c->type && c->bytes == bytes;
  return strcmp(c->type, type) == 0;
}

static tp_temp take(tp_temps *temps, const char *type, uint32_t bytes) {
  uint32_t i = 0, room = TP_TEMPS_CLASSES - (type ? 0 : SCALAR_CLASSES);
  while (i < temps->n && !is_class(&temps->classes[i], type, bytes))
    i++;
  if (i == temps->n && i >= room)
    return 0;
  if (i == temps->n)
    temps->classes[temps->n++] = (tp_temp_class){.type = type, .bytes = bytes};
  tp_temp_class *c = &temps->classes[i];
  uint32_t number = c->in_use++;
  if (c->in_use > c->most)
    c->most = c->in_use;
  return (i + 1) << 24 | number;
}

tp_temp tp_temps_take(tp_temps *temps, const char *type) {
  tp_temp t = take(temps, type, 0);
  TP_INVARIANT(t, "there should be few scalar types");
  return t;
}

tp_temp tp_temps_take_bytes(tp_temps *temps, uint32_t bytes) {
  return take(temps, NULL, bytes);
}

void tp_temps_get_mark(const tp_temps *temps, tp_temps_mark *mark) {
  for (uint32_t i = 0; i < TP_TEMPS_CLASSES; i++)
    mark->in_use[i] = temps->classes[i].in_use;
}

void tp_temps_release(tp_temps *temps, const tp_temps_mark *mark) {
  for (uint32_t i = 0; i < TP_TEMPS_CLASSES; i++)
    temps->classes[i].in_use = mark->in_use[i];
}

void tp_temps_add_name(tp_str *out, tp_temp temp) {
  tp_str_addf(out, "__tp2ph_t%u_%u", temp >> 24, temp & 0xffffff);
}

void tp_temps_declare(tp_temps *temps, tp_str *out) {
  for (uint32_t i = 0; i < temps->n; i++) {
    const tp_temp_class *c = &temps->classes[i];
    for (uint32_t k = 0; k < c->most; k++) {
      tp_str_addf(out, "%s ", c->type ? c->type : "char");
      tp_temps_add_name(out, (i + 1) << 24 | k);
      if (!c->type)
        tp_str_addf(out, "[%u]", c->bytes);
      tp_str_addc(out, ';');
    }
  }
  *temps = (tp_temps){0};
}
