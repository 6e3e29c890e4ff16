/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tp2ph diff OLD NEW: what has changed between two revisions of a program.
 *
 * Goals are the same if their words and their place among equals are. What a
 * pair's states mean is a table; what only one side has is compared with
 * nothing. A list that only one of the reports has (bins that were not declared
 * then) is left out and told.
 */
#include "app/diff.h"

#include "app/app.h"
#include "app/print.h"
#include "base/file.h"

/* From `old` to `new`; TP_CHANGE_KINDS: nothing. */
static tp_change_kind kind_of(tp_goal_state old, tp_goal_state new) {
  if (old == new)
    return TP_CHANGE_KINDS;
  switch (new) {
  case TP_GOAL_REACHED:
    return TP_CHANGE_REACHED;
  case TP_GOAL_DEAD:
    return TP_CHANGE_DEAD;
  case TP_GOAL_UNKNOWN:
    return TP_CHANGE_UNKNOWN;
  case TP_GOAL_FOUND:
    return TP_CHANGE_FOUND;
  case TP_GOAL_FINE:
    return old == TP_GOAL_FOUND ? TP_CHANGE_FINE : TP_CHANGE_KINDS;
  case TP_GOAL_ABSENT:
    return old == TP_GOAL_FOUND ? TP_CHANGE_FINE : TP_CHANGE_GONE;
  }
  return TP_CHANGE_KINDS;
}

static void add_change(tp_diff *d, tp_change_kind wanted, const tp_goal *old,
                       const tp_goal *new) {
  tp_goal_list list = (tp_goal_list)(old ? old : new)->list;
  tp_change_kind kind =
      kind_of(old ? (tp_goal_state)old->state : TP_GOAL_ABSENT,
              new ? (tp_goal_state) new->state : TP_GOAL_ABSENT);
  if (kind != wanted || d->is_left_out[list])
    return;
  d->count[kind]++;
  VEC_PUSH(&d->changes, (tp_change){(uint8_t)kind, old, new});
}

static tp_name whole_key(tp_names *names, const tp_goal *g, tp_str *text) {
  tp_goal_key(g, text);
  tp_str_addf(text, "\x1f%u", g->place);
  return tp_names_id(names, text->at, text->n);
}

typedef VEC(const tp_goal *) goals;

/* By key: the goal that has it. */
static void index_goals(goals *out, const tp_revision *r, tp_names *names) {
  tp_str text = {0};
  for (uint32_t i = 0; i < r->goals.n; i++) {
    tp_name key = whole_key(names, &r->goals.at[i], &text);
    if (key >= out->n)
      VEC_RESIZE(out, key + 1);
    out->at[key] = &r->goals.at[i];
  }
  tp_str_free(&text);
}

void tp_diff_compare(tp_diff *d) {
  tp_names *names = tp_names_new();
  goals old = {0}, new = {0};
  for (int i = 0; i < TP_GOAL_LISTS; i++)
    d->is_left_out[i] = d->old.has_list[i] != d->new.has_list[i];
  index_goals(&old, &d->old, names);
  index_goals(&new, &d->new, names);
  uint32_t n = old.n > new.n ? old.n : new.n;
  VEC_RESIZE(&old, n);
  VEC_RESIZE(&new, n);
  for (int kind = 0; kind < TP_CHANGE_KINDS; kind++)
    for (uint32_t i = 0; i < n; i++)
      if (old.at[i] || new.at[i])
        add_change(d, (tp_change_kind)kind, old.at[i], new.at[i]);
  VEC_FREE(&old);
  VEC_FREE(&new);
  tp_names_free(names);
}

bool tp_diff_is_worse(const tp_diff *d) {
  return d->count[TP_CHANGE_FOUND] || d->count[TP_CHANGE_DEAD] ||
         d->count[TP_CHANGE_UNKNOWN] || d->count[TP_CHANGE_GONE];
}

void tp_diff_free(tp_diff *d) {
  tp_revision_free(&d->old);
  tp_revision_free(&d->new);
  VEC_FREE(&d->changes);
}

/* ---- the command --------------------------------------------------------- */

static int write(const tp_diff *d, const char *path, tp_diag *diag) {
  const char *end = path ? strrchr(path, '.') : NULL;
  tp_str out = {0};
  if (end && strcmp(end, ".json") == 0)
    tp_diff_json(d, &out);
  else if (end && strcmp(end, ".html") == 0)
    tp_diff_html(d, &out);
  else
    tp_diff_text(d, &out);
  int rc = path ? tp_file_write(path, out.at, out.n, diag)
                : tp_print(tp_str_text(&out), diag);
  tp_str_free(&out);
  return rc;
}

int tp_app_diff(const tp_options *options, tp_diag *diag) {
  tp_diff d = {.old_dir = options->names.at[0],
               .new_dir = options->names.at[1]};
  int rc = tp_revision_read(&d.old, d.old_dir, diag);
  if (rc == 0)
    rc = tp_revision_read(&d.new, d.new_dir, diag);
  if (rc == 0) {
    tp_diff_compare(&d);
    if (options->file || !options->is_quiet)
      rc = write(&d, options->file, diag);
  }
  if (rc == 0 && tp_diff_is_worse(&d))
    diag->status = TP_INCOMPLETE;
  tp_diff_free(&d);
  return rc;
}
