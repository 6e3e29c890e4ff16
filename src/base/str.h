/* SPDX-License-Identifier: GPL-3.0-or-later */
/* base/str.h - text that grows, and names that are stored once. */
#ifndef TP_BASE_STR_H
#define TP_BASE_STR_H

#include "base/attr.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

/* at[n] is always NUL once something was added; zeroed = empty. */
typedef VEC(char) tp_str;

void tp_str_add(tp_str *s, const char *text);
void tp_str_addn(tp_str *s, const char *bytes, size_t n);
void tp_str_addc(tp_str *s, char c);
void tp_str_addf(tp_str *s, const char *fmt, ...) TP_PRINTF(2, 3);
/* The text as a C string, never NULL, borrowed until the next change. */
const char *tp_str_text(const tp_str *s);
void tp_str_free(tp_str *s);

/* Interned names: equal text, equal id. Id 0 is the empty name. */
typedef struct tp_names tp_names;
typedef uint32_t tp_name;

tp_names *tp_names_new(void);
void tp_names_free(tp_names *names);
tp_name tp_names_id(tp_names *names, const char *text, size_t n);
/* 0 if the text was never interned. */
tp_name tp_names_find(const tp_names *names, const char *text, size_t n);
const char *tp_names_text(const tp_names *names, tp_name id);

bool tp_text_starts(const char *text, const char *prefix);

#endif
