# SPDX-License-Identifier: GPL-3.0-or-later
# branches.csv has a row for each branch, as a reader of CSV finds them.
cat >p.c <<'C'
#include "tp2ph.h"
int main(void) {
  char c = tp2ph_input_char("c");
  if (c == '"' || c == ',')
    return 1;
  return 0;
}
C
"$1" -q -o out p.c
python3 - <<'P'
import csv, json
rows = list(csv.DictReader(open("out/branches.csv")))
branches = json.load(open("out/report.json"))["branch"]
assert [(r["condition"], r["side"], r["verdict"]) for r in rows] == \
    [(b["text"], b["side"], b["verdict"]) for b in branches] and len(rows) == 4, rows
P
