#include "cli/solving/proof_file.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <zlib.h>

/* zlib's files are already opaque and read what is not compressed as it is. */

struct proof_file *proof_file_create(const char *name)
{
    size_t n = strlen(name);
    bool packed = n > 3 && strcmp(name + n - 3, ".gz") == 0;
    errno = ENOMEM;
    gzFile f = gzopen(name, packed ? "wb6" : "wbT");
    return (struct proof_file *)f;
}

struct proof_file *proof_file_open(const char *name)
{
    errno = ENOMEM;
    gzFile f = gzopen(name, "rb");
    if (f != NULL)
        (void)gzbuffer(f, 1 << 18);
    return (struct proof_file *)f;
}

static gzFile gz(void *f)
{
    return (gzFile)f;
}

bool proof_file_write(void *file, const void *bytes, size_t n)
{
    return n == 0 || (n <= INT_MAX && gzwrite(gz(file), bytes, (unsigned)n) == (int)n);
}

static int64_t file_read(void *file, void *bytes, size_t n)
{
    int got = gzread(gz(file), bytes, n < INT_MAX ? (unsigned)n : INT_MAX);
    int err = Z_OK;
    if (got == 0)
        (void)gzerror(gz(file), &err); /* cut off in the middle of what was compressed */
    return err == Z_OK || err == Z_STREAM_END ? got : -1;
}

static bool file_rewind(void *file)
{
    return gzrewind(gz(file)) == 0;
}

struct proof_source proof_file_source(struct proof_file *f)
{
    return (struct proof_source){.read = file_read, .rewind = file_rewind, .context = f};
}

bool proof_file_close(struct proof_file *f)
{
    return gzclose(gz(f)) == Z_OK;
}
