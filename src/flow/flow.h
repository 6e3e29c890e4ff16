/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flow/flow.h - what is known about a program without running it.
 *
 * lower: the reachability graph. taint: which declarations and expressions can
 * hold a value that depends on an input. shows: where the order of evaluation
 * shows. stateless: which conditions mean the same on every path.
 */
#ifndef TP_FLOW_FLOW_H
#define TP_FLOW_FLOW_H

#include "flow/lower.h"
#include "flow/shows.h"
#include "flow/stateless.h"
#include "flow/taint.h"

#endif
