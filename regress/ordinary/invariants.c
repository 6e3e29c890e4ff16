/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops without end, and what no turn of them can bring about: a bit that
 * nobody sets, a ring's index, a fill level, a counter inside of a state.
 * Decided: 37 covered, 7 infeasible */

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct machine {
  int state, n;
};

static int bits(void) {
  unsigned flags = 0;
  for (;;) {
    int in = __VERIFIER_nondet_int();
    if (in == 1)
      flags |= 1;
    else if (in == 3 && (flags & 1))
      flags = (flags & ~1u) | 4;
    if (flags > 7)
      return 1;
    if (in == 0)
      return 0;
  }
}

static int ring(void) {
  int a[4] = {0}, k = 0;
  for (;;) {
    int in = __VERIFIER_nondet_int();
    a[k] = in;
    k = (k + 1) % 4;
    if (k < 0 || k > 3)
      return a[0];
    if (in == 0)
      return 0;
  }
}

static int level(void) {
  unsigned char text[16];
  unsigned n = 0;
  for (;;) {
    unsigned char c = __VERIFIER_nondet_uchar();
    if (c == '\n') {
      if (n > sizeof text)
        return text[0];
      n = 0;
      continue;
    }
    if (n < sizeof text)
      text[n++] = c;
    if (c == 0)
      return 0;
  }
}

static void step(struct machine *m, int in) {
  switch (m->state) {
  case 0:
    if (in == 1)
      m->state = 1;
    break;
  case 1:
    if (in == 2) {
      m->state = 2;
      m->n = 0;
    }
    break;
  case 2:
    if (++m->n == 5)
      m->state = 0;
    if (m->n > 5)
      m->state = 3;
    break;
  default:
    m->state = 0;
  }
}

static int counted(void) {
  struct machine m = {0, 0};
  for (;;) {
    int in = __VERIFIER_nondet_int();
    step(&m, in);
    if (m.state == 3)
      return 1;
    if (in == 9)
      return 0;
  }
}

int main(void) {
  switch (__VERIFIER_nondet_int()) {
  case 1:
    return bits();
  case 2:
    return ring();
  case 3:
    return level();
  default:
    return counted();
  }
}
