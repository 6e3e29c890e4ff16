/* SPDX-License-Identifier: MIT */
/* The recorder inside the program: notes each branch that is taken, once, and
 * the story of the run. A process that the run forks notes nothing; what other
 * threads do is not in the story.
 *
 * The program may define any function of the C library itself: none is called.
 */
#include "record/record.h"

#include "wire/kernel.h"

#include <fcntl.h>
#include <sys/mman.h>

int __tp2ph_record_condition(unsigned decision, int value);
void __tp2ph_record_switch(unsigned decision, long long value);
void __tp2ph_record_read(void);
void __tp2ph_record_call(unsigned function);
void __tp2ph_record_number(const void *at, unsigned size);
void __tp2ph_record_text(const char *text);

extern char **environ __attribute__((weak));

static char *base;
static long owner;
static unsigned stretch = 1;  /* of the story */
static __thread int is_first; /* the thread that tells it */

/* ---- the file ------------------------------------------------------------ */

static const tp_record_head *head_of(void) {
  return (const tp_record_head *)base;
}

/* NULL: not set. It is taken out, for what the program starts. */
static const char *take_variable(char **env, const char *name) {
  for (; env && *env; env++) {
    size_t n = 0;
    while (name[n] && (*env)[n] == name[n])
      n++;
    if (name[n] || (*env)[n] != '=')
      continue;
    const char *value = *env + n + 1;
    for (; *env; env++)
      env[0] = env[1];
    return value;
  }
  return NULL;
}

/* Only the notes can be written, also by accident. */
static char *map(long fd, const tp_record_head *head) {
  long at = TP_KERNEL(mmap, 0, head->bytes, PROT_READ | PROT_WRITE, MAP_SHARED,
                      fd, 0);
  if (at < 0 && at > -4096)
    return NULL;
  TP_KERNEL(mprotect, at, head->count, PROT_READ);
  return (char *)at;
}

__attribute__((constructor(101))) static void begin(void) {
  tp_record_head head;
  const char *path = &environ ? take_variable(environ, TP_RECORD_ENV) : NULL;
  long fd = path ? TP_KERNEL(openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC) : -1;
  if (fd < 0)
    return;
  if (TP_KERNEL(read, fd, &head, sizeof head) == sizeof head)
    base = map(fd, &head);
  TP_KERNEL(close, fd);
  owner = TP_KERNEL(getpid);
  is_first = 1;
}

/* ---- the story ----------------------------------------------------------- */

static void tell(unsigned word) {
  unsigned *story = (unsigned *)(base + head_of()->story);
  if (story[0] < TP_STORY_WORDS)
    story[1 + story[0]++] = word;
}

static int is_owner(void) {
  return TP_KERNEL(getpid) == owner;
}

static int is_telling(void) {
  return base && is_first && is_owner();
}

void __tp2ph_record_read(void) {
  stretch++;
  if (is_telling())
    tell(TP_STORY_READ);
}

void __tp2ph_record_call(unsigned function) {
  stretch++;
  if (is_telling())
    tell(TP_STORY_CALL | function);
}

static unsigned word_at(const unsigned char *bytes, unsigned n) {
  unsigned word = 0;
  for (unsigned i = 0; i < 4 && i < n; i++)
    word |= (unsigned)bytes[i] << 8 * i;
  return word;
}

void __tp2ph_record_number(const void *at, unsigned size) {
  const unsigned char *bytes = at;
  if (!is_telling())
    return;
  tell(word_at(bytes, size));
  tell(size > 4 ? word_at(bytes + 4, size - 4) : 0);
}

void __tp2ph_record_text(const char *text) {
  unsigned n = 0;
  if (!is_telling())
    return;
  while (text && n < TP_STORY_TEXT && text[n])
    n++;
  tell(n);
  for (unsigned i = 0; i < n; i += 4)
    tell(word_at((const unsigned char *)text + i, n - i));
}

/* ---- branches ------------------------------------------------------------ */

static void note(unsigned branch) {
  const tp_record_head *h = head_of();
  unsigned char *seen = (unsigned char *)base + h->seen;
  unsigned *taken = (unsigned *)(base + h->taken);
  if (__atomic_exchange_n(&seen[branch], 1, __ATOMIC_RELAXED))
    return;
  unsigned *count = (unsigned *)(base + h->count);
  unsigned at = __atomic_fetch_add(count, 1, __ATOMIC_RELAXED);
  if (at < h->n_branches)
    taken[at] = branch;
}

/* Whose process it is, is asked once: most of a run's time was that. */
static void take(unsigned branch) {
  const tp_record_head *h = head_of();
  const unsigned char *seen = (const unsigned char *)base + h->seen;
  unsigned *met = (unsigned *)(base + h->met);
  int is_told = is_first && met[branch] != stretch;
  int is_new = !__atomic_load_n(&seen[branch], __ATOMIC_RELAXED);
  if ((!is_told && !is_new) || !is_owner())
    return;
  if (is_told) {
    met[branch] = stretch;
    tell(branch);
  }
  if (is_new)
    note(branch);
}

static const tp_record_decision *decision_at(unsigned decision) {
  return (const tp_record_decision *)(base + head_of()->decisions) + decision;
}

int __tp2ph_record_condition(unsigned decision, int value) {
  if (base)
    take(decision_at(decision)->first + !value);
  return value;
}

static int is_label(const tp_record_label *l, int is_signed, long long value) {
  unsigned long long low = (unsigned long long)l->low;
  unsigned long long high = (unsigned long long)l->high;
  unsigned long long v = (unsigned long long)value;
  return is_signed ? value >= l->low && value <= l->high
                   : v >= low && v <= high;
}

void __tp2ph_record_switch(unsigned decision, long long value) {
  if (!base)
    return;
  const tp_record_decision *d = decision_at(decision);
  const tp_record_label *l =
      (const tp_record_label *)(base + head_of()->labels) + d->first;
  unsigned k = 0;
  while (k + 1 < d->n && !is_label(&l[k], (int)d->is_signed, value))
    k++;
  take(d->first + k);
}
