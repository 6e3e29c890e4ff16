/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decide/eval.h - the walk that makes the model; private to decide.
 *
 * State: the guard under which control is here, and the cells of memory. The
 * walk visits all statements in order; jumps park their state where it will be
 * taken up (a label, the end of a loop, the end of the function). A state whose
 * guard is NEVER is dead: statements are passed over, except that labels
 * inside them revive it.
 */
#ifndef TP_DECIDE_EVAL_H
#define TP_DECIDE_EVAL_H

#include "base/bits.h"
#include "decide/memory.h"
#include "decide/model.h"
#include "decide/summary.h"
#include "decide/trust.h"
#include "flow/cfg.h"
#include "flow/effects.h"

typedef struct tp_state {
  tp_guard guard;
  tp_cells cells;
} tp_state;

typedef VEC(tp_state) tp_states;

typedef struct tp_eval_switch {
  tp_node_id node;
  tp_state start;
  tp_expr value;
  uint32_t group, of;
  tp_bits taken; /* by branch: its label was met; a loop may meet it again */
} tp_eval_switch;

/* What break and continue leave to. */
typedef struct tp_eval_scope {
  tp_states *breaks;
  tp_states *continues; /* NULL: a switch, continue means the loop around it */
} tp_eval_scope;

typedef struct tp_eval_frame {
  tp_func_id func;
  uint64_t context; /* as the runtime computes it */
  uint32_t first_cell, first_object, first_exposed;
  uint64_t number;     /* of this activation, for va_list */
  VEC(tp_value) more;  /* arguments beyond the parameters */
  tp_map locals;       /* decl, or compound literal -> object */
  tp_expr ret_address; /* where the returned value is put; 0: none */
  tp_states returns;
  tp_map jumps; /* label -> index into parked */
  VEC(tp_states) parked;
  VEC(tp_eval_scope) scopes;
  VEC(tp_eval_switch) switches;
} tp_eval_frame;

#define TP_MAX_FEW 16

/* A variable that the text gives these values only (64-bit patterns). */
typedef struct tp_few {
  tp_decl_id decl;
  uint32_t n;
  uint64_t at[TP_MAX_FEW];
} tp_few;

struct tp_eval {
  tp_model *model;
  const tp_program *p;
  const tp_plan *plan;
  tp_exprs *x;
  tp_sem sem;
  tp_memory memory;
  const tp_model_options *opt;
  tp_state s;
  tp_node_id where; /* the walk is */
  uint32_t turn;    /* see tp_instance */
  VEC(tp_eval_frame *) frames;
  tp_map globals;     /* canonical decl -> object */
  tp_map strings;     /* STRING node -> object */
  tp_map counters;    /* hash of (context, site) -> cell */
  tp_bits has_label;  /* by node: a label, case or default is inside */
  tp_map block_types; /* call -> type of what it makes room for */
  tp_map orders;      /* two nodes -> the order matters */
  tp_effects effects; /* by node: what has side effects */
  tp_bits assigned;   /* by decl: some text changes it by its name */
  tp_bits opaque;     /* by decl: text that was not understood names it */
  VEC(tp_few) few;
  bool has_nested;
  bool is_blind;   /* there is text of which not even the names are known */
  tp_bits generic; /* by func: must also be walked from an unknown state */
  VEC(tp_func_id) generic_todo;
  VEC(uint32_t) activations;     /* by func: how often it is on the stack */
  VEC(uint32_t) walks;           /* by func: how often it was inlined */
  VEC(uint32_t) recursive_walks; /* by func: since it came on the stack */
  uint64_t steps;
  struct tp_fiber *fiber; /* the walk's */
  uint64_t next_pause;    /* steps */
  uint64_t inline_until;  /* steps: no call is answered by a summary */
  uint64_t n_looks;       /* statements come to, walked or not */
  bool is_ended;          /* it took too long: nothing more is walked */
  uint64_t fresh;
  uint64_t n_frames;  /* so far */
  tp_cfg_decls taken; /* functions whose address is used */
  tp_trust trust;
  uint32_t hazards; /* met so far: what may end a run */
  bool is_generic;  /* the walk of a function from an unknown state */
  tp_summaries summaries;
};

/* ---- values (eval.c) */
/* A free value of a scalar type; a free truth value. */
tp_expr tp_eval_fresh(tp_eval *e, tp_type_id type, tp_free_reason why);
tp_expr tp_eval_fresh_bytes(void *eval, unsigned size); /* 0: odd size */
tp_expr tp_eval_fresh_bool(tp_eval *e, tp_free_reason why);
tp_expr tp_eval_known(tp_eval *e, tp_value v, tp_free_reason why);
/* An object that was not set yet: its content is free, but one and the same
 * until it is written, so that it merges. */
void tp_eval_unset(tp_eval *e, tp_object o, tp_free_reason why);
bool tp_eval_is_dead(const tp_eval *e);
void tp_eval_kill(tp_eval *e);
/* The current state joined with another; *select as tp_guard_merge. */
tp_expr tp_eval_join(tp_eval *e, tp_state other);
/* Join all parked states, the latest first, into the current one. */
void tp_eval_join_all(tp_eval *e, tp_states *states);
/* Kill the current state if its guard can't hold: costs a query. */
void tp_eval_check(tp_eval *e);
/* Forget everything that may have changed unseen. */
void tp_eval_forget_all(tp_eval *e);
/* Forget what functions that are not followed may change: not the variables of
 * others that no pointer leads to. */
void tp_eval_forget_unseen(tp_eval *e);
/* Forget what the statement or expression n may assign. */
void tp_eval_forget_assigned(tp_eval *e, tp_node_id n);

/* ---- conversions (eval_convert.c), as tp_sem.integer_of */
tp_expr tp_eval_integer_of(void *eval, tp_value number, tp_type_id to,
                           tp_expr result);

/* ---- variables that hold few values (eval_values.c) */
void tp_eval_find_few(tp_eval *e);
/* Each of them that is forgotten holds one of its values, or what it held
 * `before`. */
void tp_eval_recall(tp_eval *e, tp_cells before);

/* ---- expressions (eval_expr.c) */
tp_value tp_eval_value(tp_eval *e, tp_node_id n);
tp_expr tp_eval_address(tp_eval *e, tp_node_id n);
tp_object tp_eval_object(tp_eval *e, tp_decl_id d);
/* What a declaration or compound literal stands for in this activation: one
 * and the same however often it is reached, as a jump back may keep it alive,
 * and as compilers lay it out. */
tp_object tp_eval_local(tp_eval *e, uint64_t key, tp_type_id type,
                        bool is_exposed);
/* Store a value, converted to the type, at an address. */
void tp_eval_store(tp_eval *e, tp_expr address, tp_type_id type, tp_value v);

/* ---- orders of evaluation (eval_order.c) */
/* n has side effects; n reads memory, and does nothing else: it may be
 * evaluated again. */
bool tp_eval_acts(const tp_eval *e, tp_node_id n);
bool tp_eval_is_plain(const tp_eval *e, tp_node_id n);
/* One of two values, nobody knows which. */
tp_expr tp_eval_either(tp_eval *e, tp_expr a, tp_expr b);
/* Whether a function, or one that it calls, writes what is not its own. */
bool tp_eval_writes_shared(const tp_eval *e, tp_func_id f);
/* Both have effects, and what they do may depend on which is first. */
bool tp_eval_is_order_open(tp_eval *e, tp_node_id a, tp_node_id b);

/* ---- conditions (eval_cond.c) */
/* Split the current state by condition n: true goes on in the current state,
 * *otherwise is the state in which it is false. Whether the two are all of it:
 * no call in the condition has ended the program. */
bool tp_eval_branch(tp_eval *e, tp_node_id n, tp_state *otherwise);
void tp_eval_record(tp_eval *e, tp_decision_id d, tp_expr value);

/* ---- initialisers (eval_init.c) */
/* All bytes 0, as for statics and for what a list leaves out. */
void tp_eval_zero(tp_eval *e, tp_object o);
void tp_eval_initialise(tp_eval *e, tp_object o, tp_type_id type,
                        tp_node_id init);

/* ---- calls (eval_call.c) */
tp_value tp_eval_call(tp_eval *e, tp_node_id n);
/* An element of a table of <ctype.h>, which isdigit(c) and others expand to: n
 * indexes it. e is 0 if it is not known. */
tp_value tp_eval_ctype(tp_eval *e, tp_node_id n);
/* Walk function f from the current state with these argument values. */
tp_value tp_eval_inline(tp_eval *e, tp_func_id f, uint64_t context,
                        const tp_value *args, uint32_t n);
void tp_eval_walk_later(tp_eval *e, tp_func_id f);
/* A function outside the program (eval_outside.c); d NULL: nobody knows. */
tp_value tp_eval_outside(tp_eval *e, const tp_decl *d, tp_type_id type,
                         const tp_value *args, uint32_t n);
/* Forget all that an address leads to. */
void tp_eval_forget_reached(tp_eval *e, tp_expr address);
/* Outside code may know this address from now on. */
void tp_eval_keep(tp_eval *e, tp_expr address);
/* What others than the program's text may have done while code outside ran. */
void tp_eval_run_unseen(tp_eval *e);
/* The text at an address if all of it is known: up to size - 1 bytes. */
bool tp_eval_text(tp_eval *e, tp_expr address, char *out, uint32_t size);
/* Library functions with a model; false: it has none. */
bool tp_eval_library(tp_eval *e, tp_node_id call, const char *name,
                     const tp_value *args, uint32_t n, tp_value *out);

/* ---- blocks of the heap (eval_heap.c) */
/* What the pointers that blocks are given to point to. */
void tp_eval_find_block_types(tp_eval *e);
/* malloc and its kin; false: it is none of them. */
bool tp_eval_heap(tp_eval *e, tp_node_id call, const char *name,
                  const tp_value *args, uint32_t n, tp_value *out);

/* ---- assumptions (assume.c) */
/* The node is about to be evaluated: count what may end the run. */
void tp_eval_pass(tp_eval *e, tp_node_id n);
/* The run breaks an assumption here. */
void tp_eval_broken(tp_eval *e, uint32_t site);

/* ---- variadic functions (eval_variadic.c) */
/* As a call passes what has no parameter. */
tp_value tp_eval_promoted(tp_eval *e, tp_value v);
/* Arguments of the current activation that have no parameter. */
void tp_eval_more_args(tp_eval *e, const tp_value *args, uint32_t n);
/* va_start, va_copy, va_end; false: it is none of them. */
bool tp_eval_list_call(tp_eval *e, tp_node_id call, const char *name);
tp_value tp_eval_next_arg(tp_eval *e, tp_node_id n);

/* ---- loops without an end (endless.c) */
/* After the summaries are linked: which of them belong to which loop. */
void tp_endless_link(tp_eval *e);

/* ---- inputs (eval_input.c) */
/* How often inputs were read before is not known any more. */
void tp_eval_forget_counters(tp_eval *e);
tp_value tp_eval_input(tp_eval *e, uint32_t site, const tp_value *args,
                       uint32_t n);

/* ---- statements (eval_stmt.c) */
void tp_eval_statement(tp_eval *e, tp_node_id n);

#endif
