/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text and flags against the lists of known.def. Whatever a list does not have
 * is noted: it is refused for proofs, not guessed. */
#include "front/strange.h"

#include <ctype.h>

#define HARMLESS TP_STRANGE_NOT
#define ROUNDING TP_STRANGE_ROUNDING
#define PROGRAM TP_STRANGE_PROGRAM
#define REFUSED TP_STRANGE_REFUSED

typedef struct known {
  const char *text;
  tp_strange_kind kind;
} known;

static const known attributes[] = {
#define ATTRIBUTE(name, effect) {#name, effect},
#include "front/known.def"
};

static const known pragmas[] = {
#define PRAGMA(words, effect) {words, effect},
#include "front/known.def"
};

typedef struct flag_rule {
  known flag;
  bool is_whole, has_word;
} flag_rule;

/* The first that fits decides. */
static const flag_rule flags[] = {
#define FLAG(text, effect) {{text, effect}, true, false},
#define FLAGS(text, effect) {{text, effect}, false, false},
#define PAIR(text, effect) {{text, effect}, true, true},
#include "front/known.def"
};

static const flag_rule linker[] = {
#define LINKER(text) {{text, HARMLESS}, true, false},
#define LINKERS(text) {{text, HARMLESS}, false, false},
#define LINKER_PAIR(text) {{text, HARMLESS}, true, true},
#include "front/known.def"
};

static const char *const libraries[] = {
#define LIBRARY(name) #name,
#include "front/known.def"
};

static const char *const instructions[] = {
#define INSTRUCTION(name) #name,
#include "front/known.def"
};

static const char *const builtins[] = {
#define BUILTIN(names) names,
#include "front/known.def"
};

static const char *const runtime[] = {
#define RUNTIME(names) names,
#include "front/known.def"
};

#define COUNT(list) (sizeof(list) / sizeof *(list))

void tp_front_strange(tp_program *p, tp_strange_kind kind, const char *what,
                      const char *name, uint32_t length, tp_unit_id unit,
                      uint32_t at) {
  tp_str text = {0};
  if (kind == TP_STRANGE_NOT)
    return;
  tp_str_add(&text, what);
  if (length)
    tp_str_addc(&text, ' ');
  tp_str_addn(&text, name, length);
  VEC_PUSH(&p->strange,
           (tp_strange){.kind = (uint8_t)kind,
                        .text = tp_names_id(p->names, text.at, text.n),
                        .unit = unit,
                        .begin = at});
  tp_str_free(&text);
}

/* The same, and it is about what is declared where it stands. */
static void declared(tp_sema *s, tp_strange_kind kind, const char *what,
                     const char *name, uint32_t length, uint32_t at) {
  uint32_t before = s->p->strange.n;
  tp_front_strange(s->p, kind, what, name, length, s->unit, at);
  if (s->p->strange.n > before)
    s->p->strange.at[before].is_declared = true;
}

static bool is_text(const char *text, uint32_t n, const char *want) {
  return n == strlen(want) && memcmp(text, want, n) == 0;
}

/* ---- attributes ---------------------------------------------------------- */

static tp_strange_kind attribute_kind(const char *text, uint32_t n) {
  if (n > 4 && memcmp(text, "__", 2) == 0 && memcmp(text + n - 2, "__", 2) == 0)
    text += 2, n -= 4;
  for (size_t i = 0; i < COUNT(attributes); i++)
    if (is_text(text, n, attributes[i].text))
      return attributes[i].kind;
  return TP_STRANGE_PROGRAM;
}

/* ("name"): one that a program may give, or one that only holds data or text.
 * What lies in others is called by the startup code, or means something else.
 */
static bool is_plain_section(const tp_sema *s, tp_tok open) {
  static const char *const plain[] = {".data",   ".sdata",  ".bss",
                                      ".sbss",   ".rodata", ".srodata",
                                      ".noinit", ".text"};
  const tp_token *token = tp_tok_at(&s->tokens, open + 1);
  const char *name = s->tokens.text + token->begin + 1;
  if (token->kind != TOK_STRING ||
      tp_tok_kind(&s->tokens, open + 2) != TOK_RPAREN)
    return false;
  for (size_t i = 0; i < COUNT(plain); i++) {
    size_t n = strlen(plain[i]);
    if (strncmp(name, plain[i], n) == 0 && (name[n] == '"' || name[n] == '.'))
      return true;
  }
  return *name != '.' && !memchr(name, '\\', token->end - token->begin - 1);
}

static void attribute(tp_sema *s, tp_tok i) {
  const tp_token *token = tp_tok_at(&s->tokens, i);
  const char *text = s->tokens.text + token->begin;
  uint32_t n = token->end - token->begin;
  bool is_section =
      is_text(text, n, "section") || is_text(text, n, "__section__");
  tp_strange_kind kind = is_section && !is_plain_section(s, i + 1)
                             ? TP_STRANGE_PROGRAM
                             : attribute_kind(text, n);
  declared(s, kind, "attribute", text, n, token->begin);
}

/* The names in a list of attributes: words behind its start or a comma. */
static void attribute_list(tp_sema *s, tp_tok from, tp_tok to) {
  bool is_name = true;
  for (tp_tok i = from; i < to; i++) {
    uint8_t kind = tp_tok_kind(&s->tokens, i);
    if (kind == TOK_LPAREN)
      i = tp_tok_at(&s->tokens, i)->aux;
    else if (kind == TOK_COMMA)
      is_name = true;
    else if (is_name && tp_tok_kind(&s->tokens, i + 1) == TOK_COLON)
      i += 2; /* gnu:: */
    else if (is_name) {
      attribute(s, i);
      is_name = false;
    }
  }
}

/* [[ ... ]]: they are not read, also those that are modelled elsewhere. */
static void bracketed(tp_sema *s, tp_tok open) {
  static const char *const read[] = {"packed", "aligned", "mode", "vector_size",
                                     "section"};
  tp_tok close = tp_tok_at(&s->tokens, open)->aux;
  attribute_list(s, open + 1, close);
  for (tp_tok i = open; i < close; i++)
    for (size_t k = 0; k < COUNT(read); k++)
      if (tp_tok_is(&s->tokens, i, read[k]))
        declared(s, TP_STRANGE_PROGRAM, "attribute", read[k],
                 (uint32_t)strlen(read[k]), tp_tok_at(&s->tokens, i)->begin);
}

/* ---- assembler ----------------------------------------------------------- */

static bool is_instruction(const char *text, uint32_t n) {
  for (size_t i = 0; i < COUNT(instructions); i++) {
    size_t length = strlen(instructions[i]);
    bool fits = n >= length && memcmp(text, instructions[i], length) == 0;
    if (fits &&
        (n == length || (n == length + 1 && strchr("bwlq", text[n - 1]))))
      return true;
  }
  return false;
}

static bool is_symbol(char c) {
  return isalpha((unsigned char)c) || c == '_' || c == '.';
}

/* The word at i of a template, up to its end: an instruction where one may
 * stand, a register behind %; nothing else has a name here. */
static bool is_known_word(const char *text, uint32_t begin, uint32_t end,
                          bool is_first) {
  bool is_register = begin > 0 && (text[begin - 1] == '%');
  bool is_number = begin > 0 && isdigit((unsigned char)text[begin - 1]);
  return is_register || is_number ||
         (is_first && is_instruction(text + begin, end - begin));
}

static bool is_known_template(const char *text, uint32_t n) {
  bool is_first = true;
  for (uint32_t i = 0; i < n; i++) {
    bool is_escape = text[i] == '\\' && i + 1 < n;
    if (text[i] == ';' || (is_escape && text[i + 1] == 'n'))
      is_first = true;
    i += is_escape;
    if (is_escape || !is_symbol(text[i]))
      continue;
    uint32_t end = i;
    while (end < n &&
           (is_symbol(text[end]) || isdigit((unsigned char)text[end])))
      end++;
    if (!is_known_word(text, i, end, is_first))
      return false;
    is_first = is_text(text + i, end - i, "lock");
    i = end - 1;
  }
  return true;
}

/* Each string of the template by itself. */
static bool is_known_assembler(const tp_sema *s, tp_tok open) {
  for (tp_tok i = open + 1; tp_tok_kind(&s->tokens, i) == TOK_STRING; i++) {
    const tp_token *token = tp_tok_at(&s->tokens, i);
    if (!is_known_template(s->tokens.text + token->begin + 1,
                           token->end - token->begin - 2))
      return false;
  }
  return tp_tok_kind(&s->tokens, open + 1) == TOK_STRING;
}

/* int x asm("y"): behind a declarator. */
static bool is_label(const tp_sema *s, tp_tok i, bool is_inside) {
  uint8_t before = i ? tp_tok_kind(&s->tokens, i - 1) : TOK_SEMI;
  return before == TOK_IDENT || before == TOK_RBRACKET ||
         (before == TOK_RPAREN && !is_inside);
}

/* What the strings behind a parenthesis are together; false: not only strings,
 * or too long for a name. */
static bool join_strings(const tp_sema *s, tp_tok open, char *out, size_t n) {
  size_t length = 0;
  tp_tok i = open + 1;
  for (; tp_tok_kind(&s->tokens, i) == TOK_STRING; i++) {
    const tp_token *token = tp_tok_at(&s->tokens, i);
    size_t more = token->end - token->begin - 2;
    if (length + more >= n)
      return false;
    memcpy(out + length, s->tokens.text + token->begin + 1, more);
    length += more;
  }
  out[length] = 0;
  return length && tp_tok_kind(&s->tokens, i) == TOK_RPAREN;
}

/* The C library's headers give its functions such names: scanf in C99 and C23,
 * those of POSIX, those with 64-bit offsets. */
static bool is_library_name(const char *label, const char *name) {
  static const char *const before[] = {"", "__isoc99_", "__isoc23_", "__xpg_"};
  static const char *const behind[] = {"", "64"};
  size_t n = strlen(name);
  for (size_t i = 0; i < COUNT(before); i++)
    for (size_t k = 0; k < COUNT(behind); k++) {
      size_t skip = strlen(before[i]);
      if (strncmp(label, before[i], skip) == 0 &&
          strncmp(label + skip, name, n) == 0 &&
          strcmp(label + skip + n, behind[k]) == 0)
        return true;
    }
  return false;
}

/* A function's declarator before it: preprocessed text has them from headers
 * that it no longer names. */
static bool is_library_label(const tp_sema *s, tp_tok i, tp_tok open) {
  char label[128], name[128];
  if (i == 0 || tp_tok_kind(&s->tokens, i - 1) != TOK_RPAREN ||
      tp_tok_kind(&s->tokens, open) != TOK_LPAREN ||
      !join_strings(s, open, label, sizeof label))
    return false;
  tp_tok before = tp_tok_at(&s->tokens, i - 1)->aux;
  const tp_token *token = before ? tp_tok_at(&s->tokens, before - 1) : NULL;
  if (!token || token->kind != TOK_IDENT ||
      token->end - token->begin >= sizeof name)
    return false;
  memcpy(name, s->tokens.text + token->begin, token->end - token->begin);
  name[token->end - token->begin] = 0;
  return is_library_name(label, name);
}

static void assembler(tp_sema *s, tp_tok i, bool is_inside) {
  tp_tok open = i + 1;
  while (tp_tok_kind(&s->tokens, open) == TOK_VOLATILE ||
         tp_tok_kind(&s->tokens, open) == TOK_INLINE)
    open++;
  bool is_name = is_label(s, i, is_inside);
  if (is_name ? is_library_label(s, i, open)
              : tp_tok_kind(&s->tokens, open) == TOK_LPAREN &&
                    is_known_assembler(s, open))
    return;
  uint32_t at = tp_tok_at(&s->tokens, i)->begin;
  if (is_name)
    declared(s, TP_STRANGE_PROGRAM, "name given in assembler", "", 0, at);
  else
    tp_front_strange(s->p, TP_STRANGE_PROGRAM, "assembler", "", 0, s->unit, at);
}

/* ---- the tokens of a unit ------------------------------------------------ */

/* extern inline as gcc had it before C99: what is called is another one. */
static bool is_old_inline(const tp_sema *s, tp_tok i) {
  uint8_t next = tp_tok_kind(&s->tokens, i + 1);
  uint8_t kind = tp_tok_kind(&s->tokens, i);
  return (kind == TOK_EXTERN && next == TOK_INLINE) ||
         (kind == TOK_INLINE && next == TOK_EXTERN);
}

static void strange_token(tp_sema *s, tp_tok i, bool is_inside) {
  const tp_token *token = tp_tok_at(&s->tokens, i);
  tp_tok next = i + 1;
  switch (token->kind) {
  case TOK_ATTRIBUTE:
    if (tp_tok_kind(&s->tokens, next) == TOK_LPAREN)
      attribute_list(s, next + 2, tp_tok_at(&s->tokens, next)->aux - 1);
    if (i && tp_tok_kind(&s->tokens, i - 1) == TOK_STAR) /* whose is it? */
      declared(s, TP_STRANGE_PROGRAM, "attribute behind *", "", 0,
               token->begin);
    break;
  case TOK_LBRACKET:
    if (tp_tok_kind(&s->tokens, next) == TOK_LBRACKET)
      bracketed(s, next);
    break;
  case TOK_ASM:
    assembler(s, i, is_inside);
    break;
  case TOK_IDENT:
    if (tp_tok_is(&s->tokens, i, "__declspec"))
      attribute(s, i);
    break;
  default:
    if (is_old_inline(s, i) &&
        tp_place_has_macro(s->p, s->unit, "__GNUC_GNU_INLINE__"))
      tp_front_strange(s->p, TP_STRANGE_PROGRAM, "extern inline", "", 0,
                       s->unit, token->begin);
  }
}

/* ---- pragmas ------------------------------------------------------------- */

/* pack(), pack(N), pack(push), pack(push, N), pack(pop) */
static bool is_known_pack(const char *text, uint32_t n) {
  static const char *const forms[] = {"()", "(N)", "(push)", "(push,N)",
                                      "(pop)"};
  char plain[16] = "";
  uint32_t length = 0;
  for (uint32_t i = 0; i < n; i++) {
    char c = isdigit((unsigned char)text[i]) ? 'N' : text[i];
    bool is_again = c == 'N' && length && plain[length - 1] == 'N';
    if (isspace((unsigned char)c) || is_again)
      continue;
    if (length + 1 >= sizeof plain)
      return false;
    plain[length++] = c;
  }
  for (size_t i = 0; i < COUNT(forms); i++)
    if (strcmp(plain, forms[i]) == 0)
      return true;
  return false;
}

/* Words against words, one space for any between them; where it ends. */
static uint32_t starts_with(const char *text, uint32_t n, const char *want) {
  uint32_t i = 0;
  for (; *want; want++) {
    if (*want == ' ') {
      if (i >= n || !isblank((unsigned char)text[i]))
        return 0;
      while (i < n && isblank((unsigned char)text[i]))
        i++;
    } else if (i >= n || text[i++] != *want)
      return 0;
  }
  bool is_word = i < n && (isalnum((unsigned char)text[i]) || text[i] == '_');
  return is_word ? 0 : i;
}

static tp_strange_kind pragma_kind(const char *text, uint32_t n) {
  uint32_t behind = starts_with(text, n, "pack");
  if (behind)
    return is_known_pack(text + behind, n - behind) ? TP_STRANGE_NOT
                                                    : TP_STRANGE_PROGRAM;
  for (size_t i = 0; i < COUNT(pragmas); i++)
    if (starts_with(text, n, pragmas[i].text))
      return pragmas[i].kind;
  return TP_STRANGE_PROGRAM;
}

static void pragma(tp_sema *s, const tp_pragma *at) {
  const char *text = s->tokens.text + at->begin;
  uint32_t n = at->end - at->begin, shown = 0;
  while (n && isspace((unsigned char)text[n - 1]))
    n--;
  while (shown < n && shown < 60 && text[shown] != '(')
    shown++;
  if (n && !tp_place_of(s->p, s->unit, at->begin).is_system)
    tp_front_strange(s->p, pragma_kind(text, n), "#pragma", text, shown,
                     s->unit, at->begin);
}

void tp_front_find_strange(tp_sema *s) {
  tp_tok body = 0;
  for (tp_tok i = 0; i + 1 < s->tokens.at.n; i++) {
    const tp_token *token = tp_tok_at(&s->tokens, i);
    if (token->kind == TOK_LBRACE && i >= body)
      body = token->aux;
    if (!(token->flags & TOK_F_SYSTEM))
      strange_token(s, i, i < body);
  }
  for (uint32_t i = 0; i < s->tokens.pragmas.n; i++)
    pragma(s, &s->tokens.pragmas.at[i]);
}

int tp_front_refuse_strange(const tp_program *p, tp_diag *diag) {
  uint32_t number = tp_program_strange(p, TP_STRANGE_REFUSED);
  if (!number)
    return 0;
  const tp_strange *s = &p->strange.at[number - 1];
  tp_place at = tp_place_of(p, s->unit, s->begin);
  tp_diag_set(diag, TP_REFUSED,
              "%s: its members have no address, so tp2ph can't follow what "
              "lies in them; leave it out for the tests",
              tp_names_text(p->names, s->text));
  tp_diag_at(diag, tp_names_text(p->names, at.file), at.line, at.column, NULL);
  return -1;
}

/* ---- flags --------------------------------------------------------------- */

static bool is_system_library(const char *name) {
  for (size_t i = 0; i < COUNT(libraries); i++)
    if (strcmp(name, libraries[i]) == 0)
      return true;
  return false;
}

/* An object, or a library that is none of the system's. */
static bool is_linked(const char *flag) {
  bool is_library = tp_text_starts(flag, "-l");
  return is_library ? !is_system_library(flag + 2) : flag[0] != '-';
}

static const flag_rule *rule_of(const flag_rule *rules, size_t n,
                                const char *text) {
  for (size_t i = 0; i < n; i++)
    if (rules[i].is_whole ? strcmp(text, rules[i].flag.text) == 0
                          : tp_text_starts(text, rules[i].flag.text))
      return &rules[i];
  return NULL;
}

/* The words of a list, one after the other; false: it is at its end. */
static bool next_word(const char **list, tp_str *out) {
  size_t n = strcspn(*list, ",");
  if (!**list)
    return false;
  tp_str_addn(out, *list, n);
  *list += n + ((*list)[n] == ',');
  return true;
}

static tp_strange_kind linker_kind(const char *list) {
  const flag_rule *rule = NULL;
  bool is_known = true;
  tp_str word = {0};
  while (is_known && next_word(&list, &word)) {
    if (strcmp(tp_str_text(&word), "-z") == 0) {
      tp_str_addc(&word, ' ');
      next_word(&list, &word);
    }
    rule = rule_of(linker, COUNT(linker), tp_str_text(&word));
    is_known = rule != NULL;
    if (rule && rule->has_word)
      next_word(&list, &word);
    word.n = 0;
  }
  tp_str_free(&word);
  return is_known ? TP_STRANGE_NOT : TP_STRANGE_PROGRAM;
}

/* The kind of the flag, and of the words behind it that it takes. */
static tp_strange_kind flag_kind(const char *const *flag, uint32_t *words) {
  tp_str pair = {0};
  bool has_next = flag[1] != NULL;
  const flag_rule *rule = rule_of(flags, COUNT(flags), *flag);
  tp_strange_kind kind = rule ? rule->flag.kind : TP_STRANGE_PROGRAM;
  *words = 0;
  if (strcmp(*flag, "-l") == 0 && has_next) {
    kind = is_system_library(flag[1]) ? TP_STRANGE_NOT : TP_STRANGE_LINKED;
    *words = 1;
  } else if (**flag != '-' || tp_text_starts(*flag, "-l"))
    kind = is_linked(*flag) ? TP_STRANGE_LINKED : TP_STRANGE_NOT;
  else if (tp_text_starts(*flag, "-Wl,"))
    kind = linker_kind(*flag + strlen("-Wl,"));
  else if (strcmp(*flag, "-z") == 0 && has_next) {
    tp_str_addf(&pair, "-z,%s", flag[1]);
    kind = linker_kind(tp_str_text(&pair));
    *words = 1;
  } else
    *words = rule && rule->has_word && has_next;
  tp_str_free(&pair);
  return kind;
}

void tp_front_strange_flags(tp_program *p, const char *const *words) {
  uint32_t more = 0;
  for (; words && *words; words += 1 + more)
    tp_front_strange(p, flag_kind(words, &more), "flag", *words,
                     (uint32_t)strlen(*words), 0, 0);
}

/* ---- definitions --------------------------------------------------------- */

static bool is_listed(const char *const *lists, size_t count,
                      const char *name) {
  size_t n = strlen(name);
  for (size_t i = 0; i < count; i++)
    for (const char *at = lists[i]; n && (at = strstr(at, name)); at++)
      if ((at == lists[i] || at[-1] == ' ') && (at[n] == ' ' || at[n] == '\0'))
        return true;
  return false;
}

/* The machine's names of types that end names: di, sf .. */
static bool take_mode(const char *name, size_t *n) {
  static const char size[] = "qhsdtxb", kind[] = "ifc";
  bool has =
      *n >= 2 && strchr(size, name[*n - 2]) && strchr(kind, name[*n - 1]);
  *n -= has ? 2 : 0;
  return has;
}

/* __mulsc3: what the machine has no instruction for. */
static bool is_arithmetic(const char *name) {
  size_t n = strlen(name);
  bool has_count = n && strchr("234", name[n - 1]);
  n -= has_count;
  return tp_text_starts(name, "__") && take_mode(name, &n) &&
         (has_count || take_mode(name, &n));
}

static bool is_runtime(const char *name) {
  return is_listed(runtime, COUNT(runtime), name) || is_arithmetic(name) ||
         tp_text_starts(name, "__atomic_") || tp_text_starts(name, "__sync_");
}

bool tp_front_is_own(const char *name) {
  return is_runtime(name) || is_listed(builtins, COUNT(builtins), name);
}

static bool knows_builtins(const tp_unit *u) {
  for (uint32_t i = 0; i < u->flags.n; i++)
    if (strcmp(u->flags.at[i], "-fno-builtin") == 0 ||
        strcmp(u->flags.at[i], "-ffreestanding") == 0)
      return false;
  return true;
}

void tp_front_strange_definition(tp_program *p, const tp_func *f) {
  const tp_decl *d = &p->decls.at[f->decl];
  const char *name = tp_names_text(p->names, d->name);
  bool is_builtin = is_listed(builtins, COUNT(builtins), name) &&
                    knows_builtins(&p->units.at[f->unit]);
  if (f->is_user && !d->is_static && (is_builtin || is_runtime(name)))
    tp_front_strange(p, TP_STRANGE_PROGRAM, "own definition of", name,
                     (uint32_t)strlen(name), f->unit, f->begin);
}
