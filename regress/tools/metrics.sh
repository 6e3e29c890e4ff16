#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Functions of more than 80 lines (a pure switch may be longer: listed in
# regress/tools/long-functions.txt with the reason) and files of more than 800
# lines are refused, and comments that clang-format tore apart: their end stands
# alone behind a line that a macro continues, or the rule of a banner does.
set -eu
cd "$(dirname "$0")/../.."
ctags -x --c-kinds=f --fields=+ne --_xformat='%F %N %n %e' src/*.c src/*/*.c |
  awk '$4 - $3 + 1 > 80 { print $1 ":" $3 ": " $2 " has " $4 - $3 + 1 " lines" }' |
  grep -v -F -f regress/tools/long-functions.txt && exit 1
awk '
  FNR == 1 { before = "" }
  (/^[ \t]*\*\/[ \t\\]*$/ && before ~ /\\$/) || /^ \* -----/ {
    print FILENAME ":" FNR ": a torn comment"; bad = 1 }
  { before = $0 }
  END { exit bad }' src/*.c src/*/*.[ch] regress/unit/*.[ch]
wc -l src/*/*.[ch] | awk '$2 != "total" && $1 > 800 { print $2 ": " $1 " lines"; bad = 1 } END { exit bad }'
