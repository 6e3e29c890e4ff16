/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names are looked up in the lists of libc.def as they are. */
#include "libc/libc.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>

#define QUIET TP_OUTSIDE_QUIET
#define SPARES TP_OUTSIDE_SPARES
#define KEEPS TP_OUTSIDE_KEEPS
#define HANDS_ON TP_OUTSIDE_HANDS_ON
#define BESIDE TP_OUTSIDE_BESIDE
#define LATER TP_OUTSIDE_LATER
#define ROUNDS TP_OUTSIDE_ROUNDS
#define GOES_ON TP_OUTSIDE_GOES_ON
#define NAMES TP_OUTSIDE_NAMES
#define PRINTS(n) (TP_OUTSIDE_PRINTS | (n)*TP_OUTSIDE_FORMAT)

static const struct {
  unsigned effects;
  const char *names;
} table[] = {
#define OUTSIDE(effects, names) {effects, names},
#include "libc/libc.def"
};

static const struct {
  unsigned note;
  const char *names;
} noted[] = {
#define NOTED(note, names) {TP_LIBC_##note, names},
#include "libc/libc.def"
};

static const struct {
  int64_t low, high;
  const char *names;
} results[] = {
#define RESULT(low, high, names) {low, high, names},
#include "libc/libc.def"
};

static bool has_word(const char *list, const char *word) {
  size_t n = strlen(word);
  for (const char *at = list; (at = strstr(at, word)); at++)
    if ((at == list || at[-1] == ' ') && (at[n] == ' ' || at[n] == '\0'))
      return true;
  return false;
}

unsigned tp_libc_notes(const char *name) {
  unsigned out = 0;
  for (size_t i = 0; *name && i < sizeof noted / sizeof *noted; i++)
    if (has_word(noted[i].names, name))
      out |= noted[i].note;
  return out;
}

static unsigned effects_of(const char *name) {
  bool is_calm = tp_libc_notes(name) & TP_LIBC_CALM;
  for (size_t i = 0; *name && i < sizeof table / sizeof *table; i++)
    if (has_word(table[i].names, name))
      return table[i].effects | (is_calm ? TP_OUTSIDE_CALM : 0);
  return TP_OUTSIDE_UNKNOWN;
}

static bool starts_with(const char *name, const char *start) {
  return strncmp(name, start, strlen(start)) == 0;
}

const char *tp_libc_plain_name(const char *name) {
  static const char *const starts[] = {"__builtin_", "__isoc23_"};
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
    if (starts_with(name, starts[i]))
      name += strlen(starts[i]);
  return name;
}

/* The compiler's, or ours. */
static bool is_builtin(const char *name) {
  static const char *const starts[] = {"__builtin_",  "__sync_", "__atomic_",
                                       "__VERIFIER_", "tp2ph_",  "klee_",
                                       "__Crest"};
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
    if (starts_with(name, starts[i]))
      return true;
  return false;
}

unsigned tp_libc_effects(const char *name) {
  static const char start[] = "__builtin_";
  unsigned effects = effects_of(name);
  if (effects != TP_OUTSIDE_UNKNOWN || !is_builtin(name))
    return effects;
  if (starts_with(name, start))
    effects = effects_of(name + sizeof start - 1);
  bool calls = strstr(name, "apply") || strstr(name, "return_address") ||
               strstr(name, "call_with") || strstr(name, "eh_return");
  return effects != TP_OUTSIDE_UNKNOWN ? effects
         : calls                       ? TP_OUTSIDE_UNKNOWN
                                       : TP_OUTSIDE_QUIET;
}

bool tp_libc_result(const char *name, int64_t *low, int64_t *high) {
  for (size_t i = 0; *name && i < sizeof results / sizeof *results; i++)
    if (has_word(results[i].names, name)) {
      *low = results[i].low;
      *high = results[i].high;
      return true;
    }
  return false;
}

/* The type of the symbol (elf.h), -1 if there is none. */
static int symbol_type(const char *file, const char *name) {
  void *library = dlopen(file, RTLD_LAZY);
  void *at = library ? dlsym(library, name) : NULL;
  Dl_info info;
  void *symbol = NULL;
  bool is_told = at && dladdr1(at, &info, &symbol, RTLD_DL_SYMENT) && symbol;
  int type = !at       ? -1
             : is_told ? ELF64_ST_TYPE(((const ElfW(Sym) *)symbol)->st_info)
                       : STT_FUNC; /* chosen when the program starts */
  if (library)
    dlclose(library);
  return type;
}

static const char *const files[] = {"libc.so.6", "libm.so.6"};

bool tp_libc_has(const char *name) {
  bool found = false;
  for (size_t i = 0; i < sizeof files / sizeof *files; i++)
    found = found || symbol_type(files[i], name) >= 0;
  return found;
}

bool tp_libc_has_variable(const char *name) {
  bool found = false;
  for (size_t i = 0; i < sizeof files / sizeof *files; i++)
    found = found || symbol_type(files[i], name) == STT_OBJECT;
  return found;
}
