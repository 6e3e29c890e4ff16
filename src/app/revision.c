/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading report.json for its goals: the lists that are known, in whatever
 * order they come, all other members passed over. A limit names a branch by its
 * id, so branches are kept by id until the end.
 */
#include "app/revision.h"

#include "base/json_members.h"
#include "base/file.h"
#include "base/map.h"

const char *tp_goal_list_name(tp_goal_list list) {
  static const char *const names[] = {"branch", "bin",  "limit",   "rule",
                                      "check",  "mcdc", "findings"};
  return names[list];
}

const char *tp_goal_state_name(tp_goal_state state) {
  static const char *const names[] = {"absent",  "reached", "dead",
                                      "unknown", "fine",    "found"};
  return names[state];
}

static tp_goal_state state_of(const char *verdict) {
  static const struct {
    const char *name;
    tp_goal_state state;
  } words[] = {{"covered", TP_GOAL_REACHED}, {"reached", TP_GOAL_REACHED},
               {"infeasible", TP_GOAL_DEAD}, {"dead", TP_GOAL_DEAD},
               {"holds", TP_GOAL_FINE},      {"safe", TP_GOAL_FINE},
               {"violated", TP_GOAL_FOUND}};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (verdict && strcmp(verdict, words[i].name) == 0)
      return words[i].state;
  return TP_GOAL_UNKNOWN;
}

/* ---- one goal ------------------------------------------------------------ */

typedef struct entry {
  tp_goal goal;
  char *verdict, *kind, *signal, *name, *edge, *rule, *of;
  char *proof, *reason, *message;
  uint32_t id, number, branch;
} entry;

static int entry_member(tp_json_reader *r, const char *name, void *to) {
  entry *e = to;
  const tp_json_member members[] = {{"function", &e->goal.function, NULL},
                                    {"text", &e->goal.text, NULL},
                                    {"side", &e->goal.side, NULL},
                                    {"label", &e->goal.label, NULL},
                                    {"file", &e->goal.file, NULL},
                                    {"what", &e->goal.what, NULL},
                                    {"verdict", &e->verdict, NULL},
                                    {"kind", &e->kind, NULL},
                                    {"signal", &e->signal, NULL},
                                    {"name", &e->name, NULL},
                                    {"edge", &e->edge, NULL},
                                    {"of", &e->of, NULL},
                                    {"proof", &e->proof, NULL},
                                    {"reason", &e->reason, NULL},
                                    {"message", &e->message, NULL},
                                    {"line", NULL, &e->goal.line},
                                    {"column", NULL, &e->goal.column},
                                    {"test", NULL, &e->goal.test},
                                    {"number", NULL, &e->number},
                                    {"branch", NULL, &e->branch},
                                    {NULL, NULL, NULL}};
  if (strcmp(name, "id") == 0) /* of a rule it is a text */
    return tp_json_peek(r) == '"' ? tp_json_read_text(r, &e->rule)
                                  : tp_json_read_number(r, &e->id);
  return tp_json_read_member(r, name, members);
}

static char *take(char **text) {
  char *out = *text;
  *text = NULL;
  return out;
}

/* What a finding, a bin, a rule is known by. */
static void name_goal(entry *e, tp_goal_list list) {
  tp_str text = {0};
  tp_goal *g = &e->goal;
  if (list == TP_GOAL_FINDING)
    tp_str_addf(&text, "%s%s%s", e->kind ? e->kind : "finding",
                e->signal ? " " : "", e->signal ? e->signal : "");
  else if (list == TP_GOAL_BIN)
    tp_str_addf(&text, "%s bin %u", e->kind ? e->kind : "", e->number);
  else if (list == TP_GOAL_RULE)
    tp_str_addf(&text, "%s %s", e->rule ? e->rule : "", e->name ? e->name : "");
  if (text.n) {
    tp_free(g->text);
    g->text = text.at;
  }
  if (list == TP_GOAL_CHECK && !g->side)
    g->side = take(&e->kind);
  if (list == TP_GOAL_MCDC && !g->side)
    g->side = take(&e->of);
}

static void free_entry(entry *e) {
  char *texts[] = {e->verdict, e->kind,  e->signal, e->name,    e->edge,
                   e->rule,    e->proof, e->reason, e->message, e->of};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    tp_free(texts[i]);
}

void tp_goal_free(tp_goal *g) {
  tp_free(g->function);
  tp_free(g->text);
  tp_free(g->side);
  tp_free(g->label);
  tp_free(g->file);
  tp_free(g->what);
  tp_free(g->why);
}

/* ---- lists --------------------------------------------------------------- */

typedef struct reading {
  tp_revision *out;
  tp_goal_list list;
  uint32_t n;   /* entries of the list so far */
  tp_map by_id; /* branch -> index of its goal */
} reading;

/* The branch that a limit is about says where it lies and what it compares. */
static void take_branch(reading *w, entry *e) {
  const uint32_t *slot = tp_map_get(&w->by_id, e->branch);
  const tp_goal *b = slot ? &w->out->goals.at[*slot] : NULL;
  tp_str side = {0};
  if (!b)
    return;
  tp_goal_free(&e->goal);
  e->goal.function = b->function ? tp_strdup(b->function) : NULL;
  e->goal.text = tp_strdup(b->text);
  e->goal.file = b->file ? tp_strdup(b->file) : NULL;
  e->goal.line = b->line;
  e->goal.column = b->column;
  tp_str_addf(&side, "%s, %s", b->side ? b->side : "", e->edge ? e->edge : "");
  e->goal.side = side.at;
}

static void add_entry(reading *w, entry *e) {
  tp_goal *g = &e->goal;
  bool is_new;
  if (w->list == TP_GOAL_LIMIT)
    take_branch(w, e);
  name_goal(e, w->list);
  g->list = (uint8_t)w->list;
  g->id = w->list == TP_GOAL_BRANCH ? e->id : w->n;
  w->n++;
  g->state = (uint8_t)(w->list == TP_GOAL_FINDING ? TP_GOAL_FOUND
                                                  : state_of(e->verdict));
  char **why = e->proof ? &e->proof : e->reason ? &e->reason : &e->message;
  tp_free(g->why);
  g->why = take(why);
  if (w->list == TP_GOAL_BRANCH) {
    *tp_map_put(&w->by_id, e->id, &is_new) = w->out->goals.n;
    w->out->total[g->state]++;
  }
  VEC_PUSH(&w->out->goals, *g);
}

static int read_entry(tp_json_reader *r, void *to) {
  reading *w = to;
  entry e = {0};
  uint32_t begin = r->at;
  int rc = tp_json_read_object(r, entry_member, &e);
  if (rc == 0 && w->list == TP_GOAL_BRANCH && (!e.goal.text || !e.goal.side))
    rc = tp_json_fail(r, begin, "this is no branch");
  if (rc == 0)
    add_entry(w, &e);
  else
    tp_goal_free(&e.goal);
  free_entry(&e);
  return rc;
}

static int report_member(tp_json_reader *r, const char *name, void *to) {
  reading *w = to;
  for (int i = 0; i < TP_GOAL_LISTS; i++)
    if (strcmp(name, tp_goal_list_name((tp_goal_list)i)) == 0) {
      w->list = (tp_goal_list)i;
      w->n = 0;
      w->out->has_list[i] = true;
      return tp_json_read_array(r, read_entry, w);
    }
  if (strcmp(name, "stopped") == 0)
    return tp_json_read_text(r, &w->out->stopped);
  return tp_json_skip(r);
}

/* ---- the whole ----------------------------------------------------------- */

const char *tp_goal_key(const tp_goal *g, tp_str *out) {
  VEC_CLEAR(out);
  tp_str_addf(out, "%u\x1f%s\x1f%s\x1f%s", g->list,
              g->function ? g->function : "", g->text ? g->text : "",
              g->side ? g->side : "");
  return out->at;
}

void tp_goal_words(const tp_goal *g, tp_str *out) {
  if (g->function)
    tp_str_addf(out, "%s: ", g->function);
  tp_str_add(out, g->text ? g->text : "?");
  if (g->side)
    tp_str_addf(out, "  [%s]", g->label ? g->label : g->side);
}

/* Say which of several with the same words each is. */
static void number_goals(tp_revision *r) {
  tp_names *keys = tp_names_new();
  tp_vec_u32 count = {0};
  tp_str key = {0};
  for (uint32_t i = 0; i < r->goals.n; i++) {
    tp_goal_key(&r->goals.at[i], &key);
    tp_name id = tp_names_id(keys, key.at, key.n);
    if (id >= count.n)
      VEC_RESIZE(&count, id + 1);
    r->goals.at[i].place = ++count.at[id];
  }
  VEC_FREE(&count);
  tp_str_free(&key);
  tp_names_free(keys);
}

static int read_all(tp_revision *out, tp_json_reader *r, tp_diag *diag) {
  reading w = {.out = out};
  int rc = tp_json_read_object(r, report_member, &w);
  if (rc == 0)
    rc = tp_json_finish(r);
  if (rc == 0 && !out->has_list[TP_GOAL_BRANCH])
    rc = tp_diag_set(diag, TP_REFUSED,
                     "'%s' lists no branches: was it written by tp2ph?",
                     r->path);
  if (rc == 0)
    number_goals(out);
  tp_map_free(&w.by_id);
  return rc;
}

int tp_revision_parse(tp_revision *out, tp_str *text, tp_diag *diag) {
  tp_json_reader r = {.path = "report.json", .text = *text, .diag = diag};
  *text = (tp_str){0};
  *out = (tp_revision){0};
  int rc = read_all(out, &r, diag);
  tp_json_close(&r);
  return rc;
}

static int read_report(tp_revision *out, const char *path, tp_diag *diag) {
  tp_json_reader r;
  if (tp_json_open(&r, path, diag) != 0)
    return -1;
  int rc = read_all(out, &r, diag);
  tp_json_close(&r);
  return rc;
}

int tp_revision_read(tp_revision *out, const char *dir, tp_diag *diag) {
  tp_str path = {0};
  int rc;
  *out = (tp_revision){0};
  tp_file_join(&path, dir, "report.json");
  if (!tp_file_exists(dir))
    rc = tp_diag_set(diag, TP_ENVIRONMENT, "there is no folder '%s'", dir);
  else if (!tp_file_exists(path.at))
    rc = tp_diag_set(diag, TP_REFUSED,
                     "'%s' is no output folder of tp2ph: it has no report.json",
                     dir);
  else
    rc = read_report(out, path.at, diag);
  tp_str_free(&path);
  return rc;
}

void tp_revision_free(tp_revision *r) {
  for (uint32_t i = 0; i < r->goals.n; i++)
    tp_goal_free(&r->goals.at[i]);
  VEC_FREE(&r->goals);
  tp_free(r->stopped);
}
