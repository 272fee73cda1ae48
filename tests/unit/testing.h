/* testing.h - includes cmocka after the headers that it needs. Names of tests state what holds. */
#ifndef TESTING_H
#define TESTING_H
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

/* The folder for temporary files of tests. */
static inline const char *testing_folder(void)
{
    const char *given = getenv("TMPDIR");
    return given != NULL && given[0] != '\0' ? given : "/tmp";
}

#endif
