/* ast/place.h - where a byte of preprocessed text comes from.
 *
 * Lines are filled by the front end from the preprocessor's line markers; the
 * column is that of the user's source line, found by matching tokens, so that
 * a macro's text has the column where the macro is named.
 */
#ifndef TP_AST_PLACE_H
#define TP_AST_PLACE_H

#include "ast/ast.h"

typedef struct tp_line {
  uint32_t begin; /* offset of the first byte of the preprocessed line */
  uint32_t line;  /* in file */
  tp_name file;
  uint8_t is_system;
} tp_line;

typedef struct tp_place {
  tp_name file;
  uint32_t line, column; /* from 1 */
  bool is_system;
} tp_place;

tp_place tp_place_of(const tp_program *p, tp_unit_id unit, uint32_t offset);

#endif
