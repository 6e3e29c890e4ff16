#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The examples of docs/extending.md: each regress/extend/NAME.patch is applied
# to a copy of this tree, which is built, and NAME.sh must pass there. A patch
# touches at most three files, for that is what extending should take.
# usage: extend.sh BUILD          all of it
#        extend.sh BUILD applies  only whether the patches still fit
set -u
cd "$(dirname "$0")/../.." || exit 2
build=$1 mode=${2:-all}
cache=$(cd "${CACHE:-.cache}" && pwd)
passed=0
failed=0
copy=$(mktemp -d "${TMPDIR:-/tmp}/tp2ph-extend-XXXXXX") || exit 2
trap 'rm -rf "$copy"' EXIT
export GIT_CEILING_DIRECTORIES="${copy%/*}" # git apply works without a repository

extend() { # extend NAME: everything of it holds
  patch=$PWD/regress/extend/$1.patch
  test=$PWD/regress/extend/$1.sh
  n=$(grep -c '^diff --git' "$patch")
  [ "$n" -le 3 ] || { echo "touches $n files"; return 1; }
  rm -rf "$copy"/* && git ls-files -z src regress/tools Makefile VERSION | xargs -0 tar cf - | tar xf - -C "$copy" || return 1
  (cd "$copy" && git apply "$patch") || return 1
  [ "$mode" = applies ] && return 0
  # Only what the patch changes is compiled: times of files are kept.
  mkdir "$copy/build" && cp -a "$build/obj" "$build/gen" "$build/lib" "$build/include" "$copy/build/" || return 1
  make -C "$copy" -j2 BUILD=build CACHE="$cache" WERROR=-Werror all || return 1
  mkdir "$copy/test" && (cd "$copy/test" && sh -eu "$test" "$copy/build/tp2ph")
}

for patch in regress/extend/*.patch; do
  name=$(basename "$patch" .patch)
  if extend "$name" >"$build/extend.log" 2>&1; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAIL $name"
    tail -n 20 "$build/extend.log" | sed 's/^/  | /'
  fi
done
echo "count: $((passed + failed)) extensions"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
