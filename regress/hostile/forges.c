/* Knows how tp2ph follows it, and writes records that make no sense: each input
 * another one. */
#include "hostile.h"

#include "wire/area.h"

static uint64_t head(unsigned kind, unsigned flags, unsigned n, uint32_t id) {
  return kind | flags << 8 | (uint64_t)n << 16 | (uint64_t)id << 32;
}

/* The run ends behind it, so that the runtime writes nothing over it. */
static void write_and_end(const uint64_t *words, int n) {
  tp_area *area = hostile_shared();
  if (area) {
    uint64_t *to = (uint64_t *)((char *)area + area->trace) + area->words;
    memcpy(to, words, n * sizeof *to);
    area->words += n;
  }
  _exit(0);
}

/* An input of a call that is not there. */
static void wild_site(void) {
  uint64_t words[] = {head(TP_R_INPUT, 0, 0, 0xffffff), 77, 5, TP_W_I32};
  write_and_end(words, 4);
}

/* A condition that is taken as if it were a switch. */
static void wild_switch(void) {
  uint64_t words[] = {head(TP_R_BRANCH, TP_RF_SWITCH, 0, 1), 1000};
  write_and_end(words, 2);
}

/* Values of one byte, and of eight, from an input of four. */
static void wild_widths(void) {
  uint64_t words[4 * 40];
  for (uint32_t e = 0; e < 40; e++) {
    words[4 * e] = head(TP_R_DEFINE, 0, 1, e + 1);
    words[4 * e + 1] = 0;
    words[4 * e + 2] = TP_TAG_SYMBOL;
    words[4 * e + 3] = 1;
  }
  write_and_end(words, 4 * 40);
}

/* A call that is not there, above one that reads an input. */
static void wild_caller(void) {
  uint64_t words[] = {head(TP_R_ENTER, 0, 0, 1), 0x7fffffff,
                      head(TP_R_INPUT, 0, 0, 1), 77, 5, TP_W_I32};
  write_and_end(words, 6);
}

static void wild_counts(void) {
  tp_area *area = hostile_shared();
  if (area) {
    area->words = UINT64_MAX / 8;
    area->n_aside = area->n_frames = area->n_forks = UINT32_MAX;
  }
  _exit(0);
}

static void cut_off(void) {
  char name[64];
  for (int fd = 3; fd < 20; fd++) {
    snprintf(name, sizeof name, "/proc/%d/fd/%d", (int)getppid(), fd);
    int memory = open(name, O_RDWR);
    if (memory >= 0 && ftruncate(memory, 0) != 0)
      errno = 0;
    close(memory);
  }
}

int main(void) {
  char narrow = (char)__VERIFIER_nondet_int();
  long long wide = __VERIFIER_nondet_int();
  switch (__VERIFIER_nondet_int()) {
  case 1:
    wild_site();
  case 2:
    wild_switch();
  case 3:
    wild_widths();
  case 4:
    wild_caller();
  case 5:
    wild_counts();
  case 6:
    cut_off();
  }
  if (narrow == 3 && wide == 77)
    return 1;
  return 0;
}
