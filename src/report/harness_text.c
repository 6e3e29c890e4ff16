/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of the harness that are the same for every program, as they are in
 * src/report/harness/: make turns each line into a string. The rest is made by
 * harness.c.
 */
#include "report/harness_text.h"

const char tp_harness_kernel[] =
#include "report/harness/kernel.c.inc"
    ;

const char tp_harness_reader[] =
#include "report/harness/reader.c.inc"
    ;

const char tp_harness_runner[] =
#include "report/harness/runner.c.inc"
    ;

const char tp_harness_script_head[] =
#include "report/harness/run_head.sh.inc"
    ;

const char tp_harness_script_tail[] =
#include "report/harness/run_tail.sh.inc"
    ;

const char tp_harness_keeper[] =
#include "report/harness/keeper.c.inc"
    ;
