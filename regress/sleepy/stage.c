/* In place of base/stage.c: TP2PH_SLEEP=NAME:N sleeps for ever in the stage of
 * that name, the Nth time it comes up in a process. TP2PH_CRASH likewise
 * crashes there. */
#include "base/stage.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *volatile own;
static const char *volatile *place = &own;
static unsigned long seen;

static int is_now(const char *what, const char *name) {
  const char *wanted = getenv(what);
  const char *colon = wanted ? strrchr(wanted, ':') : NULL;
  if (!colon || strlen(name) != (size_t)(colon - wanted) ||
      strncmp(wanted, name, strlen(name)) != 0)
    return 0;
  return ++seen == strtoul(colon + 1, NULL, 10);
}

void tp_stage(const char *name) {
  *place = name;
  if (is_now("TP2PH_CRASH", name))
    raise(SIGSEGV);
  if (is_now("TP2PH_SLEEP", name))
    for (;;)
      pause();
}

void tp_stage_share(const char *volatile *shared) {
  place = shared;
}
