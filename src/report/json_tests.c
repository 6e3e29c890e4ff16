/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A large program has thousands of inputs in each of hundreds of tests: what is
 * the same of an input in all tests is written once. */
#include "report/json_tests.h"

#include "base/map.h"

typedef struct table {
  tp_map at;         /* hash of an input -> its number */
  tp_vec_u32 first;  /* by number: in result.inputs */
  tp_vec_u32 number; /* by input of result.inputs */
} table;

static bool is_same(const tp_result_input *a, const tp_result_input *b) {
  return a->name == b->name && a->file == b->file && a->line == b->line &&
         a->type == b->type && a->c_type == b->c_type;
}

static uint64_t hash_input(const tp_result_input *in) {
  uint64_t where = tp_hash_pair((uintptr_t)in->file, in->line);
  uint64_t what = tp_hash_pair((uintptr_t)in->name, (uintptr_t)in->c_type);
  return tp_hash_pair(where, what + in->type) >> 1;
}

/* The number of an input; texts are the same when their addresses are. */
static uint32_t number_of(table *t, const tp_result *r, uint32_t i) {
  uint64_t key = hash_input(&r->inputs.at[i]);
  for (;; key++) { /* another one has that hash */
    bool is_new;
    uint32_t *slot = tp_map_put(&t->at, key, &is_new);
    if (is_new) {
      *slot = t->first.n;
      VEC_PUSH(&t->first, i);
    }
    if (is_same(&r->inputs.at[t->first.at[*slot]], &r->inputs.at[i]))
      return *slot;
  }
}

static void write_row(tp_json *j, const tp_result_input *in) {
  tp_json_object(j, NULL);
  j->compact = true;
  tp_json_text(j, "name", in->name);
  tp_json_text(j, "type", tp_input_type(in));
  tp_json_text(j, "file", in->file);
  if (in->line)
    tp_json_uint(j, "line", in->line);
  else
    tp_json_text(j, "line", NULL);
  tp_json_end_object(j);
  j->compact = false;
}

static void write_table(tp_json *j, const tp_result *r, table *t) {
  tp_json_array(j, "input");
  for (uint32_t i = 0; i < r->inputs.n; i++) {
    uint32_t number = number_of(t, r, i);
    VEC_PUSH(&t->number, number);
    if (t->first.at[number] == i)
      write_row(j, &r->inputs.at[i]);
  }
  tp_json_end_array(j);
}

static void write_inputs(tp_json *j, const tp_result *r, const table *t,
                         const tp_result_test *test) {
  tp_str value = {0};
  tp_json_array(j, "inputs");
  for (uint32_t i = 0; i < test->n_inputs; i++) {
    const tp_result_input *in = &r->inputs.at[test->first_input + i];
    VEC_CLEAR(&value);
    tp_input_value(in, &value);
    tp_json_array(j, NULL);
    tp_json_uint(j, NULL, t->number.at[test->first_input + i]);
    tp_json_text(j, NULL, tp_str_text(&value));
    if (in->object) {
      tp_json_uint(j, NULL, in->object);
      tp_json_uint(j, NULL, in->offset);
    }
    tp_json_end_array(j);
  }
  tp_json_end_array(j);
  tp_str_free(&value);
}

static void write_end(tp_json *j, const tp_result_test *t) {
  tp_str name = {0};
  tp_json_text(j, "end", tp_end_name((tp_end_kind)t->end));
  if (t->end == TP_ENDED_EXIT)
    tp_json_int(j, "code", t->code);
  if (t->end == TP_ENDED_SIGNAL)
    tp_json_text(j, "signal", tp_signal_name(t->code, &name));
  tp_str_free(&name);
}

static void write_denied(tp_json *j, const tp_result_denied *d,
                         uint64_t count) {
  bool was_compact = j->compact;
  tp_json_object(j, NULL);
  j->compact = true;
  tp_json_text(j, "call", d->call);
  tp_json_text(j, "file", d->file);
  if (d->line)
    tp_json_uint(j, "line", d->line);
  else
    tp_json_text(j, "line", NULL);
  tp_json_uint(j, "count", count);
  tp_json_end_object(j);
  j->compact = was_compact;
}

void tp_json_denied(tp_json *j, const tp_result *r, uint32_t test) {
  tp_json_array(j, "denied");
  for (uint32_t i = 0; i < r->denied.n; i++) {
    const tp_result_denied *d = &r->denied.at[i];
    uint64_t count = test == 0         ? tp_result_denied_count(r, i)
                     : d->test == test ? d->count
                                       : 0;
    if (count)
      write_denied(j, d, count);
  }
  tp_json_end_array(j);
}

static void write_test(tp_json *j, const tp_result *r, const table *t,
                       uint32_t number) {
  const tp_result_test *test = &r->tests.at[number - 1];
  tp_json_object(j, NULL);
  j->compact = true;
  tp_json_uint(j, "number", number);
  write_end(j, test);
  tp_json_array(j, "new_branches");
  for (uint32_t k = 0; k < test->n_branches; k++)
    tp_json_uint(j, NULL, r->new_branches.at[test->first_branch + k]);
  tp_json_end_array(j);
  write_inputs(j, r, t, test);
  tp_json_denied(j, r, number);
  tp_json_end_object(j);
  j->compact = false;
}

void tp_json_tests(tp_json *j, const tp_result *r) {
  table t = {0};
  write_table(j, r, &t);
  tp_json_array(j, "test");
  for (uint32_t i = 1; i <= r->tests.n; i++)
    write_test(j, r, &t, i);
  tp_json_end_array(j);
  tp_map_free(&t.at);
  VEC_FREE(&t.first);
  VEC_FREE(&t.number);
}
