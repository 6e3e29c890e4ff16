# Thesis figure 4.1: the need for an intelligent conflict driven learning. From
# section 4.1:
#   last executed path n0F n1F n2F n4F    n0 F -> n1, n1 F -> n2, n2 F -> n4,
#                                         n4 F -> exit
#   "a terminal edge" is n4's counter edge             n4 T -> exit
#   path n0F n1F n2T n5F                  n2 T -> n5, n5 F -> exit
#   path ... n5T n7F                      n5 T -> n7, n7 F -> exit
#   path ... n7T n9F                      n7 T -> n9, n9 F -> exit
#   only (n9, T) is unexplored after Phase 1, because of {n0F, n9T}: the
#       shortest path to n9 begins with n0F and is shorter than that through
#       n7, so it goes through n1T and n3     n1 T -> n3, n3 T -> n9
#   there is a "next available path to reach (n9, T)": through n0T, and longer
#       n0 T -> n6, n6 T -> n8, n8 T -> n7
entry entry: n0
n0 decision 1: n6 n1
n1 decision 2: n3 n2
n2 decision 3: n5 n4
n3 decision 4: n9 out
n4 decision 5: out out
n5 decision 6: n7 out
n6 decision 7: n8 out
n7 decision 8: n9 out
n8 decision 9: n7 out
n9 decision 10: out out
out exit:
