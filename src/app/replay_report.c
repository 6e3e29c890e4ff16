/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading report.json: a member that is known goes to its reader, all others
 * are passed over, in whatever order they come.
 */
#include "app/replay_report.h"

#include "base/json_members.h"
#include "app/testcase.h"

typedef tp_json_reader reader;

/* ---- pieces -------------------------------------------------------------- */

static int add_text(reader *r, void *to) {
  tp_texts *texts = to;
  char *text = NULL;
  int rc = tp_json_read_text(r, &text);
  if (text)
    VEC_PUSH(texts, text);
  return rc;
}

static int read_texts(reader *r, tp_texts *out) {
  int rc = tp_json_read_array(r, add_text, out);
  VEC_PUSH(out, NULL);
  return rc;
}

static int add_number(reader *r, void *to) {
  tp_vec_u32 *numbers = to;
  uint32_t number = 0;
  int rc = tp_json_number(r, &number);
  VEC_PUSH(numbers, number);
  return rc;
}

/* ---- the program --------------------------------------------------------- */

static int unit_member(reader *r, const char *name, void *to) {
  tp_replay_unit *u = to;
  if (strcmp(name, "file") == 0)
    return tp_json_read_text(r, &u->file);
  if (strcmp(name, "folder") == 0)
    return tp_json_read_text(r, &u->folder);
  if (strcmp(name, "sha256") == 0)
    return tp_json_read_text(r, &u->sha256);
  if (strcmp(name, "flags") == 0)
    return read_texts(r, &u->flags);
  return tp_json_skip(r);
}

static int add_unit(reader *r, void *to) {
  tp_replay_report *report = to;
  VEC_PUSH(&report->units, (tp_replay_unit){0});
  return tp_json_read_object(r, unit_member, &VEC_LAST(&report->units));
}

static int program_member(reader *r, const char *name, void *to) {
  tp_replay_report *report = to;
  if (strcmp(name, "entry") == 0)
    return tp_json_read_text(r, &report->entry);
  if (strcmp(name, "compiler") == 0)
    return tp_json_read_text(r, &report->compiler);
  if (strcmp(name, "fingerprint") == 0)
    return tp_json_read_text(r, &report->fingerprint);
  if (strcmp(name, "link_flags") == 0)
    return read_texts(r, &report->link_flags);
  if (strcmp(name, "inputs") == 0 && tp_json_peek(r) == '{')
    return tp_json_read_object(r, unit_member, &report->inputs);
  if (strcmp(name, "driver") == 0 && tp_json_peek(r) == '"')
    return tp_json_read_text(r, &report->driver);
  if (strcmp(name, "units") == 0)
    return tp_json_read_array(r, add_unit, report);
  return tp_json_skip(r);
}

/* ---- branches ------------------------------------------------------------ */

typedef struct branch {
  uint32_t id, line, column;
  char *file, *text, *side, *verdict, *proof;
} branch;

static int branch_member(reader *r, const char *name, void *to) {
  branch *b = to;
  if (strcmp(name, "id") == 0)
    return tp_json_number(r, &b->id);
  if (strcmp(name, "line") == 0)
    return tp_json_number(r, &b->line);
  if (strcmp(name, "column") == 0)
    return tp_json_number(r, &b->column);
  if (strcmp(name, "file") == 0)
    return tp_json_read_text(r, &b->file);
  if (strcmp(name, "text") == 0)
    return tp_json_read_text(r, &b->text);
  if (strcmp(name, "side") == 0)
    return tp_json_read_text(r, &b->side);
  if (strcmp(name, "verdict") == 0)
    return tp_json_read_text(r, &b->verdict);
  if (strcmp(name, "proof") == 0)
    return tp_json_read_text(r, &b->proof);
  return tp_json_skip(r);
}

static int add_branch(reader *r, void *to) {
  tp_replay_report *report = to;
  branch b = {0};
  uint32_t begin = r->at;
  int rc = tp_json_read_object(r, branch_member, &b);
  if (rc == 0 && (!b.file || !b.text || !b.side || b.id > r->text.n))
    rc = tp_json_fail(r, begin, "this is no branch");
  if (rc == 0) {
    tp_str label = {0};
    tp_str_addf(&label, "%s:%u:%u  [%s]  %s", b.file, b.line, b.column, b.side,
                b.text);
    if (b.id >= report->branches.n) {
      VEC_RESIZE(&report->branches, b.id + 1);
      VEC_RESIZE(&report->proofs, b.id + 1);
    }
    tp_free(report->branches.at[b.id]);
    report->branches.at[b.id] = label.at;
    bool is_proved =
        b.verdict && strcmp(b.verdict, "infeasible") == 0 && b.proof;
    tp_free(report->proofs.at[b.id]);
    report->proofs.at[b.id] = is_proved ? b.proof : NULL;
    b.proof = is_proved ? NULL : b.proof;
  }
  tp_free(b.file);
  tp_free(b.text);
  tp_free(b.side);
  tp_free(b.verdict);
  tp_free(b.proof);
  return rc;
}

/* ---- tests --------------------------------------------------------------- */

typedef struct test {
  tp_replay_test out;
  uint32_t code;
  char *signal;
} test;

static int input_member(reader *r, const char *name, void *to) {
  tp_replay_input *in = to;
  if (strcmp(name, "name") == 0)
    return tp_json_read_text(r, &in->name);
  if (strcmp(name, "type") == 0)
    return tp_json_read_text(r, &in->type);
  if (strcmp(name, "file") == 0)
    return tp_json_read_text(r, &in->file);
  if (strcmp(name, "line") == 0 && tp_json_peek(r) != 'n')
    return tp_json_number(r, &in->line);
  return tp_json_skip(r);
}

static int add_input(reader *r, void *to) {
  tp_replay_report *report = to;
  uint32_t begin = r->at;
  VEC_PUSH(&report->input, (tp_replay_input){0});
  int rc = tp_json_read_object(r, input_member, &VEC_LAST(&report->input));
  if (rc == 0 && !VEC_LAST(&report->input).type)
    rc = tp_json_fail(r, begin, "this is no input");
  return rc;
}

/* [input, value, object, offset] */
static int add_read(reader *r, void *to) {
  test *t = to;
  bool more = true;
  tp_str value = {0};
  tp_replay_read read = {0};
  uint32_t *numbers[] = {&read.input, NULL, &read.object, &read.offset};
  int rc = tp_json_take(r, '[');
  for (uint32_t i = 0; rc == 0; i++) {
    rc = tp_json_next(r, ']', i == 0, &more);
    if (rc != 0 || !more)
      break;
    rc = i == 1  ? tp_json_string(r, &value)
         : i < 4 ? tp_json_number(r, numbers[i])
                 : tp_json_skip(r);
    if (rc == 0 && i == 1)
      t->out.inputs = tp_testcase_hash(t->out.inputs, value.at, value.n);
  }
  VEC_PUSH(&t->out.reads, read);
  tp_str_free(&value);
  return rc;
}

static int test_member(reader *r, const char *name, void *to) {
  test *t = to;
  if (strcmp(name, "number") == 0)
    return tp_json_number(r, &t->out.number);
  if (strcmp(name, "end") == 0)
    return tp_json_read_text(r, &t->out.end);
  if (strcmp(name, "code") == 0)
    return tp_json_number(r, &t->code);
  if (strcmp(name, "signal") == 0)
    return tp_json_read_text(r, &t->signal);
  if (strcmp(name, "new_branches") == 0)
    return tp_json_read_array(r, add_number, &t->out.claims);
  if (strcmp(name, "inputs") == 0) {
    t->out.has_inputs = true;
    return tp_json_read_array(r, add_read, t);
  }
  return tp_json_skip(r);
}

/* "exit" and its code become one text, as "signal" and its name. */
static void join_end(test *t) {
  tp_str text = {0};
  tp_str_add(&text, t->out.end);
  if (strcmp(t->out.end, "exit") == 0)
    tp_str_addf(&text, " %u", t->code);
  else if (t->signal)
    tp_str_addf(&text, " %s", t->signal);
  tp_free(t->out.end);
  t->out.end = text.at;
}

static int add_test(reader *r, void *to) {
  tp_replay_report *report = to;
  test t = {0};
  uint32_t begin = r->at;
  int rc = tp_json_read_object(r, test_member, &t);
  if (rc == 0 && (!t.out.end || t.out.number != report->tests.n + 1))
    rc = tp_json_fail(r, begin, "this is no test, or out of order");
  if (rc == 0)
    join_end(&t);
  tp_free(t.signal);
  VEC_PUSH(&report->tests, t.out);
  return rc;
}

/* ---- the whole ----------------------------------------------------------- */

static int checks_member(reader *r, const char *name, void *to) {
  tp_replay_report *report = to;
  if (strcmp(name, "kinds") == 0)
    return tp_json_read_text(r, &report->checked);
  return tp_json_skip(r);
}

static int report_member(reader *r, const char *name, void *to) {
  tp_replay_report *report = to;
  if (strcmp(name, "program") == 0)
    return tp_json_read_object(r, program_member, report);
  if (strcmp(name, "branch") == 0 || strcmp(name, "uncounted") == 0)
    return tp_json_read_array(r, add_branch, report);
  if (strcmp(name, "input") == 0)
    return tp_json_read_array(r, add_input, report);
  if (strcmp(name, "test") == 0)
    return tp_json_read_array(r, add_test, report);
  if (strcmp(name, "assume") == 0)
    return tp_json_read_text(r, &report->assume);
  if (strcmp(name, "checks") == 0)
    return tp_json_read_object(r, checks_member, report);
  report->has_limits |= strcmp(name, "limits") == 0;
  report->has_mcdc |= strcmp(name, "mcdc") == 0;
  return tp_json_skip(r);
}

static int check(reader *r, const tp_replay_report *report) {
  bool is_whole = report->entry && report->units.n &&
                  !report->inputs.file == !report->inputs.folder;
  for (uint32_t i = 0; i < report->units.n; i++)
    is_whole &= report->units.at[i].file && report->units.at[i].folder;
  if (is_whole)
    return 0;
  return tp_diag_set(r->diag, TP_REFUSED,
                     "'%s' does not say which program it is about: was it "
                     "written by tp2ph?",
                     r->path);
}

int tp_replay_report_read(tp_replay_report *out, const char *path,
                          tp_diag *diag) {
  reader r;
  *out = (tp_replay_report){0};
  if (tp_json_open(&r, path, diag) != 0)
    return -1;
  int rc = tp_json_read_object(&r, report_member, out);
  if (rc == 0)
    rc = tp_json_finish(&r);
  if (rc == 0)
    rc = check(&r, out);
  tp_json_close(&r);
  return rc;
}

static void free_texts(tp_texts *texts) {
  for (uint32_t i = 0; i < texts->n; i++)
    tp_free(texts->at[i]);
  VEC_FREE(texts);
}

static void free_unit(tp_replay_unit *u) {
  tp_free(u->file);
  tp_free(u->folder);
  tp_free(u->sha256);
  free_texts(&u->flags);
}

void tp_replay_report_free(tp_replay_report *r) {
  tp_free(r->entry);
  tp_free(r->compiler);
  tp_free(r->assume);
  tp_free(r->checked);
  tp_free(r->fingerprint);
  free_texts(&r->link_flags);
  for (uint32_t i = 0; i < r->units.n; i++)
    free_unit(&r->units.at[i]);
  free_unit(&r->inputs);
  tp_free(r->driver);
  for (uint32_t i = 0; i < r->tests.n; i++) {
    tp_free(r->tests.at[i].end);
    VEC_FREE(&r->tests.at[i].claims);
    VEC_FREE(&r->tests.at[i].reads);
  }
  for (uint32_t i = 0; i < r->input.n; i++) {
    tp_free(r->input.at[i].name);
    tp_free(r->input.at[i].type);
    tp_free(r->input.at[i].file);
  }
  VEC_FREE(&r->input);
  VEC_FREE(&r->units);
  VEC_FREE(&r->tests);
  free_texts(&r->branches);
  free_texts(&r->proofs);
}
