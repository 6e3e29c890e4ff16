# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs with loops, state and tables, written from a seed: for bench-anytime.

Each function takes a random.Random and a size and returns the text of a program; PROGRAMS lists
the ones that are measured.
"""
import random

HEAD = "extern int __VERIFIER_nondet_int(void);\nextern unsigned char __VERIFIER_nondet_uchar(void);\n"


def eca(rng, rules):
    """Event-condition-action: each rule asks for an input and a few state variables."""
    n_vars, n_inputs = 6 + rules // 100, 5
    domain = [rng.choice([2, 3, 5, 9, 14]) for _ in range(n_vars)]
    out = [HEAD]
    out += ["static int s%d = %d;" % (i, rng.randrange(domain[i])) for i in range(n_vars)]
    out += ["static int count = 0;", "static int step(int in) {"]
    for r in range(rules):
        asked = rng.sample(range(n_vars), rng.randint(1, 3))
        conds = ["in == %d" % rng.randint(1, n_inputs)]
        for v in asked:
            conds.append("s%d %s %d" % (v, rng.choice(["==", "==", "==", "!=", ">"]), rng.randrange(domain[v])))
        if rng.random() < 0.05:
            conds.append("count > %d" % rng.randint(3, 40))
        rng.shuffle(conds)
        out.append("  if (%s) {" % " && ".join(conds))
        for v in rng.sample(range(n_vars), rng.randint(1, 3)):
            out.append("    s%d = %d;" % (v, rng.randrange(domain[v])))
        if rng.random() < 0.3:
            out.append("    count += %d;" % rng.randint(1, 3))
        out.append("    return %d;\n  }" % rng.randint(1, 30))
    out.append("  return -2;\n}")
    out.append("int main(void) {\n  for (int i = 0; i < 200; i++) {\n    int in = __VERIFIER_nondet_int();")
    out.append("    if (in < 1 || in > %d)\n      return -1;\n    step(in);\n  }\n  return 0;\n}" % n_inputs)
    return "\n".join(out) + "\n"


def controller(rng, states):
    """Modes, timers, debounced alarms; reads sensors until it is switched off."""
    out = [HEAD, "enum { " + ", ".join("M%d" % i for i in range(states)) + " };", "int main(void) {",
           "  int mode = M0, timer = 0, alarm = 0, level = 50, errors = 0;",
           "  for (int tick = 0; tick < 1000; tick++) {",
           "    unsigned char cmd = __VERIFIER_nondet_uchar();",
           "    int sensor = (int)__VERIFIER_nondet_uchar();",
           "    if (cmd == 255)\n      break;",
           "    level += (sensor - 128) / 16;",
           "    if (level < 0)\n      level = 0;\n    if (level > 100)\n      level = 100;",
           "    switch (mode) {"]
    for s in range(states):
        out.append("    case M%d:" % s)
        for _ in range(rng.randint(2, 4)):
            kind = rng.randrange(5)
            to = rng.randrange(states)
            if kind == 0:
                out.append("      if (cmd == %d)\n        mode = M%d;" % (rng.randrange(200), to))
            elif kind == 1:
                out.append("      if (++timer > %d) {\n        timer = 0;\n        mode = M%d;\n      }" % (rng.randint(2, 25), to))
            elif kind == 2:
                out.append("      if (level > %d && cmd %% 4 == %d)\n        alarm++;\n      else if (alarm > 0)\n        alarm--;" % (
                    rng.randint(55, 95), rng.randrange(4)))
            elif kind == 3:
                out.append("      if (alarm >= %d) {\n        errors++;\n        alarm = 0;\n        mode = M%d;\n      }" % (rng.randint(2, 5), to))
            else:
                out.append("      if (sensor == %d && level < %d)\n        mode = M%d;" % (rng.randrange(256), rng.randint(5, 60), to))
        out.append("      break;")
    out.append("    }\n    if (errors > 3)\n      return 2;\n  }\n  return mode == M%d ? 0 : 1;\n}" % rng.randrange(states))
    return "\n".join(out) + "\n"


def parser(rng, keywords):
    """Frames with a header, a length, a checksum, and commands inside."""
    words = ["".join(rng.choice("ABCDEGHKLMNPRSTVXYZ") for _ in range(rng.randint(3, 6))) for _ in range(keywords)]
    out = [HEAD, "static char buf[64];", "static int n;",
           "static int is(const char *w) {\n  int i = 0;\n  while (w[i]) {\n    if (i >= n || buf[i] != w[i])\n"
           "      return 0;\n    i++;\n  }\n  return i == n;\n}",
           "static int command(int *armed) {"]
    for i, w in enumerate(words):
        cond = "is(\"%s\")" % w
        if i % 3 == 2:
            cond += " && *armed == %d" % (i % 4)
        out.append("  if (%s) {\n    *armed = %d;\n    return %d;\n  }" % (cond, rng.randrange(5), i + 1))
    out.append("  return 0;\n}")
    out.append("""int main(void) {
  int armed = 0, frames = 0, bad = 0;
  while (frames < 20) {
    unsigned char c = __VERIFIER_nondet_uchar();
    if (c == 0)
      break;
    if (c != 0x7e)
      continue;
    unsigned char len = __VERIFIER_nondet_uchar();
    if (len > 60) {
      bad++;
      if (bad > 3)
        return 9;
      continue;
    }
    unsigned sum = 0;
    n = 0;
    while (n < len) {
      buf[n] = (char)__VERIFIER_nondet_uchar();
      sum += (unsigned char)buf[n];
      n++;
    }
    if ((sum & 0xff) != __VERIFIER_nondet_uchar()) {
      bad++;
      continue;
    }
    frames++;
    int r = command(&armed);
    if (r == 0 && armed > 3)
      return 3;
    if (r > 5 && frames > 2 && armed == 2)
      return 4;
  }
  return bad ? 1 : 0;
}""")
    return "\n".join(out) + "\n"


def primes(rng, size):
    """Number theory: loops whose turns depend on the input."""
    a, b = rng.randint(3, 9), rng.randint(20, 60)
    return HEAD + """static int is_prime(unsigned n) {
  if (n < 2)
    return 0;
  for (unsigned d = 2; d * d <= n; d++)
    if (n %% d == 0)
      return 0;
  return 1;
}
static unsigned gcd(unsigned a, unsigned b) {
  while (b) {
    unsigned t = a %% b;
    a = b;
    b = t;
  }
  return a;
}
int main(void) {
  unsigned n = (unsigned)__VERIFIER_nondet_int() %% %d, m = __VERIFIER_nondet_uchar(), twins = 0, found = 0;
  for (unsigned i = 0; i < n; i++) {
    if (!is_prime(i))
      continue;
    found++;
    if (is_prime(i + 2))
      twins++;
  }
  if (found > %d)
    return 1;
  if (twins == %d && n %% 2)
    return 2;
  if (m > 1 && gcd(n, m) == m) {
    if (is_prime(m))
      return 3;
    if (m > 40 && n > 2 * m)
      return 4;
  }
  if (n == m * m)
    return 5;
  return found > twins ? 6 : 7;
}
""" % (size, b, a)


def flow(rng, tests):
    """A tester program: sites in a loop, a table of limits and bins, retries, an option string."""
    rows = []
    for i in range(tests):
        low = rng.randint(-500, 500)
        rows.append("  {%d, %d, %d, %d}," % (low, low + rng.randint(5, 400), rng.randint(2, 9), rng.randrange(3)))
    out = [HEAD, "#include <string.h>", "struct row { int low, high, bin, retry; };",
           "static const struct row rows[%d] = {\n%s\n};" % (tests, "\n".join(rows)),
           "static int bins[10];", "static char option[8];",
           "static int measure(int i) {\n  int left = rows[i].retry;\n  for (;;) {\n    int v = __VERIFIER_nondet_int();\n"
           "    if (v >= rows[i].low && v <= rows[i].high)\n      return 1;\n    if (left-- == 0)\n      return 0;\n  }\n}",
           "static int site(void) {\n  int fails = 0, bin = 1;",
           "  for (int i = 0; i < %d; i++) {\n    if (measure(i))\n      continue;\n    fails++;\n    if (bin == 1)\n      bin = rows[i].bin;\n"
           "    if (fails > 3)\n      return 9;\n  }" % tests]
    for _ in range(tests // 2):
        out.append("  if (%s)\n    bin = %d;" % (rng.choice([
            "bin == %d && fails == %d" % (rng.randint(2, 9), rng.randint(1, 4)),
            "bins[%d] > %d && bin == 1" % (rng.randint(0, 9), rng.randint(0, 3)),
            "option[0] == '%s' && fails > %d" % (rng.choice("ABQX"), rng.randint(0, 2))]), rng.randint(1, 9)))
    out.append("  return bin;\n}\nint main(void) {\n  for (int i = 0; i < 7; i++)\n    option[i] = (char)__VERIFIER_nondet_uchar();\n"
               "  option[7] = 0;\n  int n = strcmp(option, \"QUAL\") == 0 ? 8 : strncmp(option, \"PB_\", 3) == 0 ? 4 : 2;\n"
               "  for (int s = 0; s < n; s++) {\n    if (__VERIFIER_nondet_uchar() & 1)\n      continue;\n    bins[site()]++;\n  }")
    for b in range(10):
        out.append("  if (bins[%d] > %d)\n    return %d;" % (b, rng.randint(0, 4), b + 1))
    out.append("  return 0;\n}")
    return "\n".join(out) + "\n"


def sorting(rng, size):
    """A heap and a search tree in arrays; what they do depends on the order of the inputs."""
    return HEAD + """static int key[%d], left[%d], right[%d], n;
static int insert(int v) {
  int at = 0, depth = 0;
  if (n == %d)
    return -1;
  key[n] = v;
  left[n] = right[n] = -1;
  if (n++ == 0)
    return 0;
  for (;;) {
    int *side = v < key[at] ? &left[at] : &right[at];
    if (v == key[at]) {
      n--;
      return -2;
    }
    depth++;
    if (*side < 0) {
      *side = n - 1;
      return depth;
    }
    at = *side;
  }
}
int main(void) {
  int deepest = 0, doubles = 0, full = 0;
  for (int i = 0; i < %d; i++) {
    int op = __VERIFIER_nondet_uchar();
    if (op > 250)
      break;
    int d = insert(__VERIFIER_nondet_uchar());
    if (d == -1 && ++full > 2)
      return 1;
    if (d == -2)
      doubles++;
    if (d > deepest)
      deepest = d;
  }
  if (deepest == %d)
    return 2;
  if (n > 4 && deepest < 3)
    return 3;
  if (doubles == %d && n == %d)
    return 4;
  for (int i = 1; i < n; i++)
    if (key[i] < key[i - 1])
      return 5;
  return n > 5 ? 6 : 7;
}
""" % (size, size, size, size, size + 4, size - 1, rng.randint(1, 3), rng.randint(3, size - 1))


PROGRAMS = [
    ("eca-100", eca, 1, 100), ("eca-150", eca, 2, 150), ("eca-300", eca, 3, 300), ("eca-500", eca, 4, 500), ("eca-800", eca, 5, 800),
    ("controller-8", controller, 1, 8), ("controller-20", controller, 2, 20), ("controller-40", controller, 3, 40),
    ("parser-6", parser, 1, 6), ("parser-15", parser, 2, 15), ("parser-30", parser, 3, 30),
    ("primes-300", primes, 1, 300), ("primes-1000", primes, 2, 1000),
    ("flow-12", flow, 1, 12), ("flow-40", flow, 2, 40), ("flow-120", flow, 3, 120),
    ("sorting-8", sorting, 1, 8), ("sorting-14", sorting, 2, 14),
]


def write(folder):
    """All programs, as files; their paths."""
    paths = []
    for name, make, seed, size in PROGRAMS:
        paths.append("%s/%s.c" % (folder, name))
        with open(paths[-1], "w") as f:
            f.write(make(random.Random(seed), size))
    return paths


if __name__ == "__main__":
    import sys
    print("\n".join(write(sys.argv[1])))
