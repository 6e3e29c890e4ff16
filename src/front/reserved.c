/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The preprocessed text is searched as it is: comments are gone, macros are
 * expanded, and where the name stands makes no difference. */
#include "front/reserved.h"

#include "program/place.h"

int tp_front_check_reserved(const tp_program *p, tp_unit_id unit,
                            tp_diag *diag) {
  static const char prefix[] = "__tp2ph_";
  const tp_unit *u = &p->units.at[unit];
  const char *found = memmem(u->text, u->size, prefix, sizeof prefix - 1);
  if (!found)
    return 0;
  tp_place at = tp_place_of(p, unit, (uint32_t)(found - u->text));
  tp_diag_set(diag, TP_REFUSED,
              "names that begin with %s are tp2ph's own: call it otherwise",
              prefix);
  tp_diag_at(diag, tp_names_text(p->names, at.file), at.line, at.column, NULL);
  return -1;
}
