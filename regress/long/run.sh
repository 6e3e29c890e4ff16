#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The long tests: each regress/long/*.sh with the counts that were agreed on.
# Each says what it did in lines that begin with "count:" and ends with
# "N passed, N failed"; both are printed, and the sum closes the output.
# usage: run.sh [NAME...]    without one: all
set -u
cd "$(dirname "$0")/../.." || exit 2
build=${TP2PH_BUILD:-build}
export TP2PH_BUILD="$build"
[ $# = 0 ] && set -- $(ls regress/long | sed -n 's/\.sh$//p' | grep -v '^run$')
passed=0
failed=0
for name; do
  log=$build/long-$name.log
  echo "== $name"
  begin=$(date +%s)
  sh "regress/long/$name.sh" >"$log" 2>&1
  status=$?
  last=$(grep -E '^[0-9]+ passed, [0-9]+ failed$' "$log" | tail -n 1)
  ok=${last%% passed*}
  bad=${last#*, }
  bad=${bad%% failed*}
  [ -z "$last" ] && ok=0 bad=1
  [ $status != 0 ] && [ "$bad" = 0 ] && bad=1
  [ "$bad" != 0 ] && tail -n 40 "$log"
  counts=$(grep '^count:' "$log" || echo "count: none is told")
  [ "$counts" = "count: none is told" ] && bad=$((bad + 1))
  echo "$counts"
  echo "$name: $ok passed, $bad failed, $(($(date +%s) - begin)) s"
  passed=$((passed + ok))
  failed=$((failed + bad))
done
echo
echo "$passed passed, $failed failed"
[ $failed = 0 ]
