/* Runs a marked program (see truth.py) on every combination of its inputs and
 * prints which branches were taken. In: a shared object whose main is
 * prog_main, the number of branches, the most runs. Out: one line
 * "runs N state S", then one line for each branch taken: its number and side.
 * The object's writable memory is put back before each run, so that all runs
 * share one process; exit() and signals come back here by a jump. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_READS 256
#define FUEL 100000

static unsigned char *hits, *here; /* 2 for each branch; of this run */
static long choice[MAX_READS], domain[MAX_READS];
static int n_reads, n_known, fuel;
static sigjmp_buf out;

enum { ENDED = 1, CRASHED, ENDLESS, TOO_MANY, BROKEN };

int truth_branch(int id, int side);
void truth_label(int id);
long truth_pick(long n);
void truth_exit(int code);
void truth_broken(void);

int truth_branch(int id, int side) {
  if (--fuel < 0)
    siglongjmp(out, ENDLESS);
  here[2 * id + !side] = 1;
  return side;
}

void truth_label(int id) {
  here[2 * id] = 1;
}

long truth_pick(long n) {
  if (n_reads == MAX_READS)
    siglongjmp(out, TOO_MANY);
  if (n_reads == n_known) {
    choice[n_known] = 0;
    domain[n_known++] = n;
  }
  return choice[n_reads++];
}

void truth_exit(int code) {
  (void)code;
  siglongjmp(out, ENDED);
}

/* An assumption does not hold: the run is not one of the program's. */
void truth_broken(void) {
  siglongjmp(out, BROKEN);
}

static void on_signal(int s) {
  (void)s;
  siglongjmp(out, CRASHED);
}

static struct area {
  char *at, *saved;
  size_t n;
} areas[16];
static int n_areas;

static int keep_area(struct dl_phdr_info *info, size_t size, void *name) {
  (void)size;
  if (!strstr(info->dlpi_name, name))
    return 0;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *h = &info->dlpi_phdr[i];
    if (h->p_type != PT_LOAD || !(h->p_flags & PF_W))
      continue;
    struct area *a = &areas[n_areas++];
    a->at = (char *)info->dlpi_addr + h->p_vaddr;
    a->n = h->p_memsz;
    for (int k = 0; k < info->dlpi_phnum; k++) {
      const ElfW(Phdr) *r = &info->dlpi_phdr[k];
      if (r->p_type == PT_GNU_RELRO) { /* read-only after loading */
        char *end = (char *)info->dlpi_addr + r->p_vaddr + r->p_memsz;
        end = (char *)(((size_t)end + 4095) & ~(size_t)4095);
        if (end > a->at && end <= a->at + a->n) {
          a->n -= (size_t)(end - a->at);
          a->at = end;
        }
      }
    }
    a->saved = malloc(a->n + 1);
    memcpy(a->saved, a->at, a->n);
  }
  return 0;
}

static int next_combination(void) {
  n_known = n_reads;
  while (n_known > 0 && choice[n_known - 1] + 1 == domain[n_known - 1])
    n_known--;
  if (n_known == 0)
    return 0;
  choice[n_known - 1]++;
  return 1;
}

int main(int argc, char **argv) {
  if (argc != 4)
    return 2;
  int n = atoi(argv[2]);
  hits = calloc(2 * (size_t)n + 2, 1);
  here = calloc(2 * (size_t)n + 2, 1);
  fuel = FUEL;
  void *program = dlopen(argv[1], RTLD_NOW);
  if (!program) {
    fprintf(stderr, "%s\n", dlerror());
    return 2;
  }
  int (*prog_main)(void) = (int (*)(void))dlsym(program, "prog_main");
  long limit = atol(argv[3]), runs = 0;
  const char *state = "all";
  dl_iterate_phdr(keep_area, argv[1]);
  int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
  for (int i = 0; i < 5; i++)
    signal(signals[i], on_signal);
  do {
    for (int i = 0; i < n_areas; i++)
      memcpy(areas[i].at, areas[i].saved, areas[i].n);
    n_reads = 0;
    fuel = FUEL;
    int how = sigsetjmp(out, 1);
    if (how == 0)
      prog_main();
    else if (how != ENDED && how != BROKEN) {
      state = how == CRASHED ? "crash" : "endless";
      break;
    }
    for (int i = 0; i < 2 * n; i++)
      hits[i] |= how != BROKEN && here[i];
    memset(here, 0, 2 * (size_t)n);
    if (++runs == limit) {
      state = "cut";
      break;
    }
  } while (next_combination());
  printf("runs %ld state %s\n", runs, state);
  for (int i = 0; i < 2 * n; i++)
    if (hits[i])
      printf("%d %d\n", i / 2, i % 2);
  return 0;
}
