/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The file of --expect: JSON, an entry a line.
 *
 *   {"schema": 1,
 *    "accepted": [
 *     {"as": "dead", "list": "branch", "function": "main", "text": "x > 9",
 *      "side": "T", "place": 1, "file": "a.c", "name": "ann", "reason": ".."}]}
 */
#include "app/expect.h"

#include "base/json_members.h"
#include "base/json.h"

/* ---- reading ------------------------------------------------------------- */

typedef struct row {
  tp_accepted out;
  char *as, *list;
} row;

static int row_member(tp_json_reader *r, const char *name, void *to) {
  row *w = to;
  const tp_json_member members[] = {{"as", &w->as, NULL},
                                    {"list", &w->list, NULL},
                                    {"function", &w->out.goal.function, NULL},
                                    {"text", &w->out.goal.text, NULL},
                                    {"side", &w->out.goal.side, NULL},
                                    {"file", &w->out.goal.file, NULL},
                                    {"name", &w->out.name, NULL},
                                    {"reason", &w->out.reason, NULL},
                                    {"place", NULL, &w->out.goal.place},
                                    {NULL, NULL, NULL}};
  return tp_json_read_member(r, name, members);
}

static bool set_kind(row *w) {
  static const tp_goal_state states[] = {TP_GOAL_DEAD, TP_GOAL_UNKNOWN,
                                         TP_GOAL_FOUND};
  bool has_state = false, has_list = false;
  for (int i = 0; i < 3; i++)
    if (w->as && strcmp(w->as, tp_goal_state_name(states[i])) == 0) {
      w->out.goal.state = (uint8_t)states[i];
      has_state = true;
    }
  for (int i = 0; i < TP_GOAL_LISTS; i++)
    if (w->list && strcmp(w->list, tp_goal_list_name((tp_goal_list)i)) == 0) {
      w->out.goal.list = (uint8_t)i;
      has_list = true;
    }
  return has_state && has_list && w->out.goal.text && w->out.goal.place;
}

static bool is_blank(const char *text) {
  return !text || text[strspn(text, " \t\n\r")] == '\0';
}

static void free_accepted(tp_accepted *a) {
  tp_goal_free(&a->goal);
  tp_free(a->name);
  tp_free(a->reason);
}

static int read_row(tp_json_reader *r, void *to) {
  tp_expected *out = to;
  row w = {0};
  tp_json_peek(r); /* r->at is where it begins */
  uint32_t begin = r->at;
  int rc = tp_json_read_object(r, row_member, &w);
  if (rc == 0 && !set_kind(&w))
    rc = tp_json_fail(r, begin,
                      "this accepts nothing: it needs as, list, text and "
                      "place, as tp2ph accept writes them");
  if (rc == 0 && (is_blank(w.out.reason) || is_blank(w.out.name)))
    rc = tp_json_fail(r, begin,
                      is_blank(w.out.reason)
                          ? "say why this is accepted: \"reason\""
                          : "say who accepts this: \"name\"");
  if (rc == 0)
    VEC_PUSH(out, w.out);
  else
    free_accepted(&w.out);
  tp_free(w.as);
  tp_free(w.list);
  return rc;
}

static int file_member(tp_json_reader *r, const char *name, void *to) {
  if (strcmp(name, "accepted") == 0)
    return tp_json_read_array(r, read_row, to);
  return tp_json_skip(r);
}

int tp_expect_read(tp_expected *out, const char *path, tp_diag *diag) {
  tp_json_reader r;
  *out = (tp_expected){0};
  if (tp_json_open(&r, path, diag) != 0)
    return -1;
  int rc = tp_json_read_object(&r, file_member, out);
  if (rc == 0)
    rc = tp_json_finish(&r);
  tp_json_close(&r);
  return rc;
}

void tp_expect_free(tp_expected *e) {
  for (uint32_t i = 0; i < e->n; i++)
    free_accepted(&e->at[i]);
  VEC_FREE(e);
}

/* ---- writing ------------------------------------------------------------- */

static void write_row(tp_json *j, const tp_accepted *a) {
  const tp_goal *g = &a->goal;
  tp_json_object(j, NULL);
  j->compact = true;
  tp_json_text(j, "as", tp_goal_state_name((tp_goal_state)g->state));
  tp_json_text(j, "list", tp_goal_list_name((tp_goal_list)g->list));
  tp_json_text(j, "function", g->function);
  tp_json_text(j, "text", g->text);
  tp_json_text(j, "side", g->side);
  tp_json_uint(j, "place", g->place);
  tp_json_text(j, "file", g->file);
  tp_json_text(j, "name", a->name);
  tp_json_text(j, "reason", a->reason);
  tp_json_end_object(j);
  j->compact = false;
}

void tp_expect_write(const tp_expected *e, tp_str *out) {
  tp_json j;
  tp_json_init(&j, out);
  tp_json_object(&j, NULL);
  tp_json_uint(&j, "schema", 1);
  tp_json_array(&j, "accepted");
  for (uint32_t i = 0; i < e->n; i++)
    write_row(&j, &e->at[i]);
  tp_json_end_array(&j);
  tp_json_end_object(&j);
  tp_str_addc(out, '\n');
}

/* ---- looking up ---------------------------------------------------------- */

struct tp_expect_index {
  const tp_expected *entries;
  tp_names *keys;
  tp_vec_u32 entry_of; /* by key: index + 1 */
};

static const char *whole_key(const tp_goal *g, tp_str *out) {
  tp_goal_key(g, out);
  tp_str_addf(out, "\x1f%u", g->place);
  return out->at;
}

tp_expect_index *tp_expect_index_new(const tp_expected *e) {
  tp_expect_index *x = TP_NEW(tp_expect_index);
  tp_str key = {0};
  x->entries = e;
  x->keys = tp_names_new();
  for (uint32_t i = 0; i < e->n; i++) {
    whole_key(&e->at[i].goal, &key);
    tp_name id = tp_names_id(x->keys, key.at, key.n);
    if (id >= x->entry_of.n)
      VEC_RESIZE(&x->entry_of, id + 1);
    x->entry_of.at[id] = i + 1;
  }
  tp_str_free(&key);
  return x;
}

void tp_expect_index_free(tp_expect_index *x) {
  if (!x)
    return;
  tp_names_free(x->keys);
  VEC_FREE(&x->entry_of);
  tp_free(x);
}

/* What is unknown may also turn out dead: who accepts the first does not know
 * the second. */
const tp_accepted *tp_expect_find(const tp_expect_index *x, const tp_goal *g) {
  tp_str key = {0};
  whole_key(g, &key);
  tp_name id = tp_names_find(x->keys, key.at, key.n);
  uint32_t entry = id && id < x->entry_of.n ? x->entry_of.at[id] : 0;
  tp_str_free(&key);
  return entry && x->entries->at[entry - 1].goal.state == g->state
             ? &x->entries->at[entry - 1]
             : NULL;
}

/* ---- what is not needed any more ----------------------------------------- */

static void add_note(tp_str *notes, const tp_accepted *a, const tp_goal *now) {
  tp_str_add(notes, "accepted as ");
  tp_str_addf(notes, "%s by %s, but ",
              tp_goal_state_name((tp_goal_state)a->goal.state), a->name);
  if (!now)
    tp_str_add(notes, "gone");
  else
    tp_str_addf(notes, "now %s", tp_goal_state_name((tp_goal_state)now->state));
  if (now && now->test)
    tp_str_addf(notes, " (test %u)", now->test);
  tp_str_add(notes, ": ");
  tp_goal_words(&a->goal, notes);
  tp_str_addc(notes, '\n');
}

uint32_t tp_expect_obsolete(const tp_expected *e, const tp_revision *r,
                            tp_str *notes) {
  tp_names *keys = tp_names_new();
  VEC(const tp_goal *) by_key = {0};
  tp_str key = {0};
  uint32_t n = 0;
  for (uint32_t i = 0; i < r->goals.n; i++) {
    whole_key(&r->goals.at[i], &key);
    tp_name id = tp_names_id(keys, key.at, key.n);
    if (id >= by_key.n)
      VEC_RESIZE(&by_key, id + 1);
    by_key.at[id] = &r->goals.at[i];
  }
  for (uint32_t i = 0; i < e->n; i++) {
    const tp_accepted *a = &e->at[i];
    whole_key(&a->goal, &key);
    tp_name id = tp_names_find(keys, key.at, key.n);
    const tp_goal *now = id ? by_key.at[id] : NULL;
    if ((now && now->state == a->goal.state) ||
        (!now && !r->has_list[a->goal.list]))
      continue;
    add_note(notes, a, now);
    n++;
  }
  VEC_FREE(&by_key);
  tp_names_free(keys);
  tp_str_free(&key);
  return n;
}
