/* SPDX-License-Identifier: GPL-3.0-or-later */
/* program/program.h - what is known of a whole C program: its units,
 * declarations, functions, decisions, branches, sites.
 *
 * The front end makes it. All units of the program are in one tp_program, ids
 * are indices, id 0 means "none". Positions are byte offsets into the
 * preprocessed text of a unit. The syntax trees are in it, too, but only who
 * includes ast/ast.h can read them: for the others a node is a name for what
 * stands in the text, and what that does, and where, is told by the IR.
 */
#ifndef TP_PROGRAM_PROGRAM_H
#define TP_PROGRAM_PROGRAM_H

#include "types/type.h"
#include "base/edit.h"
#include "base/str.h"
#include "base/vec.h"

typedef uint32_t tp_node_id;
typedef uint32_t tp_decl_id;
typedef uint32_t tp_func_id;
typedef uint32_t tp_unit_id;
typedef uint32_t tp_decision_id; /* 0 is "none"; real ones from 1 */
typedef uint32_t tp_sbranch;     /* a branch of the source, index from 0 */

typedef enum tp_op {
  TP_OP_NONE,
  TP_OP_ADD,
  TP_OP_SUB,
  TP_OP_MUL,
  TP_OP_DIV,
  TP_OP_MOD,
  TP_OP_SHL,
  TP_OP_SHR,
  TP_OP_AND,
  TP_OP_OR,
  TP_OP_XOR,
  TP_OP_LT,
  TP_OP_GT,
  TP_OP_LE,
  TP_OP_GE,
  TP_OP_EQ,
  TP_OP_NE,
  TP_OP_LOGAND,
  TP_OP_LOGOR,
  TP_OP_NEG,
  TP_OP_NOT,
  TP_OP_BITNOT,
  TP_OP_PLUS,
  TP_OP_ASSIGN
} tp_op;

typedef enum tp_decl_kind { TP_D_VAR, TP_D_PARAM, TP_D_FUNCTION } tp_decl_kind;

typedef struct tp_decl {
  uint8_t kind;
  uint8_t is_static, is_extern, is_register, is_thread;
  uint8_t address_taken;  /* & was applied, or it is an array that decays into
                             something else than an index */
  uint8_t is_noreturn;    /* function: exit, abort, longjmp, _Noreturn ... */
  uint8_t is_used_unseen; /* named, entered or kept by an attribute; function:
                             named by text that was left alone */
  uint8_t is_system;      /* declared in a system header only */
  uint8_t is_placed;      /* in a section of its own: others may walk it */
  tp_name name;
  tp_type_id type;
  tp_unit_id unit;
  tp_func_id scope; /* the function it is local to; 0: file scope */
  /* All declarations of one object or function with linkage share a `same`:
   * the id of the defining one, or of the first if the program defines none. */
  tp_decl_id same;
  tp_node_id var;         /* its TP_N_VAR, if it has one */
  uint8_t is_initialised; /* .. with an initialiser */
  tp_func_id defines;  /* function: its definition; 0 if the program has none */
  uint32_t begin, end; /* the declarator in the unit's text */
  /* Of a local array of variable length, if that is the only such length in its
   * type: how many elements, and a pointer to one. Else 0. */
  tp_node_id count;
  tp_type_id pointer;
  uint8_t is_inner; /* .. it ends before its function does */
} tp_decl;

typedef struct tp_func {
  tp_decl_id decl;
  tp_unit_id unit;
  tp_node_id body;     /* TP_N_BLOCK */
  uint32_t begin, end; /* the whole definition */
  uint8_t is_user;     /* defined in the user's files: instrumented */
  uint8_t is_nested;   /* gcc's nested function: left alone */
  uint8_t is_tester;   /* --inputs declares it */
  uint8_t is_promised; /* .. and what it does with functions it gets */
  uint8_t is_test;     /* .. and that it delivers the result of one: */
  uint8_t test_number, test_name, test_site; /* parameters, from 1; 0: none */
  /* Static, and nothing that is compiled names it, nor its copy in another
   * unit: clang does not count it. */
  uint8_t is_never_used;
  tp_func_id outer; /* of a nested one */
  VEC(tp_decl_id) params;
  VEC(tp_decl_id) locals; /* also static ones and those of inner blocks */
} tp_func;

typedef struct tp_case {
  int64_t low, high; /* as values of the promoted switch type, bit pattern */
  tp_node_id node;
} tp_case;

typedef struct tp_loop {      /* a while, do or for */
  tp_node_id node, condition; /* condition: 0: it has none */
} tp_loop;

typedef struct tp_label {
  tp_name name;
  tp_func_id func;
  tp_node_id node;       /* TP_N_LABEL */
  uint8_t address_taken; /* &&label */
} tp_label;

typedef enum tp_construct {
  TP_C_IF,
  TP_C_WHILE,
  TP_C_DO,
  TP_C_FOR,
  TP_C_SELECT /* ?: */,
  TP_C_LOGICAL /* an operand of && or || */,
  TP_C_SWITCH
} tp_construct;

/* A condition or a switch. */
typedef struct tp_decision {
  tp_node_id node; /* the atomic expression (with its leading !s), the SWITCH */
  uint8_t construct;
  uint8_t is_constant; /* clang leaves it out; listed, marked, not counted */
  uint8_t constant;    /* its truth value then */
  uint8_t in_system_macro; /* begins in a macro of a system header: as above */
  uint8_t is_assumption;   /* of __VERIFIER_assume and its kin: not counted */
  uint8_t is_monitor;      /* of what watches bins, rules and checks: not
                              counted; only branches that are goals are looked
                              for */
  tp_type_id type;         /* of a switch: in which its value is compared */
  tp_func_id func;
  tp_unit_id unit;
  tp_name file; /* the user's file, line and column */
  uint32_t line, column;
  tp_name text; /* one line, spaces folded, as the user wrote it */
  /* Branches first .. first+n-1. A condition: first = true, first+1 = false.
   * A switch: its labels in source order, then default, written or not. */
  tp_sbranch first;
  uint32_t n;
} tp_decision;

typedef struct tp_source_branch {
  tp_decision_id decision;
  uint8_t is_default;
  uint8_t is_constant;  /* the default, not written, of a switch on a constant:
                           clang leaves it out; listed, marked, not counted */
  uint8_t is_goal;      /* of the monitor: it stands for a bin, a rule or a
                           check */
  uint8_t is_edge;      /* .. of a limit */
  uint8_t is_check;     /* a goal: 1 + the kind of the check it violates */
  uint8_t is_open;      /* a goal that C's order of evaluation leaves open */
  uint8_t is_not_asked; /* the driver says so: not counted, not looked for */
  int64_t low, high;    /* switch labels */
  tp_node_id label;     /* TP_N_CASE / TP_N_DEFAULT; 0: default not written */
  tp_name text;         /* of a case: "'a'", "FAIL", as the user wrote it */
} tp_source_branch;

/* A bin that --inputs declares: the branch is taken when a run ends in it. */
typedef struct tp_bin {
  uint8_t is_hard, is_good, is_default;
  uint8_t is_row; /* no bin: row `number` of the table `name` is read for one */
  /* Nobody listed it: it is one if it can be reached. is_other stands for all
   * numbers that have no entry. */
  uint8_t is_candidate, is_other;
  int64_t number;
  tp_name name; /* 0: none */
  tp_sbranch branch;
} tp_bin;

/* A rule of an audit (program/rules.def): the branch is taken by a run that
 * breaks it. Several may belong to one rule. */
typedef struct tp_rule {
  uint32_t id; /* TP_RULE_LOST: from there on the monitor can't tell */
  tp_sbranch branch;
} tp_rule;
#define TP_RULE_LOST 0
/* Of this one a proof decides both ways: of its branch, that it is decided; of
 * the branch behind it, that it is broken. */
#define TP_RULE_EFFECT 105

/* What a table of limits tells of a test. */
typedef struct tp_test_row {
  int64_t number; /* if it has one .. */
  bool has_number;
  tp_name name; /* .. and its name; 0: none */
  tp_name unit; /* of what it delivers; 0: not said */
} tp_test_row;

/* Where the monitor tells how a site ends: decisions, each in the same moments
 * as the others. All 0: it does not. */
typedef struct tp_ends {
  tp_decision_id place, bin; /* switches: site and kind; the number */
  tp_decision_id is_set;     /* that of TP_RULE_EFFECT */
} tp_ends;

/* What must hold where the program computes something (--check): the branch is
 * taken by a run that violates it, just before it would happen. */
typedef enum tp_check_kind {
#define CHECK_KIND(NAME, name, is_default) TP_CHECK_##NAME,
#include "program/checks.def"
  TP_CHECK_KINDS,
  TP_CHECK_AT = TP_CHECK_KINDS, /* no checks, but goals: the edges of limits */
  TP_CHECK_INSIDE,
  TP_CHECK_OUTSIDE,
  TP_CHECK_NAN,
  TP_CHECK_VECTOR,  /* .. and vectors of decisions */
  TP_CHECK_HOISTED, /* .. and preconditions of functions */
  TP_CHECK_ALL
} tp_check_kind;
#define TP_CHECK_IS_EDGE(kind) ((kind) >= TP_CHECK_AT && (kind) <= TP_CHECK_NAN)

typedef struct tp_program_check {
  uint8_t kind;
  tp_name text; /* the operation, as the user wrote it */
  tp_name what; /* would happen: "division by zero" */
  tp_name file;
  uint32_t line, column;
  tp_sbranch branch;
  uint8_t is_stepwise; /* several decisions before the branch make it so */
  uint8_t is_open;     /* it shows which operand comes first: never decided */
  /* Where it stands in the text as preprocessed. Of an edge: the operator, and
   * the branch that a run takes there; TP_NO_BRANCH: it decides none. */
  tp_unit_id unit;
  uint32_t begin, end;
  uint8_t op; /* tp_op */
  tp_sbranch side;
} tp_program_check;
#define TP_NO_BRANCH UINT32_MAX

/* A decision of several conditions (--criterion mcdc), its conditions in their
 * order, and the vectors that evaluating it may yield: bit i is condition i. */
typedef struct tp_mcdc {
  tp_name text, file;
  uint32_t line, column;
  tp_func_id func;
  uint32_t first_condition, n_conditions; /* in mcdc_conditions */
  uint32_t first_vector, n_vectors; /* in mcdc_vectors; 0: there are too many */
} tp_mcdc;

typedef struct tp_mcdc_condition {
  tp_name text, file;
  uint32_t line, column;
} tp_mcdc_condition;

typedef struct tp_mcdc_vector {
  uint64_t values, evaluated;
  bool outcome;
  tp_sbranch branch; /* that a run takes which yields it */
} tp_mcdc_vector;

typedef enum tp_input_kind {
  TP_INPUT_RETURN, /* the call's value is an input of the call's type */
  TP_INPUT_OBJECT  /* the object that argument `arg` points to is filled */
} tp_input_kind;

/* The values that an input may have, as declared (--inputs). */
typedef struct tp_limits {
  uint64_t low, high; /* bit patterns of its type, zero above its size */
  uint64_t plain;     /* 0, or what is nearest to it between them */
  tp_name text;       /* as written: "0 .. 5.5" */
} tp_limits;

/* A constant of an enum. */
typedef struct tp_enum_constant {
  tp_type_id type;
  tp_name name;
  uint64_t value;
} tp_enum_constant;

/* A call expression. */
typedef struct tp_site {
  tp_node_id node;
  tp_func_id caller;
  tp_decl_id callee; /* 0: indirect */
  uint32_t n_args;
  tp_name text;          /* the first argument that is a string; 0: none is */
  uint8_t is_assumption; /* the run breaks an assumption, and ends */
  uint8_t is_input;
  uint8_t input_kind;
  uint8_t is_delivery; /* in a function that --inputs declares */
  uint8_t is_text; /* .. of a text: what is behind its NUL is no part of it */
  uint8_t arg;
  tp_type_id object; /* INPUT_OBJECT: the type filled; UNKNOWN: raw bytes */
  uint32_t limits;   /* of each scalar: index into limits; 0: none */
  tp_name file;
  uint32_t line, column;
} tp_site;

/* [begin, end) of a text stands where the user wrote something else. */
typedef struct tp_instead {
  uint32_t begin, end;
  char *users; /* owned */
} tp_instead;

typedef struct tp_unit {
  tp_name path; /* as given on the command line */
  char *text;   /* preprocessed, owned */
  uint32_t size;
  tp_node_id first_node, last_node;
  VEC(tp_node_id) top;         /* file-scope TP_N_DECLs */
  VEC(struct tp_line) lines;   /* see program/place.h */
  VEC(struct tp_macro) macros; /* the same */
  VEC(tp_instead) insteads;    /* of the text before checks, ascending */
  VEC(const char *) flags;     /* of the compiler, borrowed; at[n] is NULL */
  tp_name dir;                 /* folder to compile in; 0 = ours */
  /* Definitions that --inputs or a driver adds behind the file, as C before it
   * is preprocessed; owned, NULL: none. They are part of text. */
  char *supplied;
  /* As preprocessed, if checks were written into text, and how that came of
   * it; else NULL. Lines and macros are those of this text. */
  char *written;
  uint32_t written_size;
  tp_moves moves;
  bool is_cut; /* a driver replaces functions of it: the text is another */
} tp_unit;

/* What is not modelled, and so must not be proved by. */
typedef enum tp_strange_kind {
  TP_STRANGE_NOT,
  TP_STRANGE_ROUNDING, /* results of floating-point operations */
  TP_STRANGE_LINKED,   /* code that is not seen knows what has linkage */
  TP_STRANGE_PROGRAM,  /* anything */
  TP_STRANGE_REFUSED   /* what no instrumented copy can be made of */
} tp_strange_kind;

/* It stands in the text or among the flags: "attribute ms_struct". */
typedef struct tp_strange {
  uint8_t kind;
  bool is_declared; /* it says something of what is declared there only */
  tp_name text;
  tp_unit_id unit; /* 0: it has no place */
  uint32_t begin;
} tp_strange;

/* Invariant (tp_program_verify): ids lead to what is there; declarations of one
 * object share one of them; the branches of a decision are in a row and know
 * it. */
typedef struct tp_program {
  tp_names *names;
  tp_types types;
  VEC(tp_unit) units;        /* from 1: units.at[0] is unused in all of these */
  VEC(struct tp_node) nodes; /* ast/ast.h */
  VEC(tp_decl) decls;
  VEC(tp_func) funcs;
  VEC(tp_decision) decisions;
  VEC(tp_site) sites;
  VEC(tp_limits) limits;
  VEC(tp_enum_constant) constants; /* from 0, in the order of the text */
  VEC(tp_bin) bins;                /* from 0 */
  VEC(tp_rule) rules;              /* from 0 */
  tp_ends ends;
  VEC(tp_test_row) test_rows;   /* from 0 */
  VEC(tp_program_check) checks; /* from 0 */
  VEC(tp_program_check) edges;  /* of limits: likewise */
  /* Preconditions: likewise; `side` is the number that the plan gave. */
  VEC(tp_program_check) hoisted;
  VEC(tp_mcdc) mcdc; /* from 0, as these: */
  VEC(tp_mcdc_condition) mcdc_conditions;
  VEC(tp_mcdc_vector) mcdc_vectors;
  tp_name driver;  /* the file of its driver; 0: it has none */
  tp_name assumed; /* what --assume says; 0: nothing */
  bool
      has_ranges; /* checks in its text ask about objects (tp2ph_range_place) */
  bool is_monitored; /* tp2ph_main is the entry, and stands for main */
  /* Only branches of this part of so many are looked for; 0: all are. */
  uint32_t part, parts;
  VEC(tp_label) labels;
  VEC(tp_loop) loops; /* from 0, as their text stands in each unit */
  VEC(tp_case) cases;
  VEC(tp_source_branch) branches; /* from 0 */
  VEC(uint64_t)
  ints; /* ref of TP_N_INT: bit pattern, extended to
           64 bits by its type's signedness */
  VEC(double) floats;
  VEC(tp_name)
  strings; /* without the quotes, escapes resolved. May hold NUL:
              see string_sizes */
  VEC(uint32_t) string_sizes; /* bytes, without the terminating NUL */
  VEC(tp_decision_id) by_order;
  tp_func_id entry;
  uint32_t opaque; /* constructs left alone, counted */
  VEC(tp_strange) strange;
  struct tp_places *places; /* the user's files as read; private to place.c */
} tp_program;

/* The first strange thing of a kind, as its index + 1; 0: there is none. */
uint32_t tp_program_strange(const tp_program *p, tp_strange_kind kind);
/* Without any node. */
tp_program *tp_program_new(void);
void tp_program_free(tp_program *p);

/* Ends with a message if the invariant is broken. */
void tp_program_verify(const tp_program *p);

tp_unit_id tp_node_unit(const tp_program *p, tp_node_id n);
/* What the story of a run (wire/story.h) has of a parameter of that type. */
typedef enum tp_told { TP_TOLD_NOT, TP_TOLD_NUMBER, TP_TOLD_TEXT } tp_told;
tp_told tp_type_told(const tp_types *types, tp_type_id t);
/* The function a decl names, looking through `same`; 0 if not defined here. */
tp_func_id tp_decl_function(const tp_program *p, tp_decl_id d);
/* Whether the program defines the variable; else a library does. */
bool tp_decl_is_defined(const tp_decl *d);
/* An array of variable length of which every use is seen while it is there:
 * nothing else can point to it when it has ended. */
static inline bool tp_decl_is_room(const tp_decl *d) {
  return d->count && !(d->is_inner && d->address_taken);
}
/* What the type calls this value: a constant of the enum; NULL: nothing. */
const char *tp_constant_name(const tp_program *p, tp_type_id t, uint64_t value);
/* An operator as C writes it. */
const char *tp_op_text(tp_op op);
/* Whether anybody looks for runs that take it: a branch of the user that can be
 * taken or not, or a goal of the monitor. */
bool tp_branch_is_sought(const tp_program *p, tp_sbranch b);
/* "division"; and the kind of a name of that length, KINDS: there is none. */
const char *tp_check_name(tp_check_kind kind);
tp_check_kind tp_check_named(const char *name, size_t n);
/* The text of a unit as preprocessed: without checks. */
const char *tp_unit_written(const tp_unit *unit, uint32_t *size);
/* Of the branches that a run takes, in their order, leave out those by which it
 * would violate a check after another one: what happens then is nobody's
 * fault. Whether it may be left in; *violated is false before the first. */
bool tp_branch_counts(const tp_program *p, tp_sbranch b, bool *violated);
/* The side of a branch as reports name it: T, F, a case value or range
 * ("3", "1 ... 4"), default. */
void tp_branch_side(const tp_program *p, tp_sbranch b, tp_str *out);
/* The same for people: a case as the user wrote it, "'a'", "FAIL". */
void tp_branch_label(const tp_program *p, tp_sbranch b, tp_str *out);

#endif
