#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A night by GNU parallel, as docs/output.md has it, with a part that is killed in
# the middle: nothing is lost, nothing is done twice. Installs parallel.
set -u
cd "$(dirname "$0")/../.." || exit 2
. regress/tools/check.sh
suite parallel
count=${COUNT:-24}
sh regress/tools/packages.sh parallel || exit 1
PATH=$(dirname "$tp2ph"):$PATH
export PATH
mkdir "$work/programs"
for i in $(seq "$count"); do
  tp2ph gen --conditions 200 --seed "$i" -o "$work/programs/p$i.c"
  echo "p$i.c"
done >"$work/programs/list"
out=$work/results
seq 6 | parallel -j 2 --retries 3 tp2ph batch -q --resume -o "$out" --shard {}/6 "$work/programs/list" &
pid=$!
ended() { cat "$out"/.tp2ph-batch-* 2>/dev/null | cut -d ' ' -f 5; }
for i in $(seq 600); do [ "$(ended | wc -l)" -ge $((count / 3)) ] && break; sleep 0.2; done
victim=
for process in /proc/[0-9]*; do
  { tr '\0' ' ' <"$process/cmdline" | grep -q "^tp2ph batch .*-o $out "; } 2>/dev/null && victim=${process#/proc/}
done
kill -KILL "$victim" || victim=
sleep 1
ended >"$work/mark"
wait $pid
status=$?
echo "count: $count programs, $(wc -l <"$work/mark") of them before a part was killed"
check "a part was killed at work" test -n "$victim"
check "parallel is content" test $status = 0
check "merge" tp2ph merge -q "$out" -o "$out"
check "each program once" python3 regress/tools/check_night.py "$out" "$count" "$work/mark"
finish
