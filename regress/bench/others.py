# SPDX-License-Identifier: GPL-3.0-or-later
"""More programs for bench-anytime, as others would write them: other shapes than in programs.py.

Each function takes a random.Random and a size and returns the text of a program.
"""
HEAD = "extern int __VERIFIER_nondet_int(void);\nextern unsigned char __VERIFIER_nondet_uchar(void);\n"


def rule_machine(rng, steps, per):
    """Event-condition-action rules in several functions, with an accumulator that some of them ask about."""
    nv = 6 + rng.randrange(6)
    dom = [rng.randint(3, 6) for _ in range(nv)]
    ni = 6
    out = [HEAD, "static int hits;", "static int " + ", ".join(("a%d = %d" % (i, rng.randrange(dom[i])) for i in range(nv))) + ";", "static int acc = %d;" % rng.randint(1, 9)]
    for s in range(steps):
        out.append("static int step%d(int in) {" % s)
        for _ in range(per):
            c = ["in == %d" % rng.randint(1, ni)] + ["a%d == %d" % (v, rng.randrange(dom[v])) for v in rng.sample(range(nv), 2)]
            if rng.random() < 0.2:
                c.append("acc > %d" % rng.randint(-20, 50))
            a = " ".join(("a%d = %d;" % (v, rng.randrange(dom[v])) for v in rng.sample(range(nv), 2)))
            if rng.random() < 0.5:
                a += " " + rng.choice(["acc = acc * 3 - 11;", "acc -= 17;", "acc = acc % 29 - 7;", "acc += in * 5;"])
            out.append("  if (%s) { %s return %d; }" % (" && ".join(c), a, rng.randint(20, 26)))
        out.append("  return -1;\n}")
    out.append("int main(void) {\n  while (1) {\n    int in = __VERIFIER_nondet_int();\n    if (in < 1 || in > %d) return 1;\n    int out = -1;" % ni)
    for s in range(steps):
        out.append("    if (out == -1) out = step%d(in);" % s)
    for k in range(10):
        v = rng.sample(range(nv), 3)
        out.append("    if (%s) hits++;" % " && ".join(("a%d == %d" % (x, rng.randrange(dom[x])) for x in v)))
    out.append("    if (hits > 200) return 2;\n  }\n}")
    return "\n".join(out) + "\n"


def ranges_machine(rng, rules):
    """Rules over variables of few values and two of ranges, as in the RERS challenges: most inputs are refused."""
    nb = 8
    ni = 6
    out = [HEAD, "extern void abort(void);"]
    out += ["int a%d = %d;" % (i, rng.randint(0, 15)) for i in range(nb)]
    out.append("int cf = 1;\nint b0 = %d, b1 = %d;" % (rng.randint(-100, 100), rng.randint(0, 300)))
    out.append("int calculate_output(int input) {\n  cf = 0;")
    for k in range(rules):
        v = rng.sample(range(nb), rng.randint(2, 4))
        c = ["(a%d==%d)" % (x, rng.randint(0, 15) if rng.random() < 0.5 else rng.choice([0, 1, 2, 3])) for x in v]
        if rng.random() < 0.35:
            lo = rng.randint(-200, 250)
            c.append("((%d < b%d) && (%d >= b%d))" % (lo, k % 2, lo + rng.randint(20, 180), k % 2))
        c.append("(input == %d)" % rng.randint(1, ni))
        rng.shuffle(c)
        a = ["a%d = %d;" % (x, rng.choice([0, 1, 2, 3, rng.randint(0, 15)])) for x in rng.sample(range(nb), rng.randint(1, 3))]
        if rng.random() < 0.4:
            a.append("b%d = (((b%d %% %d) + %d) - %d);" % (k % 2, k % 2, rng.randint(20, 120), rng.randint(-50, 150), rng.randint(0, 40)))
        out.append("  if (cf != 1 && (%s)) {\n    cf = 1;\n    %s\n    return %d;\n  }" % (" && ".join(c), " ".join(a), rng.randint(20, 26)))
    out.append("  return -2;\n}\nint main(void) {\n  while (1) {\n    int input = __VERIFIER_nondet_int();\n    if (%s) return -2;\n    calculate_output(input);\n  }\n}" % " && ".join(("input != %d" % i for i in range(1, ni + 1))))
    return "\n".join(out) + "\n"


def alarms(rng, n, modes):
    """Sensors with limits, counters that debounce, alarms by mode; runs for ever unless it is switched off."""
    out = [HEAD, "static int hits;\nstatic int mode, count[%d], alarm, armed;\nint main(void) {\n  while (1) {\n    int cmd = __VERIFIER_nondet_int();" % n]
    for _ in range(modes * 2):
        out.append("    if (cmd == %d && mode == %d) mode = %d;" % (rng.randint(1, 99), rng.randrange(modes), rng.randrange(modes)))
    for i in range(n):
        out.append("    int s%d = __VERIFIER_nondet_int();\n    if (s%d < %d || s%d > %d) { if (++count[%d] >= %d) { if (mode == %d) alarm++; else armed = %d; } } else count[%d] = 0;" % (i, i, rng.randint(-450, -90), i, rng.randint(200, 1400), i, rng.randint(2, 9), rng.randrange(modes), i, i))
        if rng.random() < 0.6:
            out.append("    if (armed == %d && s%d == %d && alarm > %d) hits++;" % (rng.randrange(n), i, rng.randint(-300, 1300), rng.randint(0, 3)))
    out.append("    if (alarm > %d && mode == %d) return hits;\n    if (cmd == -1) return 0;\n  }\n}" % (rng.randint(3, 7), rng.randrange(modes)))
    return "\n".join(out) + "\n"


def pmic(rng, tests):
    """A tester program: a function for each test, ports, a bin table that is searched, option strings, sites."""
    out = [HEAD, "#include <string.h>\n#include <stdio.h>\nextern double __VERIFIER_nondet_double(void);\nstruct bin { int test, port, soft, hard; };", "static const struct bin bins[] = {"]
    for t in range(tests):
        for p in range(rng.randint(1, 2)):
            out.append("  {%d, %d, %d, %d}," % (t, p, rng.randint(10, 99), rng.randint(2, 8)))
    out.append("  {-1, -1, 1, 1}};\nstatic int ports[%d], site, retest, wafer;\nstatic char opt[16];" % tests)
    for t in range(tests):
        lo = rng.uniform(-5, 40)
        hi = lo + rng.uniform(0.01, 20)
        k = rng.randrange(4)
        out.append("static int t%d(void) {\n  double v = __VERIFIER_nondet_double();" % t)
        if k == 0:
            out.append("  if (v < %.3f)\n    return 0;\n  if (v > %.3f)\n    return 1;\n  return 2;" % (lo, hi))
        elif k == 1:
            out.append("  double w = __VERIFIER_nondet_double();\n  if (v - w > %.3f)\n    return 0;\n  if (v + w < %.3f && w > %.2f)\n    return 1;\n  return 2;" % (hi, lo, lo - 3))
        elif k == 2:
            out.append("  int code = __VERIFIER_nondet_int() & 0xff, steps = 0;\n  while (steps < 8 && v > %.3f) {\n    v -= (code >> steps & 1) * %.3f;\n    steps++;\n  }\n  if (steps == 8)\n    return 0;\n  if (v < %.2f)\n    return 1;\n  return 2;" % (hi, rng.uniform(0.5, 9), lo - 20))
        else:
            out.append("  for (int i = 0; i < %d; i++) {\n    if (v >= %.3f && v <= %.3f)\n      return 2;\n    v = __VERIFIER_nondet_double();\n  }\n  return v < %.3f ? 0 : 1;" % (rng.randint(2, 4), lo, hi, lo))
        out.append("}")
    out.append("static int assign(void) {\n  for (const struct bin *b = bins;; b++) {\n    if (b->test < 0)\n      return b->soft;\n    if (ports[b->test] == b->port) {\n      if (b->hard == %d && retest)\n        continue;\n      return b->soft;\n    }\n  }\n}" % rng.randint(2, 8))
    out.append('int main(void) {\n  int good = 0, bad = 0;\n  for (int i = 0; i < 15; i++) {\n    opt[i] = (char)__VERIFIER_nondet_uchar();\n    if (!opt[i])\n      break;\n  }\n  opt[15] = 0;\n  wafer = strstr(opt, "WS") != 0;\n  retest = strncmp(opt, "RT_", 3) == 0;\n  int qa = strcmp(opt, "QA_ROOM") == 0 ? 1 : strcmp(opt, "QA_HOT") == 0 ? 2 : 0;\n  for (site = 0; site < 4; site++) {\n    if (!(__VERIFIER_nondet_uchar() & 1 << site))\n      continue;\n    memset(ports, 0xff, sizeof ports);')
    for t in range(tests):
        g = rng.choice(["", "", "", "wafer && ", "!retest && ", "qa == %d && " % rng.randrange(3), "site != 2 && "])
        out.append("    if (%sports[%d] != 2) {\n      ports[%d] = t%d();\n      if (ports[%d] != 2 && !qa)\n        goto done;\n    }" % (g, t, t, t, t))
    out.append("  done:;\n    int bin = assign();\n    if (bin == 1)\n      good++;\n    else if (bin > %d)\n      bad++;\n  }\n  if (bad > 2)\n    return 9;\n  return good == 4 ? 0 : good ? 1 : 2;\n}" % rng.randint(30, 70))
    return "\n".join(out) + "\n"


def commands(rng, words):
    """Commands by line, compared as texts, that depend on what was said before."""
    ws = ["".join((rng.choice("abcdefghiklmnoprstu") for _ in range(rng.randint(3, 7)))).upper() for _ in range(words)]
    out = [HEAD, "#include <string.h>\nstatic char line[40];\nstatic int user, mail, tls, bad;\nstatic int get(void) {\n  int n = 0;\n  for (;;) {\n    int c = __VERIFIER_nondet_uchar();\n    if (c == 0)\n      return -1;\n    if (c == '\\n')\n      break;\n    if (n < 39)\n      line[n++] = (char)c;\n  }\n  line[n] = 0;\n  return n;\n}\nint main(void) {\n  int n;\n  while ((n = get()) >= 0) {"]
    for i, w in enumerate(ws):
        k = rng.randrange(4)
        cond = 'strcmp(line, "%s") == 0' % w if k < 2 else 'strncmp(line, "%s ", %d) == 0' % (w, len(w) + 1)
        if rng.random() < 0.4:
            cond += " && %s" % rng.choice(["user", "mail > 1", "tls == 2", "bad < 3", "user && !tls"])
        body = rng.choice(["user++;", "mail++;", "tls = user + mail;", "bad = 0;", "if (n > %d)\n        return %d;" % (len(w) + rng.randint(1, 5), i + 1), "if (line[n - 1] == '!')\n        mail = 0;"])
        out.append("    %sif (%s) {\n      %s\n    }" % ("else " if i else "", cond, body))
    out.append("    else if (++bad > 5)\n      return 99;\n    if (user == 3 && mail == 2)\n      return 98;\n  }\n  return 0;\n}")
    return "\n".join(out) + "\n"


def interface(rng, methods):
    """Methods that may be called in some states only, as the interfaces that Psyco learned."""
    ns = 10
    out = [HEAD, "int main(void) {\n  int q = 0, method_id;"]
    out.append("  int " + ", ".join(("v%d = %d" % (i, rng.randrange(3)) for i in range(ns))) + ";\n  while (1) {\n    int p1 = __VERIFIER_nondet_int(), p2 = __VERIFIER_nondet_int(), p3 = __VERIFIER_nondet_int();\n    (void)p2;")
    nq = 6
    for m in range(methods):
        out.append("    if (q == %d) {\n      if (__VERIFIER_nondet_int()) {\n        method_id = %d;" % (rng.randrange(nq), m + 1))
        a = rng.sample(range(ns), 3)
        out.append("        if (p1 > %d && v%d == %d) {\n          v%d = p1 %% %d;\n          if (p2 - p1 == %d)\n            q = %d;\n        } else if (v%d != v%d && p3 == v%d + %d)\n          q = %d;\n        else\n          v%d = method_id %% 4;" % (rng.randint(-90, 900), a[0], rng.randrange(3), a[1], rng.randint(2, 7), rng.randint(-9, 400), rng.randrange(nq), a[1], a[2], a[0], rng.randint(1, 99), rng.randrange(nq), a[2]))
        out.append("        continue;\n      }\n    }")
    out.append("    if (p1 == -7)\n      return 0;\n    q = (q + 1) %% %d;\n  }\n}" % nq)
    return "\n".join(out) + "\n"


def arithmetic(rng, n):
    """Roots, powers by remainders, sums of digits."""
    out = [HEAD, "static unsigned isqrt(unsigned n) {\n  unsigned x = n, y = 1;\n  while (x > y) {\n    x = (x + y) / 2;\n    y = n / x;\n  }\n  return x;\n}\nstatic unsigned powmod(unsigned b, unsigned e, unsigned m) {\n  unsigned r = 1;\n  b %= m;\n  while (e) {\n    if (e & 1)\n      r = r * b % m;\n    b = b * b % m;\n    e >>= 1;\n  }\n  return r;\n}\nstatic int digits(unsigned n) {\n  int s = 0;\n  for (; n; n /= 10)\n    s += (int)(n % 10);\n  return s;\n}\nint main(void) {\n  unsigned a = (unsigned)__VERIFIER_nondet_int() % 60000, b = (unsigned)__VERIFIER_nondet_int() % 1000 + 1;\n  int k = 0;"]
    for i in range(n):
        out.append("  if (%s)\n    k%s;" % (rng.choice(["isqrt(a) == %d" % rng.randint(3, 240), "powmod(a, b, %d) == %d" % (rng.choice([97, 251, 101]), rng.randint(0, 90)), "digits(a) == %d" % rng.randint(2, 35), "digits(a) > digits(b) + %d" % rng.randint(2, 18), "isqrt(a * b) > %d && a %% %d == 0" % (rng.randint(50, 900), rng.randint(3, 70)), "a * a == b + %du" % rng.randint(20, 900), "isqrt(a) * isqrt(a) == a && a > %d" % rng.randint(50, 40000)]), rng.choice(["++", "--", " += 3"])))
    out.append("  while (a != 1 && k < 90) {\n    a = a %% 2 ? 3 * a + 1 : a / 2;\n    k++;\n    if (a == 0)\n      return 1;\n  }\n  if (k == %d)\n    return 2;\n  return k > %d;\n}" % (rng.randint(20, 80), rng.randint(20, 80)))
    return "\n".join(out) + "\n"


def framed(rng, cmds):
    """Frames with a length and a checksum, byte by byte; commands inside, some behind an unlocking."""
    out = [HEAD, "enum { IDLE, LEN, TYPE, BODY, CRC };\nstatic unsigned char body[32];\nstatic int st, len, type, got, crc, unlocked, regs[8], errs;",
           "static int crc8(int c, int b) {\n  c ^= b;\n  for (int i = 0; i < 8; i++)\n    c = c & 0x80 ? (c << 1 ^ 0x%02x) & 0xff : c << 1 & 0xff;\n  return c;\n}" % (rng.choice([0x07,0x31,0x1d])),"static int run(void) {\n  switch (type) {"]
    for i, t in enumerate(rng.sample(range(256), cmds)):
        k = rng.randrange(5)
        out.append("  case 0x%02x:" % t)
        if k == 0:
            out.append("    if (len != %d)\n      return -1;\n    if (body[0] == 0x%02x && body[1] == 0x%02x)\n      unlocked++;\n    break;" % (rng.randint(2, 4), rng.randrange(256), rng.randrange(256)))
        elif k == 1:
            out.append("    if (!unlocked)\n      return -2;\n    if (len < 2 || body[0] > 7)\n      return -1;\n    regs[body[0]] = body[1];\n    break;")
        elif k == 2:
            out.append("    if (regs[%d] == %d)\n      return %d;\n    if (regs[%d] > regs[%d] + %d)\n      errs = 0;\n    break;" % (rng.randrange(8), rng.randrange(256),i, rng.randrange(8), rng.randrange(8), rng.randint(3, 90)))
        elif k == 3:
            out.append("    for (int i = 0; i < len; i++)\n      if (body[i] == '%s')\n        regs[%d]++;\n    if (regs[%d] > %d)\n      return %d;\n    break;" % (rng.choice("AZ#"),i%8,i%8, rng.randint(2, 9),i))
        else:
            out.append("    if (len >= 4 && body[0] == '%s' && body[1] == '%s' && body[2] == '%s' && body[3] == '%s')\n      return %d;\n    break;" % (*rng.sample("ABCDEFGHIJKL0123",4),i))
    out.append("""  default:
    return -3;
  }
  return 0;
}
int main(void) {
  for (;;) {
    int c = __VERIFIER_nondet_uchar();
    switch (st) {
    case IDLE:
      if (c == 0xaa)
        st = LEN;
      else if (c == 0x04 && errs > 2)
        return 1;
      break;
    case LEN:
      if (c > 32) {
        errs++;
        st = IDLE;
        break;
      }
      len = c;
      got = 0;
      crc = crc8(0, c);
      st = TYPE;
      break;
    case TYPE:
      type = c;
      crc = crc8(crc, c);
      st = len ? BODY : CRC;
      break;
    case BODY:
      body[got++] = (unsigned char)c;
      crc = crc8(crc, c);
      if (got == len)
        st = CRC;
      break;
    case CRC:
      st = IDLE;
      if (c != crc) {
        if (++errs > 9)
          return 2;
        break;
      }
      if (run() < 0)
        errs++;
      if (regs[0] == 7 && regs[3] == 9 && unlocked > 1)
        return 3;
    }
  }
}""")
    return "\n".join(out) + "\n"


def skew_heap(rng, n):
    """A skew heap; what counts is what was put in and taken out before."""
    a, b, c = rng.randint(5, 40), rng.randint(2, 5), rng.randint(2, 6)
    return HEAD + """#include <stdlib.h>
struct node { int prio, id; struct node *left, *right; };
static struct node *root;
static int count, rot;
static struct node *join(struct node *a, struct node *b) {
  if (!a) return b;
  if (!b) return a;
  if (b->prio < a->prio) { struct node *t = a; a = b; b = t; rot++; }
  struct node *t = a->left;
  a->left = join(a->right, b);
  a->right = t;
  return a;
}
static int height(const struct node *n) {
  if (!n) return 0;
  int l = height(n->left), r = height(n->right);
  return 1 + (l > r ? l : r);
}
int main(void) {
  int last = -1, runs = 0, ups = 0;
  for (;;) {
    int op = __VERIFIER_nondet_int();
    if (op == 0) break;
    if (op == 1) {
      struct node *n = calloc(1, sizeof *n);
      if (!n) return 1;
      n->prio = __VERIFIER_nondet_int();
      if (n->prio < 0) { free(n); continue; }
      n->id = ++count;
      root = join(root, n);
      if (count > %d) return 2;
    } else if (op == 2 && root) {
      struct node *n = root;
      root = join(n->left, n->right);
      if (n->prio == last) runs++;
      else if (n->prio > last + %d) ups++;
      if (n->id == %d && n->prio == %d) return 3;
      last = n->prio;
      free(n);
    } else if (op == 3) {
      int h = height(root);
      if (h > %d) return 4;
      if (h == %d && count > %d) return 5;
    } else if (op == 77) {
      if (runs > %d && ups == %d) return 6;
      if (rot == %d) return 7;
    }
  }
  return root ? 8 : 0;
}
""" % (n,a,b, rng.randint(3, 90),c+1,c-1,c+2,b-1,b, rng.randint(3, 12))


def sieve(rng, _):
    """A sieve, gaps between prime numbers, factors."""
    return HEAD + """static unsigned char sieve[512];
static int factors(unsigned n, unsigned *largest) {
  int k = 0;
  for (unsigned p = 2; p <= n; p++) {
    int e = 0;
    while (n %% p == 0) { n /= p; e++; }
    if (e) { k++; *largest = p; if (e > 2) k += 10; }
  }
  return k;
}
int main(void) {
  unsigned n = (unsigned)__VERIFIER_nondet_int(), m = (unsigned)__VERIFIER_nondet_int(), big = 0;
  if (n > 511 || m > 100000) return 1;
  for (unsigned i = 2; i <= n; i++) sieve[i] = 1;
  for (unsigned i = 2; i * i <= n; i++)
    if (sieve[i])
      for (unsigned j = i * i; j <= n; j += i) sieve[j] = 0;
  int count = 0, gap = 0, last = 2;
  for (unsigned i = 2; i <= n; i++)
    if (sieve[i]) { count++; if ((int)i - last > gap) gap = (int)i - last; last = (int)i; }
  if (gap == %d) return 2;
  if (count == %d) return 3;
  if (n > 4 && sieve[n] && sieve[n - 2] && m == n * (n - 2)) return 4;
  int f = factors(m, &big);
  if (f == 3) { if (big > %d) return 5; return 6; }
  if (f > 11) { if (big == %d) return 7; return 8; }
  if (f == 1 && big == m) return m > %d ? 9 : 10;
  return 0;
}
""" % (rng.choice([8,10,14]), rng.randint(20, 90), rng.randint(200, 3000), rng.choice([5,7,11,13]), rng.randint(900, 90000))


PROGRAMS = [
    ("rules-60", rule_machine, 1, (6, 10)), ("rules-250", rule_machine, 2, (10, 25)), ("rules-700", rule_machine, 3, (20, 35)),
    ("ranges-150", ranges_machine, 4, (150,)), ("ranges-400", ranges_machine, 5, (400,)), ("alarms-8", alarms, 6, (8, 5)), ("alarms-25", alarms, 7, (25, 7)),
    ("pmic-12", pmic, 8, (12,)), ("pmic-45", pmic, 9, (45,)), ("framed-10", framed, 10, (10,)), ("framed-35", framed, 11, (35,)), ("skew-heap", skew_heap, 12, (30,)),
    ("commands-10", commands, 13, (10,)), ("commands-30", commands, 14, (30,)), ("interface-20", interface, 15, (20,)), ("interface-60", interface, 16, (60,)),
    ("arithmetic-10", arithmetic, 17, (10,)), ("arithmetic-30", arithmetic, 18, (30,)), ("sieve", sieve, 19, (0,)),
]
