/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory: thin layers over the C library that never return NULL. */
#include "base/alloc.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void (*on_failure)(void);

void tp_alloc_on_failure(void (*handler)(void)) {
  on_failure = handler;
}

static void out_of_memory(void) {
  static const char text[] = "tp2ph: out of memory\n";
  void (*handler)(void) = on_failure;
  on_failure = NULL; /* the handler may allocate, and fail, itself */
  if (handler)
    handler();
  if (write(STDERR_FILENO, text, sizeof text - 1) < 0)
    _exit(5);
  _exit(5);
}

void *tp_alloc(size_t count, size_t size) {
  void *p = calloc(count ? count : 1, size);
  if (!p)
    out_of_memory();
  return p;
}

void *tp_realloc(void *old, size_t count, size_t size) {
  void *p = NULL;
  if (!size || count <= SIZE_MAX / size)
    p = realloc(old, count && size ? count * size : 1);
  if (!p)
    out_of_memory();
  return p;
}

void tp_free(void *p) {
  free(p);
}

char *tp_strndup(const char *s, size_t n) {
  char *copy = tp_alloc(n + 1, 1);
  if (n)
    memcpy(copy, s, n);
  return copy;
}

char *tp_strdup(const char *s) {
  return tp_strndup(s, strlen(s));
}
