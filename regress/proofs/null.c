/* Stores through pointers, one of which is NULL where it is called.
 * Proved: `y == 1` (T), by the store in `set`.
 */
extern int __VERIFIER_nondet_int(void);

static void set(int *p) {
  int *q = p;
  if (q)
    *q = 3;
}

static void put(int *p) { *p = 3; }

int main(void) {
  int x = __VERIFIER_nondet_int(), y = 1;
  int *none = 0;
  set(none);
  if (x == 9)
    put(none);
  set(&y);
  if (y == 1)
    return 4;
  return x == 5;
}
