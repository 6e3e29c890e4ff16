/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decide/eval.h - the walk that makes the model; private to decide.
 *
 * A loop over the operations of the program (ir/ir.h), on all paths at once.
 * State: the guard under which control is here, and the cells of memory. Within
 * a function the walk goes from operation to operation in their order. A jump
 * leaves its state at its target: one forward waits until the walk comes there,
 * and is joined with the others; one back waits until the loop around it has
 * been walked, and then the loop is walked again from there. A state whose
 * guard is NEVER is dead: the walk goes on where the next one waits. Calls are
 * frames on a stack of their own.
 *
 * Where others take hold: values are made in eval_op.c, memory changes in
 * tp_eval_store, states meet in tp_eval_join, an instance of a decision is left
 * by tp_eval_record, what must hold is met at TP_IR_CHECK (eval_walk.c), a loop
 * begins in tp_eval_open_loop, the result of a call is told by
 * tp_eval_returned.
 */
#ifndef TP_DECIDE_EVAL_H
#define TP_DECIDE_EVAL_H

#include "base/limits.h"
#include "base/bits.h"
#include "decide/memory.h"
#include "decide/model.h"
#include "decide/summary.h"
#include "decide/diary.h"
#include "decide/trust.h"
#include "flow/cfg.h"
#include "ir/loops.h"

typedef struct tp_state {
  tp_guard guard;
  tp_cells cells;
} tp_state;

typedef VEC(tp_state) tp_states;

/* A state that waits for the walk to come to an operation. */
typedef struct tp_eval_waiting {
  uint32_t op;
  tp_state state;
} tp_eval_waiting;

/* A cell that a loop may assign: what it holds before it, at the head of the
 * turn that stands for any, and at its end (0: nobody knows). */
typedef struct tp_eval_head {
  tp_object object;
  uint32_t part, cell;
  tp_expr first, any, next;
} tp_eval_head;

typedef VEC(tp_eval_head) tp_eval_heads;

/* A loop that is being walked. */
typedef struct tp_eval_loop {
  uint32_t number; /* in loops */
  tp_state before; /* as control came to it; dead: by a jump into it */
  tp_guard start;  /* of the turn under way */
  uint32_t turns;  /* before this one */
  uint32_t onward; /* of these: ended behind what is given */
  uint32_t first_instance, outer_turn;
  uint64_t inputs_before; /* read when it began */
  bool is_counted; /* a test of this turn that may leave it is a constant */
  bool is_tested;  /* one is not, and nobody has looked whether it can hold */
  bool is_any;     /* this turn stands for any */
  bool is_jumped_into;
  uint32_t told;   /* definitions when it began */
  tp_states again; /* that came back to its head */
  /* Of the turn that stands for any: */
  tp_endless endless;
  bool is_entered;
  bool is_driven; /* by inputs: they are read in it, or end it */
  tp_guard any;
  tp_eval_heads heads;
  uint32_t summarised;
  uint64_t inline_until;
} tp_eval_loop;

/* A call under way: a pointer may mean several functions, each of which is
 * called from the state before. */
typedef struct tp_eval_callee {
  tp_guard guard;
  tp_expr address;
  uint32_t depth;
} tp_eval_callee;

typedef struct tp_eval_called {
  tp_state state;
  tp_value value;
} tp_eval_called;

typedef struct tp_eval_calling {
  uint32_t op;
  tp_cells cells; /* before it */
  VEC(tp_value) args;
  VEC(tp_eval_callee) callees; /* still to be called; the next one last */
  VEC(tp_eval_called) called;
} tp_eval_calling;

typedef struct tp_eval_frame {
  tp_func_id func;  /* 0: the initialisers of static objects */
  uint64_t context; /* as the runtime computes it */
  uint32_t first_cell, first_object, first_exposed;
  uint64_t number;    /* of this activation, for va_list */
  VEC(tp_value) more; /* arguments beyond the parameters */
  tp_map locals;      /* decl, or compound literal -> object */
  tp_object result;   /* where the returned value is put; 0: none */
  tp_states returns;
  uint32_t at;                  /* the operation to come to */
  uint32_t base;                /* the first one of the function */
  VEC(tp_value) values;         /* by operation, from base on */
  VEC(tp_object) rooms;         /* of alloca */
  VEC(uint32_t) temporaries;    /* cells, + 1; 0: not used yet */
  VEC(tp_eval_waiting) waiting; /* by operation; the nearest, latest last */
  VEC(tp_eval_loop) loops;      /* around `at`; the innermost last */
  tp_map snapshots;             /* open operation -> cells before it */
  tp_eval_calling calling;
  tp_summary_walk *summary; /* that this is; NULL: none */
} tp_eval_frame;

/* A variable that the text gives these values only (64-bit patterns). */
typedef struct tp_few {
  tp_decl_id decl;
  uint32_t n;
  uint64_t at[TP_LIMIT_DECIDE_FEW];
} tp_few;

/* What a turn that stands for any begins with is one of these. */
typedef struct tp_eval_among {
  uint32_t first, n; /* in among_values */
} tp_eval_among;

/* What operations may change, found when it is first asked for. */
typedef struct tp_eval_changes {
  bool is_found, is_unseen, is_opaque, reads_inputs;
  tp_vec_u32 decls;
} tp_eval_changes;

/* What is done at an operation because the order of evaluation is open. */
typedef enum tp_eval_mark_kind {
  TP_EVAL_MARK_BEFORE, /* keep what the memory holds */
  TP_EVAL_MARK_FORGET, /* in any order: nothing is known */
  TP_EVAL_MARK_ANY,    /* of that order: its operands are not known either */
  TP_EVAL_MARK_READ    /* an operand is read before or after the other acts */
} tp_eval_mark_kind;

typedef struct tp_eval_mark {
  uint32_t op;     /* whose order it is */
  uint32_t next;   /* mark of the same operation, + 1 */
  uint8_t what;    /* tp_eval_mark_kind */
  uint8_t operand; /* READ: which one */
} tp_eval_mark;

struct tp_eval {
  tp_model *model;
  const tp_program *p;
  const tp_ir *ir;
  tp_ir_loops loops;
  VEC(tp_eval_changes) changes; /* by loop */
  const tp_plan *plan;
  tp_exprs *x;
  tp_sem sem;
  tp_memory memory;
  const tp_model_options *opt;
  tp_state s;
  uint32_t here;    /* operation that the walk is at */
  tp_node_id where; /* what it comes from */
  uint32_t turn;    /* see tp_instance */
  VEC(tp_eval_frame *) frames;
  VEC(tp_eval_frame *) spare; /* to be used again */
  tp_map globals;             /* canonical decl -> object */
  tp_map strings;             /* STRING node -> object */
  tp_map counters;            /* hash of (context, site) -> cell */
  tp_map block_types;         /* call -> type of what it makes room for */
  tp_bits marked;             /* by operation: it has marks */
  tp_map first_mark;          /* operation -> mark, + 1 */
  VEC(tp_eval_mark) marks;
  tp_bits assigned; /* by decl: some text changes it by its name */
  tp_bits opaque;   /* by decl: text that was not understood names it */
  VEC(tp_few) few;
  bool has_nested;
  bool is_blind;   /* there is text of which not even the names are known */
  tp_bits generic; /* by func: must also be walked from an unknown state */
  VEC(tp_func_id) generic_todo;
  VEC(uint32_t) activations;     /* by func: how often it is on the stack */
  VEC(uint32_t) walks;           /* by func: how often it was inlined */
  VEC(uint32_t) recursive_walks; /* by func: since it came on the stack */
  uint64_t steps;
  uint64_t next_pause, told; /* steps */
  uint64_t inputs_read;
  uint32_t excluded;         /* asked by tp_eval_excludes */
  uint32_t invariant_checks; /* asked about turns that stand for any */
  tp_map among_of;           /* variable -> in `among`, + 1 */
  VEC(tp_eval_among) among;
  VEC(uint64_t) among_values;
  uint64_t inline_until; /* steps: no call is answered by a summary */
  uint64_t n_looks;      /* operations come to */
  bool is_ended;         /* it took too long: nothing more is walked */
  uint64_t fresh;
  uint64_t n_frames;  /* so far */
  tp_cfg_decls taken; /* functions whose address is used */
  tp_trust trust;
  uint32_t hazards;      /* met so far: what may end a run */
  tp_object error;       /* errno; 0: nobody asks for it */
  bool knows_error;      /* the model of the call at hand has set it */
  bool is_generic;       /* the walk of a function from an unknown state */
  bool is_onward;        /* an input was read that is not given */
  uint64_t onward_until; /* steps */
  tp_summaries summaries;
};

static inline tp_eval_frame *tp_eval_top(const tp_eval *e) {
  return VEC_LAST(&e->frames);
}
static inline const tp_ir_loop *tp_eval_extent(const tp_eval *e,
                                               const tp_eval_loop *l) {
  return &e->loops.at.at[l->number];
}

/* The walk comes to an operation. */
static inline void tp_eval_come(tp_eval *e, uint32_t op) {
  tp_node_id node = tp_ir_at(e->ir, op)->node;
  e->here = op;
  e->where = node ? node : e->where; /* none: the end of a body */
}

/* ---- values (eval.c) */
/* A free value of a scalar type; a free truth value. */
tp_expr tp_eval_fresh(tp_eval *e, tp_type_id type, tp_free_reason why);
tp_expr tp_eval_fresh_bytes(void *eval, unsigned size); /* 0: odd size */
tp_expr tp_eval_fresh_bool(tp_eval *e, tp_free_reason why);
tp_expr tp_eval_known(tp_eval *e, tp_value v, tp_free_reason why);
/* An object that was not set yet: its content is free, but one and the same
 * until it is written, so that it merges. */
void tp_eval_unset(tp_eval *e, tp_object o, tp_free_reason why);
/* What a cell of 1, 2, 4 or 8 bytes may hold. */
tp_expr tp_eval_fresh_cell(tp_eval *e, unsigned size, tp_free_reason why);
bool tp_eval_is_dead(const tp_eval *e);
void tp_eval_kill(tp_eval *e);
/* The current state joined with another; *select as tp_guard_merge. */
tp_expr tp_eval_join(tp_eval *e, tp_state other);
/* Join all parked states, the latest first, into the current one. */
void tp_eval_join_all(tp_eval *e, tp_states *states);
/* Whether the guard of the current state may hold, and also a truth value (0:
 * none): costs a query. */
bool tp_eval_may_hold(tp_eval *e, tp_expr also);
/* Whether a truth value surely does not hold here; asked so often only. */
bool tp_eval_excludes(void *eval, tp_expr truth);
/* Kill the current state if its guard can't hold: costs a query. */
void tp_eval_check(tp_eval *e);
/* Forget everything that may have changed unseen. */
void tp_eval_forget_all(tp_eval *e);
/* Forget what functions that are not followed may change: not the variables of
 * others that no pointer leads to. */
void tp_eval_forget_unseen(tp_eval *e);
/* Forget what the loop, or these operations, may assign. */
void tp_eval_forget_assigned(tp_eval *e, uint32_t loop);
void tp_eval_forget_changed(tp_eval *e, tp_ir_span s);

/* As tp_sem.on_arith (eval_op.c). */
void tp_eval_on_arith(void *eval, tp_arith n);

/* ---- conversions (eval_convert.c), as tp_sem.integer_of and .either */
tp_expr tp_eval_either(void *eval);
/* An integer that was read where numbers with a point may have been stored. */
tp_expr tp_eval_bits_of_numbers(tp_eval *e, tp_expr bits, tp_type_id type);
tp_expr tp_eval_integer_of(void *eval, tp_value number, tp_type_id to,
                           tp_expr result);

/* ---- variables that hold few values (eval_values.c) */
void tp_eval_find_few(tp_eval *e);
/* Each of them that is forgotten holds one of its values, or what it held
 * `before`. */
void tp_eval_recall(tp_eval *e, tp_cells before);

/* ---- the walk (eval_walk.c) */
/* Walk until all frames are left, or the walk is ended. */
void tp_eval_run(tp_eval *e);
/* A state goes from an operation of the function on top to another. */
void tp_eval_go(tp_eval *e, uint32_t from, uint32_t to, tp_state s);
void tp_eval_record(tp_eval *e, tp_decision_id d, tp_expr value);

/* ---- operations (eval_op.c) */
/* The value that an operation made last; of the i-th operand. */
tp_value tp_eval_value(const tp_eval *e, uint32_t op);
tp_value tp_eval_operand(const tp_eval *e, const tp_ir_op *op, uint32_t i);
void tp_eval_set_value(tp_eval *e, uint32_t op, tp_value v);
/* Make the value of one that neither calls nor jumps, and do what it does. */
void tp_eval_compute(tp_eval *e, uint32_t op);
/* The operand after the integer promotions. */
tp_value tp_eval_promoted_operand(tp_eval *e, const tp_ir_op *op, uint32_t i);

/* ---- memory (eval_memory.c) */
tp_object tp_eval_object(tp_eval *e, tp_decl_id d);
/* What a declaration or compound literal stands for in this activation: one
 * and the same however often it is reached, as a jump back may keep it alive,
 * and as compilers lay it out. */
tp_object tp_eval_local(tp_eval *e, uint64_t key, tp_type_id type,
                        bool is_exposed);
/* Where a record that a call of the library returns is put. */
tp_object tp_eval_result_place(tp_eval *e, tp_node_id call, tp_type_id type);
/* Where an operation of addresses is, with no operand or with one that is an
 * address. */
tp_expr tp_eval_address(tp_eval *e, const tp_ir_op *op);
tp_value tp_eval_load(tp_eval *e, uint32_t op);
/* Whether a value of a type may point to what is gone: nothing is known of it,
 * and from now on of nothing that is written through the unknown. */
bool tp_eval_dangles(tp_eval *e, tp_type_id type, tp_expr pointer);
/* A STORE; what it is worth. */
tp_value tp_eval_do_store(tp_eval *e, const tp_ir_op *op);
/* Store a value, converted to the type, at an address. */
void tp_eval_store(tp_eval *e, tp_expr address, tp_type_id type, tp_value v);
/* A number of a pointer's bits means nothing. */
tp_expr tp_eval_convert(tp_eval *e, tp_value v, tp_type_id to);
void tp_eval_store_field(tp_eval *e, tp_expr address, const tp_field *f,
                         tp_value v);
tp_expr tp_eval_offset(tp_eval *e, tp_expr address, uint64_t bytes);
bool tp_eval_is_aggregate(const tp_eval *e, tp_type_id t);

/* ---- orders of evaluation (eval_open.c) */
void tp_eval_find_open(tp_eval *e);
/* The operation has marks: do what they say. */
void tp_eval_at_marks(tp_eval *e, uint32_t op);

/* ---- who writes what is not its own (eval_shared.c) */
/* Whether operations from .. to - 1 call functions of the program or write what
 * is not their own, and whether they, or one that they call, write such. */
bool tp_eval_reaches_out(const tp_eval *e, uint32_t from, uint32_t to,
                         bool *writes);
bool tp_eval_writes_shared(const tp_eval *e, tp_func_id f);

/* ---- what the walk does, for those who want to know (diary.c) */
void tp_diary_begin(tp_eval *e);
/* A condition, or the value of a switch, gets its name. */
tp_expr tp_diary_condition(tp_eval *e, tp_node_id n, tp_expr value);
/* That one of the sides is taken that lead around this operation and, as their
 * conditions are known, were not followed. */
tp_expr tp_diary_around(tp_eval *e);
/* A function is walked from here. */
void tp_diary_enter(tp_eval *e, tp_func_id f);
/* The function at the top of the stack is left. */
void tp_diary_leave(tp_eval *e);
/* The current state is not followed: its guard can't hold. */
void tp_diary_end_here(tp_eval *e);
/* A call is come to. */
void tp_diary_call(tp_eval *e, uint32_t op);
/* How many definitions there are. */
uint32_t tp_diary_now(const tp_eval *e);
/* The turn that stands for any has come to its end; all that holds in it. */
void tp_diary_turn(tp_eval *e, const tp_eval_loop *l, tp_guard end,
                   tp_expr holds);
/* What holds at the head of each of its turns: of the values there, before the
 * loop, and at the end of the turn. Takes over what is in *text. */
void tp_diary_fact(tp_eval *e, tp_expr any, tp_expr first, tp_expr next,
                   tp_str *text);

/* ---- loops (eval_loop.c) */
void tp_eval_open_loop(tp_eval *e, uint32_t number);
/* The innermost loop was walked to its end: once more, or it is left. */
void tp_eval_end_turn(tp_eval *e);
/* A condition with these targets was split here. */
void tp_eval_note_test(tp_eval *e, const tp_ir_op *op, tp_expr truth);
/* Before something is done under a test of the loop: see that it can hold. */
void tp_eval_settle_test(tp_eval *e, const tp_ir_op *op);

/* ---- what holds in each turn of a loop (invariant.c) */
/* The turn that stands for any begins, and has been walked to its end. */
void tp_invariant_begin(tp_eval *e, tp_eval_loop *l);
void tp_invariant_end(tp_eval *e, tp_eval_loop *l);

/* ---- initialisers (eval_init.c) */
/* All bytes 0, as for statics and for what a list leaves out. */
void tp_eval_zero(tp_eval *e, tp_object o);
/* The value of an operation that is a list, or a text in an array, into a new
 * object of this type; false: it is neither. */
bool tp_eval_initialise(tp_eval *e, tp_expr address, tp_type_id type,
                        uint32_t value);

/* ---- activations (eval_frame.c) */
/* Walk function f from the current state with these argument values. */
void tp_eval_enter(tp_eval *e, tp_func_id f, uint64_t context,
                   const tp_value *args, uint32_t n);
/* The function on top is left: all its returns join. */
void tp_eval_leave(tp_eval *e);
void tp_eval_drop_frames(tp_eval *e);
tp_type_id tp_eval_return_type(const tp_eval *e, tp_func_id f);
/* Whether what is passed, or returned, as one type is read as another one from
 * the same place, and means the same: registers have no types. */
bool tp_eval_passes(const tp_eval *e, tp_type_id from, tp_type_id to);

/* ---- calls (eval_call.c) */
/* A CALL is come to: each function that it may mean is called. */
void tp_eval_call(tp_eval *e, uint32_t op);
/* A function that the one on top has called returns this. */
void tp_eval_returned(tp_eval *e, tp_value v);
void tp_eval_walk_later(tp_eval *e, tp_func_id f);

/* ---- the library (eval_library.c) */
/* An element of a table of <ctype.h>, which isdigit(c) and others expand to. e
 * is 0 if it is not known. */
tp_value tp_eval_ctype(tp_eval *e, tp_ctype table, tp_type_id type,
                       tp_value index);
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
bool tp_eval_library(tp_eval *e, const tp_ir_op *call, const tp_decl *callee,
                     const tp_value *args, uint32_t n, tp_value *out);
/* div and its kin (eval_div.c); false: it is none. */
bool tp_eval_div(tp_eval *e, tp_node_id call, const char *name,
                 const tp_value *args, uint32_t n, tp_value *out);
/* sprintf and its kin (eval_format.c), args being all that are given; false: it
 * is none, or its format is not followed. */
bool tp_eval_format(tp_eval *e, const tp_decl *callee, const char *name,
                    const tp_value *args, uint32_t n, tp_value *out);
/* __builtin_add_overflow and its kin (eval_overflow.c); false: it is none. */
bool tp_eval_overflow(tp_eval *e, const char *name, const tp_value *args,
                      uint32_t n, tp_value *out);

/* ---- errno (eval_errno.c) */
void tp_eval_errno_begin(tp_eval *e);
/* A call of what returns its address; false: it is none. */
bool tp_eval_errno_place(tp_eval *e, const char *name, tp_type_id type,
                         tp_value *out);
/* A function outside the program was called; NULL: nobody knows which. */
void tp_eval_errno_after(tp_eval *e, const tp_decl *callee);
/* It says so there if its result does not fit. */
void tp_eval_errno_range(tp_eval *e, tp_expr when);

/* ---- blocks of the heap (eval_heap.c) */
/* What the pointers that blocks are given to point to. */
void tp_eval_find_block_types(tp_eval *e);
/* A new block of so many bytes (0: not known), with room for what the call is
 * given to. */
tp_object tp_eval_new_block(tp_eval *e, tp_node_id call, tp_expr bytes);
/* A number that it is at most, where the walk is: nothing lies behind the end
 * of a smaller block that a program could use. 0: not known. */
uint64_t tp_eval_largest(tp_eval *e, tp_expr size);
/* The address of a block, or NULL: nobody knows whether there is memory. *fails
 * says it. */
tp_value tp_eval_block_or_null(tp_eval *e, tp_type_id type, tp_object o,
                               tp_expr *fails);
/* A call of free; false: it is none. */
bool tp_eval_alloca(tp_eval *e, tp_node_id call, const char *name,
                    const tp_value *args, uint32_t n, tp_value *out);
/* The function returns. */
/* The same for an array of variable length. */
void tp_eval_declare_room(tp_eval *e, const tp_ir_op *declare);
/* It is where its name leads now. */
void tp_eval_set_room(tp_eval *e, const tp_decl *d, tp_object room);
void tp_eval_end_rooms(tp_eval *e, const tp_eval_frame *f);
bool tp_eval_free(tp_eval *e, const tp_decl *callee, const char *name,
                  const tp_value *args, uint32_t n, tp_value *out);

/* ---- assumptions (assume.c) */
/* The operation is about to be done: count what may end the run. */
void tp_eval_pass(tp_eval *e, const tp_ir_op *op);
/* The run breaks an assumption here. */
void tp_eval_broken(tp_eval *e, uint32_t site);

/* ---- variadic functions (eval_variadic.c) */
/* As a call passes what has no parameter. */
tp_value tp_eval_promoted(tp_eval *e, tp_value v);
/* Arguments of the current activation that have no parameter. */
void tp_eval_more_args(tp_eval *e, const tp_value *args, uint32_t n);
/* va_start, va_copy, va_end; false: it is none of them. */
bool tp_eval_list_call(tp_eval *e, const char *name, const tp_value *args,
                       uint32_t n);
/* Of the same size and kind: what other pairs give the standard leaves open. */
bool tp_eval_is_read_as(const tp_eval *e, tp_type_id from, tp_type_id to);
/* va_arg of the list at an address. */
tp_value tp_eval_next_arg(tp_eval *e, tp_expr list, tp_type_id type);

/* ---- loops without an end (endless.c) */
/* After the summaries are linked: which of them belong to which loop. */
void tp_endless_link(tp_eval *e);

/* ---- tests of the tester program (tested.c) */
/* What a parameter of the function on top holds, from 1; 0: not known. */
tp_expr tp_eval_parameter(tp_eval *e, uint32_t number, tp_cscalar *type);
/* The test that the function on top makes, + 1; 0: none, or it is not known
 * which one. */
uint32_t tp_eval_tested(tp_eval *e);

/* ---- inputs (eval_input.c) */
/* How often inputs were read before is not known any more. */
void tp_eval_forget_counters(tp_eval *e);
tp_value tp_eval_input(tp_eval *e, const tp_ir_op *call, const tp_value *args,
                       uint32_t n);

#endif
