/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sem/sem.h - what C expressions mean: values, by the types of the syntax tree.
 *
 * Used by all who give meaning to the program's expressions: the engine, whose
 * operands come from a trace, and decide, whose operands come from a merged
 * store. A value is an expression of its type's scalar kind (expr/cops.h) plus
 * that type. Expression 0 means "not modelled" and spreads.
 */
#ifndef TP_SEM_SEM_H
#define TP_SEM_SEM_H

#include "libc/pure.h"
#include "expr/overflow.h"

typedef struct tp_value {
  tp_expr e;
  tp_type_id type;
} tp_value;

typedef struct tp_sem {
  const tp_program *program;
  tp_exprs *exprs;
  /* Asked about each integer that is made of a float: the result where C says
   * what it is. NULL: it is as the machine has it. */
  tp_expr (*integer_of)(void *state, tp_value number, tp_type_id to,
                        tp_expr result);
  /* A truth value that nobody knows: where compilers and the C library have
   * their own ways. NULL: it is as IEEE has it. */
  tp_expr (*either)(void *state);
  /* Told of each operation on signed integers that C may leave open. NULL:
   * nobody is. */
  void (*on_arith)(void *state, tp_arith n);
  void *state;
} tp_sem;

/* The scalar kind of a type (arrays and functions: of the pointer they decay
 * to). False if it is none we model. */
bool tp_sem_scalar(const tp_program *p, tp_type_id type, tp_cscalar *out);

tp_expr tp_sem_convert(const tp_sem *s, tp_value v, tp_type_id to);
/* a op b. The operands' types are promoted already (tp_ir_promoted); pointer
 * arithmetic and comparison included. The result carries its C type. */
tp_value tp_sem_binary(const tp_sem *s, tp_op op, tp_value a, tp_value b);
/* op: - ~ ! +, on a promoted operand. */
tp_value tp_sem_unary(const tp_sem *s, tp_op op, tp_value a);
/* What ++ or -- (is_minus) stores. */
tp_expr tp_sem_step(const tp_sem *s, tp_value a, bool is_minus);
/* v != 0 as a truth value. */
tp_expr tp_sem_truth(const tp_sem *s, tp_value v);
/* A constant of that type; ref: where it is in ints or floats of the program.
 */
tp_expr tp_sem_constant(const tp_sem *s, tp_type_id type, uint32_t ref);

/* A bit-field inside the bytes that hold it: its value, in the field's type,
 * and the bytes with a new value (bits of the field's type) put in. */
tp_expr tp_sem_field_read(const tp_sem *s, tp_expr bytes,
                          const tp_field *field);
tp_expr tp_sem_field_write(const tp_sem *s, tp_expr bytes, tp_expr value,
                           const tp_field *field);
/* v in low .. high, by the signedness of the switch type. */
tp_expr tp_sem_in_range(tp_exprs *x, tp_expr v, bool is_signed, uint64_t low,
                        uint64_t high);
/* The predicate of branch k of a switch on value v (promoted). */
tp_expr tp_sem_case(const tp_sem *s, tp_decision_id decision, tp_expr v,
                    uint32_t k);

/* The result of a call; e is 0 where it is not modelled. */
tp_value tp_sem_pure(const tp_sem *s, const tp_pure *f, const tp_value *args);

/* The same for functions of the bits of an integer. */
tp_value tp_sem_bits(tp_exprs *x, tp_pure_kind kind, tp_value v);

/* The first of n bytes (8-bit vectors) that is 0, n if none is: 64 bits. */
tp_expr tp_sem_string_length(tp_exprs *x, const tp_expr *a, uint32_t n);
/* A byte as tolower has it, in the C locale. */
tp_expr tp_sem_lower_case(tp_exprs *x, tp_expr byte);
/* The address of the first of n bytes at `base` that is c, 0 if none is (with
 * stop_at_nul: none before the NUL, which may be c itself); of the last one;
 * and of the first place where the text b, ended by a NUL, stands. */
tp_expr tp_sem_find_first(tp_exprs *x, uint64_t base, const tp_expr *a,
                          tp_expr c, uint32_t n, bool stop_at_nul);
tp_expr tp_sem_find_last(tp_exprs *x, uint64_t base, const tp_expr *a,
                         tp_expr c, uint32_t n);
tp_expr tp_sem_find_text(tp_exprs *x, uint64_t base, const tp_expr *a,
                         const tp_expr *b, uint32_t n);
/* How many of n bytes, up to the first NUL, are in the set b (ended by a NUL):
 * those before the first that is not, or, with is_out, those before the first
 * that is. */
tp_expr tp_sem_span(tp_exprs *x, const tp_expr *a, const tp_expr *b, uint32_t n,
                    bool is_out);

/* A number at the start of n bytes, as strtol (or strtoul) reads it; base 0, 2
 * .. 36. */
typedef struct tp_number {
  tp_expr value, end; /* 64 bits; end: bytes that were taken */
  tp_expr is_open;    /* more bytes may have belonged to it */
  tp_expr is_beyond;  /* it does not fit: ERANGE */
} tp_number;
tp_number tp_sem_number(tp_exprs *x, const tp_expr *a, uint32_t n,
                        unsigned base, bool is_unsigned);
/* How a and b compare by their first byte that differs (with stop_at_nul none
 * after a NUL counts): equal gives 0, else less or greater; all of 32 bits.
 * less 0: the difference of the two bytes instead. */
tp_expr tp_sem_compare_bytes(tp_exprs *x, const tp_expr *a, const tp_expr *b,
                             uint32_t n, bool stop_at_nul, tp_expr less,
                             tp_expr greater);

#endif
