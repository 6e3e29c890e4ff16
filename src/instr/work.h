/* SPDX-License-Identifier: GPL-3.0-or-later */
/* instr/work.h - what the parts of the instrumenter share; private to instr.
 *
 * One walk over each function, with a stack of frames instead of recursion. On
 * the way down a node's parent says what it wants of the node (tp_ask); on the
 * way up the node adds its edits and leaves on the stack of leaves what its
 * value was read from. The leaves of a node are those above its frame's `base`.
 *
 * Order of evaluation: whatever replaces an operand is a statement expression,
 * never a comma expression: gcc moves the parts of a comma expression, which
 * changes the order of `x - f()`, and so what programs print. Where the order
 * shows (flow/shows.h) gcc's operands are not replaced at all: the value is not
 * followed, and calls are told of inside the call, `(k, f)()`.
 */
#ifndef TP_INSTR_WORK_H
#define TP_INSTR_WORK_H

#include "ast/ast.h"
#include "libc/pure.h"
#include "base/diag.h"
#include "flow/flow.h"
#include "base/edit.h"
#include "instr/plan.h"
#include "instr/temps.h"

typedef enum tp_want {
  TP_WANT_NOTHING, /* leave its text alone */
  TP_WANT_STATEMENT,
  TP_WANT_EFFECT, /* its value is not followed, only what happens inside */
  TP_WANT_VALUE,  /* leaves for its value */
  TP_WANT_PLACE,  /* an lvalue that is not read: leaves for its indices */
  TP_WANT_ADDRESS /* leaves for where it lies: its indices and its base */
} tp_want;

enum {
  TP_ASK_COMMA = 1, /* a comma expression may stand in its place, and its value
                       is not used */
  TP_ASK_WRAP = 2,  /* a call beside it may change what it reads: copy it */
  TP_ASK_OPEN = 4,  /* the same in gcc: leave it as it is */
  TP_ASK_LAST = 8,  /* the value of a statement expression */
  TP_ASK_GOT = 16,  /* a call: the parent fetches its result */
  TP_ASK_KEEP = 64, /* a decision whose value is used, too: a ?: b */
  TP_ASK_SWITCH = 128,   /* the value of a switch */
  TP_ASK_INITS = 256,    /* initialisers: capture what may be symbolic */
  TP_ASK_FOR = 512,      /* a declaration in the head of a for */
  TP_ASK_ANNOUNCE = 1024 /* argument of an input call that may hold another:
                            the site is announced after it */
};

/* What a parent wants of a kid. */
typedef struct tp_ask {
  uint8_t want;
  uint16_t flags;
  tp_temp into; /* store the value there, converted to `type` */
  tp_type_id type;
} tp_ask;

typedef enum tp_addr {
  TP_AT_LVALUE,  /* & text of the node */
  TP_AT_TEMP,    /* & the temporary */
  TP_AT_POINTER, /* the temporary is the address */
  TP_AT_BITS,    /* the bytes of the bit-field */
  TP_AT_VALUE,   /* a copy of the node's pure value, a pointer */
  TP_AT_PART,    /* a part of the record in the temporary, from `offset` */
  TP_AT_READ     /* __tp2ph_q: the lvalue was evaluated, this is its address */
} tp_addr;

typedef struct tp_planned_leaf {
  tp_node_id node;
  uint8_t kind; /* tp_wire_leaf_kind */
  uint8_t at;   /* tp_addr */
  uint8_t size;
  uint8_t n_dims;  /* of a table */
  uint8_t n_index; /* of a table: so many leaves before it are its indices */
  tp_temp temp;
  tp_node_id base; /* of a table: the array; behind a pointer the pointer
                      (is_pointer), or p[i] of the outermost dimension */
  bool is_pointer;
  uint32_t offset; /* of a table's member, of a part of a record */
  uint32_t inside; /* TP_AT_READ: bytes from there */
  tp_wire_dim dim[TP_WIRE_MAX_DIMS];
} tp_planned_leaf;

/* A captured initialiser of an object, or an argument of a call. */
typedef struct tp_piece {
  tp_temp temp;          /* where it was captured; 0: it is the lvalue `node` */
  tp_node_id node;       /* of a captured initialiser: its TP_N_INIT; 0: none */
  uint32_t offset, size; /* of an argument without parameter: its TP_MORE_ */
} tp_piece;

typedef struct tp_frame {
  tp_node_id node, kid; /* kid: the next to be visited */
  uint32_t i;           /* its number */
  tp_ask ask;
  uint8_t want;    /* what the node itself does: differs from ask.want where a
                      new value begins: conditions, switch values */
  uint8_t form;    /* of the node's kind */
  bool is_bad;     /* its value can't be followed */
  bool is_plain;   /* its value is captured whole, it is not symbolic */
  uint16_t height; /* operators on the longest way to a leaf */
  uint32_t order;  /* of the edits that open it */
  uint32_t kid_order[2];
  uint32_t base;    /* leaves below it */
  uint32_t n_first; /* leaves of the first kid */
  uint32_t pieces;  /* below it */
  tp_temp temp;
  uint32_t mark; /* + 1, into marks; 0: none */
} tp_frame;

/* Space for the edits that open one node: the outermost has the lowest. */
enum {
  TP_OPEN_CAPTURE,
  TP_OPEN_DECISION,
  TP_OPEN_PLAIN,
  TP_OPEN_OWN,
  TP_OPENS
};

typedef struct tp_writer {
  const tp_ir *ir;
  const tp_program *p;
  const tp_taint *taint; /* NULL: nothing is symbolic */
  tp_bits calls;   /* by node: a function of the program may be called in it */
  tp_shows shows;  /* where the order of evaluation shows */
  tp_bits unique;  /* by node: its text can't stand twice. A compound literal
                      is an object of its own each time it is written, ({ })
                      may have labels */
  tp_bits entries; /* by function: it tells the runtime when it is entered */
  tp_plan *plan;
  tp_edits edits; /* of the unit */
  const char *text;
  bool follows_pointers; /* the runtime must know the extents of objects */
  bool is_clang;         /* evaluates operands from left to right, always */
  uint32_t order;        /* next */
  tp_func_id func;
  tp_temps temps;
  uint32_t stmt_exprs; /* around the walk */
  uint32_t repeats;    /* initialisers that clang repeats, around the walk */
  const tp_taint *outside; /* the taint around these */
  uint32_t dummies;        /* declared so far */
  VEC(tp_frame) frames;
  VEC(tp_planned_leaf) leaves;
  VEC(tp_piece) pieces;
  VEC(tp_temps_mark) marks;
} tp_writer;

/* ---- walk.c ---- */
void tp_instr_walk(tp_writer *w, tp_node_id n, tp_ask ask);
/* An atomic condition that is recorded. */
bool tp_w_decides(const tp_writer *w, tp_node_id n);

static inline const tp_node *tp_w_node(const tp_writer *w, tp_node_id n) {
  return tp_node_get(w->p, n);
}
static inline tp_frame *tp_w_top(tp_writer *w) {
  return &VEC_LAST(&w->frames);
}
/* Bound to a machine register: it has no address. */
bool tp_w_is_fixed(const tp_writer *w, tp_decl_id d);
/* Whether the value may depend on an input, and that matters. */
static inline bool tp_w_is_tainted(const tp_writer *w, tp_node_id n) {
  const tp_node *node = tp_node_get(w->p, n);
  return w->taint && tp_taint_node(w->taint, n) &&
         !(node->kind == TP_N_NAME && tp_w_is_fixed(w, node->ref));
}
/* Evaluating it does something. */
static inline bool tp_w_is_impure(const tp_writer *w, tp_node_id n) {
  return tp_ir_any_acts(w->ir, w->ir->spans.at[n]);
}
/* && || or ?: is in it: so evaluating it passes decisions. */
static inline bool tp_w_has_decisions(const tp_writer *w, tp_node_id n) {
  return tp_ir_any_turns(w->ir, w->ir->spans.at[n]);
}
/* The node whose value it has. */
static inline tp_node_id tp_w_value_node(const tp_writer *w, tp_node_id n) {
  for (;;) {
    const tp_node *node = tp_node_get(w->p, n);
    if (node->kind == TP_N_COMMA)
      n = tp_node_get(w->p, node->first)->next;
    else if (node->kind == TP_N_GENERIC)
      n = node->first;
    else
      return n;
  }
}
/* The order of evaluation shows inside of it. */
static inline bool tp_w_is_open(const tp_writer *w, tp_node_id n) {
  return w->taint && tp_bits_has(&w->shows.open, tp_w_value_node(w, n));
}
/* A value of its own: if calls may change the lvalues in it, they are copied
 * where the order is known, else the value is not followed. */
static inline tp_ask tp_w_ask_value(const tp_writer *w, tp_node_id n) {
  uint16_t open = w->is_clang ? TP_ASK_WRAP : TP_ASK_OPEN;
  return (tp_ask){.want = TP_WANT_VALUE,
                  .flags = tp_w_is_open(w, n) ? open : 0};
}

/* ---- one file for each kind of node ----
 * enter: once, when the node is met. ask: for each kid. leave: when all kids
 * are done. The frame is the top one; it moves when a kid is pushed. */
void tp_w_enter_call(tp_writer *w, tp_frame *f);
tp_ask tp_w_ask_call(tp_writer *w, tp_frame *f, tp_node_id kid, uint32_t i);
void tp_w_leave_call(tp_writer *w, tp_frame *f);
void tp_w_enter_assign(tp_writer *w, tp_frame *f);
tp_ask tp_w_ask_assign(tp_writer *w, tp_frame *f, tp_node_id kid, uint32_t i);
void tp_w_leave_assign(tp_writer *w, tp_frame *f);
void tp_w_enter_statement(tp_writer *w, tp_frame *f);
tp_ask tp_w_ask_statement(tp_writer *w, tp_frame *f, tp_node_id kid,
                          uint32_t i);
void tp_w_leave_statement(tp_writer *w, tp_frame *f);
void tp_w_enter_var(tp_writer *w, tp_frame *f);
tp_ask tp_w_ask_var(tp_writer *w, tp_frame *f, tp_node_id kid);
void tp_w_leave_var(tp_writer *w, tp_frame *f);
void tp_w_enter_return(tp_writer *w, tp_frame *f);
tp_ask tp_w_ask_return(tp_writer *w, tp_frame *f, tp_node_id kid);
void tp_w_leave_return(tp_writer *w, tp_frame *f);
/* Remove the keyword between two offsets. */
void tp_w_drop_register(tp_writer *w, uint32_t begin, uint32_t end);
void tp_w_enter_init(tp_writer *w, const tp_frame *f);
tp_ask tp_w_ask_init(tp_writer *w, tp_frame *f, tp_node_id kid);
void tp_w_leave_init(tp_writer *w, const tp_frame *f);

/* ---- leaf.c: lvalues and what they read ---- */
/* The leaf for the value of the frame's lvalue, or of an array or function that
 * becomes a pointer. */
void tp_w_read_lvalue(tp_writer *w, tp_frame *f);
/* The value is what it is: captured in a temporary, not symbolic. */
void tp_w_capture_plain(tp_writer *w, tp_frame *f, uint32_t level);
void tp_w_push_temp(tp_writer *w, tp_node_id n, tp_temp temp, uint8_t kind);
bool tp_w_has_symbol(const tp_writer *w, uint32_t from, uint32_t to);
/* Say so if where the lvalue lies depends on an input: that is not followed. */
void tp_w_note_place(tp_writer *w, tp_node_id n);

/* A copy of what the node designates and the runtime knows of it, in a
 * temporary that is its leaf. */
void tp_w_copy_by_pointer(tp_writer *w, tp_frame *f, uint32_t level);

/* ---- table.c: lvalues whose place may be symbolic ---- */
tp_ask tp_w_ask_lvalue(tp_writer *w, tp_frame *f, tp_node_id kid, uint32_t i);
/* Where the lvalue lies may depend on an input: by an index of an array or by
 * the pointer that leads there. */
bool tp_w_has_symbolic_place(const tp_writer *w, tp_node_id n);
/* The same of an array that is used as a pointer. */
bool tp_w_is_symbolic_address(const tp_writer *w, tp_node_id n);
/* Some pointer of the program may lead to a place that depends on an input. */
bool tp_w_follows_pointers(const tp_writer *w);
/* A variable of a function with elements that a pointer may lead to: the
 * runtime is told where it lies. */
bool tp_w_has_elements(const tp_writer *w, tp_decl_id d);
/* A table leaf for the lvalue whose index leaves are those from `from` on. */
bool tp_w_make_table(tp_writer *w, uint32_t from, tp_node_id n,
                     tp_planned_leaf *out);
/* Its second address. */
void tp_w_say_base(const tp_writer *w, tp_str *out,
                   const tp_planned_leaf *table);

/* ---- record.c: records as values, compound literals ---- */
/* Room for a value; of a record 0 if there is none. */
tp_temp tp_w_take_record(tp_writer *w, tp_type_id t);
tp_temp tp_w_take_value(tp_writer *w, tp_type_id t);
/* The value of n, a record of type t, into a temporary (ask.into); only its
 * effects if there is no room. */
tp_ask tp_w_ask_record(tp_writer *w, tp_node_id n, tp_type_id t);
/* A member or element of a record that is no object. */
bool tp_w_is_part_of_value(const tp_writer *w, tp_node_id n);
void tp_w_read_part(tp_writer *w, tp_frame *f);
void tp_w_enter_literal(tp_writer *w, tp_frame *f);
void tp_w_leave_literal(tp_writer *w, tp_frame *f);

/* ---- lvalue.c: questions about lvalues and types ---- */
bool tp_w_is_lvalue(const tp_writer *w, tp_node_id n);
bool tp_w_bitfield(const tp_writer *w, tp_node_id n, tp_field *out);
uint32_t tp_w_field_bytes(const tp_field *field);
/* Its text can be written a second time: pure and not long. */
bool tp_w_can_repeat(const tp_writer *w, tp_node_id n);
/* The variable an lvalue is a part of; 0: it is reached through a pointer. */
tp_decl_id tp_w_root(const tp_writer *w, tp_node_id lvalue);
bool tp_w_is_local(const tp_writer *w, tp_decl_id d);
/* A call of a function of the program can't change what is at the lvalue, nor
 * where it is. */
bool tp_w_is_own(const tp_writer *w, tp_node_id lvalue);
/* Storing to `lvalue` may change what evaluating `read` gives. */
bool tp_w_store_changes(const tp_writer *w, tp_node_id lvalue, tp_node_id read);
/* & lvalue is the same before and after a store to it. */
bool tp_w_is_steady(const tp_writer *w, tp_node_id lvalue);
tp_type_id tp_w_type(const tp_writer *w, tp_node_id n); /* unqualified */
bool tp_w_same_type(const tp_writer *w, tp_type_id a, tp_type_id b);
bool tp_w_is_scalar(const tp_writer *w, tp_type_id t);
bool tp_w_is_pointer(const tp_writer *w, tp_type_id t);
bool tp_w_is_record(const tp_writer *w, tp_type_id t);
uint32_t tp_w_size(const tp_writer *w, tp_type_id t);
/* The type of a temporary that can hold the node's value: bit-fields are
 * promoted. */
tp_type_id tp_w_value_type(const tp_writer *w, tp_node_id n);

/* ---- say.c: text ---- */
tp_temp tp_w_take(tp_writer *w, tp_type_id t);
/* The node's text on one line, line markers left out. */
void tp_w_say_text(const tp_writer *w, tp_str *out, tp_node_id n);
/* "&x" of an lvalue, bit-fields included. */
void tp_w_say_address(const tp_writer *w, tp_str *out, tp_node_id lvalue);
/* "__tp2ph_<name><n>(<number>[,<middle>],<addresses of leaves from ..>)" */
void tp_w_say_event(const tp_writer *w, tp_str *out, const char *name,
                    uint32_t number, const char *middle, uint32_t from);
/* The address (of a table: both) of one leaf. */
void tp_w_say_leaf(const tp_writer *w, tp_str *out, uint32_t leaf);
void tp_w_open(tp_writer *w, tp_frame *f, uint32_t level, const tp_str *text);
void tp_w_close(tp_writer *w, tp_frame *f, const tp_str *text);
/* Wrap the frame's node: value in a temporary, then `after`, then the value. */
void tp_w_wrap(tp_writer *w, tp_frame *f, uint32_t level, tp_temp temp,
               tp_type_id type, const char *before, const char *after);

/* The value __tp2ph_v, a pointer or a record, into the temporary (0: none). */
void tp_w_say_keep(const tp_writer *w, tp_str *out, tp_temp temp,
                   tp_type_id type);

/* Append "__tp2ph_cp(to,from,n)" and so on, with a comma before if needed. */
void tp_w_say_copy(tp_str *out, const char *to, const char *from, uint32_t n);
void tp_w_say_clear(tp_str *out, const char *to, uint32_t n);
void tp_w_say_got(tp_str *out, uint32_t site, const char *to, uint32_t n);
void tp_w_say_store(tp_str *out, uint32_t e, const char *to);

/* ---- init.c ---- */
/* The object at `to`, of n bytes, was initialised by the pieces from `from` on:
 * append what tells the runtime so. */
void tp_w_say_pieces(tp_writer *w, tp_str *out, const char *to, uint32_t n,
                     uint32_t from);

/* The same as arguments of __tp2ph_lit, a comma behind each. */
void tp_w_say_parts(tp_writer *w, tp_str *out, uint32_t from);

/* What is told to the user: the node's value is taken as it is. */
void tp_w_note(tp_writer *w, tp_node_id n, tp_plan_why why);

/* ---- event.c: roots: what is told to the runtime ---- */
uint32_t tp_w_plan(tp_writer *w, tp_plan_kind kind, tp_node_id node,
                   tp_type_id type, uint32_t from);
/* The value is that of one lvalue or temporary of this type, unchanged. */
bool tp_w_is_copy(const tp_writer *w, const tp_frame *f, tp_type_id type);
/* A condition, a switch value, a captured value: the end of the frame. */
void tp_w_finish(tp_writer *w, tp_frame *f);

/* ---- tables.c ---- */
/* The plan's functions and sites, and which functions have an entry event. A
 * function's n_params in the plan: the runtime is told about the first so many
 * on entry. */
void tp_instr_fill_tables(tp_writer *w);
bool tp_instr_is_instrumented(const tp_func *f);

/* ---- variadic.c ---- */
/* Argument i of the call has no parameter: va_arg fetches it. */
bool tp_w_is_more(const tp_writer *w, const tp_frame *call, uint32_t i);
tp_ask tp_w_ask_more(tp_writer *w, tp_node_id arg);
/* The announcement of such a call. */
bool tp_w_has_more(const tp_writer *w, const tp_frame *call);
void tp_w_say_more(tp_writer *w, tp_frame *call, tp_str *out);
void tp_w_leave_next_arg(tp_writer *w, tp_frame *f);
void tp_w_leave_list_start(tp_writer *w, tp_frame *call);
/* "&t", "&lvalue" or "0". */
void tp_w_say_piece(const tp_writer *w, tp_str *out, const tp_piece *piece);

/* ---- callee.c ---- */
/* Mark the nodes that contain a call which may change variables. */
void tp_instr_mark_calls(tp_writer *w);

typedef enum tp_callee {
  TP_CALLEE_OTHER,   /* outside the program */
  TP_CALLEE_USER,    /* instrumented, enters with an event */
  TP_CALLEE_POINTER, /* unknown */
  TP_CALLEE_INPUT,
  TP_CALLEE_LIBRARY,  /* memcpy and its kin */
  TP_CALLEE_VALUED,   /* memset and its kin: announced */
  TP_CALLEE_EXPECT,   /* __builtin_expect */
  TP_CALLEE_PURE,     /* followed like an operator: libc/pure.h */
  TP_CALLEE_UNTOUCHED /* its arguments are not evaluated */
} tp_callee;
tp_callee tp_instr_callee(const tp_writer *w, tp_node_id call);
/* The name of a library function that the runtime replaces, or NULL.
 * *is_valued: it is given a value. */
const char *tp_instr_library_name(const tp_writer *w, tp_decl_id callee,
                                  bool *is_valued);
/* Its result may be symbolic and is fetched with got. */
bool tp_instr_has_result(const tp_writer *w, tp_node_id call);

/* Of all runtime calls; of those that record decisions only. */
extern const char tp_instr_prototypes[];
extern const char tp_instr_few_prototypes[];

#endif
