/* What programs need that fight back. */
#ifndef TP_REGRESS_HOSTILE_H
#define TP_REGRESS_HOSTILE_H

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int __VERIFIER_nondet_int(void);

/* The memory shared with tp2ph; NULL: there is none, or it is hidden. */
static inline void *hostile_shared(void) {
  static char line[4096];
  unsigned long from = 0, to;
  char how[8] = "";
  FILE *maps = fopen("/proc/self/maps", "r");
  while (maps && fgets(line, sizeof line, maps))
    if (strstr(line, "memfd:tp2ph") &&
        sscanf(line, "%lx-%lx %7s", &from, &to, how) == 3 && how[1] == 'w')
      break;
  if (maps)
    fclose(maps);
  return how[1] == 'w' ? (void *)from : NULL;
}

#endif
