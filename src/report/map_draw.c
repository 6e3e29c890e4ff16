/* The Graphviz library, in a process of its own: it and the libraries below it
 * end the process when they are short of anything, leave memory behind, write
 * caches into the user's home and take as long as they like.
 *
 * The child sends one byte, 'S' or 'E', then the picture or what is wrong.
 */
#include "report/map_draw.h"

#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <gvc.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX_SECONDS 60.0

/* ---- the child ---- */

static void seclude(void) {
  struct rlimit none = {0, 0};
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  setrlimit(RLIMIT_CORE, &none);
  setenv("HOME", "/nonexistent", 1);
  setenv("XDG_CACHE_HOME", "/nonexistent", 1);
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int fd = 0; null >= 0 && fd < 3; fd++)
    dup2(null, fd);
}

static void put(int fd, const char *bytes, size_t n) {
  while (n > 0) {
    ssize_t written = write(fd, bytes, n);
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      _exit(1);
    bytes += written;
    n -= (size_t)written;
  }
}

static void draw(int fd, const char *dot, const char *engine) {
  char *svg = NULL;
  unsigned size = 0;
  seclude();
  GVC_t *gvc = gvContext();
  agseterr(AGMAX); /* messages are kept, not printed */
  Agraph_t *graph = gvc ? agmemread(dot) : NULL;
  if (!graph || gvLayout(gvc, graph, engine) != 0 ||
      gvRenderData(gvc, graph, "svg", &svg, &size) != 0 || !svg) {
    const char *why = aglasterr();
    put(fd, "E", 1);
    put(fd, why ? why : "", why ? strlen(why) : 0);
    _exit(1);
  }
  put(fd, "S", 1);
  put(fd, svg, size);
  _exit(0);
}

/* ---- the parent ---- */

/* Whether all of it came in time. */
static bool receive(int fd, tp_str *out) {
  char bytes[16384];
  double end = tp_now() + MAX_SECONDS;
  for (;;) {
    struct pollfd p = {fd, POLLIN, 0};
    double left = end - tp_now();
    if (left <= 0)
      return false;
    if (poll(&p, 1, (int)(left * 1000) + 1) <= 0)
      continue;
    ssize_t n = read(fd, bytes, sizeof bytes);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return n == 0;
    tp_str_addn(out, bytes, (size_t)n);
  }
}

static int fail(const char *why, tp_diag *diag) {
  return tp_diag_set(diag, TP_ENVIRONMENT, "Graphviz can't draw the map: %s",
                     why && *why ? why : "unknown reason");
}

static int judge(tp_str *out, const tp_str *answer, bool in_time, int status,
                 tp_diag *diag) {
  if (!in_time)
    return fail("it takes too long", diag);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0 && answer->n > 1) {
    tp_str_addn(out, answer->at + 1, answer->n - 1);
    return 0;
  }
  if (answer->n > 1 && answer->at[0] == 'E')
    return fail(answer->at + 1, diag);
  return fail("it ended early; is there enough memory?", diag);
}

int tp_map_draw(tp_str *out, const tp_str *dot, const char *engine,
                tp_diag *diag) {
  int ends[2], status = 0;
  tp_str answer = {0};
  if (pipe2(ends, O_CLOEXEC) != 0)
    return fail(strerror(errno), diag);
  pid_t pid = fork();
  if (pid == 0)
    draw(fcntl(ends[1], F_DUPFD_CLOEXEC, 3), tp_str_text(dot), engine);
  int why = errno;
  close(ends[1]);
  bool in_time = pid > 0 && receive(ends[0], &answer);
  close(ends[0]);
  if (pid < 0)
    return fail(strerror(why), diag);
  if (!in_time)
    kill(pid, SIGKILL);
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
    ;
  int rc = judge(out, &answer, in_time, status, diag);
  tp_str_free(&answer);
  return rc;
}
