# Eight diamonds in a row, then u, which no input decides; beside them e.
entry entry: r
r decision 1: e d1
d1 decision 2: d2 d2
d2 decision 3: d3 d3
d3 decision 4: d4 d4
d4 decision 5: d5 d5
d5 decision 6: d6 d6
d6 decision 7: d7 d7
d7 decision 8: d8 d8
d8 decision 9: u u
u decision 10: out out
e decision 11: out out
out exit:
