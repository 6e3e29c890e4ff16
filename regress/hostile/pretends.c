/* Tells tp2ph's runtime that it takes all of its branches. */
#include "hostile.h"

#include "wire/area.h"

static void pretend(void) {
  tp_area *area = hostile_shared();
  uint64_t *to;
  if (!area)
    return;
  to = (uint64_t *)((char *)area + area->trace) + area->words;
  for (uint32_t decision = 1; decision < 64; decision++)
    for (unsigned value = 0; value < 2; value++, area->words++)
      *to++ = TP_R_BRANCH | value << 8 | (uint64_t)decision << 32;
  _exit(0);
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 7)
    pretend();
  if (getpid() == -5)
    return 1;
  return 0;
}
