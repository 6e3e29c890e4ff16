#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# regress/suite/strategies.sh on many random programs: every strategy is
# complete.
set -u
cd "$(dirname "$0")/../.." || exit 2
count=${COUNT:-200}
sh regress/suite/strategies.sh "$count" 1000
status=$?
echo "count: $count random programs for each strategy"
exit $status
