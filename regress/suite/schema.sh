#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# report.json keeps the fields that it had: regress/tools/report-schema-1.txt
# only grows.
set -u
cd "$(dirname "$0")/../.." || exit 1
. regress/tools/check.sh
limit=30
suite schema

cat >"$work/all.c" <<'END'
#include <stdlib.h>
int ate_port(void);
int tries(int x);
int main(void)
{
    int port = ate_port();
    switch (port) {
    case 1:
        abort();
    case 2:
        return tries(port);
    }
    if (port > 3 && port < 3)
        return 3;
    if (sizeof port == 8)
        return 4;
    return tries(port);
}
int tries(int x)
{
    char text[20];
    if (gcvt(x, 3, text)[0] == '5')
        return 5;
    return 0;
}
END
echo 'int ate_port(void) in 0 .. 9;' >"$work/all.inputs"
out=$work/out-dir
expect 1 "a program with everything" "$tp2ph" -q -o "$out" --certify "$work/certified" \
  --inputs "$work/all.inputs" "$work/all.c"
cp "$out/report.json" "$work/first.json"
expect 1 "and again" "$tp2ph" -q --resume -o "$out" --inputs "$work/all.inputs" "$work/all.c"
check "no field is gone" python3 regress/tools/check_schema.py regress/tools/report-schema-1.txt \
  "$work/first.json" "$out/report.json"
sed 's/"reason"/"because"/' "$work/first.json" >"$work/renamed.json"
check "one that goes is seen" sh -c '! python3 regress/tools/check_schema.py "$@"' sh \
  regress/tools/report-schema-1.txt "$work/renamed.json"
finish
