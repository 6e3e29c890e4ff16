/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unit/uses.h - what a program does with its pointers, wherever it does it:
 * which number says how many elements there are (section 3.3.1 of seed 001
 * takes names for it), over which types pointers walk, what a void * means, and
 * what functions write. */
#ifndef TP_UNIT_USES_H
#define TP_UNIT_USES_H

#include "ast/ast.h"
#include "base/bits.h"
#include "base/map.h"

/* A variable or parameter (its `same`, else the declaration), or a member of a
 * record, whatever object has it. 0: neither. */
typedef uint64_t tp_use_place;

tp_use_place tp_use_of_decl(const tp_program *p, tp_decl_id d);
tp_use_place tp_use_of_field(uint32_t field);

typedef enum tp_size_use {
  TP_SIZE_NONE,
  TP_SIZE_COUNT, /* what an index of it is compared with, or what is passed on
                    with it */
  TP_SIZE_INDEX  /* it is an index of it */
} tp_size_use;

typedef struct tp_uses {
  const tp_program *p;
  tp_map sizes;  /* pair of places -> tp_size_use */
  tp_map means;  /* place of a void * -> the type that it is used as */
  tp_map walked; /* unqualified types that pointers walk over */
} tp_uses;

void tp_uses_find(tp_uses *out, const tp_program *p);
void tp_uses_free(tp_uses *u);

tp_size_use tp_uses_size(const tp_uses *u, tp_use_place pointer,
                         tp_use_place number);
/* What void * of that place points to; 0: not known. */
tp_type_id tp_uses_meaning(const tp_uses *u, tp_use_place place);

/* Whether a call of the function may change what its parameter (from 0) points
 * to. */
bool tp_use_writes_param(const tp_program *p, tp_decl_id function, uint32_t i);
/* Variables of file scope that these functions assign by their names, as
 * `same`. */
void tp_use_assigned(const tp_program *p, const tp_bits *functions,
                     tp_map *out);

#endif
