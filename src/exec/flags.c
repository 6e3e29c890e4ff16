/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sorting compiler flags by a table of what each is for. Flags that preprocess,
 * name outputs or turn warnings into errors are dropped; libraries and linker
 * options wait for the link; everything else stays with the compiler. */
#include "exec/flags.h"

#include "base/str.h"

typedef enum use {
  DROP, /* not ours to repeat */
  LINK, /* for the linker only */
  BOTH, /* changes the code and the libraries it needs */
  COMPILE
} use;

typedef struct rule {
  const char *prefix;
  bool is_whole; /* the flag is exactly this */
  bool has_word; /* its value is the next word (when is_whole) */
  use use;
} rule;

/* The first that fits decides. */
static const rule rules[] = {
    {"-c", true, false, DROP},
    {"-S", true, false, DROP},
    {"-E", true, false, DROP},
    {"-o", true, true, DROP},
    {"-x", true, true, DROP},
    {"-fsyntax-only", true, false, DROP},
    {"-###", true, false, DROP},
    {"-MF", true, true, DROP},
    {"-MT", true, true, DROP},
    {"-MQ", true, true, DROP},
    {"-M", false, false, DROP},
    {"-I", true, true, DROP},
    {"-I", false, false, DROP},
    {"-D", true, true, DROP},
    {"-D", false, false, DROP},
    {"-U", true, true, DROP},
    {"-U", false, false, DROP},
    {"-isystem", true, true, DROP},
    {"-iquote", true, true, DROP},
    {"-idirafter", true, true, DROP},
    {"-include", true, true, DROP},
    {"-imacros", true, true, DROP},
    {"-iprefix", true, true, DROP},
    {"-iwithprefix", true, true, DROP},
    {"-iwithprefixbefore", true, true, DROP},
    {"-isysroot", true, true, DROP},
    {"-imultilib", true, true, DROP},
    {"-nostdinc", true, false, DROP},
    {"-undef", true, false, DROP},
    {"-traditional-cpp", true, false, DROP},
    {"-finput-charset", false, false, DROP}, /* it is UTF-8 by now */
    {"-Xpreprocessor", true, true, DROP},
    {"-save-temps", false, false, DROP},
    {"-Wp,", false, false, DROP},
    {"-Werror", false, false, DROP},
    {"-pedantic-errors", true, false, DROP},
    {"-fanalyzer", true, false, DROP},
    {"-flto", false, false, DROP},
    {"--param", true, true, COMPILE},
    {"-aux-info", true, true, DROP},
    {"-Xassembler", true, true, COMPILE},
    {"-Xclang", true, true, COMPILE},
    {"-mllvm", true, true, COMPILE},
    {"-l", true, true, LINK},
    {"-l", false, false, LINK},
    {"-L", true, true, LINK},
    {"-L", false, false, LINK},
    {"-Wl,", false, false, LINK},
    {"-Xlinker", true, true, LINK},
    {"-z", true, true, LINK},
    {"-T", true, true, LINK},
    {"-u", true, true, LINK},
    {"-e", true, true, LINK},
    {"-s", true, false, LINK},
    {"-nostdlib", true, false, LINK},
    {"-nostartfiles", true, false, LINK},
    {"-nodefaultlibs", true, false, LINK},
    {"-static", false, false, LINK},
    {"-shared", false, false, LINK},
    {"-rdynamic", true, false, LINK},
    {"-pie", true, false, LINK},
    {"-no-pie", true, false, LINK},
    {"-nopie", true, false, LINK},
    {"-fuse-ld", false, false, LINK},
    {"-pthread", true, false, BOTH},
    {"-fopenmp", false, false, BOTH},
    {"-fsanitize", false, false, BOTH},
    {"-fprofile", false, false, BOTH},
    {"--coverage", true, false, BOTH},
    {"-pg", true, false, BOTH},
    {"-target", true, true, BOTH},
    {"--target", false, false, BOTH},
    {"-m", false, false, BOTH},
    {"-B", false, false, BOTH},
    {"--sysroot", false, false, BOTH},
};

static const rule *rule_of(const char *flag) {
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
    if (rules[i].is_whole ? strcmp(flag, rules[i].prefix) == 0
                          : tp_text_starts(flag, rules[i].prefix))
      return &rules[i];
  return NULL;
}

static use use_of(const char *flag, const rule *r) {
  if (r)
    return r->use;
  return flag[0] == '-' ? COMPILE : LINK; /* an object or a library */
}

static bool has(const tp_words *words, const char *text) {
  for (uint32_t i = 0; i < words->n; i++)
    if (strcmp(words->at[i], text) == 0)
      return true;
  return false;
}

/* Copy the flags of these uses; each word of a pair follows its flag. */
static void pick(tp_words *out, const char *const *flags, use a, use b,
                 bool is_once) {
  for (; flags && *flags; flags++) {
    const rule *r = rule_of(*flags);
    use u = use_of(*flags, r);
    bool has_word = r && r->is_whole && r->has_word && flags[1];
    if ((u == a || u == b) && !(is_once && !has_word && has(out, *flags))) {
      VEC_PUSH(out, *flags);
      if (has_word)
        VEC_PUSH(out, flags[1]);
    }
    flags += has_word;
  }
}

void tp_exec_compile_flags(tp_words *out, const char *const *flags) {
  pick(out, flags, COMPILE, BOTH, false);
}

void tp_exec_link_flags(tp_words *out, const char *const *flags) {
  pick(out, flags, LINK, BOTH, true);
}

void tp_words_add(tp_words *to, const char *const *words) {
  for (; words && *words; words++)
    VEC_PUSH(to, *words);
}

const char *const *tp_exec_wrap_flags(void) {
  static const char *const flags[] = {
      "-Wl,--wrap=malloc,--wrap=calloc,--wrap=aligned_alloc,--wrap=realloc",
      "-Wl,--wrap=free", NULL};
  return flags;
}
