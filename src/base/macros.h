/* macros.h - the few words that every module uses.
 *
 * MUST_USE marks results that may not be dropped; ASSERT states what only a bug can break.
 * ASSERT is on unless HOSHI_NO_ASSERT is defined (only the measured release core does that). */
#ifndef MACROS_H
#define MACROS_H

#define MUST_USE               __attribute__((warn_unused_result))
#define NORETURN               __attribute__((noreturn))
#define LIKELY(x)              __builtin_expect(!!(x), 1)
#define UNLIKELY(x)            __builtin_expect(!!(x), 0)
#define ARRAY_LEN(a)           (sizeof(a) / sizeof((a)[0]))
#define PRINTF_LIKE(fmt, args) __attribute__((format(printf, fmt, args)))

#ifdef HOSHI_NO_ASSERT
#define ASSERT(cond) ((void)sizeof(!!(cond)))
#else
#define ASSERT(cond) (LIKELY(cond) ? (void)0 : __builtin_trap())
#endif

#endif
