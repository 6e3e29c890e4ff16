$cc -w -o "$work/runner" "$work/runner.c" || exit 3

failed=0
run() { # a testcase file, and how it should end: "" if nobody said
  name=$(basename "$1" .xml)
  case $1 in
  /*) test=$1 ;;
  *) test=$PWD/$1 ;;
  esac
  if [ "$2" = memory ]; then
    echo "$name not run: it uses up memory or processes"
    return
  fi
  rm -rf "$work/folder"
  mkdir "$work/folder" && cd "$work/folder" || exit 4
  clean TP2PH_TEST="$test" "$work/runner" ${TP2PH_TIMEOUT:-10} \
    "$work/program" </dev/null >"$work/end" || exit $?
  cd "$old" || exit 4
  read -r end <"$work/end"
  if [ "$end" = "${2:-$end}" ]; then
    echo "$name $end"
  else
    echo "$name $end, not $2"
    failed=1
  fi
}
old=$PWD

suite=$here/../test-suite
if [ $# -eq 0 ]; then
  for test in "$suite"/testcase-*.xml; do
    if [ -f "$test" ]; then run "$test" "$(expected "$(basename "$test" .xml)")"; fi
  done
  exit $failed
fi

missing=0
for given in "$@"; do
  if [ -f "$given" ]; then
    run "$given" ""
    continue
  fi
  case $given in
  *[!0-9]* | '') name= ;;
  *) name=testcase-$(printf %04d "$(expr "$given" + 0)") ;;
  esac
  if [ -n "$name" ] && [ -f "$suite/$name.xml" ]; then
    run "$suite/$name.xml" "$(expected "$name")"
  else
    echo "run.sh: there is no test '$given'" >&2
    missing=2
  fi
done
[ $missing = 0 ] || exit $missing
exit $failed
