/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/concrete.h - what was computed on plain values, in words. */
#ifndef TP_APP_CONCRETE_H
#define TP_APP_CONCRETE_H

#include "app/project.h"

/* The i-th of the places that runs have met (tp_engine_concretised), and the
 * i-th that the plan notes: *node is where, 0: not known. */
void tp_concrete_met(const tp_project *s, uint32_t i, tp_str *what,
                     tp_node_id *node);
void tp_concrete_noted(const tp_project *s, uint32_t i, tp_str *what,
                       tp_node_id *node);

#endif
