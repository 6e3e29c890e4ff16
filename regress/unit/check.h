/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check.h - the test harness: TEST(name) { CHECK(...); } registers itself; each
 * test runs in a process of its own, so a crash fails that test only. */
#ifndef TP_REGRESS_CHECK_H
#define TP_REGRESS_CHECK_H

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>

typedef struct tp_test {
  const char *name;
  void (*run)(void);
  struct tp_test *next;
  pid_t pid; /* while it runs, and after */
} tp_test;

void tp_test_register(tp_test *test);
/* Count a failure and say where; the test goes on. */
void tp_test_fail(const char *file, int line, const char *what);

#define TEST(id) \
  static void test_##id(void); \
  static tp_test entry_##id = {#id, test_##id, NULL, 0}; \
  __attribute__((constructor)) static void register_##id(void) { \
    tp_test_register(&entry_##id); \
  } \
  static void test_##id(void)

#define CHECK(cond) ((cond) ? (void)0 : tp_test_fail(__FILE__, __LINE__, #cond))

#define CHECK_EQ(got, want) \
  do { \
    long long got_ = (long long)(got), want_ = (long long)(want); \
    if (got_ != want_) { \
      char text_[256]; \
      snprintf(text_, sizeof text_, "%s is %lld, should be %lld", #got, got_, \
               want_); \
      tp_test_fail(__FILE__, __LINE__, text_); \
    } \
  } while (0)

#define CHECK_STR(got, want) \
  do { \
    const char *got_ = (got), *want_ = (want); \
    if (strcmp(got_, want_) != 0) { \
      char text_[8192]; \
      snprintf(text_, sizeof text_, "%s is\n%s\nshould be\n%s", #got, got_, \
               want_); \
      tp_test_fail(__FILE__, __LINE__, text_); \
    } \
  } while (0)

#endif
