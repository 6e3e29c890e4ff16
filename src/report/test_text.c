/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tests/NNNN.txt: a test for people. What the program asks for, in order, at
 * which line and by which call; members by their names, texts as texts, the
 * shortest numbers that mean the same; why the test is there; how it ends.
 * Nothing is cut.
 */
#include "report/report.h"

#include "report/audit.h"

#include "ast/place.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct writer {
  const tp_result *r;
  const tp_program *p;
  tp_str *out;
} writer;

/* ---- values -------------------------------------------------------------- */

/* The shortest decimal that reads back as the same number. */
static void add_shortest(tp_str *out, double d, bool is_single) {
  char text[64];
  for (int digits = 1; digits <= 17; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, d);
    if (is_single ? strtof(text, NULL) == (float)d : strtod(text, NULL) == d)
      break;
  }
  tp_str_add(out, text);
}

static void add_value(tp_str *out, const tp_result_input *in) {
  double d = 0;
  float f = 0;
  memcpy(&d, &in->bits, sizeof d);
  memcpy(&f, &in->bits, sizeof f);
  bool is_single = in->type == TP_SCALAR_F32;
  bool is_float = is_single || in->type == TP_SCALAR_F64;
  d = is_single ? (double)f : d;
  if (is_float && d == d)
    add_shortest(out, d, is_single);
  else
    tp_input_value(in, out);
}

static void add_quoted(tp_str *out, const unsigned char *text, uint64_t n) {
  while (n && text[n - 1] == 0) /* its NUL, and what is behind */
    n--;
  tp_str_addc(out, '"');
  for (uint64_t i = 0; i < n; i++)
    if (text[i] == '"' || text[i] == '\\')
      tp_str_addf(out, "\\%c", text[i]);
    else if (text[i] >= ' ' && text[i] <= '~')
      tp_str_addc(out, (char)text[i]);
    else
      tp_str_addf(out, "\\%03o", text[i]);
  tp_str_addc(out, '"');
}

/* ---- objects -------------------------------------------------------------
 * The scalars of an object are put where they belong; then its bytes are
 * printed by its type, as C writes an initialiser. */

static const tp_type *type_at(const writer *w, tp_type_id t) {
  return tp_type_get(&w->p->types, t);
}

static void add_bits(writer *w, tp_type_id t, uint64_t bits) {
  const tp_type *type = type_at(w, t);
  unsigned step = 0;
  while (type->size >> (step + 1))
    step++;
  bool is_signed = tp_type_is_signed(&w->p->types, t);
  unsigned kind = type->kind == TP_T_BOOL ? TP_SCALAR_BOOL
                  : type->kind != TP_T_FLOAT
                      ? TP_SCALAR_I8 + 2 * step + !is_signed
                  : type->size == 4 ? TP_SCALAR_F32
                                    : TP_SCALAR_F64;
  add_value(w->out, &(tp_result_input){.type = (uint8_t)kind, .bits = bits});
}

static uint64_t read_bits(const unsigned char *at, uint64_t size) {
  uint64_t bits = 0;
  memcpy(&bits, at, size < 8 ? size : 8);
  return bits;
}

static void add_bitfield(writer *w, const tp_field *f,
                         const unsigned char *record) {
  unsigned size = (f->bit_offset + f->bit_width + 7u) / 8u;
  uint64_t bits = read_bits(record + f->offset, size) >> f->bit_offset;
  unsigned above = 64u - f->bit_width;
  bool is_signed = tp_type_is_signed(&w->p->types, f->type);
  if (is_signed)
    tp_str_addf(w->out, "%" PRId64, (int64_t)(bits << above) >> above);
  else
    tp_str_addf(w->out, "%" PRIu64, bits << above >> above);
}

static void add_object(writer *w, tp_type_id t, const unsigned char *at);

/* Of a union the first member. */
static void add_record(writer *w, const tp_type *type,
                       const unsigned char *at) {
  bool is_first = true;
  tp_str_addc(w->out, '{');
  for (uint32_t i = 0; i < type->n && (is_first || !type->is_union); i++) {
    const tp_field *f = &w->p->types.fields.at[type->first + i];
    if (f->is_bitfield && (!f->name || !f->bit_width))
      continue;
    tp_str_add(w->out, is_first ? "" : ", ");
    is_first = false;
    if (f->name)
      tp_str_addf(w->out, ".%s = ", tp_names_text(w->p->names, f->name));
    if (f->is_bitfield)
      add_bitfield(w, f, at);
    else
      add_object(w, f->type, at + f->offset);
  }
  tp_str_addc(w->out, '}');
}

static void add_elements(writer *w, tp_type_id each, uint64_t n,
                         const unsigned char *at) {
  const tp_type *type = type_at(w, each);
  if (type->is_plain_char) {
    add_quoted(w->out, at, n);
    return;
  }
  tp_str_addc(w->out, '{');
  for (uint64_t i = 0; i < n; i++) {
    tp_str_add(w->out, i ? ", " : "");
    add_object(w, each, at + i * type->size);
  }
  tp_str_addc(w->out, '}');
}

static void add_object(writer *w, tp_type_id t, const unsigned char *at) {
  const tp_type *type = type_at(w, t);
  if (type->kind == TP_T_RECORD)
    add_record(w, type, at);
  else if (type->kind == TP_T_ARRAY)
    add_elements(w, type->base, type->count, at);
  else
    add_bits(w, t, read_bits(at, type->size));
}

/* The last scalar that lies in the object ends it. */
static uint64_t end_of(const tp_result_input *in, uint32_t n) {
  uint64_t end = 0;
  for (uint32_t i = 0; i < n; i++) {
    uint64_t here = in[i].offset + tp_scalar_size((tp_scalar)in[i].type);
    end = here > end ? here : end;
  }
  return end;
}

/* An object of its type, or as many as fill the size that the program gave;
 * bytes, if nothing is known of it. */
static void add_all(writer *w, tp_type_id t, const tp_result_input *in,
                    uint32_t n) {
  uint64_t end = end_of(in, n), size = type_at(w, t)->size;
  uint64_t count = size ? (end + size - 1) / size : 0;
  unsigned char *bytes =
      TP_NEW_ARRAY(unsigned char, (size_t)(end + count * size + 8));
  for (uint32_t i = 0; i < n; i++)
    memcpy(bytes + in[i].offset, &in[i].bits,
           tp_scalar_size((tp_scalar)in[i].type));
  if (size == 0)
    add_elements(w, TP_TYPE_UCHAR, end, bytes);
  else if (count == 1)
    add_object(w, t, bytes);
  else
    add_elements(w, t, count, bytes);
  tp_free(bytes);
}

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

/* What the call delivers: "returns", or the parameter that it fills. */
static void add_label(writer *w, const tp_result_input *in) {
  const tp_site *call = in->call ? &w->p->sites.at[in->call] : NULL;
  const char *dot = in->name ? strchr(in->name, '.') : NULL;
  bool is_delivery = call && in->site && w->p->sites.at[in->site].is_delivery;
  if (!is_delivery || in->call == in->site) {
    tp_str_add(w->out, is_delivery ? "the tester sets " : "");
    tp_str_add(w->out, in->name ? in->name : tp_input_type(in));
    tp_str_add(w->out, " = ");
    return;
  }
  add_call(w, call);
  if (dot)
    tp_str_addf(w->out, "  *%s = ", dot + 1);
  else
    tp_str_add(w->out, "  returns ");
}

static uint32_t count_together(const tp_result_input *in, uint32_t n) {
  uint32_t together = 1;
  while (together < n && in->object && in[together].object == in->object)
    together++;
  return together;
}

static uint32_t add_input(writer *w, const tp_result_input *in, uint32_t n) {
  uint32_t together = count_together(in, n);
  if (in->file)
    tp_str_addf(w->out, "  %s:%u  ", in->file, in->line);
  else
    tp_str_add(w->out, "  ");
  add_label(w, in);
  if (in->object)
    add_all(w, in->site ? w->p->sites.at[in->site].object : TP_TYPE_UNKNOWN, in,
            together);
  else
    add_value(w->out, in);
  tp_str_addc(w->out, '\n');
  return together;
}

static void add_inputs(writer *w, const tp_result_test *t) {
  const tp_result_input *in = w->r->inputs.at + t->first_input;
  tp_str_add(w->out, t->n_inputs ? "\ninputs, in the order they are read\n"
                                 : "\nno input is read\n");
  for (uint32_t i = 0; i < t->n_inputs;)
    i += add_input(w, in + i, t->n_inputs - i);
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
  tp_branch_side(w->p, b, w->out);
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

static void add_why(writer *w, uint32_t number) {
  const tp_result_test *t = &w->r->tests.at[number - 1];
  if (t->n_branches)
    tp_str_add(w->out, "\nit is the first to take\n");
  for (uint32_t i = 0; i < t->n_branches; i++) {
    tp_sbranch b = w->r->new_branches.at[t->first_branch + i];
    if (tp_result_is_counted(w->r, b))
      add_branch(w, b);
  }
  add_audited(w, number);
  for (uint32_t i = 0; i < w->r->findings.n; i++) {
    const tp_result_finding *f = &w->r->findings.at[i];
    if (f->test == number)
      tp_str_addf(w->out, "\nit shows a finding: %s at %s:%u\n",
                  tp_finding_name(f->kind), f->file ? f->file : "?", f->line);
  }
}

static void add_end(writer *w, const tp_result_test *t) {
  tp_str name = {0};
  if (t->end == TP_ENDED_EXIT)
    tp_str_addf(w->out, "exit %d", t->code);
  else if (t->end == TP_ENDED_SIGNAL)
    tp_str_add(w->out, tp_signal_name(t->code, &name));
  else
    tp_str_add(w->out, tp_end_name((tp_end_kind)t->end));
  tp_str_free(&name);
}

static void add_bins(writer *w, uint32_t test) {
  tp_str bins = {0};
  if (tp_audit_bins_of(w->r, test, &bins))
    tp_str_addf(w->out, ", in %s", bins.at);
  else if (tp_audit_is_made(w->r))
    tp_str_add(w->out, ", in no bin that is declared");
  tp_str_free(&bins);
}

void tp_report_test_text(const tp_result *r, uint32_t test, tp_str *out) {
  writer w = {r, r->program, out};
  const tp_result_test *t = &r->tests.at[test - 1];
  tp_str_addf(out, "test %u of %u", test, r->tests.n);
  for (uint32_t i = 0; i < r->files.n; i++)
    tp_str_addf(out, "%s%s", i ? ", " : ": ", r->files.at[i].path);
  tp_str_addf(out, ", from %s()\nends with ", r->entry);
  add_end(&w, t);
  add_bins(&w, test);
  tp_str_addc(out, '\n');
  add_inputs(&w, t);
  add_why(&w, test);
}
