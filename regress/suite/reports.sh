#!/bin/sh
# The files of the output folder, each as its own readers see it, and what is
# left of them when the machine has no Graphviz or a bad one.
set -u
cd "$(dirname "$0")/../.." || exit 1
. regress/tools/check.sh
suite reports
out=$work/results
part=$root/docs/part.c

fake_dot() { # fake_dot: stdin is the script, put before all others in PATH
  mkdir -p "$work/bin"
  { echo '#!/bin/sh' && cat; } >"$work/bin/dot"
  chmod +x "$work/bin/dot"
}
seconds_of() { # seconds_of COMMAND...: wall time in $took; status in $status
  before=$(date +%s)
  "$@"
  took=$(($(date +%s) - before))
}
no_picture() { # everything else is there
  check "no picture, all the rest" sh -c 'cd "$1" && test ! -e map.svg &&
    test -s map.dot && test -s report.json && test -s summary.txt' sh "$out"
}

# ---- Graphviz ----------------------------------------------------------------
expect 0 "a run draws its map" "$tp2ph" -q -o "$out" "$part"
check "as SVG" grep -q '</svg>' "$out/map.svg"

fake_dot <<'END'
exit 3
END
expect 0 "Graphviz fails" env PATH="$work/bin:$PATH" "$tp2ph" -q -o "$out" "$part"
says "no map.svg"
no_picture

fake_dot <<'END'
echo '<svg>half'
kill -SEGV $$
END
expect 0 "Graphviz crashes" env PATH="$work/bin:$PATH" "$tp2ph" -q -o "$out" "$part"
no_picture

fake_dot <<'END'
trap '' TERM INT
sleep 1000 &
sleep 1000
END
expect 0 "Graphviz hangs" env PATH="$work/bin:$PATH" "$tp2ph" -q -o "$out" "$part"
says "takes too long"
no_picture
cat >"$work/long.c" <<'END'
int __VERIFIER_nondet_int(void);
int main(void)
{
    int i, n = 0;
    for (i = 0; i < 24; i++)
        if (__VERIFIER_nondet_int() > i)
            n++;
    if (n == 25)
        return 1;
    return 0;
}
END
seconds_of expect 5 "Graphviz hangs when time is over" \
  env PATH="$work/bin:$PATH" "$tp2ph" -q --timeout 1s --strategy dfs -o "$out" "$work/long.c"
no_picture
check "a moment is all it gets" test "$took" -le $((8 * patience))

mkdir "$work/without"
for tool in cc gcc as ld collect2 sh; do
  where=$(command -v $tool) && ln -s "$where" "$work/without/$tool"
done
expect 0 "no Graphviz" env PATH="$work/without" "$tp2ph" -q -o "$out" "$part"
says "dot"
no_picture
expect 4 "a map without Graphviz" env PATH="$work/without" "$tp2ph" graph -o "$work/map.svg" "$part"
expect 0 "DOT without Graphviz" env PATH="$work/without" "$tp2ph" graph -o "$work/map.dot" "$part"
check "is written" grep -q '^digraph' "$work/map.dot"

finish
