/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/merge_parts.h - shards of one program put together (inside module app).
 */
#ifndef TP_APP_MERGE_PARTS_H
#define TP_APP_MERGE_PARTS_H

#include "app/options.h"

/* Whether the folder holds the result of a shard of one program. */
bool tp_merge_is_part(const char *dir);
/* All folders of the command line as one result; returns only if that can't
 * be. */
int tp_merge_parts(const tp_options *o, tp_diag *diag);

#endif
