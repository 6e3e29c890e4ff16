/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The progress line. Nothing is written to a pipe or a file: logs stay clean.
 * A line that can't be written is not worth an error. */
#include "app/progress.h"

#include <inttypes.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define PAUSE 0.1          /* seconds between two lines */
#define NO_LIMIT 100000000 /* tp_budget_left without a limit is above this */

void tp_progress_init(tp_progress *p, bool is_quiet) {
  const char *term = getenv("TERM");
  bool can_return = term && *term && strcmp(term, "dumb") != 0;
  bool is_shown = !is_quiet && can_return && isatty(STDERR_FILENO) == 1;
  *p = (tp_progress){.fd = is_shown ? STDERR_FILENO : -1};
}

/* "1h 05m", "2m 10s", "45s" */
static void add_duration(tp_str *out, double seconds) {
  unsigned s = (unsigned)seconds;
  if (s >= 3600)
    tp_str_addf(out, "%uh %02um", s / 3600, s / 60 % 60);
  else if (s >= 60)
    tp_str_addf(out, "%um %02us", s / 60, s % 60);
  else
    tp_str_addf(out, "%us", s);
}

void tp_progress_line(tp_str *out, const tp_progress_counts *c,
                      double seconds_left, unsigned width) {
  uint32_t left = c->total - c->covered - c->infeasible;
  uint32_t start = out->n;
  tp_str_addf(out, "%s: %u of %u branches covered, %u infeasible, %u left",
              c->phase, c->covered, c->total, c->infeasible, left);
  tp_str_addf(out, "; %" PRIu64 " runs", c->runs);
  if (seconds_left < NO_LIMIT) {
    tp_str_add(out, "; ");
    add_duration(out, seconds_left);
    tp_str_add(out, " to go at most");
  }
  if (out->n - start > width) {
    out->n = start + width;
    out->at[out->n] = '\0';
  }
}

static unsigned terminal_width(int fd) {
  struct winsize size;
  bool is_known = ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  return is_known ? size.ws_col - 1u : 79;
}

/* A terminal that was stopped (Ctrl-S) gets nothing: we don't wait for it. */
static void put(const tp_progress *p, const tp_str *line) {
  struct pollfd room = {.fd = p->fd, .events = POLLOUT};
  if (poll(&room, 1, 0) == 1 && write(p->fd, line->at, line->n) < 0)
    return;
}

static void replace_line(tp_progress *p, const tp_str *text) {
  tp_str line = {0};
  tp_str_addc(&line, '\r');
  tp_str_addn(&line, tp_str_text(text), text->n);
  for (unsigned i = text->n; i < p->length; i++)
    tp_str_addc(&line, ' ');
  tp_str_addc(&line, '\r');
  put(p, &line);
  p->length = text->n;
  tp_str_free(&line);
}

void tp_progress_show(tp_progress *p, const tp_progress_counts *counts,
                      const tp_budget *budget) {
  if (p->fd < 0 || tp_now() < p->next)
    return;
  p->next = tp_now() + PAUSE;
  tp_str text = {0};
  tp_progress_line(&text, counts, tp_budget_left(budget),
                   terminal_width(p->fd));
  replace_line(p, &text);
  tp_str_free(&text);
}

void tp_progress_clear(tp_progress *p) {
  tp_str nothing = {0};
  if (p->fd >= 0 && p->length > 0)
    replace_line(p, &nothing);
}
