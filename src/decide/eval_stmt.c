/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statements. Loops are unrolled while their condition can hold; past the
 * bound one turn with everything forgotten that the loop may assign stands for
 * all that may follow. Labels take up the states that jumps have parked; a jump
 * backwards makes the block around it go again from there. */
#include "decide/eval.h"

#include "base/fiber.h"

/* Turns of a loop before the solver is asked whether there can be another. */
#define LOOK 64    /* statements between two looks at the clock */
#define PIECE 2000 /* steps after which others may have their turn */
#define FREE_TURNS 2
/* Turns of a loop that ends by itself. */
#define MAX_COUNTED 1000
/* Of a turn that stands for any: so much is walked without summaries. */
#define INLINE_STEPS 20000

static tp_eval_frame *top(tp_eval *e) {
  return VEC_LAST(&e->frames);
}

static uint8_t kind_of(const tp_eval *e, tp_node_id n) {
  return tp_node_get(e->p, n)->kind;
}

static void park(tp_eval *e, tp_states *where) {
  if (!tp_eval_is_dead(e))
    VEC_PUSH(where, e->s);
  tp_eval_kill(e);
}

/* ---- if
 * -----------------------------------------------------------------------*/

static void exec_if(tp_eval *e, tp_node_id n) {
  tp_node_id cond = tp_node_get(e->p, n)->first;
  tp_node_id yes = tp_node_kid(e->p, n, 1), no = tp_node_kid(e->p, n, 2);
  tp_state otherwise = e->s;
  if (!tp_eval_is_dead(e))
    tp_eval_branch(e, cond, &otherwise);
  tp_eval_statement(e, yes);
  tp_state after = e->s;
  e->s = otherwise;
  if (no)
    tp_eval_statement(e, no);
  tp_eval_join(e, after);
}

/* ---- loops
 * -----------------------------------------------------------------------*/

typedef struct loop {
  tp_node_id node, cond, step, body;
  bool body_first;
  bool is_counted; /* its test depends on no input, and changes */
  tp_state before;
  uint32_t first_instance;
  tp_states exits, continues;
} loop;

static void enter_scope(tp_eval *e, tp_states *breaks, tp_states *continues) {
  VEC_PUSH(&top(e)->scopes, (tp_eval_scope){breaks, continues});
}

static void leave_scope(tp_eval *e) {
  top(e)->scopes.n--;
}

static void test_loop(tp_eval *e, loop *l) {
  tp_state otherwise;
  if (tp_eval_is_dead(e) || !l->cond || kind_of(e, l->cond) == TP_N_EMPTY)
    return;
  uint64_t value;
  tp_eval_branch(e, l->cond, &otherwise);
  if (otherwise.guard != TP_GUARD_NEVER)
    VEC_PUSH(&l->exits, otherwise);
  l->is_counted = otherwise.guard == TP_GUARD_NEVER &&
                  !tp_node_constant(e->p, l->cond, &value);
}

static void turn(tp_eval *e, loop *l, uint32_t turns) {
  tp_guard before = e->s.guard;
  if (!(l->body_first && turns == 0))
    test_loop(e, l);
  if (turns >= FREE_TURNS && e->s.guard != before)
    tp_eval_check(e);
  tp_eval_statement(e, l->body);
  tp_eval_join_all(e, &l->continues);
  VEC_CLEAR(&l->continues);
  if (l->step && kind_of(e, l->step) != TP_N_EMPTY && !tp_eval_is_dead(e))
    tp_eval_value(e, l->step);
}

/* Stands for every further turn; and, as it knows nothing of the turns before
 * it, for these, too. */
static void any_turn(tp_eval *e, loop *l) {
  tp_guards *g = &e->model->guards;
  bool is_entered = tp_guard_is_below(g, l->before.guard, e->s.guard);
  tp_endless endless = {.before = l->before.guard,
                        .first_single = l->first_instance,
                        .first_any = e->model->instances.n};
  uint32_t summarised = e->summaries.calls.n;
  uint64_t inline_until = e->inline_until;
  if (e->steps >= inline_until)
    e->inline_until = e->steps + INLINE_STEPS;
  e->s.guard = tp_guard_add(g, e->s.guard, tp_eval_fresh_bool(e, TP_FREE_LOOP),
                            UINT32_MAX);
  tp_eval_forget_assigned(e, l->node);
  if (is_entered) { /* and not jumped into */
    g->at.at[e->s.guard].before_loop = l->before.guard + 1;
    tp_eval_recall(e, l->before.cells);
  }
  turn(e, l, 1);
  if (l->body_first)
    test_loop(e, l);
  tp_eval_kill(e);
  e->inline_until = inline_until;
  endless.end = e->model->instances.n;
  /* Else some calls are not in this turn, or some turns not below `before`. */
  if (summarised == e->summaries.calls.n && is_entered)
    VEC_PUSH(&e->model->endless, endless);
}

static void run_loop(tp_eval *e, loop *l) {
  uint32_t turns = 0, outer_turn = e->turn;
  l->before = e->s;
  l->first_instance = e->model->instances.n;
  enter_scope(e, &l->exits, &l->continues);
  /* The first turn is walked even when dead: a jump may lead into it. */
  do {
    tp_state start = e->s;
    if (start.guard != l->before.guard && turns > outer_turn)
      e->turn = turns;
    turn(e, l, turns++);
    uint32_t most = l->is_counted ? MAX_COUNTED : e->opt->max_loop;
    bool is_long = turns >= most || e->steps > e->opt->max_steps ||
                   tp_model_is_cut(e->model);
    if (is_long && !tp_eval_is_dead(e)) {
      if (tp_guard_is_below(&e->model->guards, start.guard, e->s.guard))
        e->s.guard = start.guard; /* more turns than this came here, too */
      any_turn(e, l);
    }
  } while (!tp_eval_is_dead(e));
  e->turn = outer_turn;
  leave_scope(e);
  tp_eval_join_all(e, &l->exits);
  VEC_FREE(&l->exits);
  VEC_FREE(&l->continues);
}

static void exec_loop(tp_eval *e, tp_node_id n) {
  loop l = {.node = n};
  switch (kind_of(e, n)) {
  case TP_N_WHILE:
    l.cond = tp_node_kid(e->p, n, 0);
    l.body = tp_node_kid(e->p, n, 1);
    break;
  case TP_N_DO:
    l.body = tp_node_kid(e->p, n, 0);
    l.cond = tp_node_kid(e->p, n, 1);
    l.body_first = true;
    break;
  default:
    tp_eval_statement(e, tp_node_kid(e->p, n, 0));
    l.cond = tp_node_kid(e->p, n, 1);
    l.step = tp_node_kid(e->p, n, 2);
    l.body = tp_node_kid(e->p, n, 3);
  }
  run_loop(e, &l);
}

/* ---- switch
 * ------------------------------------------------------------------------*/

static uint32_t count_possible(tp_eval *e, tp_decision_id d, tp_expr v) {
  uint32_t n = 0;
  uint64_t bits;
  for (uint32_t k = 0; k < e->p->decisions.at[d].n; k++) {
    tp_expr pred = tp_sem_case(&e->sem, d, v, k);
    n += !tp_expr_constant(e->x, pred, &bits) || bits;
  }
  return n;
}

/* The current state joined with what the switch sends to branch k. */
static void take_case(tp_eval *e, uint32_t k) {
  tp_eval_switch *sw = &VEC_LAST(&top(e)->switches);
  tp_decision_id d = tp_node_get(e->p, sw->node)->decision;
  if (sw->start.guard == TP_GUARD_NEVER || tp_bits_has(&sw->taken, k))
    return;
  tp_bits_add(&sw->taken, k);
  tp_state here = sw->start;
  here.guard = tp_guard_add_case(
      &e->model->guards, here.guard, tp_sem_case(&e->sem, d, sw->value, k),
      e->p->decisions.at[d].first + k, sw->group, sw->of);
  tp_eval_join(e, here);
}

static void exec_switch(tp_eval *e, tp_node_id n) {
  tp_node_id value = tp_node_kid(e->p, n, 0), body = tp_node_kid(e->p, n, 1);
  tp_decision_id d = tp_node_get(e->p, n)->decision;
  tp_states breaks = {0};
  tp_eval_switch sw = {.node = n, .start = {TP_GUARD_NEVER, e->s.cells}};
  if (!tp_eval_is_dead(e)) {
    tp_type_id t = tp_sem_promoted(e->p, value);
    tp_value v = {tp_sem_convert(&e->sem, tp_eval_value(e, value), t), t};
    sw.value = tp_eval_known(e, v, TP_FREE_EXPRESSION);
    sw.start = e->s;
    sw.group = tp_guards_group(&e->model->guards);
    sw.of = count_possible(e, d, sw.value);
    tp_eval_record(e, d, sw.value);
  }
  tp_bits_init(&sw.taken, e->p->decisions.at[d].n);
  tp_eval_kill(e);
  VEC_PUSH(&top(e)->switches, sw);
  enter_scope(e, &breaks, NULL);
  tp_eval_statement(e, body);
  leave_scope(e);
  const tp_decision *decision = &e->p->decisions.at[d];
  uint32_t last = decision->n - 1;
  if (!e->p->branches.at[decision->first + last].label)
    take_case(e, last); /* no default: past the body */
  tp_bits_free(&sw.taken);
  top(e)->switches.n--;
  tp_eval_join_all(e, &breaks);
  VEC_FREE(&breaks);
}

static void exec_case(tp_eval *e, tp_node_id n) {
  uint32_t branch = tp_node_get(e->p, n)->extra;
  if (top(e)->switches.n && branch) {
    tp_decision_id d =
        tp_node_get(e->p, VEC_LAST(&top(e)->switches).node)->decision;
    take_case(e, branch - 1 - e->p->decisions.at[d].first);
  }
  TP_KIDS (e->p, n, kid)
    tp_eval_statement(e, kid);
}

/* ---- jumps
 * -------------------------------------------------------------------------*/

static tp_states *parked_at(tp_eval *e, uint32_t label) {
  bool is_new;
  uint32_t *slot = tp_map_put(&top(e)->jumps, label, &is_new);
  if (is_new) {
    *slot = top(e)->parked.n;
    VEC_PUSH(&top(e)->parked, (tp_states){0});
  }
  return &top(e)->parked.at[*slot];
}

static void exec_goto_any(tp_eval *e, tp_node_id n) {
  tp_eval_value(e, tp_node_get(e->p, n)->first);
  for (uint32_t i = 0; i < e->p->labels.n; i++) {
    if (!e->p->labels.at[i].address_taken ||
        e->p->labels.at[i].func != top(e)->func || tp_eval_is_dead(e))
      continue;
    tp_state here = e->s;
    here.guard =
        tp_guard_add(&e->model->guards, here.guard,
                     tp_eval_fresh_bool(e, TP_FREE_EXPRESSION), UINT32_MAX);
    VEC_PUSH(parked_at(e, i), here);
  }
  tp_eval_kill(e);
}

static void exec_label(tp_eval *e, tp_node_id n) {
  tp_states *states = parked_at(e, tp_node_get(e->p, n)->ref);
  tp_eval_join_all(e, states);
  VEC_CLEAR(parked_at(e, tp_node_get(e->p, n)->ref));
  TP_KIDS (e->p, n, kid)
    tp_eval_statement(e, kid);
}

static bool contains(const tp_eval *e, tp_node_id outer, tp_node_id inner) {
  const tp_node *o = tp_node_get(e->p, outer), *i = tp_node_get(e->p, inner);
  return o->begin <= i->begin && i->end <= o->end;
}

/* The first statement of the block in which a parked state waits; 0: none. */
static tp_node_id find_waiting(tp_eval *e, tp_node_id block) {
  tp_eval_frame *f = top(e);
  tp_node_id found = 0;
  for (uint32_t i = 0; i < e->p->labels.n && f->parked.n; i++) {
    const uint32_t *slot = tp_map_get(&f->jumps, i);
    tp_node_id label = e->p->labels.at[i].node;
    if (!slot || f->parked.at[*slot].n == 0 || !contains(e, block, label))
      continue;
    TP_KIDS (e->p, block, kid) {
      if (contains(e, kid, label) && (!found || kid < found))
        found = kid;
    }
  }
  return found;
}

static void exec_from(tp_eval *e, tp_node_id kid) {
  for (; kid; kid = tp_node_get(e->p, kid)->next)
    tp_eval_statement(e, kid);
}

/* Drop the parked states that no input leads to: most jumps back end so. */
static void check_parked(tp_eval *e) {
  tp_state now = e->s;
  for (uint32_t i = 0; i < top(e)->parked.n; i++) {
    tp_states *states = &top(e)->parked.at[i];
    uint32_t kept = 0;
    for (uint32_t k = 0; k < states->n; k++) {
      e->s = states->at[k];
      tp_eval_check(e);
      if (!tp_eval_is_dead(e))
        states->at[kept++] = e->s;
    }
    states->n = kept;
  }
  e->s = now;
}

static void exec_block(tp_eval *e, tp_node_id n) {
  exec_from(e, tp_node_get(e->p, n)->first);
  if (!tp_bits_has(&e->has_label, n))
    return;
  tp_states ends = {0};
  for (uint32_t turns = 0;; turns++) {
    if (turns >= FREE_TURNS && find_waiting(e, n))
      check_parked(e);
    tp_node_id from = e->is_ended ? 0 : find_waiting(e, n);
    if (!from)
      break;
    park(e, &ends);
    if (turns >= e->opt->max_loop) {
      /* One more turn from anywhere stands for all that follow. */
      for (uint32_t i = 0; i < top(e)->parked.n; i++)
        for (uint32_t k = 0; k < top(e)->parked.at[i].n; k++) {
          e->s = top(e)->parked.at[i].at[k];
          tp_eval_forget_assigned(e, n);
          top(e)->parked.at[i].at[k].cells = e->s.cells;
        }
      tp_eval_kill(e);
    }
    exec_from(e, from);
    /* Until each label has had its turn from anywhere. */
    if (turns > e->opt->max_loop + top(e)->parked.n)
      for (uint32_t i = 0; i < top(e)->parked.n; i++)
        VEC_CLEAR(&top(e)->parked.at[i]);
  }
  tp_eval_join_all(e, &ends);
  VEC_FREE(&ends);
}

static void exec_return(tp_eval *e, tp_node_id n) {
  tp_node_id value = tp_node_get(e->p, n)->first;
  tp_eval_frame *f = top(e);
  if (value) {
    tp_value v = tp_eval_value(e, value);
    const tp_decl *d = &e->p->decls.at[e->p->funcs.at[f->func].decl];
    tp_type_id type = tp_type_get(&e->p->types, d->type)->base;
    if (f->ret_address)
      tp_eval_store(e, f->ret_address, type, v);
  }
  park(e, &f->returns);
}

static void exec_break(tp_eval *e) {
  if (top(e)->scopes.n)
    park(e, VEC_LAST(&top(e)->scopes).breaks);
}

static void exec_continue(tp_eval *e) {
  for (uint32_t i = top(e)->scopes.n; i-- > 0;) {
    if (top(e)->scopes.at[i].continues) {
      park(e, top(e)->scopes.at[i].continues);
      return;
    }
  }
}

/* ---- declarations
 * ----------------------------------------------------------------*/

static void exec_var(tp_eval *e, tp_node_id n) {
  const tp_node *node = tp_node_get(e->p, n);
  const tp_decl *d = &e->p->decls.at[node->ref];
  if (d->is_static || d->is_extern || d->kind != TP_D_VAR)
    return;
  tp_object o = tp_eval_local(e, d->same, d->type, d->address_taken);
  if (node->first)
    tp_eval_initialise(e, o, d->type, node->first);
  else
    tp_eval_unset(e, o, TP_FREE_UNSET);
}

static void exec_live(tp_eval *e, tp_node_id n) {
  const tp_node *node = tp_node_get(e->p, n);
  switch (node->kind) {
  case TP_N_DECL:
    TP_KIDS (e->p, n, kid)
      exec_var(e, kid);
    return;
  case TP_N_EXPR:
    tp_eval_value(e, node->first);
    return;
  case TP_N_BREAK:
    exec_break(e);
    return;
  case TP_N_CONTINUE:
    exec_continue(e);
    return;
  case TP_N_GOTO:
    park(e, parked_at(e, node->ref));
    return;
  case TP_N_GOTO_ANY:
    exec_goto_any(e, n);
    return;
  case TP_N_RETURN:
    exec_return(e, n);
    return;
  case TP_N_EMPTY:
    return;
  default:
    tp_eval_value(e, n);
  }
}

/* Loops in loops, jumps back and forth: nothing is proved with a walk that was
 * ended. */
static void look_at_limits(tp_eval *e, tp_node_id n) {
  if (e->steps >= e->next_pause) {
    e->next_pause = e->steps + PIECE;
    tp_fiber_pause(e->fiber);
  }
  bool is_late =
      e->opt->budget && tp_budget_over(e->opt->budget) != TP_STOP_NONE;
  if (!is_late && e->steps <= 2 * e->opt->max_steps)
    return;
  tp_model_cut(e->model, is_late ? TP_FREE_TIME : TP_FREE_LOOP, n);
  e->is_ended = true;
}

void tp_eval_statement(tp_eval *e, tp_node_id n) {
  if (++e->n_looks % LOOK == 0)
    look_at_limits(e, n);
  if (e->is_ended) {
    tp_eval_kill(e);
    return;
  }
  if (tp_eval_is_dead(e) && !tp_bits_has(&e->has_label, n))
    return;
  e->steps++;
  tp_eval_pass(e, n);
  e->where = n;
  switch (kind_of(e, n)) {
  case TP_N_BLOCK:
    exec_block(e, n);
    return;
  case TP_N_IF:
    exec_if(e, n);
    return;
  case TP_N_WHILE:
  case TP_N_DO:
  case TP_N_FOR:
    exec_loop(e, n);
    tp_eval_pass(e, n); /* it may not have ended */
    return;
  case TP_N_SWITCH:
    exec_switch(e, n);
    return;
  case TP_N_CASE:
  case TP_N_DEFAULT:
    exec_case(e, n);
    return;
  case TP_N_LABEL:
    exec_label(e, n);
    return;
  default:
    if (!tp_eval_is_dead(e))
      exec_live(e, n);
  }
}
