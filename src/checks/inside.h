/* SPDX-License-Identifier: GPL-3.0-or-later */
/* checks/inside.h - shared by the files of module checks. */
#ifndef TP_CHECKS_INSIDE_H
#define TP_CHECKS_INSIDE_H

#include "base/bits.h"
#include "base/map.h"
#include "checks/checks.h"

#define TP_CHECK_KEPT \
  "__tp2ph_k" /* a temporary: the number of its node follows */

#define TP_CHECK_MET "__tp2ph_m" /* which conditions were met: likewise */

/* How the checks of a place are put there. */
typedef enum tp_put {
  TP_PUT_NOT,
  TP_PUT_BEFORE, /* (checks, E) */
  TP_PUT_VALUE,  /* ({ T t = E; checks; t; }): E has effects, t is its value */
  TP_PUT_BOTH    /* ({ T l = A; T r = B; checks; l op r; }) for A op B */
} tp_put;

/* What is known of a node while the checks of its function are written. */
typedef struct tp_spot {
  uint8_t is_pure;    /* may be said twice: no effect, no decision in it */
  uint8_t is_calm;    /* its kids are pure */
  uint8_t is_value;   /* stands where (checks, E) may stand */
  uint8_t is_address; /* only its address is taken */
  uint8_t is_open;    /* it shows which of its operands, or of those of what it
                         is in, comes first */
  uint8_t put[2];     /* tp_put: VALUE or none; BEFORE, BOTH or none */
  uint8_t region_put; /* tp_put of the region: BEFORE or VALUE */
  tp_node_id parent;
  tp_node_id region; /* the node whose checks its own go to; 0: none */
  tp_str checks[2];
  const char *type; /* of t, l and r */
  uint32_t index;   /* in order */
} tp_spot;

typedef struct tp_check_writer {
  const tp_program *p;
  tp_check_plan plan;
  tp_unit_id unit;
  tp_func_id func;
  tp_vec_u32 defined; /* by decl: its only definition (grain.c) */
  tp_spot *spots;     /* by node */
  tp_vec_u32 order;   /* nodes of the function, kids before parents */
  tp_edits edits;     /* of the unit */
  tp_checked *out;
  bool uses_reached; /* the unit needs the variable of that name */
  bool uses_open;
  bool uses_ranges;   /* .. asks about objects */
  bool has_endings;   /* the program has objects that end before it does */
  bool has_pointers;  /* it may access memory through some */
  bool has_callbacks; /* code outside may call its functions */
} tp_check_writer;

/* One check: what would happen, and when, as C. */
typedef struct tp_condition {
  tp_check_kind kind;
  tp_node_id node;
  const char *what;
  const char *when;
  bool is_stepwise;   /* `when` does not say how it comes about */
  const char *before; /* declarations for it; NULL: none */
} tp_condition;

/* An operand as C: the name of the temporary that holds it, or its text. */
typedef struct tp_operand {
  const tp_program *p;
  tp_node_id node;
  tp_str text; /* in parentheses */
} tp_operand;

typedef void (*tp_on_condition)(void *state, const tp_condition *c);

/* Where the checks of an operation go, and by which name its operand is known
 * there. */
typedef struct tp_check_target {
  tp_check_writer *w;
  tp_node_id at; /* 0: nowhere */
  tp_put put;
} tp_check_target;

/* Add one check there (write.c), as tp_on_condition. */
void tp_check_add(void *target, const tp_condition *c);
/* An operand, and where the checks of one operand go. */
tp_operand tp_check_operand(const tp_check_writer *w, tp_node_id n);
tp_check_target tp_check_at(tp_check_writer *w, tp_node_id n);

/* Where a function begins; whether its blocks have labels of their own, before
 * which nothing may stand. */
uint32_t tp_check_body(const tp_check_writer *w);
bool tp_check_has_labels(const tp_check_writer *w);
/* Behind a declaration a statement may stand. */
bool tp_check_is_in_block(const tp_check_writer *w, tp_node_id declaration);

/* ---- variables without a value (unset.c), in a function */
void tp_check_unset(tp_check_writer *w);
/* Their elements and members (unset_parts.c). */
void tp_check_unset_parts(tp_check_writer *w);

/* ---- preconditions of the function (hoist.c) */
void tp_check_hoisted(tp_check_writer *w);

/* ---- conversions (convert.c) */
void tp_check_conversions(tp_check_writer *w, tp_node_id n);

/* ---- memory (memory.c), texts (strings.c) */
void tp_check_index_of(tp_check_writer *w, tp_node_id n);   /* a[i], p[i] */
void tp_check_deref(tp_check_writer *w, tp_node_id n);      /* *p */
void tp_check_arrow(tp_check_writer *w, tp_node_id member); /* p->f */
void tp_check_callee(tp_check_writer *w, tp_node_id call);  /* f() */
/* p + i, p += i, p++: `by` 0: 1. */
void tp_check_move(tp_check_writer *w, tp_node_id n, tp_node_id pointer,
                   tp_node_id by, bool is_back);
/* Where the object of a pointer has ended. */
void tp_check_gone(tp_check_writer *w, tp_node_id whole, const tp_operand *o,
                   tp_check_target *t);
/* An array of so many elements, and no more behind it. */
bool tp_check_is_sized_array(const tp_check_writer *w, tp_node_id n);
/* A call of the C library that gets memory. */
void tp_check_library(tp_check_writer *w, tp_node_id call);
/* Fill has_endings and has_pointers. */
void tp_check_find_endings(tp_check_writer *w);
/* Announce the variables of the function that pointers lead to. */
void tp_check_objects(tp_check_writer *w);

/* The conditions under which an operation goes wrong, each once: of arithmetic
 * `l op r` computed in `type` (of shifts: the type of l), of -l (r NULL), of
 * an index into an array of n elements (one more may be its address). */
typedef struct tp_arithmetic {
  tp_node_id node;
  tp_op op;
  tp_type_id type;
  const tp_operand *l, *r; /* r NULL: a constant 1 (++ and --), or none (-) */
} tp_arithmetic;

void tp_check_arithmetic(const tp_program *p, const tp_arithmetic *a,
                         tp_on_condition on, void *state);
void tp_check_index(tp_node_id node, tp_check_kind kind,
                    const tp_operand *index, uint64_t n, bool is_address,
                    tp_on_condition on, void *state);

/* An integer becomes one of another type, without a cast. */
void tp_check_conversion(const tp_program *p, tp_node_id node,
                         const tp_operand *from, tp_type_id to,
                         tp_on_condition on, void *state);

bool tp_check_is_ordered(tp_op op);
/* The edges of a comparison, if one side of it is a limit of the other. */
void tp_check_limit(const tp_check_writer *w, const tp_arithmetic *a,
                    tp_on_condition on, void *state);
/* Move goals that are no checks from p->checks to where they belong. */
void tp_check_split_goals(tp_program *p);

/* How far apart the values of an expression lie. */
typedef enum tp_grain_kind {
  TP_GRAIN_NEXT,   /* numbers of its type */
  TP_GRAIN_SINGLE, /* floats, whatever its type */
  TP_GRAIN_ROUGH,  /* it is a multiple of floating point: two numbers or less */
  TP_GRAIN_COARSE, /* it is a sum, or of several values: not known */
  TP_GRAIN_STEP    /* a step: it comes from an integer */
} tp_grain_kind;

typedef struct tp_grain {
  tp_grain_kind kind;
  double step;
} tp_grain;

void tp_check_find_defined(tp_check_writer *w);
tp_grain tp_check_grain(const tp_check_writer *w, tp_node_id n);

/* Fill order, and of each spot what it is. */
void tp_check_survey(tp_check_writer *w, tp_node_id body);
/* The type in which an operand takes part in arithmetic, as C names it. */
const char *tp_check_type(const tp_program *p, tp_node_id n);
/* A condition of several parts as C without && and ||, none of which may go
 * wrong where the one before says otherwise; false: there is none such. */
bool tp_check_flat(const tp_check_writer *w, tp_node_id n, tp_str *out);
/* Vectors of the decisions of a function. */
void tp_check_mcdc(tp_check_writer *w);
void tp_check_mark_mcdc(tp_program *p, const tp_checked *checked);

/* At one offset what ends comes before what begins; an inner node ends first
 * and begins last, and of one node the outer layer is outside. */
typedef enum tp_layer {
  TP_LAYER_BEFORE,
  TP_LAYER_VALUE,
  TP_LAYER_CONDITION,
  TP_LAYER_DECISION,
  TP_LAYERS
} tp_layer;

typedef struct tp_nest {
  uint32_t n, index; /* of the node, in order */
  tp_layer layer;
} tp_nest;

uint32_t tp_nest_begins(tp_nest at);
uint32_t tp_nest_ends(tp_nest at);
/* Put what the spots hold into the text. */
void tp_check_put(tp_check_writer *w);
/* The text of a node on one line. */
void tp_check_text(const tp_program *p, tp_node_id n, tp_str *out);

#endif
