/* test_queries.c - both back ends accept every query of the store, with the parameter types that
 * PostgreSQL infers. Other tests check the answers. */
#include "testing.h"

#include "base/err.h"
#include "postgres.h"
#include "store/driver.h"
#include "store/postgres_sql.h"
#include <libpq-fe.h>
#include <stdlib.h>
#include <string.h>

enum { OID_INT8 = 20, OID_INT4 = 23, OID_TEXT = 25 };

/* What a query is asked with: zeros and empty texts. */
struct asked {
    struct store_value values[STORE_VALUES_MAX];
    int n; /* -1: the query is not used */
};

static struct asked asked[STORE_QUERY_N];

static struct store *must_open(const char *where)
{
    char buf[320];
    struct text why;
    struct store *s = NULL;
    text_init(&why, buf, sizeof buf);
    if (store_open(where, &s, &why) < 0)
        fail_msg("%s", buf);
    return s;
}

static void describe(PGconn *c, int query)
{
    bool counted;
    char *sql = postgres_sql_query(store_queries[query], &counted);
    PGresult *r = PQprepare(c, "", sql, 0, NULL);
    if (PQresultStatus(r) != PGRES_COMMAND_OK)
        fail_msg("query %d: %s%s", query, PQresultErrorMessage(r), sql);
    PQclear(r);
    r = PQdescribePrepared(c, "");
    struct asked *a = &asked[query];
    a->n = PQnparams(r);
    assert_in_range(a->n, 0, STORE_VALUES_MAX);
    for (int i = 0; i < a->n; i++) {
        Oid type = PQparamtype(r, i);
        /* A parameter beside a 0 of the text counts as short. */
        if (type != OID_INT8 && type != OID_INT4 && type != OID_TEXT)
            fail_msg("query %d: $%d is neither a number nor a text: %s", query, i + 1, sql);
        a->values[i] = (struct store_value){.is_text = type == OID_TEXT, .text = ""};
    }
    PQclear(r);
    free(sql);
}

static void postgres_understands_every_query(void **state)
{
    PGconn *c = PQconnectdb(*state);
    assert_int_equal(PQstatus(c), CONNECTION_OK);
    for (int q = 0; q < STORE_QUERY_N; q++) {
        asked[q].n = -1;
        if (store_queries[q] != NULL)
            describe(c, q);
    }
    for (int k = 0; k < STORE_DEFERRED_N; k++) {
        const struct store_deferred *d = &store_deferred[k];
        char *sql = postgres_sql_many(store_queries[d->query], d->types);
        PGresult *r = PQprepare(c, "", sql, 0, NULL);
        if (PQresultStatus(r) != PGRES_COMMAND_OK)
            fail_msg("query %d for many: %s", d->query, PQresultErrorMessage(r));
        for (int i = 0; i < asked[d->query].n; i++)
            assert_int_equal(d->types[i] == 't', asked[d->query].values[i].is_text);
        PQclear(r);
        free(sql);
    }
    PQfinish(c);
}

/* Each in a transaction of its own, which is rolled back. A row that points to nobody may be
 * refused. */
static void run_all(struct store *s)
{
    int n = 0;
    for (int q = 0; q < STORE_QUERY_N; q++) {
        if (asked[q].n < 0)
            continue;
        assert_int_equal(store_begin(s), 0);
        int rows = s->driver->query(s, q, asked[q].values, asked[q].n, NULL, NULL);
        if (rows < 0 && rows != ERR_CONFLICT)
            fail_msg("query %d: %s: %s", q, store_failure(s), store_queries[q]);
        store_rollback(s);
        n++;
    }
    assert_true(n > 200);
}

static void postgres_runs_every_query(void **state)
{
    struct store *s = must_open(*state);
    run_all(s);
    store_close(s);
}

static void sqlite_runs_every_query(void **state)
{
    (void)state;
    struct store *s = must_open(":memory:");
    run_all(s);
    store_close(s);
}

static int start(void **state)
{
    if (postgres_start() < 0)
        return -1;
    static char url[256];
    (void)snprintf(url, sizeof url, "%s", postgres_schema());
    store_close(must_open(url)); /* makes the tables */
    *state = url;
    return 0;
}

static int stop(void **state)
{
    (void)state;
    postgres_stop();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(postgres_understands_every_query), /* first: it finds the types */
        cmocka_unit_test(postgres_runs_every_query),
        cmocka_unit_test(sqlite_runs_every_query),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
