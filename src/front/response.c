/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words in, words out. The words that are still to be looked at are a stack, so
 * that those of a file come next; a file that names itself ends at a limit. */
#include "front/response.h"

#include "base/file.h"

#define MAX_FILES 1000u

typedef VEC(char *) words;

/* One word of a response file: blanks end it, \ keeps the next character, also
 * in quotes. */
static const char *read_word(const char *c, tp_str *word) {
  char quote = '\0';
  for (; *c && (quote || !strchr(" \t\n\r\f\v", *c)); c++) {
    if (*c == '\\' && c[1])
      tp_str_addc(word, *++c);
    else if (*c == quote)
      quote = '\0';
    else if (!quote && (*c == '\'' || *c == '"'))
      quote = *c;
    else
      tp_str_addc(word, *c);
  }
  return c;
}

/* The first word of the text comes last. */
static void push_words(words *stack, const char *c) {
  words read = {0};
  tp_str word = {0};
  for (c += strspn(c, " \t\n\r\f\v"); *c; c += strspn(c, " \t\n\r\f\v")) {
    VEC_CLEAR(&word);
    c = read_word(c, &word);
    VEC_PUSH(&read, tp_strdup(tp_str_text(&word)));
  }
  while (read.n)
    VEC_PUSH(stack, VEC_POP(&read));
  VEC_FREE(&read);
  tp_str_free(&word);
}

/* False: it is no file that can be read. */
static bool push_file(words *stack, const char *path, const char *dir) {
  tp_str full = {0}, text = {0};
  tp_diag diag = {0};
  if (dir && path[0] != '/')
    path = tp_file_join(&full, dir, path);
  bool is_read = tp_file_read(&text, path, TP_REFUSED, &diag) == 0;
  if (is_read)
    push_words(stack, tp_str_text(&text));
  tp_diag_free(&diag);
  tp_str_free(&full);
  tp_str_free(&text);
  return is_read;
}

const char *const *tp_front_expand(tp_front_sources *owner,
                                   const char *const *from, const char *dir) {
  words stack = {0};
  VEC(const char *) out = {0};
  uint32_t n = 0, n_files = 0;
  while (from[n])
    n++;
  while (n)
    VEC_PUSH(&stack, tp_strdup(from[--n]));
  while (stack.n) {
    char *word = VEC_POP(&stack);
    VEC_PUSH(&owner->owned, word);
    if (word[0] != '@' || n_files++ >= MAX_FILES ||
        !push_file(&stack, word + 1, dir))
      VEC_PUSH(&out, word);
  }
  VEC_PUSH(&out, NULL);
  VEC_PUSH(&owner->owned, (char *)out.at);
  VEC_FREE(&stack);
  return out.at;
}
