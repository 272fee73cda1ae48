/* clock_set.c - a machine whose clock is set: its time is that of the system and as many seconds
 * more as the file named by HOSHI_CLOCK_SET says. Loaded before the server (LD_PRELOAD); the steady
 * clocks are left alone. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static long seconds_more(void)
{
    const char *name = getenv("HOSHI_CLOCK_SET");
    FILE *f = name != NULL ? fopen(name, "re") : NULL;
    char text[32] = "";
    if (f == NULL)
        return 0;
    char *line = fgets(text, sizeof text, f);
    (void)fclose(f);
    return line != NULL ? strtol(text, NULL, 10) : 0;
}

__attribute__((visibility("default"))) int clock_gettime(clockid_t id, struct timespec *t)
{
    static int (*next)(clockid_t id, struct timespec *t);
    if (next == NULL) {
        void *found = dlsym(RTLD_NEXT, "clock_gettime");
        memcpy(&next, &found, sizeof next);
    }
    int err = next(id, t);
    if (err == 0 && id == CLOCK_REALTIME)
        t->tv_sec += seconds_more();
    return err;
}
