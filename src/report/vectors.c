/* SPDX-License-Identifier: GPL-3.0-or-later */
/* vectors.csv: what testers are fed with. A row for each thing that the tester
 * delivers in a test: of which test of the tester program, on which site, the
 * value, and the bin in which that site ends then.
 */
#include "report/report.h"

#include "report/audit.h"
#include "report/story.h"
#include "report/value_text.h"

#include <inttypes.h>

enum { SOFT, HARD };

typedef struct site_bin {
  int64_t site, bin;
} site_bin;

typedef struct writer {
  const tp_result *r;
  tp_str *out;
  uint32_t test;
  VEC(site_bin) bins; /* the last of each site */
  tp_str end;         /* of what is on no site */
} writer;

/* ---- the end ------------------------------------------------------------- */

/* Soft bins are what is sorted by; hard ones if there are no others. */
static int kind_of_bins(const tp_program *p) {
  for (uint32_t i = 0; i < p->bins.n; i++)
    if (!p->bins.at[i].is_hard && !p->bins.at[i].is_row)
      return SOFT;
  return HARD;
}

static void set_bin(writer *w, int64_t site, int64_t bin) {
  uint32_t i = 0;
  while (i < w->bins.n && w->bins.at[i].site != site)
    i++;
  if (i == w->bins.n)
    VEC_PUSH(&w->bins, (site_bin){.site = site});
  w->bins.at[i].bin = bin;
}

/* Functions that set bins say for which site. */
static void find_bins(writer *w) {
  int kind = kind_of_bins(w->r->program);
  tp_story s = tp_story_of(w->r, w->test);
  VEC_CLEAR(&w->bins);
  while (tp_story_next(&s)) {
    int64_t of, site, bin;
    if (s.kind == TP_STORY_CALLED &&
        tp_story_handed_on(&s, "tp2ph_set_bin", 0, &of) && of == kind &&
        tp_story_handed_on(&s, "tp2ph_set_bin", 1, &site) &&
        tp_story_handed_on(&s, "tp2ph_set_bin", 2, &bin))
      set_bin(w, site, bin);
  }
}

static bool is_taken(const writer *w, tp_sbranch b) {
  const tp_result_test *t = &w->r->tests.at[w->test - 1];
  for (uint32_t i = 0; i < t->n_taken; i++)
    if (w->r->taken.at[t->first_taken + i] == b)
      return true;
  return false;
}

/* All bins of the test; without bins how it ends. */
static void find_end(writer *w) {
  const tp_program *p = w->r->program;
  int kind = kind_of_bins(p);
  VEC_CLEAR(&w->end);
  for (uint32_t i = 0; i < p->bins.n; i++)
    if (p->bins.at[i].is_hard == (kind == HARD) && !p->bins.at[i].is_row &&
        is_taken(w, p->bins.at[i].branch))
      tp_str_addf(&w->end, "%s%" PRId64, w->end.n ? " " : "",
                  p->bins.at[i].number);
  if (p->bins.n == 0)
    tp_result_end(&w->r->tests.at[w->test - 1], &w->end);
}

static void add_bin(const writer *w, const int64_t *site) {
  for (uint32_t i = 0; site && i < w->bins.n; i++)
    if (w->bins.at[i].site == *site) {
      tp_str_addf(w->out, "%" PRId64, w->bins.at[i].bin);
      return;
    }
  tp_str_add(w->out, tp_str_text(&w->end));
}

/* ---- rows ---------------------------------------------------------------- */

static void add_cell(tp_str *out, const char *text) {
  if (!strpbrk(text, ",\"\n\r")) {
    tp_str_add(out, text);
    return;
  }
  tp_str_addc(out, '"');
  for (; *text; text++) {
    tp_str_add(out, *text == '"' ? "\"" : "");
    tp_str_addc(out, *text);
  }
  tp_str_addc(out, '"');
}

/* The number and the site of a test that the call read last makes. */
static bool find_test(const tp_story *call, uint32_t what, int64_t *out) {
  static const char *const tells[] = {"tp2ph_test", "tp2ph_test_value"};
  for (int i = 0; i < 2; i++)
    if (tp_story_handed_on(call, tells[i], what, out))
      return true;
  return false;
}

/* Of a function that is no test: its parameter of that name. */
static bool find_site(const tp_story *call, int64_t *out) {
  const tp_program *p = call->p;
  const tp_func *f = &p->funcs.at[call->func];
  if (find_test(call, 0, out))
    return true;
  for (uint32_t i = 0; i < f->params.n; i++)
    if (strcmp(tp_names_text(p->names, p->decls.at[f->params.at[i]].name),
               "site") == 0)
      return tp_story_number(call, i, out);
  return false;
}

/* Of the test; of what is none, or has no name, that of the input. */
static void add_name(const writer *w, const tp_story *call,
                     const tp_result_input *in) {
  tp_str name = {0};
  bool is_test = call && tp_story_test_name(call, &name);
  add_cell(w->out, is_test    ? tp_str_text(&name)
                   : in->name ? in->name
                              : tp_input_type(in));
  tp_str_free(&name);
}

/* call: that delivers it; NULL: none is known. */
static void add_row(const writer *w, const tp_story *call,
                    const tp_result_input *in, uint32_t n) {
  int64_t number, site;
  bool has_site = call && find_site(call, &site);
  tp_str value = {0};
  if (call && find_test(call, 1, &number))
    tp_str_addf(w->out, "%" PRId64, number);
  tp_str_addc(w->out, ',');
  add_name(w, call, in);
  tp_str_addc(w->out, ',');
  if (has_site)
    tp_str_addf(w->out, "%" PRId64, site);
  tp_str_addc(w->out, ',');
  tp_value_text_input(w->r->program, in, n, false, &value);
  add_cell(w->out, tp_str_text(&value));
  tp_str_addc(w->out, ',');
  add_bin(w, has_site ? &site : NULL);
  tp_str_addf(w->out, ",%u\n", w->test);
  tp_str_free(&value);
}

static void add_test(writer *w) {
  const tp_result_test *t = &w->r->tests.at[w->test - 1];
  const tp_result_input *in = w->r->inputs.at + t->first_input;
  tp_story s = tp_story_of(w->r, w->test);
  uint32_t done = 0;
  while (done < t->n_inputs) {
    if (tp_story_next(&s) && s.kind != TP_STORY_INPUT)
      continue;
    uint32_t n = tp_input_together(in + done, t->n_inputs - done);
    add_row(w, tp_story_delivers(&s, in + done) ? &s : NULL, in + done, n);
    for (uint32_t i = 1; i < n; i++)
      tp_story_next(&s);
    done += n;
  }
}

void tp_report_vectors(const tp_result *r, tp_str *out) {
  writer w = {.r = r, .out = out};
  tp_str_add(out, "test_number,test_name,site,value,expected_bin,run\n");
  for (w.test = 1; w.test <= r->tests.n; w.test++) {
    find_bins(&w);
    find_end(&w);
    add_test(&w);
  }
  VEC_FREE(&w.bins);
  tp_str_free(&w.end);
}
