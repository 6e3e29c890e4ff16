/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading the file of --inputs: words, then one declaration after the other.
 *
 *   declaration: TYPE NAME(PARAMETER, ...) [calls NAME(ARGUMENT, ...)]...
 *                [CLAUSE | or NULL] [when NAME == VALUE]
 *                [assume CONDITION];
 *                [pass in LOW .. HIGH | pass { VALUES }] of a `test`
 *   parameter:   [out] DECLARATION [CLAUSE]                     (clause.c)
 *                | DECLARATION ignored
 *   argument:    an expression of C, or LOW .. HIGH
 *
 * bins.c reads what is said of bins, tests and sites. All but `out`, `in`,
 * `text`, `bytes`, `ignored` is C and left to the compiler. Those words may
 * also be names of parameters: they are ours only behind a parameter that has a
 * name already.
 */
#include "front/declaration.h"

#include "base/file.h"

#include <stdlib.h>

/* Calls that one declaration may stand for. */
#define MAX_CALLS 64

static void free_audit(tp_audit *a) {
  for (uint32_t i = 0; i < a->variables.n; i++)
    tp_str_free(&a->variables.at[i].text);
  VEC_FREE(&a->variables);
  tp_str_free(&a->mask.text);
  VEC_FREE(&a->bins);
  VEC_FREE(&a->rules_off);
  VEC_FREE(&a->limits);
  for (uint32_t i = 0; i < a->rows.n; i++)
    tp_str_free(&a->rows.at[i].text);
  VEC_FREE(&a->rows);
}

void tp_inputs_free(tp_inputs_file *in) {
  for (uint32_t i = 0; i < in->at.n; i++)
    tp_str_free(&in->at.at[i].text);
  for (uint32_t i = 0; i < in->at.n; i++)
    VEC_FREE(&in->at.at[i].params);
  VEC_FREE(&in->at);
  VEC_FREE(&in->deliveries);
  VEC_FREE(&in->listed);
  tp_map_free(&in->by_name);
  tp_map_free(&in->by_label);
  tp_names_free(in->names);
  free_audit(&in->audit);
  for (uint32_t i = 0; i < in->variables.n; i++) {
    tp_str_free(&in->variables.at[i].text);
    tp_str_free(&in->variables.at[i].definition);
    VEC_FREE(&in->variables.at[i].after);
  }
  VEC_FREE(&in->variables);
  tp_str_free(&in->text);
}

void tp_inputs_point(const tp_inputs_file *in, uint32_t at, tp_diag *diag) {
  const char *text = tp_str_text(&in->text);
  uint32_t begin = at < in->text.n ? at : in->text.n;
  unsigned line = 1;
  tp_str shown = {0};
  at = begin;
  while (begin > 0 && text[begin - 1] != '\n')
    begin--;
  for (uint32_t i = 0; i < begin; i++)
    line += text[i] == '\n';
  tp_str_addn(&shown, text + begin, strcspn(text + begin, "\n"));
  tp_diag_at(diag, in->path, line, at - begin + 1, tp_str_text(&shown));
  tp_str_free(&shown);
}

/* ---- parameters ---------------------------------------------------------- */

/* Where a clause begins in the words of a parameter; s.to: there is none. */
static uint32_t find_clause(const tp_reading *r, tp_span s) {
  static const char *const words[] = {"in", "text", "bytes", "ignored",
                                      "=",  "{",    NULL};
  for (uint32_t i = s.from; i < s.to;) {
    if (tp_rd_is_any(r, i, words) &&
        tp_rd_name_of(r, (tp_span){s.from, i}) != TP_NO_WORD)
      return i;
    i = tp_rd_opens(r, i) ? tp_rd_behind_group(r, i, s.to) : i + 1;
  }
  return s.to;
}

/* value[N]: the N is ours, C need not know it before it is declared. */
static int read_dimension(tp_reading *r, tp_item *item) {
  uint32_t open = item->name + 1;
  if (open >= item->words.to || !tp_rd_is_char(r, open, '['))
    return 0;
  uint32_t behind = tp_rd_behind_group(r, open, item->words.to);
  if (behind == open + 2)
    return tp_rd_refuse(r, open, "say how many elements are delivered: [N]");
  if (item->form != TP_FORM_OBJECT)
    return tp_rd_refuse(r, open, "its size is said twice");
  if (item->set.to || item->members.to)
    return tp_rd_refuse(r, open,
                        item->set.to
                            ? "a set is for one number: *NAME, not NAME[N]"
                            : "members are those of one struct: *NAME, not "
                              "NAME[N]");
  item->count = (tp_span){open + 1, behind - 1};
  tp_rd_drop(r, item->count);
  return 0;
}

static int check_parameter(tp_reading *r, bool is_out, tp_item *item) {
  uint32_t first = item->words.from;
  if (item->words.from == item->words.to)
    return tp_rd_refuse(r, first, "a parameter is missing here");
  if (!is_out)
    return item->low.from != item->low.to || item->set.to || item->members.to ||
                   item->form != TP_FORM_NOTHING
               ? tp_rd_refuse(
                     r, item->words.to,
                     "only what is delivered has limits or a size: begin "
                     "the parameter with out")
           : item->name == TP_NO_WORD && (tp_rd_has_char(r, item->words, '(') ||
                                          tp_rd_has_char(r, item->words, '['))
               ? tp_rd_refuse(r, first, "give this parameter a name")
               : 0;
  if (item->name == TP_NO_WORD)
    return tp_rd_refuse(r, first,
                        "a parameter that delivers something needs a name");
  if (item->form == TP_FORM_NOTHING)
    item->form = TP_FORM_OBJECT;
  if (!tp_rd_has_char(r, item->words, '*') &&
      !tp_rd_has_char(r, item->words, '['))
    return tp_rd_refuse(r, item->name,
                        "what is delivered is where a pointer points to: write "
                        "out TYPE *NAME or out TYPE NAME[N]");
  return read_dimension(r, item);
}

/* A call ends a part in one bin of each kind, and is one test at one site. */
static int check_role_is_new(tp_reading *r, uint32_t at, tp_role role) {
  for (uint32_t i = 0; role != TP_ROLE_NONE && i < r->d.params.n; i++)
    if (r->d.params.at[i].role == role)
      return tp_rd_refuse(r, at, "another parameter tells this already");
  return 0;
}

static int read_parameter(tp_reading *r, tp_span s) {
  tp_item item = {.name = TP_NO_WORD};
  uint32_t first = s.from;
  if (tp_bins_read_role(r, &s, &item.role) != 0 ||
      check_role_is_new(r, first, item.role) != 0)
    return -1;
  bool is_out = s.from + 1 < s.to && tp_rd_is(r, s.from, "out");
  if (is_out)
    tp_rd_drop(r, (tp_span){s.from, s.from + 1});
  item.words = (tp_span){s.from + is_out, s.to};
  item.words.to = find_clause(r, item.words);
  item.name = tp_rd_name_of(r, item.words);
  int rc = tp_clause_read(r, s.to, &item);
  if (rc == 0)
    rc = check_parameter(r, is_out, &item);
  VEC_PUSH(&r->d.params, item);
  return rc;
}

static int read_parameters(tp_reading *r, uint32_t open, uint32_t close) {
  int rc = 0;
  for (uint32_t from = open + 1; from < close && rc == 0;) {
    uint32_t to = tp_rd_find(r, (tp_span){from, close}, ",");
    rc = read_parameter(r, (tp_span){from, to});
    if (rc == 0 && to + 1 == close)
      rc = tp_rd_refuse(r, to, "a parameter is missing behind this comma");
    from = to + 1;
  }
  return rc;
}

/* ---- declarations -------------------------------------------------------- */

static const char how[] =
    "a function is declared as in C: TYPE NAME(PARAMETERS);";

uint32_t tp_inputs_behind(const tp_reading *r, uint32_t from, uint32_t end) {
  return tp_rd_find(r, (tp_span){from, end}, ",");
}

bool tp_inputs_range(const tp_reading *r, tp_span arg, long *low, long *high) {
  uint32_t dots = tp_rd_find(r, arg, "..");
  return dots < arg.to && tp_rd_number(r, (tp_span){arg.from, dots}, low) &&
         tp_rd_number(r, (tp_span){dots + 1, arg.to}, high);
}

/* The ranges among the arguments: how many calls that makes. */
static int check_ranges(tp_reading *r, tp_span args) {
  long calls = 1, low, high;
  for (uint32_t from = args.from; from < args.to;) {
    tp_span arg = {from, tp_inputs_behind(r, from, args.to)};
    bool is_range = tp_rd_find(r, arg, "..") < arg.to;
    if (is_range && !tp_inputs_range(r, arg, &low, &high))
      return tp_rd_refuse(r, from,
                          "a range of calls is one of numbers: 0 .. 3");
    if (is_range && (high < low || high - low >= MAX_CALLS))
      return tp_rd_refuse(r, from, "a range of calls has 1 to 64 numbers");
    calls *= is_range ? high - low + 1 : 1;
    if (calls > MAX_CALLS)
      return tp_rd_refuse(r, from, "these are more than 64 calls");
    from = arg.to + 1;
  }
  return 0;
}

tp_item *tp_inputs_param(tp_reading *r, uint32_t name) {
  const tp_word *w = tp_rd_word(r, name);
  for (uint32_t i = 0; i < r->d.params.n; i++) {
    tp_item *item = &r->d.params.at[i];
    if (item->name == TP_NO_WORD)
      continue;
    const tp_word *own = tp_rd_word(r, item->name);
    uint32_t n = w->end - w->begin;
    if (own->end - own->begin == n &&
        memcmp(r->in->text.at + own->begin, r->in->text.at + w->begin, n) == 0)
      return item;
  }
  return NULL;
}

/* calls fn(0 .. 3, user), any number of them; *at is behind the parameters. */
static int read_calls(tp_reading *r, uint32_t *at, uint32_t end) {
  int rc = 0;
  VEC_CLEAR(&r->d.calls);
  while (rc == 0 && *at < end && tp_rd_is(r, *at, "calls")) {
    uint32_t name = *at + 1, open = *at + 2;
    if (open >= end || !tp_rd_is_char(r, open, '('))
      return tp_rd_refuse(r, *at,
                          "calls are written as: calls NAME(ARGUMENTS)");
    tp_item *item = tp_inputs_param(r, name);
    uint32_t behind = tp_rd_behind_group(r, open, end);
    if (!item)
      return tp_rd_refuse(r, name, "no parameter has this name");
    item->is_called = true;
    tp_call_back made = {name, {open + 1, behind - 1}};
    VEC_PUSH(&r->d.calls, made);
    rc = check_ranges(r, made.args);
    *at = behind;
  }
  return rc;
}

/* or NULL, behind everything else. */
static int read_or_null(tp_reading *r, uint32_t behind, uint32_t *end) {
  r->d.or_null = *end >= behind + 2 && tp_rd_is(r, *end - 2, "or") &&
                 tp_rd_is(r, *end - 1, "NULL");
  *end -= r->d.or_null ? 2 : 0;
  return r->d.or_null &&
                 !tp_rd_has_char(r, (tp_span){r->d.all.from, r->d.name}, '*')
             ? tp_rd_refuse(r, *end, "only a pointer can be NULL")
             : 0;
}

/* assume CONDITION, behind everything else. */
static int read_assumed(tp_reading *r, uint32_t behind, uint32_t *end) {
  uint32_t at = tp_rd_find(r, (tp_span){behind, *end}, "assume");
  r->d.assumed = (tp_span){at, at};
  if (at == *end)
    return 0;
  if (at + 1 == *end)
    return tp_rd_refuse(r, at, "the condition is missing: assume CONDITION");
  for (uint32_t i = at + 1; i < *end; i++)
    if (tp_rd_is(r, i, "pass") || tp_rd_is(r, i, "when"))
      return tp_rd_refuse(r, i, "this comes before assume, which stands last");
  r->d.assumed = (tp_span){at + 1, *end};
  *end = at;
  return 0;
}

/* pass in LOW .. HIGH or pass { VALUES }, of a test, behind what it delivers.
 */
static int read_pass(tp_reading *r, uint32_t behind, uint32_t *end) {
  uint32_t at = tp_rd_find(r, (tp_span){behind, *end}, "pass");
  uint32_t word = at;
  r->d.pass = (tp_item){.name = TP_NO_WORD};
  if (at == *end)
    return 0;
  if (!r->d.is_test)
    return tp_rd_refuse(r, at,
                        "only a test passes: begin the declaration with test");
  while (at + 2 < *end && tp_rd_is_char(r, at + 1, '.'))
    at += 2; /* .MEMBER */
  r->d.pass.path = (tp_span){word + 1, at + 1};
  bool is_set = at + 1 < *end && tp_rd_is_char(r, at + 1, '{');
  if (!is_set && (at + 1 == *end || !tp_rd_is(r, at + 1, "in")))
    return tp_rd_refuse(r, at,
                        "what passes is written as: pass in LOW .. HIGH or "
                        "pass { 1, 2 } or pass .MEMBER in LOW .. HIGH");
  if (tp_clause_read_limits(r, is_set ? at : at + 1, *end, &r->d.pass) != 0)
    return -1;
  *end = word;
  return 0;
}

static const char behind_parameters[] =
    "behind the parameters comes ; or in LOW .. HIGH or in { VALUES } or = "
    "VALUE or { .MEMBER in LOW .. HIGH; } or text[SIZE] or ignored or calls "
    "NAME(ARGUMENTS) or or NULL or pass in LOW .. HIGH or when NAME == VALUE "
    "or assume CONDITION";

static bool is_result_clause(const tp_reading *r, uint32_t at) {
  static const char *const words[] = {"in", "text", "=", "{", "ignored", NULL};
  return tp_rd_is_any(r, at, words);
}

static tp_form form_of_result(const tp_reading *r, const tp_item *clause) {
  if (clause->form == TP_FORM_TEXT)
    return TP_FORM_TEXT;
  return r->d.is_void || r->d.is_pointer || clause->is_ignored ? TP_FORM_NOTHING
                                                               : TP_FORM_VALUE;
}

static int check_result(tp_reading *r, uint32_t behind) {
  const tp_item *result = &r->d.result;
  if (result->form == TP_FORM_TEXT && !r->d.is_pointer)
    return tp_rd_refuse(r, behind, "a text is returned by a pointer: char *");
  if (result->low.from != result->low.to && result->form != TP_FORM_VALUE)
    return tp_rd_refuse(r, behind, "only a number that is returned has limits");
  if (result->set.to && result->form == TP_FORM_NOTHING)
    return tp_rd_refuse(r, behind,
                        "only what is delivered has a set of values");
  if (result->members.to && r->d.is_void)
    return tp_rd_refuse(r, behind,
                        "only a struct that is returned has members");
  if (result->is_ignored && r->d.is_void)
    return tp_rd_refuse(r, behind, "it returns nothing that is delivered");
  return 0;
}

static int read_result(tp_reading *r, uint32_t behind, uint32_t end) {
  tp_item *result = &r->d.result;
  tp_item clause = {.words = {behind, behind}, .name = TP_NO_WORD};
  if (behind < end && !is_result_clause(r, behind))
    return tp_rd_refuse(r, behind, behind_parameters);
  if (tp_clause_read(r, end, &clause) != 0)
    return -1;
  clause.words = (tp_span){r->d.all.from, r->d.name};
  r->d.is_pointer = tp_rd_has_char(r, clause.words, '*');
  r->d.is_noreturn =
      tp_rd_find(r, clause.words, "_Noreturn") < clause.words.to ||
      tp_rd_find(r, clause.words, "noreturn") < clause.words.to;
  r->d.is_void = !r->d.is_pointer && tp_rd_is(r, r->d.name - 1, "void");
  clause.form = form_of_result(r, &clause);
  *result = clause;
  return check_result(r, behind);
}

static tp_name name_head(tp_reading *r) {
  tp_str text = {0};
  tp_rd_add_span(r, &text, r->d.all);
  tp_name name = tp_names_id(r->in->names, text.at, text.n);
  tp_str_free(&text);
  return name;
}

static tp_declared *first_declared(tp_reading *r, tp_name name) {
  tp_inputs_file *in = r->in;
  tp_declared made = {.name = name,
                      .at = tp_rd_word(r, r->d.name)->begin,
                      .is_noreturn = r->d.is_noreturn,
                      .is_test = r->d.is_test,
                      .is_open = true,
                      .words = name_head(r)};
  tp_inputs_write_head(r, &made.text);
  tp_str_add(&made.text, " {\n");
  for (uint32_t i = 0; i < r->d.params.n; i++) {
    const tp_item *item = &r->d.params.at[i];
    VEC_PUSH(&made.params,
             (tp_declared_param){tp_rd_word(r, item->words.from)->begin,
                                 item->is_called, item->is_ignored,
                                 (uint8_t)item->role});
  }
  VEC_PUSH(&in->at, made);
  return &VEC_LAST(&in->at);
}

/* The same function with other arguments. */
static int check_again(tp_reading *r, const tp_declared *d) {
  if (!d->is_open)
    return tp_rd_refuse(r, r->d.name,
                        "this function is declared twice: those that say when "
                        "come before the one that does not");
  return d->words == name_head(r)
             ? 0
             : tp_rd_refuse(r, r->d.all.from,
                            "the function stands here with other words than "
                            "where it was declared before");
}

static int add_declared(tp_reading *r) {
  tp_inputs_file *in = r->in;
  const tp_word *w = tp_rd_word(r, r->d.name);
  tp_name name =
      tp_names_id(in->names, in->text.at + w->begin, w->end - w->begin);
  bool is_new, is_when = r->d.when.name != TP_NO_WORD;
  uint32_t *slot = tp_map_put(&in->by_name, name, &is_new);
  tp_declared *d = is_new ? first_declared(r, name) : &in->at.at[*slot - 1];
  *slot = is_new ? in->at.n : *slot;
  if (!is_new && check_again(r, d) != 0)
    return -1;
  if (is_when)
    tp_when_write(r, &d->text);
  tp_inputs_write_body(r, &d->text);
  d->is_vague |= r->d.is_pointer && r->d.result.form == TP_FORM_NOTHING &&
                 !r->d.result.members.to && !r->d.result.is_ignored;
  d->is_open = is_when;
  tp_str_add(&d->text, is_when ? "" : "}\n");
  return r->rc;
}

/* Words s.from .. s.to - 1, a ';' behind them. */
static int read_declaration(tp_reading *r, tp_span s) {
  r->d.is_test = tp_rd_is(r, s.from, "test") && s.from + 2 < s.to &&
                 !tp_rd_is_char(r, s.from + 1, '(');
  s.from += r->d.is_test;
  uint32_t open = tp_rd_find(r, s, "(");
  if (open == s.to || open < s.from + 2 ||
      tp_rd_word(r, open - 1)->kind != TP_WORD_NAME ||
      tp_rd_is_type_word(r, open - 1))
    return tp_rd_refuse(r, open < s.to ? open : s.from, how);
  uint32_t behind = tp_rd_behind_group(r, open, s.to);
  if (!tp_rd_is_char(r, behind - 1, ')'))
    return tp_rd_refuse(r, open, "this parenthesis is not closed");
  VEC_CLEAR(&r->d.params);
  r->d.all = (tp_span){s.from, behind};
  r->d.name = open - 1;
  int rc = read_parameters(r, open, behind - 1);
  if (rc == 0)
    rc = read_calls(r, &behind, s.to);
  if (rc == 0)
    rc = read_assumed(r, behind, &s.to);
  if (rc == 0)
    rc = tp_when_read(r, behind, &s.to);
  if (rc == 0)
    rc = read_pass(r, behind, &s.to);
  if (rc == 0)
    rc = read_or_null(r, behind, &s.to);
  if (rc == 0)
    rc = read_result(r, behind, s.to);
  return rc == 0 ? add_declared(r) : rc;
}

static void read_words(tp_reading *r) {
  tp_words_reader reader = {
      .text = tp_str_text(&r->in->text), .size = r->in->text.n, .line = 1};
  do {
    VEC_PUSH(&r->words, tp_words_next(&reader));
  } while (VEC_LAST(&r->words).kind != TP_WORD_END);
  VEC_RESIZE(&r->dropped, r->words.n);
}

/* Functions are read when it is known which variables they set. */
static int read_some(tp_reading *r, bool is_early) {
  uint32_t end = r->words.n - 1;
  int rc = 0;
  for (uint32_t from = 0; from < end && rc == 0;) {
    tp_span s = {from, from};
    while (s.to < end && !tp_rd_is_char(r, s.to, ';'))
      s.to = tp_rd_is_char(r, s.to, '{') ? tp_rd_behind_group(r, s.to, end)
                                         : s.to + 1;
    if (s.to == end)
      return tp_rd_refuse(r, end - 1, "a declaration ends with ;");
    bool is_bin = s.to > s.from && tp_bins_begin(r, s);
    bool is_variable = s.to > s.from && !is_bin && tp_variable_begin(r, s);
    if (s.to > s.from && (is_bin || is_variable) == is_early)
      rc = is_bin        ? tp_bins_read(r, s)
           : is_variable ? tp_variable_read(r, s)
                         : read_declaration(r, s);
    from = s.to + 1;
  }
  return rc;
}

/* It is said for each argument what a function delivers. */
static int check_open(tp_reading *r) {
  for (uint32_t i = 0; i < r->in->at.n; i++) {
    const tp_declared *d = &r->in->at.at[i];
    if (!d->is_open)
      continue;
    int rc = tp_diag_set(r->diag, TP_REFUSED,
                         "say what '%s' delivers for other arguments: declare "
                         "it once more, behind this, without when",
                         tp_names_text(r->in->names, d->name));
    tp_inputs_point(r->in, d->at, r->diag);
    return rc;
  }
  return 0;
}

static int read_all(tp_reading *r) {
  int rc = read_some(r, true);
  if (rc == 0)
    rc = read_some(r, false);
  return rc == 0 ? check_open(r) : rc;
}

static int check_text(tp_reading *r, const char *path) {
  const tp_str *text = &r->in->text;
  if (text->n == 0 || !memchr(text->at, '\0', text->n))
    return 0;
  tp_diag_set(r->diag, TP_REFUSED,
              "this is no text: a file of --inputs declares functions");
  tp_diag_at(r->diag, path, 0, 0, NULL);
  return -1;
}

int tp_inputs_read(tp_inputs_file *out, const char *path, const tp_slice *slice,
                   tp_diag *diag) {
  *out = (tp_inputs_file){.path = path, .names = tp_names_new()};
  if (slice)
    out->slice = *slice;
  tp_reading r = {.in = out, .diag = diag};
  if (!path)
    return 0;
  int rc = tp_file_read(&out->text, path, TP_REFUSED, diag);
  if (rc == 0)
    rc = check_text(&r, path);
  if (rc == 0) {
    read_words(&r);
    rc = read_all(&r);
  }
  VEC_FREE(&r.words);
  VEC_FREE(&r.dropped);
  VEC_FREE(&r.d.params);
  VEC_FREE(&r.d.calls);
  return rc;
}
