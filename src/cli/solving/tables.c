#include "cli/solving/tables.h"

#include "base/err.h"
#include "base/exit.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static bool has_text(const char *s)
{
    return s != NULL && s[0] != '\0';
}

void tables_folder(char path[TABLES_PATH_BYTES])
{
    const char *own = getenv("HOSHI_TABLES");
    const char *data = getenv("XDG_DATA_HOME");
    const char *home = getenv("HOME");
    int n = 0;
    if (has_text(own))
        n = snprintf(path, TABLES_PATH_BYTES, "%s", own);
    else if (has_text(data))
        n = snprintf(path, TABLES_PATH_BYTES, "%s/hoshi/tables", data);
    else if (has_text(home))
        n = snprintf(path, TABLES_PATH_BYTES, "%s/.local/share/hoshi/tables", home);
    if (n <= 0 || n >= TABLES_PATH_BYTES)
        path[0] = '\0';
}

void tables_name(const struct setup *s, struct text *out)
{
    uint8_t differ = s->options ^ setup_default(s->game).options;
    text_str(out, games[s->game]->name);
    text_char(out, '-');
    text_int(out, s->width);
    text_char(out, 'x');
    text_int(out, s->height);
    if (differ & OPTION_SWAP)
        text_str(out, s->options & OPTION_SWAP ? "-swap" : "-noswap");
    if (differ & OPTION_JACKED)
        text_str(out, s->options & OPTION_JACKED ? "-jacked" : "-nojacked");
    text_str(out, ".tablebase");
}

/* Maps a file; false with errno set. */
static bool map(const char *path, struct tables_file *out)
{
    struct stat about;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool done = fstat(fd, &about) == 0;
    if (done && (!S_ISREG(about.st_mode) || about.st_size <= 0)) {
        errno = EINVAL;
        done = false;
    }
    if (done) {
        out->bytes_n = (size_t)about.st_size;
        out->bytes = mmap(NULL, out->bytes_n, PROT_READ, MAP_PRIVATE, fd, 0);
        done = out->bytes != MAP_FAILED;
    }
    int err = errno;
    (void)close(fd);
    errno = err;
    return done;
}

int tables_open(const char *path, struct tables_file *out)
{
    if (!map(path, out)) {
        fprintf(stderr, "hoshi: %s: %s\n", path, strerror(errno));
        return EXIT_NO;
    }
    if (tablebase_open(&out->table, out->bytes, out->bytes_n) < 0) {
        fprintf(stderr,
                "hoshi: %s: this is not a table, or it is damaged; `hoshi table` makes one\n",
                path);
        tables_close(out);
        return EXIT_NO;
    }
    return EXIT_OK;
}

bool tables_find(const char *folder, const struct setup *s, struct tables_file *out)
{
    char name[64];
    char path[TABLES_PATH_BYTES + sizeof name];
    struct text t;
    text_init(&t, name, sizeof name);
    tables_name(s, &t);
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    return folder[0] != '\0' && access(path, F_OK) == 0 && tables_open(path, out) == EXIT_OK;
}

void tables_close(struct tables_file *f)
{
    (void)munmap(f->bytes, f->bytes_n);
}
