/* test_checkpoint.c - under a steady load the write-ahead log starts over again and again, and
 * no data is lost. */
#include "testing.h"

#include "store/core/checkpoint.h"
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { ROW_BYTES = 3000, COMMITS_MAX = 200 * 1000, STARTS = 3 };

/* How often the log of a file has begun anew: bytes 12 to 15 of its head
 * (https://www.sqlite.org/fileformat2.html, "The Write-Ahead Log"). */
static unsigned log_starts(const char *log)
{
    unsigned char head[16] = {0};
    FILE *f = fopen(log, "rb");
    assert_non_null(f);
    assert_int_equal(fread(head, sizeof head, 1, f), 1);
    fclose(f);
    return (unsigned)head[12] << 24 | (unsigned)head[13] << 16 | (unsigned)head[14] << 8 | head[15];
}

static void must(sqlite3 *db, const char *sql)
{
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
}

static int64_t count(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *st = NULL;
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &st, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(st), SQLITE_ROW);
    int64_t n = sqlite3_column_int64(st, 0);
    sqlite3_finalize(st);
    return n;
}

static void the_log_starts_over_while_the_writer_writes(void **state)
{
    (void)state;
    char folder[] = "/tmp/hoshi-checkpoint-XXXXXX";
    assert_non_null(mkdtemp(folder));
    char file[64];
    char log[72];
    char index[72];
    snprintf(file, sizeof file, "%s/db", folder);
    snprintf(log, sizeof log, "%s-wal", file);
    snprintf(index, sizeof index, "%s-shm", file);

    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
    must(db, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
             "CREATE TABLE t (n INTEGER PRIMARY KEY, filling BLOB)");
    struct checkpoint *c = checkpoint_new(db, file);
    assert_non_null(c);
    char sql[80];
    snprintf(sql, sizeof sql, "INSERT INTO t (filling) VALUES (zeroblob(%d))", ROW_BYTES);
    unsigned before = log_starts(log);
    int n = 0;
    while (n < COMMITS_MAX && log_starts(log) < before + STARTS) {
        must(db, sql);
        n++;
    }
    assert_true(n < COMMITS_MAX);
    checkpoint_free(c);
    assert_int_equal(count(db, "SELECT count(*) FROM t"), n);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);

    assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
    assert_int_equal(count(db, "SELECT count(*) FROM t"), n);
    assert_int_equal(count(db, "SELECT count(*) FROM pragma_integrity_check"), 1);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    (void)unlink(file);
    (void)unlink(log);
    (void)unlink(index);
    (void)rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_log_starts_over_while_the_writer_writes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
