/* Where an object lies decides: by chance each condition is the same elsewhere,
 * but not all of them. */
#include <stdint.h>
int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), n = 0;
  uintptr_t place = (uintptr_t)&x >> 12;
  if (place & 1)
    n++;
  if (place & 2)
    n++;
  if (place & 4)
    n++;
  if (place & 8)
    n++;
  if (place & 16)
    n++;
  if (place & 32)
    n++;
  if (place & 64)
    n++;
  if (place & 128)
    n++;
  if (x == 12345)
    return 1;
  return n == 99;
}
