/* testing.h - cmocka with the headers that it wants first. Names of tests read as claims. */
#ifndef TESTING_H
#define TESTING_H
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

/* Where temporary files of tests lie. */
static inline const char *testing_folder(void)
{
    const char *given = getenv("TMPDIR");
    return given != NULL && given[0] != '\0' ? given : "/tmp";
}

#endif
