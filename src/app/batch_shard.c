/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which programs of the list are this process's: all, one, or a part.
 *
 * Parts take about as long each: programs are dealt out from the longest to the
 * shortest, each to the part that has least to do so far. How long they take is
 * known from the batch.json of an earlier run in the output folder; those that
 * are not in it count as an average one. All parts should see the same file.
 */
#include "app/batch.h"
#include "base/json_members.h"

#include "base/file.h"

#include <stdlib.h>

typedef tp_json_reader reader;

typedef struct times {
  tp_names *names;
  VEC(double) seconds; /* by name; below 0: not known */
} times;

/* ---- earlier times ------------------------------------------------------- */

typedef struct program_time {
  char *name;
  double seconds;
} program_time;

static int read_field(reader *r, const char *name, void *state) {
  program_time *t = state;
  if (strcmp(name, "name") == 0 && !t->name)
    return tp_json_read_text(r, &t->name);
  if (strcmp(name, "seconds") == 0)
    return tp_json_double(r, &t->seconds);
  return tp_json_skip(r);
}

static int read_program(reader *r, void *state) {
  times *t = state;
  program_time one = {0};
  int rc = tp_json_read_object(r, read_field, &one);
  if (rc == 0 && one.name) {
    tp_name id = tp_names_id(t->names, one.name, strlen(one.name));
    while (t->seconds.n <= id)
      VEC_PUSH(&t->seconds, -1.0);
    t->seconds.at[id] = one.seconds;
  }
  tp_free(one.name);
  return rc;
}

static int read_whole(reader *r, const char *name, void *state) {
  return strcmp(name, "programs") == 0
             ? tp_json_read_array(r, read_program, state)
             : tp_json_skip(r);
}

/* What can't be read is not known. */
static void read_times(times *t, const char *dir) {
  tp_str path = {0};
  tp_diag diag = {0};
  reader r;
  tp_file_join(&path, dir, "batch.json");
  if (tp_file_exists(path.at) && tp_json_open(&r, path.at, &diag) == 0) {
    tp_json_read_object(&r, read_whole, t);
    tp_json_close(&r);
  }
  tp_diag_free(&diag);
  tp_str_free(&path);
}

/* ---- dealing out --------------------------------------------------------- */

typedef struct load {
  double seconds;
  uint32_t program;
} load;

/* The longest first, else as listed. */
static int by_seconds(const void *p, const void *q) {
  const load *a = p, *b = q;
  if (a->seconds != b->seconds)
    return a->seconds > b->seconds ? -1 : 1;
  return a->program < b->program ? -1 : a->program > b->program;
}

static void weigh(load *out, const tp_batch *batch, const char *dir) {
  times t = {.names = tp_names_new()};
  double sum = 0;
  uint32_t n_known = 0;
  read_times(&t, dir);
  for (uint32_t i = 0; i < batch->programs.n; i++) {
    const char *name = batch->programs.at[i].name;
    tp_name id = tp_names_find(t.names, name, strlen(name));
    out[i] = (load){id && id < t.seconds.n ? t.seconds.at[id] : -1, i};
    sum += out[i].seconds > 0 ? out[i].seconds : 0;
    n_known += out[i].seconds > 0;
  }
  for (uint32_t i = 0; i < batch->programs.n; i++)
    if (out[i].seconds <= 0)
      out[i].seconds = n_known ? sum / n_known : 1;
  tp_names_free(t.names);
  VEC_FREE(&t.seconds);
}

static void deal_out(tp_batch *batch, uint32_t part, uint32_t parts,
                     const char *dir) {
  load *loads = TP_NEW_ARRAY(load, batch->programs.n + 1);
  double *busy = TP_NEW_ARRAY(double, parts);
  weigh(loads, batch, dir);
  qsort(loads, batch->programs.n, sizeof *loads, by_seconds);
  for (uint32_t i = 0; i < batch->programs.n; i++) {
    uint32_t least = 0;
    for (uint32_t k = 1; k < parts; k++)
      if (busy[k] < busy[least])
        least = k;
    busy[least] += loads[i].seconds;
    batch->programs.at[loads[i].program].is_elsewhere = least + 1 != part;
  }
  tp_free(loads);
  tp_free(busy);
}

int tp_batch_choose(tp_batch *batch, const tp_options *o, tp_diag *diag) {
  uint32_t part, parts;
  if (o->shard && o->index)
    return tp_diag_set(diag, TP_USAGE,
                       "options '--shard' and '--index' exclude each other");
  if (o->shard) {
    if (!tp_parse_shard(&part, &parts, o->shard))
      return tp_diag_set(diag, TP_USAGE,
                         "option '--shard': '%s' is not K/N with K from 1 to N",
                         o->shard);
    deal_out(batch, part, parts, o->output);
  }
  if (o->index > batch->programs.n)
    return tp_diag_set(diag, TP_USAGE,
                       "option '--index': there is no program %llu, only %u",
                       (unsigned long long)o->index, batch->programs.n);
  for (uint32_t i = 0; o->index && i < batch->programs.n; i++)
    batch->programs.at[i].is_elsewhere = i + 1 != o->index;
  return 0;
}

void tp_batch_part(const tp_options *o, tp_str *out) {
  uint32_t part = 0, parts = 0;
  if (o->shard && tp_parse_shard(&part, &parts, o->shard))
    tp_str_addf(out, "batch-%u-of-%u", part, parts);
  else if (o->index)
    tp_str_addf(out, "batch-i%llu", (unsigned long long)o->index);
  else
    tp_str_add(out, "batch");
}
