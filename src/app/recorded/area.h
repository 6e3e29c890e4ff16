/* What tp2ph and the recorder in a program share. */
struct tp2ph_decision {
  unsigned first, n, is_signed;
};

struct tp2ph_label {
  long long low, high;
};

struct tp2ph_area {
  unsigned long long bytes, decisions, labels, taken, seen;
  unsigned n_decisions, n_branches, n_taken;
};
