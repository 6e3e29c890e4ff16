#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The program under test is not trusted: the runtime calls nothing that it could
# define, and what it does stays inside. Whatever fights back is tried in a pid
# namespace of the suite's own.
. regress/tools/check.sh
suite sandbox

# ---- the runtime names no function that a program could define -----------------
# Symbols of the archive itself; of the linker; whose address only is looked at;
# and one that C keeps from programs, for static ones.
allowed="_GLOBAL_OFFSET_TABLE_ _DYNAMIC __ehdr_start \
__asan_init __msan_init __tsan_init __register_atfork"
archive=$root/$build/lib/libtp2ph_rt.a
foreign() {
  stand_ins=$(sed -n 's/^STANDS_IN := //p' "$root/Makefile")
  nm -g --defined-only "$archive" | awk 'NF == 3 { print $3 }' >"$work/own"
  nm -u "$archive" | awk -v own="$work/own" -v allowed="$allowed" -v stand="$stand_ins" '
    BEGIN {
      while ((getline name <own) > 0) fine[name] = 1
      n = split(allowed, list, " "); for (i = 1; i <= n; i++) fine[list[i]] = 1
      n = split(stand, list, " "); for (i = 1; i <= n; i++) skipped[list[i] ".o:"] = 1
    }
    /:$/ { object = $1; objects++; next }
    NF && !(object in skipped) && !($2 in fine) { print object, $2 }
    END { if (objects < 10) print "few objects:", objects }'
}
title="nm -u libtp2ph_rt.a"
found=$(foreign)
if [ -z "$found" ]; then good; else bad "the runtime calls $found"; fi

# ---- a program with functions of its own under the library's names ------------
mkdir "$work/in"
cat >"$work/in/own.c" <<'END'
#include <stddef.h>
int __VERIFIER_nondet_int(void);
static int calls;
#define OWN(name) int name() { return ++calls; }
OWN(getpid) OWN(getppid) OWN(kill) OWN(waitpid) OWN(wait4) OWN(fork) OWN(read)
OWN(write) OWN(open) OWN(close) OWN(poll) OWN(ppoll) OWN(recv) OWN(send)
OWN(mmap) OWN(munmap) OWN(syscall) OWN(prctl) OWN(sigaction) OWN(signal)
OWN(sigprocmask) OWN(sigtimedwait) OWN(getrlimit) OWN(setrlimit) OWN(dup2)
OWN(clock_gettime) OWN(backtrace) OWN(dl_iterate_phdr) OWN(pthread_atfork)
OWN(opendir) OWN(readdir) OWN(closedir) OWN(snprintf) OWN(socketpair)
void *memcpy(void *to, const void *from, size_t n) { calls++; return to; }
void *memset(void *to, int byte, size_t n) { calls++; return to; }
int memcmp(const void *a, const void *b, size_t n) { return ++calls; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (calls)
    return 2; /* somebody has called us */
  if (x == 12345)
    return getpid();
  if (x == 54321)
    *(volatile int *)0 = 0;
  return 0;
}
END
# How that namespace is made: by root as such, by others with one of users. A
# container may allow neither.
apart=
for way in -pf -Urpf; do
  unshare $way --mount-proc true 2>/dev/null && apart="unshare $way --mount-proc" && break
done
if [ -z "$apart" ]; then
  skip "programs that fight back" "the kernel refuses a pid namespace"
  finish
fi
sleep 300 &
stranger=$!
# shellcheck disable=SC2086 # a list
expect 1 "own functions" $apart "$tp2ph" -o "$work/o" "$work/in/own.c" -- -fno-builtin
prints "5 of 6 covered"
prints "own.c:21"
check "strangers live" kill -0 $stranger
kill $stranger


# ---- a program that fights back ---------------------------------------------------
# Each input is a way to get out; the exit code says that it was tried, and from
# 70 on that it was refused or went well as it should.
cat >"$work/in/hostile.c" <<'END'
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
int __VERIFIER_nondet_int(void);

static int write_to(const char *path) {
  if (path[0] == '/' && !IS_SAFE)
    return 0; /* nothing would hold us back */
  int fd = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
  return fd >= 0 && write(fd, "x", 1) == 1;
}

static int harm(void) {
  if (!IS_SAFE)
    return 0;
  return write_to(VICTIM "/new") + write_to(VICTIM "/file") +
         (unlink(VICTIM "/file") == 0) + (rename(VICTIM "/file", VICTIM "/f") == 0) +
         (mkdir(VICTIM "/dir", 0700) == 0) + (truncate(VICTIM "/file", 0) == 0) +
         (symlink("x", VICTIM "/link") == 0) + write_to(OUT "/report.json") +
         write_to("/etc/" MINE);
}

static int connects(int port) {
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port)};
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return connect(socket(AF_INET, SOCK_STREAM, 0), (void *)&to, sizeof to) == 0;
}

static int has_loopback(void) {
  struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(PORT)};
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return bind(fd, (void *)&at, sizeof at) == 0 && listen(fd, 1) == 0 && connects(PORT);
}

static void stay(void) {
  if (fork() == 0) {
    setsid();
    if (fork() == 0)
      for (signal(SIGTERM, SIG_IGN); ; usleep(100000))
        write_to(VICTIM "/late");
    _exit(0);
  }
}

static void bomb(void) {
  for (int i = 0; i < 400; i++)
    if (fork() == 0) {
      setsid();
      for (;;)
        pause();
    }
}

static void *count(void *at) {
  ++*(int *)at;
  return NULL;
}

static int works(void) {
  pthread_t thread;
  int n = 0, status, ends[2];
  char c = 0;
  if (pthread_create(&thread, NULL, count, &n) != 0 || pthread_join(thread, NULL) != 0)
    return 0;
  if (pipe(ends) != 0)
    return 0;
  pid_t pid = fork();
  if (pid == 0)
    _exit(write(ends[1], "c", 1) == 1 ? 9 : 1);
  return n == 1 && read(ends[0], &c, 1) == 1 && c == 'c' && waitpid(pid, &status, 0) == pid &&
         WEXITSTATUS(status) == 9 && system("exit 3") == 3 << 8;
}

static int has_power(void) {
  char line[256];
  unsigned long bits = 0, all = 0;
  FILE *f = fopen("/proc/self/status", "r");
  while (f && fgets(line, sizeof line, f))
    if (strncmp(line, "Cap", 3) == 0 && sscanf(line + 7, "%lx", &bits) == 1)
      all |= bits;
  return f == NULL || all != 0;
}

static int reads(void) {
  char c;
  return read(open("/etc/passwd", O_RDONLY), &c, 1) == 1 && access("/proc/self/maps", R_OK) == 0 &&
         read(open("/dev/urandom", O_RDONLY), &c, 1) == 1;
}

int main(void) {
  switch (__VERIFIER_nondet_int()) {
  case 1: kill(-1, SIGKILL); return 71;
  case 2: return harm() ? 2 : 72;
  case 3: return connects(HOST_PORT) ? 3 : 73;
  case 4: return ptrace(PTRACE_ATTACH, getppid(), 0, 0) == 0 ? 4 : 74;
  case 5: stay(); return 75;
  case 6: bomb(); return 76;
  case 7: return works() ? 77 : 7;
  case 8: return has_loopback() ? 78 : 8;
  case 9: return has_power() ? 9 : 79;
  case 10: return getpid() == 2 ? 80 : 10;
  case 11: return reads() ? 81 : 11;
  case 12: return write_to("/tmp/" MINE) && write_to("/var/tmp/" MINE) && write_to("/dev/shm/" MINE) ? 82 : 12;
  case 13: return access("/tmp/" MINE, F_OK) == 0 ? 13 : 83;
  case 14: kill(getppid(), SIGKILL); kill(getppid(), SIGSTOP); return 84;
  case 15: return write_to("own") ? 85 : 15;
  }
  return 0;
}
END

# What each input came to, "1=71 2=72 ...".
ends() { # ends DIR
  python3 - "$1/report.json" <<'END'
import json, sys
report = json.load(open(sys.argv[1]))
ends = {}
for test in report["test"]:
    value = int(test["inputs"][0][1])
    ends[value] = test["code"] if test["end"] == "exit" else test["end"]
print(report["sandbox"], " ".join(f"{v}={ends[v]}" for v in sorted(ends) if 1 <= v <= 15))
END
}

# denied DIR VALUE CALL...: just these were denied to the test with that input, each
# at a line of the program, and the report as a whole has them, too.
denied() {
  python3 - "$@" <<'END'
import json, sys
report = json.load(open(sys.argv[1] + "/report.json"))
test = next(t for t in report["test"] if t["inputs"][0][1] == sys.argv[2])
print(test["denied"], report["denied"])
assert sorted({d["call"] for d in test["denied"]}) == sorted(sys.argv[3:])
for d in test["denied"]:
    assert d["file"].endswith("hostile.c") and d["line"] > 0 and d["count"] > 0
    assert any(all(d[k] == e[k] for k in ("call", "file", "line")) and d["count"] <= e["count"]
               for e in report["denied"])
END
}

# Not in a folder that is replaced by one of the run's own: there it would not
# even be seen.
place=
for folder in "$root/$build" "${HOME:-/}" /opt /srv /var/lib; do
  case $(realpath "$folder")/ in
  /tmp/* | /var/tmp/* | /dev/shm/* | /run/*) continue ;;
  esac
  if [ -w "$folder" ]; then
    place=$folder
    break
  fi
done
if [ -z "$place" ]; then
  skip "programs that fight back" "no folder but those of temporary files can be written"
  finish
fi
# A name that nobody had before: numbers of processes come again.
mine=tp2ph-victim-$(od -An -N8 -tx8 /dev/urandom | tr -d ' ')
victim=$(realpath "$place")/$mine
trap 'rm -rf "$victim"; clean_up' EXIT
gcc -o "$work/without" regress/tools/without.c
cat >"$work/host.py" <<'END'
import socket, sys
s = socket.socket()
s.bind(("127.0.0.1", 0))
s.listen(5)
open(sys.argv[1], "w").write(str(s.getsockname()[1]))
while True:
    s.accept()
    open(sys.argv[1] + ".met", "w").close()
END

# fight NAME KIND ENDS COMMAND...: the command starts tp2ph in some way. In a pid
# namespace with a bystander and a server on the loopback of the machine.
fight() {
  name=$1 kind=$2 wanted=$3
  shift 3
  rm -rf "$victim" "$work/out-$name" "$work/port"*
  mkdir -p "$victim" && echo safe >"$victim/file" && chmod 777 "$victim" && chmod 666 "$victim/file"
  mkdir "$work/out-$name" && chmod 777 "$work/out-$name" "$work" "$work/tmp"
  cat >"$work/fight.sh" <<END
sleep 300 & bystander=\$!
python3 "$work/host.py" "$work/port" & host=\$!
while [ ! -s "$work/port" ]; do sleep 0.1; done
$* "$tp2ph" --phases 1 --run-timeout 2s --run-memory 256M -o "$work/out-$name/o" "$work/in/hostile.c" -- -pthread \
  '-DVICTIM="$victim"' '-DMINE="$mine"' '-DOUT="$work/out-$name/o"' -DIS_SAFE=$is_safe -DPORT=4711 -DHOST_PORT=\$(cat "$work/port")
status=\$?
kill -0 \$bystander && kill -0 \$host || status=99
sleep 0.3
kill \$bystander \$host
exit \$status
END
  limit=120
  # shellcheck disable=SC2086 # a list
  expect 1 "$name" $apart sh "$work/fight.sh"
  title="$name: what each way came to"
  got=$(ends "$work/out-$name/o" 2>&1)
  if [ "$got" = "$kind $wanted" ]; then good; else bad "$got"; fi
}

untouched() {
  [ ! -e "/tmp/$mine" ] && [ ! -e "/var/tmp/$mine" ] && [ ! -e "/dev/shm/$mine" ] &&
    [ "$(ls "$victim")" = file ] && [ "$(cat "$victim/file")" = safe ] && [ ! -e "/etc/$mine" ]
}

changes="openat unlink rename mkdir truncate symlink"
is_safe=1
others= # whether it can be started as another user
case $apart in *-pf*) others=1 ;; esac
all="1=71 2=72 3=73 4=74 5=75 6=memory 7=77 8=78 9=79 10=80 11=81 12=82 13=83 14=84 15=85"
if "$work/without" -- unshare -Urpnf true 2>/dev/null; then
  fight root namespaces "$all"
  check "files are untouched" untouched
  check "the server of the machine was not met" [ ! -e "$work/port.met" ]
  # shellcheck disable=SC2086 # a list
  check "changes are told" denied "$work/out-root/o" 2 $changes
  check "tracing is told" denied "$work/out-root/o" 4 ptrace
  check "nothing is told of what works" denied "$work/out-root/o" 7
  check "replay is in the same world" "$tp2ph" replay "$work/out-root/o"
  check "files are untouched by replay" untouched
  nobody="setpriv --reuid 65534 --regid 65534 --clear-groups"
  if [ "$others" ] && ! $nobody "$tp2ph" --version >"$work/out" 2>&1; then
    skip "an ordinary user" "it can't start $tp2ph"
  elif [ "$others" ]; then
    fight user namespaces "$all" "$nobody"
    check "files are untouched" untouched
  fi
else
  skip "namespaces" "the kernel refuses them"
fi

# ---- where namespaces are refused, and Landlock, too ------------------------------
lesser="1=71 2=72 3=73 4=74 5=75 6=memory 7=77 8=8 9=79 10=10 11=81 12=12 13=83"
fight no-unshare landlock "$lesser 14=signal 15=85" "$work/without" unshare --
check "files are untouched" untouched
check "the server of the machine was not met" [ ! -e "$work/port.met" ]
is_safe=0
# shellcheck disable=SC2086
check "changes are told" denied "$work/out-no-unshare/o" 2 $changes
check "sockets are told" denied "$work/out-no-unshare/o" 8 socket
check "kill(-1) is told" denied "$work/out-no-unshare/o" 1 kill
fight no-landlock none "$lesser 14=signal 15=85" \
  "$work/without" unshare landlock --
check "the server of the machine was not met" [ ! -e "$work/port.met" ]

finish
