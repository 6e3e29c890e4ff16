/* Loops one after another, each with more turns than are unrolled: what holds in
 * those of the last one is found though the others took many questions. */
#include <string.h>
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
enum state { IDLE, READY = 3, BUSY, FAILED = -2 };
static int hits;
static int state, last = IDLE, total; static _Bool armed; static unsigned char mode = 2;
static int next(int s, int x) {
  if (s == READY && x != 2) return READY;
  if (s == IDLE && x == 2) return IDLE;
  return s;
}
static void note(int x) { if (x == 3) last = BUSY; if (state == 7) armed = 1; }
int main(void) {
  long x1 = __VERIFIER_nondet_long() & 3;
  unsigned char x2 = __VERIFIER_nondet_uchar() & 3;
  unsigned char x3 = __VERIFIER_nondet_uchar() & 3;
  unsigned char x4 = __VERIFIER_nondet_uchar() & 3;
  int in[4] = {x1, x2, x3, x4}, local = 1, turn = 0;
  turn = 0;
  while (turn < 66) { turn++;
    if (x2 == 3) mode = 4;
    if (last == 7) hits++;
    if (state == local) last = BUSY;
    if (last == FAILED) hits++;
    if (local == 3) hits++;
    if (mode == 9) hits++;
    if (armed <= 2) hits++;
    if (mode == 4) hits++;
    if (x1 == 3) state = IDLE;
    if (mode == 2) hits++;
  }
  
  for (turn = 0; turn < in[1] * 30; turn++) {
    if (state >= 2) hits++;
    if (local == 4) hits++;
    if (x3 == 3) local = 2;
    if (last == BUSY) hits++;
    total += armed;
    if (state == 9) hits++;
    if (total >= 1) hits++;
    if (state == 2) hits++;
    if (x1 > 3) hits++;
    if (mode == FAILED) hits++;
  }
  turn = 1;
  while (turn < in[1] * 30) { turn++;
    if (x3 != 5) hits++;
    if (last == FAILED) hits++;
    state = next(state, in[turn & 3]);
    if (state == READY) hits++;
    if (x3 <= 1) hits++;
    if (state == READY) hits++;
    if (state == local) last = BUSY;
    if (mode == FAILED) hits++;
    note(x2);
    if (local == IDLE) hits++;
  }
  turn = 0;
  while (turn < in[1] * 30) { turn++;
    state = next(state, x3);
    if (state == 4) hits++;
    if (x3 >= 2) hits++;
    if (mode == 2) hits++;
  }
  turn = 0;
  while (turn < in[1] * 30) { turn++;
    if (x2 == 3) mode = 4;
    if (mode == BUSY) hits++;
    total += in[turn % 3];
    if (mode == READY) hits++;
    if (state == local) last = BUSY;
    if (local == BUSY) hits++;
    if (turn == 65 && in[turn % 3] > 1) mode = 7;
    if (mode == 7) hits++;
  }
  
  for (turn = 0; turn < 70; turn++) {
    if (state == local) last = BUSY;
    if (mode == 4) hits++;
    if (turn > 0) hits++;
    if (state == IDLE) hits++;
    if (in[turn % 3] == 3) state = IDLE;
    if (local == 7) hits++;
    total += armed;
    if (mode == BUSY) hits++;
  }
  return 0;
}

