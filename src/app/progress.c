/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The progress line. A line that can't be written is not worth an error. */
#include "app/progress.h"

#include <inttypes.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define PAUSE 0.1     /* seconds between two lines on a terminal */
#define FIRST 2.0     /* seconds before the first line elsewhere */
#define RAREST 60.0   /* seconds between two such lines at most */
#define WINDOW 2.0    /* seconds over which rates are taken */
#define PATIENCE 0.5  /* seconds to wait for another writer */
#define TURNS "-\\|/" /* moves while everything else stands still */

/* ---- the board ----------------------------------------------------------- */

static bool take(tp_progress_board *board) {
  return !__sync_lock_test_and_set(&board->is_writing, 1);
}

static void release(tp_progress_board *board) {
  __sync_lock_release(&board->is_writing);
}

static void blank_line(tp_progress_board *board, const tp_str *text) {
  tp_str line = {0};
  tp_str_addc(&line, '\r');
  if (text)
    tp_str_addn(&line, tp_str_text(text), text->n);
  for (unsigned i = text ? text->n : 0; i < board->length; i++)
    tp_str_addc(&line, ' ');
  tp_str_addc(&line, '\r');
  tp_progress_put(&line);
  board->length = text ? text->n : 0;
  tp_str_free(&line);
}

/* Who draws never waits; if it was stopped while it drew nobody waits long. */
void tp_progress_hush(tp_progress_board *board) {
  double end = tp_now() + PATIENCE;
  board->is_hushed = true;
  while (!take(board) && tp_now() < end)
    sched_yield();
  if (board->length > 0)
    blank_line(board, NULL);
  release(board);
}

void tp_progress_go_on(tp_progress_board *board) {
  board->is_hushed = false;
}

tp_progress_counts tp_progress_read(const tp_progress_board *board) {
  tp_progress_counts counts = board->counts, shown = counts;
  const char *phase = counts.phase[0] ? counts.phase : "starting";
  const char *stage = board->stage[0] ? board->stage : phase;
  snprintf(shown.phase, sizeof shown.phase, "%.*s", TP_PROGRESS_PHASE - 1,
           stage);
  return shown;
}

/* ---- the line ------------------------------------------------------------ */

void tp_progress_add_duration(tp_str *out, double seconds) {
  unsigned s = (unsigned)seconds;
  if (s >= 3600)
    tp_str_addf(out, "%uh %02um", s / 3600, s / 60 % 60);
  else if (s >= 60)
    tp_str_addf(out, "%um %02us", s / 60, s % 60);
  else
    tp_str_addf(out, "%us", s);
}

void tp_progress_measure(tp_progress_rate *rate,
                         const tp_progress_counts *counts, double now) {
  double decided = (double)counts->covered + counts->infeasible;
  double passed = now - rate->at;
  if (rate->at > 0 && passed < WINDOW)
    return;
  if (rate->at > 0) {
    rate->branches_a_second = (decided - rate->decided) / passed;
    rate->runs_a_second = ((double)counts->runs - rate->runs) / passed;
  }
  rate->at = now;
  rate->decided = decided;
  rate->runs = (double)counts->runs;
}

/* What the line is made of, in order. */
enum { PHASE, COVERED, INFEASIBLE, LEFT, RATE, PASSED, TO_GO, N_PARTS };

static void add_to_go(tp_str *out, uint32_t left, const tp_progress_rate *rate,
                      const tp_progress_time *time) {
  double speed = rate->branches_a_second;
  double guess = speed > 0 ? 1 + left / speed : -1;
  bool is_limit = time->left >= 0 && (guess < 0 || guess > time->left);
  if (left == 0 || (!is_limit && guess < 0))
    return;
  tp_str_add(out, is_limit ? ", " : ", about ");
  tp_progress_add_duration(out, is_limit ? time->left : guess);
  tp_str_add(out, is_limit ? " to go at most" : " to go");
}

static void add_part(tp_str *out, int part, const tp_progress_counts *c,
                     const tp_progress_rate *rate,
                     const tp_progress_time *time) {
  uint32_t left = c->total - c->covered - c->infeasible;
  if (part == PHASE)
    tp_str_add(out, c->phase);
  else if (part == PASSED) {
    tp_str_add(out, "; ");
    tp_progress_add_duration(out, time->passed);
  } else if (c->total == 0)
    return; /* the rest is of the search */
  else if (part == COVERED)
    tp_str_addf(out, ": %u of %u %s covered", c->covered, c->total,
                c->has_others ? "goals" : "branches");
  else if (part == INFEASIBLE)
    tp_str_addf(out, ", %u infeasible", c->infeasible);
  else if (part == LEFT)
    tp_str_addf(out, ", %u left", left);
  else if (part == RATE && rate->runs_a_second >= 1)
    tp_str_addf(out, "; %.0f runs/s", rate->runs_a_second);
  else if (part == TO_GO)
    add_to_go(out, left, rate, time);
}

void tp_progress_line(tp_str *out, const tp_progress_counts *counts,
                      const tp_progress_rate *rate,
                      const tp_progress_time *time, unsigned width) {
  static const int dispensable[] = {RATE, TO_GO,   INFEASIBLE,
                                    LEFT, COVERED, PASSED};
  bool is_left_out[N_PARTS] = {false};
  uint32_t start = out->n;
  for (size_t next = 0;; next++) {
    out->n = start;
    tp_str_add(out, "");
    for (int part = 0; part < N_PARTS; part++)
      if (!is_left_out[part])
        add_part(out, part, counts, rate, time);
    if (out->n - start <= width ||
        next == sizeof dispensable / sizeof *dispensable)
      break;
    is_left_out[dispensable[next]] = true;
  }
  if (out->n - start > width) {
    out->n = start + width;
    out->at[out->n] = '\0';
  }
}

/* ---- the terminal -------------------------------------------------------- */

bool tp_progress_has_terminal(void) {
  const char *term = getenv("TERM");
  return term && *term && strcmp(term, "dumb") != 0 &&
         isatty(STDERR_FILENO) == 1;
}

void tp_progress_terminal_size(unsigned *width, unsigned *rows) {
  struct winsize size;
  bool is_known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0;
  *width = is_known && size.ws_col > 1 ? size.ws_col - 1u : 79;
  *rows = is_known && size.ws_row > 1 ? size.ws_row : 24;
}

void tp_progress_put(const tp_str *text) {
  struct pollfd room = {.fd = STDERR_FILENO, .events = POLLOUT};
  if (poll(&room, 1, 0) == 1 &&
      write(STDERR_FILENO, tp_str_text(text), text->n) < 0)
    return;
}

/* ---- drawing ------------------------------------------------------------- */

void tp_progress_init(tp_progress *p, tp_progress_board *board, bool is_quiet,
                      bool is_verbose, double timeout) {
  double now = tp_now();
  bool is_terminal = tp_progress_has_terminal();
  *p = (tp_progress){.board = board,
                     .is_terminal = is_terminal,
                     .is_shown = !is_quiet && (is_terminal || is_verbose),
                     .started = now,
                     .next = now + (is_terminal ? PAUSE : FIRST),
                     .deadline = timeout > 0 ? now + timeout : 0};
}

static void draw(tp_progress *p, double now) {
  tp_progress_counts counts = tp_progress_read(p->board);
  tp_progress_time time = {now - p->started, -1};
  unsigned width, rows;
  tp_str text = {0};
  tp_progress_terminal_size(&width, &rows);
  tp_progress_measure(&p->rate, &counts, now);
  if (p->deadline > 0)
    time.left = p->deadline > now ? p->deadline - now : 0;
  if (p->is_terminal) {
    tp_str_addf(&text, "%c ", TURNS[p->turns++ % (sizeof TURNS - 1)]);
    tp_progress_line(&text, &counts, &p->rate, &time,
                     width > text.n ? width - text.n : 1);
    blank_line(p->board, &text);
  } else {
    tp_str_add(&text, "tp2ph: ");
    tp_progress_line(&text, &counts, &p->rate, &time, UINT16_MAX);
    tp_str_addc(&text, '\n');
    tp_progress_put(&text);
  }
  tp_str_free(&text);
}

void tp_progress_show(tp_progress *p) {
  double now = tp_now();
  if (!p->is_shown || now < p->next || p->board->is_hushed || !take(p->board))
    return;
  if (!p->board->is_hushed)
    draw(p, now);
  release(p->board);
  double pause = p->is_terminal ? PAUSE : now - p->started;
  p->next = now + (pause < RAREST ? pause : RAREST);
}

void tp_progress_clear(tp_progress *p) {
  if (p->is_shown && p->is_terminal)
    tp_progress_hush(p->board);
}
