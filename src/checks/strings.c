/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls of the C library that get memory: table 1 of seed 002, corrected, and
 * their kin. What the table keeps beside each buffer is asked for at the call:
 * max_size is the room from the pointer to the end of its object, null_pos the
 * length of the text in that room, plus 1; so nothing has to be updated where
 * single characters are stored. docs/algorithms.md says what is corrected. */
#include "checks/call.h"

/* When a call goes wrong, as C over
 *   Di Ti   room at argument i, length of the text in it (Ti == Di: no NUL)
 *   Ai      argument i as a number
 *   Fi Pi   whether argument i points to what can't be freed; how far it lies
 *           behind the beginning of its object
 *   L       what sprintf and its kin would write, without the NUL */
typedef struct rule {
  const char *name;
  tp_check_kind kind;
  const char *what, *when;
} rule;

#define NO_NUL "a text without its NUL is read"
#define TOO_LONG "a text is written behind the end of its object"
#define TOO_MANY "bytes are written behind the end of their object"
#define READ_TOO_MANY "bytes are read behind the end of their object"
#define NO_BLOCK "what is freed is no block of the heap, or was freed before"
#define FREES(name) \
  { name, TP_CHECK_POINTER, NO_BLOCK, "F0 | ((P0 != 0) & (P0 != " PLACE "))" }
#define PLACE "2305843009213693952" /* TP_RANGE_PLACE */
#define STRING(name, i) \
  { name, TP_CHECK_STRINGS, NO_NUL, "T" #i " == D" #i }

static const rule rules[] = {
    STRING("strcpy", 1),
    {"strcpy", TP_CHECK_STRINGS, TOO_LONG, "T1 >= D0"},
    STRING("stpcpy", 1),
    {"stpcpy", TP_CHECK_STRINGS, TOO_LONG, "T1 >= D0"},
    {"strncpy", TP_CHECK_STRINGS, TOO_MANY, "A2 > D0"},
    {"strncpy", TP_CHECK_STRINGS, NO_NUL, "(T1 == D1) & (A2 > D1)"},
    STRING("strcat", 0),
    STRING("strcat", 1),
    {"strcat", TP_CHECK_STRINGS, TOO_LONG, "T0 + T1 >= D0"},
    STRING("strncat", 0),
    {"strncat", TP_CHECK_STRINGS, NO_NUL, "(T1 == D1) & (A2 > D1)"},
    {"strncat", TP_CHECK_STRINGS, TOO_LONG,
     "(T0 + T1 >= D0) & (T0 + A2 >= D0)"},
    STRING("strlen", 0),
    STRING("strchr", 0),
    STRING("strrchr", 0),
    STRING("strstr", 0),
    STRING("strstr", 1),
    STRING("strpbrk", 0),
    STRING("strpbrk", 1),
    STRING("strspn", 0),
    STRING("strspn", 1),
    STRING("strcspn", 0),
    STRING("strcspn", 1),
    {"strtok", TP_CHECK_STRINGS, NO_NUL, "(T0 == D0) & (A0 != 0)"},
    STRING("strtok", 1),
    STRING("strdup", 0),
    {"strndup", TP_CHECK_STRINGS, NO_NUL, "(T0 == D0) & (A1 > D0)"},
    STRING("puts", 0),
    STRING("atoi", 0),
    STRING("atol", 0),
    STRING("strtol", 0),
    {"sprintf", TP_CHECK_STRINGS, TOO_LONG, "L >= D0"},
    {"snprintf", TP_CHECK_STRINGS, TOO_LONG, "(A1 > D0) & (L >= D0)"},
    {"vsprintf", TP_CHECK_STRINGS, TOO_LONG, "L >= D0"},
    {"vsnprintf", TP_CHECK_STRINGS, TOO_LONG, "(A1 > D0) & (L >= D0)"},
    {"gets", TP_CHECK_STRINGS, TOO_LONG, "__tp2ph_reached"},
    {"fgets", TP_CHECK_STRINGS, TOO_MANY, "(A1 > D0) & ((long)A1 > 0)"},
    {"memcpy", TP_CHECK_BOUNDS, TOO_MANY, "A2 > D0"},
    {"memcpy", TP_CHECK_BOUNDS, READ_TOO_MANY, "A2 > D1"},
    {"memmove", TP_CHECK_BOUNDS, TOO_MANY, "A2 > D0"},
    {"memmove", TP_CHECK_BOUNDS, READ_TOO_MANY, "A2 > D1"},
    {"memset", TP_CHECK_BOUNDS, TOO_MANY, "A2 > D0"},
    {"memcmp", TP_CHECK_BOUNDS, READ_TOO_MANY, "(A2 > D0) | (A2 > D1)"},
    {"fread", TP_CHECK_BOUNDS, TOO_MANY, "A1 * A2 > D0"},
    {"fwrite", TP_CHECK_BOUNDS, READ_TOO_MANY, "A1 * A2 > D0"},
    {"read", TP_CHECK_BOUNDS, TOO_MANY, "A2 > D1"},
    {"write", TP_CHECK_BOUNDS, READ_TOO_MANY, "A2 > D1"},
    FREES("free"),
    FREES("realloc"),
};

/* ---- the call ------------------------------------------------------------ */

static const char *callee_of(const tp_program *p, tp_node_id n) {
  const tp_node *callee = tp_node_get(p, tp_node_get(p, n)->first);
  return callee->kind == TP_N_NAME && !tp_decl_function(p, callee->ref)
             ? tp_names_text(p->names, p->decls.at[callee->ref].name)
             : "";
}

/* Of a pointer that is NULL there is no room; to a text in an array it is that
 * of the array, not of the record it is in. */
static void need_room(tp_check_call *c, uint32_t i) {
  const char *text = c->text[i].text.at;
  if (c->declared >> 2 * i & 1)
    return;
  c->declared |= 1u << 2 * i;
  tp_str_addf(&c->before, "unsigned long __tp2ph_d%u = ", i);
  if (c->kind == TP_CHECK_STRINGS && tp_check_is_sized_array(c->w, c->arg[i]))
    tp_str_addf(&c->before, "sizeof %s; ", text);
  else
    tp_str_addf(&c->before,
                "(tp2ph_range_size(%s) - tp2ph_range_place(%s)) & "
                "-(unsigned long)(%s != 0); ",
                text, text, text);
}

void tp_check_need_length(tp_check_call *c, uint32_t i) {
  need_room(c, i);
  if (c->declared >> (2 * i + 1) & 1)
    return;
  c->declared |= 2u << 2 * i;
  tp_str_addf(&c->before,
              "unsigned long __tp2ph_t%u = tp2ph_range_length((const char *)"
              "%s, __tp2ph_d%u); ",
              i, c->text[i].text.at, i);
}

/* Of argument 0. */
static void need_block(tp_check_call *c) {
  const char *text = c->text[0].text.at;
  if (!strstr(tp_str_text(&c->before), "__tp2ph_f"))
    tp_str_addf(&c->before,
                "int __tp2ph_f = tp2ph_range_fixed(%s) != 0; unsigned long "
                "__tp2ph_p = tp2ph_range_place(%s); ",
                text, text);
}

/* ---- rules --------------------------------------------------------------- */

static bool is_letter(const char *at, char letter) {
  return at[0] == letter && at[1] >= '0' && at[1] <= '9';
}

/* The condition, and what it needs. False: the call has not that many. */
static bool spell(tp_check_call *c, const char *when, tp_str *out) {
  for (const char *at = when; *at; at++) {
    uint32_t i = (uint32_t)(at[1] - '0');
    bool is_room = is_letter(at, 'D'), is_text = is_letter(at, 'T');
    bool is_number = is_letter(at, 'A'), is_place = is_letter(at, 'P');
    bool is_fixed = is_letter(at, 'F');
    if ((is_room || is_text || is_number || is_place || is_fixed) && i >= c->n)
      return false;
    if (is_room || is_text) {
      (is_room ? need_room : tp_check_need_length)(c, i);
      tp_str_addf(out, "__tp2ph_%c%u", is_room ? 'd' : 't', i);
      at++;
    } else if (is_number) {
      tp_str_addf(out, "(unsigned long)%s", c->text[i].text.at);
      at++;
    } else if (is_place || is_fixed) {
      need_block(c);
      tp_str_add(out, is_place ? "__tp2ph_p" : "__tp2ph_f");
      at++;
    } else if (*at == 'L') {
      tp_check_need_printed(c);
      tp_str_add(out, "__tp2ph_l");
    } else {
      tp_str_addc(out, *at);
    }
  }
  return true;
}

static void apply(tp_check_call *c, const rule *r, tp_check_target *t) {
  tp_str when = {0};
  VEC_CLEAR(&c->before);
  c->used |= c->declared;
  c->declared = 0;
  c->kind = r->kind;
  if (spell(c, r->when, &when))
    tp_check_add(t, &(tp_condition){.kind = r->kind,
                                    .node = c->node,
                                    .what = r->what,
                                    .when = when.at,
                                    .before = tp_str_text(&c->before)});
  c->w->uses_ranges |= c->w->plan.kinds >> r->kind & 1;
  c->w->uses_reached |= strcmp(r->when, "__tp2ph_reached") == 0;
  tp_str_free(&when);
}

/* Before the call; if one argument has an effect, behind that. */
static tp_check_target target_of(tp_check_call *c) {
  tp_check_writer *w = c->w;
  tp_node_id acts = 0;
  uint32_t n = 0;
  for (uint32_t i = 0; i < c->n; i++)
    if (!w->spots[c->arg[i]].is_pure) {
      acts = c->arg[i];
      n++;
    }
  if (n == 1)
    return tp_check_at(w, acts);
  return (tp_check_target){w, n ? 0 : w->spots[c->node].region,
                           (tp_put)w->spots[c->node].region_put};
}

static void read_call(tp_check_call *c) {
  const tp_program *p = c->w->p;
  tp_node_id arg = tp_node_get(p, tp_node_get(p, c->node)->first)->next;
  for (; arg && c->n < TP_CHECK_ARGS; arg = tp_node_get(p, arg)->next) {
    c->arg[c->n] = arg;
    c->text[c->n++] = tp_check_operand(c->w, arg);
  }
}

/* Each object that is read or written is there still. */
static void check_living(tp_check_call *c, tp_check_target *t) {
  for (uint32_t i = 0; i < c->n && t->at; i++)
    if ((c->used | c->declared) >> 2 * i & 3)
      tp_check_gone(c->w, c->node, &c->text[i], t);
}

/* The texts that printf and its kin are given. */
static void check_printed(tp_check_call *c, tp_check_target *t) {
  uint32_t texts = tp_check_printed_texts(c);
  for (uint32_t i = 0; i < c->n && i < 10; i++) {
    char when[] = {'T', (char)('0' + i), ' ', '=', '=', ' ',
                   'D', (char)('0' + i), '\0'};
    if (texts >> i & 1)
      apply(c, &(rule){"", TP_CHECK_STRINGS, NO_NUL, when}, t);
  }
}

static bool has_rule(const tp_check_call *c, const char *name) {
  bool is_any = c->format != UINT32_MAX;
  for (size_t i = 0; i < sizeof rules / sizeof *rules && !is_any; i++)
    is_any = strcmp(name, rules[i].name) == 0;
  return is_any;
}

void tp_check_library(tp_check_writer *w, tp_node_id node) {
  const char *name = callee_of(w->p, node);
  tp_check_call c = {.w = w, .node = node};
  tp_check_find_format(&c, name);
  if (!has_rule(&c, name))
    return;
  read_call(&c);
  tp_check_target t = target_of(&c);
  for (size_t i = 0; i < sizeof rules / sizeof *rules && t.at; i++)
    if (strcmp(name, rules[i].name) == 0)
      apply(&c, &rules[i], &t);
  check_printed(&c, &t);
  check_living(&c, &t);
  for (uint32_t i = 0; i < c.n; i++)
    tp_str_free(&c.text[i].text);
  tp_str_free(&c.before);
}
