/* Whole messages, for ever: one is given as a whole, or not at all.
 * EXPECT status 0, unknown 0, ends inputs */
extern void klee_make_symbolic(void *object, unsigned long size,
                               const char *name);
struct message {
  char kind;
  short values[20];
  double level;
};
static int seen;

int main(void) {
  struct message m;
  for (;;) {
    klee_make_symbolic(&m, sizeof m, "m");
    if (m.kind == 'x' && m.values[19] == 77)
      seen++;
    if (seen == 3 && m.level > 0.5)
      seen = 0;
  }
}
