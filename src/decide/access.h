/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decide/access.h - what access.c, targets.c and reached.c share; private to
 * decide. */
#ifndef TP_DECIDE_ACCESS_H
#define TP_DECIDE_ACCESS_H

#include "decide/memory.h"
#include "expr/node.h"

/* NULL and the members of what it would point to. */
#define TP_FIRST_PAGE 4096u

typedef struct tp_target {
  tp_expr when;     /* truth value: the address is this one */
  uint64_t address; /* 0: outside of the object that is meant */
} tp_target;

typedef VEC(tp_target) tp_target_list;

typedef struct tp_address_part { /* of an address that is chosen */
  tp_expr when;                  /* truth value: the address is this part */
  tp_expr e;                     /* no if-then-else */
} tp_address_part;

typedef VEC(tp_address_part) tp_address_parts;

/* What an address is chosen from; false: too much. */
bool tp_access_parts(tp_memory *m, tp_expr address, tp_address_parts *out);

/* All places of `size` bytes that an address can be; false: it may be any. Of
 * one that is only read some may be outside. */
bool tp_access_targets(tp_memory *m, tp_expr address, unsigned size,
                       bool is_read, tp_target_list *out);
/* What lies at a constant address; 0: not known. */
tp_expr tp_access_load(tp_memory *m, tp_cells cells, uint64_t address,
                       unsigned size);
/* The cell that holds the byte at an offset; NULL if the object has none. */
const tp_cell *tp_access_cell(const tp_memory *m, tp_object o, int64_t offset);
/* Bytes of the cell that begins at an address, at most so many; 1 where none
 * does. Of an address that may be several, at the first. */
unsigned tp_access_cell_size(tp_memory *m, tp_expr address, uint64_t most);
/* A number that a value is a multiple of; 0: it is 0. */
uint64_t tp_access_factor(const tp_exprs *x, tp_expr e);
/* The constant part of an address that is a sum, 0 if there is none. */
uint64_t tp_access_base(const tp_exprs *x, tp_expr address);

#endif
