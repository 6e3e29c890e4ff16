/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tp2ph accept DIR -o FILE: what is dead, unknown or found in an output folder
 * is added to the file of --expect, with a reason and a name. What it holds
 * already stays as it is.
 */
#include "app/app.h"
#include "app/expect.h"
#include "app/print.h"
#include "base/file.h"

#include <stdlib.h>

static char *copy(const char *text) {
  return text ? tp_strdup(text) : NULL;
}

static const char *user_name(const tp_options *o) {
  const char *name = o->name ? o->name : getenv("LOGNAME");
  if (!name || !*name)
    name = getenv("USER");
  return name && *name ? name : NULL;
}

static void add_goal(tp_expected *e, const tp_goal *g, const tp_options *o) {
  tp_goal kept = {.list = g->list,
                  .state = g->state,
                  .place = g->place,
                  .function = copy(g->function),
                  .text = copy(g->text),
                  .side = copy(g->side),
                  .file = copy(g->file)};
  VEC_PUSH(e, (tp_accepted){kept, copy(user_name(o)), copy(o->reason)});
}

static bool is_acceptable(const tp_goal *g) {
  return g->state == TP_GOAL_DEAD || g->state == TP_GOAL_UNKNOWN ||
         g->state == TP_GOAL_FOUND;
}

/* How many were added. */
static uint32_t extend(tp_expected *e, const tp_revision *r,
                       const tp_options *o) {
  tp_expect_index *index = tp_expect_index_new(e);
  tp_expected added = {0};
  for (uint32_t i = 0; i < r->goals.n; i++)
    if (is_acceptable(&r->goals.at[i]) &&
        !tp_expect_find(index, &r->goals.at[i]))
      add_goal(&added, &r->goals.at[i], o);
  tp_expect_index_free(index);
  for (uint32_t i = 0; i < added.n; i++)
    VEC_PUSH(e, added.at[i]);
  uint32_t n = added.n;
  VEC_FREE(&added);
  return n;
}

static int tell(const tp_options *o, const tp_expected *e, uint32_t added,
                const tp_revision *r, tp_diag *diag) {
  tp_str out = {0};
  tp_expect_obsolete(e, r, &out);
  tp_str_addf(&out, "%s: %u accepted, %u of them new\n", o->accepted, e->n,
              added);
  int rc = o->is_quiet ? 0 : tp_print(out.at, diag);
  tp_str_free(&out);
  return rc;
}

static int write(const tp_options *o, const tp_expected *e, tp_diag *diag) {
  tp_str text = {0};
  tp_expect_write(e, &text);
  int rc = tp_file_write(o->accepted, text.at, text.n, diag);
  tp_str_free(&text);
  return rc;
}

int tp_app_accept(const tp_options *o, tp_diag *diag) {
  tp_revision r = {0};
  tp_expected e = {0};
  int rc = tp_revision_read(&r, o->names.at[0], diag);
  if (rc == 0 && !user_name(o))
    rc = tp_diag_set(diag, TP_USAGE,
                     "who accepts this? give option '--name', or set LOGNAME");
  if (rc == 0 && tp_file_exists(o->accepted))
    rc = tp_expect_read(&e, o->accepted, diag);
  uint32_t added = rc == 0 ? extend(&e, &r, o) : 0;
  if (rc == 0)
    rc = write(o, &e, diag);
  if (rc == 0)
    rc = tell(o, &e, added, &r, diag);
  tp_expect_free(&e);
  tp_revision_free(&r);
  return rc;
}
