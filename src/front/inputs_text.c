/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A declaration in, the C definition out:
 *
 *   int ate_read(int pin, double *value) {
 *   int tp2ph_value = {0};
 *   (void)pin; (void)value;
 *   tp2ph_deliver((void *)value, sizeof *value, "ate_read.value", -1, 1);
 *   tp2ph_deliver(&tp2ph_value, sizeof tp2ph_value, "ate_read");
 *   return tp2ph_value;
 *   }
 *
 * No if and no loop: it adds nothing to the branches and the paths of the
 * program. Text that is returned stays as it is for the next 64 calls or more.
 */
#include "front/declaration.h"

/* How many texts of N characters are kept, as C. */
#define KEPT_TEXTS "(65536 / ((%s) + 1) + 64)"

void tp_rd_add_word(const tp_reading *r, tp_str *out, uint32_t i) {
  const tp_word *w = &r->words.at[i];
  tp_str_addn(out, r->in->text.at + w->begin, w->end - w->begin);
}

void tp_rd_add_span(const tp_reading *r, tp_str *out, tp_span s) {
  for (uint32_t i = s.from; i < s.to; i++) {
    if (i > s.from && r->words.at[i].begin > r->words.at[i - 1].end)
      tp_str_addc(out, ' ');
    tp_rd_add_word(r, out, i);
  }
}

static bool is_empty(tp_span s) {
  return s.from == s.to;
}

/* `#line` so that the text that follows has the line of offset `at`. */
static void add_line(const tp_reading *r, tp_str *out, uint32_t line) {
  tp_inputs_add_line(r->in, out, line);
}

void tp_inputs_add_line(const tp_inputs_file *in, tp_str *out, uint32_t line) {
  tp_str_addf(out, "\n#line %u \"", line);
  for (const char *c = in->path; *c; c++) {
    if (*c == '"' || *c == '\\')
      tp_str_addc(out, '\\');
    if (*c == '\n')
      tp_str_add(out, "\\n");
    else
      tp_str_addc(out, *c);
  }
  tp_str_add(out, "\"\n");
}

void tp_rd_add_hidden_line(tp_str *out) {
  tp_str_add(out, "\n#line 1 \"tp2ph: deliveries\"\n");
}

/* Begin the line of word i again; the offset of its first byte. */
static uint32_t start_line(const tp_reading *r, tp_str *out, uint32_t i) {
  uint32_t at = r->words.at[i].begin;
  add_line(r, out, r->words.at[i].line);
  while (at > 0 && r->in->text.at[at - 1] != '\n')
    at--;
  return at;
}

/* Word i in the line and column that it has in the file; what was written
 * before it stands for the file up to *at. */
static void add_in_place(const tp_reading *r, tp_str *out, uint32_t i,
                         uint32_t *at) {
  for (; *at < r->words.at[i].begin; ++*at)
    tp_str_addc(out, r->in->text.at[*at] == '\n' ? '\n' : ' ');
  tp_rd_add_word(r, out, i);
  *at = r->words.at[i].end;
}

void tp_rd_add_in_place(const tp_reading *r, tp_str *out, uint32_t i) {
  uint32_t at = start_line(r, out, i);
  add_in_place(r, out, i, &at);
}

/* ---- the head ------------------------------------------------------------ */

static bool needs_name(const tp_reading *r, const tp_item *item) {
  const tp_word *w = &r->words.at[item->words.from];
  bool is_void = item->words.to == item->words.from + 1 &&
                 tp_word_is(r->in->text.at, w, "void");
  return item->name == TP_NO_WORD && !is_void && w->first != '.';
}

/* The words at their places; what is not C is blank. */
void tp_inputs_write_head(const tp_reading *r, tp_str *out) {
  uint32_t at = start_line(r, out, r->d.all.from), param = 0;
  for (uint32_t i = r->d.all.from; i < r->d.all.to; i++) {
    if (r->dropped.at[i])
      continue;
    add_in_place(r, out, i, &at);
    if (param >= r->d.params.n || r->d.params.at[param].words.to != i + 1)
      continue;
    if (needs_name(r, &r->d.params.at[param]))
      tp_str_addf(out, " tp2ph_%u", param);
    param++;
  }
}

/* ---- what it does -------------------------------------------------------- */

void tp_inputs_label(const tp_reading *r, const tp_item *item, tp_str *out) {
  if (item->owner) {
    tp_inputs_label(r, item->owner, out);
    tp_rd_add_span(r, out, item->path);
    return;
  }
  tp_rd_add_word(r, out, r->d.name);
  if (item->name != TP_NO_WORD) {
    tp_str_addc(out, '.');
    tp_rd_add_word(r, out, item->name);
  }
}

/* The last delivery of a label gets this one as its next. */
static void add_delivery(tp_inputs_file *in, const tp_delivery *made) {
  bool is_new;
  VEC_PUSH(&in->deliveries, *made);
  uint32_t *slot = tp_map_put(&in->by_label, made->label, &is_new);
  if (is_new) {
    *slot = in->deliveries.n;
    return;
  }
  uint32_t last = *slot;
  while (in->deliveries.at[last - 1].next)
    last = in->deliveries.at[last - 1].next;
  in->deliveries.at[last - 1].next = in->deliveries.n;
}

static void note_delivery(tp_reading *r, const tp_item *item,
                          const tp_str *label) {
  tp_inputs_file *in = r->in;
  tp_str limits = {0};
  bool is_limited = !is_empty(item->low);
  uint32_t place = is_limited                 ? item->low.from
                   : item->owner              ? item->path.from
                   : item->name == TP_NO_WORD ? r->d.name
                                              : item->name;
  if (is_limited) {
    tp_rd_add_span(r, &limits, item->low);
    tp_str_add(&limits, " .. ");
    tp_rd_add_span(r, &limits, item->high);
  }
  tp_delivery made = {
      .label = tp_names_id(in->names, label->at, label->n),
      .at = r->words.at[place].begin,
      .limits = is_limited ? tp_names_id(in->names, limits.at, limits.n) : 0,
      .has_set = !is_empty(item->set) && item->form != TP_FORM_TEXT,
      .is_text = item->form == TP_FORM_TEXT};
  add_delivery(in, &made);
  tp_str_free(&limits);
}

/* A parameter, or a member that is an array. */
static void add_pointer(const tp_reading *r, tp_str *out, const tp_item *item) {
  if (item->owner)
    tp_rd_add_subject(r, out, item);
  else
    tp_rd_add_word(r, out, item->name);
}

/* "what, size" of tp2ph_deliver. */
static void add_object(const tp_reading *r, tp_str *out, const tp_item *item) {
  if (item->form == TP_FORM_VALUE) {
    tp_str_addc(out, '&');
    tp_rd_add_subject(r, out, item);
    tp_str_add(out, ", sizeof ");
    tp_rd_add_subject(r, out, item);
    return;
  }
  if (item->name == TP_NO_WORD && !item->owner) /* the result, as text */
    tp_str_add(out, "tp2ph_value");
  else {
    tp_str_add(out, "(void *)");
    add_pointer(r, out, item);
  }
  tp_str_add(out, ", ");
  if (!is_empty(item->count)) {
    tp_str_add(out, "(unsigned long)(");
    tp_rd_add_span(r, out, item->count);
    tp_str_add(out, item->form == TP_FORM_TEXT     ? ") - 1"
                    : item->form == TP_FORM_OBJECT ? ") * "
                                                   : ")");
  }
  if (item->form == TP_FORM_OBJECT) {
    tp_str_add(out, "sizeof *");
    tp_rd_add_word(r, out, item->name);
  }
}

static void add_limits(const tp_reading *r, tp_str *out, const tp_item *item) {
  tp_str_addc(out, ',');
  if (item->low.from == item->high.from) { /* = VALUE */
    tp_rd_add_span(r, out, item->low);
    tp_str_addc(out, ',');
  }
  uint32_t at = start_line(r, out, item->low.from);
  for (uint32_t i = item->low.from; i < item->high.to; i++)
    if (i == item->low.to && item->low.from != item->high.from) { /* .. */
      tp_str_addc(out, ',');
      at += r->in->text.at[at] != '\n';
    } else {
      add_in_place(r, out, i, &at);
    }
}

/* A NUL, or nothing if the pointer is NULL. */
static void add_end_of_text(const tp_reading *r, tp_str *out,
                            const tp_item *item) {
  tp_str_add(out, " __builtin_memset((char *)");
  add_pointer(r, out, item);
  tp_str_add(out, " + (");
  tp_rd_add_span(r, out, item->count);
  tp_str_add(out, ") - 1, 0, (unsigned long)(");
  tp_str_add(out, item->owner ? "1" : "");
  if (!item->owner) {
    tp_rd_add_word(r, out, item->name);
    tp_str_add(out, " != 0");
  }
  tp_str_add(out, "));");
}

/* ---- allowed values ------------------------------------------------------ */

void tp_rd_add_subject(const tp_reading *r, tp_str *out, const tp_item *item) {
  if (item->owner) {
    tp_str_addc(out, '(');
    tp_rd_add_subject(r, out, item->owner);
    tp_str_addc(out, ')');
    tp_rd_add_span(r, out, item->path);
    return;
  }
  if (item->name == TP_NO_WORD) {
    bool is_behind = r->d.is_pointer && !is_empty(item->members);
    tp_str_add(out, is_behind ? "*tp2ph_value" : "tp2ph_value");
    return;
  }
  tp_str_add(out, item->form == TP_FORM_OBJECT ? "*" : "");
  tp_rd_add_word(r, out, item->name);
}

/* The characters of a text, one by one: what is compared at once, without a
 * function, is solved at once. */
static void add_characters(const tp_reading *r, tp_str *out,
                           const tp_item *item, const tp_word *text) {
  tp_str_addc(out, '(');
  for (uint32_t i = text->begin + 1; i < text->end; i++) {
    tp_str_add(out, i > text->begin + 1 ? " & (" : "(");
    tp_rd_add_subject(r, out, item);
    tp_str_addf(out, "[%u] == ", i - text->begin - 1);
    if (i + 1 < text->end)
      tp_str_addf(out, "%d)", r->in->text.at[i]);
    else
      tp_str_add(out, "0)");
  }
  tp_str_addc(out, ')');
}

/* The words of a value where they are in the file, so that the compiler points
 * at them. */
static void add_span_in_place(const tp_reading *r, tp_str *out, tp_span s) {
  uint32_t at = start_line(r, out, s.from);
  for (uint32_t i = s.from; i < s.to; i++)
    add_in_place(r, out, i, &at);
}

/* What an argument is compared with is hidden, as all that depends on it. */
static void add_value(const tp_reading *r, tp_str *out, const tp_item *item,
                      tp_span s) {
  if (item->is_argument)
    tp_rd_add_span(r, out, s);
  else
    add_span_in_place(r, out, s);
}

static bool is_plain_text(const tp_reading *r, tp_span value) {
  const tp_word *w = &r->words.at[value.from];
  return value.to == value.from + 1 && w->first == '"' &&
         !memchr(r->in->text.at + w->begin, '\\', w->end - w->begin);
}

static bool is_compared_by_call(const tp_reading *r, const tp_item *item,
                                tp_span value) {
  return item->form == TP_FORM_TEXT &&
         (item->is_argument || !is_plain_text(r, value));
}

/* "(x == (A))", "((x >= (A)) & (x <= (B)))" */
static void add_test(const tp_reading *r, tp_str *out, const tp_item *item,
                     tp_span value) {
  uint32_t dots = value.from;
  while (dots < value.to && r->words.at[dots].kind != TP_WORD_RANGE)
    dots++;
  bool is_range = dots < value.to, is_text = item->form == TP_FORM_TEXT;
  if (is_text && !is_compared_by_call(r, item, value)) {
    add_characters(r, out, item, &r->words.at[value.from]);
    return;
  }
  tp_str_add(out, is_text ? "(strcmp(" : is_range ? "((" : "(");
  tp_rd_add_subject(r, out, item);
  tp_str_add(out, is_text ? ", " : is_range ? " >= (" : " == (");
  add_value(r, out, item, (tp_span){value.from, is_range ? dots : value.to});
  tp_str_add(out, is_text ? ") == 0)" : "))");
  if (!is_range)
    return;
  tp_str_add(out, " & (");
  tp_rd_add_subject(r, out, item);
  tp_str_add(out, " <= (");
  add_value(r, out, item, (tp_span){dots + 1, value.to});
  tp_str_add(out, ")))");
}

/* Two calls in an expression should have an order. */
void tp_rd_add_allowed(const tp_reading *r, tp_str *out, const tp_item *item) {
  for (uint32_t from = item->set.from; from < item->set.to;) {
    tp_span value = {from, tp_inputs_behind(r, from, item->set.to)};
    if (from > item->set.from)
      tp_str_add(out, is_compared_by_call(r, item, value) ? " || " : " | ");
    add_test(r, out, item, value);
    from = value.to + 1;
  }
  if (!is_empty(item->low)) { /* LOW .. HIGH stand beside each other */
    tp_span range = {item->low.from, item->high.to};
    add_test(r, out, item, range);
  }
}

/* A parameter that is NULL got nothing. */
static void add_set(const tp_reading *r, tp_str *out, const tp_item *item) {
  bool is_param = item->name != TP_NO_WORD;
  if (is_empty(item->set))
    return;
  add_line(r, out, r->words.at[item->set.from].line);
  tp_str_add(out, "tp2ph_assume_that(");
  if (is_param)
    tp_rd_add_word(r, out, item->name);
  tp_str_add(out, is_param ? " ? " : "");
  tp_rd_add_allowed(r, out, item);
  tp_str_add(out, is_param ? " : 1);" : ");");
}

/* What hangs together; `result` is what is returned. */
static void add_assumed(const tp_reading *r, tp_str *out) {
  if (is_empty(r->d.assumed))
    return;
  add_line(r, out, r->words.at[r->d.assumed.from].line);
  tp_str_add(out, "tp2ph_assume_that(!!(");
  uint32_t at = start_line(r, out, r->d.assumed.from);
  for (uint32_t i = r->d.assumed.from; i < r->d.assumed.to; i++) {
    bool is_result = tp_word_is(r->in->text.at, &r->words.at[i], "result");
    if (!is_result)
      add_in_place(r, out, i, &at);
    else
      tp_str_add(out, " tp2ph_value ");
    if (is_result && i + 1 < r->d.assumed.to)
      at = start_line(r, out, i + 1);
  }
  tp_str_add(out, "));");
}

void tp_inputs_write_delivery(tp_reading *r, tp_str *out, const tp_item *item) {
  tp_str label = {0};
  if (!is_empty(item->members)) {
    tp_members_write(r, out, item);
    return;
  }
  if (item->form == TP_FORM_NOTHING)
    return;
  tp_inputs_label(r, item, &label);
  note_delivery(r, item, &label);
  add_line(r, out, r->words.at[item->words.from].line);
  tp_str_add(out, "tp2ph_deliver(");
  add_object(r, out, item);
  tp_str_addf(out, ", \"%s\"", label.at);
  if (!is_empty(item->low))
    add_limits(r, out, item);
  tp_str_add(out, ");");
  if (item->form == TP_FORM_TEXT && (item->name != TP_NO_WORD || item->owner))
    add_end_of_text(r, out, item);
  add_set(r, out, item);
  if (r->rc == 0)
    r->rc = tp_slice_write(r, out, item, label.at);
  tp_str_free(&label);
}

/* Of the type of a result, what its value does without. */
static bool is_storage(const tp_reading *r, uint32_t word) {
  static const char *const words[] = {
      "const",    "volatile",   "extern",        "static",    "inline",
      "__inline", "__inline__", "__extension__", "_Noreturn", "noreturn"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (tp_word_is(r->in->text.at, &r->words.at[word], words[i]))
      return true;
  return false;
}

static void add_type_of_result(const tp_reading *r, tp_str *out) {
  for (uint32_t i = r->d.result.words.from; i < r->d.result.words.to; i++)
    if (!is_storage(r, i)) {
      tp_rd_add_word(r, out, i);
      tp_str_addc(out, ' ');
    }
}

/* A record that is returned by a pointer stays as it is for a while, too. */
static void add_record(const tp_reading *r, tp_str *out) {
  tp_str_add(out, "static __typeof__(*(");
  add_type_of_result(r, out);
  tp_str_add(out, ")0) tp2ph_kept[64]; static unsigned tp2ph_turn; ");
  add_type_of_result(r, out);
  tp_str_add(out, "tp2ph_value = &tp2ph_kept[tp2ph_turn++ % 64];");
}

/* Where the result lies. */
static void add_result(const tp_reading *r, tp_str *out) {
  const tp_item *result = &r->d.result;
  if (result->form == TP_FORM_TEXT) {
    tp_str size = {0};
    tp_rd_add_span(r, &size, result->count);
    tp_str_addf(out,
                "static char tp2ph_text[" KEPT_TEXTS "][%s]; "
                "static unsigned tp2ph_turn; char *tp2ph_value = "
                "tp2ph_text[tp2ph_turn++ %% " KEPT_TEXTS "];",
                size.at, size.at, size.at);
    tp_str_free(&size);
  } else if (r->d.is_pointer) {
    if (is_empty(result->members))
      tp_str_add(out, "static char tp2ph_value[64];");
    else
      add_record(r, out);
    if (r->d.or_null)
      tp_str_add(out, "void *const tp2ph_either[2] = {tp2ph_value, 0};"
                      "_Bool tp2ph_null = 0;");
  } else if (!r->d.is_void) {
    add_type_of_result(r, out);
    tp_str_add(out, "tp2ph_value = {0};");
  }
}

static void add_uses(const tp_reading *r, tp_str *out) {
  tp_str_addc(out, '\n');
  for (uint32_t i = 0; i < r->d.params.n; i++) {
    const tp_item *item = &r->d.params.at[i];
    if (item->name == TP_NO_WORD && !needs_name(r, item))
      continue;
    tp_str_add(out, "(void)");
    if (item->name == TP_NO_WORD)
      tp_str_addf(out, "tp2ph_%u", i);
    else
      tp_rd_add_word(r, out, item->name);
    tp_str_addc(out, ';');
  }
}

/* ---- functions that it calls --------------------------------------------- */

/* One call: of each range of the arguments the number that `turn` says. */
static void add_call(const tp_reading *r, tp_str *out, const tp_call_back *call,
                     long turn) {
  long low, high;
  tp_rd_add_in_place(r, out, call->name);
  tp_str_addc(out, '(');
  for (uint32_t from = call->args.from; from < call->args.to;) {
    tp_span arg = {from, tp_inputs_behind(r, from, call->args.to)};
    if (from > call->args.from)
      tp_str_add(out, ", ");
    if (tp_inputs_range(r, arg, &low, &high)) {
      tp_str_addf(out, "%ld", low + turn % (high - low + 1));
      turn /= high - low + 1;
    } else {
      tp_rd_add_span(r, out, arg);
    }
    from = arg.to + 1;
  }
  tp_str_add(out, ");");
}

static void add_calls(const tp_reading *r, tp_str *out) {
  for (uint32_t i = 0; i < r->d.calls.n; i++) {
    const tp_call_back *call = &r->d.calls.at[i];
    long low, high, turns = 1;
    for (uint32_t from = call->args.from; from < call->args.to;) {
      tp_span arg = {from, tp_inputs_behind(r, from, call->args.to)};
      turns *= tp_inputs_range(r, arg, &low, &high) ? high - low + 1 : 1;
      from = arg.to + 1;
    }
    for (long turn = 0; turn < turns; turn++)
      add_call(r, out, call, turn);
  }
}

/* ---- all of it ----------------------------------------------------------- */

/* Whether the pointer that is returned is NULL is an input. */
static void add_null(tp_reading *r, tp_str *out) {
  tp_str label = {0};
  if (!r->d.or_null)
    return;
  tp_rd_add_word(r, &label, r->d.name);
  tp_str_add(&label, ".is_null");
  note_delivery(r, &r->d.result, &label);
  tp_str_addf(out, "\ntp2ph_deliver(&tp2ph_null, sizeof tp2ph_null, \"%s\");",
              label.at);
  tp_str_free(&label);
}

static void add_return(const tp_reading *r, tp_str *out) {
  if (r->d.is_noreturn)
    tp_str_add(out, "\nexit(1);");
  else if (r->d.is_void)
    tp_str_add(out, "\nreturn;");
  else
    tp_str_add(out, r->d.or_null      ? "\nreturn tp2ph_either[tp2ph_null];"
                    : r->d.is_pointer ? "\nreturn (void *)tp2ph_value;"
                                      : "\nreturn tp2ph_value;");
}

void tp_inputs_write_body(tp_reading *r, tp_str *out) {
  tp_str_add(out, " {\n");
  add_result(r, out);
  add_uses(r, out);
  add_calls(r, out);
  for (uint32_t i = 0; i < r->d.params.n; i++)
    tp_inputs_write_delivery(r, out, &r->d.params.at[i]);
  tp_inputs_write_delivery(r, out, &r->d.result);
  add_null(r, out);
  add_assumed(r, out);
  tp_variable_write_calls(r, out);
  tp_bins_write(r, out);
  add_return(r, out);
  tp_str_add(out, "\n}\n");
}
