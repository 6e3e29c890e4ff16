/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sizes and layouts are those of 64-bit x86 under Linux. Flags that change
 * them are refused rather than computed wrong.
 */
#include "front/target.h"

#include "front/strange.h"

static const char *const layout_flags[] = {
    "-fpack-struct",
    "-fshort-wchar",
    "-fshort-double",
    "-funsigned-bitfields",
    "-fno-signed-bitfields",
    "-mms-bitfields",
    "-malign-double",
    "-m96bit-long-double",
    "-mlong-double-64",
    "-mlong-double-128",
    "-fsingle-precision-constant",
    "-freg-struct-return",
    "-fsso-struct=big-endian",
};

/* flags: up to NULL; no list: none */
static int check_flags(const char *const *flags, const char *path,
                       tp_diag *diag) {
  for (; flags && *flags; flags++)
    for (size_t k = 0; k < sizeof layout_flags / sizeof *layout_flags; k++)
      if (tp_text_starts(*flags, layout_flags[k])) {
        int rc = tp_diag_set(diag, TP_REFUSED,
                             "the flag %s changes the layout of types, which "
                             "tp2ph does not model",
                             *flags);
        tp_diag_at(diag, path, 0, 0, NULL);
        return rc;
      }
  return 0;
}

static bool has_flag(const tp_unit *u, const char *text) {
  for (uint32_t i = 0; i < u->flags.n; i++)
    if (tp_text_starts(u->flags.at[i], text))
      return true;
  return false;
}

/* Compilers make one operation of a * b + c where the machine has it. */
static void check_fused(tp_program *p, tp_unit_id unit) {
  bool is_fused = tp_place_has_macro(p, unit, "__FMA__") ||
                  tp_place_has_macro(p, unit, "__FMA4__");
  if (is_fused && !has_flag(&p->units.at[unit], "-ffp-contract=off"))
    tp_front_strange(p, TP_STRANGE_ROUNDING, "fused operations", "", 0, 0, 0);
}

/* CC="ccache gcc -O2": from the first flag on. */
static const char *const *flags_of_compiler(const char *const *words) {
  while (words && *words && **words != '-')
    words++;
  return words;
}

int tp_front_check_target(tp_program *p, tp_unit_id unit,
                          const char *const *cc_words, tp_diag *diag) {
  const tp_unit *u = &p->units.at[unit];
  const char *path = tp_names_text(p->names, u->path);
  tp_type *plain_char = &p->types.at.at[TP_TYPE_CHAR];
  bool is_signed = !tp_place_has_macro(p, unit, "__CHAR_UNSIGNED__");
  const char *const *own = flags_of_compiler(cc_words);
  const char *const *flags =
      u->flags.n ? (const char *const *)u->flags.at : NULL;
  if (check_flags(own, path, diag) < 0 || check_flags(flags, path, diag) < 0)
    return -1;
  /* A compiler that does not print its macros is taken at its word. */
  bool knows_macros = tp_place_has_macro(p, unit, "__CHAR_BIT__");
  if (knows_macros && !(tp_place_has_macro(p, unit, "__LP64__") &&
                        tp_place_has_macro(p, unit, "__x86_64__"))) {
    tp_diag_set(diag, TP_REFUSED,
                "tp2ph models 64-bit x86 programs only; the compiler makes "
                "something else");
    tp_diag_at(diag, path, 0, 0, NULL);
    return -1;
  }
  check_fused(p, unit);
  tp_front_strange_flags(p, own);
  tp_front_strange_flags(p, flags);
  if (unit == 1)
    plain_char->is_signed = is_signed;
  else if (plain_char->is_signed != is_signed) {
    tp_diag_set(diag, TP_REFUSED,
                "char is signed in one file and unsigned in another");
    tp_diag_at(diag, path, 0, 0, NULL);
    return -1;
  }
  return 0;
}
