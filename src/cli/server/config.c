#include "cli/server/config.h"

#include "base/prefix.h"
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_BYTES_MAX = 64 * 1024 };

static char *file_text; /* what the specs point into */

const char *config_file(int argc, char *const *argv)
{
    const char *found = getenv("HOSHI_CONFIG");
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--config") == 0 && i + 1 < argc)
            found = argv[i + 1];
        else if (strncmp(argv[i], "--config=", 9) == 0)
            found = argv[i] + 9;
    }
    return found;
}

void config_done(void)
{
    free(file_text);
    file_text = NULL;
}

/* Sets one option; an error in its value names the place `where`. */
static int set(const struct option_spec *o, const char *where, const char *value)
{
    if (o->text != NULL) {
        *o->text = value;
        return 0;
    }
    if (o->flag != NULL) {
        bool yes = strcmp(value, "yes") == 0;
        if (!yes && strcmp(value, "no") != 0) {
            fprintf(stderr, "hoshi: %s: %s must be yes or no, not \"%s\"\n", where, o->name, value);
            return -1;
        }
        *o->flag = yes;
        return 0;
    }
    char *end;
    errno = 0;
    long long n = strtoll(value, &end, 10);
    if (errno != 0 || end == value || *end != '\0' || n < o->min || n > o->max) {
        fprintf(stderr, "hoshi: %s: %s must be a whole number from %lld to %lld, not \"%s\"\n",
                where, o->name, (long long)o->min, (long long)o->max, value);
        return -1;
    }
    *o->number = n;
    return 0;
}

static const struct option_spec *find(const struct option_spec *specs, const char *name)
{
    for (const struct option_spec *o = specs; o->name != NULL; o++)
        if (strcmp(o->name, name) == 0)
            return o;
    return NULL;
}

static char *trim(char *s)
{
    s += strspn(s, " \t\r");
    size_t n = strlen(s);
    while (n > 0 && strchr(" \t\r", s[n - 1]) != NULL)
        n--;
    s[n] = '\0';
    return s;
}

static bool others_allowed; /* the file has options of another command, too */

static int take_line(const struct option_spec *specs, const char *where, char *line)
{
    char *text = trim(line);
    if (*text == '\0' || *text == '#')
        return 0;
    char *comment = strstr(text, " #");
    if (comment != NULL)
        *comment = '\0';
    char *equals = strchr(text, '=');
    if (equals == NULL) {
        fprintf(stderr, "hoshi: %s: a line must be NAME = VALUE\n", where);
        return -1;
    }
    *equals = '\0';
    const char *name = trim(text);
    const struct option_spec *o = find(specs, name);
    if (o == NULL && others_allowed)
        return 0;
    if (o == NULL || strcmp(name, "config") == 0 || strcmp(name, "check-config") == 0) {
        fprintf(stderr, "hoshi: %s: there is no option \"%s\"\n", where, name);
        return -1;
    }
    return set(o, where, trim(equals + 1));
}

static int take_file(const struct option_spec *specs, const char *path)
{
    char where[600];
    FILE *f = fopen(path, "r");
    file_text = f != NULL ? calloc(1, FILE_BYTES_MAX + 1) : NULL;
    size_t n = file_text != NULL ? fread(file_text, 1, FILE_BYTES_MAX, f) : 0;
    bool strange = n > 0 && memchr(file_text, '\0', n) != NULL;
    bool failed =
        f == NULL || file_text == NULL || ferror(f) != 0 || n == FILE_BYTES_MAX || strange;
    if (failed)
        fprintf(stderr, "hoshi: %s: %s\n", path,
                strange               ? "the file is not a text in UTF-8; save it as such"
                : n == FILE_BYTES_MAX ? "the file is too long"
                                      : strerror(errno));
    if (f != NULL)
        (void)fclose(f);
    if (failed)
        return -1;
    /* Some editors begin a file with a byte order mark. */
    char *rest = file_text + prefix_bom(file_text);
    for (int number = 1; rest != NULL; number++) {
        char *line = strsep(&rest, "\n");
        snprintf(where, sizeof where, "%s:%d", path, number);
        if (take_line(specs, where, line) < 0)
            return -1;
    }
    return 0;
}

static int take_environment(const struct option_spec *specs)
{
    for (const struct option_spec *o = specs; o->name != NULL; o++) {
        char name[64];
        int n = snprintf(name, sizeof name, "HOSHI_%s", o->name);
        for (int i = 6; i < n; i++)
            name[i] = (char)(name[i] == '-' ? '_' : toupper((unsigned char)name[i]));
        const char *value = getenv(name);
        if (value != NULL && set(o, name, value) < 0)
            return -1;
    }
    return 0;
}

int config_take(const struct option_spec *specs, const char *file)
{
    if (file != NULL && take_file(specs, file) < 0)
        return -1;
    return take_environment(specs);
}

int config_take_some(const struct option_spec *specs, const char *file)
{
    others_allowed = true;
    int err = config_take(specs, file);
    others_allowed = false;
    return err;
}
