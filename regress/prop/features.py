"""Further kinds of random programs, each for a part of C that program.py
leaves out: every width and conversion, orders of evaluation, all ways to read
an input, pointers and what lies behind them, and floating-point arithmetic on
numbers out of a table."""
from program import Generator
from truth import AS_COMPUTED, PLAIN_HEAD

WIDE = ("char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned",
        "long", "unsigned long", "long long", "unsigned long long", "_Bool", "enum state")
UNSIGNED = ("unsigned char", "unsigned short", "unsigned", "unsigned long", "unsigned long long")
COMPARE = ("<", "<=", ">", ">=", "==", "!=")


class Feature(Generator):
    """main is a list of lines in which each `if` shows what was computed."""

    def __init__(self, seed, kind):
        super().__init__(seed, kind)
        self.values = []  # names that may be read

    def value(self):
        return self.pick(*self.values)

    def read(self, top=None):
        """A small input as a new variable."""
        name, n = self.fresh("x"), top or self.pick(1, 3, 7)
        self.combinations *= n + 1
        kind, c = self.pick(("uchar", "int"), ("uchar", "unsigned char"), ("int", "int"),
                            ("uint", "unsigned"), ("ushort", "short"), ("long", "long"))
        self.put("%s %s = $in(%s:0..%d) & %d;" % (c, name, kind, n, n))
        self.values.append(name)
        return name

    def show(self, text, constants=("0", "1", "2", "3", "-1", "5")):
        self.put("if ($(%s %s %s$)) hits++;" % (text, self.pick(*COMPARE), self.pick(*constants)))

    def program(self):
        self.put("#include <string.h>")
        self.put("#include <stdlib.h>")
        self.head()
        self.put("static int hits;")
        self.before_main()
        self.put("int main(void) {")
        self.depth = 1
        self.begin()
        for _ in range(self.pick(6, 9, 12)):
            self.step()
        self.put("return 0;")
        self.depth = 0
        self.put("}")
        return "\n".join(self.lines) + "\n"

    def head(self):
        self.put(PLAIN_HEAD)
        self.put("enum state { IDLE, READY = 3, BUSY, FAILED = -2 };")

    def before_main(self):
        pass

    def begin(self):
        for _ in range(self.pick(2, 3)):
            self.read()


class Widths(Feature):
    """Every integer type, conversion and operator; bit-fields."""

    def before_main(self):
        fields = []
        for i in range(4):
            c, most = self.pick(("unsigned", 32), ("int", 32), ("unsigned long", 64), ("long", 64),
                                ("unsigned char", 8), ("_Bool", 1), ("signed char", 8))
            fields.append("%s b%d : %d;" % (c, i, self.pick(1, most, max(1, most // 2 - 1))
                                            if most > 1 else 1))
        extra = self.pick("", "", " __attribute__((packed))")
        self.put("static struct%s fields { char c; %s short s; } f;" % (extra, " ".join(fields)))

    def begin(self):
        super().begin()
        for _ in range(3):
            self.declare_wide()
        for i in range(4):
            self.put("f.b%d = %s;" % (i, self.expression(1)))

    def declare_wide(self):
        name, c = self.fresh("v"), self.pick(*WIDE)
        self.put("%s %s = %s;" % (c, name, self.expression(2)))
        self.values.append(name)
        self.places = getattr(self, "places", []) + [(name, c)]

    def constant(self):
        return self.pick("0", "1", "2", "3", "7", "-1", "255", "-128", "65535u", "0x80000000",
                         "0x7fffffffL", "1ul << 40", "4294967296", "'a'", "-5L", "100")

    def atom(self):
        r = self.rng.random()
        if r < 0.25:
            return "(%s)" % self.constant()
        if r < 0.4:
            return "f.b%d" % self.rng.randrange(4)
        return self.value()

    def expression(self, depth):
        if depth == 0:
            return self.atom()
        a, b = self.expression(depth - 1), self.expression(depth - 1)
        form = self.rng.randrange(9)
        if form < 3:
            return "((%s)%s %s %s)" % (self.pick(*UNSIGNED), a, self.pick("+", "-", "*"), b)
        if form == 3:
            return "(%s %s %s)" % (a, self.pick("&", "|", "^"), b)
        if form == 4:
            return "(%s %s ((%s & 7) + 1))" % (a, self.pick("/", "%"), b)
        if form == 5:
            return "((%s)%s << (%s & 7))" % (self.pick(*UNSIGNED), a, b)
        if form == 6:
            return "(%s >> (%s & 7))" % (a, b)
        if form == 7:
            return "((%s)%s)" % (self.pick(*WIDE), a)
        return "(%s)" % self.pick("-(long)%s", "~%s", "!%s", "+%s", "-(unsigned)%s") % a

    def step(self):
        form = self.rng.randrange(6)
        if form == 0:
            name, c = self.pick(*self.places)
            self.put("%s %s= %s;" % (name, self.pick("+", "-", "*", "&", "|", "^")
                                     if c in UNSIGNED else self.pick("&", "|", "^"),
                                     self.expression(1)))
        elif form == 1:
            name = self.pick(*[p for p, _ in self.places] + ["f.b0", "f.b1", "f.b2"])
            self.put("%s = %s;" % (name, self.expression(2)))
        elif form == 2:
            name, c = self.pick(*self.places)
            if c in UNSIGNED + ("_Bool", "char", "signed char", "short"):
                self.put("%s%s;" % (name, self.pick("++", "--")))
        elif form == 3:
            self.cases()
        self.put("if ($(%s %s %s$)) hits++;" % (self.expression(2), self.pick(*COMPARE),
                                               self.expression(1)))
        if self.chance(0.5):
            self.put("if ($(%s == %s$)) hits++;" % (self.value(), self.value()))

    def cases(self):
        # clang does not count a constant one
        self.put("$switch ((%s)(%s ^ %s)) {" % (self.pick(*WIDE), self.value(), self.expression(1)))
        labels = [0, 1, 2, 3, 4, 5, 100, 127]
        self.rng.shuffle(labels)
        for v in labels[:3]:
            self.put("$case %d:" % v)
            self.put("  hits++; %s" % self.pick("break;", ""))
        self.put("  ;")
        self.put("$}")


class Order(Feature):
    """Calls that change what their neighbours read. The checks for undefined
    behaviour would change the order that is looked at."""

    def head(self):
        self.put(AS_COMPUTED)
        super().head()

    def before_main(self):
        self.put("static int n, a[16], *p = a; struct pair { int x, y; } s[4], *q = s;")
        self.put("static int f(void) { n = n * 2 + 1; p = a + (n & 1); return n & 7; }")
        self.put("static int g(void) { n = (n * 3 + 2) & 15; q = s + (n & 3); return n & 3; }")
        self.put("static int h(int *k) { *k += n; return n ^ *k; }")
        self.put("static int two(int i, int k) { return i * 8 + k; }")
        self.put("static int sum(struct pair v, int k) { return v.x + v.y * k; }")
        self.put("static struct pair make(int i) { n++; return (struct pair){i, n}; }")

    def operand(self, depth=2):
        r = self.rng.random()
        if depth and r < 0.12:
            return "(%s)(%s)" % (self.pick(*WIDE), self.operand(depth - 1))
        if depth and r < 0.2:
            return "%s(%s)" % (self.pick("-", "~", "!", "+"), self.operand(depth - 1))
        if depth and r < 0.3:
            return "(%s) %s (%s)" % (self.operand(depth - 1), self.pick("+", "-", "*", "&", "<"),
                                     self.operand(depth - 1))
        if depth and r < 0.36:
            return "($(%s > 2$) ? %s : %s)" % (self.operand(0), self.operand(depth - 1),
                                               self.operand(depth - 1))
        if depth and r < 0.4:
            return "(%s, %s)" % (self.operand(depth - 1), self.operand(depth - 1))
        return self.pick("f()", "g()", "n", "a[n & 15]", "*p", "q->x", "h(&a[3])", "3",
                         "two(n, f())", "two(g(), n)", "make(n).y", "a[g()]", "s[n & 3].y", "x",
                         "(n & 7)", "f() + 1", "g() * 2", "sum(s[n & 3], f())", "(long)n", "f() - 0")

    def step(self):
        self.put("n = %s;" % self.pick("x", "1", "x + 1", "0"))
        a, b, op = self.operand(), self.operand(), self.pick("+", "-", "&", "|", "^")
        form = self.rng.randrange(7)
        if form < 2:
            self.put("r = (%s) %s (%s);" % (a, op, b))
        elif form == 2:
            self.put("a[%s & 15] = %s;" % (a, b))
        elif form == 3:
            self.put("%s = %s;" % (self.pick("*p", "q->x", "a[n & 15]", "s[f() & 3].x", "p[n & 1]"), b))
        elif form == 4:
            self.put("%s %s= %s;" % (self.pick("*p", "q->x", "n", "a[f()]"), op, b))
        elif form == 5:
            self.put("s[%s & 3] = %s;" % (self.pick("n", "f()", "1"), self.pick("make(n)", "s[g()]",
                                                                             "*q")))
        else:
            self.put("r = two(%s, %s);" % (a, b))
        self.put("if ($((%s) %s (%s)$)) hits++;" % (self.operand(), self.pick(*COMPARE), self.operand()))
        for text in ("r", "n & 7", "a[%d]" % self.rng.randrange(4), "s[1].x"):
            self.show(text)

    def begin(self):
        self.put("int x = $in(uchar:0..7) & 7, r = 0;")
        self.values.append("x")


class Inputs(Feature):
    """All ways to read inputs: objects, arrays, structs, in loops and helpers,
    with assumptions."""

    def head(self):
        self.put("$only #include <tp2ph.h>")
        self.put("$only #include <crest.h>")
        self.put("$only void klee_make_symbolic(void *at, unsigned long n, const char *name);")
        self.put("$only void klee_assume(unsigned long condition);")
        self.put("$only void __VERIFIER_assume(int condition);")
        super().head()
        self.put("struct site { unsigned char id; short level; int value; };")

    def before_main(self):
        self.put("static int get(int most) {")
        self.put("  unsigned char v = $in(uchar:0..3) & 3;")
        self.put("  return $(v > most$) ? most : v;")
        self.put("}")

    def begin(self):
        pass

    def fill(self, whole, kind, parts, values):
        n = len(parts)
        count = (int(values.split("..")[1]) + 1) if ".." in values else values.count(",") + 1
        self.combinations *= count ** n
        api = self.pick("tp2ph", "klee", *(["crest"] if n == 1 and kind != "bool" else []))
        self.put("$fill(%s:%s:%s:%s:%s);" % (api, kind, whole, ";".join(parts), values))

    def may_read(self, factor):
        return self.combinations * factor <= 4096

    def step(self):
        form = self.rng.randrange(8)
        name = self.fresh("x")
        if form == 0 and self.may_read(4):
            kind, c = self.pick(("uchar", "unsigned char"), ("int", "int"), ("ulong", "unsigned long"),
                                ("ushort", "unsigned short"), ("uint", "unsigned"), ("long", "long"))
            self.put("%s %s;" % (c, name))
            self.fill(name, kind, [name], "0..3")
            self.put("%s &= 3;" % name)
        elif form == 1 and self.may_read(4):
            self.put("_Bool %s[2];" % name)
            self.fill(name, "bool", [name + "[0]", name + "[1]"], "0..1")
            self.values += [name + "[0]", name + "[1]"]
            return
        elif form == 2 and self.may_read(64):
            self.put("struct site %s;" % name)
            # members of several kinds: one fill of each would be another program
            self.put("unsigned char %sr[3];" % name)
            self.fill(name + "r", "uchar", ["%sr[%d]" % (name, i) for i in range(3)], "0..3")
            self.put("%s.id = %sr[0] & 3; %s.level = %sr[1] & 3; %s.value = %sr[2] & 3;" % (
                (name,) * 6))
            self.values += [name + ".id", name + ".level", name + ".value"]
            return
        elif form == 3 and self.may_read(4):
            self.put("int %s = $in(int:-1,0,1,2,3);" % name)
            self.put("$assume(%s:(%s >= 0) & (%s <= 3)$);" % (self.pick("tp2ph", "klee", "sv"), name, name))
            self.combinations *= 5
        elif form == 4 and self.may_read(16):
            self.put("int %s = 0;" % name)
            self.put("for (int i = 0; $(i < 2$); i++) %s += get(%s);" % (name, self.pick("1", "2", "i")))
            self.combinations *= 16
        elif form == 5 and self.may_read(4):
            self.put("int %s = get(%s) %s;" % (name, self.pick("2", "3", "0"), self.pick("", "+ 1")))
            self.combinations *= 4
        elif form == 6 and self.may_read(4):
            self.put("float %s = $in(float:-1,0,2.5,NAN);" % name)
            self.put("int %si = $(%s < 2$) ? 1 : $(%s > 2$) ? 2 : 0;" % (name, name, name))
            self.combinations *= 4
            name += "i"
        else:
            if len(self.values) < 2:
                return
            a, b = self.value(), self.value()
            if self.chance(0.3):  # of what was branched on before
                self.put("$assume(%s:%s %s %s$);" % (self.pick("tp2ph", "klee", "sv"), a,
                                                    self.pick("!=", "<=", "<"), self.pick(b, "2")))
            self.put("if ($(%s %s %s$) && $(%s %s %d$)) hits++;" % (
                a, self.pick(*COMPARE), b, self.value(), self.pick(*COMPARE), self.rng.randrange(4)))
            return
        self.values.append(name)
        self.show(name)


class Memory(Feature):
    """Aliases, out-parameters, structs of pointers, tables of functions."""

    def before_main(self):
        self.put("struct box { int v; int *at; int (*run)(int *, int); struct box *next; };")
        self.put("union any { int *p; int i[2]; unsigned char b[8]; };")
        self.put("static int g1 = 1, g2, ga[4], *gp = &g2;")
        self.put("static int add(int *p, int k) { *p += k; return *p; }")
        self.put("static int put(int *p, int k) { int old = *p; *p = k; return old; }")
        self.put("static int both(int *p, int k) { g1 = k; *p = g1 + 1; return g1; }")
        self.put("static int (*const table[3])(int *, int) = {add, put, both};")
        self.put("static void swap(int *p, int *q) { int t = *p; *p = *q; *q = t; }")
        self.put("static int find(const int *at, int n, int what, int *where) {")
        self.put("  for (int i = 0; $(i < n$); i++)")
        self.put("    if ($(at[i] == what$)) { *where = i; return 0; }")
        self.put("  return -1;")
        self.put("}")
        self.put("static int *choose(int k, int *p, int *q) { return $(k & 1$) ? p : q; }")
        self.put("static int count(void) { static int calls; static int *last = &g1; *last += 1; last = gp; return ++calls; }")

    def begin(self):
        super().begin()
        self.put("int a = %s, b = 2, arr[4] = {1, %s, 3}, k;" % (self.value(), self.value()))
        self.put("struct box y = {2, &b, put, 0}, z = {%s, &a, add, &y}, *w = &z;" % self.value())
        self.put("union any u = {.p = &a}; char raw[sizeof(struct box)];")
        self.values += ["a", "b"]

    def target(self):
        x = self.value()
        return self.pick("&a", "&b", "&g1", "gp", "arr + (%s & 3)" % x, "&arr[1]", "z.at", "w->at",
                         "choose(%s, &a, arr)" % x, "u.p", "&z.v", "$(w->next$) ? &w->next->v : &b",
                         "&ga[%s & 3]" % x, "y.at", "&w->v")

    def step(self):
        x = self.pick(*[v for v in self.values if v[0] == "x"])
        form = self.rng.randrange(14)
        if form == 0:
            self.put("*(%s) = %s;" % (self.target(), self.pick(x, "3", "a + 1")))
        elif form == 1:
            self.put("k = table[%s %% 3u](%s, %s);" % (x, self.target(), self.pick("1", "2", x)))
            self.show("k")
        elif form == 2:
            self.put("swap(%s, %s);" % (self.target(), self.target()))
        elif form == 3:
            self.put("gp = %s;" % self.target())
        elif form == 4:
            self.put("%s.at = %s;" % (self.pick("y", "z", "(*w)"), self.target()))
        elif form == 5:
            self.put("k = w->run(%s, %s);" % (self.pick("w->at", "gp"), x))
            self.show("k")
        elif form == 6:
            self.put("k = 9; if ($(find(arr, 4, %s, &k) == 0$)) arr[k] = %s; else k = -1;" % (
                self.pick(x, "3"), self.pick("0", x)))
            self.show("k")
        elif form == 7:
            self.put("memcpy(raw, &%s, sizeof raw); memcpy(&%s, raw, sizeof raw);" % (
                self.pick("y", "z"), self.pick("y", "z")))
        elif form == 8:
            self.put("w = %s ? &y : &z;" % ("$(%s == %d$)" % (x, self.rng.randrange(4))))
        elif form == 9:
            self.put("u.%s;" % self.pick("p = %s" % self.target(), "p = gp"))
        elif form == 10:
            self.put("if ($(%s %s %s$)) hits++;" % (self.pick("gp", "w->at", "z.at"), self.pick("==", "!="),
                                                   self.pick("&a", "&b", "y.at", "gp", "&arr[1]")))
        elif form == 11:
            self.put("if ($(gp >= arr$) && $(gp < arr + 4$) && $(gp == arr + 1$)) hits++;")
        elif form == 12:
            self.put("k = count();")
            self.show("k")
        else:
            self.put("{ int *t = arr + (%s & 1); t[%s & 1] += 2; k = (int)(t - arr) + t[1]; }" % (x, x))
            self.show("k")
        self.show(self.pick("a", "b", "g1", "g2", "*gp", "*z.at", "w->v", "arr[1]", "arr[%s & 3]" % x,
                            "ga[1]", "y.v"))


class Tables(Feature):
    """Floating-point arithmetic on all numbers of a table."""

    NUMBERS = ("0.0", "-0.0", "1.0", "-1.5", "0.1", "0.2", "0.3", "1e16", "1e-300", "-1e300", "3.3",
               "16777217.0", "1.0 / 0", "-1.0 / 0", "0.0 / 0", "4e-324", "2147483648.5", "255.9")

    def before_main(self):
        self.numbers = [self.pick(*self.NUMBERS) for _ in range(8)]
        self.put("static %s double T[8] = {%s};" % (self.pick("const", ""), ", ".join(self.numbers)))

    def begin(self):
        for _ in range(2):
            name = self.fresh("x")
            self.put("%s %s = T[$in(uchar:0..7) & 7];" % (self.pick("double", "double", "float"), name))
            self.values.append(name)
        self.put("int i = $in(uchar:0..7) & 7;")

    def number(self):
        return self.pick("0.1", "1", "0.5f", "3.0", "1e-3", "0", "-0.0", "1e300", "2.5f", "i", "7L")

    def arithmetic(self, depth):
        if depth == 0:
            return self.pick(self.value(), self.value(), self.number())
        a, b = self.arithmetic(depth - 1), self.arithmetic(depth - 1)
        form = self.rng.randrange(10)
        if form < 5:
            return "(%s %s %s)" % (a, self.pick("+", "-", "*", "/"), b)
        if form == 5:
            return "(float)%s" % a
        if form == 6:
            return "-%s" % self.value()
        if form == 7:
            return "((%s + 0.1) - 0.1)" % a
        if form == 8:
            return "($(%s > -100$) && $(%s < 100$) ? (%s)%s : %s)" % (
                self.value(), self.value(), self.pick("int", "unsigned char", "long"), "i", b)
        return "(long double)%s" % self.value()

    def step(self):
        form = self.rng.randrange(5)
        if form == 0:
            name = self.fresh("d")
            self.put("%s %s = %s;" % (self.pick("double", "float"), name, self.arithmetic(2)))
            self.values.append(name)
        elif form == 1:
            v = self.value()
            self.put("if ($(%s >= -1000$) && $(%s <= 1000$)) { int k = (int)%s; if ($(k %s %s$)) hits++; }"
                     % (v, v, v, self.pick(*COMPARE), self.pick("0", "1", "255", "-1", "i")))
        elif form == 2:
            self.put("%s %s= %s;" % (self.value(), self.pick("+", "-", "*", "/"), self.arithmetic(1)))
        self.put("if ($(%s %s %s$)) hits++;" % (self.arithmetic(2), self.pick(*COMPARE),
                                               self.arithmetic(1)))
        if self.chance(0.4):
            self.put("if ($(%s$)) hits++;" % self.pick(self.value(), "!" + self.value()))


class Machine(Feature):
    """Loops of many turns over a state: constants, counters, helpers."""

    STATES = ("IDLE", "READY", "BUSY", "FAILED", "7")

    def before_main(self):
        self.put("static int state, last = IDLE, total; static _Bool armed; static unsigned char mode = 2;")
        self.put("static int next(int s, int x) {")
        self.depth = 1
        self.transitions("s", "x")
        self.put("return s;")
        self.depth = 0
        self.put("}")
        self.put("static void note(int x) { if ($(x == %d$)) last = %s; if ($(state == %s$)) armed = %s; }" % (
            self.rng.randrange(4), self.pick(*self.STATES), self.pick(*self.STATES), self.pick("1", "0", "4")))

    def transitions(self, state, x):
        for _ in range(self.pick(2, 3)):
            self.put("if ($(%s == %s$) && $(%s %s %d$)) return %s;" % (
                state, self.pick(*self.STATES), x, self.pick(*COMPARE), self.rng.randrange(4),
                self.pick(*self.STATES)))

    def begin(self):
        self.inputs = [self.read(3) for _ in range(4)]
        self.put("int in[4] = {%s}, local = 1, turn = 0;" % ", ".join(self.inputs))
        self.values += ["state", "last", "local", "armed", "mode", "total", "turn"]

    def step(self):
        if self.chance(0.5):
            self.show(self.value())
        else:
            self.loop()

    def loop(self):
        turns = self.pick("3", "9", "66", "70", "80 + %s" % self.inputs[0], "in[1] * 30")
        head = self.pick("for (turn = 0; $(turn < %s$); turn++) {", "while ($(turn < %s$)) { turn++;",
                         "while (1) { if ($(++turn >= %s$)) break;")
        self.put(self.pick("turn = 0;", "turn = 1;") if head[0] == "w" else "")
        self.put(head % turns)
        self.depth += 1
        for _ in range(self.pick(2, 4, 5)):
            self.turn()
        self.depth -= 1
        self.put("}")

    def turn(self):
        x = self.pick("in[turn & 3]", "in[turn % 3]", *self.inputs)
        form = self.rng.randrange(9)
        if form == 0:
            self.put("state = next(state, %s);" % x)
        elif form == 1:
            self.put("note(%s);" % x)
        elif form == 2:
            self.put("if ($(%s == %d$)) local = %d;" % (x, self.rng.randrange(4), self.rng.randrange(6)))
        elif form == 3:
            self.put("if ($(turn == %s$) && $(%s > 1$)) %s = %s;" % (
                self.pick("5", "65", "68", "12"), x, self.pick("state", "last", "mode", "local"),
                self.pick(*self.STATES)))
        elif form == 4:
            self.put("total += %s;" % self.pick(x, "1", "armed"))
        elif form == 5:
            self.put("if ($(%s == 3$)) %s;" % (x, self.pick("continue" if self.chance(0.3) else "mode = 4",
                                                           "break", "state = IDLE")))
        elif form == 6:
            self.put("if ($(state == local$)) last = BUSY;")
        else:
            self.show(self.value())
        self.put("if ($(%s == %s$)) hits++;" % (self.pick("state", "last", "local", "mode"),
                                               self.pick(*self.STATES, "9", "2", "4")))


class Heap(Feature):
    """Blocks that are made, linked, moved, freed and made again; in functions, on
    some paths only, in loops."""

    def before_main(self):
        for line in ("struct item { int v; short w; struct item *next, **at; };",
                     "static struct item *make(int v, struct item *next) {",
                     "  struct item *p = %s;" % self.pick("malloc(sizeof *p)", "calloc(1, sizeof *p)",
                                                          "malloc(sizeof(struct item))"),
                     "  if ($(!p$)) exit(9);",
                     "  p->v = v; p->w = 2; p->next = next; p->at = 0;",
                     "  return p;",
                     "}",
                     "static void push(struct item **at, int v) {",
                     "  while ($(*at$) && $((*at)->v < v$)) at = &(*at)->next;",
                     "  *at = make(v, *at);",
                     "}",
                     "static int pop(struct item **at) {",
                     "  struct item *p = *at; int v;",
                     "  if ($(!p$)) return -1;",
                     "  v = p->v; *at = p->next; free(p);",
                     "  return v;",
                     "}",
                     "static int length(const struct item *p) { int n = 0; for (; $(p$); p = p->next) n++; return n; }"):
            self.put(line)

    def begin(self):
        super().begin()
        self.put("struct item *a = 0, *b = make(%s, 0), *c = b;" % self.value())
        self.put("int *row = %s;" % self.pick("calloc(4, sizeof *row)", "malloc(4 * sizeof(int))"))
        self.put("if ($(!row$)) exit(9);")
        self.put("for (int i = 0; $(i < 4$); i++) row[i] = i + %s;" % self.value())

    def condition(self):
        return "%s %s %s" % (self.value(), self.pick(*COMPARE), self.pick("0", "1", "2", "3"))

    def action(self):
        return self.pick("push(&a, %s);", "push(&b, %s);", "a = make(%s, a);", "b->v = %s;", "c->w += %s;",
                         "row[%s & 3] = 7;", "row[1] = %s;", "if ($(a$)) a->v = %s;", "c = $(a$) ? a : b; c->v = %s;",
                         "b->next = 0; c = b; c->w = %s;", "hits += pop(&a) == %s;",
                         "b->at = &b->next; *b->at = make(%s, 0); c = *b->at;",
                         "{ int *r = realloc(row, 6 * sizeof *r); if ($(!r$)) exit(9); row = r; row[4] = %s; }",
                         "{ char *t = malloc(4); if ($(!t$)) exit(9); memset(t, %s, 4); hits += t[2] == 1; free(t); }") \
            % self.value()

    def step(self):
        form = self.rng.randrange(5)
        if form < 2:
            self.put("if ($(%s$)) { %s } else { %s }" % (self.condition(), self.action(), self.action()))
        elif form == 2:
            self.put("for (int i = 0; $(i < %s$); i++) { %s }" % (self.pick("2", "3"), self.action()))
        else:
            self.put(self.action())
        self.show(self.pick("b->v", "c->v", "c->w", "row[1]", "row[%s & 3]" % self.value(), "length(a)", "length(b)",
                            "(a == c)", "(b == c)", "(b->next != 0)"))


FEATURES = {"widths": Widths, "order": Order, "inputs": Inputs, "memory": Memory, "tables": Tables,
            "machine": Machine, "heap": Heap}
KINDS = ("stateless", "overwrite", "status", "limits", "rounding", "control", "data", "mixed",
         *FEATURES)


def program(seed, kind):
    return FEATURES.get(kind, Generator)(seed, kind).program()


def kind_of(seed):
    return KINDS[seed % len(KINDS)]
