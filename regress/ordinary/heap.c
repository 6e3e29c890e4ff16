/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Blocks of the heap: elements that an index picks, sizes that inputs say, and
 * what only a malloc that fails leads to.
 * Decided: 21 covered, 4 infeasible, 1 unknown */
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct message {
  int length;
  char data[];
};

int main(void) {
  int k = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  if (k < 0 || k >= 8 || n < 1 || n > 6)
    return 9;
  int *m = malloc(8 * sizeof *m);
  if (!m)
    return 8;
  memset(m, 0, 8 * sizeof *m);
  m[k] = 5;
  if (m[3] == 5 && k != 3)
    return 7;
  struct message *text = malloc(sizeof *text + 8);
  memset(text->data, 0, 8);
  text->data[k] = 'x';
  if (text->data[6] == 'x' && k != 6)
    return 6;
  int *squares = calloc((size_t)n, sizeof *squares);
  if (squares[n - 1] != 0)
    return 5;
  for (int i = 0; i < n; i++)
    squares[i] = i * i;
  if (squares[n - 1] == 16)
    return 1;
  if (squares[n - 1] > 25)
    return 4;
  free(squares);
  free(text);
  free(m);
  return 0;
}
