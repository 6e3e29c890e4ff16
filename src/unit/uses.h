/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unit/uses.h - what a program does with its pointers, wherever it does it:
 * which number says how many elements there are (section 3.3.1 of seed 001
 * takes names for it), over which types pointers walk, what a void * means,
 * what is given back to the heap, and which records point to themselves. */
#ifndef TP_UNIT_USES_H
#define TP_UNIT_USES_H

#include "ast/ast.h"
#include "base/bits.h"
#include "base/map.h"
#include "unit/nulls.h"
#include "unit/place.h"
#include "unit/tags.h"

typedef enum tp_size_use {
  TP_SIZE_NONE,
  TP_SIZE_COUNT, /* what an index of it is compared with, or what is passed on
                    with it */
  TP_SIZE_INDEX  /* it is an index of it */
} tp_size_use;

typedef struct tp_uses {
  const tp_program *p;
  tp_map sizes;       /* pair of places -> tp_size_use */
  VEC(uint64_t) ends; /* such pairs: what an index is compared with by == */
  tp_map checked;     /* function, pair: it compares that index with a count */
  tp_map products;    /* a place, and two that are multiplied for it */
  tp_map shared;      /* pairs of members that get the same pointer */
  tp_map begins; /* a local pointer -> in `sources` the place that it begins as
                  */
  VEC(tp_use_place) sources;
  tp_map means; /* place of a void * -> the type that it is used as */
  /* Unqualified types: */
  tp_map walked; /* pointers walk over them */
  tp_map freed;  /* what is given back to the heap */
  tp_map closed; /* an object that points to itself is made, or asked for */
  tp_map opened; /* records of which members are named */
  tp_map freed_places; /* .. and what is given back, by its place */
  tp_nulls nulls;
  tp_tags tags;
} tp_uses;

void tp_uses_find(tp_uses *out, const tp_program *p);
void tp_uses_free(tp_uses *u);

tp_size_use tp_uses_size(const tp_uses *u, tp_use_place pointer,
                         tp_use_place number);
/* Whether the function compares such an index itself with what counts the
 * elements. */
bool tp_uses_checks(const tp_uses *u, tp_func_id f, tp_use_place pointer,
                    tp_use_place index);
/* Whether the product of the two is an index or count of it. */
bool tp_uses_are_factors(const tp_uses *u, tp_use_place pointer, tp_use_place a,
                         tp_use_place b);
/* Whether the program lets both members point to one object. */
bool tp_uses_share(const tp_uses *u, tp_use_place a, tp_use_place b);
/* Whether what a pointer of that place, to that type, leads to may be given to
 * free. */
bool tp_uses_frees(const tp_uses *u, tp_use_place pointer, tp_type_id type);
/* What void * of that place points to; 0: not known. */
tp_type_id tp_uses_meaning(const tp_uses *u, tp_use_place place);

/* Of tp_uses_find (links.c): how the records of one function, and of one
 * expression, are linked. */
void tp_links_see_function(tp_uses *u, tp_func_id f);
void tp_links_see(tp_uses *u, tp_node_id n);

#endif
