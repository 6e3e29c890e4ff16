#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every proof can be repeated by another solver, needs each statement that it
# has, and names the assignments and calls that matter.
set -u
cd "$(dirname "$0")/../.." || exit 1
. regress/tools/check.sh
suite proofs

z3=$(sh regress/tools/z3.sh 2>"$work/err")

prove() { # prove NAME FILE RULE...
  name=$1 file=$2
  shift 2
  expect "0 1" "$name" "$tp2ph" --threads 1 --timeout 100 --certify "$work/$name.proofs" -o "$work/$name" "$file"
  check "$name: proofs" python3 regress/tools/check_proofs.py "$work/$name" "$work/$name.proofs" "$@"
  [ -n "$z3" ] &&
    expect 0 "$name: checked" "$tp2ph" check-proofs --solver "$z3" "$work/$name.proofs"
}

[ -n "$z3" ] || skip "proofs put to another solver" "$(tail -n 1 "$work/err")"
prove told regress/proofs/told.c "18: 13 16 17" "20: 13 15" "23: 6 8 9 22" "26: 14 15" "31: 29 30" "32: 29 30 31" "40: 40"
prove turns regress/proofs/turns.c "10: 8 9"
prove null regress/proofs/null.c "21: 7 9 20"
check "one turn stands for 150" test "$(ls "$work/turns.proofs" | wc -l)" = 1
expect "0 1" "each of 150 turns by itself" "$tp2ph" --threads 1 --timeout 100 --certify "$work/ways.proofs" -o "$work/ways" regress/proofs/ways.c
check "is explained" python3 regress/tools/check_proofs.py "$work/ways" "$work/ways.proofs" "11: 7 9 10"
check "has a certificate for each" test "$(ls "$work/ways.proofs" | wc -l)" -ge 150
prove door regress/proofs/door.c "11: 4 8 12 13 14 16 17 26" "19: 8 12 13 14 16 17 18 25 26" "28: 8 26"
prove machine regress/programs/machine.c "24: 14 33 38 42 44 53"
prove among regress/proofs/among.c
prove assumed regress/proofs/assumed.c
expect 5 "a search that takes all the time" "$tp2ph" --timeout 8 --certify "$work/endless.proofs" -o "$work/endless" regress/proofs/endless.c
check "its proofs are explained" python3 regress/tools/check_proofs.py "$work/endless" "$work/endless.proofs" "16: 10 11"
expect "0 1 5" "one function is hard" "$tp2ph" --timeout 15 --certify "$work/alone.proofs" -o "$work/alone" regress/proofs/alone.c
check "the others are proved" python3 regress/tools/check_proofs.py "$work/alone" "$work/alone.proofs" "19: 19" "21: 21"
expect "0 1" "many loops" "$tp2ph" --max-runs 300 --timeout 100 --certify "$work/loops.proofs" -o "$work/loops" regress/proofs/loops.c
check "nothing about them is as it was folded" test -z "$(grep -rlF '(as folded)' "$work/loops.proofs")"
for name in chosen tester_options switches operators recursion_twice counted lists; do
  prove $name regress/programs/$name.c
  check "$name: nothing is as it was folded" test -z "$(grep -rlF '(as folded)' "$work/$name.proofs")"
done

# ---- what is no proof
expect 2 "no folder is named" "$tp2ph" check-proofs
expect 4 "no solver" "$tp2ph" check-proofs --solver /no/such/z3 "$work/told.proofs"
says "can't be started"
if [ -n "$z3" ]; then
  expect 4 "no folder" "$tp2ph" check-proofs --solver "$z3" "$work/nowhere"
  mkdir "$work/none" "$work/bad"
  expect 3 "no proof" "$tp2ph" check-proofs --solver "$z3" "$work/none"
  # Where one question takes all the time the others are asked with inputs that are given.
  cat >"$work/slow" <<END
#!/bin/sh
case \$1 in --version) exit 0 ;; esac
grep -q '^(declare-fun p0 ' "\$1" && exec "$z3" "\$1"
"$z3" "\$1" | head -n 1
END
  chmod +x "$work/slow"
  expect 0 "a solver that takes long without given inputs" "$tp2ph" check-proofs --solver "$work/slow" "$work/turns.proofs"
  first=$(ls "$work/told.proofs" | head -n 1)
  # A definition is taken out; one is there twice; nothing is said; no file of ours.
  sed '/:named c2)/d' "$work/told.proofs/$first" >"$work/bad/less.smt2"
  sed 's/^\(.*\):named c2)\(.*\)$/&\n\1:named d2)\2/' "$work/told.proofs/$first" >"$work/bad/more.smt2"
  printf '(set-logic QF_BV)\n(assert (! false :named c1)) ; x\n' >"$work/bad/false.smt2"
  printf '%s\n' '(set-logic QF_BV)' '(declare-fun v1 () Bool)' '(assert (! (= v1 false) :named c1)) ; x (as folded)' \
    '(assert (! v1 :named c2)) ; x' >"$work/bad/folded.smt2"
  printf 'nothing\n' >"$work/bad/other.smt2"
  expect 1 "bad proofs" "$tp2ph" check-proofs --solver "$z3" "$work/bad"
  prints "less.smt2: sat, not unsat"
  prints "more.smt2: unsat without"
  prints "false.smt2: says just false"
  prints "folded.smt2: says just false"
  prints "other.smt2: is no proof of tp2ph"
  prints "5 proofs"
fi
finish
