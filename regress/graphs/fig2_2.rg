# Thesis figure 2.2: the DFS based reachability-guided strategy explores a node
# by a longer path although a shorter one exists. The figure is lost; the edges
# follow from the text of section 2.4.2:
#   "(n3, F) is a terminal edge", at the end of the initial path   n3 F -> exit
#   "checks if (n3, T) leads to any unexplored branch. As n2 ..."  n3 T -> n2
#   "a shorter path prefix through (n0, T)" for n2                 n0 T -> n2
#   the initial path does not take (n0, T); n1 lies before n3      n0 F -> n1 -> n3
#   "n2 and nodes beneath n2"                                      n2 T -> n4
entry entry: n0
n0 decision 1: n2 n1
n1 decision 2: out n3
n2 decision 3: n4 out
n3 decision 4: n2 out
n4 decision 5: out out
out exit:
