# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by the suites: $tp2ph, a folder $work that is gone at the end,
# counting, and what is checked after every command: it ends in time, by itself,
# and leaves no process and no file in TMPDIR.
#
# suite NAME            once, first
# expect STATUS TITLE COMMAND...   its output is in $work/out and $work/err;
#                       STATUS may be a list: "4 5"
# says TEXT, prints TEXT  of the last command: on stderr, on stdout
# check TITLE COMMAND...  the command succeeds
# killed                kill -9 the program that runs as $pid
# skip TITLE WHY
# finish                last: the counts, and the status of the suite

limit=60 # seconds a command may take on an idle machine; a suite may set another before it begins
patience=1 # more for a build with sanitizers: it is slow, and needs much memory
passed=0
failed=0
title=

suite() {
  build=${TP2PH_BUILD:-build}
  case $build in
  /*) tp2ph=$build/tp2ph ;;
  *) tp2ph=$PWD/$build/tp2ph ;;
  esac
  root=$PWD
  case $(ldd "$tp2ph" 2>/dev/null) in
  *libasan*) patience=4 ;;
  esac
  limit=$((4 * limit * patience)) # four times: the machine may be busy, and only what hangs is to be ended
  if [ ! -x "$tp2ph" ]; then
    echo "$tp2ph is not there: make first"
    echo "0 passed, 1 failed"
    exit 1
  fi
  work=$(mktemp -d "${TMPDIR:-/tmp}/tp2ph-$1-XXXXXX") || exit 1
  mkdir "$work/tmp"
  TMPDIR=$work/tmp
  export TMPDIR
  unset CC NO_COLOR
  trap 'clean_up' EXIT
  trap 'exit 1' HUP INT TERM
}

# Processes whose program or working folder lies in $work, and those of tp2ph that
# have their private folder there, one id a line.
strays() {
  ls -l /proc/[0-9]*/exe /proc/[0-9]*/cwd 2>/dev/null |
    grep -F -e "-> $work" -e "-> $tp2ph" >"$work/processes" || return 0
  {
    grep -F -e "-> $work" "$work/processes" | sed 's|.* /proc/\([0-9]*\)/.*|\1|'
    for pid in $(sed -n "s|.* /proc/\([0-9]*\)/exe -> $tp2ph\$|\1|p" "$work/processes"); do
      grep -q -a -F "TMPDIR=$work/" "/proc/$pid/environ" 2>/dev/null && echo "$pid"
    done
  } | sort -u
}

clean_up() {
  for pid in $(strays); do kill -9 "$pid" 2>/dev/null; done
  chmod -R u+rwx "$work" 2>/dev/null
  rm -rf "$work"
}

good() {
  passed=$((passed + 1))
}

bad() { # bad WHAT: with what was said
  failed=$((failed + 1))
  echo "FAIL $title: $1"
  tail -n 5 "$work/err" 2>/dev/null | cut -c 1-300 | sed 's/^/  | /'
}

skip() {
  echo "skipped: $1 ($2)"
}

# The program under way, $pid, is killed: what it started ends within 5 s.
killed() {
  title="SIGKILL"
  kill -9 "$pid"
  wait "$pid" 2>/dev/null
  for wait in 1 2 3 4 5 6 7 8 9 10; do
    left=$(strays)
    [ -z "$left" ] && break
    sleep 0.5
  done
  if [ -z "$left" ]; then good; else bad "processes are left after 5 s"; fi
}

# No process within a few seconds, and nothing in TMPDIR.
clean() {
  for wait in 1 2 3 4 5 6 7 8 9 10; do
    left=$(strays)
    [ -z "$left" ] && break
    sleep 0.3
  done
  if [ -n "$left" ]; then
    bad "processes are left: $(for p in $left; do tr '\0' ' ' <"/proc/$p/cmdline"; done 2>/dev/null | cut -c 1-200)"
    for pid in $left; do kill -9 "$pid" 2>/dev/null; done
    return 1
  fi
  if [ -d "$work/tmp" ] && [ -n "$(ls -A "$work/tmp")" ]; then
    bad "files are left in TMPDIR: $(ls -A "$work/tmp" | tr '\n' ' ')"
    chmod -R u+rwx "$work/tmp"
    rm -rf "$work/tmp"
    mkdir "$work/tmp"
    return 1
  fi
}

is_one_of() { # is_one_of VALUE LIST
  for one in $2; do [ "$1" = "$one" ] && return 0; done
  return 1
}

expect() {
  want=$1 title=$2
  shift 2
  timeout -k 2 "$limit" "$@" >"$work/out" 2>"$work/err" </dev/null
  judge $? "$want"
}

# The end of a command: its status, and what every end should be like.
judge() { # judge STATUS WANTED
  status=$1
  if ! is_one_of "$status" "$2"; then
    bad "status $status instead of $2"
    clean
    return 1
  fi
  if clean; then good; else return 1; fi
}

says() {
  if grep -q -F -e "$1" "$work/err"; then good; else bad "does not say '$1'"; fi
}

prints() {
  if grep -q -F -e "$1" "$work/out"; then good; else bad "does not print '$1'"; fi
}

check() {
  title=$1
  shift
  if "$@" >"$work/check" 2>&1; then good; else
    bad "is not so"
    tail -n 12 "$work/check" | sed 's/^/  | /'
  fi
}

finish() {
  echo "$passed passed, $failed failed"
  [ "$failed" = 0 ]
  exit
}
