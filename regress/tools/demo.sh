#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The main job on a sample: tests, verdicts and a coverage map.
set -eu
cd "$(dirname "$0")/../.."
build=$1
sample=ate-samples/speed_sort.c
[ -e "$sample" ] || sample=$(ls ate-samples/*.c | head -n 1)
echo "$build/tp2ph -o $build/demo $sample"
status=0
"$build/tp2ph" -o "$build/demo" "$sample" || status=$?
# 1: finished, with findings or branches that are not decided
[ "$status" -le 1 ] || exit "$status"
echo "Results are in $build/demo: summary.txt, report.json, test-suite/, harness/, map.svg"
