/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unit/tags.h - which member of a union is meant while another member, its tag,
 * has which value: as the program asks before it takes one (inside module
 * unit). switch (v->tag) { case TEXT: v->u.text .. } */
#ifndef TP_UNIT_TAGS_H
#define TP_UNIT_TAGS_H

#include "ast/ast.h"

typedef struct tp_tag_use {
  uint32_t member, tag; /* indices into types.fields */
  int64_t value;        /* of the tag, where the member is named */
} tp_tag_use;

typedef struct tp_tags {
  VEC(tp_tag_use) at;
} tp_tags;

void tp_tags_find(tp_tags *out, const tp_program *p);
void tp_tags_free(tp_tags *t);

#endif
