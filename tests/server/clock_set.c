/* clock_set.c - a machine whose clock is set: its time is that of the system and as many seconds
 * more as the file named by HOSHI_CLOCK_SET was changed after second ZERO. (To ask for that a
 * confined server needs no right.) Loaded before the server (LD_PRELOAD); the steady clocks are
 * left alone. */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

enum { ZERO = 1000000 };

static time_t seconds_more(void)
{
    struct stat st;
    const char *name = getenv("HOSHI_CLOCK_SET");
    return name != NULL && stat(name, &st) == 0 ? st.st_mtim.tv_sec - ZERO : 0;
}

__attribute__((visibility("default"))) int clock_gettime(clockid_t id, struct timespec *t)
{
    static int (*next)(clockid_t id, struct timespec * t);
    if (next == NULL) {
        void *found = dlsym(RTLD_NEXT, "clock_gettime");
        memcpy(&next, &found, sizeof next);
    }
    int err = next(id, t);
    if (err == 0 && id == CLOCK_REALTIME)
        t->tv_sec += seconds_more();
    return err;
}
