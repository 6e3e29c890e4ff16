#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Installed, packed, and at home in a shell: what a user gets is what runs.
set -u
cd "$(dirname "$0")/../.." || exit 1
. regress/tools/check.sh
suite install
prefix=$work/prefix
chmod 755 "$work"
mkdir "$work/home" "$work/user"
cp docs/part.c "$work/home/"
chmod 777 "$work/home" "$work/user"

expect 0 "make install" make -s BUILD="${TP2PH_BUILD:-build}" PREFIX="$prefix" install
for file in bin/tp2ph lib/tp2ph/libtp2ph_rt.a include/tp2ph/tp2ph.h share/man/man1/tp2ph.1 share/man/man1/tp2ph-batch.1 \
  share/bash-completion/completions/tp2ph share/zsh/site-functions/_tp2ph share/doc/tp2ph/LICENSE share/doc/tp2ph/NOTICE; do
  check "$file" test -s "$prefix/$file"
done
as_user() { # as a user who is nobody, without a network, where that can be tried
  if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null && unshare -n true 2>/dev/null; then
    expect 0 "$1" unshare -n setpriv --reuid 65534 --regid 65534 --clear-groups \
      env -i PATH="$PATH" HOME=/nonexistent TMPDIR="$work/user" sh -c "$2"
  else
    expect 0 "$1" env -i PATH="$PATH" HOME=/nonexistent TMPDIR="$work/user" sh -c "$2"
  fi
}
as_user "part.c by an ordinary user" "cd '$work/home' && '$prefix/bin/tp2ph' -o out part.c"
prints "15 of 16 covered, 1 proved infeasible, 0 unknown"
as_user "its harness" "cd '$work/home' && sh out/harness/run.sh"
as_user "doctor" "'$prefix/bin/tp2ph' doctor"
prints "runtime and headers"
check "doctor: which sandbox" grep -qE '^(ok|missing) +sandbox' "$work/out"
expect 4 "doctor without a compiler" env CC=/no/such/cc "$prefix/bin/tp2ph" doctor
prints "missing"

# ---- what is written about it ------------------------------------------------------------
options() { "$tp2ph" "$@" --help | sed -n 's/^  \(-., \|    \)\(--[a-z-]*\).*/\2/p'; }
for command in '' graph ir replay batch gen diff accept merge check-proofs doctor; do
  # shellcheck disable=SC2086 # no command is no word
  options $command >"$work/options"
  page=$prefix/share/man/man1/tp2ph${command:+-$command}.1
  sed 's/\\-/-/g; s/\\fR//g' "$page" >"$work/page"
  check "tp2ph $command: the manual has every option" sh -c \
    'while read -r o; do grep -q -e "^\.B.*$o" "$2" || { echo "$o"; exit 1; }; done <"$1"' sh "$work/options" "$work/page"
done
if command -v groff >/dev/null; then
  check "groff finds nothing wrong" sh -c 'test -z "$(groff -man -ww -Tutf8 -z "$1"/*.1 2>&1)"' sh "$prefix/share/man/man1"
fi
if command -v bash >/dev/null; then
  complete() { # complete WORD...: what bash offers for the last
    bash -c '. "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _tp2ph; echo "${COMPREPLY[@]}"' \
      "$prefix/share/bash-completion/completions/tp2ph" "$@"
  }
  check "bash: an option" test "$(complete tp2ph batch --shar)" = "--shard"
  check "bash: a value" test "$(complete tp2ph --phases 1,)" = "1,2"
  check "bash: a command" test "$(complete tp2ph mer)" = "merge"
fi
if command -v zsh >/dev/null; then
  check "zsh reads its own" zsh -n "$prefix/share/zsh/site-functions/_tp2ph"
fi
expect 0 "-h" "$tp2ph" -h
prints "usage:"
expect 0 "-V" "$tp2ph" -V
prints "GPL-3.0-or-later"
expect 2 "a wrong option" "$tp2ph" --tiemout 3 docs/part.c
says "did you mean '--timeout'?"
expect 2 "a wrong command" "$tp2ph" bacth docs
says "did you mean 'batch'?"
for flag in -Iinclude -DX=1 -std=c99 -isystem -include -pthread -nostdlib -w; do
  expect 2 "a compiler's flag, $flag" "$tp2ph" $flag "$root/docs/part.c"
  says "behind '--'"
done
expect 3 "C++ by its name" "$tp2ph" a.cpp
says "C++"
printf 'class part { public: int bin; };\nint main() { part p; return p.bin; }\n' >"$work/plus.c"
if cc -x c++ -fsyntax-only "$work/plus.c" 2>/dev/null; then
  expect 3 "C++ by what is in it" "$tp2ph" -o "$work/none" "$work/plus.c"
  says "C++"
else
  skip "C++ by what is in it" "no compiler of C++"
fi
printf 'int main(void) { return missing; }\nint other = absent;\n' >"$work/wrong.c"
expect 3 "a program that does not compile" "$tp2ph" -o "$work/none" "$work/wrong.c"
says "wrong.c:1:25: error:"
check "each error of the compiler once" test -z "$(grep error: "$work/err" | sort | uniq -d)"

# ---- packages -----------------------------------------------------------------------------
if command -v dpkg-deb >/dev/null; then
  expect 0 "make deb" make -s BUILD="${TP2PH_BUILD:-build}" deb
  package=$(tail -n 1 "$work/out")
  check "its fields" sh -c 'test "$(dpkg-deb -f "$1" Package)" = tp2ph' sh "$package"
  check "unpacked" dpkg-deb -x "$package" "$work/unpacked"
  as_user "part.c from the package" "cd '$work/home' && '$work/unpacked/usr/bin/tp2ph' -q -o out2 part.c"
  rm -f "$package"
else
  skip "make deb" "no dpkg-deb"
fi
if git rev-parse HEAD >/dev/null 2>&1; then
  expect 0 "make dist" make -s BUILD="$work/dist" dist
  check "the tarball" sh -c 'tar -tzf "$1"/*.tar.gz | grep -q "/NOTICE$"' sh "$work/dist"
fi
expect 0 "make uninstall" make -s PREFIX="$prefix" uninstall
check "nothing is left" test -z "$(find "$prefix" -type f)"
finish
