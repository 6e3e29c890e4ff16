/* Functions that no call in the text enters: a constructor, a destructor, what
 * cleans up a variable, an alias, threads, a handler. Their branches count, and
 * those of the rest are still found.
 * Branches: 21
 */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static int steps, cleaned, total;
static volatile sig_atomic_t caught;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void begin(void)
{
    for (int i = 0; i < 3; i++)
        steps++;
}

static void end(void) __attribute__((destructor));
static void end(void) { steps--; }

static void clean(int *p)
{
    if (*p < 0)
        cleaned++;
}

static int target(int v) { return v > 30 ? 1 : 0; }
int other_name(int v) __attribute__((alias("target")));

static void *work(void *p)
{
    int n = *(int *)p;
    pthread_mutex_lock(&lock);
    switch (n) {
    case 5:
        total += 2;
        break;
    case 33:
        total++;
    }
    if (n > 30)
        total--;
    pthread_mutex_unlock(&lock);
    return 0;
}

static void handler(int s)
{
    if (s == SIGUSR1)
        caught = 1;
    else
        caught = 2;
}

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = 5;
    pthread_t one, two;
    signal(SIGUSR1, handler);
    signal(SIGUSR2, handler);
    if (x == 8)
        raise(SIGUSR1);
    if (x == 9)
        raise(SIGUSR2);
    {
        int z __attribute__((cleanup(clean))) = x;
        if (z < 0)
            return 1;
    }
    total += other_name(x);
    pthread_create(&one, 0, work, &x);
    pthread_create(&two, 0, work, &y);
    pthread_join(one, 0);
    pthread_join(two, 0);
    if (x == 33)
        return 3;
    return 0;
}
