/* Writes anything over what tp2ph shares with it; for even inputs also over its
 * head. */
#include "hostile.h"

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  uint64_t *words = hostile_shared();
  if (x > 100 && y == x - 1)
    y++;
  for (int i = 0; x > 10 && words && i < 20000; i++)
    words[i + (x & 1) * 1024] =
        (uint64_t)x * 0x9e3779b97f4a7c15u ^ (uint64_t)(i % 9);
  if (y == 12345)
    return 3;
  return 0;
}
