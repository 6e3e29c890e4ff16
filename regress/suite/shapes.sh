#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Wide, deep and much-calling programs (regress/bench/shapes.py): every branch
# is decided, the dead ones by proof, within the time that a command may take.
set -u
cd "$(dirname "$0")/../.." || exit 1
. regress/tools/check.sh
suite shapes

for name in wide deep calls pairs subsets chains reads; do
  python3 regress/bench/shapes.py $name >"$work/$name.c"
  expect 0 $name "$tp2ph" -o "$work/$name" "$work/$name.c"
  check "$name: verdicts" python3 regress/bench/shapes.py $name "$work/$name"
done

# Conditions about the same few measurements: the two phases find all that can
# be taken and end, with less than a path for each condition; also where it is
# not proved that conditions mean the same on every path (read in a loop).
"$tp2ph" gen --shape crossed --conditions 300 --dead 18 --exits -o "$work/crossed.c"
sed -e '/value\[[0-9]*\] = __VERIFIER/d' \
  -e 's/^int main(void) {/&\n  for (int i = 0; i < 62; i++)\n    value[i] = __VERIFIER_nondet_int();/' \
  "$work/crossed.c" >"$work/looped.c"
for name in crossed looped; do
  expect 0 "$name: the default" "$tp2ph" -o "$work/$name" "$work/$name.c"
  "$tp2ph" -q --phases 1,2 --timeout 60 -o "$work/phases" "$work/$name.c"
  check "$name: the phases leave nothing and end" python3 - "$work/$name" "$work/phases" <<'END'
import json, sys
full, two = [json.load(open(d + "/report.json")) for d in sys.argv[1:]]
paths = sum(p["paths"] for p in two["phases"])
print(full["branches"], two["branches"], paths, two["stopped"])
sys.exit(full["branches"]["unknown"] or full["branches"]["covered"] != two["branches"]["covered"] or
         two["stopped"] == "timeout" or two["solver_calls"] > 0.92 * 300 or paths > 2.5 * 300)
END
done

# Reading needs no stack: 3,000 ifs in each other.
python3 - >"$work/nested.c" <<'END'
print("extern int x;\nint main(void) {")
for i in range(3000):
    print("if (x > %d) {" % i)
print("x = 1;" + "}" * 3000 + "\nreturn 0; }")
END
expect 0 "nested: the IR on a small stack" \
  sh -c 'ulimit -s 256; exec "$0" "$@"' "$tp2ph" ir "$work/nested.c"

# Nor does deciding them; the compiler does.
sed -e 's/^extern int x;/int __VERIFIER_nondet_int(void);/' \
  -e 's/^int main(void) {/&int x = __VERIFIER_nondet_int();/' \
  -e 's/x > [0-9]*/x > 1/' "$work/nested.c" >"$work/decided.c"
printf '#!/bin/sh\nulimit -s 65536\nexec cc "$@"\n' >"$work/cc"
chmod +x "$work/cc"
expect 0 "nested: decided on a small stack" \
  sh -c 'ulimit -S -s 256; CC=$1; export CC; shift; exec "$@"' sh "$work/cc" \
  "$tp2ph" -o "$work/nested" "$work/decided.c"
finish
