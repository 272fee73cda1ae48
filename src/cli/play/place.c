#include "cli/play/place.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Makes the folders of a path. */
static int make_folders(char *path)
{
    for (char *p = path + 1; *p != '\0'; p++) {
        if (*p != '/')
            continue;
        *p = '\0';
        int rc = mkdir(path, 0700);
        *p = '/';
        if (rc != 0 && errno != EEXIST)
            return -1;
    }
    return 0;
}

char *place_store(void)
{
    const char *data = getenv("XDG_DATA_HOME");
    const char *home = getenv("HOME");
    char *path = NULL;
    int n = -1;
    if (data != NULL && data[0] == '/')
        n = asprintf(&path, "%s/hoshi/hoshi.db", data);
    else if (home != NULL && home[0] == '/')
        n = asprintf(&path, "%s/.local/share/hoshi/hoshi.db", home);
    if (n < 0)
        return NULL;
    if (make_folders(path) != 0) {
        fprintf(stderr, "hoshi: %s: %s\n", path, strerror(errno));
        free(path);
        return NULL;
    }
    return path;
}
