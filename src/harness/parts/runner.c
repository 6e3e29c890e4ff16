/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t child;
static volatile sig_atomic_t came;

static void stop(int s) {
  came = s;
  kill(-child, SIGKILL);
}

int main(int argc, char **argv) { /* seconds, program */
  double seconds = argc > 2 ? strtod(argv[1], NULL) : 0;
  struct itimerval t = {{0, 0}, {0, 0}};
  FILE *file = tmpfile(); /* in which the program tells */
  volatile unsigned *told = MAP_FAILED;
  int status = 0;
  if (file && ftruncate(fileno(file), 4096) == 0)
    told =
        mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(file), 0);
  if (told == MAP_FAILED)
    return 4;
  t.it_value.tv_sec = (long)seconds;
  t.it_value.tv_usec = (long)((seconds - (long)seconds) * 1e6);
  child = fork();
  if (child < 0 || argc < 3)
    return 4;
  setpgid(child, child);
  if (child == 0) {
    dup2(2, 1); /* what it prints */
    dup2(fileno(file), 9);
    close(fileno(file));
    setenv("TP2PH_TOLD", "9", 1);
    execl(argv[2], "program", (char *)0);
    _exit(127);
  }
  signal(SIGALRM, stop);
  signal(SIGINT, stop);
  signal(SIGTERM, stop);
  signal(SIGHUP, stop);
  setitimer(ITIMER_REAL, &t, NULL);
  while (waitpid(child, &status, 0) < 0)
    ;
  kill(-child, SIGKILL); /* what it left */
  if (came && came != SIGALRM)
    return 5;
  if (came)
    printf("timeout\n");
  else if (WIFSIGNALED(status))
    printf("signal %d\n", WTERMSIG(status));
  else if (status == 0 && told[1])
    printf("inputs\n");
  else
    printf("exit %d\n", WEXITSTATUS(status));
  return 0;
}
