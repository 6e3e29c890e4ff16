/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unit/values.h - C statements that give an object a value of its type that
 * comes from inputs (inside module unit). */
#ifndef TP_UNIT_VALUES_H
#define TP_UNIT_VALUES_H

#include "unit/driver.h"

/* No object begins where another ends: who goes one past it is seen to. */
#define TP_VALUES_APART " __attribute__((aligned(1024)))"

/* An object that a pointer may point to as well. */
typedef struct tp_made_object {
  tp_type_id type;    /* unqualified */
  tp_str pointer;     /* an expression */
  tp_str label;       /* what was made to point to it */
  tp_use_place place; /* of the member that does; 0: none */
  bool is_open;       /* its members are being filled */
  bool is_element;    /* what points to it is an element of an array */
} tp_made_object;

typedef struct tp_values {
  const tp_program *p;
  const tp_uses *uses;
  tp_driver_kind kind;
  uint32_t elements;
  bool has_sizes; /* numbers are held to be sizes */
  bool is_open;   /* callers that nobody sees have functions of their own */
  const tp_vec_u32 *without; /* tp_func_id that are not there; may be NULL */
  tp_str objects;            /* definitions of the fresh ones */
  tp_str body;               /* the statements */
  tp_func_id target;         /* that is called */
  uint32_t n_made;           /* fresh objects */
  bool is_apart;             /* some of them are */
  uint32_t indent;
  VEC(tp_made_object) made;
  tp_str trusted; /* "s != NULL && t->next != NULL": what was not tried */
  tp_map trusted_places;
  tp_str refused; /* label of what has no name in C; empty: none */
  /* Defines a function of that type among the objects; false: it can't. NULL:
   * pointers mean functions of the program only. */
  bool (*add_callback)(struct tp_values *v, tp_type_id function,
                       const char *name, const char *label);
} tp_values;

/* Borrows the uses. */
void tp_values_init(tp_values *v, const tp_uses *uses, tp_driver_kind kind,
                    uint32_t elements);
/* lvalue: an expression; label: how reports call it; place: what it is in the
 * program, or 0. */
void tp_values_fill(tp_values *v, tp_type_id type, const char *lvalue,
                    const char *label, tp_use_place place);
/* Another value for what a function was given to write to: numbers, and a
 * pointer. */
void tp_values_change(tp_values *v, tp_type_id type, const char *lvalue,
                      const char *label);
bool tp_values_is_complete(const tp_values *v, tp_type_id type);
/* Numbers only: one input. */
bool tp_values_is_flat(const tp_values *v, tp_type_id type);
/* How many elements a fresh object behind such a pointer has. */
uint32_t tp_values_behind(const tp_values *v, tp_type_id pointer,
                          tp_use_place place);

/* One line of the body. */
void tp_values_line(tp_values *v, const char *fmt, ...) TP_PRINTF(2, 3);
/* What is called so has no name in C; the first is kept. */
void tp_values_refuse(tp_values *v, const char *label);
/* Objects of one body are not those of the next. */
void tp_values_forget(tp_values *v);
void tp_values_free(tp_values *v);

#endif
