/* helpers.c - the threads and locks of hoshi-threads.wasm (platform/thread.h).
 *
 * WebAssembly starts no threads. The page starts workers, each with an instance of the module upon
 * the same memory, and each calls hoshi_helper: it is a *helper* from then on and waits for work.
 * thread_new gives work to a helper that has none. So threads cost nothing to start, and there are
 * as many as helpers are ready: a search that begins before them has fewer. */
#include "base/err.h"
#include "platform/heap.h"
#include "platform/thread.h"
#include "wasm/api.h"
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum {
    STACK_BYTES = 1 << 20, /* as the first thread's (meson.build) */
    LOCKS_N = 8,
    YIELD_NS = 50000,
};

/* The state of a helper. The helper's own instance sets HELPER_READY and HELPER_DONE; the first
 * thread sets the others. */
enum { HELPER_AWAY, HELPER_READY, HELPER_WORKING, HELPER_DONE };

struct thread {
    _Atomic int state; /* a waiter is notified when it becomes HELPER_WORKING or HELPER_DONE */
    void (*run)(void *arg);
    void *arg;
};

static struct thread helpers[HELPERS_MAX];
static int helpers_n; /* that have a stack */

/* Sleeps while *word is `value`, until somebody tells of a change. A function of its own, as V8's
 * first compiler loses what it keeps in registers across a wait (Node 20). */
__attribute__((noinline)) static void wait_while(_Atomic int *word, int value)
{
    (void)__builtin_wasm_memory_atomic_wait32((int *)word, value, -1);
}

static void tell(_Atomic int *word)
{
    (void)__builtin_wasm_memory_atomic_notify((int *)word, 1);
}

int EXPORT(hoshi_helper_room)(void)
{
    if (helpers_n == HELPERS_MAX)
        return ERR_FULL;
    unsigned char *stack = heap_new(STACK_BYTES);
    if (stack == NULL)
        return ERR_NO_MEMORY;
    helpers_n++;
    return (int)(size_t)(stack + STACK_BYTES);
}

void EXPORT(hoshi_helper)(int number)
{
    if (number < 0 || number >= HELPERS_MAX)
        return;
    struct thread *t = &helpers[number];
    atomic_store(&t->state, HELPER_READY);
    for (;;) {
        int state = atomic_load(&t->state);
        if (state != HELPER_WORKING) {
            wait_while(&t->state, state);
            continue;
        }
        t->run(t->arg);
        atomic_store(&t->state, HELPER_DONE);
        tell(&t->state);
    }
}

int EXPORT(hoshi_helpers)(void)
{
    int n = 0;
    for (int i = 0; i < helpers_n; i++)
        n += atomic_load(&helpers[i].state) != HELPER_AWAY;
    return n;
}

struct thread *thread_new(void (*run)(void *arg), void *arg)
{
    for (int i = 0; i < helpers_n; i++) {
        struct thread *t = &helpers[i];
        if (atomic_load(&t->state) != HELPER_READY)
            continue;
        t->run = run;
        t->arg = arg;
        atomic_store(&t->state, HELPER_WORKING);
        tell(&t->state);
        return t;
    }
    return NULL;
}

void thread_join(struct thread *t)
{
    while (atomic_load(&t->state) == HELPER_WORKING)
        wait_while(&t->state, HELPER_WORKING);
    atomic_store(&t->state, HELPER_READY);
}

void thread_yield(void)
{
    static int never;
    (void)__builtin_wasm_memory_atomic_wait32(&never, 0, YIELD_NS);
}

/* A lock that is taken may be waited for, or not: only who gives back the former tells of it. */
enum { LOCK_OPEN, LOCK_TAKEN, LOCK_WANTED };

struct lock {
    _Atomic int state;
    bool used; /* the first thread's */
};

struct lock *lock_new(void)
{
    static struct lock locks[LOCKS_N];
    for (int i = 0; i < LOCKS_N; i++) {
        if (locks[i].used)
            continue;
        locks[i].used = true;
        atomic_store(&locks[i].state, LOCK_OPEN);
        return &locks[i];
    }
    return NULL;
}

void lock_free(struct lock *l)
{
    if (l != NULL)
        l->used = false;
}

void lock_take(struct lock *l)
{
    int open = LOCK_OPEN;
    if (atomic_compare_exchange_strong(&l->state, &open, LOCK_TAKEN))
        return;
    while (atomic_exchange(&l->state, LOCK_WANTED) != LOCK_OPEN)
        wait_while(&l->state, LOCK_WANTED);
}

void lock_give(struct lock *l)
{
    if (atomic_exchange(&l->state, LOCK_OPEN) == LOCK_WANTED)
        tell(&l->state);
}

int thread_cpus(void)
{
    return 1 + hoshi_helpers();
}
