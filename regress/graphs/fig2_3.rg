# Thesis figure 2.3: a DFS based strategy stays confined in a sub-space. From
# the text of section 2.4.2:
#   the initial path n0F n1T n4F n5F n6T n7F fixes
#       n0 F -> n1, n1 T -> n4, n4 F -> n5, n5 F -> n6, n6 T -> n7, n7 F -> exit
#   "a path like n0F n1F n2F n3F" fixes
#       n1 F -> n2, n2 F -> n3, n3 F -> exit
#   "node n7 is reachable from (n3, T)", in "multiple hops", and "from the nodes
#       n0 to n6": the other edges of n2 .. n5 lead on towards n7
#   "nodes beneath (n0, T)": n8 and n9, from which n7 is not reached
#   "around 15 solver calls ... just to attempt to explore (n7, T)"; with these
#       edges it is 15, when {n0F, n7T} is what conflicts
entry entry: n0
n0 decision 1: n8 n1
n1 decision 2: n4 n2
n2 decision 3: n5 n3
n3 decision 4: n6 out
n4 decision 5: n7 n5
n5 decision 6: n7 n6
n6 decision 7: n7 out
n7 decision 8: out out
n8 decision 9: n9 out
n9 decision 10: out out
out exit:
