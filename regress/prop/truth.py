"""Which branches of a marked program can be taken, by running all inputs.

A marked program is C in which
  $( c $)          is a condition (one atomic test),
  $switch (e) {    begins a switch, $} ends it,
  $case v:         and $default: are its labels, each on its own line,
  $in(T:a..b)      is an input of type T of which a..b stand for all values,
  $in(T:x,y,z)     the same with a list of values,
  $fill(API:T:whole:part;part:a..b)  makes an object an input by a call of that
                   API (tp2ph, klee, crest); its scalars are the parts,
  $assume(API:c$)  makes a run in which c is false none of the program's,
  $only text       is a line of the plain program alone.
plain() gives the C program that tp2ph gets, truth() the branches that some
combination of inputs takes. A branch is named (line, column, side) or, for a
label, (line, "label"); a default that is not written is (line of the switch,
"default"). A program that does what C leaves undefined has no truth, unless it
says AS_COMPUTED: then what the compiler makes of it at -O0 counts. There a
condition inside an expression that the compiler folds is not logged: a call in
its place would keep it from folding, and with that change which side it takes
first.
"""
import os
import re
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
C_TYPE = {
    "bool": "_Bool", "char": "char", "schar": "signed char", "uchar": "unsigned char",
    "short": "short", "ushort": "unsigned short", "int": "int", "uint": "unsigned int",
    "long": "long", "ulong": "unsigned long", "float": "float", "double": "double",
}
PLAIN_HEAD = "\n".join(
    "extern %s __VERIFIER_nondet_%s(void);" % (t, n) for n, t in C_TYPE.items()
    if n != "schar")
AS_COMPUTED = "/* as -O0 computes */"
LOGGED_HEAD = """#include <stdlib.h>
#include <math.h>
int truth_branch(int id, int side);
void truth_label(int id);
long truth_pick(long n);
void truth_exit(int code) __attribute__((noreturn));
void truth_broken(void) __attribute__((noreturn));
#define main prog_main
#define exit truth_exit
#define abort() truth_exit(1)
"""
TOKEN = re.compile(r"\$\(|\$\)|\$switch\b|\$case\b|\$default\b|\$\}|\$in\(([a-z]+):([^)]*)\)"
                   r"|\$fill\((\w+):(\w+):([^:]*):([^:]*):([^)]*)\)"
                   r"|\$assume\((\w+):([^$]*)\$\)|\$only ([^\n]*)")
CREST = {"char": "char", "uchar": "unsigned_char", "short": "short", "ushort": "unsigned_short",
         "int": "int", "uint": "unsigned_int", "long": "long", "ulong": "unsigned_long",
         "float": "float", "double": "double"}


def plain_input(kind):
    return "__VERIFIER_nondet_%s()" % kind


def plain_fill(api, kind, whole):
    if api == "klee":
        return 'klee_make_symbolic(&%s, sizeof %s, "%s")' % (whole, whole, whole)
    return "CREST_%s(%s)" % (CREST[kind], whole) if api == "crest" else "tp2ph_input(%s)" % whole


def logged_fill(kind, parts, values):
    return ", ".join("%s = %s" % (part, logged_input(kind, values)) for part in parts.split(";"))


def plain_assume(api, condition):
    name = {"tp2ph": "tp2ph_assume", "klee": "klee_assume", "sv": "__VERIFIER_assume"}[api]
    return "%s(%s)" % (name, condition)


def logged_input(kind, values):
    c = C_TYPE[kind]
    if ".." in values:
        low, high = (int(v) for v in values.split(".."))
        return "((%s)(truth_pick(%d) + (%d)))" % (c, high - low + 1, low)
    n = values.count(",") + 1
    return "(((%s[]){%s})[truth_pick(%d)])" % (c, values, n)


def logged_condition(text, number, may_fold):
    # ?: so that the compiler folds it as it folds the condition of an if
    told = "((%s) ? truth_branch(%d, 1) : truth_branch(%d, 0))" % (text, number, number)
    return "(__builtin_constant_p(%s) ? !!(%s) : %s)" % (text, text, told) if may_fold else told


def render(marked):
    """The plain text, the logged text, and the key of each branch number."""
    plain, logged, keys, open_switches, open_conditions = [], [], [], [], []
    place = [1, 1]  # of the plain text
    folds = AS_COMPUTED in marked

    def put_plain(text):
        plain.append(text)
        breaks = text.count("\n")
        place[0] += breaks
        place[1] = len(text) - text.rfind("\n") if breaks else place[1] + len(text)

    at = 0
    for m in TOKEN.finditer(marked):
        put_plain(marked[at:m.start()])
        logged.append(marked[at:m.start()])
        at = m.end()
        token = m.group(0)
        number = len(keys)
        if token == "$(":
            keys.append((place[0], place[1]))
            inside = not re.search(r"\b(if|while) \($", marked[:m.start()])
            open_conditions.append((number, len(logged), folds and inside))
        elif token == "$)":
            number, begin, may_fold = open_conditions.pop()
            logged[begin:] = [logged_condition("".join(logged[begin:]), number, may_fold)]
        elif token == "$switch":
            open_switches.append([place[0], False])
            put_plain("switch")
            logged.append("switch")
        elif token == "$}":
            line, has_default = open_switches.pop()
            if not has_default:
                keys.append((line, "default"))
                logged.append("if (0) { default: truth_label(%d); }" % number)
            put_plain("}")
            logged.append("}")
        elif token in ("$case", "$default"):
            end = marked.index(":", at) + 1
            if "?" in marked[at:end] or "'" in marked[at:end]:
                raise ValueError("label")
            if token == "$default":
                open_switches[-1][1] = True
            keys.append((place[0], "label"))
            text = token[1:] + marked[at:end]
            put_plain(text)
            logged.append("if (0) { %s truth_label(%d); }" % (text, number))
            at = end
        elif token.startswith("$fill"):
            api, kind, whole, parts, values = m.group(3, 4, 5, 6, 7)
            put_plain(plain_fill(api, kind, whole))
            logged.append(logged_fill(kind, parts, values))
        elif token.startswith("$assume"):
            put_plain(plain_assume(m.group(8), m.group(9)))
            logged.append("if (!(%s)) truth_broken()" % m.group(9))
        elif token.startswith("$only"):
            put_plain(m.group(10))
        else:
            put_plain(plain_input(m.group(1)))
            logged.append(logged_input(m.group(1), m.group(2)))
    put_plain(marked[at:])
    logged.append(marked[at:])
    return "".join(plain), "".join(logged), keys


def plain(marked):
    return render(marked)[0]


def build_runner(folder):
    runner = os.path.join(folder, "truth")
    subprocess.run(["cc", "-O1", "-w", "-rdynamic", os.path.join(HERE, "truth.c"), "-o", runner,
                    "-ldl"], check=True)
    return runner


class Truth:
    def __init__(self, state, runs, keys, taken):
        self.state = state  # all, cut, crash, endless, refused
        self.runs = runs
        self.keys = keys
        self.taken = taken


def branches(keys):
    for key in keys:
        if key[1] in ("label", "default"):
            yield key
        else:
            yield key + ("T",)
            yield key + ("F",)


def truth(runner, marked, folder, cc="cc", limit=60000):
    _, text, keys = render(marked)
    source, shared = os.path.join(folder, "truth_p.c"), os.path.join(folder, "truth_p.so")
    with open(source, "w") as f:
        f.write(LOGGED_HEAD + text)
    checks = [] if AS_COMPUTED in marked else ["-fsanitize=undefined",
                                               "-fsanitize-undefined-trap-on-error"]
    done = subprocess.run(
        [cc, "-O0", "-w", "-fPIC", "-shared", "-Wl,-z,now", *checks,
         "-Werror=implicit-function-declaration", source, "-o", shared, "-lm"],
        capture_output=True, text=True)
    if done.returncode:
        return Truth("refused", 0, keys, done.stderr)
    try:
        done = subprocess.run([runner, shared, str(len(keys)), str(limit)], capture_output=True,
                              text=True, timeout=20)
    except subprocess.TimeoutExpired:
        return Truth("endless", 0, keys, set())
    if done.returncode:
        return Truth("crash", 0, keys, set())
    lines = done.stdout.splitlines()
    head = lines[0].split()
    taken = set()
    for line in lines[1:]:
        number, side = (int(v) for v in line.split())
        key = keys[number]
        taken.add(key if key[1] in ("label", "default") else key + ("FT"[1 - side],))
    return Truth(head[3], int(head[1]), list(branches(keys)), taken)
