/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plain programs on their lanes: how they end is told truly, and nothing of
 * them is left. Shell scripts stand for programs. */
#include "check.h"

#include "base/clock.h"
#include "base/file.h"
#include "exec/plain.h"

#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct lanes {
  tp_str dir, program;
  tp_plain *plain;
  tp_diag diag;
} lanes;

static void open_lanes(lanes *l, tp_world_kind kind) {
  *l = (lanes){0};
  CHECK(tp_plain_new(&l->plain, &l->diag) == 0);
  CHECK(tp_file_temp_dir(&l->dir, &l->diag) == 0);
  tp_file_join(&l->program, l->dir.at, "program");
  const tp_world_options world = {.kind = kind, .work_dir = l->dir.at};
  CHECK(tp_plain_set_world(l->plain, &world, &l->diag) == 0);
}

static void close_lanes(lanes *l) {
  tp_plain_free(l->plain);
  tp_file_remove_tree(l->dir.at);
  tp_str_free(&l->dir);
  tp_str_free(&l->program);
  tp_diag_free(&l->diag);
}

static void write_program(lanes *l, const char *body) {
  tp_str text = {0};
  tp_str_addf(&text, "#!/bin/sh\n%s\n", body);
  CHECK(tp_file_write(l->program.at, text.at, text.n, &l->diag) == 0);
  chmod(l->program.at, 0700);
  tp_str_free(&text);
}

static void start_on(lanes *l, unsigned lane, const char *word) {
  const char *const env[] = {word, NULL};
  tp_plain_order order = {.program = l->program.at, .env = env, .seconds = 0.5};
  CHECK(tp_plain_start(l->plain, lane, &order, &l->diag) == 0);
}

static tp_plain_end await_end(lanes *l, unsigned lane) {
  tp_plain_end end = {0};
  while (tp_plain_poll(l->plain, lane, 100, &end) == TP_PLAIN_RUNNING)
    ;
  CHECK(tp_plain_poll(l->plain, lane, 0, &end) == TP_PLAIN_IDLE);
  return end;
}

static tp_plain_end run(lanes *l, const char *body) {
  write_program(l, body);
  start_on(l, 0, "WORD=a b");
  return await_end(l, 0);
}

static void check_end(lanes *l, const char *body, tp_plain_how how, int code) {
  tp_plain_end end = run(l, body);
  CHECK_EQ(end.how, how);
  CHECK_EQ(end.code, code);
}

#define BUSY 6

/* One processor for all of us. */
static void load_machine(pid_t *busy) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(sched_getcpu(), &one);
  CHECK(sched_setaffinity(0, sizeof one, &one) == 0);
  for (int i = 0; i < BUSY; i++) {
    busy[i] = fork();
    if (busy[i] == 0)
      for (alarm(20);;)
        ;
  }
}

static void unload_machine(const pid_t *busy, const cpu_set_t *before) {
  for (int i = 0; i < BUSY; i++) {
    if (busy[i] <= 0)
      continue;
    kill(busy[i], SIGKILL);
    waitpid(busy[i], NULL, 0);
  }
  sched_setaffinity(0, sizeof *before, before);
}

/* It takes several times its limit, because it waits for a processor. */
TEST(exec_plain_busy_machine) {
  lanes l;
  pid_t busy[BUSY];
  cpu_set_t before;
  sched_getaffinity(0, sizeof before, &before);
  load_machine(busy);
  open_lanes(&l, TP_WORLD_OPEN);
  double took = 0;
  for (unsigned turns = 30000; took < 0.25; turns *= 2) { /* some are fast */
    char script[80];
    snprintf(script, sizeof script,
             "i=0; while [ $i -lt %u ]; do i=$((i+1)); done; exit 6", turns);
    double start = tp_now();
    check_end(&l, script, TP_PLAIN_EXIT, 6);
    took = tp_now() - start;
  }
  check_end(&l, "sleep 100", TP_PLAIN_TIMEOUT, 0);
  close_lanes(&l);
  unload_machine(busy, &before);
}

TEST(exec_plain_ends) {
  lanes l;
  open_lanes(&l, TP_WORLD_OPEN);
  check_end(&l, "exit 7", TP_PLAIN_EXIT, 7);
  check_end(&l, "kill -SEGV $$", TP_PLAIN_SIGNAL, SIGSEGV);
  check_end(&l, "while :; do :; done", TP_PLAIN_TIMEOUT, 0);
  check_end(&l, "kill -STOP $$", TP_PLAIN_TIMEOUT, 0);
  check_end(&l, "kill -KILL $PPID; sleep 100", TP_PLAIN_SIGNAL, SIGKILL);
  check_end(&l, "exit 8", TP_PLAIN_EXIT, 8); /* with a new keeper */
  check_end(&l, "kill -STOP $PPID; exit 9", TP_PLAIN_EXIT, 9);
  check_end(&l, "[ \"$WORD\" = 'a b' ]", TP_PLAIN_EXIT, 0);
  check_end(&l, "[ -z \"$HOME\" ]", TP_PLAIN_EXIT, 0);
  check_end(&l, "read line; [ -z \"$line\" ]", TP_PLAIN_EXIT, 0);
  unlink(l.program.at);
  start_on(&l, 0, "A=1");
  CHECK_EQ(await_end(&l, 0).how, TP_PLAIN_LOST);
  close_lanes(&l);
}

TEST(exec_plain_folder_is_empty) {
  lanes l;
  open_lanes(&l, TP_WORLD_OPEN);
  for (int i = 0; i < 3; i++)
    check_end(&l, "[ -z \"$(ls -A)\" ] && mkdir d && echo x >d/file",
              TP_PLAIN_EXIT, 0);
  check_end(&l, "cd .. && rm -r run", TP_PLAIN_EXIT, 0);
  check_end(&l, "[ -z \"$(ls -A)\" ]", TP_PLAIN_EXIT, 0);
  close_lanes(&l);
}

static bool is_alive(const char *pid_file) {
  tp_str text = {0};
  tp_diag diag = {0};
  int rc = tp_file_read(&text, pid_file, TP_ENVIRONMENT, &diag);
  CHECK(rc == 0);
  int pid = atoi(tp_str_text(&text));
  CHECK(pid > 1);
  bool is_there = pid > 1 && kill(pid, 0) == 0;
  for (int i = 0; i < 200 && is_there; i++) { /* a zombie is soon gone */
    usleep(10000);
    is_there = kill(pid, 0) == 0;
  }
  tp_str_free(&text);
  tp_diag_free(&diag);
  return is_there;
}

TEST(exec_plain_leaves_nothing) {
  lanes l;
  tp_str pid_file = {0}, body = {0};
  open_lanes(&l, TP_WORLD_OPEN);
  tp_file_join(&pid_file, l.dir.at, "pid");
  tp_str_addf(&body,
              "setsid sh -c 'trap \"\" TERM HUP; echo $$ >%s; sleep 100' &\n"
              "while [ ! -s %s ]; do sleep 0.01; done; exit 3",
              pid_file.at, pid_file.at);
  check_end(&l, body.at, TP_PLAIN_EXIT, 3);
  CHECK(!is_alive(pid_file.at));
  unlink(pid_file.at);
  VEC_CLEAR(&body);
  tp_str_addf(&body, "echo $$ >%s; sleep 100", pid_file.at);
  write_program(&l, body.at);
  start_on(&l, 1, "A=1");
  for (int i = 0; i < 500 && access(pid_file.at, R_OK) != 0; i++)
    usleep(1000);
  usleep(50000);
  tp_plain_free(l.plain); /* in the middle of a run */
  l.plain = NULL;
  CHECK(!is_alive(pid_file.at));
  close_lanes(&l);
  tp_str_free(&pid_file);
  tp_str_free(&body);
}

TEST(exec_plain_two_at_a_time) {
  lanes l;
  open_lanes(&l, TP_WORLD_OPEN);
  write_program(&l, "sleep 0.2; exit $CODE");
  for (int round = 0; round < 2; round++) {
    start_on(&l, 0, "CODE=4");
    start_on(&l, 1, "CODE=5");
    CHECK_EQ(await_end(&l, 1).code, 5);
    CHECK_EQ(await_end(&l, 0).code, 4);
  }
  close_lanes(&l);
}
