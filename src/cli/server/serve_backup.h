/* serve_backup.h - `hoshi serve` copies its store every night (--backup-daily). */
#ifndef SERVE_BACKUP_H
#define SERVE_BACKUP_H
#include "base/macros.h"
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct serve_backup {
    const char *folder; /* NULL: no backups */
    const char *at;     /* "03:30", by this machine's zone */
    int64_t keep;       /* so many files */
    const char *store;
    /* its own */
    pid_t pid; /* of `hoshi admin backup`; 0: not running */
    int64_t again_ms;
    char file[4096], part[4096];
};

/* Whether a text is a time of day, HH:MM. */
bool serve_backup_time_fits(const char *text);
/* Called every second by the main thread: begins the backup of today when its time has come and
 * none is there, and ends it. A copy is made beside the server by a process of its own and gets its
 * name when it is whole; then the oldest go. Each result is a line of the log. */
void serve_backup_tend(struct serve_backup *b);
/* The server ends: an unfinished copy goes. */
void serve_backup_stop(struct serve_backup *b);

#endif
