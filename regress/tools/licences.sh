#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Each source file says its licence by an SPDX line near its top: MIT for what
# becomes part of users' programs and folders, else GPL-3.0-or-later.
# With "add" it is put where it is missing.
set -eu
cd "$(dirname "$0")/../.."
mode=${1:-check}
bad=0
licence_of() {
  case $1 in
  src/rt/* | src/wire/* | src/include/* | src/record/* | src/report/html/* | src/harness/parts/* | src/unit/reads/*) echo MIT ;;
  docs/ci/*) echo MIT ;; # users copy them
  *) echo GPL-3.0-or-later ;;
  esac
}
add() { # add FILE LINE: as its first line, behind #! and <!DOCTYPE
  line=$2
  if head -n 1 "$1" | grep -q -e '^#!' -e '^<!DOCTYPE'; then
    sed -i "1a $line" "$1"
  else
    sed -i "1i $line" "$1"
  fi
}
for file in $(git ls-files 'src/*.c' 'src/*.h' 'src/*.def' 'src/report/html/*' 'src/harness/parts/*' 'regress/unit/*.[ch]' 'regress/tools/*' 'regress/suite/*.sh' 'regress/long/*.sh' 'regress/bench/*.py' 'regress/bench/*.sh' 'regress/bench/*.c' 'docs/ci/*' regress/run.sh Makefile); do
  want=$(licence_of "$file")
  head -n 3 "$file" | grep -q "SPDX-License-Identifier: $want" && continue
  case $file in
  *.txt | */run_tail.sh) continue ;; # the tail is a part of the head's file
  *.c | *.h | *.def | *.css | *.js) line="/* SPDX-License-Identifier: $want */" ;;
  *.html) line="<!--SPDX-License-Identifier: $want-->" ;;
  *) line="# SPDX-License-Identifier: $want" ;;
  esac
  if [ "$mode" = add ]; then
    add "$file" "$line"
  else
    echo "$file: no line SPDX-License-Identifier: $want"
    bad=1
  fi
done
exit $bad
