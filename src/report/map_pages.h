/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report/map_pages.h - the graph cut into functions, for a page each; private
 * to report.
 *
 * A page has the conditions of its function, whatever the call they were met
 * in, and one node for each call: what happens inside of it is on the page of
 * the function that is called. All copies of a condition are one node; an edge
 * has the best verdict that any copy has.
 */
#ifndef TP_REPORT_MAP_PAGES_H
#define TP_REPORT_MAP_PAGES_H

#include "report/map.h"

typedef enum tp_page_kind {
  TP_PAGE_ENTRY,
  TP_PAGE_DECISION,
  TP_PAGE_CALL,   /* ref: call site; func: what is called */
  TP_PAGE_CHOICE, /* an indirect call, a computed goto; ref: site */
  TP_PAGE_RETURN,
  TP_PAGE_EXIT /* the program ends; ref: the site that ends it, or 0 */
} tp_page_kind;

typedef struct tp_page_node {
  uint8_t kind;
  uint32_t ref;
  tp_func_id func;
} tp_page_node;

typedef struct tp_page_edge {
  uint32_t from, to; /* nodes of the page */
  uint32_t branch;   /* of the source, TP_NO_GOAL: none */
} tp_page_edge;

typedef struct tp_page {
  tp_func_id func;
  VEC(tp_page_node) nodes; /* the first is the entry */
  VEC(tp_page_edge) edges;
} tp_page;

typedef VEC(tp_page) tp_pages;

/* In the order in which functions are first entered. */
void tp_pages_init(tp_pages *out, const tp_graph *graph,
                   const tp_program *program);
void tp_pages_free(tp_pages *pages);

#endif
