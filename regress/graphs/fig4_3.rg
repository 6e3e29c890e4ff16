# Thesis figure 4.3: a totally unexplored node. From section 4.2:
#   "branch (n10, T), which is on the shortest path to node n12, was infeasible
#       in Phase 1"                                    n10 T -> n12
#   "a path through (n10, F) -> (n11, T)" to n12       n10 F -> n11, n11 T -> n12
#   "a reachability check for some node before node n10": n8 and n9 here; n9F
#       is what (n10, T) conflicts with
entry entry: n8
n8 decision 1: n9 out
n9 decision 2: out n10
n10 decision 3: n12 n11
n11 decision 4: n12 out
n12 decision 5: out out
out exit:
