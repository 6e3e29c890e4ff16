/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where in the text nodes stand, for who has no syntax trees. */
#include "ast/ast.h"
#include "ir/ir.h"

uint32_t tp_ir_begin(const tp_ir *ir, tp_node_id n) {
  return tp_node_get(ir->p, n)->begin;
}

uint32_t tp_ir_end(const tp_ir *ir, tp_node_id n) {
  return tp_node_get(ir->p, n)->end;
}

const char *tp_ir_words(const tp_ir *ir, tp_node_id n, uint32_t *length) {
  return tp_node_text(ir->p, n, length);
}

bool tp_ir_is_inside(const tp_ir *ir, tp_node_id outer, tp_node_id n) {
  return tp_ir_begin(ir, outer) <= tp_ir_begin(ir, n) &&
         tp_ir_end(ir, n) <= tp_ir_end(ir, outer) &&
         tp_node_unit(ir->p, outer) == tp_node_unit(ir->p, n);
}
