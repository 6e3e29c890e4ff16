/* Arrays of variable length: as locals, in blocks and loops, handed on.
 * Decided: 15 covered, 5 infeasible */
extern int __VERIFIER_nondet_int(void);

static int least(const int *at, int n) {
  int found = at[0];
  for (int i = 1; i < n; i++)
    if (at[i] < found)
      found = at[i];
  return found;
}

static int inner(int n) {
  int sum = 0;
  for (int turn = 0; turn < 2; turn++) {
    int part[n + turn];
    part[turn] = turn;
    part[n + turn - 1] = 7;
    sum += part[n + turn - 1];
  }
  return sum;
}

int main(void) {
  int n = 3;
  int a[n];
  for (int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_int();
  int low = least(a, n);
  if (low > a[0])
    return 1;
  if (low > a[1] || low > a[2])
    return 2;
  if (inner(n) != 14)
    return 3;
  struct pair {
    int key, value;
  } pairs[n - 1];
  pairs[0].key = a[0];
  pairs[1].key = pairs[0].key + 1;
  if (pairs[1].key == 5 && a[0] != 4)
    return 4;
  return low == 77;
}
