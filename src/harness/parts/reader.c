/* SPDX-License-Identifier: MIT */
/* Feeds the inputs of one generated test to the plain program.
 *
 * Compile it together with the program, with any C compiler; run.sh does that.
 * The environment variable TP2PH_TEST names the test (testcase-0001.xml). Each
 * call of an input function takes the next <input>; a call that fills an
 * object takes all that belong to it: variable="NAME#K+OFFSET" is the scalar
 * at byte OFFSET of the K-th object that is filled. A call behind the last
 * input ends the program: TP2PH_TOLD names the descriptor of a page in which
 * that is told to whoever has started it. Inputs of other threads and of
 * processes that the program forks are 0. The functions are weak: a program
 * that has its own keeps it.
 * Nothing of the C library is called: the program, or the file of --inputs, may
 * define getenv, fopen, strtod as it likes.
 */
typedef unsigned long long tp2ph_bits;

static struct tp2ph_test {
  char *next;           /* text not read yet; 0: nothing loaded */
  char *type, *value;   /* of the input that was found last */
  unsigned long object; /* it is a part of; 0: none */
  unsigned long offset;
  unsigned long objects; /* filled so far */
} tp2ph;

/* ---- texts --------------------------------------------------------------- */

static char *tp2ph_find(char *text, const char *word) {
  for (; *text; text++)
    if (*text == *word && tp2ph_starts(text, word))
      return text;
  return 0;
}

/* Behind the word where the tag has it, else its end. */
static char *tp2ph_attribute(char *tag, const char *word) {
  char *at = tp2ph_find(tag, word);
  if (!at)
    while (*tag)
      tag++;
  for (; at && *word; word++)
    at++;
  return at ? at : tag;
}

static void tp2ph_copy(void *to, const void *from, unsigned long n) {
  volatile char *out = to; /* no memcpy: that may be the program's, too */
  const char *in = from;
  while (n--)
    *out++ = *in++;
}

/* ---- the test ------------------------------------------------------------ */

static char tp2ph_path[4096]; /* of the test, as it was at the start */

__attribute__((constructor(101))) static void tp2ph_find_path(void) {
  char **word = tp2ph_path[0] ? 0 : tp2ph_variable("TP2PH_TEST=");
  const char *at = word ? *word + 11 : "";
  unsigned long n;
  for (n = 0; at[n] && n < sizeof tp2ph_path - 1; n++)
    tp2ph_path[n] = at[n];
}

static void tp2ph_read_all(long file) {
  unsigned long room = 1ul << 16, size = 0, i;
  long got;
  char *text = tp2ph_room(room, -1);
  while (text && (got = tp2ph_read(file, text + size, room - size - 1)) > 0) {
    size += (unsigned long)got;
    if (room - size - 1 == 0) {
      char *more = tp2ph_room(2 * room, -1);
      for (i = 0; more && i < size; i++)
        more[i] = text[i];
      text = more;
      room *= 2;
    }
  }
  tp2ph.next = text;
}

static void tp2ph_load(void) {
  static const char words[] = "replay: TP2PH_TEST must name a testcase file\n";
  long file;
  tp2ph_find_path();
  file = tp2ph_path[0] ? tp2ph_open(tp2ph_path, 0) : -1;
  if (file >= 0) {
    tp2ph_read_all(file);
    tp2ph_close(file);
  }
  if (!tp2ph.next) {
    tp2ph_complain(words, sizeof words - 1);
    tp2ph_end(2);
  }
}

/* ---- numbers ------------------------------------------------------------- */

static int tp2ph_digit(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99;
}

/* Whether there is a minus; *text is then behind it. */
static int tp2ph_sign(const char **text) {
  while (**text == ' ' || (**text >= '\t' && **text <= '\r'))
    ++*text;
  if (**text != '-' && **text != '+')
    return 0;
  return *(*text)++ == '-';
}

static tp2ph_bits tp2ph_integer(const char *text) {
  int is_negative = tp2ph_sign(&text), base = 10;
  tp2ph_bits value = 0;
  if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
    text += 2;
    base = 16;
  }
  for (; tp2ph_digit(*text) < base; text++)
    value = value * (unsigned)base + (unsigned)tp2ph_digit(*text);
  return is_negative ? 0 - value : value;
}

/* A whole number, the lowest 32 bits first. Numbers with up to 800 digits and
 * every power of ten that matters to a double have room. */
typedef struct tp2ph_big {
  unsigned n;
  unsigned at[136];
} tp2ph_big;

static void tp2ph_multiply(tp2ph_big *b, unsigned factor, unsigned plus) {
  tp2ph_bits carry = plus;
  unsigned i;
  for (i = 0; i < b->n; i++) {
    carry += (tp2ph_bits)b->at[i] * factor;
    b->at[i] = (unsigned)carry;
    carry >>= 32;
  }
  if (carry)
    b->at[b->n++] = (unsigned)carry;
}

static int tp2ph_length(const tp2ph_big *b) { /* in bits */
  int bits = 32 * (int)b->n;
  unsigned top = b->n ? b->at[b->n - 1] : 0;
  for (; b->n && !(top >> 31); top <<= 1)
    bits--;
  return bits;
}

static void tp2ph_shift(tp2ph_big *b, int bits) {
  for (; bits >= 31; bits -= 31)
    tp2ph_multiply(b, 1u << 31, 0);
  tp2ph_multiply(b, 1u << bits, 0);
}

static int tp2ph_is_less(const tp2ph_big *a, const tp2ph_big *b) {
  unsigned i = a->n;
  if (a->n != b->n)
    return a->n < b->n;
  while (i > 0 && a->at[i - 1] == b->at[i - 1])
    i--;
  return i > 0 && a->at[i - 1] < b->at[i - 1];
}

static void tp2ph_subtract(tp2ph_big *a, const tp2ph_big *b) {
  tp2ph_bits borrow = 0;
  unsigned i;
  for (i = 0; i < a->n; i++) {
    tp2ph_bits less = borrow + (i < b->n ? b->at[i] : 0);
    borrow = a->at[i] < less;
    a->at[i] = (unsigned)(a->at[i] - less);
  }
  while (a->n && a->at[a->n - 1] == 0)
    a->n--;
}

/* over / under * 2^exponent as IEEE has it, rounded to even: `fraction` bits,
 * `width` in all. */
static tp2ph_bits tp2ph_round(tp2ph_big *over, tp2ph_big *under, int exponent,
                              int fraction, int width) {
  int lowest = 2 - (1 << (width - fraction - 2)), drop = 63 - fraction, i;
  int difference = tp2ph_length(over) - tp2ph_length(under);
  tp2ph_bits q = 0, kept, low, half;
  tp2ph_bits infinite = (((tp2ph_bits)1 << (width - 1 - fraction)) - 1)
                        << fraction;
  tp2ph_shift(difference > 0 ? under : over,
              difference > 0 ? difference : -difference);
  exponent += difference;
  if (tp2ph_is_less(over, under)) {
    tp2ph_multiply(over, 2, 0);
    exponent--;
  }
  for (i = 0; i < 64; i++) { /* 1 <= over / under < 2, times 2^63 */
    q <<= 1;
    if (!tp2ph_is_less(over, under)) {
      tp2ph_subtract(over, under);
      q |= 1;
    }
    tp2ph_multiply(over, 2, 0);
  }
  if (exponent < lowest)
    drop += lowest - exponent;
  if (drop > 64)
    return 0;
  half = (tp2ph_bits)1 << (drop - 1);
  kept = drop == 64 ? 0 : q >> drop;
  low = drop == 64 ? q : q & (2 * half - 1);
  kept += low > half || (low == half && (over->n || kept & 1));
  if (exponent >= lowest)
    kept += (tp2ph_bits)(exponent - lowest) << fraction;
  return exponent > 1 - lowest || kept > infinite ? infinite : kept;
}

/* The digits, without leading zeros, into *b; how many lie behind the point, or
 * were left out before it (negative). */
static int tp2ph_digits(const char **text, int base, tp2ph_big *b) {
  int behind = 0, has_point = 0, n = 0;
  for (;; ++*text) {
    int digit = tp2ph_digit(**text);
    if (**text == '.' && !has_point)
      has_point = 1;
    else if (digit >= base)
      return behind;
    else if (n < 800) {
      n += n || digit;
      behind += has_point;
      tp2ph_multiply(b, (unsigned)base, (unsigned)digit);
    } else { /* only whether it is 0 matters */
      behind -= !has_point;
      b->at[0] |= digit != 0;
    }
  }
}

static int tp2ph_exponent(const char *text, char letter) {
  int value = 0, is_negative;
  if ((*text | 32) != letter)
    return 0;
  text++;
  is_negative = tp2ph_sign(&text);
  for (; tp2ph_digit(*text) < 10 && value < 100000; text++)
    value = 10 * value + tp2ph_digit(*text);
  return is_negative ? -value : value;
}

/* Of a number without its sign. */
static tp2ph_bits tp2ph_real(const char *text, int fraction, int width) {
  static tp2ph_big over, under;
  int is_hex = text[0] == '0' && (text[1] | 32) == 'x', exponent;
  tp2ph_bits infinite = (((tp2ph_bits)1 << (width - 1 - fraction)) - 1)
                        << fraction;
  over.n = 0;
  under.n = 1;
  under.at[0] = 1;
  text += is_hex ? 2 : 0;
  exponent = -tp2ph_digits(&text, is_hex ? 16 : 10, &over);
  if (over.n == 0)
    return 0;
  if (is_hex)
    return tp2ph_round(&over, &under, 4 * exponent + tp2ph_exponent(text, 'p'),
                       fraction, width);
  exponent += tp2ph_exponent(text, 'e');
  if (exponent > 400)
    return infinite;
  if (exponent < -1200) /* it has at most 801 digits */
    return 0;
  for (; exponent > 0; exponent--)
    tp2ph_multiply(&over, 10, 0);
  for (; exponent < 0; exponent++)
    tp2ph_multiply(&under, 10, 0);
  return tp2ph_round(&over, &under, 0, fraction, width);
}

/* The pattern of a float or double; a NaN keeps its payload: nan(0x1). */
static tp2ph_bits tp2ph_pattern(const char *text, int fraction, int width) {
  tp2ph_bits sign = (tp2ph_bits)tp2ph_sign(&text) << (width - 1);
  tp2ph_bits infinite = (((tp2ph_bits)1 << (width - 1 - fraction)) - 1)
                        << fraction;
  if (tp2ph_starts(text, "nan("))
    return sign | infinite | tp2ph_integer(text + 4);
  if (tp2ph_starts(text, "nan"))
    return sign | infinite | (tp2ph_bits)1 << (fraction - 1);
  if (tp2ph_starts(text, "inf"))
    return sign | infinite;
  return sign | tp2ph_real(text, fraction, width);
}

static double tp2ph_double(const char *text) {
  tp2ph_bits bits = tp2ph_pattern(text, 52, 64);
  double value;
  tp2ph_copy(&value, &bits, sizeof value);
  return value;
}

static float tp2ph_float(const char *text) {
  unsigned bits = (unsigned)tp2ph_pattern(text, 23, 32);
  float value;
  tp2ph_copy(&value, &bits, sizeof value);
  return value;
}

/* ---- who asks ------------------------------------------------------------ */

static volatile unsigned *tp2ph_told; /* inputs read; there was no other */
static long tp2ph_owner; /* the process that has them; 0: not yet */
static __thread int tp2ph_is_main;

__attribute__((constructor(101))) static void tp2ph_begin(void) {
  char **word = tp2ph_owner ? 0 : tp2ph_variable("TP2PH_TOLD=");
  if (tp2ph_owner)
    return;
  tp2ph_is_main = 1;
  tp2ph_owner = tp2ph_process();
  if (word) {
    long file = (long)tp2ph_integer(*word + 11);
    tp2ph_told = (volatile unsigned *)tp2ph_room(4096, file);
    tp2ph_close(file);
    for (; *word; word++)
      word[0] = word[1];
  }
}

/* Whether the test has inputs for this call. */
static int tp2ph_is_asked(void) {
  tp2ph_begin();
  if (!tp2ph_is_main || tp2ph_process() != tp2ph_owner)
    return 0;
  if (tp2ph_told)
    tp2ph_told[0]++;
  return 1;
}

static void tp2ph_starve(void) {
  static const char words[] = "replay: the test has no more inputs\n";
  if (tp2ph_told)
    tp2ph_told[1] = 1;
  else
    tp2ph_complain(words, sizeof words - 1);
  tp2ph_end(0);
}

/* ---- inputs -------------------------------------------------------------- */

/* What follows the last '#' of the tag: K+OFFSET. */
static void tp2ph_place(char *tag) {
  char *at = 0;
  for (tag = tp2ph_attribute(tag, "variable=\""); *tag; tag++)
    if (*tag == '#')
      at = tag + 1;
  tp2ph.object = at ? (unsigned long)tp2ph_integer(at) : 0;
  while (at && tp2ph_digit(*at) < 10)
    at++;
  tp2ph.offset = at && *at ? (unsigned long)tp2ph_integer(at + 1) : 0;
}

/* Finds the next input without taking it. 0 at the end. */
static int tp2ph_peek(void) {
  char *tag, *close;
  if (!tp2ph.next)
    tp2ph_load();
  if (tp2ph.value)
    return 1;
  tag = tp2ph_find(tp2ph.next, "<input");
  close = tag ? tp2ph_find(tag, ">") : 0;
  if (!close)
    return 0;
  *close = '\0';
  tp2ph.value = close + 1;
  tp2ph.next = close + 1;
  tp2ph.type = tp2ph_attribute(tag, "type=\"");
  tp2ph_place(tag);
  return 1;
}

void __tp2ph_record_read(void) __attribute__((weak)); /* of a recorder */

/* The text of the next input's value; it is taken. */
static const char *tp2ph_take(void) {
  char *value;
  if (!tp2ph_is_asked())
    return "0";
  if (!tp2ph_peek())
    tp2ph_starve();
  value = tp2ph.value;
  tp2ph.value = 0;
  if (__tp2ph_record_read)
    __tp2ph_record_read();
  return value;
}

/* The bits of a scalar of the type that the input names; *n: its bytes. */
static tp2ph_bits tp2ph_scalar(const char *type, const char *text,
                               unsigned long *n) {
  if (tp2ph_starts(type, "unsigned "))
    type += 9;
  *n = *type == 'l' || *type == 'd'   ? 8
       : *type == 'i' || *type == 'f' ? 4
       : tp2ph_starts(type, "short")  ? 2
                                      : 1;
  if (tp2ph_starts(type, "double"))
    return tp2ph_pattern(text, 52, 64);
  if (tp2ph_starts(type, "float"))
    return tp2ph_pattern(text, 23, 32);
  return tp2ph_integer(text);
}

/* Fills the next object; returns how many scalars that took. */
static int tp2ph_object(void *object, unsigned long size) {
  unsigned long number = tp2ph.objects + 1, n;
  int taken = 0;
  if (size && !tp2ph_is_asked()) {
    for (n = 0; n < size; n++)
      ((volatile char *)object)[n] = 0;
    return 1;
  }
  if (size && !tp2ph_peek())
    tp2ph_starve();
  for (; size && tp2ph_peek() && tp2ph.object == number; taken++) {
    unsigned long offset = tp2ph.offset;
    const char *type = tp2ph.type;
    tp2ph_bits bits = tp2ph_scalar(type, tp2ph_take(), &n);
    if (offset <= size && n <= size - offset)
      tp2ph_copy((char *)object + offset, &bits, n);
  }
  tp2ph.objects += taken > 0;
  return taken;
}
