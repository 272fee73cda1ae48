#include "store/postgres/postgres_sql.h"

#include "store/postgres/postgres_int.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char postgres_sql_start[] =
    "CREATE COLLATION IF NOT EXISTS hoshi_nocase"
    " (provider = icu, locale = 'und-u-ks-level2', deterministic = false)";

enum { EVENTS_IN_PARTS = 39, RENAMED = 47, EVENTS_IN_BLOCKS = 52 }; /* the migrations' numbers */

/* Foreign keys of the rows that every move writes would be looked up for every move, under a lock
 * on the match's row; the service writes these rows in one transaction with what they refer to.
 * Every move also rewrites its match's row: room in the page saves the indexes from being
 * touched. */
static const struct {
    int n;
    const char *sql;
} after[] = {
    {1, "ALTER TABLE move DROP CONSTRAINT move_match_fkey;"
        "ALTER TABLE event_topic DROP CONSTRAINT event_topic_event_fkey;"
        "ALTER TABLE match SET (fillfactor = 70)"},
    /* The existing events become the first part, without being copied. Another part stands ready
     * for new events, also those of servers of the version before that still run. Roles that could
     * read the tables still can. The writer numbers the events. */
    {EVENTS_IN_PARTS,
     "SELECT pg_advisory_xact_lock(" PG_LOCK_WRITE ");"
     "ALTER TABLE event RENAME TO event_p0;"
     "ALTER TABLE event_p0 ALTER id DROP IDENTITY;"
     "ALTER INDEX event_pkey RENAME TO event_p0_pkey;"
     "ALTER INDEX event_heard RENAME TO event_p0_topic_id_idx;"
     "ALTER TABLE event_topic RENAME TO event_topic_p0;"
     "ALTER INDEX event_topic_pkey RENAME TO event_topic_p0_pkey;"
     "ALTER INDEX event_topic_event RENAME TO event_topic_p0_event_idx;"
     "CREATE TABLE event (LIKE event_p0 INCLUDING DEFAULTS) PARTITION BY RANGE (id);"
     "ALTER TABLE event ADD PRIMARY KEY (id);"
     "CREATE INDEX event_heard ON event (topic, id);"
     "CREATE TABLE event_topic (LIKE event_topic_p0) PARTITION BY RANGE (event);"
     "ALTER TABLE event_topic ADD PRIMARY KEY (topic, event);"
     "CREATE INDEX event_topic_event ON event_topic (event);"
     "DO $$ DECLARE g record; tab text; newest bigint; oldest bigint; BEGIN"
     " SELECT min(id), max(id) INTO oldest, newest FROM event_p0;"
     " FOREACH tab IN ARRAY ARRAY['event', 'event_topic'] LOOP"
     "  FOR g IN SELECT a.privilege_type AS what, CASE a.grantee WHEN 0 THEN 'PUBLIC'"
     "   ELSE quote_ident(pg_get_userbyid(a.grantee)) END AS who"
     "   FROM pg_class c, aclexplode(c.relacl) a WHERE c.oid = (tab || '_p0')::regclass LOOP"
     "   EXECUTE format('GRANT %s ON %s TO %s', g.what, tab, g.who);"
     "  END LOOP;"
     "  IF newest IS NULL THEN EXECUTE format('DROP TABLE %s_p0', tab);"
     "  ELSE EXECUTE format('ALTER TABLE %s ATTACH PARTITION %s_p0 FOR VALUES FROM (MINVALUE)"
     " TO (%s)', tab, tab, newest + 1); END IF;"
     "  EXECUTE format('CREATE TABLE %s_p%s (LIKE %s INCLUDING ALL)', tab,"
     "   coalesce(newest, 0) + 1, tab);"
     "  EXECUTE format('ALTER TABLE %s ATTACH PARTITION %s_p%s FOR VALUES FROM (%s) TO (%s)',"
     "   tab, tab, coalesce(newest, 0) + 1, coalesce(newest, 0) + 1,"
     "   coalesce(newest, 0) + 1 + greatest(1000000, coalesce((newest - oldest) / 2, 0)));"
     " END LOOP; END $$"},
    /* A constraint and a sequence are named after their table (copy_postgres.c counts on it). */
    {RENAMED,
     "DO $$ DECLARE g record; BEGIN FOR g IN"
     "  SELECT format('TABLE %s RENAME CONSTRAINT %I', conrelid::regclass, conname) AS what,"
     "   conname AS was"
     "   FROM pg_constraint WHERE connamespace = current_schema()::regnamespace"
     "  UNION ALL SELECT format('SEQUENCE %I RENAME', relname), relname FROM pg_class"
     "   WHERE relkind = 'S' AND relnamespace = current_schema()::regnamespace LOOP"
     "  IF g.was ~ '^(cup|notice|deed)_' THEN EXECUTE format('ALTER %s TO %I', g.what,"
     "   replace(replace(replace(g.was, 'cup', 'tournament'), 'notice', 'notification'),"
     "   'deed', 'audit')); END IF;"
     " END LOOP; END $$"},
    {EVENTS_IN_BLOCKS,
     "SELECT pg_advisory_xact_lock(" PG_LOCK_WRITE ");"
     "CREATE SEQUENCE event_block MINVALUE 0;"
     "SELECT setval('event_block', coalesce(max(id), 0) / " PG_BLOCK_TEXT ") FROM event"},
};

const char *postgres_sql_after(int n)
{
    for (size_t i = 0; i < ARRAY_LEN(after); i++)
        if (after[i].n == n)
            return after[i].sql;
    return NULL;
}

/* Whether the words stand at `at`, as whole words with single spaces between. */
static bool words_at(const char *at, const char *words)
{
    size_t n = strlen(words);
    return strncmp(at, words, n) == 0 && !isalnum((unsigned char)at[n]) && at[n] != '_';
}

/* Whether the column whose definition continues at `at` is compared without regard to case. */
static bool is_nocase(const char *at)
{
    int depth = 0;
    for (; *at != '\0' && *at != ';' && (depth > 0 || (*at != ',' && *at != ')')); at++) {
        depth += (*at == '(') - (*at == ')');
        if (words_at(at, "COLLATE NOCASE"))
            return true;
    }
    return false;
}

/* The words of schema.c, longer ones first. */
static const char *const words[][2] = {
    {"INTEGER PRIMARY KEY AUTOINCREMENT", "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY"},
    {"INTEGER", "BIGINT"},
    {"COLLATE NOCASE", "COLLATE hoshi_nocase"},
    {"replace(name", "replace(name COLLATE \"C\""}, /* not by a collation that ignores case */
    {"TEXT", "TEXT COLLATE \"C\""},
    {"WITHOUT ROWID", ""},
    {"unixepoch()", "extract(epoch FROM now())::bigint"},
};

char *postgres_sql_migration(const char *sql)
{
    char *out = NULL;
    size_t size = 0;
    bool quoted = false;
    char before = ' ';
    FILE *f = open_memstream(&out, &size);
    if (f == NULL)
        return NULL;
    while (*sql != '\0') {
        size_t i = ARRAY_LEN(words);
        if (!quoted && !isalnum((unsigned char)before) && before != '_')
            for (i = 0; i < ARRAY_LEN(words) && !words_at(sql, words[i][0]); i++)
                ;
        if (i == ARRAY_LEN(words)) {
            quoted = quoted != (*sql == '\'');
            before = *sql++;
            fputc(before, f);
            continue;
        }
        sql += strlen(words[i][0]);
        before = ' ';
        /* A column has one collation. */
        if (strcmp(words[i][0], "TEXT") == 0 && is_nocase(sql))
            fputs("TEXT", f);
        else
            fputs(words[i][1], f);
    }
    if (fclose(f) != 0) {
        free(out);
        return NULL;
    }
    return out;
}

/* Takes the marks of a comment away: its words are for PostgreSQL alone. */
static void unwrap(char *sql)
{
    char *open = strstr(sql, "/* ");
    char *close = open != NULL ? strstr(open, " */") : NULL;
    if (close == NULL)
        return;
    memmove(close, close + 3, strlen(close + 3) + 1);
    memmove(open, open + 3, strlen(open + 3) + 1);
}

char *postgres_sql_query(const char *sql, bool *counted)
{
    char *out = NULL;
    *counted = strncmp(sql, "INSERT ", 7) == 0 && strstr(sql, " VALUES (") != NULL &&
               strstr(sql, " ON CONFLICT ") == NULL;
    const char *returning = strstr(sql, " RETURNING ");
    int n = !*counted           ? asprintf(&out, "%s", sql)
            : returning == NULL ? asprintf(&out, "%s ON CONFLICT DO NOTHING", sql)
                                : asprintf(&out, "%.*s ON CONFLICT DO NOTHING%s",
                                           (int)(returning - sql), sql, returning);
    if (n < 0)
        return NULL;
    unwrap(out);
    return out;
}

static void put_arrays(FILE *f, const char *types)
{
    for (int i = 0; types[i] != '\0'; i++)
        fprintf(f, "%s$%d::%s[]", i > 0 ? ", " : "", i + 1, types[i] == 'i' ? "bigint" : "text");
}

/* The arrays' rows, as r with the columns c1, c2, ... */
static void put_rows(FILE *f, const char *types)
{
    fputs("unnest(", f);
    put_arrays(f, types);
    fputs(") AS r (", f);
    for (size_t i = 1; i <= strlen(types); i++)
        fprintf(f, "%sc%zu", i > 1 ? ", " : "", i);
    fputc(')', f);
}

/* The text up to `end`: each $n becomes r.cn, a column of the arrays' rows. */
static void put_text(FILE *f, const char *at, const char *end)
{
    for (; at < end; at++) {
        if (*at == '$')
            fputs("r.c", f);
        else
            fputc(*at, f);
    }
}

/* INSERT INTO t (a) VALUES ($1) ON ...: INSERT INTO t (a) SELECT r.c1 FROM the rows ON ... */
static void put_insert(FILE *f, const char *sql, const char *values, const char *types)
{
    const char *first = strchr(values, '(') + 1;
    const char *end = first;
    for (int depth = 1; *end != '\0'; end++) {
        depth += (*end == '(') - (*end == ')');
        if (depth == 0)
            break;
    }
    fprintf(f, "%.*s SELECT ", (int)(values - sql), sql);
    put_text(f, first, end);
    fputs(" FROM ", f);
    put_rows(f, types);
    fputs(*end != '\0' ? end + 1 : end, f);
}

/* UPDATE t SET a = $1 WHERE id = $2 and DELETE FROM t WHERE a = $1: `from` is the word for a
 * further table. */
static void put_change(FILE *f, const char *sql, const char *from, const char *types)
{
    const char *where = strstr(sql, " WHERE ");
    put_text(f, sql, where);
    fputs(from, f);
    put_rows(f, types);
    put_text(f, where, where + strlen(where));
}

char *postgres_sql_many(const char *sql, const char *types)
{
    char *out = NULL;
    size_t size = 0;
    const char *values = strncmp(sql, "INSERT ", 7) == 0 ? strstr(sql, " VALUES (") : NULL;
    bool where = strstr(sql, " WHERE ") != NULL;
    bool update = where && strncmp(sql, "UPDATE ", 7) == 0;
    bool delete = where && strncmp(sql, "DELETE FROM ", 12) == 0;
    if (values == NULL && !update && !delete)
        return NULL;
    FILE *f = open_memstream(&out, &size);
    if (f == NULL)
        return NULL;
    if (update)
        put_change(f, sql, " FROM ", types);
    else if (delete)
        put_change(f, sql, " USING ", types);
    else
        put_insert(f, sql, values, types);
    if (fclose(f) != 0) {
        free(out);
        return NULL;
    }
    return out;
}
