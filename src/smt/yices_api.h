/* SPDX-License-Identifier: GPL-3.0-or-later */
/* smt/yices_api.h - the part of Yices 2.6's interface that module smt uses.
 *
 * Yices comes as a shared library without its header; where <yices.h> is
 * installed it is taken, and the compiler checks that both agree.
 */
#ifndef TP_SMT_YICES_API_H
#define TP_SMT_YICES_API_H

#include <stdbool.h>
#include <stdint.h>

#if defined __has_include
#if __has_include(<yices.h>)
#define TP_HAVE_YICES_H 1
#endif
#endif

#ifdef TP_HAVE_YICES_H
#include <yices.h>
#define TP_YICES_UNKNOWN STATUS_UNKNOWN
#define TP_YICES_SAT STATUS_SAT
#define TP_YICES_UNSAT STATUS_UNSAT
#define TP_YICES_INTERRUPTED STATUS_INTERRUPTED
typedef smt_status_t tp_yices_status;
#else

typedef int32_t term_t; /* negative: an error */
typedef int32_t type_t;
typedef struct context_s context_t;
typedef struct model_s model_t;
typedef struct ctx_config_s ctx_config_t;
typedef struct param_s param_t;

typedef struct term_vector_s {
  uint32_t capacity;
  uint32_t size;
  term_t *data;
} term_vector_t;

typedef enum tp_yices_status {
  TP_YICES_IDLE,
  TP_YICES_SEARCHING,
  TP_YICES_UNKNOWN,
  TP_YICES_SAT,
  TP_YICES_UNSAT,
  TP_YICES_INTERRUPTED,
  TP_YICES_ERROR
} tp_yices_status;

extern const char *yices_version;
void yices_init(void);
void yices_exit(void);
void yices_reset(void);
void yices_set_out_of_mem_callback(void (*callback)(void));
void yices_clear_error(void);
/* Terms that nothing reaches from the roots, contexts and models are gone. */
void yices_garbage_collect(const term_t t[], uint32_t nt, const type_t tau[],
                           uint32_t ntau, int32_t keep_named);
uint32_t yices_num_terms(void);

type_t yices_bool_type(void);
type_t yices_bv_type(uint32_t size);
term_t yices_new_uninterpreted_term(type_t tau);

term_t yices_true(void);
term_t yices_false(void);
term_t yices_not(term_t a);
term_t yices_and2(term_t a, term_t b);
term_t yices_or2(term_t a, term_t b);
term_t yices_ite(term_t c, term_t a, term_t b);
term_t yices_eq(term_t a, term_t b);

term_t yices_bvconst_uint64(uint32_t n, uint64_t x);
term_t yices_bvadd(term_t a, term_t b);
term_t yices_bvsub(term_t a, term_t b);
term_t yices_bvneg(term_t a);
term_t yices_bvmul(term_t a, term_t b);
term_t yices_bvdiv(term_t a, term_t b);
term_t yices_bvrem(term_t a, term_t b);
term_t yices_bvsdiv(term_t a, term_t b);
term_t yices_bvsrem(term_t a, term_t b);
term_t yices_bvnot(term_t a);
term_t yices_bvand2(term_t a, term_t b);
term_t yices_bvor2(term_t a, term_t b);
term_t yices_bvxor2(term_t a, term_t b);
term_t yices_bvshl(term_t a, term_t b);
term_t yices_bvlshr(term_t a, term_t b);
term_t yices_bvashr(term_t a, term_t b);
term_t yices_bvextract(term_t a, uint32_t low, uint32_t high);
term_t yices_bvconcat2(term_t high, term_t low);
term_t yices_sign_extend(term_t a, uint32_t n);
term_t yices_zero_extend(term_t a, uint32_t n);
term_t yices_bvlt_atom(term_t a, term_t b);
term_t yices_bvslt_atom(term_t a, term_t b);

int32_t yices_term_is_bvsum(term_t t);
int32_t yices_term_is_product(term_t t);
int32_t yices_term_num_children(term_t t);

ctx_config_t *yices_new_config(void);
void yices_free_config(ctx_config_t *config);
int32_t yices_default_config_for_logic(ctx_config_t *config, const char *logic);
context_t *yices_new_context(const ctx_config_t *config);
void yices_free_context(context_t *ctx);
int32_t yices_assert_formula(context_t *ctx, term_t t);
tp_yices_status yices_check_context_with_assumptions(context_t *ctx,
                                                     const param_t *params,
                                                     uint32_t n,
                                                     const term_t t[]);
void yices_stop_search(context_t *ctx);
void yices_init_term_vector(term_vector_t *v);
void yices_delete_term_vector(term_vector_t *v);
int32_t yices_get_unsat_core(context_t *ctx, term_vector_t *v);
model_t *yices_get_model(context_t *ctx, int32_t keep_subst);
void yices_free_model(model_t *mdl);
int32_t yices_get_bv_value(model_t *mdl, term_t t, int32_t val[]);
int32_t yices_get_bool_value(model_t *mdl, term_t t, int32_t *val);

#endif
#endif
