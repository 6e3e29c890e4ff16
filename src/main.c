/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tp2ph: tests for C programs that take every branch, and proofs that the rest
 * can't be taken. The commands are in app/, the pipeline is app/run.c. */
#include "app/app.h"
#include "base/clock.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>

static void on_stop(int signal) {
  (void)signal;
  tp_stop_request(TP_STOP_SIGNAL);
}

/* Also those with which batch systems and limits announce the end. */
static const int stops[] = {SIGINT,  SIGTERM, SIGXCPU,
                            SIGALRM, SIGUSR1, SIGUSR2};

static void set_signals(void) {
  struct sigaction stop = {.sa_handler = on_stop};
  struct sigaction ignore = {.sa_handler = SIG_IGN};
  struct sigaction usual = {.sa_handler = SIG_DFL};
  for (size_t i = 0; i < sizeof stops / sizeof *stops; i++)
    sigaction(stops[i], &stop, NULL);
  struct sigaction before;
  if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
    sigaction(SIGHUP, &stop, NULL);  /* nohup is respected */
  sigaction(SIGPIPE, &ignore, NULL); /* a closed stdout is an error we report */
  sigaction(SIGXFSZ, &ignore, NULL); /* so is a file that may not grow */
  sigaction(SIGCHLD, &usual, NULL);  /* ignored, waitpid would find no child */
}

/* What is opened next must not become stdout. A closed one stays one that can't
 * be written. */
static void hold_standard_fds(void) {
  for (int fd = 0; fd < 3; fd++)
    if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDONLY) != fd)
      return;
}

int main(int argc, char **argv) {
  tp_options options;
  tp_diag diag = {0};
  hold_standard_fds();
  set_signals();
  if (tp_options_parse(&options, argc, argv, &diag) == 0)
    tp_app_run(&options, &diag);
  tp_status status = diag.status;
  if (diag.message.n)
    tp_diag_print(&diag);
  tp_options_free(&options);
  tp_diag_free(&diag);
  exit(status);
}
