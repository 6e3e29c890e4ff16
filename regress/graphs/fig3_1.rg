# Thesis figure 3.1: the procedure of Phase 1. From the text of section 3.1:
#   path a  n0F n2F n3F n5F            n0 F -> n2, n2 F -> n3, n3 F -> n5,
#                                      n5 F -> exit
#   path b  n0F n2F n3T n4F n5F        n3 T -> n4, n4 F -> n5
#   path c  n0F n2T n4F n5T n6F        n2 T -> n4, n5 T -> n6, n6 F -> exit
#   path d  n0T n4F n5F                n0 T -> n4
#   path f  n0T n4T n6F                n4 T -> n6
# Marked: {n2T, n3T, n3F, n5T}. What lies below (n6, T) is not shown there; it
# is an exit here. The text names no n1.
entry entry: n0
n0 decision 1: n4 n2
n2 decision 2: n4 n3
n3 decision 3: n4 n5
n4 decision 4: n6 n5
n5 decision 5: n6 out
n6 decision 6: out out
out exit:
