/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flow/disturb.h - whether it shows which of two expressions comes first: one
 * calls what may change what the other reads, or both call something, and one
 * of them changes what is not its own.
 */
#ifndef TP_FLOW_DISTURB_H
#define TP_FLOW_DISTURB_H

#include "flow/changes.h"

/* `is_place`: b is assigned to, it is only looked where it lies. */
bool tp_flow_disturbs(tp_changes *c, tp_node_id a, tp_node_id b, bool is_place);

#endif
