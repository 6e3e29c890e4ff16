#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# All tests. Each suite prints "N passed, N failed" as its last line; the sum
# of them all closes the output. Suites are independent: one more than there are
# processors run at a time, as there is always one that waits, the longest first.
# usage: run.sh [check|sanitize]    sanitize: on a build with ASan and UBSan
#        run.sh one NAME            one suite, its result in $TP2PH_BUILD/check
set -u
cd "$(dirname "$0")/.." || exit 2
mode=${1:-check}

suite() { # suite NAME COMMAND...: what its last line says, in a file
  name=$1
  shift
  log=$TP2PH_BUILD/$name.log
  begin=$(date +%s)
  "$@" >"$log" 2>&1
  status=$?
  last=$(grep -E '^[0-9]+ passed, [0-9]+ failed$' "$log" | tail -n 1)
  if [ -n "$last" ]; then
    ok=${last%% passed*}
    bad=${last#*, }
    bad=${bad%% failed*}
  else
    ok=0
    bad=1
    [ $status = 0 ] && ok=1 && bad=0
  fi
  [ $status != 0 ] && [ "$bad" = 0 ] && bad=1
  [ "$bad" != 0 ] && tail -n 60 "$log"
  times >"$TP2PH_BUILD/check/$name.times" # not in a subshell, which has its own
  echo "$name: $ok passed, $bad failed, $(($(date +%s) - begin)) s, processor $(tail -n 1 "$TP2PH_BUILD/check/$name.times")"
  echo "$ok $bad" >"$TP2PH_BUILD/check/$name"
}

if [ "$mode" = one ]; then
  case $2 in
  unit) suite unit "$TP2PH_BUILD/unit" ;;
  layers | headers | warnings | licences | metrics | visitors) suite "$2" make "$2" ;;
  format) suite format make format-check ;;
  *) suite "$2" sh "regress/suite/$2.sh" ;;
  esac
  exit 0
fi

build=build
sanitize=
others="warnings layers headers licences format metrics visitors"
options="WERROR=-Werror"
if [ "$mode" = sanitize ]; then
  build=build/sanitize
  options="$options OPT=-O1"
  others=
  sanitize="-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -DTP2PH_CHECKED"
  export ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1
fi
export TP2PH_BUILD=$build
jobs=$(nproc 2>/dev/null || echo 2)
# Where python3 is a script that looks for one, each of a thousand starts takes three times as long.
PATH=$(python3 -c 'import os, sys; print(os.path.dirname(sys.executable))'):$PATH
export PATH
rm -rf $build/check
mkdir -p $build/check
# shellcheck disable=SC2086 # options is a list
suite build make -j"$jobs" BUILD=$build $options SANITIZE="$sanitize" all $build/unit $build/tp2ph-sleepy

# Suites make and remove many small files, which takes a disk's file system up to
# a third of their time: they are made in memory, where there is enough.
free=$(df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 { print $4 }')
if [ -z "${TMPDIR:-}" ] && [ "${free:-0}" -ge 2000000 ]; then
  memory=$(mktemp -d /dev/shm/tp2ph-check-XXXXXX) && trap 'rm -rf "$memory"' EXIT &&
    chmod 1777 "$memory" && # other users have to get there, as in /tmp
    cp /bin/true "$memory/true" && "$memory/true" && export TMPDIR="$memory" # it may forbid to run programs
fi

long="coverage units shapes audit follow unit sound errors late predict findings batch ordinary checks strategies warnings visitors threads resume constraints diff"
# shellcheck disable=SC2086 # others is a list
all=$(printf '%s\n' unit $others $(ls regress/suite | sed -n 's/\.sh$//p'))
{
  for name in $long; do echo "$all" | grep -x "$name"; done
  echo "$all" | grep -v -x "$(printf '%s\n' $long)"
} | xargs -n 1 -P $((jobs + 1)) sh regress/run.sh one

passed=0
failed=0
for name in build $all; do
  read -r ok bad 2>/dev/null <"$build/check/$name" || { ok=0 bad=1; echo "$name: did not end"; }
  passed=$((passed + ok))
  failed=$((failed + bad))
done
echo
echo "$passed passed, $failed failed"
[ $failed = 0 ]
