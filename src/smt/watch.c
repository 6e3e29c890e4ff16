/* SPDX-License-Identifier: GPL-3.0-or-later */
/* smt/watch.c - the thread behind smt/watch.h.
 *
 * It sleeps on a condition variable with a timeout while checks come in, and
 * without one when none came for a while, so that an idle tool stays idle. The
 * context is only touched under the lock, between begin and end. The thread is
 * started by the first check that needs it; without limits there is none.
 */
#include "smt/watch.h"

#include "base/alloc.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>

#define TICK_NS 10000000L /* how late a stop may be: 10 ms */
#define IDLE_TICKS 100    /* ticks without a check before it sleeps */

struct tp_watch {
  double seconds;
  const tp_budget *budget;
  pthread_mutex_t lock;
  pthread_cond_t wake;
  pthread_t thread;
  bool has_thread, asleep, quit;
  context_t *ctx;  /* of the check under way, or NULL */
  uint64_t checks; /* begun so far */
  double deadline; /* of this check, as processor time; 0: none */
  const char *why;
};

void tp_watch_limit(tp_watch *w, double seconds) {
  w->seconds = seconds;
}

void tp_watch_renew(tp_watch *w) {
  pthread_mutex_init(&w->lock, NULL);
  pthread_condattr_t attr;
  pthread_condattr_init(&attr);
  pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
  pthread_cond_init(&w->wake, &attr);
  pthread_condattr_destroy(&attr);
  w->has_thread = w->asleep = false;
}

tp_watch *tp_watch_new(double seconds, const tp_budget *budget) {
  tp_watch *w = TP_NEW(tp_watch);
  w->seconds = seconds;
  w->budget = budget;
  tp_watch_renew(w);
  return w;
}

/* Why the check under way has to end, or NULL. */
static const char *reason_to_stop(const tp_watch *w) {
  if (w->budget && tp_budget_over(w->budget) != TP_STOP_NONE)
    return "interrupted";
  if (w->deadline > 0 && tp_cpu_now() > w->deadline)
    return "timeout";
  return NULL;
}

static void wait_a_tick(tp_watch *w) {
  struct timespec until;
  clock_gettime(CLOCK_MONOTONIC, &until);
  until.tv_nsec += TICK_NS;
  if (until.tv_nsec >= 1000000000L) {
    until.tv_nsec -= 1000000000L;
    until.tv_sec++;
  }
  pthread_cond_timedwait(&w->wake, &w->lock, &until);
}

static void *watch(void *state) {
  tp_watch *w = state;
  uint64_t seen = 0;
  unsigned idle = 0;
  pthread_mutex_lock(&w->lock);
  while (!w->quit) {
    idle = w->checks == seen && !w->ctx ? idle + 1 : 0;
    seen = w->checks;
    if (idle > IDLE_TICKS) {
      w->asleep = true;
      pthread_cond_wait(&w->wake, &w->lock);
      w->asleep = false;
      idle = 0;
    } else {
      wait_a_tick(w);
    }
    const char *why = w->ctx ? reason_to_stop(w) : NULL;
    if (why) { /* again at each tick: the search may not have begun before */
      w->why = why;
      yices_stop_search(w->ctx);
    }
  }
  pthread_mutex_unlock(&w->lock);
  return NULL;
}

/* Signals are for the main thread. */
static void start(tp_watch *w) {
  sigset_t all, old;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  w->has_thread = pthread_create(&w->thread, NULL, watch, w) == 0;
  pthread_sigmask(SIG_SETMASK, &old, NULL);
}

void tp_watch_free(tp_watch *w) {
  if (!w)
    return;
  if (w->has_thread) {
    pthread_mutex_lock(&w->lock);
    w->quit = true;
    pthread_cond_signal(&w->wake);
    pthread_mutex_unlock(&w->lock);
    pthread_join(w->thread, NULL);
  }
  pthread_cond_destroy(&w->wake);
  pthread_mutex_destroy(&w->lock);
  tp_free(w);
}

void tp_watch_begin(tp_watch *w, context_t *ctx) {
  if (w->seconds <= 0 && !w->budget)
    return;
  if (!w->has_thread)
    start(w);
  pthread_mutex_lock(&w->lock);
  w->ctx = ctx;
  w->checks++;
  w->why = NULL;
  w->deadline = w->seconds > 0 ? tp_cpu_now() + w->seconds : 0;
  if (w->asleep)
    pthread_cond_signal(&w->wake);
  pthread_mutex_unlock(&w->lock);
}

const char *tp_watch_end(tp_watch *w) {
  if (!w->has_thread)
    return NULL;
  pthread_mutex_lock(&w->lock);
  w->ctx = NULL;
  const char *why = w->why;
  pthread_mutex_unlock(&w->lock);
  return why;
}
