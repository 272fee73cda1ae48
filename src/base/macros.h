/* macros.h - the few words that every module uses.
 *
 * MUST_USE marks results that may not be dropped; ASSERT states what only a bug can break. It is on
 * unless HOSHI_NO_ASSERT is defined, which only the measurement of coverage does. Where there is a
 * system below, it prints file, line and condition before the program aborts. */
#ifndef MACROS_H
#define MACROS_H

#define MUST_USE     __attribute__((warn_unused_result))
#define NORETURN     __attribute__((noreturn))
#define LIKELY(x)    __builtin_expect(!!(x), 1)
#define UNLIKELY(x)  __builtin_expect(!!(x), 0)
#define ARRAY_LEN(a) (sizeof(a) / sizeof((a)[0]))
/* The structure of which *part is the member: CONTAINER_OF(job, struct request, reading). */
#define CONTAINER_OF(part, type, member)                                                           \
    ((type *)(void *)((char *)(part) - __builtin_offsetof(type, member)))
#define PRINTF_LIKE(fmt, args) __attribute__((format(printf, fmt, args)))

#ifdef HOSHI_NO_ASSERT
#define ASSERT(cond) ((void)sizeof(!!(cond)))
#elif __STDC_HOSTED__
#define ASSERT(cond) (LIKELY(cond) ? (void)0 : assert_failed(__FILE__, __LINE__, #cond))
NORETURN __attribute__((cold)) void assert_failed(const char *file, int line, const char *cond);
#else
#define ASSERT(cond) (LIKELY(cond) ? (void)0 : __builtin_trap())
#endif

#endif
