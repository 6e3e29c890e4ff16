#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# All benchmark tables: sh run.sh BUILD. Ratios count, not seconds: machines are
# shared and noisy.
set -eu
cd "$(dirname "$0")/../.."
build=$1
echo "## Runs a second: by the server, and starting the program anew"
"$build/bench_exec" "$build/lib" 50 6
echo
echo "## Where the time goes"
python3 regress/bench/bench.py "$build" shares 5
echo
echo "## The two phases (limit 5 s for phases 1+2, dfs-reach and cfg)"
python3 regress/bench/bench.py "$build" phases 5
echo
echo "## The two phases on programs they were not made for (limit 60 s)"
python3 regress/bench/bench.py "$build" crossed 60
echo
echo "## Programs of other kinds: branches covered by each strategy in 5 s"
python3 regress/bench/bench.py "$build" kinds 5
echo
echo "## Seed 000: full and partial path constraints (make bench-constraints has all columns and 10 seeds)"
python3 regress/bench/constraints.py "$build" --columns 1 --seeds 3 --limit 10
