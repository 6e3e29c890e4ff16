/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the C library's headers leave in preprocessed text: functions whose names
 * for the linker are decorated ones.
 * Decided: 3 covered, 1 infeasible */
typedef struct _IO_FILE FILE;
extern int fscanf(FILE *restrict stream, const char *restrict format, ...) __asm__(""
                                                                                   "__isoc99_fscanf")
    __attribute__((__warn_unused_result__));
extern long lseek(int fd, long offset, int whence) __asm__(""
                                                           "lseek64") __attribute__((__nothrow__));
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 1 && x == 2)
    return 1;
  return 0;
}
