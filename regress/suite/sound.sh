#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# No wrong verdict: on the programs of regress/prop/cases and on COUNT random
# ones every claim is compared with the truth, found by running all inputs;
# what a known input takes in the programs of regress/prop/taken is not proved
# infeasible.
# Usage: sound.sh [COUNT [FIRST SEED [KEEP]]]; with KEEP each program that
# disagrees is made small and left there. Without COUNT a sample.
set -u
cd "$(dirname "$0")/../.." || exit 1
sample=
[ $# = 0 ] && sample=--sample
count=${1:-8}
first=${2:-100}
tp2ph=${TP2PH_BUILD:-build}/tp2ph
python3 regress/prop/taken.py "$tp2ph" regress/prop/taken --sample || exit 1
set -- "$tp2ph" "$count" $sample --first "$first" --cases regress/prop/cases ${3:+--keep "$3"}
exec python3 regress/prop/sound.py "$@"
