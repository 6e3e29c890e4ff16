#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# 374 small programs with a known bug and their repaired twins: predicted from a
# harmless test, violated and proved safe by --check; no false alarm.
set -u
cd "$(dirname "$0")/../.." || exit 2
exec python3 regress/prop/twins.py "${TP2PH_BUILD:-build}/tp2ph"
