#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# index.html and the other files at 10 to 20,000 conditions: read by their own
# tools, used and measured in Chromium (10 MB, 1 s, 100 ms). Installs Chromium.
set -u
cd "$(dirname "$0")/../.." || exit 2
. regress/tools/check.sh
suite page
sh regress/tools/packages.sh browser || exit 1
sh regress/tools/readers.sh "${CACHE:-.cache}" || exit 1
for n in ${SIZES:-10 100 1000 5000 20000}; do
  "$tp2ph" gen --conditions "$n" -o "$work/p.c"
  check "$n: a run" "$tp2ph" -q -o "$work/out" "$work/p.c"
  check "$n: the files agree, and gcov with them" python3 regress/tools/check_reports.py "$work/out" "$work/p.c"
  check "$n: others read them" python3 regress/tools/check_readers.py "${CACHE:-.cache}/readers" "$work/out"
  check "$n: lcov reads it" lcov -q --rc lcov_branch_coverage=1 --summary "$work/out/lcov.info"
  check "$n: genhtml reads it" genhtml -q --branch-coverage -o "$work/html" "$work/out/lcov.info"
  check "$n: the page is used" python3 regress/tools/check_page.py "$work/out/index.html"
  if [ "$n" -le 5000 ]; then
    check "$n: the page is quick" sh -c 'python3 regress/tools/measure_html.py "$1" >"$2"' sh "$work/out/index.html" "$work/measured"
    sed "s/^/count: $n conditions: /" "$work/measured"
  fi
  rm -rf "$work/out" "$work/html"
done
samples=ate-samples/wafer_sort
"$tp2ph" -q -o "$work/out" --inputs $samples/wafer_sort.inputs $samples/*.c
check "bins: the files agree, and gcov with them" python3 regress/tools/check_reports.py "$work/out" $samples/*.c
check "bins: the page is used" python3 regress/tools/check_page.py "$work/out/index.html"
check "bins: others read the files" python3 regress/tools/check_readers.py "${CACHE:-.cache}/readers" "$work/out"
finish
