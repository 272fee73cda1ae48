/* sandbox.h - a process gives up what it does not need, for itself, its threads and its children,
 * for good. An attacker who takes it over finds a system in which only the named files can be read
 * or written, only the named programs run, and only the system calls of sandbox_calls.h exist.
 *
 * Landlock confines files and programs, seccomp the system calls. If the kernel or a container
 * refuses one of them, the process continues without it and reports this. Files that are open
 * already stay open.
 *
 *     struct sandbox *s = sandbox_new();
 *     sandbox_may(s, "/usr", SANDBOX_READ);
 *     sandbox_may(s, "/var/lib/hoshi", SANDBOX_KEEP);
 *     sandbox_enter(s, &what);
 *
 * To be entered before threads start: those that run already are not confined by Landlock. */
#ifndef SANDBOX_H
#define SANDBOX_H
#include "base/macros.h"
#include "base/text.h"

/* Sanitizers trace the program that they are in. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANDBOX_TRACES 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANDBOX_TRACES 1
#endif
#endif
#ifndef SANDBOX_TRACES
#define SANDBOX_TRACES 0
#endif

struct sandbox; /* opaque */

enum sandbox_right {
    SANDBOX_READ,  /* files and folders, with all that lies in them */
    SANDBOX_RUN,   /* the same, and as programs */
    SANDBOX_WRITE, /* a file that is there */
    SANDBOX_KEEP,  /* a folder: read, write, make and remove files in it */
};

/* Never NULL. sandbox_enter reports what the sandbox cannot do. */
struct sandbox *sandbox_new(void);
/* A path that is NULL or does not exist is left out. */
void sandbox_may(struct sandbox *s, const char *path, enum sandbox_right right);
/* Confines the process and frees s. Returns how many of the two hold; *what: "Landlock and
 * seccomp", or which of them is missing and why. */
int sandbox_enter(struct sandbox *s, struct text *what);

#endif
