/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exec/keeper.h - the small process between tp2ph and a plain program; private
 * to plain.c.
 *
 * One order in, one answer out, on a socket that keeps messages apart. When the
 * socket closes, the keeper ends what still runs below it, and itself.
 */
#ifndef TP_EXEC_KEEPER_H
#define TP_EXEC_KEEPER_H

#include <stdbool.h>
#include <stdint.h>

#define TP_KEEPER_TEXT 16384

typedef struct tp_keeper_order {
  int32_t world;   /* first to be made, of this kind; -1: a run, please */
  double seconds;  /* limit on the run */
  uint64_t memory; /* bytes of address space; 0: no limit */
  uint32_t n_env;
  int32_t moves; /* addresses are not fixed */
  /* The program, the folder to run it in, and n_env words NAME=VALUE, each with
   * a NUL behind; of a world its places. Only as much as is used is sent. */
  char text[TP_KEEPER_TEXT];
} tp_keeper_order;

typedef struct tp_keeper_answer {
  int32_t status; /* as waitpid tells it */
  int32_t timed_out;
  int32_t is_starved; /* it asked for more inputs than its test has */
  int32_t error; /* why the program could not be started, the world not made; 0:
                    it was */
} tp_keeper_answer;

/* In a fresh fork; `control` is its end of the socket. Never returns. */
void tp_keeper_serve(int control) __attribute__((noreturn));

#endif
