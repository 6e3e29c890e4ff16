/* SPDX-License-Identifier: GPL-3.0-or-later */
/* without unshare|landlock... -- COMMAND...: runs it where the kernel refuses
 * namespaces (as containers do), and Landlock. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LOAD(field) \
  BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define EQUAL(value, yes, no) \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)(value), yes, no)
#define ANSWER(value) BPF_STMT(BPF_RET | BPF_K, value)
#define APART (CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET)

static const struct sock_filter no_namespaces[] = {
    LOAD(nr),
    EQUAL(SYS_unshare, 5, 0),
    EQUAL(SYS_mount, 4, 0),
    EQUAL(SYS_clone, 0, 2),
    LOAD(args[0]),
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, APART, 1, 0),
    ANSWER(SECCOMP_RET_ALLOW),
    ANSWER(SECCOMP_RET_ERRNO | EPERM),
};

static const struct sock_filter no_landlock[] = {
    LOAD(nr),
    EQUAL(SYS_landlock_create_ruleset, 0, 1),
    ANSWER(SECCOMP_RET_ERRNO | EOPNOTSUPP),
    ANSWER(SECCOMP_RET_ALLOW),
};

static int refuse(const struct sock_filter *filter, unsigned short n) {
  struct sock_fprog program = {n, (struct sock_filter *)filter};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}

#define REFUSE(filter) refuse(filter, sizeof filter / sizeof *filter)

int main(int argc, char **argv) {
  int failed = 0;
  for (; argc > 1 && strcmp(argv[1], "--") != 0; argc--, argv++)
    failed |= strcmp(argv[1], "unshare") == 0 ? REFUSE(no_namespaces)
                                              : REFUSE(no_landlock);
  if (failed || argc < 3)
    return 125;
  execvp(argv[2], argv + 2);
  perror(argv[2]);
  return 127;
}
