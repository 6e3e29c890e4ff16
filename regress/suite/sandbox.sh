#!/bin/sh
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
sleep 300 &
stranger=$!
expect 1 "own functions" unshare -Urpf --mount-proc "$tp2ph" -o "$work/o" "$work/in/own.c" -- -fno-builtin
prints "5 of 6 covered"
prints "own.c:21"
check "strangers live" kill -0 $stranger
kill $stranger

finish
