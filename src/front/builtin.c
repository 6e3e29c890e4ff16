/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What looks like a call but is none: _Generic, va_arg, offsetof, and the
 * builtins of gcc that a value passes through.
 */
#include "front/sema.h"

#include <math.h>

static const tp_type *type_at(const tp_sema *s, tp_type_id t) {
  return tp_type_get(&s->p->types, t);
}

/* ---- Arguments of a group ---- */

typedef struct argument {
  tp_tok from, to;
} argument;

enum { MAX_ARGUMENTS = 128 };

/* Split what is between the parentheses of a group at its commas. */
static uint32_t split(const tp_sema *s, tp_tok token, argument *out,
                      uint32_t most) {
  tp_tok close = tp_sema_last(s, token), i = token + 2;
  uint32_t n = 0;
  while (i < close && n < most) {
    out[n].from = i;
    for (; i < close && tp_tok_kind(&s->tokens, i) != TOK_COMMA; i++) {
      uint8_t kind = tp_tok_kind(&s->tokens, i);
      if (kind == TOK_LPAREN || kind == TOK_LBRACKET || kind == TOK_LBRACE)
        i = tp_tok_at(&s->tokens, i)->aux;
    }
    out[n++].to = i++;
  }
  return n;
}

/* ---- Compatible types ---- */

/* C11 6.2.7, one level after the other. */
bool tp_sema_compatible(const tp_sema *s, tp_type_id a, tp_type_id b) {
  for (int depth = 0; depth < 64; depth++) {
    const tp_type *ta = type_at(s, a), *tb = type_at(s, b);
    if (a == b)
      return true;
    if (ta->is_const != tb->is_const || ta->is_volatile != tb->is_volatile)
      return false;
    a = ta->unqualified;
    b = tb->unqualified;
    if (a == b)
      return true;
    ta = type_at(s, a);
    tb = type_at(s, b);
    if (ta->kind == TP_T_ENUM && tb->kind == TP_T_INT)
      return ta->base == b;
    if (tb->kind == TP_T_ENUM && ta->kind == TP_T_INT)
      return tb->base == a;
    if (ta->kind != tb->kind)
      return false;
    if (ta->kind == TP_T_ARRAY && ta->is_complete && tb->is_complete &&
        ta->count != tb->count)
      return false;
    if (ta->kind == TP_T_FUNCTION && ta->has_prototype && tb->has_prototype)
      return false; /* equal ones have one id */
    if (ta->kind != TP_T_POINTER && ta->kind != TP_T_ARRAY &&
        ta->kind != TP_T_FUNCTION)
      return false;
    a = ta->base;
    b = tb->base;
  }
  return false;
}

/* ---- The groups ---- */

static tp_node_id wrap(tp_sema *s, tp_node_id chosen, tp_tok token) {
  tp_node_id node =
      tp_sema_node(s, TP_N_GENERIC, tp_sema_at(s, chosen)->type, token, token);
  tp_sema_at(s, node)->flags |= tp_sema_at(s, chosen)->flags & TP_F_LVALUE;
  tp_sema_set_kids(s, node, &chosen, 1);
  return node;
}

/* type : value, or default : value. */
static bool read_association(tp_sema *s, argument a, tp_type_id *type,
                             argument *value, bool *is_default) {
  tp_tok colon = a.from;
  while (colon < a.to && tp_tok_kind(&s->tokens, colon) != TOK_COLON) {
    uint8_t kind = tp_tok_kind(&s->tokens, colon);
    bool opens =
        kind == TOK_LPAREN || kind == TOK_LBRACKET || kind == TOK_LBRACE;
    colon = (opens ? tp_tok_at(&s->tokens, colon)->aux : colon) + 1;
  }
  if (colon >= a.to)
    return false;
  *is_default = tp_tok_kind(&s->tokens, a.from) == TOK_DEFAULT;
  *type = *is_default ? TP_TYPE_UNKNOWN : tp_sema_type_of(s, a.from, colon);
  *value = (argument){colon + 1, a.to};
  return true;
}

static tp_node_id generic(tp_sema *s, tp_tok token) {
  argument args[MAX_ARGUMENTS], value, fallback = {0, 0}, chosen = {0, 0};
  uint32_t n = split(s, token, args, MAX_ARGUMENTS);
  if (n < 2)
    return 0;
  tp_type_id of =
      tp_sema_rvalue(s, tp_sema_value_of(s, args[0].from, args[0].to));
  if (of == TP_TYPE_UNKNOWN)
    return 0;
  for (uint32_t i = 1; i < n && !chosen.to; i++) {
    tp_type_id type;
    bool is_default;
    if (!read_association(s, args[i], &type, &value, &is_default))
      return 0;
    if (is_default)
      fallback = value;
    else if (type == TP_TYPE_UNKNOWN)
      return 0; /* it might be this one */
    else if (tp_sema_compatible(s, of, type))
      chosen = value;
  }
  if (!chosen.to)
    chosen = fallback;
  if (!chosen.to)
    return 0;
  return wrap(s, tp_sema_value_of(s, chosen.from, chosen.to), token);
}

static tp_node_id choose(tp_sema *s, tp_tok token) {
  argument args[3];
  uint64_t value;
  if (split(s, token, args, 3) != 3)
    return 0;
  tp_node_id condition = tp_sema_value_of(s, args[0].from, args[0].to);
  if (!tp_node_constant(s->p, condition, &value))
    return 0;
  argument chosen = args[value ? 1 : 2];
  return wrap(s, tp_sema_value_of(s, chosen.from, chosen.to), token);
}

static tp_node_id va_arg(tp_sema *s, tp_tok token) {
  argument args[2];
  if (split(s, token, args, 2) != 2)
    return 0;
  tp_node_id list = tp_sema_value_of(s, args[0].from, args[0].to);
  tp_type_id type = tp_sema_type_of(s, args[1].from, args[1].to);
  tp_sema_take_address(s, list);
  tp_node_id node = tp_sema_opaque(s, type, token, token);
  tp_sema_set_kids(s, node, &list, 1);
  return node;
}

static tp_node_id compatible(tp_sema *s, tp_tok token) {
  argument args[2];
  if (split(s, token, args, 2) != 2)
    return 0;
  tp_type_id a = tp_sema_type_of(s, args[0].from, args[0].to);
  tp_type_id b = tp_sema_type_of(s, args[1].from, args[1].to);
  if (a == TP_TYPE_UNKNOWN || b == TP_TYPE_UNKNOWN)
    return 0;
  a = type_at(s, a)->unqualified;
  b = type_at(s, b)->unqualified;
  return tp_sema_int(s, tp_sema_compatible(s, a, b), TP_TYPE_INT, token, token);
}

/* One step of offsetof(T, a.b[3].c); returns its last token, 0 on failure. */
static tp_tok offset_step(tp_sema *s, tp_tok i, tp_type_id *type,
                          uint64_t *offset) {
  const tp_token *t = tp_tok_at(&s->tokens, i);
  tp_tok close = t->aux;
  tp_field field;
  uint64_t index;
  if (t->kind == TOK_DOT)
    return i;
  if (t->kind == TOK_IDENT) {
    if (!tp_type_member(&s->p->types, *type, t->aux, &field) ||
        field.is_bitfield)
      return 0;
    *offset += field.offset;
    *type = field.type;
    return i;
  }
  if (t->kind != TOK_LBRACKET || type_at(s, *type)->kind != TP_T_ARRAY)
    return 0;
  tp_node_id node = tp_sema_value_of(s, i + 1, close);
  if (!tp_node_constant(s->p, node, &index))
    return 0;
  *type = type_at(s, *type)->base;
  *offset += index * type_at(s, *type)->size;
  return close;
}

static tp_node_id offset_of(tp_sema *s, tp_tok token) {
  argument args[2];
  uint64_t offset = 0;
  if (split(s, token, args, 2) != 2)
    return 0;
  tp_type_id type = tp_sema_type_of(s, args[0].from, args[0].to);
  for (tp_tok i = args[1].from; i < args[1].to; i++)
    if (!(i = offset_step(s, i, &type, &offset)))
      return 0;
  return tp_sema_int(s, offset, TP_TYPE_ULONG, token, token);
}

/* Everything an asm names may be changed by it. */
static tp_node_id assembly(tp_sema *s, tp_tok token) {
  tp_sema_expose_names(s, token, tp_sema_last(s, token));
  return tp_sema_opaque(s, TP_TYPE_VOID, token, token);
}

tp_node_id tp_sema_group(tp_sema *s, tp_tok token) {
  tp_node_id node = 0;
  tp_type_id type = TP_TYPE_UNKNOWN;
  switch (tp_tok_kind(&s->tokens, token)) {
  case TOK_ANDAND:
    return tp_sema_label_address(s, token);
  case TOK_ASM:
    return assembly(s, token);
  case TOK_GENERIC:
    node = generic(s, token);
    break;
  case TOK_CHOOSE:
    node = choose(s, token);
    break;
  case TOK_VA_ARG:
    node = va_arg(s, token);
    break;
  case TOK_COMPATIBLE:
    node = compatible(s, token);
    type = TP_TYPE_INT;
    break;
  case TOK_OFFSETOF:
    node = offset_of(s, token);
    type = TP_TYPE_ULONG;
    break;
  default:
    break;
  }
  return node ? node : tp_sema_opaque(s, type, token, token);
}

/* ---- Builtin functions ---- */

/* By what they return; names without __builtin_. */
static const struct {
  tp_type_id type;
  const char *names;
} builtins[] = {
    {TP_TYPE_INT,
     " abs bcmp clz clzl clzll constant_p ctz ctzl ctzll ffs ffsl ffsll "
     "fpclassify fprintf isfinite isgreater isgreaterequal isinf isinf_sign "
     "isless islessequal islessgreater isnan isnormal isunordered memcmp "
     "parity parityl parityll popcount popcountl popcountll printf putchar "
     "puts scanf setjmp "
     "signbit signbitf signbitl snprintf sprintf strcmp strncmp "},
    {TP_TYPE_LONG, " expect imaxabs labs lrint lrintf lround lroundf "},
    {TP_TYPE_LLONG, " llabs llrint llrintf llround llroundf "},
    {TP_TYPE_ULONG, " bswap64 object_size strlen "},
    {TP_TYPE_UINT, " bswap32 "},
    {TP_TYPE_USHORT, " bswap16 "},
    {TP_TYPE_BOOL, " add_overflow mul_overflow sub_overflow "},
    {TP_TYPE_DOUBLE,
     " ceil copysign fabs fdim floor fmax fmin huge_val inf nan nearbyint rint "
     "round sqrt trunc "},
    {TP_TYPE_FLOAT,
     " ceilf copysignf fabsf fdimf floorf fmaxf fminf huge_valf inff nanf "
     "nearbyintf rintf roundf sqrtf truncf "},
    {TP_TYPE_LDOUBLE, " fabsl huge_vall infl nanl "},
    {TP_TYPE_VOID,
     " abort bzero exit free longjmp prefetch trap unreachable va_copy "
     "va_end va_start "},
    {TP_TYPE_UNKNOWN, /* void * */
     " alloca assume_aligned calloc frame_address malloc memchr memcpy "
     "memmove memset realloc return_address "},
};

tp_type_id tp_sema_builtin_type(tp_sema *s, const char *name) {
  static const char prefix[] = "__builtin_";
  char word[64];
  if (tp_text_starts(name, prefix))
    name += sizeof prefix - 1;
  if (strlen(name) > sizeof word - 3)
    return TP_TYPE_UNKNOWN;
  word[0] = ' ';
  strcpy(word + 1, name);
  strcat(word, " ");
  for (size_t i = 0; i < sizeof builtins / sizeof *builtins; i++)
    if (strstr(builtins[i].names, word))
      return builtins[i].type != TP_TYPE_UNKNOWN
                 ? builtins[i].type
                 : tp_type_pointer(&s->p->types, TP_TYPE_VOID);
  return TP_TYPE_UNKNOWN;
}

/* __builtin_expect(e, c) is e as a long. */
static tp_node_id expect(tp_sema *s, const tp_build_frame *f) {
  tp_tree_node tree = *tp_sema_tree(s, f->tree);
  uint64_t value;
  if (s->values.n != f->base + 3 ||
      !tp_node_constant(s->p, s->values.at[f->base + 2].node, &value))
    return 0;
  tp_node_id kid = s->values.at[f->base + 1].node;
  tp_sema_use(s, kid);
  tp_node_id node =
      tp_sema_node(s, TP_N_CAST, TP_TYPE_LONG, tree.begin, tree.last);
  tp_sema_set_kids(s, node, &kid, 1);
  return node;
}

/* Not evaluated; 1 for constants, otherwise as the compiler likes. */
static tp_node_id constant_p(tp_sema *s, const tp_build_frame *f) {
  tp_tree_node tree = *tp_sema_tree(s, f->tree);
  uint64_t value;
  if (s->values.n == f->base + 2 &&
      tp_node_constant(s->p, s->values.at[f->base + 1].node, &value))
    return tp_sema_int(s, 1, TP_TYPE_INT, tree.begin, tree.last);
  return tp_sema_opaque(s, TP_TYPE_INT, tree.begin, tree.last);
}

/* HUGE_VAL, INFINITY and NAN: numbers that C has no literals of. */
static const struct {
  const char *name;
  double value;
  uint32_t n_arguments; /* an empty text */
} numbers[] = {
    {"__builtin_huge_val", HUGE_VAL, 0}, {"__builtin_huge_valf", HUGE_VAL, 0},
    {"__builtin_inf", HUGE_VAL, 0},      {"__builtin_inff", HUGE_VAL, 0},
    {"__builtin_nan", NAN, 1},           {"__builtin_nanf", NAN, 1}};

static bool is_empty_text(tp_sema *s, tp_node_id n) {
  const tp_node *node = tp_sema_at(s, n);
  return node->kind == TP_N_STRING && s->p->string_sizes.at[node->ref] == 0;
}

/* 0: it is none of them. */
static tp_node_id number(tp_sema *s, const tp_build_frame *f,
                         const char *name) {
  tp_tree_node tree = *tp_sema_tree(s, f->tree);
  uint32_t n = s->values.n - f->base - 1;
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    if (strcmp(name, numbers[i].name) == 0 && n == numbers[i].n_arguments &&
        (n == 0 || is_empty_text(s, s->values.at[f->base + 1].node)))
      return tp_sema_float(s, numbers[i].value, tp_sema_builtin_type(s, name),
                           tree.begin, tree.last);
  return 0;
}

tp_node_id tp_sema_builtin_call(tp_sema *s, const tp_build_frame *f,
                                tp_node_id callee) {
  const tp_node *node = tp_sema_at(s, callee);
  if (node->kind != TP_N_NAME)
    return 0;
  const tp_decl *decl = &s->p->decls.at[node->ref];
  const char *name = tp_names_text(s->p->names, decl->name);
  if (strcmp(name, "__builtin_expect") == 0)
    return expect(s, f);
  if (strcmp(name, "__builtin_constant_p") == 0)
    return constant_p(s, f);
  return number(s, f, name);
}
