/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a file of --inputs says of bins, tests and sites.
 *
 *   bin soft|hard TYPE NAME;  bin soft|hard TYPE NAME[N];  bin soft|hard exit;
 *   bins soft|hard { VALUE [good] [default] ["NAME"], LOW .. HIGH, [...] };
 *   sites TYPE NAME [in LOW .. HIGH];       the mask of those that are on
 *   rule TP102 off;
 *   limits "FILE.csv";  bins soft|hard "FILE.csv";         (bins_table.c)
 *   rows TABLE[].MEMBER;                                   (rows.c)
 *
 * and before a parameter: bin soft, bin hard, site, test number, test name.
 * What a function does to them is said by calls of the monitor (monitor.c) at
 * its end.
 */
#include "input/declaration.h"

#include <stdio.h>
#include <stdlib.h>

#define MAX_RANGE 10000 /* bins of one LOW .. HIGH */

static bool read_kind(const tp_reading *r, uint32_t i, uint8_t *out) {
  *out = tp_rd_is(r, i, "hard") ? TP_BIN_HARD : TP_BIN_SOFT;
  return *out == TP_BIN_HARD || tp_rd_is(r, i, "soft");
}

static tp_name name_span(tp_reading *r, tp_span s) {
  tp_str text = {0};
  tp_rd_add_span(r, &text, s);
  tp_name name = tp_names_id(r->in->names, tp_str_text(&text), text.n);
  tp_str_free(&text);
  return name;
}

bool tp_bins_begin(const tp_reading *r, tp_span s) {
  uint8_t kind;
  bool is_short = s.to < s.from + 2;
  if (tp_rd_is(r, s.from, "bin") || tp_rd_is(r, s.from, "bins"))
    return is_short || read_kind(r, s.from + 1, &kind) ||
           tp_rd_find(r, s, "(") == s.to;
  if (tp_rd_is(r, s.from, "limits"))
    return is_short || tp_rd_word(r, s.from + 1)->first == '"';
  return (tp_rd_is(r, s.from, "sites") || tp_rd_is(r, s.from, "rule") ||
          tp_rd_is(r, s.from, "rows")) &&
         tp_rd_find(r, s, "(") == s.to;
}

/* ---- roles of parameters ------------------------------------------------- */

/* `bin sort int x`: no type of C is three names. */
static bool is_three_names(const tp_reading *r, tp_span s) {
  for (uint32_t i = s.from; i < s.from + 3; i++)
    if (i >= s.to || tp_rd_word(r, i)->kind != TP_WORD_NAME)
      return false;
  return true;
}

/* What stands where a role may, and is none. */
static int check_role(tp_reading *r, tp_span s) {
  if (tp_rd_is(r, s.from, "bin") && is_three_names(r, s))
    return tp_rd_refuse(r, s.from + 1, "a bin is a: bin soft or bin hard");
  if (tp_rd_is(r, s.from, "test") && is_three_names(r, s))
    return tp_rd_refuse(r, s.from + 1,
                        "a test is told by its: test number or test name");
  return 0;
}

int tp_bins_read_role(tp_reading *r, tp_span *s, tp_role *out) {
  uint32_t n = 0;
  uint8_t kind;
  bool has_two = s->from + 1 < s->to;
  *out = TP_ROLE_NONE;
  if (has_two && tp_rd_is(r, s->from, "bin") &&
      read_kind(r, s->from + 1, &kind)) {
    *out = kind == TP_BIN_HARD ? TP_ROLE_HARD : TP_ROLE_SOFT;
    r->in->audit.has[kind] = r->in->audit.is_called = true;
    n = 2;
  } else if (has_two && tp_rd_is(r, s->from, "test") &&
             tp_rd_is(r, s->from + 1, "number")) {
    *out = TP_ROLE_NUMBER;
    n = 2;
  } else if (has_two && tp_rd_is(r, s->from, "test") &&
             tp_rd_is(r, s->from + 1, "name")) {
    *out = TP_ROLE_NAME;
    n = 2;
  } else if (tp_rd_is(r, s->from, "site") &&
             tp_rd_name_of(r, (tp_span){s->from + 1, s->to}) != TP_NO_WORD) {
    *out = TP_ROLE_SITE;
    n = 1;
  }
  if (n == 0 && s->from < s->to && check_role(r, *s) != 0)
    return -1;
  tp_rd_drop(r, (tp_span){s->from, s->from + n});
  s->from += n;
  uint32_t name = s->from < s->to ? tp_rd_name_of(r, *s) : TP_NO_WORD;
  if (n && name == TP_NO_WORD)
    return tp_rd_refuse(r, s->from < s->to ? s->from : s->from - 1,
                        "give this parameter a name");
  if (n == 0 && name != TP_NO_WORD && tp_rd_is(r, name, "site") &&
      !tp_rd_has_char(r, *s, '*') && !tp_rd_has_char(r, *s, '['))
    *out = TP_ROLE_SITE;
  return 0;
}

/* ---- declarations of their own ------------------------------------------- */

/* Without what comes behind the value: good, default, "NAME". */
static tp_span read_marks(tp_reading *r, tp_span s, tp_declared_bin *bin) {
  for (; s.to > s.from; s.to--) {
    const tp_word *w = tp_rd_word(r, s.to - 1);
    if (tp_rd_is(r, s.to - 1, "good"))
      bin->is_good = true;
    else if (tp_rd_is(r, s.to - 1, "default"))
      bin->is_default = true;
    else if (w->first == '"' && !bin->name && w->end >= w->begin + 2)
      bin->name = tp_names_id(r->in->names, r->in->text.at + w->begin + 1,
                              w->end - w->begin - 2);
    else
      break;
  }
  return s;
}

bool tp_bins_add(tp_inputs_file *in, const tp_declared_bin *bin) {
  for (uint32_t i = 0; i < in->audit.bins.n; i++)
    if (in->audit.bins.at[i].kind == bin->kind &&
        in->audit.bins.at[i].value == bin->value)
      return false;
  VEC_PUSH(&in->audit.bins, *bin);
  return true;
}

static int add_bin(tp_reading *r, uint32_t word, const tp_declared_bin *bin) {
  return tp_bins_add(r->in, bin)
             ? 0
             : tp_rd_refuse(r, word, "this bin is listed twice");
}

static int read_bin(tp_reading *r, tp_span s, uint8_t kind) {
  tp_declared_bin bin = {.kind = kind, .at = tp_rd_word(r, s.from)->begin};
  long low, high;
  tp_span value = read_marks(r, s, &bin);
  if (value.from == value.to)
    return tp_rd_refuse(r, s.from < s.to ? s.from : s.from - 1,
                        "a bin is written as: 7 or 7 good or 7 \"its name\"");
  if (tp_rd_find(r, value, "..") == value.to) {
    bin.value = name_span(r, value);
    return add_bin(r, s.from, &bin);
  }
  if (!tp_inputs_range(r, value, &low, &high))
    return tp_rd_refuse(r, s.from,
                        "a range of bins is one of numbers: 8 .. 12");
  if (high < low || high - low >= MAX_RANGE)
    return tp_rd_refuse(r, s.from, "a range of bins has 1 to 10000 numbers");
  int rc = 0;
  for (long n = low; n <= high && rc == 0; n++) {
    char text[32];
    int length = snprintf(text, sizeof text, "%ld", n);
    bin.value = tp_names_id(r->in->names, text, (uint32_t)length);
    rc = add_bin(r, s.from, &bin);
  }
  return rc;
}

/* bins soft { ... } */
static int read_list(tp_reading *r, tp_span s) {
  uint8_t kind;
  if (s.to >= s.from + 3 && read_kind(r, s.from + 1, &kind) &&
      tp_rd_word(r, s.from + 2)->first == '"')
    return tp_bins_read_table(r, (tp_span){s.from + 2, s.to}, kind);
  if (s.to < s.from + 4 || !read_kind(r, s.from + 1, &kind) ||
      !tp_rd_is_char(r, s.from + 2, '{') ||
      tp_rd_behind_group(r, s.from + 2, s.to) != s.to ||
      !tp_rd_is_char(r, s.to - 1, '}'))
    return tp_rd_refuse(r, s.from,
                        "bins are listed as: bins soft { 1 good, 7, 8 .. 12 }; "
                        "or bins hard { ... }; or bins soft \"TABLE.csv\";");
  int rc = 0;
  bool is_open = false;
  for (uint32_t from = s.from + 3; from < s.to - 1 && rc == 0;) {
    uint32_t to = tp_inputs_behind(r, from, s.to - 1);
    is_open = to == s.to - 1 && tp_rd_is(r, from, "...") && to == from + 1;
    if (is_open)
      break;
    rc = read_bin(r, (tp_span){from, to}, kind);
    from = to + 1;
  }
  r->in->audit.has_list[kind] = !is_open;
  return rc;
}

/* A variable of words s: its name, and how it is read. */
static int read_watched(tp_reading *r, tp_span s, const char *function,
                        tp_watched *out) {
  uint32_t name = s.from < s.to ? tp_rd_name_of(r, s) : TP_NO_WORD;
  if (name == TP_NO_WORD)
    return tp_rd_refuse(r, s.from < s.to ? s.from : s.from - 1,
                        "a variable is declared as in C: TYPE NAME;");
  const tp_word *w = tp_rd_word(r, name);
  out->name =
      tp_names_id(r->in->names, r->in->text.at + w->begin, w->end - w->begin);
  out->at = w->begin;
  out->is_array = name + 1 < s.to && tp_rd_is_char(r, name + 1, '[');
  tp_inputs_add_line(r->in, &out->text, w->line);
  tp_str_addf(&out->text, "%s { return (long long)(%s%s); }\n", function,
              tp_names_text(r->in->names, out->name),
              out->is_array ? "[tp2ph_site]" : "");
  if (out->is_array && !r->in->audit.n_sites)
    r->in->audit.n_sites = name_span(
        r, (tp_span){name + 2, tp_rd_behind_group(r, name + 1, s.to) - 1});
  return 0;
}

/* bin soft int final_bin; bin hard exit; */
static int read_variable(tp_reading *r, tp_span s) {
  tp_audit *a = &r->in->audit;
  tp_watched made = {0};
  tp_str function = {0};
  if (s.to < s.from + 3 || !read_kind(r, s.from + 1, &made.kind))
    return tp_rd_refuse(r, s.from,
                        "what holds a bin is written as: bin soft TYPE NAME; "
                        "or bin hard exit; which there are as: bins soft { 1 "
                        "good, 7 };");
  a->has[made.kind] = true;
  if (s.to == s.from + 3 && tp_rd_is(r, s.from + 2, "exit")) {
    a->is_exit[made.kind] = true;
    return 0;
  }
  tp_str_addf(&function, "long long tp2ph_variable_%u(unsigned tp2ph_site)",
              a->variables.n);
  int rc = read_watched(r, (tp_span){s.from + 2, s.to}, function.at, &made);
  if (rc == 0)
    VEC_PUSH(&a->variables, made);
  a->has_sites |= made.is_array;
  tp_str_free(&function);
  return rc;
}

/* sites unsigned active_mask in 0 .. 15: the tester sets it, and there are as
 * many as the highest has bits. */
static int read_sites(tp_reading *r, tp_span s) {
  tp_audit *a = &r->in->audit;
  tp_span mask = {s.from + 1, s.to};
  if (a->mask.name)
    return tp_rd_refuse(r, s.from, "the sites are declared twice");
  uint32_t in = tp_rd_find(r, mask, "in");
  uint32_t after = tp_rd_find(r, mask, "after");
  if (in < s.to) {
    long low, high;
    char text[16];
    int n = 0;
    if (!tp_inputs_range(r, (tp_span){in + 1, after}, &low, &high) || low < 0)
      return tp_rd_refuse(r, in, "a mask lies between numbers: in 0 .. 15");
    while (n < 62 && high >> n)
      n++;
    int length = snprintf(text, sizeof text, "%d", n);
    a->n_sites = tp_names_id(r->in->names, text, (uint32_t)length);
  }
  a->has_sites = true;
  int rc = read_watched(r, (tp_span){mask.from, in < after ? in : after},
                        "unsigned long long tp2ph_mask(void)", &a->mask);
  return rc == 0 && in < s.to ? tp_variable_read(r, mask) : rc;
}

static bool is_rule(unsigned long id) {
#define RULE(number, name, needs) \
  if (id == number) \
    return true;
#include "program/rules.def"
  return false;
}

/* rule TP102 off; */
static int read_rule(tp_reading *r, tp_span s) {
  const tp_word *w = tp_rd_word(r, s.from + 1);
  const char *text = r->in->text.at + w->begin;
  if (s.to != s.from + 3 || !tp_rd_is(r, s.from + 2, "off"))
    return tp_rd_refuse(r, s.from,
                        "a rule is switched off by: rule TP102 off;");
  unsigned long id =
      strncmp(text, "TP", 2) == 0 ? strtoul(text + 2, NULL, 10) : 0;
  if (!is_rule(id))
    return tp_rd_refuse(r, s.from + 1,
                        "there is no such rule (docs/audit.md lists them)");
  VEC_PUSH(&r->in->audit.rules_off, (uint32_t)id);
  return 0;
}

int tp_bins_read(tp_reading *r, tp_span s) {
  return tp_rd_is(r, s.from, "bins")  ? read_list(r, s)
         : tp_rd_is(r, s.from, "bin") ? read_variable(r, s)
         : tp_rd_is(r, s.from, "limits")
             ? tp_bins_read_limits(r, (tp_span){s.from + 1, s.to})
         : tp_rd_is(r, s.from, "rows")  ? tp_rows_read(r, s)
         : tp_rd_is(r, s.from, "sites") ? read_sites(r, s)
                                        : read_rule(r, s);
}

bool tp_inputs_has_bins(const tp_inputs_file *in) {
  return in->audit.has[TP_BIN_SOFT] || in->audit.has[TP_BIN_HARD];
}

bool tp_inputs_has_open_bins(const tp_inputs_file *in) {
  const tp_audit *a = &in->audit;
  return (a->has[TP_BIN_SOFT] && !a->has_list[TP_BIN_SOFT]) ||
         (a->has[TP_BIN_HARD] && !a->has_list[TP_BIN_HARD]);
}

static bool is_listed(const tp_inputs_file *in, const tp_declared_bin *bin) {
  for (uint32_t i = 0; i < in->audit.bins.n; i++)
    if (in->audit.bins.at[i].kind == bin->kind &&
        in->audit.bins.at[i].value == bin->value)
      return true;
  return false;
}

void tp_inputs_add_candidates(tp_inputs_file *in, const int64_t *numbers,
                              uint32_t n) {
  for (uint8_t kind = TP_BIN_SOFT; kind <= TP_BIN_HARD; kind++)
    for (uint32_t i = 0; i < n && in->audit.has[kind]; i++) {
      tp_declared_bin bin = {.kind = kind, .is_candidate = 1, .at = UINT32_MAX};
      char text[32];
      int length = snprintf(text, sizeof text, "%lld", (long long)numbers[i]);
      bin.value = tp_names_id(in->names, text, (uint32_t)length);
      if (!in->audit.has_list[kind] && !is_listed(in, &bin))
        VEC_PUSH(&in->audit.bins, bin);
    }
}

bool tp_inputs_is_watched(const tp_inputs_file *in) {
  return tp_inputs_has_bins(in) || in->variables.n;
}

/* ---- C ------------------------------------------------------------------- */

static const tp_item *param_of(const tp_reading *r, tp_role role) {
  for (uint32_t i = 0; i < r->d.params.n; i++)
    if (r->d.params.at[i].role == role)
      return &r->d.params.at[i];
  return NULL;
}

/* "(long long)(NAME), ", or what stands for it. */
static void add_argument(const tp_reading *r, tp_str *out, tp_role role,
                         long otherwise) {
  const tp_item *item = param_of(r, role);
  if (!item) {
    tp_str_addf(out, "%ld, ", otherwise);
    return;
  }
  tp_str_add(out, "(long long)(");
  tp_rd_add_word(r, out, item->name);
  tp_str_add(out, "), ");
}

/* The first member that is delivered. */
static bool first_member(tp_reading *r, const tp_item *owner, tp_item *out) {
  for (uint32_t at = owner->members.from; at < owner->members.to;)
    if (tp_member_next(r, owner, &at, out) == 0 && out->form == TP_FORM_VALUE)
      return true;
  return false;
}

static bool judged_part(tp_reading *r, const tp_item *whole, tp_item *out) {
  tp_span path = r->d.pass.path;
  *out = *whole;
  if (path.from < path.to)
    *out = (tp_item){.name = TP_NO_WORD,
                     .form = TP_FORM_VALUE,
                     .owner = whole,
                     .path = path};
  else if (whole->members.to)
    return first_member(r, whole, out);
  return true;
}

/* What the test judges: its result, else the first thing that it delivers; of
 * a record the member that `pass` names, else the first. */
static bool judged(tp_reading *r, tp_item *out) {
  if (r->d.result.form == TP_FORM_VALUE)
    return judged_part(r, &r->d.result, out);
  for (uint32_t i = 0; i < r->d.params.n; i++)
    if (r->d.params.at[i].form == TP_FORM_OBJECT)
      return judged_part(r, &r->d.params.at[i], out);
  return false;
}

/* Which test it is: by its number, else by its name, else the function is one.
 */
static void add_which(const tp_reading *r, tp_str *out) {
  const tp_item *name = param_of(r, TP_ROLE_NAME);
  if (!name || param_of(r, TP_ROLE_NUMBER)) {
    add_argument(r, out, TP_ROLE_NUMBER,
                 -(long)tp_rd_word(r, r->d.name)->begin - 1);
    return;
  }
  r->in->audit.has_named = true;
  tp_str_add(out, "tp2ph_named((const char *)(");
  tp_rd_add_word(r, out, name->name);
  tp_str_add(out, ")), ");
}

/* Its row of the table of limits says whether it passes. */
static bool add_test_by_table(const tp_reading *r, tp_str *out,
                              const tp_item *subject) {
  if (!r->in->audit.limits.n ||
      (!param_of(r, TP_ROLE_NUMBER) && !param_of(r, TP_ROLE_NAME)))
    return false;
  r->in->audit.has_judged = true;
  tp_str_add(out, "\ntp2ph_test_value(");
  add_argument(r, out, TP_ROLE_SITE, 0);
  add_which(r, out);
  tp_str_add(out, "(double)(");
  tp_rd_add_subject(r, out, subject);
  tp_str_add(out, "));");
  return true;
}

static void add_test(tp_reading *r, tp_str *out) {
  tp_item item = {0};
  if (!r->d.is_test)
    return;
  bool has_subject = judged(r, &item);
  bool is_judged = has_subject && (r->d.pass.set.to || r->d.pass.low.to);
  r->in->audit.has_tests = true;
  r->in->audit.has_judged |= is_judged;
  r->in->audit.has_sites |= param_of(r, TP_ROLE_SITE) != NULL;
  if (!is_judged && has_subject && add_test_by_table(r, out, &item))
    return;
  tp_str_add(out, "\ntp2ph_test(");
  add_argument(r, out, TP_ROLE_SITE, 0);
  add_which(r, out);
  tp_str_add(out, is_judged ? "1, !(" : "0, (");
  if (is_judged) {
    item.low = r->d.pass.low;
    item.high = r->d.pass.high;
    item.set = r->d.pass.set;
    tp_rd_add_allowed(r, out, &item);
  } else {
    tp_str_addc(out, '0');
  }
  tp_str_add(out, "));");
}

void tp_bins_write(tp_reading *r, tp_str *out) {
  for (uint32_t i = 0; i < r->d.params.n; i++) {
    const tp_item *item = &r->d.params.at[i];
    if (item->role != TP_ROLE_SOFT && item->role != TP_ROLE_HARD)
      continue;
    r->in->audit.has_sites |= param_of(r, TP_ROLE_SITE) != NULL;
    tp_str_addf(out, "\ntp2ph_set_bin(%d, ",
                item->role == TP_ROLE_HARD ? TP_BIN_HARD : TP_BIN_SOFT);
    add_argument(r, out, TP_ROLE_SITE, 0);
    tp_str_add(out, "(long long)(");
    tp_rd_add_word(r, out, item->name);
    tp_str_add(out, "));");
  }
  add_test(r, out);
}
