#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The long tests: each regress/long/*.sh with the counts that were agreed on.
# Each says what it did in lines that begin with "count:" and ends with
# "N passed, N failed"; both are printed, and the sum closes the output. As many
# run at a time as there are processors, the longest first.
# usage: run.sh [NAME...]    without one: all
#        run.sh one NAME     that one, its result in $TP2PH_BUILD/long
set -u
cd "$(dirname "$0")/../.." || exit 2
build=${TP2PH_BUILD:-build}
export TP2PH_BUILD="$build"

one() { # one NAME
  name=$1
  log=$build/long/$name.log
  begin=$(date +%s)
  sh "regress/long/$name.sh" >"$log" 2>&1
  status=$?
  last=$(grep -E '^[0-9]+ passed, [0-9]+ failed$' "$log" | tail -n 1)
  ok=${last%% passed*}
  bad=${last#*, }
  bad=${bad%% failed*}
  [ -z "$last" ] && ok=0 bad=1
  [ $status != 0 ] && [ "$bad" = 0 ] && bad=1
  counts=$(grep '^count:' "$log" || echo "count: none is told")
  [ "$counts" = "count: none is told" ] && bad=$((bad + 1))
  {
    echo "== $name"
    [ "$bad" != 0 ] && tail -n 40 "$log"
    echo "$counts"
    times >"$build/long/$name.times" # not in a subshell, which has its own
    echo "$name: $ok passed, $bad failed, $(($(date +%s) - begin)) s, processor $(tail -n 1 "$build/long/$name.times")"
  } >"$build/long/$name.said"
  cat "$build/long/$name.said" # at once: others print, too
  echo "$ok $bad" >"$build/long/$name"
}

if [ "${1:-}" = one ]; then
  one "$2"
  exit 0
fi

longest="prove_first sound killed twins memory proofs decoder"
if [ $# = 0 ]; then
  all=$(ls regress/long | sed -n 's/\.sh$//p' | grep -v '^run$')
  # shellcheck disable=SC2046,SC2086 # lists
  set -- $longest $(echo "$all" | grep -v -x "$(printf '%s\n' $longest)")
fi
rm -rf "$build/long"
mkdir -p "$build/long"
printf '%s\n' "$@" | xargs -n 1 -P "$(nproc 2>/dev/null || echo 2)" sh regress/long/run.sh one

passed=0
failed=0
for name; do
  read -r ok bad 2>/dev/null <"$build/long/$name" || { ok=0 bad=1; echo "$name: did not end"; }
  passed=$((passed + ok))
  failed=$((failed + bad))
done
echo
echo "$passed passed, $failed failed"
[ $failed = 0 ]
