/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text to tokens. One pass over the bytes: lines that begin with # are skipped
 * (line markers are the business of markers.c), literals keep their prefix and
 * suffix, brackets are matched with a stack. Bytes that are no C become
 * TOK_JUNK: the parser then says where the error is.
 */
#include "front/token.h"

#include "program/place.h"

#include <ctype.h>
#include <stdlib.h>

static const struct keyword {
  const char *text;
  uint8_t kind;
} keywords[] = {
    {"typedef", TOK_TYPEDEF},
    {"extern", TOK_EXTERN},
    {"static", TOK_STATIC},
    {"auto", TOK_AUTO},
    {"register", TOK_REGISTER},
    {"inline", TOK_INLINE},
    {"__inline", TOK_INLINE},
    {"__inline__", TOK_INLINE},
    {"_Noreturn", TOK_NORETURN},
    {"_Thread_local", TOK_THREAD},
    {"__thread", TOK_THREAD},
    {"const", TOK_CONST},
    {"__const", TOK_CONST},
    {"__const__", TOK_CONST},
    {"volatile", TOK_VOLATILE},
    {"__volatile", TOK_VOLATILE},
    {"__volatile__", TOK_VOLATILE},
    {"restrict", TOK_RESTRICT},
    {"__restrict", TOK_RESTRICT},
    {"__restrict__", TOK_RESTRICT},
    {"_Nonnull", TOK_RESTRICT},
    {"_Nullable", TOK_RESTRICT},
    {"_Null_unspecified", TOK_RESTRICT},
    {"_Atomic", TOK_ATOMIC},
    {"void", TOK_VOID},
    {"char", TOK_KCHAR},
    {"short", TOK_SHORT},
    {"int", TOK_INT},
    {"long", TOK_LONG},
    {"float", TOK_FLOAT},
    {"double", TOK_DOUBLE},
    {"signed", TOK_SIGNED},
    {"__signed", TOK_SIGNED},
    {"__signed__", TOK_SIGNED},
    {"unsigned", TOK_UNSIGNED},
    {"_Bool", TOK_BOOL},
    {"_Complex", TOK_COMPLEX},
    {"__complex__", TOK_COMPLEX},
    {"__complex", TOK_COMPLEX},
    {"__int128", TOK_INT128},
    {"__int128_t", TOK_INT128},
    {"__uint128_t", TOK_INT128},
    {"_Float16", TOK_FLOAT16},
    {"__fp16", TOK_FLOAT16},
    {"_Float32", TOK_FLOAT32},
    {"_Decimal32", TOK_FLOAT32},
    {"_Float64", TOK_FLOAT64},
    {"_Float32x", TOK_FLOAT64},
    {"_Decimal64", TOK_FLOAT64},
    {"_Float128", TOK_FLOAT128},
    {"__float128", TOK_FLOAT128},
    {"_Decimal128", TOK_FLOAT128},
    {"__ibm128", TOK_FLOAT128},
    {"_Float64x", TOK_FLOAT80},
    {"__float80", TOK_FLOAT80},
    {"__builtin_va_list", TOK_VA_LIST},
    {"__auto_type", TOK_AUTO_TYPE},
    {"typeof", TOK_TYPEOF},
    {"__typeof", TOK_TYPEOF},
    {"__typeof__", TOK_TYPEOF},
    {"struct", TOK_STRUCT},
    {"union", TOK_UNION},
    {"enum", TOK_ENUM},
    {"__attribute__", TOK_ATTRIBUTE},
    {"__attribute", TOK_ATTRIBUTE},
    {"_Alignas", TOK_ALIGNAS},
    {"asm", TOK_ASM},
    {"__asm", TOK_ASM},
    {"__asm__", TOK_ASM},
    {"__extension__", TOK_EXTENSION},
    {"_Static_assert", TOK_STATIC_ASSERT},
    {"__label__", TOK_LOCAL_LABEL},
    {"sizeof", TOK_SIZEOF},
    {"_Alignof", TOK_ALIGNOF},
    {"__alignof", TOK_ALIGNOF},
    {"__alignof__", TOK_ALIGNOF},
    {"__real__", TOK_REALIMAG},
    {"__real", TOK_REALIMAG},
    {"__imag__", TOK_REALIMAG},
    {"__imag", TOK_REALIMAG},
    {"_Generic", TOK_GENERIC},
    {"__builtin_va_arg", TOK_VA_ARG},
    {"__builtin_offsetof", TOK_OFFSETOF},
    {"__builtin_types_compatible_p", TOK_COMPATIBLE},
    {"__builtin_choose_expr", TOK_CHOOSE},
    {"if", TOK_IF},
    {"else", TOK_ELSE},
    {"switch", TOK_SWITCH},
    {"case", TOK_CASE},
    {"default", TOK_DEFAULT},
    {"while", TOK_WHILE},
    {"do", TOK_DO},
    {"for", TOK_FOR},
    {"return", TOK_RETURN},
    {"break", TOK_BREAK},
    {"continue", TOK_CONTINUE},
    {"goto", TOK_GOTO},
};

/* Longest first, so that the first match is the token. */
static const struct punctuation {
  char text[4];
  uint8_t kind;
} punctuation[] = {
    {"...", TOK_ELLIPSIS}, {"<<=", TOK_ASSIGN},  {">>=", TOK_ASSIGN},
    {"->", TOK_ARROW},     {"++", TOK_INCDEC},   {"--", TOK_INCDEC},
    {"<<", TOK_OP},        {">>", TOK_OP},       {"<=", TOK_OP},
    {">=", TOK_OP},        {"==", TOK_OP},       {"!=", TOK_OP},
    {"&&", TOK_ANDAND},    {"||", TOK_OP},       {"*=", TOK_ASSIGN},
    {"/=", TOK_ASSIGN},    {"%=", TOK_ASSIGN},   {"+=", TOK_ASSIGN},
    {"-=", TOK_ASSIGN},    {"&=", TOK_ASSIGN},   {"^=", TOK_ASSIGN},
    {"|=", TOK_ASSIGN},    {"<:", TOK_LBRACKET}, {":>", TOK_RBRACKET},
    {"<%", TOK_LBRACE},    {"%>", TOK_RBRACE},   {"(", TOK_LPAREN},
    {")", TOK_RPAREN},     {"[", TOK_LBRACKET},  {"]", TOK_RBRACKET},
    {"{", TOK_LBRACE},     {"}", TOK_RBRACE},    {";", TOK_SEMI},
    {",", TOK_COMMA},      {":", TOK_COLON},     {"?", TOK_QUESTION},
    {".", TOK_DOT},        {"*", TOK_STAR},      {"&", TOK_AMP},
    {"=", TOK_ASSIGN},     {"<", TOK_OP},        {">", TOK_OP},
    {"+", TOK_OP},         {"-", TOK_OP},        {"/", TOK_OP},
    {"%", TOK_OP},         {"!", TOK_OP},        {"~", TOK_OP},
    {"^", TOK_OP},         {"|", TOK_OP},
};

void tp_tokens_init(tp_tokens *t, tp_names *names) {
  memset(t, 0, sizeof *t);
  t->names = names;
  for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++) {
    const char *text = keywords[i].text;
    tp_name name = tp_names_id(names, text, strlen(text));
    if (name >= t->keyword_of.n)
      VEC_RESIZE(&t->keyword_of, name + 1);
    t->keyword_of.at[name] = keywords[i].kind;
  }
}

static void set_keyword(tp_tokens *t, const char *text, uint8_t kind) {
  t->keyword_of.at[tp_names_find(t->names, text, strlen(text))] = kind;
}

void tp_tokens_set_dialect(tp_tokens *t, bool is_strict, bool has_inline) {
  set_keyword(t, "asm", is_strict ? 0 : TOK_ASM);
  set_keyword(t, "typeof", is_strict ? 0 : TOK_TYPEOF);
  set_keyword(t, "inline", is_strict && !has_inline ? 0 : TOK_INLINE);
}

void tp_tokens_free(tp_tokens *t) {
  VEC_FREE(&t->at);
  VEC_FREE(&t->packs);
  VEC_FREE(&t->pragmas);
  VEC_FREE(&t->keyword_of);
}

/* ---- One token ---- */

static bool is_word(unsigned char c) {
  return isalnum(c) || c == '_' || c == '$' || c >= 0x80;
}

static uint32_t skip_word(const char *s, uint32_t i, uint32_t n) {
  while (i < n &&
         (is_word((unsigned char)s[i]) ||
          (s[i] == '\\' && i + 1 < n && (s[i + 1] == 'u' || s[i + 1] == 'U'))))
    i++;
  return i;
}

/* A preprocessing number: also what no compiler accepts. */
static uint32_t skip_number(const char *s, uint32_t i, uint32_t n) {
  for (; i < n; i++) {
    bool is_exponent = strchr("eEpP", s[i]) && s[i] && i + 1 < n &&
                       (s[i + 1] == '+' || s[i + 1] == '-');
    if (is_exponent)
      i++;
    else if (!is_word((unsigned char)s[i]) && s[i] != '.')
      break;
  }
  return i;
}

/* From the opening quote to behind the closing one, or to the line's end. */
static uint32_t skip_quoted(const char *s, uint32_t i, uint32_t n) {
  char quote = s[i++];
  for (; i < n && s[i] != quote && s[i] != '\n'; i++)
    if (s[i] == '\\' && i + 1 < n)
      i++;
  return i < n && s[i] == quote ? i + 1 : i;
}

/* The length of the prefix of a literal at s: L u U u8, or 0. */
static uint32_t literal_prefix(const char *s, uint32_t left) {
  uint32_t n = 0;
  if (left > 1 && (s[0] == 'L' || s[0] == 'U' || s[0] == 'u'))
    n = s[0] == 'u' && s[1] == '8' ? 2 : 1;
  return n && n < left && (s[n] == '"' || s[n] == '\'') ? n : 0;
}

static uint32_t read_punctuation(const char *s, uint32_t i, uint32_t n,
                                 uint8_t *kind) {
  for (size_t k = 0; k < sizeof punctuation / sizeof *punctuation; k++) {
    const char *text = punctuation[k].text;
    uint32_t len = text[1] == '\0' ? 1 : text[2] == '\0' ? 2 : 3;
    if (s[i] == text[0] && len <= n - i && memcmp(s + i, text, len) == 0) {
      *kind = punctuation[k].kind;
      return i + len;
    }
  }
  *kind = TOK_JUNK;
  return i + 1;
}

static uint32_t read_token(tp_tokens *t, uint32_t i, uint32_t n,
                           tp_token *out) {
  const char *s = t->text;
  uint32_t prefix = literal_prefix(s + i, n - i);
  unsigned char c = (unsigned char)s[i + prefix];
  out->begin = i;
  if (c == '"' || c == '\'') {
    out->kind = c == '"' ? TOK_STRING : TOK_CHAR;
    return out->end = skip_quoted(s, i + prefix, n);
  }
  if (isdigit(c) ||
      (c == '.' && i + 1 < n && isdigit((unsigned char)s[i + 1]))) {
    out->kind = TOK_NUMBER;
    return out->end = skip_number(s, i, n);
  }
  if (is_word(c) || (c == '\\' && i + 1 < n && (s[i + 1] | 32) == 'u')) {
    out->end = skip_word(s, i, n);
    out->aux = tp_names_id(t->names, s + i, out->end - i);
    out->kind = TOK_IDENT;
    if (out->aux < t->keyword_of.n && t->keyword_of.at[out->aux])
      out->kind = t->keyword_of.at[out->aux];
    return out->end;
  }
  return out->end = read_punctuation(s, i, n, &out->kind);
}

/* ---- Lines that begin with # ---- */

typedef struct reader {
  tp_tokens *t;
  uint32_t n;       /* size of the text */
  tp_vec_u32 packs; /* stack of #pragma pack(push) */
  tp_vec_u32 open;  /* brackets */
  uint32_t marked;  /* how many of them are MARKED */
  bool is_marked;   /* the last line marker had flag 3 */
  bool at_line_start;
} reader;

/* #pragma pack(...) as gcc and clang read it: push, pop, a number, nothing. */
static void read_pack(tp_tokens *t, tp_vec_u32 *stack, const char *line,
                      uint32_t begin) {
  uint32_t now = t->packs.n ? VEC_LAST(&t->packs).align : 0;
  const char *close = strpbrk(line, ")\n");
  const char *push = strstr(line, "push"), *pop = strstr(line, "pop");
  const char *digit = strpbrk(line, "0123456789\n");
  uint32_t number = 0;
  if (!close || *close == '\n')
    return;
  bool has_number = digit && digit < close && *digit != '\n';
  if (has_number)
    number = (uint32_t)strtoul(digit, NULL, 10);
  if (push && push < close)
    VEC_PUSH(stack, now);
  else if (pop && pop < close)
    number = stack->n ? VEC_POP(stack) : 0;
  if (push && push < close && !has_number)
    number = now;
  VEC_PUSH(&t->packs, (tp_packing){begin, number});
}

/* # 12 "file" 3 4: flag 3 says that what follows is the system's. */
static bool is_system_marker(const char *line, const char *end) {
  while (end > line && end[-1] != '"') {
    if (end[-1] == '3')
      return true;
    end--;
  }
  return false;
}

/* i is behind the #; returns the offset of the line's end. */
static uint32_t skip_directive(reader *r, uint32_t i) {
  tp_tokens *t = r->t;
  const char *s = t->text;
  uint32_t begin = i, n = r->n;
  while (i < n && (s[i] == ' ' || s[i] == '\t'))
    i++;
  bool is_pragma = n - i > 6 && memcmp(s + i, "pragma", 6) == 0;
  if (is_pragma) {
    i += 6;
    while (i < n && (s[i] == ' ' || s[i] == '\t'))
      i++;
    if (n - i > 4 && memcmp(s + i, "pack", 4) == 0)
      read_pack(t, &r->packs, s + i, begin);
  }
  const char *end = memchr(s + i, '\n', n - i);
  uint32_t line_end = end ? (uint32_t)(end - s) : n;
  if (is_pragma)
    VEC_PUSH(&t->pragmas, (tp_pragma){i, line_end});
  if (i < n && isdigit((unsigned char)s[i]))
    r->is_marked = is_system_marker(s + i, s + line_end);
  return line_end;
}

/* ---- The whole text ---- */

static bool closes(uint8_t open, uint8_t close) {
  return close == open + 1;
}

/* Connect a bracket with its partner. A closing brace ends whatever was left
 * open inside its braces; other strays stay alone. */
static void match_bracket(reader *r, tp_tok i) {
  tp_tokens *t = r->t;
  tp_vec_u32 *open = &r->open;
  uint8_t kind = t->at.at[i].kind;
  t->at.at[i].aux = i;
  if (kind == TOK_LPAREN || kind == TOK_LBRACKET || kind == TOK_LBRACE) {
    VEC_PUSH(open, i);
    r->marked += (t->at.at[i].flags & TOK_F_MARKED) != 0;
    return;
  }
  uint32_t n = open->n;
  while (kind == TOK_RBRACE && n &&
         t->at.at[open->at[n - 1]].kind != TOK_LBRACE)
    n--;
  if (!n || !closes(t->at.at[open->at[n - 1]].kind, kind))
    return;
  while (open->n > n)
    r->marked -= (t->at.at[VEC_POP(open)].flags & TOK_F_MARKED) != 0;
  tp_tok partner = VEC_POP(open);
  r->marked -= (t->at.at[partner].flags & TOK_F_MARKED) != 0;
  t->at.at[i].aux = partner;
  t->at.at[partner].aux = i;
}

/* Skip blanks, comments (cc -C keeps them) and # lines. */
static uint32_t skip_space(reader *r, uint32_t i) {
  const char *s = r->t->text;
  uint32_t n = r->n;
  for (; i < n; i++) {
    if (s[i] == '\n')
      r->at_line_start = true;
    else if (s[i] == '#' && r->at_line_start)
      i = skip_directive(r, i + 1) - 1;
    else if (s[i] == '/' && i + 1 < n && s[i + 1] == '*') {
      for (i += 2; i + 1 < n && (s[i] != '*' || s[i + 1] != '/');)
        i++;
      i++;
    } else if (s[i] == '/' && i + 1 < n && s[i + 1] == '/') {
      while (i + 1 < n && s[i + 1] != '\n')
        i++;
    } else if (s[i] == '\\' && i + 1 < n && s[i + 1] == '\n')
      i++;
    else if (s[i] != ' ' && s[i] != '\t' && s[i] != '\r' && s[i] != '\f' &&
             s[i] != '\v')
      return i;
  }
  return n;
}

/* Lines are those of the text before checks were written into it. */
static uint8_t system_flag(const tp_unit *unit, uint32_t *line, uint32_t at) {
  uint32_t i = tp_moves_back(&unit->moves, at);
  while (*line + 1 < unit->lines.n && unit->lines.at[*line + 1].begin <= i)
    ++*line;
  return unit->lines.n && unit->lines.at[*line].begin <= i &&
                 unit->lines.at[*line].is_system
             ? TOK_F_SYSTEM
             : 0;
}

void tp_tokens_read(tp_tokens *t, const tp_unit *unit) {
  reader r = {.t = t, .n = unit->size, .at_line_start = true};
  uint32_t i = 0, n = unit->size, line = 0;
  VEC_CLEAR(&t->at);
  VEC_CLEAR(&t->packs);
  VEC_CLEAR(&t->pragmas);
  t->text = unit->text;
  while ((i = skip_space(&r, i)) < n) {
    tp_token token = {.flags = system_flag(unit, &line, i)};
    if (r.is_marked)
      token.flags |= TOK_F_MARKED;
    if (r.marked)
      token.flags |= TOK_F_INSIDE;
    i = read_token(t, i, n, &token);
    r.at_line_start = false;
    VEC_PUSH(&t->at, token);
    if (token.kind >= TOK_LPAREN && token.kind <= TOK_RBRACE)
      match_bracket(&r, t->at.n - 1);
  }
  VEC_PUSH(&t->at, (tp_token){.begin = n, .end = n, .kind = TOK_END});
  while (r.open.n)
    t->at.at[VEC_POP(&r.open)].aux = t->at.n - 1;
  VEC_FREE(&r.open);
  VEC_FREE(&r.packs);
}

bool tp_tok_is(const tp_tokens *t, tp_tok i, const char *text) {
  const tp_token *token = tp_tok_at(t, i);
  size_t n = strlen(text);
  return token->end - token->begin == n &&
         memcmp(t->text + token->begin, text, n) == 0;
}

tp_tok tp_tok_find(const tp_tokens *t, uint32_t offset) {
  tp_tok low = 0, high = t->at.n - 1;
  while (low < high) {
    tp_tok middle = low + (high - low) / 2;
    if (t->at.at[middle].end <= offset)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

uint32_t tp_tokens_pack(const tp_tokens *t, uint32_t offset) {
  uint32_t low = 0, high = t->packs.n; /* the first that begins behind it */
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (t->packs.at[middle].begin <= offset)
      low = middle + 1;
    else
      high = middle;
  }
  return low ? t->packs.at[low - 1].align : 0;
}
