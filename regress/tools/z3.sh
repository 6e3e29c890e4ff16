#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Print where z3 is: the machine's own, or that of $CACHE, into which it is
# fetched if it is not there. Without a network: say what is missing, and fail.
set -u
cd "$(dirname "$0")/../.." || exit 1
cache=${CACHE:-.cache}
command -v z3 && exit
ls "$cache"/z3-*/bin/z3 2>/dev/null && exit
sh regress/tools/fetch.sh "$cache" check >&2 && ls "$cache"/z3-*/bin/z3 && exit
echo "z3 is missing, to which proofs are put: 'sh regress/tools/fetch.sh $cache check' fetches it, or install the package z3" >&2
exit 1
