/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A batch on a terminal: below the lines of programs that have ended stands a
 * line for each that runs, and one for all. They are drawn anew in place; what
 * they say of a program is on its board, which the program writes itself.
 */
#include "app/batch.h"

#include "app/crew.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAUSE 0.2 /* seconds between two pictures */

void tp_batch_screen_init(tp_batch_screen *s, bool is_quiet, double deadline) {
  *s = (tp_batch_screen){.is_shown = !is_quiet && tp_progress_has_terminal(),
                         .started = tp_now(),
                         .deadline = deadline};
}

/* ---- boards -------------------------------------------------------------- */

int tp_batch_board_open(tp_batch_program *p) {
  size_t size = sizeof *p->board;
  int fd = memfd_create("board", MFD_CLOEXEC);
  void *at = MAP_FAILED;
  if (fd >= 0 && ftruncate(fd, (off_t)size) == 0)
    at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (at != MAP_FAILED) {
    p->board = at;
    p->rate = (tp_progress_rate){0};
  } else if (fd >= 0) {
    close(fd);
    fd = -1;
  }
  return fd;
}

void tp_batch_board_close(tp_batch_program *p) {
  if (p->board)
    munmap(p->board, sizeof *p->board);
  p->board = NULL;
}

/* ---- the picture --------------------------------------------------------- */

/* To the first line of the picture, and nothing is left of it. */
static void add_clear(tp_batch_screen *s, tp_str *out) {
  if (s->lines)
    tp_str_addf(out, "\r\033[%uA\033[J", s->lines);
  s->lines = 0;
}

static void add_line(tp_batch_screen *s, tp_str *out, const tp_str *line,
                     unsigned width) {
  size_t n = line->n < width ? line->n : width;
  tp_str_addn(out, tp_str_text(line), n);
  tp_str_addc(out, '\n');
  s->lines++;
}

static void add_program(tp_batch_screen *s, tp_batch_program *p, double now,
                        unsigned width, tp_str *out) {
  tp_str line = {0};
  tp_progress_time time = {now - p->started, -1};
  tp_str_addf(&line, "  %s: ", p->name);
  if (p->board) {
    tp_progress_counts counts = tp_progress_read(p->board);
    tp_progress_measure(&p->rate, &counts, now);
    tp_progress_line(&line, &counts, &p->rate, &time,
                     width > line.n ? width - line.n : 1);
  } else {
    tp_progress_add_duration(&line, time.passed);
  }
  add_line(s, out, &line, width);
  tp_str_free(&line);
}

static void add_all(tp_batch_screen *s, const tp_batch *batch, double now,
                    unsigned width, tp_str *out) {
  uint32_t all = 0, ended = 0, running = 0;
  tp_str line = {0};
  for (uint32_t i = 0; i < batch->programs.n; i++) {
    const tp_batch_program *p = &batch->programs.at[i];
    all += !p->is_elsewhere;
    ended += !p->is_elsewhere && p->state == TP_BATCH_ENDED;
    running += p->state == TP_BATCH_RUNNING;
  }
  tp_str_addf(&line, "%u of %u ended, %u running, %u waiting; ", ended, all,
              running, all - ended - running);
  tp_progress_add_duration(&line, now - s->started);
  if (s->deadline > now) {
    tp_str_add(&line, ", ");
    tp_progress_add_duration(&line, s->deadline - now);
    tp_str_add(&line, " to go at most");
  }
  add_line(s, out, &line, width);
  tp_str_free(&line);
}

void tp_batch_screen_show(tp_batch_screen *s, tp_batch *batch) {
  double now = tp_now();
  unsigned width, rows;
  tp_str out = {0};
  if (!s->is_shown || now < s->next)
    return;
  s->next = now + PAUSE;
  tp_progress_terminal_size(&width, &rows);
  add_clear(s, &out);
  for (uint32_t i = 0; i < batch->programs.n && s->lines + 2 < rows; i++)
    if (batch->programs.at[i].state == TP_BATCH_RUNNING)
      add_program(s, &batch->programs.at[i], now, width, &out);
  add_all(s, batch, now, width, &out);
  tp_progress_put(&out);
  tp_str_free(&out);
}

void tp_batch_screen_clear(tp_batch_screen *s) {
  tp_str out = {0};
  add_clear(s, &out);
  if (out.n)
    tp_progress_put(&out);
  s->next = 0;
  tp_str_free(&out);
}
