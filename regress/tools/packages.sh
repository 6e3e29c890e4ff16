#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Install the Debian packages that are missing: "build" what the program needs,
# "check" also what its tests need, "browser" what measuring index.html needs,
# "slurm" and "parallel" what the long tests of that name need. Without root: say
# which, and stop.
set -eu
missing=
need() { # need TEST PACKAGE...
  test=$1
  shift
  sh -c "$test" >/dev/null 2>&1 || missing="$missing $*"
}
need 'command -v gcc' gcc libc6-dev
need 'command -v make' make
need 'command -v dot' graphviz
need 'python3 -m pip --version' python3 python3-pip
if [ "${1:-build}" = check ]; then
  need 'command -v clang' clang
  need 'command -v llvm-cov && command -v llvm-profdata' llvm
  need 'echo "int main(void){return 0;}" | clang -fprofile-instr-generate -x c - -o /dev/null' libclang-rt-14-dev
  need 'command -v clang-19 && command -v llvm-cov-19' clang-19 llvm-19 libclang-rt-19-dev # its MC/DC
  need 'command -v clang-format' clang-format
  need 'command -v ctags' universal-ctags
  need 'command -v valgrind' valgrind
  need 'command -v genhtml' lcov
fi
if [ "${1:-build}" = browser ]; then # of regress/tools/measure_html.py only
  need 'command -v chromium' chromium
fi
if [ "${1:-build}" = slurm ]; then
  need 'command -v slurmctld && command -v slurmd && command -v sbatch' slurm-wlm
  need 'command -v munged' munge
fi
if [ "${1:-build}" = parallel ]; then
  need 'command -v parallel' parallel
fi
[ -n "$missing" ] || exit 0
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
  echo "Please install these Debian packages first:$missing" >&2
  exit 1
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -q
# shellcheck disable=SC2086 # a list of names
apt-get install -y -q --no-install-recommends $missing
