/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What checks, and looking along a test, cost: for predict.py.
 *
 * usage: bench_predict RUNS predict [OPTIONS] --tests DIR FILE.c...
 * Prints, of each given test: processor seconds of a run with checks but
 * without symbolic analysis (of RUNS), of looking along it, and the solver's
 * calls for that; at last the bytes of the program as it was read and with its
 * checks. */
#include "app/given.h"
#include "app/predict.h"
#include "app/project.h"
#include "app/tell.h"
#include "base/file.h"
#include "search/rows.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

static double own_seconds(void) {
  struct rusage u;
  getrusage(RUSAGE_SELF, &u);
  return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
         (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-6;
}

/* Of a process and of what it waited for, from /proc; its parent in *parent. */
static double seconds_of(const char *pid, long *parent) {
  char path[64], line[1024];
  snprintf(path, sizeof path, "/proc/%.20s/stat", pid);
  FILE *f = fopen(path, "r");
  *parent = 0;
  if (!f)
    return 0;
  const char *rest = fgets(line, sizeof line, f) ? strrchr(line, ')') : NULL;
  long ticks[4] = {0};
  if (rest)
    sscanf(rest + 1,
           " %*c %ld %*d %*d %*d %*d %*u %*u %*u %*u %*u %ld %ld %ld %ld",
           parent, &ticks[0], &ticks[1], &ticks[2], &ticks[3]);
  fclose(f);
  return (double)(ticks[0] + ticks[1] + ticks[2] + ticks[3]) /
         (double)sysconf(_SC_CLK_TCK);
}

/* Ours, and of the processes below us. */
static double all_seconds(void) {
  double all = own_seconds();
  long below[64] = {getpid()}, parent;
  unsigned n = 1;
  for (unsigned round = 0; round < 3;
       round++) { /* they may come in any order */
    DIR *dir = opendir("/proc");
    for (struct dirent *e; dir && (e = readdir(dir));) {
      long pid = atol(e->d_name);
      double s = pid ? seconds_of(e->d_name, &parent) : 0;
      bool is_known = false, is_below = false;
      for (unsigned i = 0; i < n; i++) {
        is_known |= below[i] == pid;
        is_below |= below[i] == parent;
      }
      if (pid && is_below && !is_known && n < 64) {
        below[n++] = pid;
        all += s;
      }
    }
    closedir(dir);
  }
  return all;
}

static double run_blindly(const tp_rows *rows, const tp_row *row,
                          unsigned runs) {
  tp_seen seen = {0};
  double start = all_seconds();
  for (unsigned i = 0; i < runs; i++) {
    uint32_t inputs = rows->make(rows->state, row->at, row->n, 1);
    rows->look(rows->state, inputs, false, &seen);
    rows->drop(rows->state, inputs);
  }
  tp_seen_free(&seen);
  return (all_seconds() - start) / runs;
}

/* Of the program's text, without checks or with them. */
static unsigned count_bytes(const tp_project *s, bool has_checks) {
  unsigned n = 0;
  for (tp_unit_id u = 1; u < s->program->units.n; u++) {
    uint32_t size;
    tp_unit_written(&s->program->units.at[u], &size);
    n += has_checks ? s->program->units.at[u].size : size;
  }
  return n;
}

static void measure(tp_project *s, tp_resume *given, unsigned runs) {
  const tp_oracle *oracle = tp_engine_oracle(s->engine);
  uint32_t n = given->rows.n;
  for (uint32_t i = 0; i < n; i++) {
    tp_search search = {.project = s};
    tp_ledger_init(&search.ledger, s, &search.verdicts);
    double checks = run_blindly(oracle->rows, &given->rows.at[i], runs);
    uint64_t asked = tp_smt_get_counts(s->smt)->checks;
    double start = all_seconds();
    given->n_run = i;
    given->rows.n = i + 1; /* this one only */
    tp_predict_run(&search);
    printf("%s %.6f %.6f %llu\n", given->names.at[i], checks,
           all_seconds() - start,
           (unsigned long long)(tp_smt_get_counts(s->smt)->checks - asked));
    tp_search_free(&search);
  }
  given->rows.n = n;
  printf("bytes %u %u\n", count_bytes(s, false), count_bytes(s, true));
}

int main(int argc, char **argv) {
  tp_options o;
  tp_diag diag = {0};
  tp_project s;
  tp_resume given = {0};
  tp_str dir = {0};
  if (argc < 3 || tp_options_parse(&o, argc - 1, argv + 1, &diag) != 0 ||
      tp_file_temp_dir(&dir, &diag) != 0)
    return 2;
  tp_project_init(&s, &o);
  s.resume = &given;
  if (tp_given_read(&given, o.tests, &diag) == 0 &&
      tp_project_load(&s, &diag) == 0 && tp_project_graph(&s, &diag) == 0 &&
      tp_project_build(&s, &diag) == 0 && tp_project_engine(&s, &diag) == 0 &&
      tp_tell_new(&s.tell, &s, dir.at, &diag) == 0)
    measure(&s, &given, (unsigned)atoi(argv[1]));
  if (diag.message.n)
    tp_diag_print(&diag);
  tp_tell_free(s.tell);
  tp_project_free(&s);
  tp_resume_free(&given);
  tp_file_remove_tree(dir.at);
  tp_str_free(&dir);
  tp_options_free(&o);
  return diag.status;
}
