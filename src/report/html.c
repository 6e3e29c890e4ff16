/* SPDX-License-Identifier: GPL-3.0-or-later */
/* index.html: one page that needs nothing else.
 *
 * The page, its style and its script are the files of src/report/html, which
 * the Makefile puts into the program. What they show is in one JSON text in
 * the page: long lists as columns, texts that repeat once, the branches of a
 * test as bits.
 */
#include "report/html.h"

#include "report/advice.h"
#include "report/audit.h"
#include "report/checks.h"
#include "report/limits.h"
#include "report/mcdc.h"
#include "report/map_pages.h"
#include "report/report.h"

#include "program/place.h"
#include "base/bits.h"
#include "base/file.h"
#include "base/json.h"
#include "base/map.h"

#include <stdio.h>

#define MAX_VALUES 600000 /* of all tests together; then the first of each */

typedef struct writer {
  const tp_result *r;
  const tp_program *p;
  tp_json j;
  tp_map files; /* tp_name -> index of "files" */
  VEC(tp_name) names;
  VEC(tp_unit_id) units; /* by file: one that it was met in */
  tp_map funcs;          /* tp_func_id -> index of "funcs" */
  VEC(tp_func_id) func_ids;
} writer;

static uint32_t file_index(writer *w, tp_name file, tp_unit_id unit) {
  bool is_new;
  uint32_t *at = tp_map_put(&w->files, file, &is_new);
  if (is_new) {
    *at = w->names.n;
    VEC_PUSH(&w->names, file);
    VEC_PUSH(&w->units, unit);
  }
  return *at;
}

static uint32_t func_index(writer *w, tp_func_id func) {
  bool is_new;
  uint32_t *at = tp_map_put(&w->funcs, func, &is_new);
  if (is_new) {
    *at = w->func_ids.n;
    VEC_PUSH(&w->func_ids, func);
  }
  return *at;
}

/* ---- the program --------------------------------------------------------- */

static void write_head(writer *w) {
  const tp_result *r = w->r;
  tp_json *j = &w->j;
  tp_result_totals t = tp_result_count(r);
  tp_json_text(j, "version", r->version);
  tp_json_text(j, "solver", r->solver);
  tp_json_text(j, "created", r->created);
  tp_json_text(j, "entry", r->entry);
  tp_json_text(j, "strategy", r->strategy);
  tp_json_uint(j, "seed", r->seed);
  tp_json_bool(j, "complete", r->is_complete);
  tp_json_text(j, "stopped", r->stopped);
  tp_json_uint(j, "total", t.branches);
  tp_json_uint(j, "covered", t.covered);
  tp_json_uint(j, "infeasible", t.infeasible);
  tp_json_uint(j, "unknown", t.unknown);
  tp_json_uint(j, "runs", r->runs);
  tp_json_uint(j, "solver_calls", r->solver_calls);
  tp_json_seconds(j, "seconds", r->seconds);
  tp_json_uint(j, "memory", r->peak_rss_kb / 1024);
  tp_json_array(j, "sources");
  for (uint32_t i = 0; i < r->files.n; i++)
    tp_json_text(j, NULL, r->files.at[i].path);
  tp_json_end_array(j);
}

/* [file, line, column, function, first branch, branches, construct, text] */
static void write_decisions(writer *w) {
  tp_json *j = &w->j;
  tp_json_array(j, "decisions");
  for (tp_decision_id i = 1; i < w->p->decisions.n; i++) {
    const tp_decision *d = &w->p->decisions.at[i];
    bool is_shown = !d->is_monitor; /* others keep their numbers */
    tp_json_array(j, NULL);
    tp_json_uint(j, NULL, is_shown ? file_index(w, d->file, d->unit) : 0);
    tp_json_uint(j, NULL, is_shown ? d->line : 0);
    tp_json_uint(j, NULL, d->column);
    tp_json_uint(j, NULL, is_shown ? func_index(w, d->func) : 0);
    tp_json_uint(j, NULL, d->first);
    tp_json_uint(j, NULL, is_shown ? d->n : 0);
    tp_json_uint(j, NULL, d->construct);
    tp_json_text(j, NULL, tp_names_text(w->p->names, d->text));
    tp_json_end_array(j);
  }
  tp_json_end_array(j);
}

static uint32_t label_line(const tp_program *p, tp_node_id label) {
  return tp_place_of(p, tp_node_unit(p, label), tp_node_get(p, label)->begin)
      .line;
}

/* Of switches: branch -> [side, line of the label]. */
static void write_sides(writer *w) {
  tp_json *j = &w->j;
  tp_str side = {0};
  char key[16];
  tp_json_object(j, "sides");
  for (tp_sbranch b = 0; b < w->p->branches.n; b++) {
    const tp_source_branch *branch = &w->p->branches.at[b];
    if (w->p->decisions.at[branch->decision].construct != TP_C_SWITCH)
      continue;
    VEC_CLEAR(&side);
    tp_branch_label(w->p, b, &side);
    snprintf(key, sizeof key, "%u", b);
    tp_json_array(j, key);
    tp_json_text(j, NULL, tp_str_text(&side));
    tp_json_uint(j, NULL, branch->label ? label_line(w->p, branch->label) : 0);
    tp_json_end_array(j);
  }
  tp_json_end_object(j);
  tp_str_free(&side);
}

/* ---- verdicts ------------------------------------------------------------ */

/* A letter for each branch: c, i, u; upper case: in no total. */
static void write_letters(writer *w) {
  tp_str letters = {0};
  for (tp_sbranch b = 0; b < w->r->verdicts.n; b++) {
    char letter = "uci"[w->r->verdicts.at[b].kind];
    bool is_counted = tp_result_is_counted(w->r, b);
    tp_str_addc(&letters, is_counted ? letter : (char)(letter - 32));
  }
  tp_json_text(&w->j, "verdicts", tp_str_text(&letters));
  tp_str_free(&letters);
}

/* The first test of each branch, 0: none; and what is said of it, as a number
 * of "texts", -1: nothing. */
static void write_verdicts(writer *w) {
  const tp_result *r = w->r;
  tp_json *j = &w->j;
  tp_names *texts = tp_names_new();
  uint32_t n = 0;
  write_letters(w);
  tp_json_array(j, "first");
  for (tp_sbranch b = 0; b < r->verdicts.n; b++)
    tp_json_uint(j, NULL, r->verdicts.at[b].test);
  tp_json_end_array(j);
  tp_json_array(j, "why");
  for (tp_sbranch b = 0; b < r->verdicts.n; b++) {
    const char *text = r->verdicts.at[b].text;
    uint32_t id = text ? tp_names_id(texts, text, strlen(text)) : 0;
    n = id > n ? id : n;
    tp_json_int(j, NULL, (int64_t)id - 1);
  }
  tp_json_end_array(j);
  tp_json_array(j, "texts");
  for (uint32_t i = 1; i <= n; i++)
    tp_json_text(j, NULL, tp_names_text(texts, i));
  tp_json_end_array(j);
  /* What may help, for the same texts where they are reasons. */
  tp_json_array(j, "advice");
  for (uint32_t i = 1; i <= n; i++)
    tp_json_text(j, NULL,
                 tp_advice_text(tp_advice_of(tp_names_text(texts, i))));
  tp_json_end_array(j);
  tp_names_free(texts);
}

/* ---- tests --------------------------------------------------------------- */

static void add_base64(tp_str *out, const uint8_t *bytes, size_t n) {
  static const char digits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t i = 0; i < n; i += 3) {
    uint32_t word = (uint32_t)bytes[i] << 16;
    word |= i + 1 < n ? (uint32_t)bytes[i + 1] << 8 : 0;
    word |= i + 2 < n ? bytes[i + 2] : 0;
    for (int k = 0; k < 4; k++)
      tp_str_addc(out,
                  i + (size_t)k <= n ? digits[word >> (18 - 6 * k) & 63] : '=');
  }
}

/* Bit b of byte b/8: the test takes branch b. */
static void write_taken(writer *w, const tp_result_test *t) {
  const tp_result *r = w->r;
  size_t n = r->verdicts.n / 8 + 1;
  uint8_t *bits = TP_NEW_ARRAY(uint8_t, n);
  bool is_known = t->n_taken > 0;
  const tp_sbranch *at = is_known ? r->taken.at + t->first_taken
                                  : r->new_branches.at + t->first_branch;
  for (uint32_t k = 0; k < (is_known ? t->n_taken : t->n_branches); k++)
    bits[at[k] / 8] |= (uint8_t)(1u << at[k] % 8);
  tp_str text = {0};
  add_base64(&text, bits, n);
  tp_json_text(&w->j, "taken", tp_str_text(&text));
  tp_str_free(&text);
  tp_free(bits);
}

static void write_end(writer *w, const tp_result_test *t) {
  tp_str text = {0}, name = {0};
  if (t->end == TP_ENDED_EXIT)
    tp_str_addf(&text, "exit %d", t->code);
  else if (t->end == TP_ENDED_SIGNAL)
    tp_str_add(&text, tp_signal_name(t->code, &name));
  else
    tp_str_add(&text, t->end == TP_ENDED_TIMEOUT ? "hang" : "memory");
  tp_json_text(&w->j, "end", text.at);
  tp_str_free(&text);
  tp_str_free(&name);
}

/* Names of inputs, each once; inputs of tests as numbers of them. */
static uint32_t input_id(tp_names *names, tp_map *ids,
                         const tp_result_input *in, tp_str *text) {
  uint64_t key =
      tp_hash_pair((uintptr_t)in->name, (uint64_t)in->line << 8 | in->type);
  bool is_new;
  uint32_t *at = tp_map_put(ids, key >> 1, &is_new);
  if (is_new) {
    VEC_CLEAR(text);
    tp_str_addf(text, "%s\t%s\t%s\t%u", in->name ? in->name : "",
                tp_input_type(in), in->file ? in->file : "", in->line);
    *at = tp_names_id(names, text->at, text->n);
  }
  return *at;
}

static void write_inputs(writer *w, const tp_result_test *t, tp_names *names,
                         tp_map *ids, uint32_t limit) {
  tp_str values = {0}, which = {0}, objects = {0}, text = {0};
  uint32_t n = t->n_inputs < limit ? t->n_inputs : limit;
  for (uint32_t i = 0; i < n; i++) {
    const tp_result_input *in = &w->r->inputs.at[t->first_input + i];
    const char *before = i ? " " : "";
    tp_str_addf(&which, "%s%u", before, input_id(names, ids, in, &text));
    tp_str_addf(&objects, "%s%u", before, in->object);
    tp_str_add(&values, before);
    tp_input_value(in, &values);
  }
  tp_json_uint(&w->j, "inputs", t->n_inputs);
  tp_json_uint(&w->j, "which",
               tp_names_id(names, tp_str_text(&which), which.n));
  tp_json_uint(&w->j, "objects",
               tp_names_id(names, tp_str_text(&objects), objects.n));
  tp_json_text(&w->j, "values", tp_str_text(&values));
  tp_str_free(&values);
  tp_str_free(&which);
  tp_str_free(&objects);
  tp_str_free(&text);
}

/* "which" is the number, in "words", of the list of the inputs' numbers, which
 * are numbers of words, too, and "objects" that of the objects they are parts
 * of: most tests read the same ones. */
static void write_tests(writer *w) {
  const tp_result *r = w->r;
  tp_names *names = tp_names_new();
  tp_map ids = {0};
  uint32_t limit = r->inputs.n > MAX_VALUES && r->tests.n
                       ? MAX_VALUES / r->tests.n + 1
                       : UINT32_MAX;
  tp_json_array(&w->j, "tests");
  for (uint32_t i = 0; i < r->tests.n; i++) {
    const tp_result_test *t = &r->tests.at[i];
    tp_json_object(&w->j, NULL);
    write_end(w, t);
    tp_json_uint(&w->j, "new", tp_result_count_new(r, t));
    write_taken(w, t);
    write_inputs(w, t, names, &ids, limit);
    tp_json_end_object(&w->j);
  }
  tp_json_end_array(&w->j);
  tp_json_array(&w->j, "words");
  uint32_t last = tp_names_id(names, "\n", 1); /* one more than all others */
  for (uint32_t i = 0; i < last; i++)
    tp_json_text(&w->j, NULL, tp_names_text(names, i));
  tp_json_end_array(&w->j);
  tp_map_free(&ids);
  tp_names_free(names);
}

/* ---- the rest of the result ---------------------------------------------- */

static void write_findings(writer *w) {
  tp_json *j = &w->j;
  tp_str name = {0};
  tp_json_array(j, "findings");
  for (uint32_t i = 0; i < w->r->findings.n; i++) {
    const tp_result_finding *f = &w->r->findings.at[i];
    tp_json_object(j, NULL);
    tp_json_text(j, "kind", tp_finding_name(f->kind));
    tp_json_text(j, "signal",
                 f->signal ? tp_signal_name(f->signal, &name) : NULL);
    tp_json_text(j, "file", f->file);
    tp_json_uint(j, "line", f->line);
    tp_json_uint(j, "test", f->test);
    tp_json_text(j, "message", f->message);
    tp_json_end_object(j);
  }
  tp_json_end_array(j);
  tp_str_free(&name);
}

static void write_verdict_of(writer *w, const char *verdict,
                             const tp_result_verdict *v, const char *proof) {
  tp_json_text(&w->j, NULL, verdict);
  tp_json_uint(&w->j, NULL, v->kind == TP_VERDICT_COVERED ? v->test : 0);
  tp_json_text(&w->j, NULL, v->kind == TP_VERDICT_INFEASIBLE ? proof : v->text);
}

/* [tests, title, verdict, test, why] */
static void write_pairs(writer *w) {
  tp_json *j = &w->j;
  tp_str tests = {0}, title = {0};
  tp_json_array(j, "pairs");
  for (uint32_t d = 0; d < w->p->mcdc.n; d++)
    for (uint32_t c = 0; c < w->p->mcdc.at[d].n_conditions; c++) {
      tp_mcdc_pair pair = tp_mcdc_of(w->r, d, c);
      tp_result_verdict v = {
          .kind = (uint8_t)pair.kind, .test = pair.tests[0], .text = pair.text};
      VEC_CLEAR(&tests);
      VEC_CLEAR(&title);
      if (pair.kind == TP_VERDICT_COVERED)
        tp_str_addf(&tests, "%u, %u", pair.tests[0], pair.tests[1]);
      tp_mcdc_title(w->p, d, c, &title);
      tp_json_array(j, NULL);
      tp_json_text(j, NULL, tp_str_text(&tests));
      tp_json_text(j, NULL, title.at);
      write_verdict_of(w, tp_verdict_name(pair.kind), &v, pair.text);
      tp_json_end_array(j);
    }
  tp_json_end_array(j);
  tp_str_free(&tests);
  tp_str_free(&title);
}

/* [edge and which way it goes, title, verdict, test, why] */
static void write_limits(writer *w) {
  tp_json *j = &w->j;
  tp_str edge = {0}, title = {0};
  tp_json_array(j, "limits");
  for (uint32_t i = 0; i < w->p->edges.n; i++) {
    const tp_result_verdict *v = tp_edge_verdict(w->r, i);
    VEC_CLEAR(&edge);
    VEC_CLEAR(&title);
    tp_str_addf(&edge, "%s %s", tp_edge_name(w->p, i), tp_edge_side(w->p, i));
    tp_edge_title(w->p, i, &title);
    tp_json_array(j, NULL);
    tp_json_text(j, NULL, edge.at);
    tp_json_text(j, NULL, title.at);
    write_verdict_of(w, tp_verdict_name((tp_verdict_kind)v->kind), v, v->text);
    tp_json_end_array(j);
  }
  tp_json_end_array(j);
  tp_str_free(&edge);
  tp_str_free(&title);
}

/* [kind, title, verdict, test, why] */
static void write_checks(writer *w) {
  tp_json *j = &w->j;
  tp_str title = {0};
  tp_json_array(j, "checks");
  for (uint32_t i = 0; i < w->p->checks.n; i++) {
    const tp_program_check *c = &w->p->checks.at[i];
    const tp_result_verdict *v = tp_check_verdict(w->r, i);
    VEC_CLEAR(&title);
    tp_check_title(w->p, i, &title);
    tp_json_array(j, NULL);
    tp_json_text(j, NULL, tp_check_name((tp_check_kind)c->kind));
    tp_json_text(j, NULL, title.at);
    write_verdict_of(w, tp_check_verdict_name((tp_verdict_kind)v->kind), v,
                     v->text);
    tp_json_end_array(j);
  }
  tp_json_end_array(j);
  tp_str_free(&title);
}

static void write_setters(writer *w, const tp_bin *bin) {
  tp_vec_u32 funcs = {0};
  if (!bin->is_row)
    tp_audit_setters(w->p, bin, &funcs);
  tp_json_array(&w->j, NULL);
  for (uint32_t i = 0; i < funcs.n; i++)
    tp_json_uint(&w->j, NULL, func_index(w, funcs.at[i]));
  tp_json_end_array(&w->j);
  VEC_FREE(&funcs);
}

/* Bins: [name, good, verdict, test, why, functions that set it]; rules: [id,
 * name, verdict, test, why]. */
static void write_audit(writer *w) {
  tp_json *j = &w->j;
  tp_str text = {0};
  tp_audit_rules rules = {0};
  tp_json_array(j, "bins");
  for (uint32_t i = 0; i < tp_audit_bin_count(w->r); i++) {
    const tp_bin *bin = tp_audit_bin_at(w->r, i);
    const tp_result_verdict *v = &w->r->verdicts.at[bin->branch];
    tp_json_array(j, NULL);
    VEC_CLEAR(&text);
    tp_audit_bin_name(w->p, bin, &text);
    tp_json_text(j, NULL, text.at);
    tp_json_bool(j, NULL, bin->is_good);
    VEC_CLEAR(&text);
    if (v->kind == TP_VERDICT_INFEASIBLE)
      tp_audit_why_dead(w->r, bin, &text);
    write_verdict_of(w, tp_audit_bin_verdict((tp_verdict_kind)v->kind), v,
                     tp_str_text(&text));
    write_setters(w, bin);
    tp_json_end_array(j);
  }
  tp_json_end_array(j);
  tp_audit_collect(&rules, w->r);
  tp_json_array(j, "rules");
  for (uint32_t i = 0; i < rules.n; i++) {
    const tp_result_verdict *v = &rules.at[i].verdict;
    tp_json_array(j, NULL);
    tp_json_uint(j, NULL, rules.at[i].id);
    tp_json_text(j, NULL, rules.at[i].name);
    write_verdict_of(w, tp_audit_rule_verdict((tp_verdict_kind)v->kind), v, "");
    tp_json_end_array(j);
  }
  tp_json_end_array(j);
  VEC_FREE(&rules);
  tp_str_free(&text);
}

static void write_work(writer *w) {
  const tp_result *r = w->r;
  tp_json *j = &w->j;
  tp_json_array(j, "phases");
  for (uint32_t i = 0; i < r->phases.n; i++) {
    tp_json_array(j, NULL);
    tp_json_text(j, NULL, r->phases.at[i].name);
    tp_json_uint(j, NULL, r->phases.at[i].covered);
    tp_json_uint(j, NULL, r->phases.at[i].infeasible);
    tp_json_uint(j, NULL, r->phases.at[i].runs);
    tp_json_uint(j, NULL, r->phases.at[i].solver_calls);
    tp_json_seconds(j, NULL, r->phases.at[i].seconds);
    tp_json_end_array(j);
  }
  tp_json_end_array(j);
  tp_json_array(j, "progress");
  for (uint32_t i = 0; i < r->timeline.n; i++) {
    tp_json_array(j, NULL);
    tp_json_seconds(j, NULL, r->timeline.at[i].seconds);
    tp_json_uint(j, NULL, r->timeline.at[i].covered);
    tp_json_uint(j, NULL, r->timeline.at[i].infeasible);
    tp_json_end_array(j);
  }
  tp_json_end_array(j);
}

static void write_remarks(writer *w) {
  const tp_result *r = w->r;
  tp_json *j = &w->j;
  tp_json_array(j, "warnings");
  for (uint32_t i = 0; i < r->notes.n; i++)
    tp_json_text(j, NULL, r->notes.at[i]);
  tp_json_end_array(j);
  tp_json_array(j, "concretised");
  for (uint32_t i = 0; i < r->concretised.n; i++) {
    const tp_result_concrete *c = &r->concretised.at[i];
    tp_json_array(j, NULL);
    tp_json_text(j, NULL, c->what);
    tp_json_text(j, NULL, c->file);
    tp_json_uint(j, NULL, c->line);
    tp_json_uint(j, NULL, c->count);
    tp_json_end_array(j);
  }
  tp_json_end_array(j);
}

/* file -> [line, hits, line, hits, ...], where gcov has counted. */
static void write_hits(writer *w) {
  const tp_result *r = w->r;
  tp_json *j = &w->j;
  char key[16];
  tp_json_object(j, "hits");
  for (uint32_t f = 0; f < w->names.n; f++) {
    const char *file = tp_names_text(w->p->names, w->names.at[f]);
    snprintf(key, sizeof key, "%u", f);
    tp_json_array(j, key);
    for (uint32_t i = 0; i < r->lines.n; i++)
      if (!r->lines.at[i].function && strcmp(r->lines.at[i].file, file) == 0) {
        tp_json_uint(j, NULL, r->lines.at[i].line);
        tp_json_uint(j, NULL, r->lines.at[i].hits);
      }
    tp_json_end_array(j);
  }
  tp_json_end_object(j);
}

/* ---- the map ------------------------------------------------------------- */

/* [kind, decision - 1 | line of the call | 0, function called] */
static void write_node(writer *w, const tp_page_node *node) {
  tp_json *j = &w->j;
  uint32_t ref = node->ref;
  bool is_site = node->kind == TP_PAGE_CALL || node->kind == TP_PAGE_CHOICE ||
                 node->kind == TP_PAGE_EXIT;
  if (node->kind == TP_PAGE_DECISION)
    ref--;
  else if (is_site)
    ref = ref < w->p->sites.n ? w->p->sites.at[ref].line : 0;
  tp_json_array(j, NULL);
  tp_json_uint(j, NULL, node->kind);
  tp_json_uint(j, NULL, ref);
  if (node->kind == TP_PAGE_CALL)
    tp_json_uint(j, NULL, func_index(w, node->func));
  tp_json_end_array(j);
}

/* Edges: [from, to, branch, from, to, branch, ...], branch -1: none. */
static void write_page(writer *w, const tp_page *page) {
  tp_json *j = &w->j;
  tp_json_object(j, NULL);
  tp_json_uint(j, "func", func_index(w, page->func));
  tp_json_array(j, "nodes");
  for (uint32_t i = 0; i < page->nodes.n; i++)
    write_node(w, &page->nodes.at[i]);
  tp_json_end_array(j);
  tp_json_array(j, "edges");
  for (uint32_t i = 0; i < page->edges.n; i++) {
    const tp_page_edge *e = &page->edges.at[i];
    tp_json_uint(j, NULL, e->from);
    tp_json_uint(j, NULL, e->to);
    tp_json_int(j, NULL, e->branch == TP_NO_GOAL ? -1 : (int64_t)e->branch);
  }
  tp_json_end_array(j);
  tp_json_end_object(j);
}

static void write_map(writer *w, const tp_graph *graph) {
  tp_pages pages = {0};
  if (graph)
    tp_pages_init(&pages, graph, w->p);
  tp_json_array(&w->j, "map");
  for (uint32_t i = 0; i < pages.n; i++)
    write_page(w, &pages.at[i]);
  tp_json_end_array(&w->j);
  tp_pages_free(&pages);
}

/* ---- files and functions, when all are known ----------------------------- */

/* [name, file, first line, last line] */
static void write_funcs(writer *w) {
  tp_json *j = &w->j;
  const tp_program *p = w->p;
  tp_json_array(j, "funcs");
  for (uint32_t i = 0; i < w->func_ids.n; i++) {
    const tp_func *f = &p->funcs.at[w->func_ids.at[i]];
    tp_place begin = {0}, end = {0};
    if (f->unit) {
      begin = tp_place_of(p, f->unit, f->begin);
      end = tp_place_of(p, f->unit, f->end ? f->end - 1 : 0);
    }
    tp_json_array(j, NULL);
    tp_json_text(j, NULL,
                 f->decl ? tp_names_text(p->names, p->decls.at[f->decl].name)
                         : "");
    tp_json_uint(j, NULL, begin.file ? file_index(w, begin.file, f->unit) : 0);
    tp_json_uint(j, NULL, begin.line);
    tp_json_uint(j, NULL, end.line);
    tp_json_end_array(j);
  }
  tp_json_end_array(j);
}

/* As it is now; a file that can't be read is left out. */
static void add_source(writer *w, uint32_t file, tp_str *out) {
  const char *name = tp_names_text(w->p->names, w->names.at[file]);
  tp_unit_id unit = w->units.at[file];
  tp_name dir = unit < w->p->units.n ? w->p->units.at[unit].dir : 0;
  tp_str path = {0};
  tp_diag diag = {0};
  if (dir && name[0] != '/')
    tp_file_join(&path, tp_names_text(w->p->names, dir), name);
  else
    tp_str_add(&path, name);
  tp_file_read(out, path.at, TP_REFUSED, &diag);
  tp_diag_free(&diag);
  tp_str_free(&path);
}

static void write_declared(writer *w) {
  tp_str text = {0};
  tp_diag diag = {0};
  tp_file_read(&text, w->r->declared.path, TP_REFUSED, &diag);
  tp_json_array(&w->j, NULL);
  tp_json_text(&w->j, NULL, w->r->declared.path);
  tp_json_text(&w->j, NULL, tp_str_text(&text));
  tp_json_end_array(&w->j);
  tp_diag_free(&diag);
  tp_str_free(&text);
}

static void write_files(writer *w) {
  tp_str text = {0};
  tp_json_array(&w->j, "files");
  for (uint32_t i = 0; i < w->names.n; i++) {
    VEC_CLEAR(&text);
    add_source(w, i, &text);
    tp_json_array(&w->j, NULL);
    tp_json_text(&w->j, NULL, tp_names_text(w->p->names, w->names.at[i]));
    tp_json_text(&w->j, NULL, tp_str_text(&text));
    tp_json_end_array(&w->j);
  }
  if (w->r->declared.path) /* proofs name its lines */
    write_declared(w);
  tp_json_end_array(&w->j);
  tp_str_free(&text);
}

/* ---- the page ------------------------------------------------------------ */

static void write_data(const tp_result *r, const tp_graph *graph, tp_str *out) {
  writer w = {.r = r, .p = r->program};
  tp_json_init(&w.j, out);
  tp_json_object(&w.j, NULL);
  w.j.compact = true;
  write_head(&w);
  write_decisions(&w);
  write_sides(&w);
  write_verdicts(&w);
  write_tests(&w);
  write_findings(&w);
  write_audit(&w);
  write_checks(&w);
  write_limits(&w);
  write_pairs(&w);
  write_work(&w);
  write_remarks(&w);
  write_map(&w, graph);
  write_funcs(&w);
  write_hits(&w);
  write_files(&w);
  tp_json_end_object(&w.j);
  tp_map_free(&w.files);
  tp_map_free(&w.funcs);
  VEC_FREE(&w.names);
  VEC_FREE(&w.units);
  VEC_FREE(&w.func_ids);
}

/* Nothing in it may end the element it stands in. */
static void add_inside_script(tp_str *out, const tp_str *json) {
  const char *at = json->at, *end = json->at + json->n;
  while (at < end) {
    const char *next = memchr(at, '<', (size_t)(end - at));
    size_t n = (size_t)((next ? next : end) - at);
    tp_str_addn(out, at, n);
    if (next)
      tp_str_add(out, "\\u003c");
    at += n + (next != NULL);
  }
}

/* The page names what goes into it: <!--style-->, <!--script-->, <!--data-->.*/
void tp_report_html(const tp_result *r, const tp_graph *graph, tp_str *out) {
  const char *at = tp_html_page;
  tp_str data = {0};
  write_data(r, graph, &data);
  for (const char *mark; (mark = strstr(at, "<!--"));
       at = strstr(mark, "-->") + 3) {
    tp_str_addn(out, at, (size_t)(mark - at));
    if (tp_text_starts(mark, "<!--style"))
      tp_str_add(out, tp_html_style);
    else if (tp_text_starts(mark, "<!--script"))
      tp_str_add(out, tp_html_script);
    else if (tp_text_starts(mark, "<!--data"))
      add_inside_script(out, &data);
  }
  tp_str_add(out, at);
  tp_str_free(&data);
}
