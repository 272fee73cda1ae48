/* read_only.c - what a file system does that its errors have made read-only while files are open on
 * it: as long as the file named by HOSHI_READ_ONLY exists, nothing can be written below its folder.
 * As long as one exists that has this name and -unread, threads that give way (platform/thread.h),
 * so those that read for requests, cannot read there.
 * Loaded before the server (LD_PRELOAD); the other files, its sockets and its shared memory are
 * left alone. */
#undef _FILE_OFFSET_BITS /* which would give both of a pair one name */
#undef _FORTIFY_SOURCE   /* its inline functions would come before the attribute of ours */
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define SEEN __attribute__((visibility("default")))

static int is_below(const char *flag, int fd)
{
    char link[64];
    char name[PATH_MAX];
    const char *end = strrchr(flag, '/');
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t n = readlink(link, name, sizeof name);
    return end != NULL && n > end - flag && memcmp(name, flag, (size_t)(end - flag)) == 0;
}

static int refuses(int fd)
{
    const char *flag = getenv("HOSHI_READ_ONLY");
    int saved = errno;
    int no = flag != NULL && access(flag, F_OK) == 0 && is_below(flag, fd);
    errno = no ? EROFS : saved;
    return no;
}

static int gives_way(void)
{
    cpu_set_t mine;
    cpu_set_t all;
    CPU_ZERO(&mine);
    CPU_ZERO(&all);
    (void)sched_getaffinity(0, sizeof mine, &mine);
    (void)sched_getaffinity(getpid(), sizeof all, &all);
    return CPU_COUNT(&mine) < CPU_COUNT(&all) ||
           getpriority(PRIO_PROCESS, 0) > getpriority(PRIO_PROCESS, (id_t)getpid());
}

static int refuses_to_read(int fd)
{
    char flag[PATH_MAX];
    const char *name = getenv("HOSHI_READ_ONLY");
    int saved = errno;
    int no = 0;
    if (name != NULL) {
        snprintf(flag, sizeof flag, "%s-unread", name);
        no = access(flag, F_OK) == 0 && gives_way() && is_below(flag, fd);
    }
    errno = no ? EIO : saved;
    return no;
}

/* A function pointer of what dlsym returns, which ISO C does not convert. */
#define NEXT(type, name)                                                                           \
    static type next;                                                                              \
    if (next == NULL) {                                                                            \
        void *found = dlsym(RTLD_NEXT, name);                                                      \
        memcpy(&next, &found, sizeof next);                                                        \
    }

typedef ssize_t pread_like(int fd, void *data, size_t n, off_t at);
typedef ssize_t pwrite_like(int fd, const void *data, size_t n, off_t at);
typedef int ftruncate_like(int fd, off_t size);
SEEN ssize_t pread(int fd, void *data, size_t n, off_t at);
SEEN ssize_t pread64(int fd, void *data, size_t n, off64_t at);
SEEN ssize_t pwrite(int fd, const void *data, size_t n, off_t at);
SEEN ssize_t pwrite64(int fd, const void *data, size_t n, off64_t at);
SEEN int ftruncate(int fd, off_t size);
SEEN int ftruncate64(int fd, off64_t size);

ssize_t pread(int fd, void *data, size_t n, off_t at)
{
    NEXT(pread_like *, "pread")
    return refuses_to_read(fd) ? -1 : next(fd, data, n, at);
}

ssize_t pread64(int fd, void *data, size_t n, off64_t at)
{
    NEXT(pread_like *, "pread64")
    return refuses_to_read(fd) ? -1 : next(fd, data, n, at);
}

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
