/* random-input: runs with inputs drawn from the seed, nothing solved. */
#include "rival/endless.h"
#include "rival/rival.h"

static void search(const tp_oracle *oracle, const tp_search_limits *limits,
                   tp_search_counts *counts) {
  tp_session s;
  tp_rng rng;
  tp_path path = {0};
  tp_session_init(&s, oracle, limits, counts);
  tp_rng_init(&rng, s.limits.seed);
  while (!tp_rival_is_done(&s))
    tp_rival_restart(&s, &rng, &path);
  counts->is_exhausted = tp_cover_is_complete(&s.cover);
  VEC_FREE(&path);
  tp_session_fini(&s);
}

const tp_strategy tp_rival_random_input = {"random-input", search};
