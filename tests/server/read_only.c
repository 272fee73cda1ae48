/* read_only.c - what a file system does that its errors have made read-only while files are open on
 * it: as long as the file named by HOSHI_READ_ONLY exists, nothing can be written below its folder.
 * Loaded before the server (LD_PRELOAD); the other files, its sockets and its shared memory are
 * left alone. */
#undef _FILE_OFFSET_BITS /* which would give both of a pair one name */
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SEEN __attribute__((visibility("default")))

static int refuses(int fd)
{
    char link[64];
    char name[PATH_MAX];
    const char *flag = getenv("HOSHI_READ_ONLY");
    const char *end = flag != NULL ? strrchr(flag, '/') : NULL;
    int saved = errno;
    int no = 0;
    if (end != NULL && access(flag, F_OK) == 0) {
        snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
        ssize_t n = readlink(link, name, sizeof name);
        no = n > end - flag && memcmp(name, flag, (size_t)(end - flag)) == 0;
    }
    errno = no ? EROFS : saved;
    return no;
}

/* A function pointer of what dlsym returns, which ISO C does not convert. */
#define NEXT(type, name)                                                                           \
    static type next;                                                                              \
    if (next == NULL) {                                                                            \
        void *found = dlsym(RTLD_NEXT, name);                                                      \
        memcpy(&next, &found, sizeof next);                                                        \
    }

typedef ssize_t pwrite_like(int fd, const void *data, size_t n, off_t at);
typedef int ftruncate_like(int fd, off_t size);
SEEN ssize_t pwrite(int fd, const void *data, size_t n, off_t at);
SEEN ssize_t pwrite64(int fd, const void *data, size_t n, off64_t at);
SEEN int ftruncate(int fd, off_t size);
SEEN int ftruncate64(int fd, off64_t size);

ssize_t pwrite(int fd, const void *data, size_t n, off_t at)
{
    NEXT(pwrite_like *, "pwrite")
    return refuses(fd) ? -1 : next(fd, data, n, at);
}

ssize_t pwrite64(int fd, const void *data, size_t n, off64_t at)
{
    NEXT(pwrite_like *, "pwrite64")
    return refuses(fd) ? -1 : next(fd, data, n, at);
}

int ftruncate(int fd, off_t size)
{
    NEXT(ftruncate_like *, "ftruncate")
    return refuses(fd) ? -1 : next(fd, size);
}

int ftruncate64(int fd, off64_t size)
{
    NEXT(ftruncate_like *, "ftruncate64")
    return refuses(fd) ? -1 : next(fd, size);
}
