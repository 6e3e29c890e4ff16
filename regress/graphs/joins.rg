# What is passed whichever way is taken has no say in whether t is reached: a, b
# and c come together again before t.
# Conflicts: {aF, tT}, {bF, tT}, {cF, tT}. The initial run is aF bF cF tF.
# Phase 1 learns {aF, tT}. By algorithms 4.1 and 4.2 the way to (t, T) is found
# condition by condition, in five calls. Asked about (t, T) alone, the solver
# needs one: inputs that take it take some way.
entry entry: a
a decision 1: b b
b decision 2: c c
c decision 3: t t
t decision 4: out out
out exit:
