/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Building the model: globals as the program starts with them, then the entry
 * function, then what must also be walked from an unknown state. */
#include "decide/model.h"

#include "program/place.h"
#include "base/diag.h"
#include "base/stage.h"
#include "decide/eval.h"

static const char *const reason_names[] = {
    [TP_FREE_NOT] = "not reached",
    [TP_FREE_CALL] = "unmodelled call",
    [TP_FREE_POINTER] = "unknown pointer",
    [TP_FREE_VOLATILE] = "volatile object",
    [TP_FREE_MEMORY] = "memory that is not followed",
    [TP_FREE_LOOP] = "loop bound",
    [TP_FREE_RECURSION] = "recursion or size bound",
    [TP_FREE_EXPRESSION] = "expression without a model",
    [TP_FREE_UNSET] = "uninitialised value",
    [TP_FREE_ROOM] = "no run lacks memory",
    [TP_FREE_PARAMETER] =
        "parameter of a function that is entered from outside",
    [TP_FREE_ROUNDING] = "rounding",
    [TP_FREE_CONTEXT] = "input read in too many call contexts",
    [TP_FREE_TIME] = "time",
    [TP_FREE_CALLBACK] = "function that is handed out and not known",
    [TP_FREE_ENTRY] = "a jump from assembler",
    [TP_FREE_CONVERSION] = "conversion of a number that does not fit",
    [TP_FREE_STRANGE] = "not modelled: ",
    [TP_FREE_STRANGER] = "variable that the program does not define"};

void tp_model_cut(tp_model *m, tp_free_reason why, tp_node_id node) {
  if (!tp_model_is_cut(m))
    m->cut = (tp_free_value){(uint8_t)why, node};
}

bool tp_model_is_cut(const tp_model *m) {
  return m->cut.why != TP_FREE_NOT;
}

bool tp_model_is_free(const tp_model *m, uint32_t var) {
  return var < m->free.n && m->free.at[var].why != TP_FREE_NOT;
}

/* As it is called: by its name, or through a variable. */
static void add_callee(const tp_ir *ir, const tp_ir_op *call, tp_str *out) {
  const tp_ir_op *target = tp_ir_at(ir, tp_ir_arg_of(ir, call, 0));
  if (target->kind == TP_IR_LOAD)
    target = tp_ir_at(ir, tp_ir_arg_of(ir, target, 0));
  if (target->kind == TP_IR_PLACE)
    tp_str_addf(out, " of %s",
                tp_names_text(ir->p->names, ir->p->decls.at[target->ref].name));
}

static void add_place(const tp_program *p, tp_unit_id unit, uint32_t offset,
                      tp_str *out) {
  tp_place at = tp_place_of(p, unit, offset);
  tp_str_addf(out, " at %s:%u", tp_names_text(p->names, at.file), at.line);
}

static void explain_strange(const tp_program *p, uint32_t number, tp_str *out) {
  const tp_strange *s = &p->strange.at[number - 1];
  tp_str_add(out, tp_names_text(p->names, s->text));
  if (s->unit)
    add_place(p, s->unit, s->begin, out);
}

void tp_model_explain(const tp_model *m, tp_free_value v, tp_str *out) {
  const tp_program *p = m->program;
  uint32_t rounding = tp_program_strange(p, TP_STRANGE_ROUNDING);
  tp_str_add(out, reason_names[v.why]);
  if (v.why == TP_FREE_ROUNDING && rounding) {
    tp_str_add(out, ": ");
    explain_strange(p, rounding, out);
    return;
  }
  if (v.why == TP_FREE_STRANGE) {
    explain_strange(p, v.node, out);
    return;
  }
  if (!v.node)
    return;
  const tp_ir_op *call = tp_ir_call_of(m->ir, v.node);
  if (v.why == TP_FREE_CALL && call)
    add_callee(m->ir, call, out);
  add_place(p, tp_node_unit(p, v.node), tp_ir_begin(m->ir, v.node), out);
}

/* ---- what the program starts with ---------------------------------------- */

static bool is_static_object(const tp_program *p, tp_decl_id id) {
  const tp_decl *d = &p->decls.at[id];
  return d->kind == TP_D_VAR && d->same == id &&
         (d->scope == 0 || d->is_static || d->is_extern);
}

/* A list of arguments, whatever that is: va_arg changes it. */
static void add_list(tp_eval *e, const tp_ir_op *next) {
  bool is_named;
  uint32_t list = tp_ir_arg_of(e->ir, next, 0);
  const tp_ir_op *op = tp_ir_at(e->ir, list);
  if (op->kind == TP_IR_LOAD)
    list = tp_ir_arg_of(e->ir, op, 0);
  tp_bits_add(&e->opaque, tp_ir_variable(e->ir, list, &is_named));
}

/* Variables that are named in what was not understood: between the CHOOSE that
 * leads to its parts and its OPAQUE. Without parts not even names are known. */
static void find_opaque(tp_eval *e) {
  tp_vec_u32 around = {0};
  for (uint32_t i = 0; i < e->ir->ops.n; i++) {
    const tp_ir_op *op = tp_ir_at(e->ir, i);
    bool is_end =
        op->kind == TP_IR_OPAQUE && around.n && VEC_LAST(&around) == op->node;
    if (op->kind == TP_IR_CHOOSE && !op->n)
      VEC_PUSH(&around, op->node);
    else if (op->kind == TP_IR_PLACE && around.n)
      tp_bits_add(&e->opaque, e->p->decls.at[op->ref].same);
    else if (op->kind == TP_IR_NEXT)
      add_list(e, op);
    else if (is_end)
      (void)VEC_POP(&around);
    else
      e->is_blind |= op->kind == TP_IR_OPAQUE;
  }
  VEC_FREE(&around);
}

/* Variables that the text changes by their names, or may change. */
static void find_assigned(tp_eval *e) {
  for (uint32_t i = 0; i < e->ir->ops.n; i++) {
    const tp_ir_op *op = tp_ir_at(e->ir, i);
    bool is_named;
    if (op->kind == TP_IR_STORE && op->op != TP_OP_NONE)
      tp_bits_add(&e->assigned,
                  tp_ir_variable(e->ir, tp_ir_arg_of(e->ir, op, 0), &is_named));
  }
  tp_bits_or(&e->assigned, &e->opaque);
}

/* Declared so, or nothing in the program changes it. */
static bool is_constant(const tp_eval *e, tp_decl_id id) {
  const tp_decl *d = &e->p->decls.at[id];
  return tp_type_get(&e->p->types, d->type)->is_const ||
         (!d->address_taken && !e->memory.is_shared && !e->is_blind &&
          !tp_trust_is_open(&e->trust, e->p, id) &&
          !tp_bits_has(&e->assigned, id));
}

static void add_globals(tp_eval *e) {
  const tp_program *p = e->p;
  tp_eval_errno_begin(e);
  for (tp_decl_id id = 1; id < p->decls.n; id++) {
    const tp_decl *d = &p->decls.at[id];
    if (!is_static_object(p, id))
      continue;
    bool is_const = is_constant(e, id);
    bool is_exposed = !is_const && (d->address_taken || e->memory.is_shared);
    tp_object o = tp_memory_add(&e->memory, d->type, is_exposed);
    *tp_map_put(&e->globals, id, NULL) = o;
    if (!is_const && !is_exposed)
      VEC_PUSH(&e->memory.named, o);
    if (!tp_decl_is_defined(d) || d->is_thread ||
        (!is_const && tp_trust_is_open(&e->trust, e->p, id)))
      e->memory.objects.at[o].is_open = true;
  }
}

static bool is_known(const tp_eval *e, tp_decl_id id) {
  return is_static_object(e->p, id) &&
         !e->memory.objects.at[*tp_map_get(&e->globals, id)].is_open;
}

static void initialise_globals(tp_eval *e) {
  for (tp_decl_id id = 1; id < e->p->decls.n; id++)
    if (is_known(e, id))
      tp_eval_zero(e, *tp_map_get(&e->globals, id));
  tp_eval_enter(e, 0, 0, NULL, 0);
  tp_eval_run(e);
  for (tp_decl_id id = 1; id < e->p->decls.n; id++)
    if (is_known(e, id) && is_constant(e, id))
      tp_memory_make_constant(&e->memory, e->s.cells,
                              *tp_map_get(&e->globals, id));
}

static bool has_nested(const tp_program *p) {
  for (tp_func_id f = 1; f < p->funcs.n; f++)
    if (p->funcs.at[f].is_nested)
      return true;
  return false;
}

/* What may be entered or changed by what the walk does not see. */
static void begin_unseen(tp_eval *e) {
  uint32_t strange = tp_program_strange(e->p, TP_STRANGE_PROGRAM);
  tp_trust_find(&e->trust, e);
  e->memory.is_shared = e->trust.is_shared;
  if (strange)
    tp_model_cut(e->model, TP_FREE_STRANGE, strange);
  if (e->trust.stranger)
    tp_model_cut(e->model, TP_FREE_STRANGER, e->trust.stranger);
  for (uint32_t i = 0; i < e->trust.entered.n; i++)
    tp_eval_walk_later(e, e->trust.entered.at[i]);
}

/* ---- the walk ------------------------------------------------------------ */

static void walk_function(tp_eval *e, tp_func_id f, uint64_t context) {
  e->where = e->p->funcs.at[f].body;
  e->here = e->ir->first.at[f];
  tp_eval_enter(e, f, context, NULL, 0);
  tp_eval_run(e);
}

/* Arguments of which nothing is known. Bound: a walk begins one for each
 * function; another walk only from the walk of a whole program. */
static void walk_generic(tp_eval *e, tp_func_id f) {
  e->s = (tp_state){TP_GUARD_ROOT, tp_memory_nothing(&e->memory)};
  e->is_generic = true;
  tp_eval_forget_counters(e);
  walk_function(e, f, 0);
}

static void walk(tp_eval *e) {
  add_globals(e);
  initialise_globals(e);
  if (e->opt->alone) {
    walk_generic(e, e->opt->alone);
    return;
  }
  tp_eval_run_unseen(e); /* the library starts before the program */
  walk_function(e, e->p->entry, tp_wire_context(0, 0, e->p->entry));
  while (e->generic_todo.n && !tp_model_is_cut(e->model) && !e->opt->given)
    walk_generic(e, VEC_POP(&e->generic_todo));
}

void tp_model_index(tp_model *m) {
  TP_CHECKED(tp_guards_check(&m->guards));
  TP_CHECKED(tp_exprs_check(m->exprs));
  uint32_t n = m->program->decisions.n;
  VEC_CLEAR(&m->first);
  VEC_CLEAR(&m->by_decision);
  VEC_RESIZE(&m->first, n + 1);
  VEC_RESIZE(&m->by_decision, m->instances.n);
  for (uint32_t i = 0; i < m->instances.n; i++)
    m->first.at[m->instances.at[i].decision + 1]++;
  for (uint32_t d = 0; d < n; d++)
    m->first.at[d + 1] += m->first.at[d];
  uint32_t *next = TP_NEW_ARRAY(uint32_t, n + 1);
  for (uint32_t i = 0; i < m->instances.n; i++) {
    tp_decision_id d = m->instances.at[i].decision;
    m->by_decision.at[m->first.at[d] + next[d]++] = i;
  }
  tp_free(next);
}

void tp_model_build(tp_model *out, const tp_ir *ir, const tp_plan *plan,
                    tp_exprs *exprs, tp_vars *vars,
                    const tp_model_options *opt) {
  const tp_program *p = ir->p;
  tp_stage("the model");
  *out = (tp_model){.program = p, .ir = ir, .exprs = exprs, .vars = vars};
  tp_guards_init(&out->guards, exprs);
  tp_eval e = {.model = out,
               .p = p,
               .ir = ir,
               .plan = plan,
               .x = exprs,
               .sem = {.program = p, .exprs = exprs},
               .opt = opt,
               .s = {TP_GUARD_ROOT, 0}};
  tp_memory_init(&e.memory, p, exprs);
  e.memory.fresh = tp_eval_fresh_bytes;
  e.memory.excludes = tp_eval_excludes;
  e.memory.state = &e;
  e.sem.integer_of = tp_eval_integer_of;
  e.sem.either = tp_eval_either;
  e.sem.on_arith = tp_eval_on_arith;
  e.sem.state = &e;
  tp_diary_begin(&e);
  tp_cfg_taken(&e.taken, e.ir);
  tp_ir_loops_find(&e.loops, ir);
  VEC_RESIZE(&e.changes, e.loops.at.n);
  tp_bits_init(&e.generic, p->funcs.n);
  VEC_RESIZE(&e.activations, p->funcs.n);
  VEC_RESIZE(&e.walks, p->funcs.n);
  VEC_RESIZE(&e.recursive_walks, p->funcs.n);
  tp_summaries_init(&e.summaries, p);
  e.inline_until = opt->given ? UINT64_MAX : 0;
  begin_unseen(&e);
  tp_eval_find_open(&e);
  tp_bits_init(&e.assigned, p->decls.n);
  tp_bits_init(&e.opaque, p->decls.n);
  find_opaque(&e);
  find_assigned(&e);
  e.has_nested = has_nested(p);
  tp_eval_find_few(&e);
  tp_eval_find_block_types(&e);
  walk(&e);
  out->guards.on_never = NULL; /* it was told of the walk */
  tp_summaries_link(&e);
  tp_endless_link(&e);
  tp_model_index(out);
  TP_CHECKED(tp_memory_check(&e.memory, e.s.cells));
  TP_CHECKED(tp_vars_check(vars));
  tp_memory_free(&e.memory);
  tp_summaries_free(&e.summaries);
  tp_ir_loops_free(&e.loops);
  for (uint32_t i = 0; i < e.changes.n; i++)
    VEC_FREE(&e.changes.at[i].decls);
  VEC_FREE(&e.changes);
  tp_bits_free(&e.marked);
  tp_map_free(&e.first_mark);
  VEC_FREE(&e.marks);
  tp_trust_free(&e.trust);
  tp_bits_free(&e.generic);
  tp_bits_free(&e.assigned);
  tp_bits_free(&e.opaque);
  VEC_FREE(&e.few);
  tp_map_free(&e.among_of);
  VEC_FREE(&e.among);
  VEC_FREE(&e.among_values);
  tp_map_free(&e.globals);
  tp_map_free(&e.strings);
  tp_map_free(&e.block_types);
  tp_map_free(&e.counters);
  VEC_FREE(&e.frames);
  VEC_FREE(&e.generic_todo);
  VEC_FREE(&e.taken);
  VEC_FREE(&e.activations);
  VEC_FREE(&e.walks);
  VEC_FREE(&e.recursive_walks);
}

void tp_model_free(tp_model *m) {
  tp_guards_free(&m->guards);
  VEC_FREE(&m->instances);
  for (uint32_t i = 0; i < m->endless.n; i++)
    tp_map_free(&m->endless.at[i].summaries);
  VEC_FREE(&m->endless);
  VEC_FREE(&m->broken);
  VEC_FREE(&m->ariths);
  VEC_FREE(&m->tests);
  VEC_FREE(&m->results);
  VEC_FREE(&m->by_decision);
  VEC_FREE(&m->first);
  VEC_FREE(&m->free);
}

tp_expr tp_model_branch(const tp_model *m, const tp_instance *i, uint32_t k) {
  tp_sem sem = {.program = m->program, .exprs = m->exprs};
  if (m->program->decisions.at[i->decision].construct == TP_C_SWITCH)
    return tp_sem_case(&sem, i->decision, i->value, k);
  return k == 0 ? i->value : tp_expr_not(m->exprs, i->value);
}
