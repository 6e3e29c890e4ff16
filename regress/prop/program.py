"""Random small C programs with few input combinations, marked for truth.py.

A program has types and globals, a few helper functions and main. Every
variable is set where it is declared; an expression has at most one side
effect that is not sequenced, and never reads what it changes; divisors and
shift counts are guarded. What still overflows is seen by the truth run, and
the program is not used.
"""
import random
import re

from truth import PLAIN_HEAD

INT_TYPES = ("signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long",
             "unsigned long", "long long", "_Bool")
MOST_COMBINATIONS = 6000

TYPES = """\
enum state { IDLE, READY = 3, BUSY, FAILED = -2 };
struct site { unsigned char id; int value; unsigned bits : 3; int small : 4; short part[3]; };
struct pair { int a, b; };
struct link { int v; struct link *next; };
union word { unsigned w; unsigned char b[4]; short h[2]; };"""


def is_compound(text):
    """Whether && or || joins it at its top."""
    depth, at = 0, 0
    while at < len(text):
        depth += (text[at] == "(") - (text[at] == ")")
        if depth == 0 and text[at:at + 2] in ("&&", "||"):
            return True
        at += 1
    return False


class Func:
    def __init__(self, name, result, params):
        self.name, self.result, self.params = name, result, params


class Generator:
    def __init__(self, seed, kind):
        self.rng = random.Random("%d %s" % (seed, kind))
        self.kind = kind
        self.lines = []
        self.depth = 0
        self.names = 0
        self.combinations = 1
        self.globals = []  # names of int globals
        self.funcs = []
        self.uses_jump = False
        self.weights = STATEMENTS.get(kind, {})
        self.loop_factor = 1
        self.breakable = 0
        self.continuable = 0
        self.budget = 0

    # ---- text
    def put(self, text):
        self.lines.append("  " * self.depth + text)

    def fresh(self, stem):
        self.names += 1
        return "%s%d" % (stem, self.names)

    def pick(self, *options):
        return self.rng.choice(options)

    def chance(self, p):
        return self.rng.random() < p

    def const(self):
        return str(self.pick(0, 0, 1, 1, 2, 3, 4, 5, 6, 7, -1, 8, 10))

    # ---- what may be read and written here
    def reads(self):
        return self.scope["reads"]

    def writes(self):
        return self.scope["writes"]

    def readable(self):
        own = self.reads()
        if self.scope["state"] and self.chance(0.25):
            return self.pick(*self.scope["state"])
        return self.pick(*own) if own else "misses"

    def object(self):
        """Something of an aggregate to read or write."""
        forms = []
        for name in self.scope["structs"]:
            forms += [name + ".value", name + ".bits", name + ".small", name + ".id",
                      "%s.part[%s]" % (name, self.index(3))]
        for name in self.scope["pointers"]:
            forms += [name + "->value", name + "->bits", name + "->id",
                      "%s->part[%s]" % (name, self.index(3))]
        for name, n in self.scope["arrays"]:
            forms += ["%s[%s]" % (name, self.index(n))] * 3
        for name in self.scope["unions"]:
            forms += [name + ".b[%s]" % self.index(4), name + ".h[%d]" % self.rng.randrange(2),
                      name + ".w"]
        for name in self.scope["derefs"]:
            forms += ["(*%s)" % name] * 2
        return self.rng.choice(forms) if forms else None

    def index(self, n):
        if self.chance(0.4) or not self.reads():
            return str(self.rng.randrange(n))
        v = self.pick(*self.reads())
        return "(unsigned)%s %% %d" % (v, n) if n & (n - 1) else "%s & %d" % (v, n - 1)

    def place(self):
        if self.chance(0.35):
            o = self.object()
            if o:
                return o
        pool = list(self.writes())
        if self.globals and self.kind not in ("stateless",):
            pool += self.globals
        return self.pick(*pool) if pool else None

    # ---- expressions without side effects
    def atom(self):
        r = self.rng.random()
        if r < 0.25:
            return self.const()
        if r < 0.4 and self.kind in ("data", "mixed"):
            o = self.object()
            if o:
                return o
        return self.readable()

    def pure(self, depth=2):
        if depth == 0 or self.chance(0.35):
            return self.atom()
        form = self.rng.randrange(13)
        a = self.pure(depth - 1)
        b = self.pure(depth - 1)
        if form < 4:
            return "(%s %s %s)" % (a, self.pick("+", "-", "&", "|", "^"), b)
        if form == 4:
            return "(%s * %s)" % (a, self.const())
        if form == 5:
            return "(%s %s %s)" % (a, self.pick("/", "%"), self.pick("2", "3", "5", "7"))
        if form == 6:
            return "(%s >> %d)" % (a, self.rng.randrange(4))
        if form == 7:
            return "((unsigned)%s << (%s & 3))" % (a, b)
        if form == 8:
            return "(%s)%s" % (self.pick(*INT_TYPES), a)
        if form == 9:
            return "(%s %s %s)" % (a, self.pick("<", ">", "==", "!="), b)
        if form == 10 and self.kind in ("control", "data", "mixed", "status"):
            return "(%s ? %s : %s)" % (self.leaf(1), a, b)
        if form == 11 and self.kind in ("control", "mixed"):
            return "(%s %s %s)" % (self.leaf(1), self.pick("&&", "||"), self.leaf(1))
        if form == 12:
            return self.pick("-%s", "~%s", "(unsigned char)%s", "!%s") % self.readable()
        return "(%s + %s)" % (a, self.const())

    # ---- conditions
    def leaf(self, depth=2):
        r = self.rng.random()
        if self.kind == "stateless":
            if r < 0.8:
                return self.compare(self.readable(), self.const())
            return self.compare(self.readable(), self.readable())
        if r < 0.45:
            return self.compare(self.readable(), self.const())
        if r < 0.75:
            return self.compare(self.pure(depth), self.pick(self.const(), self.pure(depth - 1)))
        if r < 0.82:
            return "$(%s$)" % self.readable()
        if r < 0.88:
            return "$(!%s$)" % self.readable()
        special = self.special_leaf()
        return special or self.compare(self.readable(), self.const())

    def compare(self, a, b):
        if not re.search(r"[a-z][0-9]|misses", a + b):
            a = "hits"  # clang does not count constant conditions
        return "$(%s %s %s$)" % (a, self.pick("<", "<=", ">", ">=", "==", "!="), b)

    def special_leaf(self):
        """A leaf with one side effect or call."""
        if self.kind == "limits" or self.kind == "rounding":
            return None
        r = self.rng.random()
        call = self.call()
        if call and r < 0.5:
            return "$(%s %s %s$)" % (call, self.pick("==", "!=", "<", ">"), self.const())
        w = self.place() if self.kind in ("control", "data", "mixed") else None
        if w and r < 0.8:
            return "$(%s$)" % self.pick(
                "%s++ < %s" % (w, self.const()), "--%s" % w,
                "(%s += %s) > %s" % (w, self.const(), self.const()),
                "(%s = %s) != %s" % (w, self.const(), self.const()))
        if self.kind in ("data", "mixed"):
            return self.text_leaf()
        return None

    def text_leaf(self):
        names = self.scope["texts"]
        if not names:
            return None
        name = self.pick(*names)
        return "$(%s %s 0$)" % (
            self.pick('strcmp(%s, "ab")' % name, 'strncmp(%s, "bcd", 2)' % name,
                      'memcmp(%s, "ac", 2)' % name), self.pick("==", "!=", "<", ">"))

    def condition(self, depth=2):
        r = self.rng.random()
        if depth == 0 or r < 0.5:
            return self.leaf()
        a, b = self.condition(depth - 1), self.condition(depth - 1)
        if r < 0.7:
            return "%s && %s" % (self.inner(a), self.inner(b))
        if r < 0.88:
            return "%s || %s" % (self.inner(a), self.inner(b))
        if r < 0.95 or self.kind == "stateless":
            return "!(%s)" % a if is_compound(a) else self.leaf()
        return "$(!(%s ? %s : %s)$)" % (self.leaf(), self.pure(1), self.pure(1))

    def inner(self, text):
        return "(%s)" % text if is_compound(text) else text

    # ---- calls
    def argument(self, kind):
        if kind == "int":
            if self.chance(0.2) and self.kind in ("control", "mixed"):
                return "%s ? %s : %s" % (self.leaf(1), self.atom(), self.atom())
            return self.pure(1)
        if kind == "site":
            names = self.scope["structs"]
            return self.pick(*names) if names else None
        if kind == "site*":
            names = ["&" + s for s in self.scope["structs"]] + self.scope["pointers"]
            return self.pick(*names) if names else None
        names = ["&" + v for v in self.scope["writes"] if v in self.scope["ints"]]
        return self.pick(*names) if names else None

    def call(self, result="int"):
        funcs = [f for f in self.funcs if f.result == result and not f.name.startswith("rec")]
        if not funcs or self.loop_factor > 4:
            return None
        return self.call_of(self.pick(*funcs))

    def call_of(self, f):
        arguments = [self.argument(p) for p in f.params]
        if None in arguments:
            return None
        return "%s(%s)" % (f.name, ", ".join(arguments))

    # ---- statements
    def block(self, n):
        self.depth += 1
        self.open_scope()
        for _ in range(n):
            self.statement()
        self.close_scope()
        self.depth -= 1

    def statement(self):
        if self.budget <= 0:
            return
        self.budget -= 1
        if self.depth > 5:
            self.assign()
            return
        names = list(self.weights)
        name = self.rng.choices(names, [self.weights[k] for k in names])[0]
        getattr(self, name)()

    def size(self):
        return self.pick(1, 1, 2, 2, 3)

    def branch(self):
        self.put("if (%s) {" % self.condition())
        self.block(self.size())
        if self.chance(0.2):
            self.put("} else if (%s) {" % self.condition(1))
            self.block(self.size())
        if self.chance(0.45):
            self.put("} else {")
            self.block(self.size())
        self.put("}")

    def assign(self):
        to = self.place()
        if not to:
            return
        r = self.rng.random()
        call = self.call() if self.chance(0.2) else None
        if call:
            self.put("%s = %s;" % (to, call))
        elif r < 0.6:
            self.put("%s = %s;" % (to, self.value_of(to)))
        elif r < 0.8:
            self.put("%s %s= %s;" % (to, self.pick("+", "-", "|", "&", "^"), self.pure(1)))
        elif r < 0.9:
            self.put(self.pick("%s++;", "--%s;", "++%s;") % to)
        else:
            self.put("%s %s;" % (to, self.pick("*= 2", "%= 5", ">>= 1", "/= 3", "<<= 1" if
                                               "unsigned" in self.scope["types"].get(to, "") else
                                               "/= 2")))

    def value_of(self, to):
        if self.kind in ("control", "mixed", "status") and self.chance(0.15):
            return "%s ? %s : %s" % (self.leaf(1), self.const(), self.atom())
        return self.pure()

    def count(self):
        """The stateless kind's only effect: counters that nothing reads."""
        self.put("%s++;" % self.pick("hits", "misses"))

    def overwrite(self):
        if self.scope["inputs"]:
            x = self.pick(*self.scope["inputs"])
            self.put("%s = %s;" % (x, self.pick(self.const(), self.pure(1))))

    def leave(self):
        """Rarely taken, so that most inputs see what follows."""
        if not self.chance(0.5):
            return
        rare = "$(%s == %s$)" % (self.readable(), self.const())
        self.put("if (%s)" % self.pick(rare, rare, "%s && %s" % (rare, self.leaf())))
        self.put("  " + self.ending())

    def ending(self):
        if self.scope["result"] == "site":
            return "return %s;" % self.scope["structs"][0]
        if self.chance(0.15):
            return "exit(%s);" % self.pick("0", "1", "2")
        return "return %s;" % self.pick(self.const(), self.const(), self.readable())

    def switch(self):
        # int: labels are ints, and a long would make a different program of -1
        value = self.pure(1)  # clang does not count a constant one
        self.put("$switch ((int)(%s)) {" % (value if re.search("[a-z][0-9]", value) else
                                            self.readable()))
        values = list(range(-1, 9))
        self.rng.shuffle(values)
        n = self.pick(1, 2, 3, 4)
        default_at = self.rng.randrange(n + 1) if self.chance(0.6) else -1
        self.breakable += 1
        for i in range(n + 1):
            if i == default_at:
                self.put("$default:")
                self.put("  ;")
                self.block(1)
                self.maybe_break()
            if i == n:
                break
            self.label(values)
            if self.chance(0.2):
                continue
            self.block(self.pick(1, 1, 2))
            self.maybe_break()
        self.breakable -= 1
        self.put("  ;")
        self.put("$}")

    def label(self, values):
        if not values:
            return
        v = values.pop()
        if v + 1 in values and self.chance(0.25):
            values.remove(v + 1)
            self.put("$case %d ... %d:" % (v, v + 1))
        else:
            self.put("$case %d:" % v)
        self.put("  ;")

    def maybe_break(self):
        if self.chance(0.75):
            self.put("  break;")

    def loop(self):
        if self.loop_factor > 4:
            self.assign()
            return
        i = self.fresh("i")
        n = self.pick(2, 3, 4)
        bound = self.pick(str(n), str(n), "(%s & %d)" % (self.readable(), 3))
        self.loop_factor *= n
        saved = self.breakable, self.continuable
        self.breakable, self.continuable = 1, 1
        form = self.rng.randrange(4)
        self.open_scope()
        if form < 2:
            self.put("for (int %s = 0; $(%s < %s$); %s++) {" % (i, i, bound, i))
            self.reads().append(i)
            self.block(self.size())
            self.put("}")
        elif form == 2:
            self.put("int %s = %d;" % (i, n))
            self.put("while ($(%s-- > 0$) && %s) {" % (i, self.inner(self.condition(1))))
            self.block(self.size())
            self.put("}")
        else:
            self.put("int %s = 0;" % i)
            self.put("do {")
            self.block(self.size())
            self.put("} while ($(++%s < %s$) && %s);" % (i, bound, self.inner(self.condition(1))))
        self.close_scope()
        self.breakable, self.continuable = saved
        self.loop_factor //= n

    def jump(self):
        if self.breakable and (not self.continuable or self.chance(0.5)):
            self.put("if (%s)" % self.leaf())
            self.put("  break;")
        elif self.continuable:
            self.put("if (%s)" % self.leaf())
            self.put("  continue;")
        else:
            self.go_to()

    def go_to(self):
        label = self.fresh("L")
        form = self.rng.randrange(4)
        if form == 0:  # forward
            self.put("if (%s)" % self.condition(1))
            self.put("  goto %s;" % label)
            self.plain_block(self.size())
            self.put("%s:;" % label)
        elif form == 1 and self.loop_factor <= 4:  # backward
            n = self.fresh("n")
            self.loop_factor *= 3
            self.hoist("int %s = 0;" % n)
            self.put("%s = 0;" % n)
            self.put("%s:" % label)
            self.put("%s++;" % n)
            self.plain_block(self.size())
            self.put("if ($(%s < 3$) && %s)" % (n, self.inner(self.condition(1))))
            self.put("  goto %s;" % label)
            self.loop_factor //= 3
        elif form == 2:  # into a block
            self.put("if (%s)" % self.condition(1))
            self.put("  goto %s;" % label)
            self.put("if (%s) {" % self.condition(1))
            self.plain_block(1)
            self.put("  %s:;" % label)
            self.plain_block(1)
            self.put("}")
        else:  # into the arm of another, out of it again
            out = self.fresh("L")
            self.put("if (%s) {" % self.condition(1))
            self.plain_block(1)
            self.put("  goto %s;" % out)
            self.put("}")
            self.plain_block(1)
            self.put("%s:;" % out)

    def plain_block(self, n):
        """Without declarations in this block: a goto passes over it."""
        self.put("{")
        self.block(n)
        self.put("}")

    def retry(self):
        if self.combinations > MOST_COMBINATIONS // 64 or self.loop_factor > 1:
            self.assign()
            return
        i, v, got = self.fresh("i"), self.fresh("v"), self.fresh("got")
        self.combinations *= 64
        self.put("int %s = 0, %s = 0;" % (got, i))
        self.put("for (; $(%s < 3$); %s++) {" % (i, i))
        self.put("  unsigned char %s = $in(uchar:0..3) & 3;" % v)
        self.put("  if ($(%s %s %s$)) {" % (v, self.pick("==", ">", "!="), self.pick("1", "2", "3")))
        self.put("    %s += %s;" % (got, self.pick("1", v)))
        self.put("    %s" % self.pick("break;", "continue;", ";"))
        self.put("  }")
        self.put("}")
        self.reads().append(got)
        self.reads().append(i)
        self.put("if ($(%s %s %s$))" % (got, self.pick("==", ">", "!="), self.const()))
        self.put("  " + self.pick("return 3;" if self.scope["result"] == "int" else ";",
                                  "%s = -1;" % got, "exit(3);"))

    def declare(self):
        """An aggregate, a pointer, a text."""
        if self.loop_factor > 1 or self.breakable or self.depth > 1:
            self.assign()
            return
        self.pick(self.declare_int, self.declare_struct, self.declare_array, self.declare_union,
                  self.declare_pointer, self.declare_text, self.declare_sites)()

    def declare_int(self):
        name, kind = self.fresh("v"), self.pick(*INT_TYPES)
        self.put("%s %s = %s;" % (kind, name, self.pure()))
        self.add_int(name, kind)

    def add_int(self, name, kind="int"):
        self.reads().append(name)
        self.writes().append(name)
        self.scope["types"][name] = kind
        if kind == "int":
            self.scope["ints"].add(name)

    def declare_struct(self):
        name = self.fresh("s")
        source = self.call("site")
        if source and self.chance(0.5):
            self.put("struct site %s = %s;" % (name, source))
        elif self.scope["structs"] and self.chance(0.4):
            self.put("struct site %s = %s;" % (name, self.pick(*self.scope["structs"])))
        else:
            self.put("struct site %s = {%s, .value = %s, .bits = (%s) & 7, .part = {1, %s}};" % (
                name, self.const().replace("-", ""), self.pure(1), self.atom(), self.atom()))
        self.scope["structs"].append(name)

    def declare_array(self):
        name, n = self.fresh("a"), self.pick(2, 3, 4)
        kind = self.pick("int", "int", "short", "unsigned char")
        if self.chance(0.25):
            self.put("int %sn = %d;" % (name, n))
            self.put("%s %s[%sn];" % (kind, name, name))
            for i in range(n):
                self.put("%s[%d] = %s;" % (name, i, self.pure(1)))
        else:
            items = ", ".join(self.pure(1) for _ in range(self.rng.randrange(1, n + 1)))
            self.put("%s %s[%d] = {%s};" % (kind, name, n, items))
        self.scope["arrays"].append((name, n))

    def declare_union(self):
        name = self.fresh("u")
        self.put("union word %s = {.w = %s};" % (name, self.pick("0x1020304", "0", self.atom())))
        self.scope["unions"].append(name)

    def declare_pointer(self):
        ints = [v for v in self.scope["writes"] if v in self.scope["ints"]]
        structs = self.scope["structs"]
        if structs and self.chance(0.5):
            name = self.fresh("p")
            self.put("struct site *%s = %s;" % (name, self.either("&" + self.pick(*structs),
                                                                  "&" + self.pick(*structs))))
            self.scope["pointers"].append(name)
        elif ints:
            name = self.fresh("q")
            pool = ["&" + v for v in ints]
            self.put("int *%s = %s;" % (name, self.either(self.pick(*pool), self.pick(*pool))))
            self.scope["derefs"].append(name)
            if self.chance(0.3):
                self.put("int **p%s = &%s;" % (name, name))
                self.scope["derefs"].append("*p" + name)

    def either(self, a, b):
        return "%s ? %s : %s" % (self.leaf(1), a, b) if a != b else a

    def declare_text(self):
        name = self.fresh("t")
        self.put('char %s[4] = "%s";' % (name, self.pick("ab", "abc", "", "bc")))
        if self.chance(0.7):
            self.put("%s[%s] = 'a' + (%s & 3);" % (name, self.rng.randrange(2), self.readable()))
        self.scope["texts"].append(name)

    def declare_sites(self):
        name = self.fresh("sites")
        self.put("struct site %s[2] = {{%s, 2}, {.value = %s}};" % (name, self.pick("1", "2"),
                                                                    self.atom()))
        i = self.fresh("i")
        self.put("for (int %s = 0; $(%s < 2$); %s++)" % (i, i, i))
        self.put("  %s[%s].value += %s[1 - %s].id + (%s);" % (name, i, name, i, self.atom()))
        self.scope["structs"] += [name + "[0]", name + "[1]", "%s[%s & 1]" % (
            name, self.pick(*self.reads()) if self.reads() else "1")]

    def pointer_walk(self):
        if not self.scope["arrays"] or self.loop_factor > 4:
            self.assign()
            return
        name, n = self.pick(*self.scope["arrays"])
        p = self.fresh("w")
        self.put("for (__typeof__(%s[0]) *%s = %s; $(%s < %s + %d$); %s++)" % (
            name, p, name, p, name, n, p))
        if self.chance(0.5):
            self.put("  if ($(*%s %s %s$))" % (p, self.pick("==", "<", ">"), self.const()))
        self.put("    *%s %s %s;" % (p, self.pick("=", "+=", "^="), self.atom()))

    def copy(self):
        structs = self.scope["structs"]
        r = self.rng.random()
        if r < 0.4 and len(structs) > 1:
            self.put("%s = %s;" % (self.pick(*structs), self.pick(*structs)))
        elif r < 0.6 and len(structs) > 1:
            a, b = self.rng.sample(structs, 2)
            self.put("memmove(&%s, &%s, sizeof(struct site));" % (a, b))
        elif r < 0.75 and structs:
            self.put("memset(&%s, 0, sizeof(struct site));" % self.pick(*structs))
        elif self.scope["texts"]:
            name = self.pick(*self.scope["texts"])
            self.put(self.pick('strcpy(%s, "%s");' % (name, self.pick("a", "ab", "bca")),
                               "%s[0] = 'a' + (%s & 3);" % (name, self.readable())))
        else:
            self.assign()

    def static_local(self):
        if self.depth > 1:
            self.assign()
            return
        name = self.fresh("calls")
        self.hoist("static int %s;" % name)
        self.put("%s++;" % name)
        self.put("if (%s)" % self.compare(name, self.pick("1", "2", "3")))
        self.put("  %s;" % self.simple())

    def simple(self):
        to = self.place()
        return "%s = %s" % (to, self.pure(1)) if to else "hits++"

    def table_call(self):
        if not self.uses_table or self.loop_factor > 4:
            self.assign()
            return
        to = self.place()
        if not to:
            return
        form = self.rng.randrange(3)
        x = self.readable()
        if form == 0:
            self.put("%s = table[(unsigned)(%s) %% 3](%s);" % (to, x, self.pure(1)))
        elif form == 1:
            f = self.fresh("fp")
            self.put("{ int (*%s)(int) = %s ? add_one : halve;" % (f, self.leaf(1)))
            self.put("  %s = %s(%s); }" % (to, f, self.pure(1)))
        else:
            self.put("if ($(table[%s & 1] %s halve$))" % (x, self.pick("==", "!=")))
            self.put("  %s = 1;" % to)

    def recursive_call(self):
        to = self.place()
        if to and self.uses_table and self.loop_factor <= 4:
            self.put("%s = rec((%s) & 3, %s);" % (to, self.readable(), self.pure(1)))

    def protect(self):
        if not self.uses_jump or self.depth > 2 or self.loop_factor > 1 or self.in_helper:
            self.assign()
            return
        self.put("if ($(setjmp(jump) == 0$)) {")
        self.put("  may_jump(%s);" % self.readable())
        self.block(1)
        self.put("} else {")
        self.block(1)
        self.put("}")

    def real(self):
        """A double made from an integer: exact, and few values."""
        name = self.fresh("d")
        kind = self.pick("double", "double", "float")
        scale = self.pick("0.5", "0.25", "1.5", "0.1", "3.0")
        self.put("%s %s = %s * %s - %s;" % (kind, name, self.readable(), scale, self.pick("1", "0.5", "2.25")))
        self.put("if ($(%s %s %s$))" % (name, self.pick("<", ">", "<=", ">=", "==", "!="),
                                       self.pick("0.5", "1.25", "-1", "0.1", "2")))
        self.put("  %s;" % self.simple())
        if self.chance(0.5):
            self.put("if ($((int)%s %s %s$))" % (name, self.pick("==", ">"), self.const()))
            self.put("  %s;" % self.simple())

    def into_loop(self):
        """A switch that jumps into a loop."""
        to = self.place()
        if not to or self.loop_factor > 4:
            return
        n = self.fresh("n")
        self.put("int %s = 0;" % n)
        self.put("$switch ((int)(%s)) {" % self.readable())
        self.put("$case %s:" % self.pick("0", "1"))
        self.put("  do {")
        self.put("    %s++;" % n)
        self.put("    if (%s) %s;" % (self.leaf(1), self.simple()))
        self.put("$case %s:" % self.pick("2", "3", "5"))
        self.put("    %s += 2;" % n)
        self.put("    if (%s) %s;" % (self.leaf(1), self.pick("break", "continue", self.simple())))
        self.put("  } while ($(%s < %s$));" % (n, self.pick("3", "4", "6")))
        if self.chance(0.4):
            self.put("$default:")
            self.put("  %s -= 1;" % n)
        self.put("$}")
        self.reads().append(n)

    def jump_in_switch(self):
        to, label = self.place(), self.fresh("L")
        if not to or self.loop_factor > 4:
            return
        n = self.fresh("n")
        self.put("int %s = 0;" % n)
        self.put("$switch ((int)(%s)) {" % self.readable())
        self.put("  int %sx;" % n)
        self.put("$case 1:")
        self.put("%s:" % label)
        self.put("  %s++;" % n)
        self.put("  %sx = %s;" % (n, self.atom()))
        self.put("  if (%s) %s;" % (self.compare(n + "x", self.const()), self.simple()))
        self.put("$case 2:")
        self.put("  %s += 2;" % n)
        self.put("  if ($(%s < %s$) && %s) goto %s;" % (n, self.pick("4", "5", "7"), self.leaf(1),
                                                        label))
        self.put("$}")
        self.reads().append(n)

    def long_loop(self):
        if self.loop_factor > 1:
            return
        i, t = self.fresh("i"), self.fresh("t")
        n = self.pick(70, 90, 130)
        self.put("int %s = 0;" % t)
        self.put("for (int %s = 0; $(%s < %d$); %s++) {" % (i, i, n, i))
        self.put("  %s += %s;" % (t, self.pick("1", "2", "%s & 1" % i, "%s & 1" % self.readable())))
        self.put("  if ($(%s == %d$)) %s;" % (self.pick(i, t), self.pick(50, 80, n - 1),
                                              self.pick("break", self.simple(), self.simple())))
        self.put("}")
        self.reads().append(t)

    def bytes(self):
        """The bytes of a number, through a pointer, a union or memcpy."""
        to, v = self.place(), self.fresh("v")
        if not to:
            return
        form = self.rng.randrange(5)
        if form == 0:
            self.put("unsigned %s = %s; unsigned char *b%s = (unsigned char *)&%s;" % (
                v, self.pure(1), v, v))
            self.put("b%s[%s] %s= %s;" % (v, self.index(4), self.pick("", "+", "^"), self.atom()))
            self.put("if ($(%s %s %s$)) %s;" % (v, self.pick(">", "=="), self.pick("256", "5", "0x300"),
                                                self.simple()))
        elif form == 1:
            self.put("unsigned char %s[4] = {%s, 1}; unsigned w%s;" % (v, self.atom(), v))
            self.put("memcpy(&w%s, %s, %s);" % (v, v, "4"))
            self.put("%s = w%s >> %s;" % (to, v, self.pick("0", "4", "8")))
        elif form == 2:
            self.put("union { float f; unsigned w; } %s = {.f = %s * 0.5f};" % (v, self.readable()))
            self.put("if ($(%s.w >> 23 %s %s$)) %s;" % (v, self.pick("==", ">"),
                                                        self.pick("127", "126", "0"), self.simple()))
        elif form == 3:
            self.put("short %s[2][3] = {{1, %s}, {%s}};" % (v, self.atom(), self.atom()))
            self.put("%s[%s][%s] %s= %s;" % (v, self.index(2), self.index(3), self.pick("", "+"),
                                            self.atom()))
            self.put("%s = %s[%s][%s];" % (to, v, self.index(2), self.index(3)))
        else:
            self.put('char %s[8] = "q";' % v)
            self.put('sprintf(%s, "%%d", (int)(%s));' % (v, self.readable()))
            self.put("if ($(%s[0] == '%s'$)) %s;" % (v, self.pick("1", "2", "-", "q"), self.simple()))

    def narrow(self):
        """Types that wrap, promote and convert."""
        to, v = self.place(), self.fresh("v")
        if not to:
            return
        c = self.pick("unsigned char", "signed char", "_Bool", "unsigned short", "unsigned",
                      "unsigned long", "enum state")
        self.put("%s %s = %s;" % (c, v, self.pure(1)))
        self.put(self.pick("%s--;", "%s -= 3;", "%s += 250;", "%s *= 77;", "%s ^= 0xa5;", "%s = -%s;" %
                           (v, v) + "/*%s*/", "%s = ~%s;" % (v, v) + "/*%s*/", "%s >>= 1;",
                           "%s |= 1;") % v)
        self.put("if ($(%s %s %s$)) %s;" % (v, self.pick("<", ">", "==", ">="),
                                           self.pick("0", "-1", "254", "5", "-2", "1",
                                                     self.readable()), self.simple()))
        self.put("%s = %s;" % (to, self.pick("%s / 3", "%s %% 7", "%s >> 2", "-%s", "!%s",
                                              "(signed char)%s", "(%s, 3) + 1", "%s > 2u") % v))

    def list(self):
        """Structs that point to each other."""
        if self.depth > 1 or self.loop_factor > 1:
            return
        a, to = self.fresh("k"), self.place()
        if not to:
            return
        self.put("struct link %sc = {%s}, %sb = {%s, &%sc}, %s = {2, "
                 "%s ? &%sb : &%sc};" % (a, self.atom(), a, self.atom(), a, a, self.leaf(1), a, a))
        self.put("for (struct link *p = &%s; $(p$); p = p->next)" % a)
        self.put("  if ($(p->v == %s$)) %s;" % (self.const(), self.pick(
            "break", "p->v++", "%s += p->v" % to)))
        self.put("%s ^= %s.next->v;" % (to, a))

    def pairs(self):
        """Copies and stores where the index depends on inputs."""
        to, t = self.place(), self.fresh("t")
        if not to or self.depth > 2:
            return
        self.put("struct pair %s[2] = {{1, %s}, {%s}}, %ss = {%s, 5};" % (t, self.atom(), self.atom(), t,
                                                                     self.atom()))
        form = self.rng.randrange(5)
        if form == 0:
            self.put("%s[%s] = %ss;" % (t, self.index(2), t))
        elif form == 1:
            self.put("%ss = %s[%s];" % (t, t, self.index(2)))
        elif form == 2:
            self.put("int *q%s = &%s[%s].%s;" % (t, t, self.index(2), self.pick("a", "b")))
            self.put("*q%s += %s;" % (t, self.atom()))
        elif form == 3:
            self.put("struct pair *q%s = %s ? %s : &%ss;" % (t, self.leaf(1), t, t))
            self.put("q%s->b = %s;" % (t, self.atom()))
            self.put("*q%s = %s[1];" % (t, t))
        else:
            self.put("memcpy(&%s[%s].b, &%ss.a, sizeof(int));" % (t, self.index(2), t))
        self.put("if ($(%s[%s].%s %s %s$)) %s;" % (t, self.index(2), self.pick("a", "b"), self.pick(
            "==", "<", ">"), self.const(), self.simple()))
        self.put("if ($(%ss.%s == %s[1].b$)) %s;" % (t, self.pick("a", "b"), t, self.simple()))

    def literals(self):
        to, t = self.place(), self.fresh("t")
        if not to:
            return
        self.put('const char *%s = %s ? "ab" : "%s";' % (t, self.leaf(1), self.pick("b", "ab", "")))
        self.put('if ($(%s %s "%s"$)) %s;' % (t, self.pick("==", "!="), self.pick("ab", "b"),
                                               self.simple()))
        self.put("%s = %s[0];" % (to, t))

    def expression_block(self):
        to, v = self.place(), self.fresh("v")
        if to:
            self.put("%s = ({ int %s = %s; if (%s) %s = %s; %s; });" % (
                to, v, self.atom(), self.leaf(1), v, self.atom(), v))

    def hoist(self, text):
        self.lines.insert(self.scope["top"], "  " + text)

    # ---- scopes
    def open_scope(self):
        old = self.scope
        self.scope = {k: (v.copy() if hasattr(v, "copy") else v) for k, v in old.items()}
        self.scope["outer"] = old

    def close_scope(self):
        self.scope = self.scope["outer"]

    def new_scope(self, result):
        self.scope = {"reads": [], "writes": [], "inputs": [], "structs": [], "pointers": [],
                      "arrays": [], "unions": [], "derefs": [], "texts": [], "types": {},
                      "ints": set(), "state": [], "result": result, "top": len(self.lines)}
        if self.kind != "stateless":
            self.scope["state"] = list(self.globals)

    # ---- inputs
    def read_input(self):
        name = self.fresh("x")
        forms = [self.masked, self.masked, self.remainder, self.limited, self.boolean]
        self.rng.choice(forms)(name)
        self.reads().append(name)
        self.scope["inputs"].append(name)
        if self.kind != "stateless":
            self.writes().append(name)

    def masked(self, name):
        n = self.pick(3, 7, 7, 15)
        kind, c = self.pick(("uchar", "unsigned char"), ("uchar", "int"), ("uint", "unsigned"),
                            ("int", "int"), ("ushort", "short"), ("ulong", "unsigned long"),
                            ("char", "signed char"), ("long", "long"))
        self.combinations *= n + 1
        self.put("%s %s = $in(%s:0..%d) & %d;" % (c, name, kind, n, n))
        self.scope["types"][name] = c
        if c == "int":
            self.scope["ints"].add(name)

    def remainder(self, name):
        n = self.pick(3, 5, 6)
        self.combinations *= n
        self.put("unsigned %s = $in(uint:0..%d) %% %d;" % (name, n - 1, n))
        self.scope["types"][name] = "unsigned"

    def limited(self, name):
        low, high = self.pick((-2, 3), (0, 5), (-1, 6))
        self.combinations *= high - low + 3
        self.put("int %s = $in(int:%d..%d);" % (name, low - 1, high + 1))
        self.put("if ($(%s < %d$) || $(%s > %d$))" % (name, low, name, high))
        self.put("  " + self.pick("return 1;", "exit(1);", "return -1;"))
        self.scope["types"][name] = "int"
        self.scope["ints"].add(name)

    def boolean(self, name):
        self.combinations *= 2
        self.put("_Bool %s = $in(bool:0..1);" % name)
        self.scope["types"][name] = "_Bool"

    # ---- functions
    def helper(self, name, result, params):
        self.in_helper = True
        c = {"int": "int", "site": "struct site", "site*": "struct site *", "int*": "int *"}
        named = [(p, self.fresh({"int": "m", "site": "sm", "site*": "pm", "int*": "qm"}[p]))
                 for p in params]
        self.put("static %s %s(%s) {" % (c[result], name,
                                         ", ".join("%s %s" % (c[p], n) for p, n in named) or "void"))
        self.depth = 1
        self.new_scope(result)
        for p, n in named:
            if p == "int":
                self.add_int(n)
            elif p == "site":
                self.scope["structs"].append(n)
            elif p == "site*":
                self.scope["pointers"].append(n)
            else:
                self.scope["derefs"].append(n)
        if result == "site" and not self.scope["structs"]:
            self.put("struct site own = {1, %s};" % self.atom())
            self.scope["structs"].append("own")
        self.budget = self.pick(3, 5, 7)
        self.block_here(self.pick(2, 3, 4))
        self.put("return %s;" % (self.scope["structs"][0] if result == "site" else
                                 self.pick(self.const(), self.pure(1))))
        self.depth = 0
        self.put("}")
        self.funcs.append(Func(name, result, params))
        self.in_helper = False

    def block_here(self, n):
        for _ in range(n):
            self.statement()

    def fixed_functions(self):
        self.uses_table = self.kind in ("control", "data", "mixed")
        self.uses_jump = self.uses_table and self.chance(0.25)
        if not self.uses_table:
            return
        self.put("static int add_one(int v) { return v + 1; }")
        self.put("static int halve(int v) {")
        self.put("  return $(v > 3$) ? v / 2 : v;")
        self.put("}")
        self.put("static int flag(int v) {")
        self.put("  return %s;" % self.pick("$(v == 2$) || $(v == 5$)", "$(v$) && $(v < 4$)"))
        self.put("}")
        self.put("static int (*%stable[3])(int) = {add_one, halve, flag};" % self.pick("", "const "))
        self.put("static int rec(int n, int v) {")
        self.put("  if ($(n <= 0$))")
        self.put("    return v;")
        self.put("  if ($(v == %s$))" % self.const())
        self.put("    return rec(n - 2, v + 1);")
        self.put("  return rec(n - 1, v - 1) + %s;" % self.pick("n", "1", "v"))
        self.put("}")
        if self.uses_jump:
            self.put("static jmp_buf jump;")
            self.put("static void may_jump(int v) {")
            self.put("  if ($(v == %s$))" % self.pick("1", "2", "3"))
            self.put("    longjmp(jump, 1);")
            self.put("}")

    def make_globals(self):
        self.put("static int hits, misses;")
        if self.kind in ("stateless", "limits", "rounding"):
            return
        for _ in range(self.rng.randrange(1, 4)):
            name = self.fresh("g")
            self.put("static %s %s = %s;" % (self.pick("int", "unsigned char", "enum state", "short"),
                                             name, self.pick("0", "1", "3")))
            self.globals.append(name)

    def program(self):
        for name in ("math", "stdio", "string", "setjmp", "stdlib"):
            self.put("#include <%s.h>" % name)
        self.put(PLAIN_HEAD)
        self.put(TYPES)
        self.make_globals()
        self.fixed_functions()
        if self.kind == "status":
            self.status_helpers()
        elif self.kind not in ("stateless", "limits", "rounding"):
            for i in range(self.rng.randrange(4)):
                params = ["int"] + [self.pick("int", "int", "int*", "site", "site*")
                          if self.kind in ("data", "mixed") else "int"
                          for _ in range(self.rng.randrange(2))]
                result = self.pick("int", "int", "site") if self.kind in ("data", "mixed") else "int"
                self.helper("f%d" % i, result, params)
        self.main()
        return "\n".join(self.lines) + "\n"

    def main(self):
        self.in_helper = False
        self.put("int main(void) {")
        self.depth = 1
        self.new_scope("int")
        if self.uses_table:  # clang does not count what only an unused table names
            self.put("hits += table[0] == add_one;")
        if self.kind in ("limits", "rounding"):
            Reals(self).main()
        else:
            for _ in range(self.pick(2, 3, 4)):
                if self.combinations < MOST_COMBINATIONS // 16:
                    self.read_input()
            self.budget = self.pick(12, 20, 28)
            if self.kind in ("data", "mixed"):
                for _ in range(self.pick(1, 3, 4)):
                    self.declare()
            if self.kind != "stateless":
                self.declare_int()
            for f in self.funcs:
                call = self.call_of(f)
                if call and f.result == "int" and self.chance(0.8):
                    self.put("%s = %s;" % (self.writes()[-1], call))
                self.statement()
            self.block_here(self.pick(6, 9, 12))
        self.put("return %s;" % self.const().replace("-", ""))
        self.depth = 0
        self.put("}")

    # ---- tester programs with status codes
    def status_helpers(self):
        for i in range(self.pick(1, 2, 3)):
            name = "check%d" % i
            self.put("static int %s(int v, int limit) {" % name)
            self.depth = 1
            self.put("if ($(v %s limit$))" % self.pick("<", ">", "=="))
            self.put("  return %s;" % self.pick("1", "-1", "READY"))
            if self.chance(0.6):
                self.put("if ($(v %s %s$))" % (self.pick("<", ">", "=="), self.const()))
                self.put("  return %s;" % self.pick("2", "BUSY", "1"))
            self.put("return %s;" % self.pick("0", "IDLE", "0"))
            self.depth = 0
            self.put("}")
            self.funcs.append(Func(name, "int", ["int", "int"]))

    def measure(self):
        call = self.call()
        to = self.place()
        if not call or not to:
            return
        form = self.rng.randrange(4)
        if form == 0:
            self.put("%s |= %s;" % (to, call))
        elif form == 1:
            self.put("if ($(%s != 0$))" % call)
            self.put("  %s = %s;" % (to, self.const()))
        elif form == 2:
            self.put("%s = %s;" % (to, call))
            self.put("if ($(%s == %s$))" % (to, self.pick("1", "READY", "2", "BUSY")))
            self.put("  " + self.ending())
        else:
            self.put("if ($(%s == 0$))" % to)
            self.put("  %s = %s;" % (to, call))


class Reals:
    """main of a program with float and double inputs. Where inputs are only
    compared, a few values between the constants stand for all; with arithmetic
    (the kind "rounding") they are only samples."""

    def __init__(self, g):
        self.g = g
        exact = [-3, -1.5, -1, 0, 0.25, 0.5, 1, 2, 3.75, 5, 10]  # in float too
        odd = [0.1, 1.1, 3.3] if g.kind == "rounding" else []
        self.constants = sorted(g.rng.sample(exact + odd, 4))
        self.names = []

    def values(self, n):
        """All constants and n values in each gap between them."""
        out = []
        edges = [self.constants[0] - 8] + self.constants + [self.constants[-1] + 8]
        for low, high in zip(edges, edges[1:]):
            out += [low + (high - low) * (i + 1) / 4 for i in range(n)]
            out.append(high)
        if self.g.kind == "rounding":
            near = [v * (1 + e) for v in self.constants for e in (-2e-16, 2e-16, 1e-7)]
            out[:-1] += near + [0.3, 0.7, 1 / 3, 16777217.0, 1e16, 1e-300, -1e300, 1e308, -0.0]
        return ",".join([repr(v) for v in out[:-1]] + ["NAN", "1 / 0.0", "-1 / 0.0"])

    def main(self):
        g = self.g
        n = g.pick(1, 2, 2)
        for _ in range(n):
            name = g.fresh("x")
            kind = g.pick("double", "double", "float")
            g.put("%s %s = $in(%s:%s);" % (kind, name, kind, self.values(n)))
            self.names.append(name)
        g.put("int st = 0;")
        for _ in range(g.pick(3, 5, 7)):
            self.statement(2)
        g.put("if ($(st == %d$))" % g.rng.randrange(5))
        g.put("  hits++;")

    def const(self):
        return repr(self.g.pick(*self.constants))

    def value(self):
        g, x = self.g, self.g.pick(*self.names)
        if g.kind == "limits":
            return x
        return g.pick(x, "%s %s %s" % (x, g.pick("+", "-", "*", "/"), self.const()),
                      "(%s %s %s)" % (x, g.pick("+", "-", "*"), g.pick(*self.names)), "-%s" % x,
                      "(float)%s" % x, "%s * 0.1" % x, "%s * %s" % (x, x), "%s / 3.0f" % x,
                      "(%s + 1 - 1)" % x, "fabs(%s)" % x, "%s - 0.1" % x,
                      "($(%s > -9$) && $(%s < 9$) ? (int)%s : 3)" % (x, x, x))

    def leaf(self):
        g = self.g
        other = self.const() if g.chance(0.7) else g.pick(*self.names)
        return "$(%s %s %s$)" % (self.value(), g.pick("<", "<=", ">", ">=", "==", "!="), other)

    def condition(self):
        g = self.g
        if g.chance(0.6):
            return self.leaf()
        return "%s %s %s" % (self.leaf(), g.pick("&&", "||"), self.leaf())

    def statement(self, depth):
        g = self.g
        g.put("if (%s) {" % self.condition())
        g.depth += 1
        r = g.rng.random()
        if depth and r < 0.5:
            self.statement(depth - 1)
        elif r < 0.6:
            g.put("return %d;" % g.rng.randrange(3))
        elif r < 0.7:
            g.put("%s = %s;" % (g.pick(*self.names), self.const()))
        g.put("st %s %d;" % (g.pick("=", "|=", "+="), g.rng.randrange(4)))
        g.depth -= 1
        if g.chance(0.3):
            g.put("} else {")
            g.put("  st = %d;" % g.rng.randrange(5))
        g.put("}")


STATEMENTS = {
    "stateless": {"branch": 6, "count": 2, "leave": 1, "switch": 0.7},
    "overwrite": {"branch": 5, "overwrite": 3, "assign": 2, "leave": 1, "switch": 0.7},
    "status": {"branch": 3, "measure": 5, "assign": 2, "leave": 1, "switch": 1, "loop": 0.4},
    "control": {"branch": 4, "assign": 3, "leave": 1, "switch": 2, "loop": 2, "jump": 1.5,
                "go_to": 1.5, "retry": 0.6, "static_local": 0.7, "table_call": 0.7,
                "recursive_call": 0.5, "protect": 0.7, "measure": 1, "into_loop": 0.7, "jump_in_switch": 0.7,
                "long_loop": 0.3, "expression_block": 0.4},
    "data": {"branch": 4, "assign": 5, "leave": 0.5, "switch": 0.7, "loop": 1, "declare": 3,
             "pointer_walk": 1, "copy": 1.5, "table_call": 0.7, "static_local": 0.4, "real": 1, "bytes": 1.5, "narrow": 1.5,
             "list": 0.6, "pairs": 1.5, "literals": 0.4},
    "mixed": {"branch": 4, "assign": 4, "leave": 1, "switch": 1.5, "loop": 1.5, "jump": 1,
              "go_to": 1, "retry": 0.4, "static_local": 0.6, "table_call": 0.6,
              "recursive_call": 0.4, "protect": 0.6, "declare": 2, "pointer_walk": 0.6,
              "copy": 1, "real": 0.7, "overwrite": 0.5, "measure": 0.7, "into_loop": 0.4,
              "jump_in_switch": 0.4, "long_loop": 0.15, "bytes": 0.6, "narrow": 1, "list": 0.4, "pairs": 0.6,
              "expression_block": 0.3},
    "limits": {}, "rounding": {},
}
