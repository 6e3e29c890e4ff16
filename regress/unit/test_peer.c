/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two processes that tell each other something: in order, whole, and nobody
 * waits for the other to listen. */
#include "check.h"

#include "base/peer.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define MESSAGES 2000 /* more than a socket holds */
#define BYTES 1000

static bool hear_next(tp_peer *p, uint8_t *kind, tp_str *in) {
  while (!tp_peer_hear(p, 100, kind, in))
    if (tp_peer_is_gone(p))
      return false;
  return true;
}

static void say_all(tp_peer *p) {
  tp_str out = {0};
  for (uint32_t i = 0; i < MESSAGES; i++) {
    VEC_CLEAR(&out);
    tp_str_addf(&out, "%u:", i);
    while (out.n < BYTES)
      tp_str_addc(&out, 'x');
    tp_peer_say(p, (uint8_t)(i % 7), &out);
  }
  tp_str_free(&out);
}

static uint32_t hear_all(tp_peer *p) {
  tp_str in = {0};
  uint8_t kind;
  uint32_t n = 0;
  while (n < MESSAGES && hear_next(p, &kind, &in) && kind == n % 7 &&
         in.n == BYTES && (uint32_t)strtoul(in.at, NULL, 10) == n)
    n++;
  tp_str_free(&in);
  return n;
}

static bool has_no_child(void) {
  return waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD;
}

TEST(peer_both_talk_before_they_listen) {
  bool is_copy;
  tp_peer *p = tp_peer_split(&is_copy);
  CHECK(p != NULL);
  say_all(p);
  uint32_t heard = hear_all(p);
  if (is_copy) {
    tp_str none = {0};
    if (heard == MESSAGES)
      tp_peer_say(p, 99, &none);
    tp_peer_leave(p);
  }
  CHECK_EQ(heard, MESSAGES);
  tp_str in = {0};
  uint8_t kind = 0;
  CHECK(hear_next(p, &kind, &in));
  CHECK_EQ(kind, 99);
  CHECK(!hear_next(p, &kind, &in));
  CHECK_EQ(tp_peer_how(p), 0);
  tp_peer_end(p);
  CHECK(has_no_child());
  tp_str_free(&in);
}

TEST(peer_crash_is_told) {
  bool is_copy;
  tp_peer *p = tp_peer_split(&is_copy);
  CHECK(p != NULL);
  if (is_copy) {
    signal(SIGABRT, SIG_DFL);
    abort();
  }
  tp_str in = {0};
  uint8_t kind;
  CHECK(!hear_next(p, &kind, &in));
  CHECK_EQ(tp_peer_how(p), SIGABRT);
  tp_peer_end(p);
  CHECK(has_no_child());
}

TEST(peer_is_ended) {
  bool is_copy;
  tp_peer *p = tp_peer_split(&is_copy);
  CHECK(p != NULL);
  for (; is_copy;)
    pause();
  CHECK_EQ(tp_peer_how(p), 0);
  tp_peer_end(p);
  CHECK(has_no_child());
}
