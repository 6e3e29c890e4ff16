#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# pictures.sh BUILD: the pictures of docs/tutorial.md, from a run on a sample.
# Needs Chromium: sh regress/tools/packages.sh browser.
set -eu
cd "$(dirname "$0")/../.."
build=${1:-build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$build/tp2ph" -q -o "$work/out" --inputs ate-samples/opamp_sort.inputs ate-samples/opamp_sort.c || [ $? = 1 ]
python3 regress/tools/measure_html.py "$work/out/index.html" docs/pictures
"$build/tp2ph" -q -o "$work/bins" --inputs ate-samples/wafer_sort/wafer_sort.inputs ate-samples/wafer_sort/*.c || [ $? = 1 ]
python3 regress/tools/measure_html.py "$work/bins/index.html" docs/pictures bins
