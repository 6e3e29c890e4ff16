/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small pieces over base/json_read.h. */
#include "base/json_members.h"

int tp_json_read_object(tp_json_reader *r, tp_json_member_reader read,
                        void *to) {
  tp_str name = {0};
  bool more = true;
  int rc = tp_json_take(r, '{');
  for (bool is_first = true; rc == 0; is_first = false) {
    rc = tp_json_next(r, '}', is_first, &more);
    if (rc != 0 || !more)
      break;
    rc = tp_json_string(r, &name);
    if (rc == 0)
      rc = tp_json_take(r, ':');
    if (rc == 0)
      rc = read(r, name.at, to);
  }
  tp_str_free(&name);
  return rc;
}

int tp_json_read_array(tp_json_reader *r, tp_json_element_reader read,
                       void *to) {
  bool more = true;
  int rc = tp_json_take(r, '[');
  for (bool is_first = true; rc == 0; is_first = false) {
    rc = tp_json_next(r, ']', is_first, &more);
    if (rc != 0 || !more)
      break;
    rc = read(r, to);
  }
  return rc;
}

int tp_json_read_text(tp_json_reader *r, char **out) {
  tp_str text = {0};
  if (tp_json_peek(r) == 'n')
    return tp_json_skip(r);
  int rc = tp_json_string(r, &text);
  if (rc == 0) {
    tp_free(*out);
    *out = tp_strdup(text.at);
  }
  tp_str_free(&text);
  return rc;
}

int tp_json_read_number(tp_json_reader *r, uint32_t *out) {
  if (tp_json_peek(r) == 'n')
    return tp_json_skip(r);
  return tp_json_number(r, out);
}

int tp_json_read_member(tp_json_reader *r, const char *name,
                        const tp_json_member *rows) {
  for (; rows->name; rows++)
    if (strcmp(name, rows->name) == 0)
      return rows->text ? tp_json_read_text(r, rows->text)
                        : tp_json_read_number(r, rows->number);
  return tp_json_skip(r);
}
