/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jumps of assembler lead into functions unseen. */
#include "flow/lower.h"

static bool is_word(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
         (c >= 'A' && c <= 'Z');
}

/* Whether the text has the word as a whole, __word__ included. */
static bool has_word(const char *text, size_t n, const char *word) {
  size_t length = strlen(word);
  const char *end = text + n;
  for (const char *at = text;
       (at = memmem(at, (size_t)(end - at), word, length)); at++) {
    const char *from = at, *to = at + length;
    while (from > text && from[-1] == '_')
      from--;
    while (to < end && *to == '_')
      to++;
    if ((from == text || !is_word(from[-1])) && (to == end || !is_word(*to)))
      return true;
  }
  return false;
}

bool tp_flow_in_doubt(const tp_ir *ir) {
  if (tp_program_strange(ir->p, TP_STRANGE_PROGRAM))
    return true;
  for (uint32_t i = 0; i < ir->ops.n; i++) {
    uint32_t size;
    const tp_ir_op *op = tp_ir_at(ir, i);
    if (op->kind != TP_IR_OPAQUE && op->kind != TP_IR_NEXT)
      continue;
    const char *text = tp_ir_words(ir, op->node, &size);
    if (has_word(text, size, "goto"))
      return true;
  }
  return false;
}
