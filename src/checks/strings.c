/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls of the C library that get memory: table 1 of seed 002, corrected, and
 * their kin. What the table keeps beside each buffer is asked for at the call:
 * max_size is the room from the pointer to the end of its object, null_pos the
 * length of the text in that room, plus 1; so nothing has to be updated where
 * single characters are stored. docs/algorithms.md says what is corrected. */
#include "checks/inside.h"

/* When a call goes wrong, as C over
 *   Di Ti   room at argument i, length of the text in it (Ti == Di: no NUL)
 *   Ai      argument i as a number
 *   L       what sprintf would write, without the NUL */
typedef struct rule {
  const char *name;
  tp_check_kind kind;
  const char *what, *when;
} rule;

#define NO_NUL "a text without its NUL is read"
#define TOO_LONG "a text is written behind the end of its object"
#define TOO_MANY "bytes are written behind the end of their object"
#define READ_TOO_MANY "bytes are read behind the end of their object"
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
};

/* ---- the call ------------------------------------------------------------ */

#define MAX_ARGS 16

typedef struct call {
  tp_check_writer *w;
  tp_node_id node;
  tp_node_id arg[MAX_ARGS];
  uint32_t n;
  tp_operand text[MAX_ARGS];
  tp_str before;
  uint32_t declared; /* bit 2 * i: Di, 2 * i + 1: Ti */
} call;

static const char *callee_of(const tp_program *p, tp_node_id n) {
  const tp_node *callee = tp_node_get(p, tp_node_get(p, n)->first);
  return callee->kind == TP_N_NAME && !tp_decl_function(p, callee->ref)
             ? tp_names_text(p->names, p->decls.at[callee->ref].name)
             : "";
}

/* Of a pointer that is NULL there is no room. */
static void need_room(call *c, uint32_t i) {
  const char *text = c->text[i].text.at;
  if (c->declared >> 2 * i & 1)
    return;
  c->declared |= 1u << 2 * i;
  tp_str_addf(&c->before,
              "unsigned long __tp2ph_d%u = (tp2ph_range_size(%s) - "
              "tp2ph_range_place(%s)) & -(unsigned long)(%s != 0); ",
              i, text, text, text);
}

static void need_length(call *c, uint32_t i) {
  need_room(c, i);
  if (c->declared >> (2 * i + 1) & 1)
    return;
  c->declared |= 2u << 2 * i;
  tp_str_addf(&c->before,
              "unsigned long __tp2ph_t%u = tp2ph_range_length((const char *)"
              "%s, __tp2ph_d%u); ",
              i, c->text[i].text.at, i);
}

/* ---- what is printed ----------------------------------------------------- */

/* Of a format that has only texts and characters in it: how long they are;
 * false: there is something else. */
static bool add_lengths(call *c, const char *format, tp_str *out) {
  uint32_t next = 2, literal = 0;
  for (; *format; format++, literal++) {
    if (*format != '%' || *++format == '%')
      continue;
    if (next >= c->n || (*format != 's' && *format != 'c'))
      return false;
    if (*format == 's') {
      literal--;
      need_length(c, next);
      tp_str_addf(out, "__tp2ph_t%u + ", next);
    }
    next++;
  }
  tp_str_addf(out, "%uUL", literal);
  return true;
}

/* Else it is printed nowhere. */
static void add_printed(call *c, tp_str *out) {
  tp_str_add(out, "(unsigned long)(long)__builtin_snprintf(0, 0");
  for (uint32_t i = 1; i < c->n; i++)
    tp_str_addf(out, ", %s", c->text[i].text.at);
  tp_str_add(out, ")");
}

static void need_printed(call *c) {
  const tp_program *p = c->w->p;
  const tp_node *format = tp_node_get(p, c->arg[1]);
  tp_str lengths = {0};
  bool is_plain =
      format->kind == TP_N_STRING &&
      add_lengths(c, tp_names_text(p->names, p->strings.at[format->ref]),
                  &lengths);
  if (!is_plain) {
    VEC_CLEAR(&lengths);
    add_printed(c, &lengths);
  }
  tp_str_addf(&c->before, "unsigned long __tp2ph_l = %s; ", lengths.at);
  tp_str_free(&lengths);
}

/* ---- rules --------------------------------------------------------------- */

static bool is_letter(const char *at, char letter) {
  return at[0] == letter && at[1] >= '0' && at[1] <= '9';
}

/* The condition, and what it needs. False: the call has not that many. */
static bool spell(call *c, const char *when, tp_str *out) {
  for (const char *at = when; *at; at++) {
    uint32_t i = (uint32_t)(at[1] - '0');
    bool is_room = is_letter(at, 'D'), is_text = is_letter(at, 'T');
    bool is_number = is_letter(at, 'A');
    if ((is_room || is_text || is_number) && i >= c->n)
      return false;
    if (is_room || is_text) {
      (is_room ? need_room : need_length)(c, i);
      tp_str_addf(out, "__tp2ph_%c%u", is_room ? 'd' : 't', i);
      at++;
    } else if (is_number) {
      tp_str_addf(out, "(unsigned long)%s", c->text[i].text.at);
      at++;
    } else if (*at == 'L') {
      need_printed(c);
      tp_str_add(out, "__tp2ph_l");
    } else {
      tp_str_addc(out, *at);
    }
  }
  return true;
}

static void apply(call *c, const rule *r, tp_check_target *t) {
  tp_str when = {0};
  VEC_CLEAR(&c->before);
  c->declared = 0;
  if (spell(c, r->when, &when))
    tp_check_add(t, &(tp_condition){.kind = r->kind,
                                    .node = c->node,
                                    .what = r->what,
                                    .when = when.at,
                                    .before = tp_str_text(&c->before)});
  c->w->uses_ranges = true;
  c->w->uses_reached |= strcmp(r->when, "__tp2ph_reached") == 0;
  tp_str_free(&when);
}

/* Before the call; if one argument has an effect, behind that. */
static tp_check_target target_of(call *c) {
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

static void read_call(call *c) {
  const tp_program *p = c->w->p;
  tp_node_id arg = tp_node_get(p, tp_node_get(p, c->node)->first)->next;
  for (; arg && c->n < MAX_ARGS; arg = tp_node_get(p, arg)->next) {
    c->arg[c->n] = arg;
    c->text[c->n++] = tp_check_operand(c->w, arg);
  }
}

void tp_check_library(tp_check_writer *w, tp_node_id node) {
  const char *name = callee_of(w->p, node);
  call c = {.w = w, .node = node};
  tp_check_target t = {0};
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
    if (strcmp(name, rules[i].name) != 0 ||
        !(w->plan.kinds >> rules[i].kind & 1))
      continue;
    if (!c.n) {
      read_call(&c);
      t = target_of(&c);
    }
    if (t.at)
      apply(&c, &rules[i], &t);
  }
  for (uint32_t i = 0; i < c.n; i++)
    tp_str_free(&c.text[i].text);
  tp_str_free(&c.before);
}
