#include "arena/machine.h"

#include "platform/json.h"
#include "platform/thread.h"
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

static bool has_autogroup(void)
{
    FILE *f = fopen("/proc/sys/kernel/sched_autogroup_enabled", "r");
    bool has = f != NULL && fgetc(f) == '1';
    if (f != NULL)
        (void)fclose(f);
    return has;
}

json_t *machine_json(void)
{
    char model[128] = "unknown";
    FILE *f = fopen("/proc/cpuinfo", "r");
    char line[256];
    while (f != NULL && fgets(line, sizeof line, f) != NULL) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) == 0 && colon != NULL) {
            line[strcspn(line, "\n")] = '\0';
            (void)snprintf(model, sizeof model, "%s", colon + (colon[1] == ' ' ? 2 : 1));
            break;
        }
    }
    if (f != NULL)
        (void)fclose(f);
    struct utsname u;
    if (uname(&u) != 0)
        memset(&u, 0, sizeof u);
    return JSON_OBJECT({"cpu", json_string(model)}, {"cpus", json_integer(thread_cpus())},
                       {"system", json_string(u.sysname)}, {"release", json_string(u.release)},
                       {"architecture", json_string(u.machine)},
                       {"autogroup", json_boolean(has_autogroup())});
}

const char *machine_compiler(void)
{
#ifdef __clang__
    return __VERSION__;
#else
    return "gcc " __VERSION__;
#endif
}
