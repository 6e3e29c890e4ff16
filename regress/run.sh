#!/bin/sh
# All tests. Each suite prints "N passed, N failed" as its last line; the sum
# of them all closes the output. "sanitize" runs them on a build with ASan and
# UBSan.
set -u
cd "$(dirname "$0")/.." || exit 2
mode=${1:-check}
build=build
options="WERROR=-Werror"
if [ "$mode" = sanitize ]; then
  build=build/sanitize
  options="$options OPT=-O1"
  sanitize="-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer"
  export ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1
fi
export TP2PH_BUILD=$build
passed=0
failed=0

suite() { # suite NAME COMMAND...: add up what its last line says
  name=$1
  shift
  echo "== $name"
  log=$build/$name.log
  "$@" >"$log" 2>&1
  status=$?
  last=$(grep -E '^[0-9]+ passed, [0-9]+ failed$' "$log" | tail -n 1)
  if [ -n "$last" ]; then
    ok=${last%% passed*}
    bad=${last#*, }
    bad=${bad%% failed*}
  else
    ok=0
    bad=1
    [ $status = 0 ] && ok=1 && bad=0
  fi
  [ $status != 0 ] && [ "$bad" = 0 ] && bad=1
  [ "$bad" != 0 ] && tail -n 60 "$log"
  echo "$name: $ok passed, $bad failed"
  passed=$((passed + ok))
  failed=$((failed + bad))
}

jobs=$(nproc 2>/dev/null || echo 2)
mkdir -p $build
# shellcheck disable=SC2086 # options is a list
suite build make -j"$jobs" BUILD=$build $options SANITIZE="${sanitize:-}" all $build/unit
suite unit $build/unit
if [ "$mode" = check ]; then
  suite clang make -j"$jobs" BUILD=$build/clang CC=clang WERROR=-Werror all
  suite layers make layers
  suite headers make headers
  suite format make format-check
  suite metrics make metrics
fi
for test in regress/suite/*.sh; do
  [ -e "$test" ] && suite "$(basename "$test" .sh)" sh "$test"
done
echo
echo "$passed passed, $failed failed"
[ $failed = 0 ]
