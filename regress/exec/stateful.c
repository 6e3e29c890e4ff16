/* For test_exec_repeat.c: the first input says what the program does to the
 * state of its process. c0(n, ...) tells what it sees of state that an earlier
 * run may have left. Instrumented by hand; no preprocessor. */
typedef unsigned long size_t;
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
void *malloc(size_t);
void *calloc(size_t, size_t);
void free(void *);
void *memset(void *, int, size_t);
int printf(const char *, ...);
int puts(const char *);
int getchar(void);
int fflush(void *);
int atexit(void (*)(void));
void exit(int);
void _exit(int);
void abort(void);
int rand(void);
char *strtok(char *, const char *);
int setenv(const char *, const char *, int);
char *getenv(const char *);
char *setlocale(int, const char *);
void (*signal(int, void (*)(int)))(int);
int raise(int);
int open(const char *, int, ...);
int close(int);
int chdir(const char *);
unsigned umask(unsigned);
long clock(void);
long time(long *);
unsigned alarm(unsigned);
void *sbrk(long);
int pthread_create(unsigned long *, void *, void *(*)(void *), void *);
int pthread_join(unsigned long, void **);
int *__errno_location(void);
long syscall(long, ...);
int fork(void);
int waitpid(int, int *, int);
int getpid(void);
typedef struct jump {
  long room[64];
} jump;
int _setjmp(jump *);
void longjmp(jump *, int);

static jump back;
static int hits, many[50000], given = 42;
static const char *word = "word";
static char text[64], wide[1 << 17];
static __thread int own;

static void on_signal(int number) {
  hits += number;
}

static void late(void) {
  __tp2ph_c0(20, hits);
  hits++;
}

static void *thread(void *p) {
  hits++;
  return p;
}

static int is_clean(const char *p, size_t n) {
  size_t dirty = 0;
  for (size_t i = 0; i < n; i++)
    dirty += p[i] != 0;
  return dirty == 0;
}

/* Is the stack far below as it was? */
static int deep(int value) {
  volatile char a[60000];
  char *p = (char *)a;
  int clean = is_clean(p, 50000);
  if (value)
    memset(p, value, sizeof a);
  return clean;
}

static int deeper(void) {
  volatile char a[4 << 20];
  a[0] = 1;
  a[2 << 20] = 2;
  return a[0] + a[3 << 20];
}

static int recurse(int n) {
  volatile char a[1000];
  a[n] = 1;
  return n ? recurse(n - 1) + a[n] : 0;
}

/* Rounding and exceptions of floating point. */
static unsigned mode(void) {
  unsigned m;
  __asm__ volatile("stmxcsr %0" : "=m"(m));
  return m;
}

static void set_mode(unsigned m) {
  __asm__ volatile("ldmxcsr %0" : : "m"(m));
}

__attribute__((constructor)) static void early(void) {
  given++;
}

static void look_around(int argc, char **argv) {
  __tp2ph_c0(2, hits == 0);
  __tp2ph_c0(3, given == 43);
  __tp2ph_c0(4, word[0] == 'w');
  __tp2ph_c0(5, own == 0);
  __tp2ph_c0(6, many[0] == 0 && many[49999] == 0);
  __tp2ph_c0(7, *__errno_location() == 0);
  __tp2ph_c0(8, mode() == 0x1f80);
  __tp2ph_c0(9, getenv("STATE") == 0);
  __tp2ph_c0(10, argc == 1 && argv[0][0] == 'p');
  __tp2ph_c0(11, is_clean(wide, sizeof wide));
}

int main(int argc, char **argv) {
  int i, what;
  char *p;
  unsigned long t;
  __tp2ph_e0(1);
  __tp2ph_in(1);
  what = __VERIFIER_nondet_int();
  __tp2ph_c0(1, what > 0);
  look_around(argc, argv);
  switch (what) {
  case 1:
    hits = 1;
    given = 0;
    word = "other";
    own = 1;
    return 1;
  case 2:
    for (i = 0; i < 50000; i++)
      many[i] = i;
    return 2;
  case 3:
    for (i = 0; i < 200; i++) {
      p = malloc(100 + i);
      __tp2ph_c0(30, is_clean(p, 100));
      memset(p, 7, 100 + i);
    }
    return 3;
  case 4:
    for (i = 0; i < 400; i++)
      printf("%d lines\n", i);
    return 4;
  case 5:
    puts("left in the buffer");
    _exit(5);
  case 6:
    __tp2ph_c0(31, atexit(late) == 0);
    atexit(late);
    exit(6);
  case 7:
    set_mode(0x7f80);
    return 7;
  case 8:
    setenv("STATE", "on", 1);
    return 8;
  case 9:
    signal(10, on_signal);
    raise(10);
    return hits;
  case 10:
    i = open("file", 0302, 0600);
    __tp2ph_c0(32, i >= 0);
    return i;
  case 11:
    pthread_create(&t, 0, thread, 0);
    pthread_join(t, 0);
    return hits;
  case 12:
    if (_setjmp(&back) == 0) {
      hits = 3;
      longjmp(&back, 1);
    }
    return hits;
  case 13:
    return deep(0x55);
  case 14:
    return deep(0);
  case 15:
    return deeper();
  case 16:
    i = rand() & 63;
    __tp2ph_c0(33, i & 1);
    return i;
  case 17:
    p = malloc(1 << 20);
    __tp2ph_c0(34, is_clean(p, 1 << 20));
    memset(p, 9, 1 << 20);
    return 17;
  case 18:
    for (i = 0; i < 3000; i++)
      if ((p = malloc(1000)))
        memset(p, 1, 1000);
    return 18;
  case 19:
    hits = many[7] = 1;
    *(volatile int *)8 = 1;
    return 19;
  case 20:
    *__errno_location() = 5;
    return 20;
  case 21:
    close(1);
    close(2);
    __tp2ph_c0(35, open("file", 0302, 0600) == 1);
    return 21;
  case 22:
    abort();
  case 23:
    i = umask(0);
    __tp2ph_c0(36, i != 0);
    chdir("/");
    return i & 127;
  case 24: /* processor time */
    __tp2ph_c0(37, clock() < 20000);
    return 24;
  case 25:
    __tp2ph_c0(38, getchar() == -1);
    return 25;
  case 26:
    alarm(1);
    return 26;
  case 27:
    memset(text, 'a', 3);
    text[1] = ' ';
    __tp2ph_c0(39, strtok(text, " ") == text);
    return 27;
  case 28:
    __tp2ph_c0(40, strtok(text, " ") == 0);
    return 28;
  case 29: /* getuid */
    return syscall(102) == 0;
  case 30:
    hits = 9;
    __VERIFIER_assume(what < 30);
    return 30;
  case 31:
    memset(wide, 1, sizeof wide);
    return 31;
  case 32:
    i = fork();
    if (i == 0)
      _exit(hits);
    waitpid(i, &i, 0);
    return i;
  case 33:
    return recurse(900) & 127;
  case 34:
    p = sbrk(8192);
    __tp2ph_c0(41, is_clean(p, 8192));
    memset(p, 3, 8192);
    return (unsigned long)p >> 12 & 127;
  case 35:
    p = calloc(3, 100);
    free(p);
    free(malloc(50));
    return time(0) > 0 && getpid() > 1;
  case 36:
    setlocale(6, "");
    return 36;
  case 37: /* many system calls */
    for (i = 0; i < 100; i++) {
      printf("x");
      fflush(0);
    }
    return 37;
  case 38:
    exit(300);
  case 39:
    for (;;)
      hits++;
  }
  return 0;
}
