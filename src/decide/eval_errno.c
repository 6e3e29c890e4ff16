/* SPDX-License-Identifier: GPL-3.0-or-later */
/* errno: an object that no declaration names, behind the pointer that
 * __errno_location returns. What is called outside the program may leave
 * anything in it, unless libc.def says that it leaves it alone. */
#include "decide/eval.h"

#include "libc/libc.h"

#include <errno.h>

static const char name_of_place[] = "__errno_location";

/* The program asks for it: it has to be there before anything else is. */
void tp_eval_errno_begin(tp_eval *e) {
  if (tp_names_find(e->p->names, name_of_place, sizeof name_of_place - 1))
    e->error = tp_memory_add(&e->memory, TP_TYPE_INT, true);
}

bool tp_eval_errno_place(tp_eval *e, const char *name, tp_type_id type,
                         tp_value *out) {
  if (!e->error || strcmp(name, name_of_place) != 0)
    return false;
  *out = (tp_value){tp_memory_address(&e->memory, e->error, 0), type};
  return true;
}

void tp_eval_errno_after(tp_eval *e, const tp_decl *callee) {
  uint32_t effects = callee ? e->trust.effects.at[callee - e->p->decls.at]
                            : TP_OUTSIDE_UNKNOWN;
  bool is_kept = effects & TP_OUTSIDE_CALM || e->knows_error;
  e->knows_error = false;
  if (e->error && !is_kept)
    e->s.cells = tp_memory_forget_object(&e->memory, e->s.cells, e->error);
}

void tp_eval_errno_range(tp_eval *e, tp_expr when) {
  if (!e->error)
    return;
  tp_expr at = tp_memory_address(&e->memory, e->error, 0);
  tp_expr was = tp_memory_load(&e->memory, e->s.cells, at, 4);
  if (!was)
    was = tp_eval_fresh(e, TP_TYPE_INT, TP_FREE_MEMORY);
  tp_expr now = tp_expr_ite(e->x, when, tp_expr_bv(e->x, 32, ERANGE), was);
  e->s.cells = tp_memory_store(&e->memory, e->s.cells, at, 4, now);
  e->knows_error = true;
}
