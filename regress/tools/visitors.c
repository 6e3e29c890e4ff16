/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Linked into programs that are compiled with -finstrument-functions: which
 * functions were entered, as addresses, one a line, in $TP2PH_VISITED<pid> at
 * the end of each process. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define SIZE 8192u /* more than there are functions */

static _Atomic(void *) seen[SIZE];

void __cyg_profile_func_enter(void *function, void *site);
void __cyg_profile_func_exit(void *function, void *site);

void __cyg_profile_func_enter(void *function, void *site) {
  (void)site;
  uint32_t at = (uint32_t)((uintptr_t)function >> 4);
  for (uint32_t i = 0; i < SIZE; i++) {
    void *there = seen[(at + i) % SIZE];
    if (there == function)
      return;
    if (!there) {
      seen[(at + i) % SIZE] = function;
      return;
    }
  }
}

void __cyg_profile_func_exit(void *function, void *site) {
  (void)function;
  (void)site;
}

__attribute__((destructor)) static void write_all(void) {
  const char *prefix = getenv("TP2PH_VISITED");
  char path[4096];
  if (!prefix)
    return;
  snprintf(path, sizeof path, "%s%d", prefix, (int)getpid());
  FILE *out = fopen(path, "w");
  for (uint32_t i = 0; out && i < SIZE; i++)
    if (seen[i])
      fprintf(out, "%lx\n", (unsigned long)(uintptr_t)seen[i]);
  if (out)
    fclose(out);
}
