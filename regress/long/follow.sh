#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# regress/suite/follow.sh: each program with each compiler and all phases.
set -u
cd "$(dirname "$0")/../.." || exit 2
sh regress/suite/follow.sh all
status=$?
echo "count: every way and type with gcc (dfs, all phases) and clang (dfs)"
exit $status
