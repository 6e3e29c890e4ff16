# Thesis figure 3.2: why Phase 1 reports a lower coverage. From section 3.1.1:
#   path n1F n2T n3F n4F n6F           n1 F -> n2, n2 T -> n3, n3 F -> n4,
#                                      n4 F -> n6, n6 F -> exit
#   path n1F n2F                       n2 F -> exit
#   path n1T n3F n4T                   n1 T -> n3, n4 T -> exit
#   "(n6, T) and the other nodes below this branch"   n6 T -> n7
#   "(n2, T) is the only branch marked": no other node has two edges into it;
#       n5, which the text does not name, hangs below (n3, T)
entry entry: n1
n1 decision 1: n3 n2
n2 decision 2: n3 out
n3 decision 3: n5 n4
n4 decision 4: out n6
n5 decision 5: out out
n6 decision 6: n7 out
n7 decision 7: out out
out exit:
