#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# make check-tiny: a tp2ph with the least of each limit (src/base/limits.def).
# It knows less, and must not be wrong for it.
set -u
cd "$(dirname "$0")/../.." || exit 2
tiny=${TP2PH_BUILD:-build}/tiny
count=${COUNT:-40}
make -s -j"$(nproc)" BUILD="$tiny" OPT="-O1 -DTP2PH_TINY -DTP2PH_CHECKED" WERROR=-Werror all || exit 1
python3 regress/prop/taken.py "$tiny/tp2ph" regress/prop/taken --tiny
status=$?
python3 regress/prop/sound.py "$tiny/tp2ph" "$count" --first 3000 --cases regress/prop/cases --tiny || status=1
echo "count: $count random programs, all of regress/prop/cases and taken, with the least limits"
exit $status
