/* postgres.h - a PostgreSQL server for the tests of a program, and an empty schema for each
 * test. */
#ifndef TEST_POSTGRES_H
#define TEST_POSTGRES_H

/* Starts the server (tests/postgres.sh) in a temporary folder; -1, with a message, if it cannot. */
int postgres_start(void);
/* Ends it and removes the folder. */
void postgres_stop(void);

/* The URL of a new empty schema; valid until the next call. */
const char *postgres_schema(void);
/* Runs SQL in the schema of that URL; 0 when it succeeded. */
int postgres_run(const char *url, const char *sql);

#endif
