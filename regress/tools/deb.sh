#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# deb.sh BUILD VERSION: a Debian package of what is built, below BUILD.
set -eu
build=$1 version=$2
arch=$(dpkg --print-architecture)
stage=$build/deb
rm -rf "$stage"
make -s BUILD="$build" DESTDIR="$PWD/$stage" PREFIX=/usr install
gzip -9n "$stage"/usr/share/man/man1/*.1
mkdir "$stage/DEBIAN"
cat >"$stage/usr/share/doc/tp2ph/copyright" <<END
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: tp2ph

Files: *
Copyright: the authors of tp2ph
License: GPL-3.0-or-later
 On Debian systems the text is in /usr/share/common-licenses/GPL-3.

Files: usr/lib/tp2ph/libtp2ph_rt.a usr/lib/tp2ph/tp2ph_rt.h usr/include/tp2ph/*
Copyright: the authors of tp2ph
License: Expat
 See /usr/share/doc/tp2ph/LICENSE.MIT.
END
rm -f "$stage/usr/share/doc/tp2ph/LICENSE"
cat >"$stage/DEBIAN/control" <<END
Package: tp2ph
Version: $version
Architecture: $arch
Maintainer: the authors of tp2ph <tp2ph@localhost>
Section: devel
Priority: optional
Installed-Size: $(du -sk "$stage/usr" | cut -f1)
Depends: libc6 (>= 2.36), gcc | clang | c-compiler, libc6-dev
Recommends: graphviz
Description: tests for C programs that take every branch
 tp2ph writes tests for C programs: it finds inputs that drive execution
 through every branch, and proves of the rest that they can't be taken. It is
 made for the tester programs of chip makers.
END
dpkg-deb --root-owner-group --build "$stage" "$build/tp2ph_${version}_$arch.deb" >/dev/null
rm -rf "$stage"
echo "$build/tp2ph_${version}_$arch.deb"
