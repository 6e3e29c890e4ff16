/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tp2ph merge of shards of one program (tp2ph --shard K/N FILE.c): the command
 * that made them is run once more, in its folder, with --from for each of them.
 * It runs their tests, believes their proofs, and writes the report of the
 * whole; nothing is searched for.
 */
#include "app/merge_parts.h"

#include "app/replay_report.h"
#include "base/file.h"
#include "base/json_members.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef tp_json_reader reader;

/* What a shard says of itself. */
typedef struct part {
  char *shard, *folder; /* NULL: it is none */
  tp_texts command;
} part;

static int read_word(reader *r, void *texts) {
  char *text = NULL;
  int rc = tp_json_read_text(r, &text);
  if (rc == 0 && text)
    VEC_PUSH((tp_texts *)texts, text);
  return rc;
}

static int read_field(reader *r, const char *name, void *state) {
  part *p = state;
  if (strcmp(name, "shard") == 0 && !p->shard)
    return tp_json_read_text(r, &p->shard);
  if (strcmp(name, "started_in") == 0 && !p->folder)
    return tp_json_read_text(r, &p->folder);
  if (strcmp(name, "command") == 0)
    return tp_json_read_array(r, read_word, &p->command);
  return tp_json_skip(r);
}

static void free_part(part *p) {
  tp_free(p->shard);
  tp_free(p->folder);
  for (uint32_t i = 0; i < p->command.n; i++)
    tp_free(p->command.at[i]);
  VEC_FREE(&p->command);
}

/* What can't be read is no shard: merge says why. */
static void read_part(part *out, const char *dir) {
  tp_str path = {0};
  tp_diag diag = {0};
  reader r;
  *out = (part){0};
  tp_file_join(&path, dir, "report.json");
  if (tp_file_exists(path.at) && tp_json_open(&r, path.at, &diag) == 0) {
    tp_json_read_object(&r, read_field, out);
    tp_json_close(&r);
  }
  tp_diag_free(&diag);
  tp_str_free(&path);
}

bool tp_merge_is_part(const char *dir) {
  part p;
  read_part(&p, dir);
  bool is = p.shard != NULL;
  free_part(&p);
  return is;
}

static bool is_same(const part *a, const part *b) {
  if (a->command.n != b->command.n || !a->folder || !b->folder ||
      strcmp(a->folder, b->folder) != 0)
    return false;
  for (uint32_t i = 0; i < a->command.n; i++)
    if (strcmp(a->command.at[i], b->command.at[i]) != 0)
      return false;
  return true;
}

typedef VEC(part) part_list;

static int check_parts(const part_list *parts, const tp_options *o,
                       tp_diag *diag) {
  uint32_t number, of = 0, n;
  for (uint32_t i = 0; i < parts->n; i++) {
    const char *shard = parts->at[i].shard;
    if (!shard || !tp_parse_shard(&number, &n, shard))
      return tp_diag_set(diag, TP_REFUSED, "'%s' is no shard of a program",
                         o->names.at[i]);
    if (!is_same(&parts->at[0], &parts->at[i]) || (of && n != of))
      return tp_diag_set(diag, TP_REFUSED,
                         "'%s' and '%s' were made by other commands",
                         o->names.at[0], o->names.at[i]);
    of = n;
  }
  return 0;
}

/* A part that is missing leaves branches unknown. */
static void note_missing(const part_list *parts) {
  uint32_t other, n = 0, at;
  tp_parse_shard(&other, &n, parts->at[0].shard);
  for (uint32_t k = 1; k <= n; k++) {
    bool is_there = false;
    for (uint32_t i = 0; i < parts->n && !is_there; i++)
      is_there = tp_parse_shard(&at, &other, parts->at[i].shard) && at == k;
    if (!is_there)
      fprintf(stderr, "tp2ph: warning: part %u of %u is missing\n", k, n);
  }
}

static void add_path(tp_option_words *argv, const char *option,
                     const char *path) {
  char *full = realpath(path, NULL);
  VEC_PUSH(argv, tp_strdup(option));
  VEC_PUSH(argv, tp_strdup(full ? full : path));
  free(full);
}

/* tp2ph [COMMAND] -o OUT --from DIR .. WORDS */
static void write_command(tp_option_words *argv, const part *p,
                          const tp_options *o) {
  bool is_audit = p->command.n && strcmp(p->command.at[0], "audit") == 0;
  VEC_PUSH(argv, tp_strdup("tp2ph"));
  if (is_audit)
    VEC_PUSH(argv, tp_strdup("audit"));
  add_path(argv, "-o", o->output);
  for (uint32_t i = 0; i < o->names.n; i++)
    add_path(argv, "--from", o->names.at[i]);
  if (o->is_quiet)
    VEC_PUSH(argv, tp_strdup("-q"));
  for (uint32_t i = is_audit; i < p->command.n; i++)
    if (!o->is_quiet || strcmp(p->command.at[i], "--quiet") != 0)
      VEC_PUSH(argv, tp_strdup(p->command.at[i]));
  VEC_PUSH(argv, NULL);
}

static int run_command(const part *p, const tp_options *o, tp_diag *diag) {
  tp_option_words argv = {0};
  int rc = tp_file_make_dirs(o->output, diag);
  write_command(&argv, p, o);
  if (rc == 0 && chdir(p->folder) == 0)
    execv("/proc/self/exe", argv.at);
  if (rc == 0)
    rc = tp_diag_set(diag, TP_ENVIRONMENT, "cannot run tp2ph in '%s': %s",
                     p->folder, strerror(errno));
  for (uint32_t i = 0; i < argv.n; i++)
    tp_free(argv.at[i]);
  VEC_FREE(&argv);
  return rc;
}

int tp_merge_parts(const tp_options *o, tp_diag *diag) {
  part_list parts = {0};
  for (uint32_t i = 0; i < o->names.n; i++) {
    part p;
    read_part(&p, o->names.at[i]);
    VEC_PUSH(&parts, p);
  }
  int rc = check_parts(&parts, o, diag);
  if (rc == 0) {
    note_missing(&parts);
    rc = run_command(&parts.at[0], o, diag);
  }
  for (uint32_t i = 0; i < parts.n; i++)
    free_part(&parts.at[i]);
  VEC_FREE(&parts);
  return rc;
}
