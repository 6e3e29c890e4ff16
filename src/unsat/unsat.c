/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The constraint list and its watched predicates.
 *
 * Predicates get dense numbers (literals). A core of two or more watches two
 * of its literals that are not in the prefix, as long as there are two. When a
 * watched one enters the prefix and no other free literal can take the watch,
 * the last free literal is blocked: a note is left at the position of the
 * push, and popping that position takes it back. Watches need no repair on
 * pop, because what entered last leaves first.
 * Invariant (check): lit.blocking has exactly the cores that have this literal,
 * and no other, outside the prefix (or that are complete, with it entering
 * last); n_complete counts the latter.
 */
#include "unsat/unsat.h"

#include "base/bits.h"
#include "base/diag.h"
#include "base/map.h"

#define FREE UINT32_MAX /* position of a literal outside the prefix */
#define NO_NOTE UINT32_MAX
/* Instead of the literal of a branch. */
#define NEVER_MET UINT32_MAX
#define UNDECIDED (UINT32_MAX - 1) /* met, but no input decided it */

typedef struct literal {
  uint32_t pred, position;
  tp_vec_u32 watching; /* cores; entries of removed cores go when met */
  tp_vec_u32 holding;  /* all cores with this literal */
  tp_vec_u32 blocking; /* cores that block it now */
  uint32_t stamp;
} literal;

typedef struct core {
  uint32_t first, n; /* n 0: removed */
  uint32_t watch[2]; /* literals */
} core;

/* What a push at a position brought about; chained for the pop. */
typedef struct note {
  tp_core core;
  uint32_t blocked; /* literal; FREE: the core is complete */
  uint32_t next;
} note;

typedef struct position {
  uint32_t literal; /* FREE if the push changed nothing */
  uint32_t notes;
} position;

struct tp_unsat {
  const tp_graph *g;
  VEC(literal) lits;
  tp_map lit_of; /* by predicate */
  VEC(core) cores;
  VEC(tp_unsat_step) steps;
  tp_vec_u32 step_lits; /* literal of each step */
  VEC(position) prefix;
  VEC(note) notes;
  tp_vec_u32 free_notes;
  tp_vec_u32 known;  /* by branch: literal, NEVER_MET or UNDECIDED */
  tp_vec_u32 met;    /* by branch: its last predicate; 0: none yet */
  tp_bits unproved;  /* nodes that the graph calls path-dependent */
  tp_bits dependent; /* nodes that runs have shown to be */
  bool has_unproved, has_dependent, is_guessing, is_supposing;
  uint32_t n_complete, stamp;
};

tp_unsat *tp_unsat_new(const tp_graph *g) {
  tp_unsat *db = TP_NEW(tp_unsat);
  db->g = g;
  VEC_RESIZE(&db->known, g->edges.n);
  VEC_RESIZE(&db->met, g->edges.n);
  for (tp_branch e = 0; e < g->edges.n; e++)
    db->known.at[e] = NEVER_MET;
  tp_bits_init(&db->dependent, g->nodes.n);
  tp_bits_init(&db->unproved, g->nodes.n);
  for (tp_gnode v = 0; v < g->nodes.n; v++)
    if (g->nodes.at[v].is_path_dependent)
      tp_bits_add(&db->unproved, v);
  db->has_unproved = tp_bits_count(&db->unproved) > 0;
  return db;
}

void tp_unsat_free(tp_unsat *db) {
  if (!db)
    return;
  for (uint32_t i = 0; i < db->lits.n; i++) {
    VEC_FREE(&db->lits.at[i].watching);
    VEC_FREE(&db->lits.at[i].holding);
    VEC_FREE(&db->lits.at[i].blocking);
  }
  VEC_FREE(&db->lits);
  tp_map_free(&db->lit_of);
  VEC_FREE(&db->cores);
  VEC_FREE(&db->steps);
  VEC_FREE(&db->step_lits);
  VEC_FREE(&db->prefix);
  VEC_FREE(&db->notes);
  VEC_FREE(&db->free_notes);
  VEC_FREE(&db->known);
  VEC_FREE(&db->met);
  tp_bits_free(&db->dependent);
  tp_bits_free(&db->unproved);
  tp_free(db);
}

static uint32_t literal_of(tp_unsat *db, uint32_t pred) {
  bool is_new;
  uint32_t *slot = tp_map_put(&db->lit_of, pred, &is_new);
  if (is_new) {
    *slot = db->lits.n;
    literal lit = {.pred = pred, .position = FREE};
    VEC_PUSH(&db->lits, lit);
  }
  return *slot;
}

static const literal *find_literal(const tp_unsat *db, uint32_t pred) {
  const uint32_t *slot = pred ? tp_map_get(&db->lit_of, pred) : NULL;
  return slot ? &db->lits.at[*slot] : NULL;
}

static bool is_free(const tp_unsat *db, uint32_t lit) {
  return db->lits.at[lit].position == FREE;
}

/* Notes ------------------------------------------------------------------ */

static void leave_note(tp_unsat *db, uint32_t at, tp_core id,
                       uint32_t blocked) {
  note n = {id, blocked, db->prefix.at[at].notes};
  uint32_t i;
  if (db->free_notes.n) {
    i = VEC_POP(&db->free_notes);
    db->notes.at[i] = n;
  } else {
    i = db->notes.n;
    VEC_PUSH(&db->notes, n);
  }
  db->prefix.at[at].notes = i;
  if (blocked == FREE)
    db->n_complete++;
  else
    VEC_PUSH(&db->lits.at[blocked].blocking, id);
}

static void forget(tp_vec_u32 *list, uint32_t id) {
  for (uint32_t i = list->n; i-- > 0;)
    if (list->at[i] == id) {
      list->at[i] = VEC_LAST(list);
      list->n--;
      return;
    }
}

static void take_back(tp_unsat *db, uint32_t i) {
  const note *n = &db->notes.at[i];
  if (db->cores.at[n->core].n == 0) {
    /* Removed meanwhile; remove_core has undone it. */
  } else if (n->blocked == FREE) {
    db->n_complete--;
  } else {
    forget(&db->lits.at[n->blocked].blocking, n->core);
  }
  VEC_PUSH(&db->free_notes, i);
}

/* The prefix ------------------------------------------------------------- */

/* A free literal of the core other than its two watches, FREE if none. */
static uint32_t other_free(const tp_unsat *db, const core *c) {
  for (uint32_t i = c->first; i < c->first + c->n; i++) {
    uint32_t lit = db->step_lits.at[i];
    if (lit != c->watch[0] && lit != c->watch[1] && is_free(db, lit))
      return lit;
  }
  return FREE;
}

/* Literal lit entered the prefix; true if the core no longer watches it. */
static bool update_watch(tp_unsat *db, tp_core id, uint32_t lit) {
  core *c = &db->cores.at[id];
  uint32_t mine = c->watch[1] == lit, at = db->prefix.n - 1;
  uint32_t partner = c->watch[!mine], free_lit = other_free(db, c);
  if (free_lit != FREE) {
    c->watch[mine] = free_lit;
    VEC_PUSH(&db->lits.at[free_lit].watching, id);
    return true;
  }
  leave_note(db, at, id, is_free(db, partner) ? partner : FREE);
  return false;
}

static void enter(tp_unsat *db, uint32_t lit) {
  db->lits.at[lit].position = db->prefix.n - 1;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < db->lits.at[lit].watching.n; i++) {
    tp_core id = db->lits.at[lit].watching.at[i];
    if (db->cores.at[id].n == 0)
      continue;
    if (db->cores.at[id].n == 1 || !update_watch(db, id, lit))
      db->lits.at[lit].watching.at[kept++] = id;
    if (db->cores.at[id].n == 1)
      leave_note(db, db->prefix.n - 1, id, FREE);
  }
  db->lits.at[lit].watching.n = kept;
}

static void push_literal(tp_unsat *db, uint32_t lit) {
  bool is_new = lit != FREE && is_free(db, lit);
  position p = {is_new ? lit : FREE, NO_NOTE};
  VEC_PUSH(&db->prefix, p);
  if (is_new)
    enter(db, lit);
}

void tp_unsat_push(tp_unsat *db, uint32_t pred) {
  push_literal(db, pred ? literal_of(db, pred) : FREE);
}

static bool is_trusted(const tp_unsat *db, tp_gnode v) {
  return db->is_guessing || !tp_bits_has(&db->unproved, v);
}

/* The literal of a branch that means the same on every path, or FREE. */
static uint32_t known_literal(const tp_unsat *db, tp_branch branch) {
  uint32_t lit = db->known.at[branch], met = db->met.at[branch];
  if (db->is_supposing && met &&
      tp_bits_has(&db->dependent, db->g->edges.at[branch].from))
    return *tp_map_get(&db->lit_of, met);
  return lit < UNDECIDED && is_trusted(db, db->g->edges.at[branch].from) ? lit
                                                                         : FREE;
}

void tp_unsat_push_branch(tp_unsat *db, tp_branch branch) {
  push_literal(db, known_literal(db, branch));
}

void tp_unsat_pop_to(tp_unsat *db, uint32_t depth) {
  while (db->prefix.n > depth) {
    position p = VEC_POP(&db->prefix);
    for (uint32_t i = p.notes; i != NO_NOTE; i = db->notes.at[i].next)
      take_back(db, i);
    if (p.literal != FREE)
      db->lits.at[p.literal].position = FREE;
  }
}

uint32_t tp_unsat_depth(const tp_unsat *db) {
  return db->prefix.n;
}

uint32_t tp_unsat_position(const tp_unsat *db, uint32_t pred) {
  const literal *lit = find_literal(db, pred);
  return lit ? lit->position : TP_NOT_IN_PREFIX;
}

uint32_t tp_unsat_literal_at(const tp_unsat *db, uint32_t at) {
  return db->prefix.at[at].literal;
}

uint32_t tp_unsat_literal_position(const tp_unsat *db, uint32_t lit) {
  return db->lits.at[lit].position;
}

/* Learning --------------------------------------------------------------- */

static void remove_core(tp_unsat *db, tp_core id) {
  core *c = &db->cores.at[id];
  bool is_complete = true;
  for (uint32_t i = c->first; i < c->first + c->n; i++) {
    literal *lit = &db->lits.at[db->step_lits.at[i]];
    forget(&lit->holding, id);
    forget(&lit->blocking, id);
    is_complete &= lit->position != FREE;
  }
  db->n_complete -= is_complete;
  c->n = 0;
}

static uint32_t n_stamped(const tp_unsat *db, const core *c) {
  uint32_t n = 0;
  for (uint32_t i = c->first; i < c->first + c->n; i++)
    n += db->lits.at[db->step_lits.at[i]].stamp == db->stamp;
  return n;
}

/* With the new core's literals stamped: a known core is part of it. It is
 * found through its first watch, which must be among them. */
static bool is_subsumed(const tp_unsat *db, const uint32_t *lits, uint32_t n) {
  for (uint32_t k = 0; k < n; k++) {
    const literal *lit = &db->lits.at[lits[k]];
    for (uint32_t i = 0; i < lit->watching.n; i++) {
      const core *c = &db->cores.at[lit->watching.at[i]];
      if (c->n && n_stamped(db, c) == c->n)
        return true;
    }
  }
  return false;
}

static void remove_subsumed(tp_unsat *db, const uint32_t *lits, uint32_t n) {
  uint32_t rarest = lits[0];
  for (uint32_t k = 1; k < n; k++)
    if (db->lits.at[lits[k]].holding.n < db->lits.at[rarest].holding.n)
      rarest = lits[k];
  /* Backwards: remove_core moves the last entry into the hole. */
  for (uint32_t i = db->lits.at[rarest].holding.n; i-- > 0;) {
    tp_core id = db->lits.at[rarest].holding.at[i];
    if (n_stamped(db, &db->cores.at[id]) == n)
      remove_core(db, id);
  }
}

/* Free literals come first, then the ones that entered last. */
static bool is_better_watch(const tp_unsat *db, uint32_t a, uint32_t b) {
  return db->lits.at[a].position >
         db->lits.at[b].position; /* FREE is highest */
}

static void choose_watches(const tp_unsat *db, core *c) {
  const uint32_t *lits = db->step_lits.at + c->first;
  uint32_t a = lits[0], b = c->n > 1 ? lits[1] : lits[0];
  if (is_better_watch(db, b, a)) {
    uint32_t swap = a;
    a = b;
    b = swap;
  }
  for (uint32_t i = 2; i < c->n; i++) {
    if (is_better_watch(db, lits[i], a)) {
      b = a;
      a = lits[i];
    } else if (is_better_watch(db, lits[i], b)) {
      b = lits[i];
    }
  }
  c->watch[0] = a;
  c->watch[1] = b;
}

/* A new core under a prefix: leave the notes that pushing the prefix would
 * have left had the core been known. */
static void attach(tp_unsat *db, tp_core id) {
  core *c = &db->cores.at[id];
  choose_watches(db, c);
  uint32_t last = c->watch[0], second = c->watch[1];
  VEC_PUSH(&db->lits.at[last].watching, id);
  if (c->n == 1)
    VEC_PUSH(&db->lits.at[last].blocking, id); /* for ever */
  else
    VEC_PUSH(&db->lits.at[second].watching, id);
  if (c->n > 1 && !is_free(db, second))
    leave_note(db, db->lits.at[second].position, id, last);
  if (!is_free(db, last))
    leave_note(db, db->lits.at[last].position, id, FREE);
}

/* Puts the distinct literals of the steps behind the others and stamps them;
 * false if a step is not decided by an input. */
static bool append_steps(tp_unsat *db, const tp_unsat_step *steps, uint32_t n) {
  db->stamp++;
  for (uint32_t i = 0; i < n; i++) {
    if (steps[i].pred == 0)
      return false;
    uint32_t lit = literal_of(db, steps[i].pred);
    if (db->lits.at[lit].stamp == db->stamp)
      continue;
    db->lits.at[lit].stamp = db->stamp;
    VEC_PUSH(&db->steps, steps[i]);
    VEC_PUSH(&db->step_lits, lit);
  }
  return true;
}

static uint32_t n_free(const tp_unsat *db, const core *c, uint32_t *one) {
  uint32_t n = 0;
  for (uint32_t i = c->first; i < c->first + c->n; i++) {
    if (!is_free(db, db->step_lits.at[i]))
      continue;
    *one = db->step_lits.at[i];
    n++;
  }
  return n;
}

static uint32_t n_blocking(const tp_unsat *db, uint32_t lit, tp_core id) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < db->lits.at[lit].blocking.n; i++)
    n += db->lits.at[lit].blocking.at[i] == id;
  return n;
}

/* Ends with a message if the invariant is broken. */
static void check(const tp_unsat *db) {
  uint32_t n_complete = 0, one = FREE;
  for (tp_core id = 0; id < db->cores.n; id++) {
    const core *c = &db->cores.at[id];
    uint32_t n = c->n ? n_free(db, c, &one) : UINT32_MAX;
    n_complete += n == 0;
    TP_INVARIANT(n != 1 || n_blocking(db, one, id) == 1,
                 "the last free literal of a core should be blocked by it");
  }
  TP_INVARIANT(n_complete == db->n_complete,
               "complete cores should be counted");
  for (uint32_t lit = 0; lit < db->lits.n; lit++)
    for (uint32_t i = 0; i < db->lits.at[lit].blocking.n; i++) {
      const core *c = &db->cores.at[db->lits.at[lit].blocking.at[i]];
      uint32_t n = c->n ? n_free(db, c, &one) : UINT32_MAX;
      TP_INVARIANT(n == 0 || (n == 1 && one == lit),
                   "only the last free literal of a core should be blocked");
    }
}

tp_core tp_unsat_add(tp_unsat *db, const tp_unsat_step *steps, uint32_t n) {
  uint32_t first = db->steps.n;
  bool is_sound = append_steps(db, steps, n);
  const uint32_t *lits = db->step_lits.at + first;
  core c = {first, db->steps.n - first, {FREE, FREE}};
  if (!is_sound || c.n == 0 || is_subsumed(db, lits, c.n)) {
    db->steps.n = db->step_lits.n = first;
    return TP_NO_CORE;
  }
  remove_subsumed(db, lits, c.n);
  tp_core id = db->cores.n;
  VEC_PUSH(&db->cores, c);
  for (uint32_t i = 0; i < c.n; i++)
    VEC_PUSH(&db->lits.at[lits[i]].holding, id);
  attach(db, id);
  TP_CHECKED(check(db));
  return id;
}

uint32_t tp_unsat_n(const tp_unsat *db) {
  return db->cores.n;
}

const tp_unsat_step *tp_unsat_core(const tp_unsat *db, tp_core id,
                                   uint32_t *n) {
  *n = db->cores.at[id].n;
  return db->steps.at + db->cores.at[id].first;
}

static void make_dependent(tp_unsat *db, tp_gnode v) {
  const tp_graph_node *node = &db->g->nodes.at[v];
  db->has_dependent = true;
  tp_bits_add(&db->dependent, v);
  for (tp_branch e = node->first; e < node->first + node->n; e++)
    db->known.at[e] = NEVER_MET;
}

bool tp_unsat_observe(tp_unsat *db, tp_branch branch, uint32_t pred) {
  tp_gnode v = db->g->edges.at[branch].from;
  if (pred) {
    literal_of(db, pred);
    db->met.at[branch] = pred;
  }
  if (tp_bits_has(&db->dependent, v))
    return false;
  uint32_t seen = pred ? literal_of(db, pred) : UNDECIDED;
  if (db->known.at[branch] == NEVER_MET)
    db->known.at[branch] = seen;
  if (db->known.at[branch] == seen)
    return false;
  make_dependent(db, v);
  return is_trusted(db, v);
}

void tp_unsat_guess(tp_unsat *db, bool on) {
  db->is_guessing = on;
}

bool tp_unsat_has_dependent(const tp_unsat *db) {
  return db->has_dependent;
}

bool tp_unsat_suppose(tp_unsat *db, bool on) {
  db->is_supposing = on && db->has_dependent;
  return db->is_supposing;
}

bool tp_unsat_is_guess(const tp_unsat *db) {
  return db->is_guessing && db->has_unproved;
}

uint32_t tp_unsat_known(const tp_unsat *db, tp_branch branch) {
  uint32_t lit = known_literal(db, branch);
  return lit == FREE ? 0 : db->lits.at[lit].pred;
}

uint32_t tp_unsat_met(const tp_unsat *db, tp_branch branch) {
  return db->met.at[branch];
}

/* Questions -------------------------------------------------------------- */

bool tp_unsat_blocks(const tp_unsat *db, uint32_t pred) {
  const literal *lit = find_literal(db, pred);
  return lit && lit->blocking.n > 0;
}

bool tp_unsat_blocks_branch(const tp_unsat *db, tp_branch branch) {
  uint32_t lit = known_literal(db, branch);
  return lit != FREE && db->lits.at[lit].blocking.n > 0;
}

tp_core tp_unsat_blocker(const tp_unsat *db, uint32_t pred) {
  const literal *lit = find_literal(db, pred);
  tp_core best = TP_NO_CORE;
  uint32_t best_last = UINT32_MAX;
  for (uint32_t i = 0; lit && i < lit->blocking.n; i++) {
    const core *c = &db->cores.at[lit->blocking.at[i]];
    uint32_t last = 0;
    for (uint32_t k = c->first; k < c->first + c->n; k++) {
      const literal *other = &db->lits.at[db->step_lits.at[k]];
      if (other != lit && other->position + 1 > last)
        last = other->position + 1;
    }
    if (best == TP_NO_CORE || last < best_last) {
      best = lit->blocking.at[i];
      best_last = last;
    }
  }
  return best;
}

bool tp_unsat_is_contradictory(const tp_unsat *db) {
  return db->n_complete > 0;
}

uint32_t tp_unsat_trim(const tp_unsat *db, tp_core id) {
  const core *c = &db->cores.at[id];
  uint32_t n = 0;
  while (n < c->n && !is_free(db, db->step_lits.at[c->first + n]))
    n++;
  return n;
}

bool tp_unsat_trims(const tp_unsat *db, uint32_t pred) {
  const literal *lit = find_literal(db, pred);
  if (!lit || lit->position != FREE)
    return false;
  for (uint32_t i = 0; i < lit->holding.n; i++) {
    tp_core id = lit->holding.at[i];
    uint32_t first = db->cores.at[id].first + tp_unsat_trim(db, id);
    if (db->step_lits.at[first] == (uint32_t)(lit - db->lits.at))
      return true;
  }
  return false;
}
