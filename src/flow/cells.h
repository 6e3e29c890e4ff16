/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flow/cells.h - the parts of variables that data flow follows one by one;
 * private to flow.
 *
 * A location is a variable (its canonical tp_decl_id) or one of its cells (ids
 * from decls.n on): a scalar element or member at a place that the source
 * names by constants alone, as in measured[7] or s.limit[2].high. A variable is
 * split into cells if every use of it names one, or hands the whole of it to an
 * input call; else it is followed as one.
 */
#ifndef TP_FLOW_CELLS_H
#define TP_FLOW_CELLS_H

#include "base/map.h"
#include "flow/cfg.h"

typedef uint32_t tp_location; /* 0: none */

typedef struct tp_locations { /* first .. first + n - 1 */
  tp_location first;
  uint32_t n;
} tp_locations;

typedef struct tp_cell_table {
  const tp_ir *ir;
  const tp_program *p;
  uint32_t n_locations;   /* all ids are below */
  tp_location *at;        /* by address: the cell that it is, 0: none */
  tp_locations *of;       /* by canonical decl: its cells; n = 0: not split */
  VEC(tp_decl_id) object; /* by cell - decls.n: whose part it is */
} tp_cell_table;

void tp_cells_init(tp_cell_table *out, const tp_ir *ir);
void tp_cells_free(tp_cell_table *c);

/* The variable that a location is, or is a part of. */
static inline tp_decl_id tp_cells_object(const tp_cell_table *c,
                                         tp_location l) {
  return l < c->p->decls.n ? l : c->object.at[l - c->p->decls.n];
}
/* A variable as locations: its cells, or itself. */
static inline tp_locations tp_cells_all(const tp_cell_table *c, tp_decl_id d) {
  return c->of[d].n ? c->of[d] : (tp_locations){d, d != 0};
}
/* What lies at an address, if it names a cell or a variable. */
tp_locations tp_cells_named(const tp_cell_table *c, uint32_t address);
/* What an operation stores into, as far as that has a name. */
tp_locations tp_cells_stored(const tp_cell_table *c, const tp_cfg_op *op);
/* Whether a DEFINE leaves nothing of what was there. */
bool tp_cells_is_whole(const tp_cell_table *c, const tp_cfg_op *op);

#endif
