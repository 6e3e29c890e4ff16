/* SPDX-License-Identifier: GPL-3.0-or-later */
/* front/sema.h - the analysis of one unit, shared by its files.
 *
 * Pieces (external declarations) are handled one after the other: shape, tree,
 * then the tree is turned into typed nodes (build.c) with the help of:
 *   specifier.c  the type that a declaration's words name; attributes
 *   declarator.c *x[3](int) around such a type; parameters, type names
 *   record.c     struct, union and enum bodies
 *   declare.c    names into scopes and declarations; function.c: definitions
 *   literal.c    numbers, characters, strings
 *   expression.c names, members, calls, casts ... ; operator.c: operators
 *   builtin.c    _Generic, va_arg, offsetof, __builtin_...
 *   init.c       initialisers to byte offsets
 *   statement.c  statements, labels, cases
 *   number.c     decisions and branches of a finished function; site.c: calls
 */
#ifndef TP_FRONT_SEMA_H
#define TP_FRONT_SEMA_H

#include "program/place.h"
#include "base/map.h"
#include "front/scope.h"
#include "front/tree.h"

/* How deep pieces may nest that are analysed by recursion: declarators in
 * parameters, types in array sizes, brackets in initialisers. Deeper ones are
 * left alone. About 1 KiB of stack each. */
enum { TP_SEMA_NESTING = 256 };

/* What build.c holds about a tree node whose kids are being built. */
typedef struct tp_build_frame {
  uint32_t tree;
  uint32_t kid;  /* next one to build */
  uint32_t base; /* first of its kids' values */
  uint8_t is_entered;
  tp_type_id type; /* of the cast, of the declaration's specifiers ... */
  uint32_t extra;
} tp_build_frame;

typedef struct tp_built {
  tp_node_id node;
  uint8_t field; /* tp_tree_field */
} tp_built;

/* One step of a designator: .name or [low ... high]. */
typedef struct tp_designator {
  tp_name name; /* 0: an index */
  uint64_t low, high;
} tp_designator;

typedef struct tp_specifiers {
  tp_type_id type;
  bool is_typedef, is_static, is_extern, is_register, is_thread, is_inline;
  bool is_entered; /* by an attribute: constructor ... */
  bool is_placed;  /* by the attribute section */
  bool is_noreturn, is_auto_type;
  uint32_t align; /* of aligned and _Alignas, 0 if none */
  bool is_packed;
} tp_specifiers;

typedef struct tp_sema {
  tp_program *p;
  tp_unit_id unit;
  tp_tokens tokens;
  tp_parser *parser;
  const tp_tree *tree; /* of the piece at hand */
  tp_tok piece;        /* its first token */
  tp_scope scope;
  tp_func_id func; /* the one being built, 0 at file scope */
  tp_map labels;   /* of func: name to label */
  tp_map implicit; /* decls that only a call declares */
  tp_map copies;   /* over all units, by place: decisions of a function */
  tp_map files;    /* over all units, by folder and name: the real path */
  VEC(tp_build_frame) frames;
  VEC(tp_built) values;
  VEC(tp_designator) designators;
  VEC(tp_specifiers) specs; /* of the declarations being built */
  tp_vec_u32 open_cases;    /* of the switches being built */
  tp_vec_u32 sizes;         /* sizes of variable arrays that were just read */
  uint32_t nesting;
  bool has_short_enums; /* -fshort-enums: all are packed */
  /* The user's text holds something that is not understood: is it C? */
  bool is_doubtful;
  uint32_t doubt; /* offset of the first */
} tp_sema;

typedef struct tp_attributes {
  bool is_packed, is_noreturn;
  bool has_cleanup; /* a function gets its address */
  bool is_entered;  /* constructor, destructor, used */
  bool is_placed;   /* section */
  uint32_t align;
  uint32_t vector_size;
  tp_type_id mode; /* the type that mode(...) names, 0 if none */
} tp_attributes;

typedef struct tp_parameter {
  tp_tok name; /* token; 0: none */
  tp_type_id type;
  bool is_register;
  tp_tok begin, last;
} tp_parameter;

typedef struct tp_declarator {
  tp_type_id type;
  tp_tok name; /* token; 0: abstract */
  tp_tok begin, last;
  VEC(tp_parameter) params; /* if it declares a function */
  bool is_function;
} tp_declarator;

/* ---- unit.c: pieces ---- */
void tp_sema_init(tp_sema *s, tp_program *p);
void tp_sema_free(tp_sema *s);
void tp_sema_unit(tp_sema *s, tp_unit_id unit);

/* ---- node.c ---- */
tp_node_id tp_sema_node(tp_sema *s, tp_node_kind kind, tp_type_id type,
                        tp_tok begin, tp_tok last);
void tp_sema_set_kids(tp_sema *s, tp_node_id node, const tp_node_id *kids,
                      uint32_t n);
tp_node_id tp_sema_int(tp_sema *s, uint64_t value, tp_type_id type,
                       tp_tok begin, tp_tok last);
tp_node_id tp_sema_float(tp_sema *s, double value, tp_type_id type,
                         tp_tok begin, tp_tok last);
/* Something that is not understood, counted. */
tp_node_id tp_sema_opaque(tp_sema *s, tp_type_id type, tp_tok begin,
                          tp_tok last);
/* The text at a token may be no C at all. */
void tp_sema_doubt(tp_sema *s, tp_tok at);
/* The last token, also if it is the first of a group. */
tp_tok tp_sema_last(const tp_sema *s, tp_tok last);
static inline tp_node *tp_sema_at(tp_sema *s, tp_node_id n) {
  return &s->p->nodes.at[n];
}
static inline const tp_tree_node *tp_sema_tree(const tp_sema *s, uint32_t t) {
  return &s->tree->at.at[t];
}

/* ---- build.c ---- */
tp_node_id tp_sema_build(tp_sema *s, uint32_t tree);
/* What is there, as an opaque node with the kids that were understood. */
tp_node_id tp_sema_broken(tp_sema *s, const tp_build_frame *f);
/* The values from an index on become the kids of a node. */
void tp_sema_set_values(tp_sema *s, tp_node_id node, uint32_t from);
tp_tok tp_sema_shape(tp_sema *s, tp_shape *shape, tp_tok from, tp_tok to,
                     tp_shape_mode mode);
/* Analyse tokens from .. to-1 apart from the piece they are in. */
tp_node_id tp_sema_value_of(tp_sema *s, tp_tok from, tp_tok to);
tp_type_id tp_sema_type_of(tp_sema *s, tp_tok from, tp_tok to);
bool tp_sema_starts_type(tp_sema *s, tp_tok i);
/* The value in a field of the frame's kids; 0 if there is none. */
tp_node_id tp_sema_part(const tp_sema *s, const tp_build_frame *f,
                        tp_tree_field field);

/* ---- specifier.c ---- */
void tp_sema_attributes(tp_sema *s, tp_tok from, tp_tok to, tp_attributes *out);
/* The specifiers of a declaration, member, parameter or type name. `to`: its
 * first declarator. */
void tp_sema_specifiers(tp_sema *s, uint32_t tree, tp_tok to,
                        tp_specifiers *out);
/* Where the declaration really begins: hidden words included. */
tp_tok tp_sema_begin(const tp_sema *s, tp_tok begin);
/* A declaration's type with the attributes written behind the declarator. */
tp_type_id tp_sema_attributed(tp_sema *s, tp_type_id type,
                              const tp_attributes *a);
/* The attributes behind a declarator. */
void tp_sema_trailing(tp_sema *s, tp_tok last, tp_attributes *out);

/* ---- declarator.c ---- */
void tp_sema_declarator(tp_sema *s, uint32_t tree, tp_type_id base,
                        tp_declarator *out);
void tp_declarator_free(tp_declarator *d);
/* The stars that stand hidden before the declarator of an old-style definition
 * are part of its type. */
tp_type_id tp_sema_old_pointers(tp_sema *s, tp_tok declarator, tp_type_id type);
tp_type_id tp_sema_type_name(tp_sema *s, uint32_t tree);
uint32_t tp_sema_first_declarator(const tp_sema *s, uint32_t tree);

/* ---- record.c ---- */
tp_type_id tp_sema_record(tp_sema *s, uint32_t tree);
tp_type_id tp_sema_enum(tp_sema *s, uint32_t tree);

/* ---- declare.c ---- */
/* Returns the decl, 0 if it is a typedef. */
tp_decl_id tp_sema_declare(tp_sema *s, const tp_specifiers *specs,
                           const tp_declarator *d);
tp_decl_id tp_sema_implicit(tp_sema *s, tp_tok name, tp_type_id type);
/* Give a decl its final type, also in the scope. */
void tp_sema_retype(tp_sema *s, tp_decl_id decl, tp_type_id type);
/* The node if it is left alone (a nested function). */
tp_node_id tp_sema_enter_function(tp_sema *s, tp_build_frame *f);
/* What has this name may be changed or called unseen. */
void tp_sema_expose(tp_sema *s, tp_name name);
/* Everything a piece of text names may be changed or called by it. */
void tp_sema_expose_names(tp_sema *s, tp_tok from, tp_tok to);
tp_node_id tp_sema_leave_function(tp_sema *s, const tp_build_frame *f);
void tp_sema_enter_declaration(tp_sema *s, tp_build_frame *f);
void tp_sema_enter_init(tp_sema *s, tp_build_frame *f,
                        const tp_build_frame *outer);
/* Whether computing an expression does more than read a value. */
bool tp_sema_is_eventful(const tp_sema *s, tp_node_id node);
/* Sizes of variable arrays that were read from `first` on belong to no
 * declaration: where something happens in one of them, nobody sees when. */
void tp_sema_drop_sizes(tp_sema *s, uint32_t first, const char *what,
                        tp_tok at);
tp_node_id tp_sema_plain_declarator(tp_sema *s, uint32_t tree,
                                    const tp_build_frame *outer);
tp_node_id tp_sema_leave_init(tp_sema *s, const tp_build_frame *f);
tp_node_id tp_sema_leave_declaration(tp_sema *s, const tp_build_frame *f);

/* ---- literal.c ---- */
tp_node_id tp_sema_literal(tp_sema *s, tp_tok token);

/* ---- operator.c ---- */
/* The type of a value: unqualified, arrays and functions decayed. */
tp_type_id tp_sema_rvalue(tp_sema *s, tp_node_id n);
/* The same, and note that an array's address gets away. */
tp_type_id tp_sema_use(tp_sema *s, tp_node_id n);
tp_type_id tp_sema_promoted(tp_sema *s, tp_node_id n);
/* The expression whose value a ({ block }) has; 0 if it has none. */
tp_node_id tp_sema_last_value(const tp_sema *s, tp_node_id block);
tp_type_id tp_sema_decay(tp_sema *s, tp_type_id t);
void tp_sema_take_address(tp_sema *s, tp_node_id n);
tp_node_id tp_sema_binary(tp_sema *s, const tp_build_frame *f);
tp_node_id tp_sema_unary(tp_sema *s, const tp_build_frame *f);
tp_node_id tp_sema_assignment(tp_sema *s, const tp_build_frame *f);
tp_node_id tp_sema_update(tp_sema *s, const tp_build_frame *f);
tp_node_id tp_sema_conditional(tp_sema *s, const tp_build_frame *f);

/* ---- expression.c ---- */
tp_node_id tp_sema_name(tp_sema *s, tp_tok token, bool is_callee);
tp_node_id tp_sema_address(tp_sema *s, const tp_build_frame *f);
tp_node_id tp_sema_cast(tp_sema *s, const tp_build_frame *f);
tp_node_id tp_sema_sizeof(tp_sema *s, const tp_build_frame *f);
tp_node_id tp_sema_subscript(tp_sema *s, const tp_build_frame *f);
tp_node_id tp_sema_call(tp_sema *s, const tp_build_frame *f);
tp_node_id tp_sema_member(tp_sema *s, const tp_build_frame *f);
tp_node_id tp_sema_compound(tp_sema *s, const tp_build_frame *f);
tp_node_id tp_sema_parens(tp_sema *s, const tp_build_frame *f);
tp_node_id tp_sema_comma(tp_sema *s, const tp_build_frame *f);

/* ---- builtin.c ---- */
/* An operand that stands for several tokens. */
tp_node_id tp_sema_group(tp_sema *s, tp_tok token);
/* A call of a builtin that is more (or less) than a call; 0 if it is none. */
tp_node_id tp_sema_builtin_call(tp_sema *s, const tp_build_frame *f,
                                tp_node_id callee);
/* What a builtin function returns; UNKNOWN if not known. */
tp_type_id tp_sema_builtin_type(tp_sema *s, const char *name);
bool tp_sema_compatible(const tp_sema *s, tp_type_id a, tp_type_id b);

/* ---- init.c ---- */
/* Braces as written become a list of (offset, type, value). Returns the type
 * of the object: arrays get their length. */
tp_type_id tp_sema_initialise(tp_sema *s, tp_node_id list, tp_type_id type);
tp_node_id tp_sema_list(tp_sema *s, const tp_build_frame *f);
tp_node_id tp_sema_pair(tp_sema *s, const tp_build_frame *f);

/* ---- statement.c ---- */
void tp_sema_enter_statement(tp_sema *s, tp_build_frame *f);
tp_node_id tp_sema_statement(tp_sema *s, const tp_build_frame *f);
tp_node_id tp_sema_label_address(tp_sema *s, tp_tok token);

/* ---- number.c ---- */
void tp_sema_number(tp_sema *s, tp_func_id func);

/* ---- macro.c ---- */
/* Whether clang takes a condition for one of a system header's macro.
 * in_assert: it is what glibc's assert tests. */
bool tp_sema_in_system_macro(tp_sema *s, uint32_t begin, uint32_t end,
                             bool in_assert);

/* A condition as the user wrote it; if it is all of a macro's expansion, but
 * for parentheses, that is the macro. */
void tp_sema_condition_text(tp_sema *s, const tp_node *node,
                            const tp_place *place, tp_str *out);

/* ---- site.c ---- */
void tp_sema_site(tp_sema *s, tp_func_id func, tp_node_id call);

#endif
