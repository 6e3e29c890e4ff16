/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unit/place.h - of what a use says something: variables, and members whatever
 * object has them; the nodes of a function, one by one. */
#ifndef TP_UNIT_PLACE_H
#define TP_UNIT_PLACE_H

#include "ast/ast.h"

/* A variable or parameter (its `same`, else the declaration), or a member of a
 * record, whatever object has it. 0: neither. */
typedef uint64_t tp_use_place;

tp_use_place tp_use_of_decl(const tp_program *p, tp_decl_id d);
tp_use_place tp_use_of_field(uint32_t field);
/* What an expression names, through casts. */
tp_use_place tp_use_of_node(const tp_program *p, tp_node_id n);
/* Of two, in that order; by which maps know them. */
uint64_t tp_use_pair(tp_use_place a, tp_use_place b);

const tp_type *tp_use_type(const tp_program *p, tp_node_id n);
/* What a pointer of that type points to, without qualifiers; 0: it is none. */
tp_type_id tp_use_behind(const tp_program *p, tp_type_id t);
/* The variable whose object, or what it points to, an lvalue is part of;
 * *is_behind: that which it points to. */
tp_decl_id tp_use_root(const tp_program *p, tp_node_id n, bool *is_behind);

typedef struct tp_use_walk {
  const tp_program *p;
  tp_vec_u32 left;
} tp_use_walk;

/* Over the body of a function; over the tree of a node (0: none). */
tp_use_walk tp_use_walk_function(const tp_program *p, tp_func_id f);
tp_use_walk tp_use_walk_tree(const tp_program *p, tp_node_id n);
/* 0: that was all, and the walk is freed. */
tp_node_id tp_use_next(tp_use_walk *w);

#endif
