/* An assumption that never holds: nothing before it counts. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) {
  int x = __VERIFIER_nondet_int(), over = 0;
  if (x > 3)
    over = 1;
  __VERIFIER_assume(over != over);
  return over;
}
