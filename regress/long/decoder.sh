#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The decoder of traces: ten million changed ones under ASan and UBSan; then,
# with fewer, which branches of it were never taken. Those that remain can't be
# by any trace: they stand for other callers, or for plans that are never made.
set -u
cd "$(dirname "$0")/../.." || exit 2
traces=${TP_FUZZ_TRACES:-10000000}
jobs=$(nproc 2>/dev/null || echo 2)

build() { # build FOLDER OPTIMISATION FLAGS
  make -j"$jobs" BUILD="$1" OPT="$2" SANITIZE="$3" all "$1/unit" >"$1.log" 2>&1 || {
    tail -n 20 "$1.log"
    exit 1
  }
}
count() { sed -n 's/^decoder: /count: /p;/FAIL\|seed\|ERROR/p'; }

mkdir -p build
build build/sanitize -O1 "-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer"
build build/counted -O0 --coverage
find build/counted -name '*.gcda' -delete
failed=0
TP_FUZZ_TRACES=$traces build/sanitize/unit decode_fuzz >build/fuzz.log 2>&1 || failed=1
count <build/fuzz.log
TP_FUZZ_TRACES=$((traces / 20)) build/counted/unit decode_fuzz >build/fuzz.log 2>&1 || failed=$((failed + 1))
count <build/fuzz.log
gcov -b -c -t -o build/counted/obj/engine src/engine/decode.c src/engine/leaves.c |
  python3 regress/tools/untaken.py || failed=$((failed + 1))
echo "$((3 - failed)) passed, $failed failed"
[ $failed = 0 ]
