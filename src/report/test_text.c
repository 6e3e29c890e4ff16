/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tests/NNNN.txt: a test for people. What the program asks the tester for, in
 * order, with its arguments and what it gets; the branches between; how it
 * ends, and why the test is there. Nothing is cut.
 */
#include "report/report.h"

#include "report/audit.h"
#include "report/checks.h"
#include "report/limits.h"
#include "report/story.h"
#include "report/value_text.h"

#include "program/place.h"

typedef struct writer {
  const tp_result *r;
  const tp_program *p;
  tp_str *out;
} writer;

/* ---- the inputs ---------------------------------------------------------- */

/* The call as it is written, in one line. */
static void add_call(writer *w, const tp_site *site) {
  uint32_t n;
  const char *text = tp_node_text(w->p, site->node, &n);
  for (uint32_t i = 0; i < n; i++)
    if (!strchr(" \t\n\v\f\r", text[i]))
      tp_str_addc(w->out, text[i]);
    else if (w->out->at[w->out->n - 1] != ' ')
      tp_str_addc(w->out, ' ');
}

/* Whether a parameter of the function that delivers has this name. */
static bool is_param(const writer *w, const tp_site *delivery, const char *name,
                     size_t n) {
  const tp_func *f = &w->p->funcs.at[delivery->caller];
  for (uint32_t i = 0; i < f->params.n; i++) {
    const char *own =
        tp_names_text(w->p->names, w->p->decls.at[f->params.at[i]].name);
    if (strncmp(own, name, n) == 0 && own[n] == '\0')
      return true;
  }
  return false;
}

/* "*value", "to->flags", "returns .flags": behind the function's name. */
static void add_delivered(writer *w, const tp_site *delivery,
                          const char *name) {
  size_t n = strcspn(name, ".");
  if (!is_param(w, delivery, name, n))
    tp_str_addf(w->out, "  returns .%s = ", name);
  else if (name[n])
    tp_str_addf(w->out, "  %.*s->%s = ", (int)n, name, name + n + 1);
  else
    tp_str_addf(w->out, "  *%s = ", name);
}

/* Of a variable that the tester sets: a function of ours delivers it. */
static bool is_of_variable(const writer *w, const tp_result_input *in) {
  const tp_func *f =
      in->site ? &w->p->funcs.at[w->p->sites.at[in->site].caller] : NULL;
  return f && tp_text_starts(
                  tp_names_text(w->p->names, w->p->decls.at[f->decl].name),
                  "tp2ph_set_");
}

/* What the call delivers: "returns", or the parameter that it fills. */
static void add_label(writer *w, const tp_result_input *in) {
  const tp_site *call = in->call ? &w->p->sites.at[in->call] : NULL;
  const char *dot = in->name ? strchr(in->name, '.') : NULL;
  bool is_delivery = call && in->site && w->p->sites.at[in->site].is_delivery;
  if (!is_delivery || in->call == in->site || is_of_variable(w, in)) {
    tp_str_add(w->out, is_delivery ? "the tester sets " : "");
    tp_str_add(w->out, in->name ? in->name : tp_input_type(in));
    tp_str_add(w->out, " = ");
    return;
  }
  add_call(w, call);
  if (dot)
    add_delivered(w, &w->p->sites.at[in->site], dot + 1);
  else
    tp_str_add(w->out, "  returns ");
}

static uint32_t add_input(writer *w, const tp_result_input *in, uint32_t n) {
  uint32_t together = tp_input_together(in, n);
  bool is_again = is_of_variable(w, in) && in->call != in->site;
  if (in->file && !is_again) /* behind the call that sets it */
    tp_str_addf(w->out, "  %s:%u  ", in->file, in->line);
  else
    tp_str_add(w->out, "  ");
  add_label(w, in);
  tp_value_text_input(w->p, in, together, true, w->out);
  tp_str_addc(w->out, '\n');
  return together;
}

static void add_inputs(writer *w, const tp_result_test *t) {
  const tp_result_input *in = w->r->inputs.at + t->first_input;
  tp_str_add(w->out, t->n_inputs ? "inputs, in the order they are read\n"
                                 : "no input is read\n");
  for (uint32_t i = 0; i < t->n_inputs;)
    i += add_input(w, in + i, t->n_inputs - i);
}

/* ---- the story ----------------------------------------------------------- */

static void add_branch(writer *w, tp_sbranch b);

typedef struct telling {
  writer *w;
  tp_story story;
  const tp_result_input *in; /* the next one, and how many are left */
  uint32_t n;
  bool is_in_line; /* of a call, which is not ended yet */
} telling;

static void end_line(telling *t) {
  if (t->is_in_line)
    tp_str_addc(t->w->out, '\n');
  t->is_in_line = false;
}

static bool is_told(const writer *w, tp_sbranch b) {
  return tp_result_is_counted(w->r, b) || w->p->branches.at[b].is_edge;
}

/* Whether what is told next is something that is delivered. */
static bool delivers_next(const telling *t) {
  tp_story ahead = t->story;
  while (tp_story_next(&ahead) && ahead.kind == TP_STORY_BRANCH)
    if (is_told(t->w, ahead.branch))
      return false;
  return ahead.kind == TP_STORY_INPUT;
}

/* The place is that of what it delivers first, if that is next. */
static void tell_call(telling *t) {
  const tp_func *f = &t->w->p->funcs.at[t->story.func];
  const char *name =
      tp_names_text(t->w->p->names, t->w->p->decls.at[f->decl].name);
  end_line(t);
  if (tp_text_starts(name, "tp2ph_"))
    return; /* it is told by what it sets */
  tp_str_add(t->w->out, "  ");
  if (t->n && t->in->file && delivers_next(t))
    tp_str_addf(t->w->out, "%s:%u  ", t->in->file, t->in->line);
  tp_str_addf(t->w->out, "%s(", name);
  tp_story_arguments(&t->story, t->w->out);
  tp_str_addc(t->w->out, ')');
  t->is_in_line = true;
}

/* Of a function that returns a pointer `or NULL`: which of both. */
static bool is_of_pointer(const writer *w, const tp_result_input *in) {
  const char *dot = in->name ? strchr(in->name, '.') : NULL;
  if (!dot || !in->site || strcmp(dot, ".is_null") != 0)
    return false;
  const tp_func *f = &w->p->funcs.at[w->p->sites.at[in->site].caller];
  const tp_types *types = &w->p->types;
  tp_type_id type = w->p->decls.at[f->decl].type;
  return tp_type_is_pointer(types, tp_type_get(types, type)->base);
}

/* What a function of the tester delivers stands behind its call. */
static void tell_delivered(telling *t, uint32_t together) {
  const char *dot = t->in->name ? strchr(t->in->name, '.') : NULL;
  if (is_of_pointer(t->w, t->in)) {
    tp_str_add(t->w->out,
               t->in->bits ? "  returns NULL" : "  returns a pointer");
    return;
  }
  if (dot && t->in->site)
    add_delivered(t->w, &t->w->p->sites.at[t->in->site], dot + 1);
  else
    tp_str_add(t->w->out, "  returns ");
  tp_value_text_input(t->w->p, t->in, together, true, t->w->out);
  const char *unit = tp_story_unit(&t->story, t->in);
  if (unit)
    tp_str_addf(t->w->out, " %s", unit);
}

/* The scalars of an object are told one by one. */
static void tell_input(telling *t) {
  uint32_t together = t->n ? tp_input_together(t->in, t->n) : 0;
  if (!together)
    return;
  if (t->is_in_line && tp_story_delivers(&t->story, t->in)) {
    tell_delivered(t, together);
  } else {
    end_line(t);
    add_input(t->w, t->in, t->n);
  }
  for (uint32_t i = 1; i < together; i++)
    tp_story_next(&t->story);
  t->in += together;
  t->n -= together;
}

static void tell_branch(telling *t) {
  tp_sbranch b = t->story.branch;
  if (!is_told(t->w, b))
    return;
  end_line(t);
  tp_str_add(t->w->out, "  ");
  add_branch(t->w, b);
}

static void add_story(writer *w, uint32_t number) {
  const tp_result_test *test = &w->r->tests.at[number - 1];
  telling t = {.w = w,
               .story = tp_story_of(w->r, number),
               .in = w->r->inputs.at + test->first_input,
               .n = test->n_inputs};
  tp_str_add(w->out, "what happens\n");
  while (tp_story_next(&t.story))
    if (t.story.kind == TP_STORY_CALLED)
      tell_call(&t);
    else if (t.story.kind == TP_STORY_INPUT)
      tell_input(&t);
    else
      tell_branch(&t);
  end_line(&t);
  while (t.n) { /* that the program did not tell */
    uint32_t together = add_input(w, t.in, t.n);
    t.in += together;
    t.n -= together;
  }
}

/* ---- why, and how it ends ------------------------------------------------ */

static void add_branch(writer *w, tp_sbranch b) {
  const tp_decision *d = &w->p->decisions.at[w->p->branches.at[b].decision];
  tp_str_addf(w->out, "  %s:%u:%u  ", tp_names_text(w->p->names, d->file),
              d->line, d->column);
  if (d->func)
    tp_str_addf(
        w->out, "%s: ",
        tp_names_text(w->p->names,
                      w->p->decls.at[w->p->funcs.at[d->func].decl].name));
  tp_str_addf(w->out, "%s  [", tp_names_text(w->p->names, d->text));
  tp_branch_label(w->p, b, w->out);
  tp_str_add(w->out, "]\n");
}

/* Bins that it is the first to end in, rules that it is the first to break. */
static void add_audited(writer *w, uint32_t number) {
  tp_audit_rules rules = {0};
  for (uint32_t i = 0; i < w->p->bins.n; i++) {
    const tp_bin *bin = &w->p->bins.at[i];
    if (w->r->verdicts.at[bin->branch].test != number)
      continue;
    tp_str_add(w->out, "  ");
    tp_audit_bin_name(w->p, bin, w->out);
    tp_str_addc(w->out, '\n');
  }
  tp_audit_collect(&rules, w->r);
  for (uint32_t i = 0; i < rules.n; i++)
    if (rules.at[i].verdict.kind == TP_VERDICT_COVERED &&
        rules.at[i].verdict.test == number)
      tp_str_addf(w->out, "\nit breaks rule TP%u: %s\n", rules.at[i].id,
                  rules.at[i].name);
  VEC_FREE(&rules);
}

/* Checks that it is the first to violate. */
static void add_violated(writer *w, uint32_t number) {
  for (uint32_t i = 0; i < w->p->checks.n; i++) {
    const tp_result_verdict *v = tp_check_verdict(w->r, i);
    if (v->kind != TP_VERDICT_COVERED || v->test != number)
      continue;
    tp_str_add(w->out, "\nit violates a check: ");
    tp_check_title(w->p, i, w->out);
    tp_str_addc(w->out, '\n');
  }
}

/* Edges of limits that it is the first to reach. */
static void add_edges(writer *w, uint32_t number) {
  for (uint32_t i = 0; i < w->p->edges.n; i++) {
    const tp_result_verdict *v = tp_edge_verdict(w->r, i);
    if (v->kind != TP_VERDICT_COVERED || v->test != number)
      continue;
    tp_str_add(w->out, "\nit reaches an edge of a limit: ");
    tp_edge_title(w->p, i, w->out);
    tp_str_addc(w->out, '\n');
  }
}

static void add_why(writer *w, uint32_t number) {
  const tp_result_test *t = &w->r->tests.at[number - 1];
  if (tp_result_count_new(w->r, t))
    tp_str_add(w->out, "\nit is the first to take\n");
  for (uint32_t i = 0; i < t->n_branches; i++) {
    tp_sbranch b = w->r->new_branches.at[t->first_branch + i];
    if (tp_result_is_counted(w->r, b))
      add_branch(w, b);
  }
  add_audited(w, number);
  add_violated(w, number);
  add_edges(w, number);
  for (uint32_t i = 0; i < w->r->findings.n; i++) {
    const tp_result_finding *f = &w->r->findings.at[i];
    if (f->test == number)
      tp_str_addf(w->out, "\nit shows a finding: %s at %s:%u\n",
                  tp_finding_name(f->kind), f->file ? f->file : "?", f->line);
  }
}

static void add_bins(writer *w, uint32_t test) {
  tp_str bins = {0};
  if (tp_audit_bins_of(w->r, test, &bins))
    tp_str_addf(w->out, ", in %s", bins.at);
  else if (tp_audit_is_made(w->r))
    tp_str_add(w->out, ", in no bin that is declared");
  tp_str_free(&bins);
}

void tp_report_story(const tp_result *r, uint32_t test, tp_str *out) {
  writer w = {r, r->program, out};
  const tp_result_test *t = &r->tests.at[test - 1];
  if (t->n_story)
    add_story(&w, test);
  else
    add_inputs(&w, t);
  tp_str_add(out, "ends with ");
  tp_result_end(t, out);
  add_bins(&w, test);
  tp_str_addc(out, '\n');
}

void tp_report_test_text(const tp_result *r, uint32_t test, tp_str *out) {
  writer w = {r, r->program, out};
  tp_str_addf(out, "test %u of %u", test, r->tests.n);
  for (uint32_t i = 0; i < r->files.n; i++)
    tp_str_addf(out, "%s%s", i ? ", " : ": ", r->files.at[i].path);
  tp_str_addf(out, ", from %s()\n", r->entry);
  tp_str_addc(out, '\n');
  tp_report_story(r, test, out);
  add_why(&w, test);
}
