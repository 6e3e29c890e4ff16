# The running example of thesis section 4.2. From the text:
#   prefix of nj: naT ncF ndT neF ngT niF   na T -> nc, nc F -> nd, nd T -> ne,
#       ne F -> ng, ng T -> ni, ni F -> nj
#   sub-tree of nj: nk nl nm no np nr ns nv nw nz, and not nx
#   {na F, nd T, ns F}: a path has naF and ndT   na F -> nd
#   {ne F, no T, nz F}: no comes before nz       no T -> nz
#   {nd T, nr T, nx F}: a path would have nrT and nxF, so nx would lie in the
#       sub-tree of nr and of nj, against the text. Here nx lies below (nd, F):
#       the list is given, not derived.
entry entry: na
na decision 1: nc nd
nc decision 2: out nd
nd decision 3: ne nx
ne decision 4: out ng
ng decision 5: ni out
ni decision 6: out nj
nj decision 7: nk nl
nk decision 8: nm no
nl decision 9: np nr
nm decision 10: ns out
no decision 11: nz nv
np decision 12: nv nw
nr decision 13: ns nw
ns decision 14: out out
nv decision 15: nz out
nw decision 16: out nz
nx decision 17: out out
nz decision 18: out out
out exit:
