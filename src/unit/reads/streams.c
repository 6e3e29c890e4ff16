/* SPDX-License-Identifier: MIT */
/* Streams whose bytes are inputs: standard input, and files that the user has
 * named. Every function of the program that reads one comes here; what is none
 * of ours goes on to the C library. tp2ph_streams is written before this. */

static int tp2ph_is_ours(const struct tp2ph_stream *s, const FILE *f) {
  return (const void *)s == (const void *)f || (s->is_stdin && f == stdin);
}

/* The bytes are read when the program first asks for one. */
static struct tp2ph_stream *tp2ph_begin(struct tp2ph_stream *s) {
  if (!s->is_begun) {
    s->is_begun = 1;
    s->fill(s);
  }
  return s;
}

static struct tp2ph_stream *tp2ph_stream(const FILE *f) {
  unsigned i;
  for (i = 0; i < TP2PH_STREAMS; i++)
    if (tp2ph_is_ours(&tp2ph_streams[i], f))
      return tp2ph_begin(&tp2ph_streams[i]);
  return 0;
}

static struct tp2ph_stream *tp2ph_opened(int fd) {
  unsigned i;
  for (i = 0; i < TP2PH_STREAMS; i++)
    if (tp2ph_streams[i].is_stdin
            ? fd == 0
            : fd == TP2PH_DESCRIPTOR + (int)i && tp2ph_streams[i].is_open)
      return tp2ph_begin(&tp2ph_streams[i]);
  return 0;
}

static struct tp2ph_stream *tp2ph_named(const char *name) {
  unsigned i;
  for (i = 0; i < TP2PH_STREAMS; i++)
    if (!tp2ph_streams[i].is_stdin && strcmp(tp2ph_streams[i].name, name) == 0)
      return &tp2ph_streams[i];
  return 0;
}

/* Asked once: whether the file is there is an input, too. */
static int tp2ph_is_there(struct tp2ph_stream *s) {
  if (!s->is_sought) {
    s->is_sought = 1;
    s->is_missing = s->seek(s);
  }
  return !s->is_missing;
}

static int tp2ph_next(struct tp2ph_stream *s) {
  if (s->at < s->size)
    return s->bytes[s->at++];
  s->has_ended = 1;
  return -1;
}

/* ---- characters, lines, blocks ------------------------------------------- */

int tp2ph_fgetc(FILE *f) {
  struct tp2ph_stream *s = tp2ph_stream(f);
  return s ? tp2ph_next(s) : fgetc(f);
}

int tp2ph_getc(FILE *f) {
  return tp2ph_fgetc(f);
}

int tp2ph_getc_unlocked(FILE *f) {
  return tp2ph_fgetc(f);
}

int tp2ph_getchar_unlocked(void) {
  return tp2ph_fgetc(stdin);
}

int tp2ph_getchar(void) {
  return tp2ph_fgetc(stdin);
}

int tp2ph_ungetc(int c, FILE *f) {
  struct tp2ph_stream *s = tp2ph_stream(f);
  if (!s)
    return ungetc(c, f);
  if (c < 0 || s->at == 0)
    return -1;
  s->bytes[--s->at] = (unsigned char)c;
  s->has_ended = 0;
  return c;
}

char *tp2ph_fgets(char *to, int n, FILE *f) {
  struct tp2ph_stream *s = tp2ph_stream(f);
  int i = 0;
  if (!s)
    return fgets(to, n, f);
  while (i + 1 < n) {
    int c = tp2ph_next(s);
    if (c < 0)
      break;
    to[i++] = (char)c;
    if (c == '\n')
      break;
  }
  if (i == 0)
    return 0;
  to[i] = 0;
  return to;
}

ssize_t tp2ph_getdelim(char **line, size_t *size, int end, FILE *f) {
  struct tp2ph_stream *s = tp2ph_stream(f);
  size_t n = 0;
  int c = -1;
  if (!s)
    return getdelim(line, size, end, f);
  while (c != end && (c = tp2ph_next(s)) >= 0) {
    if (!*line || *size < n + 2) {
      char *longer = realloc(*line, 2 * n + 120);
      if (!longer)
        return -1;
      *line = longer;
      *size = 2 * n + 120;
    }
    (*line)[n++] = (char)c;
    (*line)[n] = 0;
  }
  return n ? (ssize_t)n : -1;
}

ssize_t tp2ph_getline(char **line, size_t *size, FILE *f) {
  return tp2ph_getdelim(line, size, '\n', f);
}

size_t tp2ph_fread(void *to, size_t each, size_t n, FILE *f) {
  struct tp2ph_stream *s = tp2ph_stream(f);
  size_t i;
  if (!s)
    return fread(to, each, n, f);
  for (i = 0; i < each * n; i++) {
    int c = tp2ph_next(s);
    if (c < 0)
      break;
    ((unsigned char *)to)[i] = (unsigned char)c;
  }
  return each ? i / each : 0;
}

ssize_t tp2ph_read(int fd, void *to, size_t n) {
  struct tp2ph_stream *s = tp2ph_opened(fd);
  size_t i;
  if (!s)
    return read(fd, to, n);
  for (i = 0; i < n && s->at < s->size; i++)
    ((unsigned char *)to)[i] = s->bytes[s->at++];
  return (ssize_t)i;
}

/* ---- where one is -------------------------------------------------------- */

int tp2ph_feof(FILE *f) {
  struct tp2ph_stream *s = tp2ph_stream(f);
  return s ? s->has_ended : feof(f);
}

void tp2ph_clearerr(FILE *f) {
  struct tp2ph_stream *s = tp2ph_stream(f);
  if (s)
    s->has_ended = 0;
  else
    clearerr(f);
}

int tp2ph_fileno(FILE *f) {
  struct tp2ph_stream *s = tp2ph_stream(f);
  if (!s)
    return fileno(f);
  s->is_open = 1;
  return s->is_stdin ? 0 : TP2PH_DESCRIPTOR + (int)(s - tp2ph_streams);
}

int tp2ph_setvbuf(FILE *f, char *buffer, int how, size_t size) {
  return tp2ph_stream(f) ? 0 : setvbuf(f, buffer, how, size);
}

void tp2ph_setbuf(FILE *f, char *buffer) {
  if (!tp2ph_stream(f))
    setbuf(f, buffer);
}

int tp2ph_ferror(FILE *f) {
  return tp2ph_stream(f) ? 0 : ferror(f);
}

int tp2ph_fseek(FILE *f, long offset, int whence) {
  struct tp2ph_stream *s = tp2ph_stream(f);
  long to;
  if (!s)
    return fseek(f, offset, whence);
  to = offset + (whence == SEEK_SET   ? 0
                 : whence == SEEK_CUR ? (long)s->at
                                      : (long)s->size);
  if (to < 0)
    return -1;
  s->at = (unsigned)to;
  s->has_ended = 0;
  return 0;
}

void tp2ph_rewind(FILE *f) {
  if (tp2ph_stream(f))
    tp2ph_fseek(f, 0, SEEK_SET);
  else
    rewind(f);
}

long tp2ph_ftell(FILE *f) {
  struct tp2ph_stream *s = tp2ph_stream(f);
  return s ? (long)s->at : ftell(f);
}

FILE *tp2ph_fopen(const char *name, const char *how) {
  struct tp2ph_stream *s = how[0] == 'r' ? tp2ph_named(name) : 0;
  if (!s)
    return fopen(name, how);
  if (!tp2ph_is_there(s))
    return 0;
  s->at = 0;
  s->has_ended = 0;
  return (FILE *)(void *)s;
}

int tp2ph_fclose(FILE *f) {
  return tp2ph_stream(f) ? 0 : fclose(f);
}

int tp2ph_open(const char *name, int flags, ...) {
  struct tp2ph_stream *s = (flags & 3) == 0 ? tp2ph_named(name) : 0;
  va_list rest;
  int mode;
  va_start(rest, flags);
  mode = flags & TP2PH_CREATES ? va_arg(rest, int) : 0;
  va_end(rest);
  if (!s)
    return open(name, flags, mode);
  if (!tp2ph_is_there(s))
    return -1;
  s->at = 0;
  s->is_open = 1;
  return TP2PH_DESCRIPTOR + (int)(s - tp2ph_streams);
}

int tp2ph_close(int fd) {
  struct tp2ph_stream *s = fd == 0 ? 0 : tp2ph_opened(fd);
  if (!s)
    return close(fd);
  s->is_open = 0;
  return 0;
}

/* ---- scanf --------------------------------------------------------------- */

static int tp2ph_is_space(int c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

static int tp2ph_peek(struct tp2ph_stream *s) {
  if (s->at < s->size)
    return s->bytes[s->at];
  s->has_ended = 1;
  return -1;
}

static void tp2ph_skip(struct tp2ph_stream *s) {
  while (tp2ph_is_space(tp2ph_peek(s)))
    s->at++;
}

static int tp2ph_is_of_number(int c, char kind) {
  return (c >= '0' && c <= '9') || c == '-' || c == '+' ||
         ((kind == 'x' || kind == 'i' || kind == 'f') &&
          ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') || c == 'x' ||
           c == 'X')) ||
         (kind == 'f' && c == '.');
}

/* Its characters, at most `width`; how many. */
static int tp2ph_word(struct tp2ph_stream *s, char *to, int width, char kind) {
  int n = 0;
  while (n < width) {
    int c = tp2ph_peek(s);
    if (c < 0 ||
        (kind == 's' ? tp2ph_is_space(c) : !tp2ph_is_of_number(c, kind)) ||
        (kind != 's' && n > 0 && (c == '-' || c == '+') && kind != 'f'))
      break;
    if (to)
      to[n] = (char)c;
    n++;
    s->at++;
  }
  if (to)
    to[n] = 0;
  return n;
}

static void tp2ph_store(void *to, long long value, int size) {
  if (size == 1)
    *(char *)to = (char)value;
  else if (size == 2)
    *(short *)to = (short)value;
  else if (size == 4)
    *(int *)to = (int)value;
  else
    *(long long *)to = value;
}

static int tp2ph_vscan(struct tp2ph_stream *s, const char *how, va_list args) {
  int done = 0;
  for (; *how; how++) {
    char word[64], kind, *end;
    int width = 0, size = 4, is_dropped = 0;
    if (tp2ph_is_space((unsigned char)*how)) {
      tp2ph_skip(s);
      continue;
    }
    if (*how != '%' || *++how == '%') {
      if (tp2ph_peek(s) != (unsigned char)*how)
        return tp2ph_peek(s) < 0 && !done ? -1 : done;
      s->at++;
      continue;
    }
    if (*how == '*')
      is_dropped = 1, how++;
    while (*how >= '0' && *how <= '9')
      width = 10 * width + *how++ - '0';
    for (; strchr("hljzt", *how); how++)
      size = *how == 'h' ? size / 2 : 8;
    kind = strchr("feEgGaA", *how) ? 'f' : *how == 'X' ? 'x' : *how;
    if (kind == 'c') {
      int c = tp2ph_next(s);
      if (c < 0)
        return done ? done : -1;
      if (!is_dropped)
        *va_arg(args, char *) = (char)c, done++;
      continue;
    }
    tp2ph_skip(s);
    if (tp2ph_peek(s) < 0)
      return done ? done : -1;
    if (kind == 's') {
      char *to = is_dropped ? 0 : va_arg(args, char *);
      tp2ph_word(s, to, width ? width : 1 << 20, 's');
      done += !is_dropped;
      continue;
    }
    if (!strchr("diuxof", kind) ||
        tp2ph_word(s, word, width && width < 63 ? width : 63, kind) == 0)
      return done;
    if (kind == 'f') {
      double value = strtod(word, &end);
      if (!is_dropped && size == 8)
        *va_arg(args, double *) = value;
      else if (!is_dropped)
        *va_arg(args, float *) = (float)value;
    } else {
      long long value = strtoll(word, &end,
                                kind == 'x'   ? 16
                                : kind == 'o' ? 8
                                : kind == 'i' ? 0
                                              : 10);
      if (end == word)
        return done;
      if (!is_dropped)
        tp2ph_store(va_arg(args, void *), value, size);
    }
    if (end == word)
      return done;
    done += !is_dropped;
  }
  return done;
}

int tp2ph_fscanf(FILE *f, const char *how, ...) {
  struct tp2ph_stream *s = tp2ph_stream(f);
  va_list args;
  int n;
  va_start(args, how);
  n = s ? tp2ph_vscan(s, how, args) : vfscanf(f, how, args);
  va_end(args);
  return n;
}

int tp2ph_scanf(const char *how, ...) {
  struct tp2ph_stream *s = tp2ph_stream(stdin);
  va_list args;
  int n;
  va_start(args, how);
  n = s ? tp2ph_vscan(s, how, args) : vfscanf(stdin, how, args);
  va_end(args);
  return n;
}
