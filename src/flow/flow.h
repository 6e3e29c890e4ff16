/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flow/flow.h - what is known about a program without running it.
 *
 * lower: the reachability graph. taint: which declarations and expressions can
 * hold a value that depends on an input. effects: which expressions have side
 * effects. stateless: which conditions mean the same on every path.
 */
#ifndef TP_FLOW_FLOW_H
#define TP_FLOW_FLOW_H

#include "flow/effects.h"
#include "flow/lower.h"
#include "flow/stateless.h"
#include "flow/taint.h"

#endif
