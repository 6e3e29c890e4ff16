# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs with loops, state and tables, written from a seed: for bench-anytime.

Each function takes a random.Random and a size and returns the text of a program; PROGRAMS lists
the ones that are measured.
"""
import random

import others

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


def table_machine(rng, states):
    """A machine whose transitions are a table; guards count and compare."""
    inputs = 6
    rows = []
    for _ in range(states):
        rows.append("  {" + ", ".join(str(rng.randrange(states) if rng.random() < 0.5 else -1) for _ in range(inputs)) + "},")
    out = [HEAD, "static const short next[%d][%d] = {\n%s\n};" % (states, inputs, "\n".join(rows)), "static int visits[%d];" % states,
           "int main(void) {\n  int at = 0, refused = 0, score = 0;\n  for (;;) {\n    unsigned char in = __VERIFIER_nondet_uchar();\n"
           "    if (in == 255)\n      break;\n    int to = next[at][in %% %d];\n    if (to < 0) {\n      if (++refused > 12)\n        return 1;\n"
           "      continue;\n    }\n    at = to;\n    visits[at]++;\n    switch (at) {" % inputs]
    for s in range(states):
        kind = rng.randrange(4)
        body = {0: "score += %d;" % rng.randint(1, 5), 1: "if (visits[%d] > %d)\n        score += 10;" % (s, rng.randint(1, 6)),
                2: "if (score > %d && in > %d)\n        score = 0;" % (rng.randint(5, 60), rng.randint(10, 240)),
                3: "if (refused == %d)\n        refused = 0;" % rng.randint(1, 8)}[kind]
        out.append("    case %d:\n      %s\n      break;" % (s, body))
    out.append("    }\n    if (score > 300)\n      return 2;\n  }\n  return at == %d ? 3 : 0;\n}" % rng.randrange(states))
    return "\n".join(out) + "\n"


def protocol(rng, kinds):
    """Two sides of a connection: handshake, sequence numbers, windows, timeouts; never ends by itself."""
    out = [HEAD, "enum { CLOSED, LISTEN, SYN, OPEN, CLOSING, DEAD };",
           "static int state = CLOSED, retries, window = 4;\nstatic unsigned seq, acked, key;",
           "static int data(unsigned char kind, unsigned char len) {\n  switch (kind) {"]
    for k in range(kinds):
        cond = rng.choice(["len > %d" % rng.randint(3, 200), "seq - acked > %du" % rng.randint(2, 9), "window == %d" % rng.randint(1, 8),
                           "(key ^ len) == %du" % rng.randint(1, 250)])
        act = rng.choice(["window++;", "window--;", "acked = seq;", "key = key * 5 + len;", "retries = 0;"])
        out.append("  case %d:\n    if (%s) {\n      %s\n      return %d;\n    }\n    break;" % (rng.randrange(k * 4, k * 4 + 4), cond, act, k + 1))
    out.append("""  }
  return 0;
}
int main(void) {
  while (state != DEAD) {
    unsigned char type = __VERIFIER_nondet_uchar(), arg = __VERIFIER_nondet_uchar();
    switch (state) {
    case CLOSED:
      if (type == %d)
        state = LISTEN;
      break;
    case LISTEN:
      if (type == 'S' && arg > 16) {
        seq = arg;
        state = SYN;
      } else if (++retries > %d)
        state = DEAD;
      break;
    case SYN:
      if (type == 'A' && arg == (unsigned char)(seq + 1)) {
        acked = seq;
        state = OPEN;
      } else if (type == 'R')
        state = CLOSED;
      break;
    case OPEN:
      seq++;
      if (data(type, arg) > %d)
        key++;
      if (window <= 0)
        state = CLOSING;
      if (seq - acked > %du)
        state = CLOSED;
      break;
    case CLOSING:
      if (type == 'F' && key > %du)
        state = DEAD;
      else if (arg == 0)
        state = OPEN;
      break;
    }
  }
  return retries > 2 ? 1 : 0;
}""" % (rng.randint(1, 250), rng.randint(3, 20), kinds // 2, rng.randint(12, 40), rng.randint(1, 4)))
    return "\n".join(out) + "\n"


def expression(rng, depth):
    """A recursive descent parser and evaluator over a text."""
    return HEAD + """static char text[%d];
static int at, bad;
static int sum(int depth);
static int atom(int depth) {
  int n = 0;
  if (text[at] == '(') {
    at++;
    n = sum(depth + 1);
    if (text[at] != ')')
      bad = 1;
    else
      at++;
    return n;
  }
  if (text[at] == '-') {
    at++;
    return -atom(depth);
  }
  if (text[at] < '0' || text[at] > '9')
    bad = 2;
  while (text[at] >= '0' && text[at] <= '9')
    n = n * 10 + (text[at++] - '0');
  return n;
}
static int product(int depth) {
  int n = atom(depth);
  while (text[at] == '*' || text[at] == '/') {
    char op = text[at++];
    int m = atom(depth);
    if (op == '/' && m == 0) {
      bad = 3;
      return 0;
    }
    n = op == '*' ? (int)((unsigned)n * (unsigned)m) : m == -1 ? 0 : n / m;
  }
  return n;
}
static int sum(int depth) {
  if (depth > %d) {
    bad = 4;
    return 0;
  }
  int n = product(depth);
  while (!bad && (text[at] == '+' || text[at] == '-'))
    n = text[at++] == '+' ? (int)((unsigned)n + (unsigned)product(depth)) : (int)((unsigned)n - (unsigned)product(depth));
  return n;
}
int main(void) {
  for (int i = 0; i < %d; i++)
    text[i] = (char)__VERIFIER_nondet_uchar();
  int n = sum(0);
  if (bad)
    return bad;
  if (text[at])
    return 5;
  if (n == %d)
    return 6;
  if (n < -%d)
    return 7;
  return 0;
}
""" % (depth * 6 + 1, depth, depth * 6, rng.randint(20, 900), rng.randint(5, 90))


def numeric(rng, stages):
    """Filters and iterations on doubles, with limits."""
    out = [HEAD + "extern double __VERIFIER_nondet_double(void);", "int main(void) {",
           "  double level = 0, drift = 0, last = 0;\n  int low = 0, high = 0, stable = 0;",
           "  for (int i = 0; i < %d; i++) {\n    double x = __VERIFIER_nondet_double();\n    if (!(x > -1e6 && x < 1e6))\n      return 1;" % (8 + stages),
           "    level = 0.75 * level + 0.25 * x;\n    drift += (x - last) * 0.5;\n    last = x;"]
    for s in range(stages):
        out.append("    if (%s)\n      %s;" % (rng.choice(["level > %d.5" % rng.randint(1, 500), "drift < -%d.25" % rng.randint(1, 90),
                                                         "level - drift > %d" % rng.randint(1, 60), "x * level > %d" % rng.randint(100, 9000),
                                                         "stable > %d && x < level" % rng.randint(1, 4)]),
                                               rng.choice(["high++", "low++", "stable++", "stable = 0", "drift = 0"])))
    out.append("    if (high > %d && low > %d)\n      return 2;\n  }" % (rng.randint(2, 6), rng.randint(1, 4)))
    out.append("  if (stable == %d)\n    return 3;\n  double r = level > 0 ? level : 1;\n  for (int i = 0; i < 6; i++)\n    r = (r + level / r) / 2;\n"
               "  if (r > %d.0 && r < %d.0)\n    return 4;\n  return high > low;\n}" % (rng.randint(2, 5), 7, 9))
    return "\n".join(out) + "\n"


def list_ops(rng, ops):
    """A list on the heap; operations by number, invariants looked at on the way."""
    out = [HEAD, "#include <stdlib.h>\nstruct node { int key, hits; struct node *next; };\nstatic struct node *head;\nstatic int n;",
           "static struct node *find(int key) {\n  struct node *at = head;\n  while (at && at->key != key)\n    at = at->next;\n  return at;\n}",
           "int main(void) {\n  for (int turn = 0; turn < 60; turn++) {\n    unsigned char op = __VERIFIER_nondet_uchar(), key = __VERIFIER_nondet_uchar();\n"
           "    struct node *p = find(key %% %d);\n    switch (op %% %d) {" % (rng.randint(9, 40), ops)]
    for k in range(ops):
        out.append("    case %d:\n      %s\n      break;" % (k, rng.choice([
            "if (!p && (p = malloc(sizeof *p))) {\n        p->key = key %% 9;\n        p->hits = 0;\n        p->next = head;\n        head = p;\n        n++;\n      }".replace("%%", "%"),
            "if (p && ++p->hits > %d)\n        return %d;" % (rng.randint(1, 5), k + 1),
            "if (head && head->next && head->key > head->next->key) {\n        int t = head->key;\n        head->key = head->next->key;\n        head->next->key = t;\n      }",
            "if (n > %d && p == head && p) {\n        head = p->next;\n        free(p);\n        n--;\n      }" % rng.randint(1, 4),
            "if (p && p->next && p->next->hits == %d)\n        p->hits += 2;" % rng.randint(0, 2)])))
    out.append("    default:\n      if (op == 250)\n        return 0;\n    }\n    if (n > %d)\n      return 99;\n  }\n  return n;\n}" % rng.randint(4, 8))
    return "\n".join(out) + "\n"


def bits(rng, rounds):
    """Checksums, masks, remainders: arithmetic that solvers and slopes dislike."""
    out = [HEAD, "int main(void) {", "  unsigned a = (unsigned)__VERIFIER_nondet_int(), b = (unsigned)__VERIFIER_nondet_int();",
           "  unsigned crc = 0xffff, ones = 0;\n  for (unsigned v = a; v; v &= v - 1)\n    ones++;",
           "  for (int i = 0; i < 8; i++) {\n    unsigned char c = __VERIFIER_nondet_uchar();\n    crc ^= c;\n    for (int k = 0; k < 8; k++)\n"
           "      crc = crc & 1 ? crc >> 1 ^ 0xa001 : crc >> 1;\n  }"]
    for i in range(rounds):
        out.append("  if (%s)\n    return %d;" % (rng.choice([
            "a %% %d == %d && b > a" % (rng.randint(7, 90), rng.randint(0, 6)), "(a ^ b) == 0x%xu" % rng.getrandbits(20),
            "(crc & 0x%x) == 0x%x" % (0xff << rng.randrange(8), 0), "ones == %d && (b & 0x%x) == 0x%x" % (rng.randint(3, 28), 0xf00, 0x500),
            "a * %du + b == %du" % (rng.randint(3, 99) * 2 + 1, rng.getrandbits(30)), "a / %d == b %% %d + %d" % (rng.randint(3, 70), rng.randint(50, 900), rng.randint(900, 4000))]), i + 1))
    out.append("  return 0;\n}")
    return "\n".join(out) + "\n"


def sorter(rng, size):
    """Quicksort and a merge of what it sorted; what counts is how the values lie."""
    return HEAD + """static int v[%d], swaps, depth;
static void sort(int low, int high, int deep) {
  if (deep > depth)
    depth = deep;
  if (low >= high)
    return;
  int pivot = v[(low + high) / 2], i = low, j = high;
  while (i <= j) {
    while (v[i] < pivot)
      i++;
    while (v[j] > pivot)
      j--;
    if (i <= j) {
      int t = v[i];
      v[i] = v[j];
      v[j] = t;
      swaps += i != j;
      i++;
      j--;
    }
  }
  sort(low, j, deep + 1);
  sort(i, high, deep + 1);
}
int main(void) {
  int n = __VERIFIER_nondet_uchar() %% %d, same = 0, gap = 0;
  for (int i = 0; i < n; i++)
    v[i] = __VERIFIER_nondet_int();
  sort(0, n - 1, 0);
  for (int i = 1; i < n; i++) {
    if (v[i] == v[i - 1])
      same++;
    if ((long)v[i] - v[i - 1] > %d)
      gap++;
  }
  if (same == %d)
    return 1;
  if (depth > %d)
    return 2;
  if (swaps == 0 && n > 3)
    return 3;
  if (gap == 2 && n > 4)
    return 4;
  if (n > 2 && v[0] + v[1] == v[2] && v[2] > 100)
    return 5;
  return 0;
}
""" % (size + 1, size, rng.randint(5, 5000), rng.randint(1, 3), size // 2)


def tester(rng, tests):
    """A tester program: ports by test, bin table, options by name, sites, a speed sort that is repeated."""
    names = ["QA_HOT", "QA_COLD", "PB_RPC_LT", "ENG", "CHAR"]
    out = [HEAD, "#include <string.h>", "extern double __VERIFIER_nondet_double(void);", "static char job[12];",
           "static int soft[4], hard[4], failed[%d];" % tests,
           "static int port(double v, double low, double high) {\n  if (v != v)\n    return -2;\n  if (v < low - 10)\n    return -1;\n  return v >= low && v <= high;\n}"]
    for t in range(tests):
        low = rng.randint(-90, 900) / 10
        out.append("static int test%d(int site) {\n  double v = __VERIFIER_nondet_double();\n  switch (port(v, %.1f, %.1f)) {\n  case -2:\n    return 99;\n  case -1:\n"
                   "    failed[%d] = 2;\n    return %d;\n  case 0:\n    failed[%d] = 1;\n    if (%s)\n      return %d;\n    break;\n  default:\n    if (%s)\n      soft[site] = %d;\n  }\n  return 0;\n}" % (
                       t, low, low + rng.randint(1, 60), t, rng.randint(2, 40), t,
                       rng.choice(["soft[site] == 0", "strcmp(job, \"%s\") == 0" % rng.choice(names), "failed[%d]" % rng.randrange(tests), "site > 1"]), rng.randint(2, 40),
                       rng.choice(["v > %.1f" % (low + 0.5), "strncmp(job, \"QA_\", 3) == 0", "site == %d" % rng.randrange(4)]), rng.randint(1, 9)))
    out.append("static int run(int site) {\n  int bin;")
    out += ["  if ((bin = test%d(site)) != 0)\n    return bin;" % t for t in range(tests)]
    out.append("  for (int speed = 5; speed > 0; speed--)\n    if (__VERIFIER_nondet_uchar() > speed * 40)\n      return 100 + speed;\n  return 1;\n}")
    out.append("int main(void) {\n  for (int i = 0; i < 11; i++)\n    job[i] = (char)__VERIFIER_nondet_uchar();\n  for (int s = 0; s < 4; s++) {\n"
               "    if (__VERIFIER_nondet_uchar() == 0)\n      continue;\n    hard[s] = run(s);")
    for _ in range(tests // 3):
        out.append("    if (%s)\n      hard[s] = %d;" % (rng.choice(["hard[s] == %d" % rng.randint(1, 60), "soft[s] == %d && failed[%d]" % (rng.randint(1, 9), rng.randrange(tests)),
                                                                 "s > 0 && hard[s - 1] == hard[s]", "failed[%d] == 2 && hard[s] > %d" % (rng.randrange(tests), rng.randint(1, 90))]), rng.randint(1, 60)))
    out.append("  }\n  return hard[0] == 1 && hard[3] == 1 ? 0 : 1;\n}")
    return "\n".join(out) + "\n"


PROGRAMS = [
    ("eca-100", eca, 1, 100), ("eca-150", eca, 2, 150), ("eca-300", eca, 3, 300), ("eca-500", eca, 4, 500), ("eca-800", eca, 5, 800),
    ("controller-8", controller, 1, 8), ("controller-20", controller, 2, 20), ("controller-40", controller, 3, 40),
    ("parser-6", parser, 1, 6), ("parser-15", parser, 2, 15), ("parser-30", parser, 3, 30),
    ("primes-300", primes, 1, 300), ("primes-1000", primes, 2, 1000),
    ("flow-12", flow, 1, 12), ("flow-40", flow, 2, 40), ("flow-120", flow, 3, 120),
    ("sorting-8", sorting, 1, 8), ("sorting-14", sorting, 2, 14),
    ("table-12", table_machine, 1, 12), ("table-40", table_machine, 2, 40), ("table-120", table_machine, 3, 120),
    ("protocol-6", protocol, 1, 6), ("protocol-20", protocol, 2, 20), ("protocol-50", protocol, 3, 50),
    ("expression-2", expression, 1, 2), ("expression-4", expression, 2, 4),
    ("numeric-5", numeric, 1, 5), ("numeric-12", numeric, 2, 12), ("numeric-30", numeric, 3, 30),
    ("list-5", list_ops, 1, 5), ("list-12", list_ops, 2, 12),
    ("bits-6", bits, 1, 6), ("bits-15", bits, 2, 15), ("bits-40", bits, 3, 40),
    ("sorter-6", sorter, 1, 6), ("sorter-12", sorter, 2, 12),
    ("controller-80", controller, 4, 80), ("flow-25", flow, 4, 25), ("protocol-30", protocol, 4, 30), ("table-70", table_machine, 4, 70), ("eca-1200", eca, 6, 1200),
    ("numeric-20", numeric, 4, 20), ("list-20", list_ops, 3, 20),
    ("tester-10", tester, 1, 10), ("tester-30", tester, 2, 30), ("tester-80", tester, 3, 80), ("tester-150", tester, 4, 150),
]


def write(folder):
    """All programs, as files; their paths."""
    paths = []
    for name, make, seed, sizes in [(n, m, s, (size,)) for n, m, s, size in PROGRAMS] + others.PROGRAMS:
        paths.append("%s/%s.c" % (folder, name))
        with open(paths[-1], "w") as f:
            f.write(make(random.Random(seed), *sizes))
    return paths


if __name__ == "__main__":
    import sys
    print("\n".join(write(sys.argv[1])))
