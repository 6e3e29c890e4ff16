/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Making the world, from inside: called in the process that will be the first
 * of it, before the program is executed. Nothing here is shared with tp2ph but
 * the kernel, so what goes wrong is told by the step and errno.
 *
 * Invariant: what may be written was cloned before the tree became read-only
 * and without devices, and is put over it afterwards.
 */
#include "exec/world.h"

#include "exec/world_deny.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/if.h>
#include <linux/mount.h>
#include <linux/securebits.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Not in every library's headers. */
int mount(const char *source, const char *target, const char *type,
          unsigned long flags, const void *data);
#define PRIVATE_TREE (1ul << 18 | 1ul << 14)  /* MS_PRIVATE, MS_REC */
#define BARE (1ul << 1 | 1ul << 2 | 1ul << 3) /* MS_NOSUID, NODEV, NOEXEC */
#define READ_ONLY 1ul                         /* MS_RDONLY */
#define RECURSIVE 0x8000                      /* AT_RECURSIVE */
#define LAST_POWER 63
#define CHOOSE_NUMBERS 40 /* CAP_CHECKPOINT_RESTORE */
#define MAX_PLACES 256

unsigned long tp_world_flags(tp_world_kind kind) {
  return kind == TP_WORLD_NAMESPACES
             ? CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET |
                   CLONE_NEWIPC
             : 0;
}

/* ---- who we are ---- */

static bool write_text(const char *path, const char *text) {
  int fd = open(path, O_WRONLY | O_CLOEXEC);
  if (fd < 0)
    return false;
  bool is_done = write(fd, text, strlen(text)) == (ssize_t)strlen(text);
  close(fd);
  return is_done;
}

/* The same user and group as outside, and no others. */
static bool map_user(unsigned user, unsigned group) {
  char users[64], groups[64];
  snprintf(users, sizeof users, "%u %u 1", user, user);
  snprintf(groups, sizeof groups, "%u %u 1", group, group);
  write_text("/proc/self/setgroups", "deny");
  return write_text("/proc/self/uid_map", users) &&
         write_text("/proc/self/gid_map", groups);
}

/* ---- files ---- */

static int clone_tree(const char *path) {
  return (int)syscall(SYS_open_tree, AT_FDCWD, path,
                      OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | RECURSIVE);
}

static bool attach(int tree, const char *target) {
  bool is_done = syscall(SYS_move_mount, tree, "", AT_FDCWD, target,
                         MOVE_MOUNT_F_EMPTY_PATH) == 0;
  close(tree);
  return is_done;
}

static bool restrict_tree(int at, const char *path, unsigned flags) {
  struct mount_attr attr = {.attr_set = flags};
  return syscall(SYS_mount_setattr, at, path, AT_EMPTY_PATH | RECURSIVE, &attr,
                 sizeof attr) == 0;
}

#define TAME (MOUNT_ATTR_NODEV | MOUNT_ATTR_NOSUID)

typedef struct place {
  const char *target;
  int tree;
} place;

/* Where the places' texts are, and clones of their sources. */
static int clone_places(place *out, const char *text, size_t n) {
  int count = 0;
  for (size_t at = 0; at < n && count < MAX_PLACES; count++) {
    char how = text[at];
    out[count].target = text + at + 1;
    at += strlen(text + at) + 1;
    out[count].tree = clone_tree(text + at);
    at += strlen(text + at) + 1;
    unsigned flags = how == 'r' ? TAME | MOUNT_ATTR_RDONLY : TAME;
    if (out[count].tree < 0 || !restrict_tree(out[count].tree, "", flags))
      return -1;
  }
  return count;
}

/* Devices that nobody can do harm with. */
static const char *const devices[] = {"/dev/null",   "/dev/zero",
                                      "/dev/full",   "/dev/tty",
                                      "/dev/random", "/dev/urandom"};
#define DEVICES (sizeof devices / sizeof *devices)

static bool make_files(const char *text, size_t n) {
  place places[MAX_PLACES];
  int device[DEVICES];
  if (mount(NULL, "/", NULL, PRIVATE_TREE, NULL) != 0)
    return false;
  for (size_t i = 0; i < DEVICES; i++)
    device[i] = clone_tree(devices[i]);
  int count = clone_places(places, text, n);
  if (count < 0 || !restrict_tree(AT_FDCWD, "/", TAME | MOUNT_ATTR_RDONLY))
    return false;
  for (size_t i = 0; i < DEVICES; i++)
    if (device[i] >= 0)
      attach(device[i], devices[i]);
  for (int i = 0; i < count; i++)
    if (!attach(places[i].tree, places[i].target))
      return false;
  /* The processes of this world only. Where that is refused the old list stays,
   * which is right about the process itself. */
  mount("proc", "/proc", "proc", BARE | READ_ONLY, NULL);
  if (mount("devpts", "/dev/pts", "devpts", 0, "newinstance,ptmxmode=0666") ==
      0) {
    int tree = clone_tree("/dev/pts/ptmx");
    if (tree >= 0)
      attach(tree, "/dev/ptmx");
  }
  return true;
}

/* ---- the network ---- */

static bool raise_loopback(void) {
  struct ifreq request = {.ifr_name = "lo", .ifr_flags = IFF_UP};
  int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  bool is_done = fd >= 0 && ioctl(fd, SIOCSIFFLAGS, &request) == 0;
  if (fd >= 0)
    close(fd);
  return is_done;
}

/* ---- power ---- */

static void set_power(uint64_t permitted, uint64_t inherited) {
  struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct data[2];
  for (int i = 0; i < 2; i++) {
    data[i].permitted = data[i].effective = (uint32_t)(permitted >> 32 * i);
    data[i].inheritable = (uint32_t)(inherited >> 32 * i);
  }
  syscall(SYS_capset, &head, data);
}

/* No capability for what is executed from here on; `is_first`: but the one that
 * lets the first process choose the numbers of others. */
static void drop_power(bool is_first) {
  uint64_t kept = is_first ? UINT64_C(1) << CHOOSE_NUMBERS : 0;
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  prctl(PR_SET_SECUREBITS, SECBIT_NOROOT | SECBIT_NOROOT_LOCKED, 0, 0, 0);
  if (is_first) {
    set_power(kept | UINT64_C(1) << CAP_SETPCAP, kept);
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, CHOOSE_NUMBERS, 0, 0);
  }
  for (int power = 0; power <= LAST_POWER; power++)
    prctl(PR_CAPBSET_DROP, power, 0, 0, 0);
  set_power(kept, kept);
}

void tp_world_drop_rest(void) {
  set_power(0, 0);
}

int tp_world_run_number(tp_world_kind kind) {
  return kind == TP_WORLD_NAMESPACES ? 2 : 0;
}

static int make(const char *places, size_t n, unsigned user, unsigned group) {
  if (!map_user(user, group))
    return -1;
  if (!make_files(places, n))
    return -2;
  return raise_loopback() ? 0 : -3;
}

int tp_world_enter(tp_world_kind kind, const char *places, size_t n,
                   unsigned user, unsigned group) {
  errno = 0;
  if (kind == TP_WORLD_OPEN)
    return 0;
  bool is_first = kind == TP_WORLD_NAMESPACES;
  int rc =
      is_first ? make(places, n, user, group) : tp_world_deny(kind, places, n);
  if (rc == 0)
    drop_power(is_first);
  return rc;
}
