/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "unit/reads.h"

#include <stdlib.h>

static const char text_of_streams[] =
#include "unit/reads/streams.c.inc"
    ;

#define SEVERAL(F) \
  F(fgetc, "int fgetc(FILE *);", TP_READS_STREAM) \
  F(getc, "int getc(FILE *);", TP_READS_STREAM) \
  F(getchar, "int getchar(void);", TP_READS_STDIN) \
  F(getc_unlocked, "int getc_unlocked(FILE *);", TP_READS_STREAM) \
  F(getchar_unlocked, "int getchar_unlocked(void);", TP_READS_STDIN) \
  F(ungetc, "int ungetc(int, FILE *);", TP_READS_NOTHING) \
  F(fgets, "char *fgets(char *, int, FILE *);", TP_READS_STREAM) \
  F(getline, "ssize_t getline(char **, size_t *, FILE *);", TP_READS_STREAM) \
  F(getdelim, "ssize_t getdelim(char **, size_t *, int, FILE *);", \
    TP_READS_STREAM) \
  F(fread, "size_t fread(void *, size_t, size_t, FILE *);", TP_READS_STREAM) \
  F(read, "ssize_t read(int, void *, size_t);", TP_READS_STREAM) \
  F(feof, "int feof(FILE *);", TP_READS_NOTHING) \
  F(clearerr, "void clearerr(FILE *);", TP_READS_NOTHING) \
  F(fileno, "int fileno(FILE *);", TP_READS_NOTHING) \
  F(setvbuf, "int setvbuf(FILE *, char *, int, size_t);", TP_READS_NOTHING) \
  F(setbuf, "void setbuf(FILE *, char *);", TP_READS_NOTHING) \
  F(ferror, "int ferror(FILE *);", TP_READS_NOTHING) \
  F(fseek, "int fseek(FILE *, long, int);", TP_READS_NOTHING) \
  F(rewind, "void rewind(FILE *);", TP_READS_NOTHING) \
  F(ftell, "long ftell(FILE *);", TP_READS_NOTHING) \
  F(fopen, "FILE *fopen(const char *, const char *);", TP_READS_FILE) \
  F(fclose, "int fclose(FILE *);", TP_READS_NOTHING) \
  F(open, "int open(const char *, int, ...);", TP_READS_FILE) \
  F(close, "int close(int);", TP_READS_NOTHING) \
  F(scanf, "int scanf(const char *, ...);", TP_READS_STDIN) \
  F(fscanf, "int fscanf(FILE *, const char *, ...);", TP_READS_STREAM)

typedef struct stand_in {
  const char *name, *prototype;
  tp_reads_kind kind;
} stand_in;

static const stand_in stream_functions[] = {
#define ROW(name, prototype, kind) {#name, prototype, kind},
    SEVERAL(ROW)};

/* ---- what is asked for --------------------------------------------------- */

bool tp_reads_has(const tp_reads_plan *w, bool is_files, const char *name) {
  const tp_reads_item *at = is_files ? w->files.at : w->variables.at;
  uint32_t n = is_files ? w->files.n : w->variables.n;
  for (uint32_t i = 0; i < n; i++)
    if (strcmp(at[i].name.at, name) == 0)
      return true;
  return false;
}

bool tp_reads_parse(tp_reads_plan *out, bool is_files, const char *text) {
  for (;;) {
    size_t n = strcspn(text, ",");
    const char *equals = memchr(text, '=', n);
    char *end = NULL;
    unsigned long bytes = equals ? strtoul(equals + 1, &end, 10) : 0;
    if (!equals || equals == text || end != text + n || bytes == 0 ||
        bytes > 4096 || memchr(text, '"', n) || memchr(text, '\\', n))
      return false;
    tp_reads_item item = {.bytes = (uint32_t)bytes};
    tp_str_addn(&item.name, text, (size_t)(equals - text));
    if (tp_reads_has(out, is_files, item.name.at)) {
      tp_str_free(&item.name);
      return false;
    }
    if (is_files)
      VEC_PUSH(&out->files, item);
    else
      VEC_PUSH(&out->variables, item);
    if (!text[n])
      return true;
    text += n + 1;
  }
}

static bool has_streams(const tp_reads_plan *w) {
  return w->stdin_bytes || w->files.n;
}

bool tp_reads_is_empty(const tp_reads_plan *w) {
  return !has_streams(w) && !w->variables.n;
}

void tp_reads_free(tp_reads_plan *w) {
  for (uint32_t i = 0; i < w->files.n; i++)
    tp_str_free(&w->files.at[i].name);
  for (uint32_t i = 0; i < w->variables.n; i++)
    tp_str_free(&w->variables.at[i].name);
  VEC_FREE(&w->files);
  VEC_FREE(&w->variables);
}

const char *const *tp_reads_flags(const tp_reads_plan *w) {
#define FLAG(name, prototype, kind) "-D" #name "=tp2ph_" #name,
#define FLAGS_OF_VARIABLES \
  "-Dgetenv=tp2ph_getenv", "-Dsecure_getenv=tp2ph_getenv", NULL
  static const char *const all[] = {SEVERAL(FLAG) FLAGS_OF_VARIABLES};
  static const char *const streams[] = {SEVERAL(FLAG) NULL};
  static const char *const variables[] = {FLAGS_OF_VARIABLES};
  static const char *const none[] = {NULL};
  return has_streams(w) ? (w->variables.n ? all : streams)
                        : (w->variables.n ? variables : none);
}

tp_reads_kind tp_reads_kind_of(const char *function) {
  for (size_t i = 0; i < sizeof stream_functions / sizeof *stream_functions;
       i++)
    if (strcmp(stream_functions[i].name, function) == 0)
      return stream_functions[i].kind;
  return strcmp(function, "getenv") == 0 ||
                 strcmp(function, "secure_getenv") == 0
             ? TP_READS_VARIABLE
             : TP_READS_NOTHING;
}

/* ---- C ------------------------------------------------------------------- */

static void add_stream(tp_str *out, unsigned i, const char *name,
                       uint32_t bytes) {
  tp_str_addf(out,
              "static unsigned char tp2ph_bytes_%u[%u];\n"
              "static void tp2ph_fill_%u(struct tp2ph_stream *s) {\n"
              "  unsigned short size;\n"
              "  tp2ph_input_object(&size, sizeof size, \"size of %s\");\n"
              "  tp2ph_assume_that(size <= %u);\n"
              "  tp2ph_input_object(&tp2ph_bytes_%u[0], %u, \"%s\");\n"
              "  s->bytes = tp2ph_bytes_%u;\n  s->size = size;\n}\n",
              i, bytes, i, name, bytes, i, bytes, name, i);
}

static void add_streams(const tp_reads_plan *w, tp_str *out) {
  tp_str table = {0};
  unsigned n = 0;
  tp_str_add(out, "struct tp2ph_stream {\n  const char *name;\n"
                  "  void (*fill)(struct tp2ph_stream *);\n"
                  "  int (*seek)(struct tp2ph_stream *);\n"
                  "  int is_stdin, is_sought, is_missing;\n"
                  "  int is_begun, is_open, has_ended;\n"
                  "  unsigned char *bytes;\n  unsigned size, at;\n};\n");
  if (w->stdin_bytes) {
    add_stream(out, n, "stdin", w->stdin_bytes);
    tp_str_addf(&table, "  {\"stdin\", tp2ph_fill_%u, 0, 1},\n", n++);
  }
  for (uint32_t i = 0; i < w->files.n; i++) {
    const tp_reads_item *f = &w->files.at[i];
    add_stream(out, n, f->name.at, f->bytes);
    tp_str_addf(out,
                "static int tp2ph_seek_%u(struct tp2ph_stream *s) {\n"
                "  (void)s;\n"
                "  return tp2ph_input_bool(\"%s is missing\");\n}\n",
                n, f->name.at);
    tp_str_addf(&table, "  {\"%s\", tp2ph_fill_%u, tp2ph_seek_%u},\n",
                f->name.at, n, n);
    n++;
  }
  tp_str_addf(out,
              "#define TP2PH_STREAMS %u\n#define TP2PH_DESCRIPTOR 1000\n"
              "#define TP2PH_CREATES O_CREAT\n"
              "static struct tp2ph_stream tp2ph_streams[] = {\n%s};\n",
              n, table.at);
  tp_str_add(out, text_of_streams);
  tp_str_free(&table);
}

static void add_variables(const tp_reads_plan *w, tp_str *out) {
  tp_str_add(out, "#undef getenv\n#undef secure_getenv\n"
                  "char *getenv(const char *);\n"
                  "char *tp2ph_getenv(const char *name) {\n");
  for (uint32_t i = 0; i < w->variables.n; i++) {
    const tp_reads_item *v = &w->variables.at[i];
    tp_str_addf(out,
                "  static char value_%u[%u], state_%u; /* %s */\n"
                "  if (strcmp(name, \"%s\") == 0) {\n"
                "    if (!state_%u) {\n"
                "      state_%u = tp2ph_input_bool(\"%s is set\") ? 2 : 1;\n"
                "      tp2ph_input_object(&value_%u[0], %u, \"%s\");\n    }\n"
                "    return state_%u == 2 ? value_%u : 0;\n  }\n",
                i, v->bytes + 1, i, v->name.at, v->name.at, i, i, v->name.at, i,
                v->bytes, v->name.at, i, i);
  }
  tp_str_add(out, "  return getenv(name);\n}\n");
}

void tp_reads_write(const tp_reads_plan *w, tp_str *out) {
  if (tp_reads_is_empty(w))
    return;
  tp_str_add(out, "#include <fcntl.h>\n#include <stdarg.h>\n"
                  "#include <stdio.h>\n#include <stdlib.h>\n"
                  "#include <string.h>\n#include <sys/types.h>\n"
                  "#include <unistd.h>\n");
  for (size_t i = 0;
       has_streams(w) && i < sizeof stream_functions / sizeof *stream_functions;
       i++)
    tp_str_addf(out, "#undef %s\n%s\n", stream_functions[i].name,
                stream_functions[i].prototype);
  if (has_streams(w))
    add_streams(w, out);
  if (w->variables.n)
    add_variables(w, out);
}
