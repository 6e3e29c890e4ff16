/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pointers that an index picks from a table, written through; an element that
 * leaves a ring.
 * Decided: 16 covered, 4 infeasible */
extern int __VERIFIER_nondet_int(void);

struct link {
  struct link *next, *before;
};

static int a, b, c, other = 4;
static int *const places[] = {&a, &b, &c};

static void add(struct link *head, struct link *n) {
  n->next = head;
  n->before = head->before;
  head->before->next = n;
  head->before = n;
}

int main(void) {
  int k = __VERIFIER_nondet_int();
  struct link head = {&head, &head}, at[3];
  if (k < 0 || k > 2)
    return 9;
  *places[k] = 7;
  if (other != 4)
    return 8;
  if (b == 7 && k != 1)
    return 7;
  if (a + b + c != 7)
    return 6;
  for (int i = 0; i < 3; i++)
    add(&head, &at[i]);
  at[k].before->next = at[k].next;
  at[k].next->before = at[k].before;
  int n = 0;
  for (struct link *l = head.next; l != &head; l = l->next)
    n++;
  if (n != 2)
    return 5;
  if (head.next == &at[1])
    return 1;
  return 0;
}
