#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# index.html and the other files at 10 to 20,000 conditions: read by their own
# tools, used and measured in Chromium (10 MB, 1 s, 100 ms). Installs Chromium.
set -u
cd "$(dirname "$0")/../.." || exit 2
build=$(cd "${TP2PH_BUILD:-build}" && pwd)
sh regress/tools/packages.sh browser || exit 1
sh regress/tools/readers.sh "${CACHE:-.cache}" || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0
judge() { # judge TITLE COMMAND...
  title=$1
  shift
  if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "FAILED: $title"; fi
}
for n in ${SIZES:-10 100 1000 5000 20000}; do
  "$build/tp2ph" gen --conditions "$n" -o "$work/p.c"
  judge "$n: a run" "$build/tp2ph" -q -o "$work/out" "$work/p.c"
  judge "$n: the files agree, and gcov with them" python3 regress/tools/check_reports.py "$work/out" "$work/p.c"
  judge "$n: others read them" python3 regress/tools/check_readers.py "${CACHE:-.cache}/readers" "$work/out"
  judge "$n: lcov reads it" lcov -q --rc lcov_branch_coverage=1 --summary "$work/out/lcov.info"
  judge "$n: genhtml reads it" genhtml -q --branch-coverage -o "$work/html" "$work/out/lcov.info"
  judge "$n: the page is used" python3 regress/tools/check_page.py "$work/out/index.html"
  if [ "$n" -le 5000 ]; then
    judge "$n: the page is quick" sh -c 'python3 regress/tools/measure_html.py "$1" >"$2"' sh "$work/out/index.html" "$work/measured"
    sed "s/^/count: $n conditions: /" "$work/measured"
  fi
  rm -rf "$work/out" "$work/html"
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
