/* doctor_store.c - the store, the clock and the disk beneath them (doctor.h). */
#include "cli/server/doctor.h"

#include "platform/clock.h"
#include "store/core/copy.h"
#include "store/core/examine.h"
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/timex.h>
#include <unistd.h>

enum { MIB = 1024 * 1024, AHEAD_MS = 2000, BEHIND_MIB = 64 };

static void count(void *context, const char *what, int64_t n)
{
    if (strncmp(what, "matches", 7) == 0)
        *(int64_t *)context += n;
}

/* Whether it can be opened and is whole. */
static bool look(struct doctor *d, const char *where)
{
    char buf[320] = "";
    struct text why;
    struct store *s = NULL;
    int64_t matches = 0;
    text_init(&why, buf, sizeof buf);
    if (store_look(where, &s, &why) < 0) {
        doctor_find(d, "store", DOCTOR_ERROR,
                    "give the --store of `hoshi serve`; a damaged one is restored from a backup",
                    "cannot be opened: %s", buf);
        return false;
    }
    int err = store_begin(s);
    if (err == 0)
        err = store_counts(s, count, &matches);
    store_end(s);
    if (err < 0)
        doctor_find(d, "store", DOCTOR_ERROR, "restore a backup (docs/OPERATING.md)",
                    "cannot be read: %s", store_failure(s));
    else
        doctor_find(d, "store", DOCTOR_OK, NULL, "opens; schema %d; %lld matches", store_schema(s),
                    (long long)matches);
    store_close(s);
    return err == 0;
}

static void check_file(struct doctor *d, const char *where, const struct store_facts *f)
{
    char buf[320] = "";
    struct text why;
    text_init(&why, buf, sizeof buf);
    if (store_verify(where, &why) < 0)
        doctor_find(d, "store", DOCTOR_ERROR, "stop the server and restore a backup",
                    "is damaged: %s", buf);
    else
        doctor_find(d, "store", DOCTOR_OK, NULL, "every page is whole");
    int64_t mib = f->pages * f->page_bytes / MIB;
    if (mib >= 64 && f->free_pages > f->pages / 2)
        doctor_find(d, "store", DOCTOR_WARNING, "stop the server and run `hoshi admin vacuum`",
                    "more than half of its %lld MiB is unused", (long long)mib);
}

static void check_standbys(struct doctor *d, const struct store_facts *f)
{
    if (f->is_standby)
        doctor_find(d, "store", DOCTOR_ERROR,
                    "name all databases and target_session_attrs=read-write in --store",
                    "this database is a standby; nothing can be written");
    else if (f->wants_synchronous && f->synchronous == 0)
        doctor_find(d, "store", DOCTOR_ERROR,
                    "start the standby, or take it off synchronous_standby_names",
                    "commits wait for a standby, and none follows");
    else if (f->standbys == 0)
        doctor_find(d, "store", DOCTOR_WARNING, "set up a standby (docs/FAILOVER.md)",
                    "no standby follows: if this database's disk dies, moves are lost");
    else if (f->synchronous == 0)
        doctor_find(d, "store", DOCTOR_WARNING, "set synchronous_standby_names (docs/FAILOVER.md)",
                    "followed by %d standby%s, none of them synchronous: a failover may lose moves",
                    f->standbys, f->standbys == 1 ? "" : "s");
    else
        doctor_find(d, "store", DOCTOR_OK, NULL, "followed by %d standby%s, %d of them synchronous",
                    f->standbys, f->standbys == 1 ? "" : "s", f->synchronous);
    if (f->behind_bytes / MIB >= BEHIND_MIB)
        doctor_find(d, "store", DOCTOR_WARNING, "look at the standby's disk, network and log",
                    "a standby is %lld MiB behind", (long long)(f->behind_bytes / MIB));
}

static void check_database(struct doctor *d, const struct store_facts *f)
{
    doctor_find(d, "store", DOCTOR_OK, NULL, "PostgreSQL %s, %d of %d connections in use",
                f->version, f->connections, f->connections_max);
    if (f->connections > f->connections_max * 9 / 10)
        doctor_find(d, "store", DOCTOR_WARNING, "raise max_connections",
                    "nearly all connections are in use");
    if (!f->fsync || strcmp(f->synchronous_commit, "off") == 0 ||
        strcmp(f->synchronous_commit, "local") == 0)
        doctor_find(d, "store", DOCTOR_ERROR, "set fsync = on and synchronous_commit = on",
                    "fsync is %s, synchronous_commit is %s: acknowledged moves can be lost",
                    f->fsync ? "on" : "off", f->synchronous_commit);
    check_standbys(d, f);
    if (f->archive_failed > 0)
        doctor_find(d, "store", DOCTOR_ERROR, "look at archive_command and PostgreSQL's log",
                    "archiving its log has failed %lld times", (long long)f->archive_failed);
    if (f->ahead_ms > AHEAD_MS + f->took_ms || f->ahead_ms < -AHEAD_MS - f->took_ms)
        doctor_find(d, "clock", DOCTOR_WARNING, "synchronise both machines (NTP)",
                    "the database's clock is %lld ms %s of this machine's",
                    (long long)llabs(f->ahead_ms), f->ahead_ms > 0 ? "ahead" : "behind");
    else
        doctor_find(d, "clock", DOCTOR_OK, NULL, "agrees with the database's");
}

static void check_clock(struct doctor *d)
{
    struct timex t = {.modes = 0};
    int state = adjtimex(&t);
    if (state < 0)
        return; /* not to be known here */
    if (state == TIME_ERROR || (t.status & STA_UNSYNC) != 0)
        doctor_find(d, "clock", DOCTOR_WARNING, "run an NTP client, such as chrony",
                    "this machine's clock is not synchronised");
    else
        doctor_find(d, "clock", DOCTOR_OK, NULL, "is synchronised");
}

void doctor_store(struct doctor *d, const struct doctor_options *o)
{
    char buf[320] = "";
    struct text why;
    struct store_facts facts;
    text_init(&why, buf, sizeof buf);
    check_clock(d);
    if (!look(d, o->store))
        return;
    if (store_examine(o->store, &facts, &why) < 0)
        doctor_find(d, "store", DOCTOR_ERROR, "give the --store of `hoshi serve`",
                    "cannot be examined: %s", buf);
    else if (facts.is_database)
        check_database(d, &facts);
    else
        check_file(d, o->store, &facts);
}

/* --- disk --- */

static void check_room(struct doctor *d, const char *folder)
{
    struct statvfs v;
    if (statvfs(folder, &v) != 0) {
        doctor_find(d, "disk", DOCTOR_ERROR, "make the folder", "%s: %s", folder, strerror(errno));
        return;
    }
    int64_t mib = (int64_t)v.f_bavail * (int64_t)v.f_frsize / MIB;
    int64_t percent = v.f_blocks > 0 ? (int64_t)(v.f_bavail * 100 / v.f_blocks) : 0;
    if ((v.f_flag & ST_RDONLY) != 0)
        doctor_find(d, "disk", DOCTOR_ERROR, "look at the kernel's log for errors of the disk",
                    "%s is read-only", folder);
    else if (mib < 256)
        doctor_find(d, "disk", DOCTOR_ERROR, "make room at once: moves are refused when it is full",
                    "%lld MiB free in %s", (long long)mib, folder);
    else if (mib < 2048 || percent < 5)
        doctor_find(d, "disk", DOCTOR_WARNING, "make room, or give it a larger disk",
                    "%lld MiB free in %s (%lld %%)", (long long)mib, folder, (long long)percent);
    else
        doctor_find(d, "disk", DOCTOR_OK, NULL, "%lld MiB free in %s", (long long)mib, folder);
}

/* A file that others on the machine may read or write. */
static void check_rights(struct doctor *d, const char *path)
{
    struct stat st;
    if (path == NULL || stat(path, &st) != 0)
        return;
    if ((st.st_mode & 07) != 0 || (st.st_mode & 020) != 0)
        doctor_find(d, "disk", DOCTOR_ERROR, "take these rights away (chmod 600)",
                    "%s is open to others (mode %03o)", path, (unsigned)st.st_mode & 0777U);
    else if (access(path, R_OK) != 0)
        doctor_find(d, "disk", DOCTOR_WARNING, "run this as the user of the server",
                    "%s cannot be read: %s", path, strerror(errno));
    else
        doctor_find(d, "disk", DOCTOR_OK, NULL, "%s is its owner's alone", path);
}

void doctor_disk(struct doctor *d, const struct doctor_options *o)
{
    static const char *const ends[] = {"", "-wal", "-shm"};
    char path[PATH_MAX];
    if (!store_is_url(o->store) && strcmp(o->store, ":memory:") != 0) {
        const char *slash = strrchr(o->store, '/');
        int n = slash == NULL ? 0 : slash == o->store ? 1 : (int)(slash - o->store);
        snprintf(path, sizeof path, "%.*s", n > 0 ? n : 1, n > 0 ? o->store : ".");
        check_room(d, path);
        for (size_t i = 0; i < ARRAY_LEN(ends); i++) {
            snprintf(path, sizeof path, "%s%s", o->store, ends[i]);
            check_rights(d, path);
        }
    }
    check_rights(d, o->mail.token_file);
    check_rights(d, o->mail.login_file);
}
