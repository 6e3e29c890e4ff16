#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Limits of --inputs on random programs against all values between them.
set -u
cd "$(dirname "$0")/../.." || exit 2
count=${COUNT:-500}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
tp2ph=$PWD/${TP2PH_BUILD:-build}/tp2ph
# shellcheck disable=SC2046 # a list of seeds
python3 regress/tools/limits_truth.py "$tp2ph" "$work/truth" $(seq 1000 $((999 + count)))
status=$?
echo "count: $count random programs with limits"
[ $status = 0 ] && echo "1 passed, 0 failed" || echo "0 passed, 1 failed"
exit $status
