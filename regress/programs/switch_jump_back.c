/* A jump back inside a switch passes its labels again.
 * Branches: 15
 * Dead branches: 3
 *   n == 4, T
 *   n == 3, T
 *   n == 2, T
 */
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar() & 3;
  int n = 0;
  switch (x) {
  case 1:
  again:
    n++;
  case 2:
    n += 2;
    if (n < 5) goto again;
  }
  if (n == 5) return 1;
  if (n == 4) return 2;
  if (n == 3) return 3;
  if (n == 6) return 4;
  if (n == 2) return 4;
  return 0;
}
