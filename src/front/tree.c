/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tree-sitter's tree of a shape, copied into our own nodes by one walk with a
 * cursor: no recursion, each node once. Punctuation is dropped unless it is an
 * operator; its place is known from the tokens.
 */
#include "front/tree.h"

#include "base/diag.h"

#include <tree_sitter/api.h>

const TSLanguage *tree_sitter_c(void);

struct tp_parser {
  TSParser *ts;
  VEC(uint8_t) kinds;  /* by TSSymbol */
  VEC(uint8_t) fields; /* by TSFieldId */
  tp_vec_u32 open;     /* work stack: the ancestors of the cursor's node */
  tp_vec_u32 last_kid; /* of each ancestor */
};

static const struct {
  const char *name;
  uint8_t kind;
} kind_names[] = {
    {"ERROR", TREE_ERROR},
    {"translation_unit", TREE_UNIT},
    {"function_definition", TREE_FUNCTION},
    {"declaration", TREE_DECLARATION},
    {"init_declarator", TREE_INIT_DECLARATOR},
    {"pointer_declarator", TREE_POINTER},
    {"abstract_pointer_declarator", TREE_POINTER},
    {"function_declarator", TREE_CALLABLE},
    {"abstract_function_declarator", TREE_CALLABLE},
    {"array_declarator", TREE_ARRAY},
    {"abstract_array_declarator", TREE_ARRAY},
    {"parenthesized_declarator", TREE_PARENS},
    {"abstract_parenthesized_declarator", TREE_PARENS},
    {"parameter_list", TREE_PARAMETERS},
    {"parameter_declaration", TREE_PARAMETER},
    {"variadic_parameter", TREE_VARIADIC},
    {"identifier", TREE_NAME},
    {"field_identifier", TREE_NAME},
    {"type_identifier", TREE_NAME},
    {"statement_identifier", TREE_NAME},
    {"primitive_type", TREE_TYPE},
    {"struct_specifier", TREE_RECORD},
    {"field_declaration_list", TREE_FIELDS},
    {"field_declaration", TREE_FIELD},
    {"bitfield_clause", TREE_BITS},
    {"enum_specifier", TREE_ENUM},
    {"enumerator_list", TREE_ENUMERATORS},
    {"enumerator", TREE_ENUMERATOR},
    {"compound_statement", TREE_BLOCK},
    {"labeled_statement", TREE_LABEL},
    {"expression_statement", TREE_EXPR_STATEMENT},
    {"if_statement", TREE_IF},
    {"else_clause", TREE_ELSE},
    {"while_statement", TREE_WHILE},
    {"do_statement", TREE_DO},
    {"for_statement", TREE_FOR},
    {"return_statement", TREE_RETURN},
    {"break_statement", TREE_BREAK},
    {"continue_statement", TREE_CONTINUE},
    {"goto_statement", TREE_GOTO},
    {"comma_expression", TREE_COMMA},
    {"conditional_expression", TREE_CONDITIONAL},
    {"assignment_expression", TREE_ASSIGNMENT},
    {"pointer_expression", TREE_ADDRESS},
    {"unary_expression", TREE_UNARY},
    {"binary_expression", TREE_BINARY},
    {"update_expression", TREE_UPDATE},
    {"cast_expression", TREE_CAST},
    {"type_descriptor", TREE_TYPE_NAME},
    {"sizeof_expression", TREE_SIZEOF},
    {"subscript_expression", TREE_SUBSCRIPT},
    {"call_expression", TREE_CALL},
    {"argument_list", TREE_ARGUMENTS},
    {"field_expression", TREE_MEMBER},
    {"compound_literal_expression", TREE_LITERAL},
    {"parenthesized_expression", TREE_PAREN_VALUE},
    {"initializer_list", TREE_LIST},
    {"initializer_pair", TREE_PAIR},
    {"subscript_designator", TREE_AT_INDEX},
    {"subscript_range_designator", TREE_AT_INDEXES},
    {"field_designator", TREE_AT_FIELD},
    {"number_literal", TREE_OPERAND},
};

static const struct {
  const char *name;
  uint8_t field;
} field_names[] = {
    {"alternative", FIELD_ALTERNATIVE},
    {"argument", FIELD_ARGUMENT},
    {"arguments", FIELD_ARGUMENTS},
    {"body", FIELD_BODY},
    {"condition", FIELD_CONDITION},
    {"consequence", FIELD_CONSEQUENCE},
    {"declarator", FIELD_DECLARATOR},
    {"designator", FIELD_DESIGNATOR},
    {"end", FIELD_END},
    {"field", FIELD_FIELD},
    {"function", FIELD_FUNCTION},
    {"index", FIELD_INDEX},
    {"initializer", FIELD_INITIALIZER},
    {"label", FIELD_LABEL},
    {"left", FIELD_LEFT},
    {"name", FIELD_NAME},
    {"operator", FIELD_OPERATOR},
    {"parameters", FIELD_PARAMETERS},
    {"right", FIELD_RIGHT},
    {"size", FIELD_SIZE},
    {"start", FIELD_START},
    {"type", FIELD_TYPE},
    {"update", FIELD_UPDATE},
    {"value", FIELD_VALUE},
};

tp_parser *tp_parser_new(void) {
  tp_parser *p = TP_NEW(tp_parser);
  const TSLanguage *c = tree_sitter_c();
  p->ts = ts_parser_new();
  TP_INVARIANT(ts_parser_set_language(p->ts, c),
               "the grammar should have a version that the library knows");
  VEC_RESIZE(&p->kinds, ts_language_symbol_count(c));
  for (uint32_t i = 0; i < p->kinds.n; i++)
    for (size_t k = 0; k < sizeof kind_names / sizeof *kind_names; k++)
      if (ts_language_symbol_type(c, (TSSymbol)i) == TSSymbolTypeRegular &&
          strcmp(ts_language_symbol_name(c, (TSSymbol)i), kind_names[k].name) ==
              0)
        p->kinds.at[i] = kind_names[k].kind;
  VEC_RESIZE(&p->fields, ts_language_field_count(c) + 1);
  for (uint32_t i = 1; i < p->fields.n; i++)
    for (size_t k = 0; k < sizeof field_names / sizeof *field_names; k++)
      if (strcmp(ts_language_field_name_for_id(c, (TSFieldId)i),
                 field_names[k].name) == 0)
        p->fields.at[i] = field_names[k].field;
  return p;
}

void tp_parser_free(tp_parser *p) {
  if (!p)
    return;
  ts_parser_delete(p->ts);
  VEC_FREE(&p->kinds);
  VEC_FREE(&p->fields);
  VEC_FREE(&p->open);
  VEC_FREE(&p->last_kid);
  tp_free(p);
}

static tp_tok token_of(const tp_shape *shape, uint32_t byte) {
  uint32_t n = shape->token_at.n;
  return n ? shape->token_at.at[byte < n ? byte : n - 1] : 0;
}

/* Append the cursor's node below the innermost open one; false if it is
 * punctuation that nobody needs. */
static bool copy_node(tp_tree *out, tp_parser *p, const tp_shape *shape,
                      const TSTreeCursor *cursor) {
  TSNode node = ts_tree_cursor_current_node(cursor);
  TSSymbol symbol = ts_node_symbol(node);
  uint32_t begin = ts_node_start_byte(node), end = ts_node_end_byte(node);
  TSFieldId field = ts_tree_cursor_current_field_id(cursor);
  tp_tree_node copy = {.field = field < p->fields.n ? p->fields.at[field] : 0};
  copy.kind = symbol < p->kinds.n ? p->kinds.at[symbol] : TREE_ERROR;
  if (ts_node_is_error(node))
    copy.kind = TREE_ERROR;
  copy.is_bad = ts_node_has_error(node) || ts_node_is_missing(node);
  if (copy.kind == TREE_OTHER && copy.field != FIELD_OPERATOR && !copy.is_bad &&
      ts_node_child_count(node) == 0)
    return false;
  copy.begin = token_of(shape, begin);
  copy.last = token_of(shape, end > begin ? end - 1 : begin);
  uint32_t id = out->at.n;
  if (p->open.n) {
    uint32_t *last = &VEC_LAST(&p->last_kid);
    if (*last)
      out->at.at[*last].next = id;
    else
      out->at.at[VEC_LAST(&p->open)].first = id;
    *last = id;
  }
  VEC_PUSH(&out->at, copy);
  return true;
}

void tp_tree_parse(tp_tree *out, tp_parser *p, const tp_shape *shape) {
  TSTree *ts = ts_parser_parse_string(p->ts, NULL, tp_str_text(&shape->text),
                                      shape->text.n);
  TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(ts));
  VEC_CLEAR(&out->at);
  VEC_CLEAR(&p->open);
  VEC_CLEAR(&p->last_kid);
  for (bool more = true; more;) {
    bool is_kept = copy_node(out, p, shape, &cursor);
    if (is_kept && ts_tree_cursor_goto_first_child(&cursor)) {
      VEC_PUSH(&p->open, out->at.n - 1);
      VEC_PUSH(&p->last_kid, 0);
      continue;
    }
    while (!(more = ts_tree_cursor_goto_next_sibling(&cursor))) {
      if (!p->open.n)
        break;
      ts_tree_cursor_goto_parent(&cursor);
      p->open.n--;
      p->last_kid.n--;
    }
  }
  ts_tree_cursor_delete(&cursor);
  ts_tree_delete(ts);
}

void tp_tree_free(tp_tree *t) {
  VEC_FREE(&t->at);
}

uint32_t tp_tree_kid(const tp_tree *t, uint32_t node, tp_tree_field field) {
  uint32_t kid = t->at.at[node].first;
  while (kid && t->at.at[kid].field != field)
    kid = t->at.at[kid].next;
  return kid;
}
