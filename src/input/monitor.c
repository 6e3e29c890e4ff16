/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What depends on the bins is written here; the rest is monitor/monitor.c.
 * Decisions are known by the file that #line gives them:
 *
 *   "tp2ph: soft bins", "tp2ph: hard bins"   a switch with a label for each bin
 *   "tp2ph: rules"                           the line is the number of the rule
 *   "tp2ph: ends"                            how a site ends (tp_ends)
 *   "tp2ph: lost"                            the monitor can't tell any more
 *   "tp2ph: monitor"                         nothing of interest
 */
#include "input/monitor.h"

#include "input/driver.h"
#include "input/words.h"

#include <math.h>
#include <stdlib.h>

const char *const tp_monitor_flags[] = {
    "-Dexit=tp2ph_exit", "-D_exit=tp2ph_fast_exit", "-D_Exit=tp2ph_fast_exit",
    "-Dquick_exit=tp2ph_quick_exit", NULL};

const char tp_monitor_head[] =
    "void tp2ph_set_bin(int, long long, long long);\n"
    "void tp2ph_test(long long, long long, int, int);\n"
    "void tp2ph_test_value(long long, long long, double);\n"
    "long long tp2ph_named(const char *);\n"
    "void tp2ph_exit(int);\n"
    "void tp2ph_row_read(int, long long, int);\n"
    "void tp2ph_row_copied(int, long long, int);\n"
    "unsigned long long tp2ph_mask(void);\n";

static const char text_of_monitor[] =
#include "input/monitor/monitor.c.inc"
    ;

static const char *const kinds[] = {"soft", "hard"};

/* ---- the entry ----------------------------------------------------------- */

typedef struct entry {
  bool is_found;
  bool is_main;
  uint32_t n_params;
} entry;

/* Parameters of the words up to the ')' that closes the '(' before. */
static uint32_t count_params(tp_words_reader *r) {
  uint32_t depth = 1, words = 0, commas = 0;
  bool is_void = false;
  while (depth) {
    tp_word w = tp_words_next(r);
    if (w.kind == TP_WORD_END)
      return 0;
    bool is_other = w.kind == TP_WORD_OTHER;
    depth += is_other && (w.first == '(' || w.first == '[');
    depth -= is_other && (w.first == ')' || w.first == ']');
    commas += is_other && w.first == ',' && depth == 1;
    words += depth > 0;
    is_void = words == 1
                  ? tp_word_is(r->text, &w, "void") || (is_void && !depth)
                  : is_void && depth == 0;
  }
  return words == 0 || is_void ? 0 : commas + 1;
}

/* A definition: a body follows, or the declarations of old parameters. */
static bool is_definition(tp_words_reader ahead) {
  tp_word w = tp_words_next(&ahead);
  return w.first == '{' ||
         (w.kind == TP_WORD_NAME && ahead.text[w.begin] != '_');
}

static entry find_entry(const tp_str *text, const char *name) {
  tp_words_reader r = {.text = tp_str_text(text), .size = text->n, .line = 1};
  uint32_t depth = 0;
  tp_word before = {0}, w;
  while ((w = tp_words_next(&r)).kind != TP_WORD_END) {
    bool is_other = w.kind == TP_WORD_OTHER;
    depth += is_other && w.first == '{';
    depth -= is_other && w.first == '}' && depth > 0;
    if (depth == 0 && is_other && w.first == '(' &&
        tp_word_is(r.text, &before, name)) {
      entry e = {.is_found = true, .is_main = strcmp(name, "main") == 0};
      e.n_params = count_params(&r);
      if (is_definition(r))
        return e;
    }
    before = w;
  }
  return (entry){0};
}

/* TP2PH_PROGRAM: its exit status. */
static void add_program(tp_str *out, const entry *e, const char *name) {
  static const char *const args[] = {"tp2ph_argc", "tp2ph_argv"};
  tp_str_addf(out, "#define TP2PH_PROGRAM (%s(", name);
  for (uint32_t i = 0; i < e->n_params; i++)
    tp_str_addf(out, "%s%s", i ? ", " : "",
                e->is_main && i < 2 ? args[i] : "0");
  tp_str_add(out, e->is_main ? "))\n" : "), 0)\n");
}

/* ---- what depends on the bins -------------------------------------------- */

typedef bool (*choice)(const tp_declared_bin *bin);

static bool is_good(const tp_declared_bin *bin) {
  return bin->is_good;
}

static bool is_default(const tp_declared_bin *bin) {
  return bin->is_default;
}

static bool is_any(const tp_declared_bin *bin) {
  return !bin->is_candidate;
}

/* static int NAME(int kind, long long bin), without a branch */
static void add_predicate(tp_str *out, const tp_inputs_file *in,
                          const char *name, choice is_meant) {
  tp_str_addf(out, "static int %s(int kind, long long bin) {\n  return 0",
              name);
  for (uint32_t i = 0; i < in->audit.bins.n; i++) {
    const tp_declared_bin *bin = &in->audit.bins.at[i];
    if (is_meant(bin))
      tp_str_addf(out, " |\n    ((kind == %d) & (bin == (%s)))", bin->kind,
                  tp_names_text(in->names, bin->value));
  }
  tp_str_add(out, ";\n}\n");
}

/* What follows has the line and the column of offset `at`. */
static void add_place(tp_str *out, const tp_inputs_file *in, uint32_t at) {
  unsigned line = 1, column = 0;
  for (uint32_t i = 0; i < at; i++) {
    bool ends = in->text.at[i] == '\n';
    line += ends;
    column = ends ? 0 : column + 1;
  }
  tp_inputs_add_line(in, out, line);
  for (; column; column--)
    tp_str_addc(out, ' ');
}

/* One label for each bin; those that are not declared are the default. */
static void add_switch(tp_str *out, const tp_inputs_file *in, int kind) {
  tp_str_addf(out,
              "#line 1 \"tp2ph: monitor\"\n"
              "static void tp2ph_ends_in_%s(long long bin) {\n"
              "#line 1 \"tp2ph: %s bins\"\n  switch (bin) {\n",
              kinds[kind], kinds[kind]);
  for (uint32_t i = 0; i < in->audit.bins.n; i++) {
    const tp_declared_bin *bin = &in->audit.bins.at[i];
    if (bin->kind != kind)
      continue;
    if (bin->at != UINT32_MAX) /* of a table: it was looked at */
      add_place(out, in, bin->at);
    tp_str_addf(out, "case %s: break;\n", tp_names_text(in->names, bin->value));
  }
  tp_str_addf(out, "#line 1 \"tp2ph: monitor\"\n  default: break;\n  }\n}\n");
}

static void add_ends(tp_str *out, const tp_inputs_file *in) {
  for (int kind = 0; kind < 2; kind++)
    add_switch(out, in, kind);
  tp_str_add(out, "static void tp2ph_ends_in(int kind, long long bin) {\n"
                  "  if (kind)\n    tp2ph_ends_in_hard(bin);\n  else\n"
                  "    tp2ph_ends_in_soft(bin);\n}\n");
}

/* Which row a bin was read from: one label for each. */
static void add_rows(tp_str *out, const tp_inputs_file *in) {
  const tp_audit *a = &in->audit;
  for (uint32_t i = 0; i < a->rows.n; i++)
    tp_str_addf(out, "long long tp2ph_row_value_%u(long long);\n", i);
  tp_str_add(out, "static long long tp2ph_row_value(int table, long long row) "
                  "{\n  switch (table) {\n");
  for (uint32_t i = 0; i < a->rows.n; i++)
    tp_str_addf(out, "  case %u: return tp2ph_row_value_%u(row);\n", i, i);
  tp_str_add(out, "  default: return row;\n  }\n}\n");
  for (uint32_t i = 0; i < a->rows.n; i++) {
    tp_str_addf(out,
                "static void tp2ph_ends_in_row_%u(long long row) {\n"
                "#line 1 \"tp2ph: rows %u\"\n  switch (row) {\n",
                i, i);
    for (uint32_t k = 1; k <= a->rows.at[i].count; k++)
      tp_str_addf(out, "  case %u: break;\n", k);
    tp_str_add(out, "#line 1 \"tp2ph: monitor\"\n  default: break;\n  }\n}\n");
  }
  tp_str_add(out, "static void tp2ph_ends_in_rows(const long long *row) {\n");
  for (uint32_t i = 0; i < a->rows.n; i++)
    tp_str_addf(out, "  tp2ph_ends_in_row_%u(row[%u]);\n", i, i);
  tp_str_add(out, "}\n");
}

static void add_for_sites(tp_str *out, const tp_str *body) {
  if (body->n)
    tp_str_addf(out,
                "  unsigned s;\n  for (s = 0; s < TP2PH_SITES; s++) {\n%s  }\n",
                body->at);
}

/* What variables hold before the program starts is no bin, unless it is one
 * of those that are declared. */
static void add_variables(tp_str *out, const tp_inputs_file *in) {
  const tp_audit *a = &in->audit;
  tp_str start = {0}, end = {0};
  for (uint32_t i = 0; i < a->variables.n; i++) {
    tp_str_addf(&start, "    tp2ph_initial[%u][s] = tp2ph_variable_%u(s);\n", i,
                i);
    tp_str_addf(&end,
                "    tp2ph_hold(%d, s, tp2ph_variable_%u(s), "
                "tp2ph_initial[%u][s] == tp2ph_variable_%u(s));\n",
                a->variables.at[i].kind, i, i, i);
  }
  for (int kind = 0; kind < 2; kind++)
    if (a->is_exit[kind])
      tp_str_addf(&end, "    tp2ph_hold(%d, s, status & 255, 0);\n", kind);
  if (end.n)
    tp_str_add(out, "static long long tp2ph_initial[TP2PH_VARIABLES]"
                    "[TP2PH_SITES];\n"
                    "static void tp2ph_hold(int, unsigned, long long, int);\n");
  tp_str_add(out, "static void tp2ph_start(void) {\n");
  add_for_sites(out, &start);
  tp_str_add(out, "}\nstatic void tp2ph_variables(int status) {\n"
                  "  (void)status;\n");
  add_for_sites(out, &end);
  tp_str_add(out, "}\n");
  tp_str_free(&start);
  tp_str_free(&end);
}

/* As tp2ph_named of the monitor has it. */
static unsigned long long number_of_name(const char *name) {
  unsigned long long h = 1469598103934665603ULL;
  for (; *name; name++)
    h = (h ^ (unsigned char)*name) * 1099511628211ULL;
  return h >> 2;
}

static bool is_only_one(const tp_audit *a, tp_name name) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < a->limits.n; i++)
    n += a->limits.at[i].name == name;
  return n == 1;
}

/* By number, and by name if no other row has it. */
static bool add_labels(tp_str *out, const tp_inputs_file *in,
                       const tp_limit_row *row) {
  const tp_audit *a = &in->audit;
  bool is_named = a->has_named && row->name && is_only_one(a, row->name);
  if (row->has_number)
    tp_str_addf(out, "  case %lld:", row->number);
  if (is_named)
    tp_str_addf(out, "  case %llu:",
                number_of_name(tp_names_text(in->names, row->name)));
  return row->has_number || is_named;
}

/* has_failed: a NaN is between no limits. */
static void add_limit(tp_str *out, const tp_inputs_file *in,
                      const tp_limit_row *row) {
  bool has_low = !isinf(row->low), has_high = !isinf(row->high);
  if (!add_labels(out, in, row))
    return;
  if (!has_low && !has_high)
    tp_str_add(out, "is_judged = 0; break;\n");
  else if (!has_high)
    tp_str_addf(out, "has_failed = !(value >= %.17g);", row->low);
  else if (!has_low)
    tp_str_addf(out, "has_failed = !(value <= %.17g);", row->high);
  else
    tp_str_addf(out, "has_failed = !((value >= %.17g) & (value <= %.17g));",
                row->low, row->high);
  if (has_low || has_high)
    tp_str_addf(out, " bin = %lld; break;\n", row->bin);
}

/* Whether a value passes, as the rows of the table have it. */
static void add_limits(tp_str *out, const tp_inputs_file *in) {
  if (!in->audit.limits.n)
    return;
  tp_str_add(out,
             "static void tp2ph_note(long long, long long, int, int, long "
             "long);\n"
             "void tp2ph_test_value(long long site, long long number, double "
             "value) {\n  long long bin = 0;\n"
             "  int is_judged = 1, has_failed = 0;\n  switch (number) {\n");
  for (uint32_t i = 0; i < in->audit.limits.n; i++)
    add_limit(out, in, &in->audit.limits.at[i]);
  tp_str_add(out, "  default: is_judged = 0; break;\n  }\n"
                  "  tp2ph_note(site, number, is_judged, has_failed, "
                  "bin);\n}\n");
}

/* ---- rules --------------------------------------------------------------- */

enum { ALWAYS, CALLED, LISTED, JUDGED, TESTED, MASKED, EXPECTED };

static bool has_good(const tp_audit *a) {
  for (uint32_t i = 0; i < a->bins.n; i++)
    if (a->bins.at[i].is_good)
      return true;
  return false;
}

static bool applies(const tp_audit *a, uint32_t id, int needs) {
  for (uint32_t i = 0; i < a->rules_off.n; i++)
    if (a->rules_off.at[i] == id)
      return false;
  return needs == ALWAYS || (needs == CALLED && a->is_called) ||
         (needs == LISTED && (a->has_list[0] || a->has_list[1])) ||
         (needs == JUDGED && a->has_judged && has_good(a)) ||
         (needs == TESTED && a->has_tests) ||
         (needs == MASKED && a->mask.name && a->has_tests) ||
         (needs == EXPECTED && a->has_fail_bins && a->has_judged);
}

static const struct {
  uint32_t id;
  const char *name;
  int needs;
} rules[] = {
#define RULE(id, name, needs) {id, name, needs},
#include "program/rules.def"
};

/* ---- all of it ----------------------------------------------------------- */

static void define(tp_str *out, bool is_so, const char *name) {
  if (is_so)
    tp_str_addf(out, "#define %s 1\n", name);
}

static void add_defines(tp_str *out, const tp_inputs_file *in) {
  const tp_audit *a = &in->audit;
  uint32_t n = a->variables.n;
  tp_str_add(out, "#line 1 \"tp2ph: monitor\"\n");
  tp_str_addf(out, "#define TP2PH_SITES (%s)\n#define TP2PH_VARIABLES %u\n",
              a->n_sites     ? tp_names_text(in->names, a->n_sites)
              : a->has_sites ? "16"
                             : "1",
              n ? n : 1);
  define(out, a->mask.name, "TP2PH_HAS_MASK");
  define(out, a->has_sites, "TP2PH_HAS_SITES");
  define(out, a->has_tests, "TP2PH_HAS_TESTS");
  define(out, a->has_named, "TP2PH_HAS_NAMED");
  if (a->rows.n)
    tp_str_addf(out, "#define TP2PH_TABLES %u\n", a->rows.n);
  define(out, n || a->is_exit[0] || a->is_exit[1], "TP2PH_HAS_HELD");
  tp_str_addf(out, "#define TP2PH_FAIL_KIND %d\n",
              a->has[TP_BIN_SOFT] ? TP_BIN_SOFT : TP_BIN_HARD);
  define(out, a->has[TP_BIN_SOFT], "TP2PH_HAS_SOFT");
  define(out, a->has[TP_BIN_HARD], "TP2PH_HAS_HARD");
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
    tp_str_addf(out, "#define TP2PH_RULE_%u %d\n", rules[i].id,
                applies(a, rules[i].id, rules[i].needs));
  for (uint32_t i = 0; i < n; i++)
    tp_str_addf(out, "long long tp2ph_variable_%u(unsigned);\n", i);
}

/* What the tester sets before the program starts. */
static void add_setters(tp_str *out, const tp_inputs_file *in) {
  for (uint32_t i = 0; i < in->variables.n; i++)
    tp_str_addf(out, "void tp2ph_set_%u(void);\n", i);
  tp_str_add(out, "static void tp2ph_set_all(void) {\n");
  for (uint32_t i = 0; i < in->variables.n; i++)
    tp_str_addf(out, "  tp2ph_set_%u();\n", i);
  tp_str_add(out, "}\n");
}

/* Nothing is watched: only variables are set. */
static const char without_bins[] =
    "int tp2ph_main(int tp2ph_argc, char **tp2ph_argv) {\n"
    "  (void)tp2ph_argc;\n  (void)tp2ph_argv;\n  tp2ph_set_all();\n"
    "  return TP2PH_PROGRAM;\n}\n";

static void write_all(tp_str *out, const tp_inputs_file *in, const entry *e,
                      const char *name) {
  add_defines(out, in);
  add_program(out, e, name);
  add_setters(out, in);
  if (!tp_inputs_has_bins(in)) {
    tp_str_add(out, without_bins);
    return;
  }
  add_predicate(out, in, "tp2ph_is_good", is_good);
  add_predicate(out, in, "tp2ph_is_default", is_default);
  add_predicate(out, in, "tp2ph_is_known", is_any);
  add_ends(out, in);
  if (in->audit.rows.n)
    add_rows(out, in);
  add_variables(out, in);
  add_limits(out, in);
  tp_str_add(out, "#line 1 \"tp2ph: monitor\"\n");
  tp_str_add(out, text_of_monitor);
}

bool tp_monitor_write(tp_str *out, const tp_inputs_file *in, const tp_str *text,
                      const char *name) {
  name = name ? name : "main";
  entry e = find_entry(text, name);
  if (e.is_found)
    write_all(out, in, &e, name);
  return e.is_found;
}

void tp_monitor_write_driven(tp_str *out, const tp_inputs_file *in) {
  const entry e = {.is_found = true, .is_main = true, .n_params = 2};
  write_all(out, in, &e, TP_DRIVER_ENTRY);
}

/* ---- its decisions ------------------------------------------------------- */

static const char *file_of(const tp_program *p, const tp_decision *d) {
  const char *file = tp_names_text(p->names, d->file);
  return strncmp(file, "tp2ph: ", 7) == 0 ? file + 7 : NULL;
}

static void seek(tp_program *p, tp_sbranch b) {
  p->branches.at[b].is_goal = 1;
}

static void add_rule(tp_program *p, uint32_t id, tp_sbranch b) {
  VEC_PUSH(&p->rules, (tp_rule){.id = id, .branch = b});
  seek(p, b);
}

/* The labels of the switch are the bins of the kind, in their order. */
static void add_bins(tp_program *p, const tp_inputs_file *in,
                     const tp_decision *d, int kind) {
  const tp_audit *a = &in->audit;
  uint32_t label = d->first;
  for (uint32_t i = 0; i < a->bins.n; i++) {
    const tp_declared_bin *from = &a->bins.at[i];
    if (from->kind != kind)
      continue;
    const char *name = from->name ? tp_names_text(in->names, from->name) : NULL;
    tp_bin bin = {.is_hard = kind == TP_BIN_HARD,
                  .is_good = from->is_good,
                  .is_default = from->is_default,
                  .is_candidate = from->is_candidate,
                  .number = p->branches.at[label].low,
                  .name = name ? tp_names_id(p->names, name, strlen(name)) : 0,
                  .branch = label};
    VEC_PUSH(&p->bins, bin);
    seek(p, label++);
  }
  if (!a->has_list[kind] && a->has[kind]) {
    VEC_PUSH(&p->bins, ((tp_bin){.is_hard = kind == TP_BIN_HARD,
                                 .is_candidate = 1,
                                 .is_other = 1,
                                 .branch = label}));
    seek(p, label);
  }
  if (a->has_list[kind] && applies(a, 103, LISTED))
    add_rule(p, 103, label);
}

/* The labels of the switch are the rows of the table. */
static void add_row_goals(tp_program *p, const tp_inputs_file *in,
                          const tp_decision *d, uint32_t table) {
  const tp_row_table *rows = &in->audit.rows.at[table];
  const char *name = tp_names_text(in->names, rows->name);
  for (uint32_t k = 0; k < rows->count; k++) {
    VEC_PUSH(&p->bins,
             ((tp_bin){.is_row = 1,
                       .number = k,
                       .name = tp_names_id(p->names, name, strlen(name)),
                       .branch = d->first + k}));
    seek(p, d->first + k);
  }
}

/* How a site ends: lines 1 and 2 of "tp2ph: ends", and the rule's own. */
static void note_end(tp_program *p, tp_decision_id id, uint32_t line) {
  *(line == 1   ? &p->ends.place
    : line == 2 ? &p->ends.bin
                : &p->ends.is_set) = id;
}

static void mark(tp_program *p, const tp_inputs_file *in, tp_decision_id id) {
  tp_decision *d = &p->decisions.at[id];
  const char *file = file_of(p, d);
  if (!file)
    return;
  d->is_monitor = 1;
  for (int kind = 0; kind < 2; kind++)
    if (strncmp(file, kinds[kind], 4) == 0)
      add_bins(p, in, d, kind);
  if (strncmp(file, "rows ", 5) == 0)
    add_row_goals(p, in, d, (uint32_t)strtoul(file + 5, NULL, 10));
  if (strcmp(file, "rules") == 0)
    add_rule(p, d->line, d->first);
  if (strcmp(file, "ends") == 0 ||
      (strcmp(file, "rules") == 0 && d->line == TP_RULE_EFFECT))
    note_end(p, id, d->line);
  if (strcmp(file, "lost") == 0)
    add_rule(p, TP_RULE_LOST, d->first);
}

static int check_watched(const tp_inputs_file *in, const tp_watched *v,
                         tp_diag *diag) {
  if (!v->name || v->has_host)
    return 0;
  int rc = tp_diag_set(diag, TP_REFUSED,
                       "no file of the program declares '%s' outside of its "
                       "functions",
                       tp_names_text(in->names, v->name));
  tp_inputs_point(in, v->at, diag);
  return rc;
}

static tp_name keep_name(tp_program *p, const tp_inputs_file *in,
                         tp_name name) {
  const char *text = name ? tp_names_text(in->names, name) : NULL;
  return text ? tp_names_id(p->names, text, strlen(text)) : 0;
}

static void note_rows(tp_program *p, const tp_inputs_file *in) {
  for (uint32_t i = 0; i < in->audit.limits.n; i++) {
    const tp_limit_row *row = &in->audit.limits.at[i];
    tp_test_row made = {.number = row->number,
                        .has_number = row->has_number,
                        .name = keep_name(p, in, row->name),
                        .unit = keep_name(p, in, row->unit)};
    VEC_PUSH(&p->test_rows, made);
  }
}

int tp_monitor_mark(tp_program *p, const tp_inputs_file *in, tp_diag *diag) {
  int rc = check_watched(in, &in->audit.mask, diag);
  for (uint32_t i = 0; rc == 0 && i < in->audit.variables.n; i++)
    rc = check_watched(in, &in->audit.variables.at[i], diag);
  for (tp_decision_id d = 1; rc == 0 && d < p->decisions.n; d++)
    mark(p, in, d);
  note_rows(p, in);
  p->is_monitored = in->audit.has_host;
  return rc;
}
