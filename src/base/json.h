/* SPDX-License-Identifier: GPL-3.0-or-later */
/* base/json.h - write JSON into a tp_str; commas and escapes are its job. */
#ifndef TP_BASE_JSON_H
#define TP_BASE_JSON_H

#include "base/str.h"

typedef struct tp_json {
  tp_str *out;
  uint32_t depth;
  bool need_comma;
  bool compact; /* no line breaks below this point */
} tp_json;

void tp_json_init(tp_json *j, tp_str *out);
/* key is NULL inside an array and at the top. */
void tp_json_object(tp_json *j, const char *key);
void tp_json_array(tp_json *j, const char *key);
void tp_json_end_object(tp_json *j);
void tp_json_end_array(tp_json *j);
/* text NULL writes null. Bytes that are not UTF-8 become U+FFFD. */
void tp_json_text(tp_json *j, const char *key, const char *text);
void tp_json_uint(tp_json *j, const char *key, uint64_t value);
void tp_json_int(tp_json *j, const char *key, int64_t value);
void tp_json_seconds(tp_json *j, const char *key, double value);
void tp_json_bool(tp_json *j, const char *key, bool value);

#endif
