#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# regress/suite/sound.sh on thousands of random programs: no verdict is wrong.
set -u
cd "$(dirname "$0")/../.." || exit 2
count=${COUNT:-2000}
python3 regress/prop/taken.py "${TP2PH_BUILD:-build}/tp2ph" regress/prop/taken
status=$?
sh regress/suite/sound.sh "$count" 10000 || status=1
echo "count: $count random programs against all their inputs"
exit $status
