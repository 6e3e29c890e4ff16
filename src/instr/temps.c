/* Temporaries, by the name of their type. There are 15 scalar types, so classes
 * are looked for one by one. */
#include "instr/temps.h"
#include "base/diag.h"

tp_temp tp_temps_take(tp_temps *temps, const char *type) {
  uint32_t i = 0;
  while (i < temps->n && strcmp(temps->classes[i].type, type) != 0)
    i++;
  TP_INVARIANT(i < TP_TEMPS_CLASSES, "there should be few scalar types");
  if (i == temps->n)
    temps->classes[temps->n++] = (tp_temp_class){.type = type};
  tp_temp_class *c = &temps->classes[i];
  uint32_t number = c->in_use++;
  if (c->in_use > c->most)
    c->most = c->in_use;
  return (i + 1) << 24 | number;
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
    for (uint32_t k = 0; k < temps->classes[i].most; k++) {
      tp_str_add(out, temps->classes[i].type);
      tp_str_addc(out, ' ');
      tp_temps_add_name(out, (i + 1) << 24 | k);
      tp_str_addc(out, ';');
    }
  }
  *temps = (tp_temps){0};
}
