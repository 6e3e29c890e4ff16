/* SPDX-License-Identifier: GPL-3.0-or-later */
/* base/alloc.h - memory. Every allocation of the tool goes through here.
 *
 * Nothing returns NULL: when memory is out, the handler of tp_alloc_on_failure
 * runs (it may write what is known) and the process ends with status 5.
 */
#ifndef TP_BASE_ALLOC_H
#define TP_BASE_ALLOC_H

#include <stddef.h>
#include <stdint.h>

/* Zero-filled memory of count * size bytes. Free with tp_free. */
void *tp_alloc(size_t count, size_t size);
/* As realloc for count * size bytes; new bytes are not cleared. */
void *tp_realloc(void *old, size_t count, size_t size);
void tp_free(void *p);
/* A copy of the first n bytes of s, with a NUL behind. Free with tp_free. */
char *tp_strndup(const char *s, size_t n);
char *tp_strdup(const char *s);

void tp_alloc_on_failure(void (*handler)(void));

#define TP_NEW(T) ((T *)tp_alloc(1, sizeof(T)))
#define TP_NEW_ARRAY(T, n) ((T *)tp_alloc((n), sizeof(T)))

#endif
