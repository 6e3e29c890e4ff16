/* SPDX-License-Identifier: GPL-3.0-or-later */
/* engine/locate.h - where a run crashed or hung.
 *
 * Where a clock interrupts an endless loop is chance, and differs from run to
 * run: the loop itself does not. So it is told, and one loop is one finding. A
 * call that waits is told by its own line. */
#ifndef TP_ENGINE_LOCATE_H
#define TP_ENGINE_LOCATE_H

#include "engine/engine.h"

/* Fills place and loop of a finding of the last run, which is made once more.
 */
void tp_locate(tp_engine_finding *out, const tp_ir *ir, tp_exec *exec,
               const tp_decoder *d);

#endif
