/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The journal of a batch: DIR/.tp2ph-NAME, a line for each program as it ends:
 *   KEY STATUS SIGNAL SECONDS NAME
 * A line is written by one write, so that a batch that is killed leaves whole
 * lines. What a program is run with is in its key: a program whose options or
 * files have changed has not ended.
 */
#include "app/batch.h"

#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void path_of(tp_str *out, const char *dir, const char *part) {
  VEC_CLEAR(out);
  tp_str_addf(out, "%s/.tp2ph-%s", dir, part);
}

int tp_batch_journal_open(const char *dir, const char *part, bool is_new,
                          tp_diag *diag) {
  tp_str path = {0};
  path_of(&path, dir, part);
  int fd = open(
      path.at,
      O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | (is_new ? O_TRUNC : 0), 0666);
  if (fd < 0)
    tp_diag_set(diag, TP_ENVIRONMENT, "cannot write '%s': %s", path.at,
                strerror(errno));
  tp_str_free(&path);
  return fd;
}

/* What can't be written is run again by --resume: no reason to stop. */
void tp_batch_journal_add(int journal, const tp_batch_program *p) {
  tp_str line = {0};
  tp_str_addf(&line, "%s %d %d %.3f %s\n", p->key, p->status, p->signal,
              p->counts.seconds, p->name);
  ssize_t written = write(journal, line.at, line.n);
  (void)written;
  tp_str_free(&line);
}

/* Those that the time or the machine has stopped go on. */
static bool is_final(int status) {
  return status == TP_OK || status == TP_INCOMPLETE || status == TP_USAGE ||
         status == TP_REFUSED;
}

static void take_line(tp_batch *batch, const char *dir, const char *line) {
  char key[65], name[256];
  int status, signal;
  double seconds;
  if (sscanf(line, "%64s %d %d %lf %255[^\n]", key, &status, &signal, &seconds,
             name) != 5 ||
      !is_final(status))
    return;
  for (uint32_t i = 0; i < batch->programs.n; i++) {
    tp_batch_program *p = &batch->programs.at[i];
    tp_str report = {0};
    if (p->is_elsewhere || strcmp(p->name, name) != 0 ||
        strcmp(p->key, key) != 0)
      continue;
    tp_str_addf(&report, "%s/%s/report.json", dir, p->name);
    bool has_report = status == TP_OK || status == TP_INCOMPLETE;
    if (!has_report || tp_batch_read_report(p, report.at) == 0) {
      p->state = TP_BATCH_ENDED;
      p->is_kept = true;
      p->status = status;
      p->counts.seconds = seconds;
    }
    tp_str_free(&report);
  }
}

void tp_batch_journal_read(tp_batch *batch, const char *dir, const char *part) {
  tp_str path = {0}, text = {0};
  tp_diag diag = {0};
  path_of(&path, dir, part);
  if (tp_file_exists(path.at) &&
      tp_file_read(&text, path.at, TP_REFUSED, &diag) == 0 && text.n) {
    char *rest = text.at;
    for (char *line; (line = strsep(&rest, "\n"));)
      if (rest) /* a last line without its end is not whole */
        take_line(batch, dir, line);
  }
  tp_diag_free(&diag);
  tp_str_free(&path);
  tp_str_free(&text);
}
