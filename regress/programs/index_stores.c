/* Stores and copies at an index: bytes of a wider object, structs, unions.
 * Branches: 10
 */
extern unsigned char __VERIFIER_nondet_uchar(void);
struct two { int a, b; };
union word { unsigned w; unsigned short h[2]; };
int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar() & 3;
  unsigned char y = __VERIFIER_nondet_uchar() & 3;
  int n = 0;
  unsigned v = 0;
  unsigned char *b = (unsigned char *)&v;
  b[x] = y;
  if (v == 256) n++;
  if (v == 3) n++;
  struct two t[2] = {{1, 2}, {3, 4}}, s = {7, 8};
  t[x & 1] = s;
  if (t[0].a == 7) n++;
  if (t[1].b == 8) n++;
  union word u = {0};
  u.h[x & 1] = y;
  if (u.w == 0x10000) n++;
  return n;
}
