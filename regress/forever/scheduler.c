/* A scheduler: tasks become ready, run and block; its ticks never end.
 * EXPECT status 0, unknown 0, ends inputs */
extern int __VERIFIER_nondet_int(void);
enum { TASKS = 3 };
static int ready[TASKS], waits[TASKS], idle;

static int choose(void) {
  for (int i = 0; i < TASKS; i++)
    if (ready[i])
      return i;
  return -1;
}

int main(void) {
again:;
  int event = __VERIFIER_nondet_int();
  if (event >= 0 && event < TASKS)
    ready[event] = 1;
  if (event == 7)
    ready[0] = ready[1] = ready[2] = 1;
  int task = choose();
  if (task < 0) {
    if (++idle == 5)
      idle = 0;
  } else {
    ready[task] = 0;
    if (event == 100 + task)
      waits[task]++;
    if (waits[task] > 3)
      waits[task] = 0;
  }
  goto again;
}
