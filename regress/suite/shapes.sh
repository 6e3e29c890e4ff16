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

# Reading needs no stack: 3,000 ifs in each other.
python3 - >"$work/nested.c" <<'END'
print("extern int x;\nint main(void) {")
for i in range(3000):
    print("if (x > %d) {" % i)
print("x = 1;" + "}" * 3000 + "\nreturn 0; }")
END
expect 0 "nested: the IR on a small stack" \
  sh -c 'ulimit -s 256; exec "$0" "$@"' "$tp2ph" ir "$work/nested.c"
finish
