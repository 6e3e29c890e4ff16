/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can be denied without namespaces: changing files elsewhere, TCP, and
 * signals to others (Landlock, as far as the kernel has it); sockets that leave
 * the machine, kill(-1), looking into other processes (seccomp). */
#include "exec/world_deny.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- Landlock ---- */

/* Rights by the version that brought them, as the kernel numbers them. */
#define CHANGE_FILES UINT64_C(0x1ff2) /* write, remove, make: version 1 */
#define WRITE_FILE UINT64_C(0x2)
#define REFER (UINT64_C(1) << 13)    /* link and rename elsewhere: 2 */
#define TRUNCATE (UINT64_C(1) << 14) /* 3 */
#define CONNECT UINT64_C(3)          /* bind and connect, TCP: 4 */
#define OTHERS UINT64_C(3)           /* abstract sockets, signals: 6 */

typedef struct rules { /* of the newest version that is used here */
  uint64_t files, net, scoped;
} rules;

/* Its size and rights in this version; 0: there is none. */
static size_t rules_of(int version, rules *out) {
  *out = (rules){CHANGE_FILES, 0, 0};
  out->files |= version >= 2 ? REFER : 0;
  out->files |= version >= 3 ? TRUNCATE : 0;
  out->net = version >= 4 ? CONNECT : 0;
  out->scoped = version >= 6 ? OTHERS : 0;
  return version < 1   ? 0
         : version < 4 ? sizeof out->files
         : version < 6 ? offsetof(rules, scoped)
                       : sizeof *out;
}

static void allow(int set, uint64_t rights, const char *path) {
  struct stat st;
  int fd = open(path, O_PATH | O_CLOEXEC);
  if (fd >= 0 && fstat(fd, &st) == 0) {
    if (!S_ISDIR(st.st_mode))
      rights &= WRITE_FILE | TRUNCATE;
    struct landlock_path_beneath_attr rule = {rights, fd};
    syscall(SYS_landlock_add_rule, set, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  }
  if (fd >= 0)
    close(fd);
}

static void allow_places(int set, uint64_t rights, const char *text, size_t n) {
  static const char *const devices[] = {"/dev/null", "/dev/zero", "/dev/full",
                                        "/dev/tty"};
  for (size_t i = 0; i < sizeof devices / sizeof *devices; i++)
    allow(set, rights, devices[i]);
  for (size_t at = 0; at < n;) {
    if (text[at] == 'w')
      allow(set, rights, text + at + 1);
    at += strlen(text + at) + 1;
    at += strlen(text + at) + 1;
  }
}

static int lock(const char *places, size_t n) {
  rules r;
  int version = (int)syscall(SYS_landlock_create_ruleset, NULL, 0,
                             LANDLOCK_CREATE_RULESET_VERSION);
  size_t size = rules_of(version, &r);
  int set =
      size ? (int)syscall(SYS_landlock_create_ruleset, &r, size, 0) : version;
  if (set < 0)
    return -1;
  allow_places(set, r.files, places, n);
  int rc = (int)syscall(SYS_landlock_restrict_self, set, 0);
  close(set);
  return rc;
}

/* ---- seccomp ---- */

#ifdef __x86_64__
#define OUR_CALLS AUDIT_ARCH_X86_64
#else
#define OUR_CALLS AUDIT_ARCH_AARCH64
#endif
#define LOAD(field) \
  BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
/* Skip so many of the next steps if equal, or if not. */
#define EQUAL(value, yes, no) \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(value), yes, no)
#define ANSWER(value) BPF_STMT(BPF_RET | BPF_K, value)
#define LOW(n) args[n] /* both processors have the low half first */

static const struct sock_filter filter[] = {
    LOAD(arch),
    EQUAL(OUR_CALLS, 0, 9),
    LOAD(nr),
    EQUAL(SYS_ptrace, 8, 0),
    EQUAL(SYS_process_vm_writev, 7, 0),
    EQUAL(SYS_kill, 0, 2),
    LOAD(LOW(0)),
    EQUAL(-1, 4, 3),
    EQUAL(SYS_socket, 0, 2),
    LOAD(LOW(0)),
    EQUAL(AF_UNIX, 0, 1),
    ANSWER(SECCOMP_RET_ALLOW),
    ANSWER(SECCOMP_RET_ERRNO | EPERM),
};

static void filter_calls(void) {
  struct sock_fprog program = {sizeof filter / sizeof *filter,
                               (struct sock_filter *)(uintptr_t)filter};
  prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}

int tp_world_deny(tp_world_kind kind, const char *places, size_t n) {
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  int rc = kind == TP_WORLD_LANDLOCK ? lock(places, n) : 0;
  int error = errno;
  filter_calls();
  errno = error;
  return rc;
}
