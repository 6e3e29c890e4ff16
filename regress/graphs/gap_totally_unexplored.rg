# A feasible branch that algorithm 4.2 as printed never covers: (d, F).
# Conflicts: {aT, bT} and {eT, fT}. The initial run is aT bF cF.
# Phase 1: the shortest path to d, aT bT, is infeasible, so d stays totally
# unexplored; {eT, fT} is learned below aF. Phase 2 checks (a, T): from b on,
# down to e, the branch (f, T) is possibly reachable, so the check goes on to
# the child branches, and looks for totally unexplored nodes only behind them:
# d itself is passed by, and behind d there is nothing left. It answers false.
# Yet aT bF cT dF eF is feasible.
entry entry: a
a decision 1: b e
b decision 2: d c
c decision 3: d out
d decision 4: out e
e decision 5: f out
f decision 6: out out
out exit:
