# Thesis figure 4.2: the use of the no feasible path nodes list. From section
# 4.2:
#   current path n1T n3F n4T n5F n7F n9F and a check of (n9, T), which leads to
#       n10: n1 T -> n3, n3 F -> n4, n4 T -> n5, n5 F -> n7, n7 F -> n9,
#       n9 T -> n10, n9 F -> exit; n2, n6, n8 take the other edges
#   below (n10, T): n12 n14 n15 n17 n18 n19 n20 n21
#   below (n10, F): n11 n13 n14 n16 n17 n18 n20 n21
# Any edges with these two sub-trees will do. So that every node below n10 has
# to be checked and none has a feasible path, the one unexplored branch is
# (n21, T), with the constraint {n20F, n21T}, and n21 is entered by n20F only.
entry entry: n1
n1 decision 1: n3 n2
n2 decision 2: out out
n3 decision 3: out n4
n4 decision 4: n5 out
n5 decision 5: n6 n7
n6 decision 6: out out
n7 decision 7: n8 n9
n8 decision 8: out out
n9 decision 9: n10 out
n10 decision 10: n12 n11
n11 decision 11: n13 n14
n12 decision 12: n14 n15
n13 decision 13: n16 n17
n14 decision 14: n17 n18
n15 decision 15: n18 n19
n16 decision 16: n20 out
n17 decision 17: n20 out
n18 decision 18: n20 out
n19 decision 19: n20 out
n20 decision 20: out n21
n21 decision 21: out out
out exit:
