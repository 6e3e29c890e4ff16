// SPDX-License-Identifier: GPL-3.0-or-later
/* A lock behind a hundred turns: no question from the start of the program gets
 * there, runs do, but of the millions of ways on from there one opens it, and
 * none is nearer than another. */
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned turn_by(unsigned code, unsigned char key) {
  switch (key) {
  case 'a':
    return code + 1;
  case 'b':
    return code ^ 0x2d5;
  case 'c':
    return code + 7;
  case 'd':
    return code << 3;
  case 'e':
    return code - 77;
  case 'f':
    return code ^ 0x55;
  case 'g':
    return code + 311;
  case 'h':
    return code >> 1;
  case 'i':
    return code + 1009;
  case 'j':
    return code << 1;
  case 'k':
    return code ^ 0xff;
  default:
    return 0;
  }
}

int main(void) {
  unsigned code = 7;
  for (int turn = 0;; turn++) {
    unsigned char key = __VERIFIER_nondet_uchar();
    if (key == 0)
      return 1;
    if (turn < 100)
      continue;
    if (turn > 106)
      return 2;
    code = turn_by(code, key);
    if (code * 2654435761u == 0x63514068u)
      return 0;
  }
}
