/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of the harness that are the same for every program, as they are in
 * src/harness/parts/: make turns each line into a string. The rest is made by
 * harness.c.
 */
#include "harness/text.h"

const char tp_harness_kernel[] =
#include "harness/parts/kernel.c.inc"
    ;

const char tp_harness_reader[] =
#include "harness/parts/reader.c.inc"
    ;

const char tp_harness_runner[] =
#include "harness/parts/runner.c.inc"
    ;

const char tp_harness_script_head[] =
#include "harness/parts/run_head.sh.inc"
    ;

const char tp_harness_script_tail[] =
#include "harness/parts/run_tail.sh.inc"
    ;

const char tp_harness_keeper[] =
#include "harness/parts/keeper.c.inc"
    ;
