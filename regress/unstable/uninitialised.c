/* What a variable holds that was never set is left to the compiler: the stack
 * below main is new, and holds zeros. */
int __VERIFIER_nondet_int(void);

static int look(int x) {
  int never_set[4000];
  if (never_set[20] == 0)
    x++;
  return x;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (look(x) == 12346)
    return 1;
  return x > 7 ? 2 : 0;
}
