/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tp2ph merge DIR... -o DIR: results of shards, of array jobs or of single runs
 * as those of one batch.
 *
 * Of each DIR the results of parts are read, batch-*.json, or else batch.json,
 * which beside parts is that of an earlier merge; one without any that has a
 * report.json is a single program. What two of them have under one name must be
 * results of one program, which its fingerprint tells; the better one is kept.
 */
#include "app/app.h"
#include "app/batch.h"
#include "app/merge_parts.h"
#include "base/json_members.h"
#include "app/print.h"
#include "app/units.h"
#include "base/file.h"
#include "base/proc.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

typedef tp_json_reader reader;

typedef struct merger {
  const tp_options *options;
  tp_batch batch;
  tp_texts homes;  /* by program: the folder that holds its own */
  const char *dir; /* that is read now */
  tp_diag *diag;
} merger;

/* ---- reading ------------------------------------------------------------- */

static int read_text_into(reader *r, void *texts) {
  char *text = NULL;
  int rc = tp_json_read_text(r, &text);
  if (rc == 0 && text)
    VEC_PUSH((tp_texts *)texts, text);
  return rc;
}

/* The names of statuses are those of batch_report.c. */
static int read_field(reader *r, const char *name, void *state) {
  tp_batch_program *p = state;
  char *status = NULL;
  if (strcmp(name, "name") == 0 && !p->name)
    return tp_json_read_text(r, &p->name);
  if (strcmp(name, "files") == 0)
    return tp_json_read_array(r, read_text_into, &p->files);
  if (strcmp(name, "flags") == 0)
    return tp_json_read_array(r, read_text_into, &p->flags);
  if (strcmp(name, "folder") == 0 && !p->dir)
    return tp_json_read_text(r, &p->dir);
  if (strcmp(name, "message") == 0 && !p->message)
    return tp_json_read_text(r, &p->message);
  if (strcmp(name, "seconds") == 0)
    return tp_json_double(r, &p->counts.seconds);
  if (strcmp(name, "exit") == 0 && tp_json_peek(r) != 'n') {
    uint32_t exit_status = 0;
    int rc = tp_json_number(r, &exit_status);
    p->status = (int)exit_status;
    p->state = TP_BATCH_ENDED;
    return rc;
  }
  if (strcmp(name, "status") != 0)
    return tp_json_skip(r);
  int rc = tp_json_read_text(r, &status);
  if (rc == 0 && status && strcmp(status, "killed") == 0) {
    p->state = TP_BATCH_ENDED;
    p->status = -1;
  }
  tp_free(status);
  return rc;
}

/* Smaller is better. */
static uint64_t rank_of(const tp_batch_program *p) {
  if (p->state != TP_BATCH_ENDED)
    return UINT64_MAX;
  return p->counts.is_known ? p->counts.unknown : UINT64_MAX - 1;
}

static void swap(tp_batch_program *a, tp_batch_program *b) {
  tp_batch_program c = *a;
  *a = *b;
  *b = c;
}

static int refuse(const merger *m, const tp_batch_program *p,
                  const char *home) {
  return tp_diag_set(m->diag, TP_REFUSED,
                     "'%s' in '%s' and in '%s' are results of different "
                     "programs",
                     p->name, home, m->dir);
}

/* Takes the program, or frees what is worse. */
static int add(merger *m, tp_batch_program *p, const char *home) {
  int rc = 0;
  for (uint32_t i = 0; i < m->batch.programs.n; i++) {
    tp_batch_program *old = &m->batch.programs.at[i];
    if (strcmp(old->name, p->name) != 0)
      continue;
    bool differs = old->fingerprint && p->fingerprint &&
                   strcmp(old->fingerprint, p->fingerprint) != 0;
    if (differs)
      rc = refuse(m, p, m->homes.at[i]);
    else if (rank_of(p) < rank_of(old)) {
      swap(old, p);
      tp_free(m->homes.at[i]);
      m->homes.at[i] = tp_strdup(home);
    }
    tp_batch_program_free(p);
    return rc;
  }
  VEC_PUSH(&m->batch.programs, *p);
  VEC_PUSH(&m->homes, tp_strdup(home));
  return 0;
}

static int read_program(reader *r, void *state) {
  merger *m = state;
  tp_batch_program p = {.words = -1};
  tp_str home = {0}, report = {0};
  int rc = tp_json_read_object(r, read_field, &p);
  if (rc == 0 && p.name) {
    tp_file_join(&home, m->dir, p.name);
    tp_file_join(&report, home.at, "report.json");
    if (p.state == TP_BATCH_ENDED && tp_file_exists(report.at))
      tp_batch_read_report(&p, report.at);
    rc = add(m, &p, home.at);
  } else {
    tp_batch_program_free(&p);
  }
  tp_str_free(&home);
  tp_str_free(&report);
  return rc;
}

static int read_whole(reader *r, const char *name, void *state) {
  return strcmp(name, "programs") == 0
             ? tp_json_read_array(r, read_program, state)
             : tp_json_skip(r);
}

static int read_batch(merger *m, const char *name) {
  tp_str path = {0};
  reader r;
  tp_file_join(&path, m->dir, name);
  int rc = tp_json_open(&r, path.at, m->diag);
  if (rc == 0) {
    rc = tp_json_read_object(&r, read_whole, m);
    tp_json_close(&r);
  }
  tp_str_free(&path);
  return rc;
}

/* A single run. */
static int read_run(merger *m) {
  tp_batch_program p = {.words = -1, .state = TP_BATCH_ENDED};
  tp_str report = {0};
  char *full = realpath(m->dir, NULL);
  const char *slash = full ? strrchr(full, '/') : NULL;
  p.name = tp_strdup(slash && slash[1] ? slash + 1 : "program");
  free(full);
  tp_file_join(&report, m->dir, "report.json");
  int rc = tp_batch_read_report(&p, report.at);
  tp_str_free(&report);
  if (rc != 0) {
    tp_batch_program_free(&p);
    return tp_diag_set(m->diag, TP_REFUSED, "cannot read '%s/report.json'",
                       m->dir);
  }
  bool is_done = p.counts.unknown == 0 && p.counts.findings == 0;
  p.status = is_done ? TP_OK : TP_INCOMPLETE;
  return add(m, &p, m->dir);
}

static bool is_part(const char *name) {
  size_t n = strlen(name);
  return tp_text_starts(name, "batch-") && strcmp(name + n - 5, ".json") == 0;
}

static int by_name(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

/* A part that has not ended, or whose machine is gone, is told: what is merged
 * is not all. */
static void note_missing(merger *m, uint32_t parts) {
  tp_str path = {0};
  for (uint32_t k = 1; k <= parts; k++) {
    VEC_CLEAR(&path);
    tp_str_addf(&path, "%s/batch-%u-of-%u.json", m->dir, k, parts);
    if (tp_file_exists(path.at))
      continue;
    fprintf(stderr, "tp2ph: warning: '%s' is missing: part %u has not ended\n",
            path.at, k);
    m->batch.was_stopped = true;
  }
  tp_str_free(&path);
}

static void note_missing_of(merger *m, const tp_texts *names) {
  uint32_t before = 0;
  for (uint32_t i = 0; i < names->n; i++) {
    unsigned part, parts;
    if (sscanf(names->at[i], "batch-%u-of-%u.json", &part, &parts) == 2 &&
        parts != before) {
      note_missing(m, parts);
      before = parts;
    }
  }
}

static int read_parts(merger *m, const tp_texts *names) {
  int rc = 0;
  for (uint32_t i = 0; i < names->n && rc == 0; i++)
    rc = read_batch(m, names->at[i]);
  note_missing_of(m, names);
  return rc;
}

static bool has(const merger *m, const char *name) {
  tp_str path = {0};
  bool is_there = tp_file_exists(tp_file_join(&path, m->dir, name));
  tp_str_free(&path);
  return is_there;
}

static int read_folder(merger *m, const char *path) {
  tp_texts parts = {0};
  DIR *dir = opendir(path);
  int rc;
  m->dir = path;
  if (!dir)
    return tp_diag_set(m->diag, TP_REFUSED, "cannot read the folder '%s'",
                       path);
  for (struct dirent *e; (e = readdir(dir));)
    if (is_part(e->d_name))
      VEC_PUSH(&parts, tp_strdup(e->d_name));
  closedir(dir);
  if (parts.n) {
    qsort(parts.at, parts.n, sizeof *parts.at, by_name);
    rc = read_parts(m, &parts);
  } else if (has(m, "batch.json")) {
    rc = read_batch(m, "batch.json");
  } else if (has(m, "report.json")) {
    rc = read_run(m);
  } else {
    rc = tp_diag_set(m->diag, TP_REFUSED,
                     "'%s' has neither batch.json nor report.json", path);
  }
  for (uint32_t i = 0; i < parts.n; i++)
    tp_free(parts.at[i]);
  VEC_FREE(&parts);
  return rc;
}

/* ---- writing ------------------------------------------------------------- */

static bool is_same_folder(const char *a, const char *b) {
  struct stat x, y;
  return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev &&
         x.st_ino == y.st_ino;
}

static int copy_folder(const char *from, const char *to, tp_diag *diag) {
  const char *const argv[] = {"cp", "-R", "-p", "--", from, to, NULL};
  tp_proc_limits limits = {0};
  tp_proc_result out = {0};
  if (is_same_folder(from, to) || !tp_file_exists(from))
    return 0;
  tp_file_remove_tree(to);
  int rc = tp_proc_run(&out, argv, NULL, NULL, &limits, diag);
  if (rc == 0 && (out.exit_code || out.signal || out.timed_out))
    rc = tp_diag_set(diag, TP_ENVIRONMENT, "cannot copy '%s': %s", from,
                     tp_str_text(&out.err));
  tp_proc_result_free(&out);
  return rc;
}

static int write_to(const merger *m, const char *name,
                    void (*write)(const tp_batch *batch, tp_str *out)) {
  tp_str path = {0}, text = {0};
  write(&m->batch, &text);
  tp_file_join(&path, m->options->output, name);
  int rc = tp_file_write(path.at, text.at, text.n, m->diag);
  tp_str_free(&path);
  tp_str_free(&text);
  return rc;
}

static int write_all(const merger *m) {
  int rc = tp_file_make_dirs(m->options->output, m->diag);
  tp_str path = {0};
  for (uint32_t i = 0; rc == 0 && i < m->batch.programs.n; i++) {
    tp_file_join(&path, m->options->output, m->batch.programs.at[i].name);
    rc = copy_folder(m->homes.at[i], path.at, m->diag);
  }
  if (rc == 0)
    rc = write_to(m, "batch.json", tp_batch_json);
  if (rc == 0)
    rc = write_to(m, "summary.txt", tp_batch_table);
  if (rc == 0)
    rc = write_to(m, "junit.xml", tp_batch_junit);
  if (rc == 0)
    rc = write_to(m, "index.html", tp_batch_html);
  tp_str_free(&path);
  return rc;
}

static int print_table(const merger *m) {
  tp_str table = {0};
  tp_batch_table(&m->batch, &table);
  int rc = m->options->is_quiet ? 0 : tp_print(table.at, m->diag);
  tp_str_free(&table);
  return rc;
}

int tp_app_merge(const tp_options *options, tp_diag *diag) {
  if (options->names.n && tp_units_is_folder(options->names.at[0]))
    return tp_units_merge(options, diag);
  merger m = {.options = options, .diag = diag};
  int rc = 0;
  if (tp_merge_is_part(options->names.at[0]))
    return tp_merge_parts(options, diag);
  for (uint32_t i = 0; rc == 0 && i < options->names.n; i++)
    rc = read_folder(&m, options->names.at[i]);
  for (uint32_t i = 0; i < m.batch.programs.n; i++)
    m.batch.seconds += m.batch.programs.at[i].counts.seconds;
  if (rc == 0)
    rc = write_all(&m);
  if (rc == 0)
    rc = print_table(&m);
  if (rc == 0)
    diag->status = tp_batch_status(&m.batch);
  for (uint32_t i = 0; i < m.homes.n; i++)
    tp_free(m.homes.at[i]);
  VEC_FREE(&m.homes);
  tp_batch_free(&m.batch);
  return rc;
}
