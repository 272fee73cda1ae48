/* postgres.h - a PostgreSQL server for the tests of a program, and an empty schema for each
 * test. */
#ifndef TEST_POSTGRES_H
#define TEST_POSTGRES_H

/* Starts the server (tests/postgres.sh) in a temporary folder; -1, with a message, if it cannot. */
int postgres_start(void);
/* Stops the server and removes the folder. */
void postgres_stop(void);

/* The URL of a new empty schema. Valid until the next call. */
const char *postgres_schema(void);
/* The URL of a new database with the tables of a store, on the server that all tests share. NULL if
 * there is no such server (tests/postgres.sh). Valid until the next call. */
const char *postgres_fresh(void);
/* Removes that database. Nothing may be connected to it. */
void postgres_drop(const char *url);
/* Runs SQL in the schema of that URL. Returns 0 if it succeeded. */
int postgres_run(const char *url, const char *sql);

#endif
