#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# kill -9 at 100 moments of runs of 30 s or more, a quarter of them batches, a
# fifth while files are written.
set -u
cd "$(dirname "$0")/../.." || exit 2
count=${COUNT:-100}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
echo "count: killed at $count moments"
python3 regress/tools/killed.py "${TP2PH_BUILD:-build}/tp2ph" "$count" 30 "$work"
