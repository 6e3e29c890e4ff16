/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A comparison for people and for programs. */
#include "app/diff.h"

#include "base/json.h"

const char *tp_change_name(tp_change_kind kind) {
  static const char *const names[] = {"newly found",   "newly dead",
                                      "newly unknown", "gone",
                                      "newly reached", "not found any more"};
  return names[kind];
}

static const tp_goal *shown(const tp_change *c) {
  return c->new ? c->new : c->old;
}

/* "file.c:12:5", nothing if it has no place. */
static void add_place(tp_str *out, const tp_goal *g) {
  if (!g->file)
    return;
  tp_str_add(out, g->file);
  if (g->line)
    tp_str_addf(out, ":%u", g->line);
  if (g->line && g->column)
    tp_str_addf(out, ":%u", g->column);
}

/* What it was before, what shows or proves it now. */
static void add_story(tp_str *out, const tp_change *c) {
  if (!c->old)
    tp_str_add(out, "was not there");
  else if (c->new)
    tp_str_addf(out, "was %s",
                tp_goal_state_name((tp_goal_state)c->old->state));
  else
    tp_str_addf(out, "it was %s",
                tp_goal_state_name((tp_goal_state)c->old->state));
  if (c->new && c->new->test)
    tp_str_addf(out, "; test %u", c->new->test);
  if (c->new && c->new->why)
    tp_str_addf(out, "; %s", c->new->why);
}

/* ---- text ---------------------------------------------------------------- */

static void add_totals(tp_str *out, const char *name, const tp_revision *r) {
  const uint32_t *n = r->total;
  tp_str_addf(out, "%s  %u branches: %u covered, %u proved dead, %u unknown",
              name, n[TP_GOAL_REACHED] + n[TP_GOAL_DEAD] + n[TP_GOAL_UNKNOWN],
              n[TP_GOAL_REACHED], n[TP_GOAL_DEAD], n[TP_GOAL_UNKNOWN]);
  if (r->stopped)
    tp_str_addf(out, " (stopped: %s)", r->stopped);
  tp_str_addc(out, '\n');
}

static void add_left_out(tp_str *out, const tp_diff *d) {
  for (int i = 0; i < TP_GOAL_LISTS; i++)
    if (d->is_left_out[i])
      tp_str_addf(out, "only the %s one has a list '%s': not compared\n",
                  d->new.has_list[i] ? "new" : "old",
                  tp_goal_list_name((tp_goal_list)i));
}

void tp_diff_text(const tp_diff *d, tp_str *out) {
  int last = TP_CHANGE_KINDS;
  tp_str_addf(out, "%s -> %s\n", d->old_dir, d->new_dir);
  add_totals(out, "old", &d->old);
  add_totals(out, "new", &d->new);
  add_left_out(out, d);
  for (uint32_t i = 0; i < d->changes.n; i++) {
    const tp_change *c = &d->changes.at[i];
    if (c->kind != last)
      tp_str_addf(out, "\n%s (%u)\n", tp_change_name((tp_change_kind)c->kind),
                  d->count[c->kind]);
    last = c->kind;
    tp_str_add(out, "  ");
    add_place(out, shown(c));
    tp_str_add(out, shown(c)->file ? "  " : "");
    tp_goal_words(shown(c), out);
    tp_str_add(out, "  ");
    add_story(out, c);
    tp_str_addc(out, '\n');
  }
  if (d->changes.n == 0)
    tp_str_add(out, "nothing has changed\n");
}

/* ---- JSON ---------------------------------------------------------------- */

static void number_or_null(tp_json *j, const char *key, uint32_t value) {
  if (value)
    tp_json_uint(j, key, value);
  else
    tp_json_text(j, key, NULL);
}

static void write_side(tp_json *j, const char *key, const tp_goal *g) {
  if (!g) {
    tp_json_text(j, key, NULL);
    return;
  }
  tp_json_object(j, key);
  tp_json_text(j, "state", tp_goal_state_name((tp_goal_state)g->state));
  tp_json_text(j, "file", g->file);
  tp_json_uint(j, "line", g->line);
  tp_json_uint(j, "column", g->column);
  number_or_null(j, "test", g->test);
  tp_json_text(j, "why", g->why);
  tp_json_end_object(j);
}

static void write_change(tp_json *j, const tp_change *c) {
  const tp_goal *g = shown(c);
  tp_json_object(j, NULL);
  j->compact = true;
  tp_json_text(j, "change", tp_change_name((tp_change_kind)c->kind));
  tp_json_text(j, "list", tp_goal_list_name((tp_goal_list)g->list));
  tp_json_text(j, "function", g->function);
  tp_json_text(j, "text", g->text);
  tp_json_text(j, "side", g->side);
  tp_json_uint(j, "place", g->place);
  write_side(j, "old", c->old);
  write_side(j, "new", c->new);
  tp_json_end_object(j);
  j->compact = false;
}

static void write_revision(tp_json *j, const char *key, const char *dir,
                           const tp_revision *r) {
  tp_json_object(j, key);
  tp_json_text(j, "folder", dir);
  tp_json_text(j, "stopped", r->stopped);
  tp_json_uint(j, "covered", r->total[TP_GOAL_REACHED]);
  tp_json_uint(j, "infeasible", r->total[TP_GOAL_DEAD]);
  tp_json_uint(j, "unknown", r->total[TP_GOAL_UNKNOWN]);
  tp_json_end_object(j);
}

void tp_diff_json(const tp_diff *d, tp_str *out) {
  tp_json j;
  tp_json_init(&j, out);
  tp_json_object(&j, NULL);
  tp_json_uint(&j, "schema", 1);
  write_revision(&j, "old", d->old_dir, &d->old);
  write_revision(&j, "new", d->new_dir, &d->new);
  tp_json_bool(&j, "worse", tp_diff_is_worse(d));
  tp_json_object(&j, "counts");
  for (int i = 0; i < TP_CHANGE_KINDS; i++)
    tp_json_uint(&j, tp_change_name((tp_change_kind)i), d->count[i]);
  tp_json_end_object(&j);
  tp_json_array(&j, "not_compared");
  for (int i = 0; i < TP_GOAL_LISTS; i++)
    if (d->is_left_out[i])
      tp_json_text(&j, NULL, tp_goal_list_name((tp_goal_list)i));
  tp_json_end_array(&j);
  tp_json_array(&j, "change");
  for (uint32_t i = 0; i < d->changes.n; i++)
    write_change(&j, &d->changes.at[i]);
  tp_json_end_array(&j);
  tp_json_end_object(&j);
  tp_str_addc(out, '\n');
}

/* ---- HTML ---------------------------------------------------------------- */

static void add_escaped(tp_str *out, const char *text) {
  for (; *text; text++) {
    if (*text == '<')
      tp_str_add(out, "&lt;");
    else if (*text == '>')
      tp_str_add(out, "&gt;");
    else if (*text == '&')
      tp_str_add(out, "&amp;");
    else if (*text == '"')
      tp_str_add(out, "&quot;");
    else
      tp_str_addc(out, *text);
  }
}

static void add_cell(tp_str *out, tp_str *text) {
  tp_str_add(out, "<td>");
  add_escaped(out, tp_str_text(text));
  tp_str_add(out, "</td>");
  VEC_CLEAR(text);
}

static void add_row(tp_str *out, const tp_change *c, tp_str *cell) {
  static const char *const classes[] = {"bad", "bad",  "open",
                                        "bad", "good", "good"};
  tp_str_addf(out, "<tr class=\"%s\">", classes[c->kind]);
  tp_str_add(cell, tp_change_name((tp_change_kind)c->kind));
  add_cell(out, cell);
  add_place(cell, shown(c));
  add_cell(out, cell);
  tp_goal_words(shown(c), cell);
  add_cell(out, cell);
  add_story(cell, c);
  add_cell(out, cell);
  tp_str_add(out, "</tr>\n");
}

void tp_diff_html(const tp_diff *d, tp_str *out) {
  tp_str text = {0};
  tp_str_add(
      out,
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<title>tp2ph diff</title>\n<style>body{font:15px/1.45 sans-serif;"
      "margin:2em;color:#222;background:#fff}table{border-collapse:collapse}"
      "td,th{text-align:left;vertical-align:top;padding:.25em .8em;"
      "border-bottom:1px solid #ddd}.bad td:first-child{color:#b00020;"
      "font-weight:600}.open td:first-child{color:#8a6100;font-weight:600}"
      ".good td:first-child{color:#18692c;font-weight:600}</style></head>"
      "<body>\n<h1>");
  tp_str_addf(&text, "%s -> %s", d->old_dir, d->new_dir);
  add_escaped(out, text.at);
  tp_str_add(out, "</h1>\n<pre>");
  VEC_CLEAR(&text);
  add_totals(&text, "old", &d->old);
  add_totals(&text, "new", &d->new);
  add_left_out(&text, d);
  add_escaped(out, text.at);
  tp_str_add(out, "</pre>\n");
  VEC_CLEAR(&text);
  if (d->changes.n)
    tp_str_add(out, "<table><tr><th>change</th><th>place</th><th>what</th>"
                    "<th>before, and why</th></tr>\n");
  for (uint32_t i = 0; i < d->changes.n; i++)
    add_row(out, &d->changes.at[i], &text);
  tp_str_add(out,
             d->changes.n ? "</table>\n" : "<p>Nothing has changed.</p>\n");
  tp_str_add(out, "</body></html>\n");
  tp_str_free(&text);
}
