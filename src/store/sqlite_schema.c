/* sqlite_schema.c - the tables in SQLite, as numbered migrations. A migration that was released is
 * never edited; what changes is added below as the next one. */
#include "store/driver.h"

const struct store_migration sqlite_migrations[] = {
    {"players, matches, moves, chat, events",
     "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
     "CREATE TABLE player (id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL,"
     "  name TEXT NOT NULL COLLATE NOCASE UNIQUE, created_at INTEGER NOT NULL);"
     /* The secret itself is nowhere: hash is BLAKE2b-256 of it, in hexadecimal. */
     "CREATE TABLE session (hash TEXT PRIMARY KEY, player INTEGER NOT NULL REFERENCES player (id),"
     "  use TEXT NOT NULL, created_at INTEGER NOT NULL) WITHOUT ROWID;"
     "CREATE INDEX session_player ON session (player, use);"
     "CREATE TABLE match (id INTEGER PRIMARY KEY AUTOINCREMENT, created_at INTEGER NOT NULL,"
     "  updated_at INTEGER NOT NULL, creator INTEGER NOT NULL REFERENCES player (id),"
     "  state TEXT NOT NULL, game TEXT NOT NULL, width INTEGER NOT NULL, height INTEGER NOT NULL,"
     "  seats_n INTEGER NOT NULL, swap INTEGER NOT NULL, jacked INTEGER NOT NULL,"
     "  private INTEGER NOT NULL, invite TEXT NOT NULL DEFAULT '',"
     "  swapped INTEGER NOT NULL DEFAULT 0, ply INTEGER NOT NULL DEFAULT 0,"
     "  turn_seat INTEGER NOT NULL DEFAULT 0, turn_side INTEGER NOT NULL DEFAULT 0,"
     "  reason TEXT NOT NULL DEFAULT '', winner_seat INTEGER NOT NULL DEFAULT 0,"
     "  winner_side INTEGER NOT NULL DEFAULT 0, points1 INTEGER NOT NULL DEFAULT 0,"
     "  points2 INTEGER NOT NULL DEFAULT 0, points3 INTEGER NOT NULL DEFAULT 0,"
     "  points4 INTEGER NOT NULL DEFAULT 0, draw_seat INTEGER NOT NULL DEFAULT 0,"
     "  draw_yes INTEGER NOT NULL DEFAULT 0, takeback_seat INTEGER NOT NULL DEFAULT 0,"
     "  takeback_ply INTEGER NOT NULL DEFAULT 0, takeback_yes INTEGER NOT NULL DEFAULT 0);"
     "CREATE INDEX match_state ON match (state, id);"
     "CREATE TABLE seat (match INTEGER NOT NULL REFERENCES match (id), seat INTEGER NOT NULL,"
     "  kind TEXT NOT NULL, player INTEGER REFERENCES player (id), level INTEGER NOT NULL,"
     "  resigned INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (match, seat)) WITHOUT ROWID;"
     "CREATE INDEX seat_player ON seat (player, match);"
     "CREATE TABLE move (match INTEGER NOT NULL REFERENCES match (id), ply INTEGER NOT NULL,"
     "  seat INTEGER NOT NULL, side INTEGER NOT NULL, move TEXT NOT NULL, at INTEGER NOT NULL,"
     "  event INTEGER NOT NULL, PRIMARY KEY (match, ply)) WITHOUT ROWID;"
     "CREATE TABLE chat (id INTEGER PRIMARY KEY AUTOINCREMENT,"
     "  match INTEGER NOT NULL REFERENCES match (id), player INTEGER NOT NULL REFERENCES player"
     "  (id), text TEXT NOT NULL, at INTEGER NOT NULL);"
     "CREATE INDEX chat_match ON chat (match, id);"
     "CREATE TABLE event (id INTEGER PRIMARY KEY AUTOINCREMENT, match INTEGER NOT NULL,"
     "  type TEXT NOT NULL, data TEXT NOT NULL, at INTEGER NOT NULL);"
     "CREATE INDEX event_at ON event (at);"
     /* topic: see topic_match and topic_player in store.h. */
     "CREATE TABLE event_topic (topic INTEGER NOT NULL, event INTEGER NOT NULL REFERENCES event"
     "  (id) ON DELETE CASCADE, PRIMARY KEY (topic, event)) WITHOUT ROWID;"
     "CREATE INDEX event_topic_event ON event_topic (event);"},
};

const int sqlite_migrations_n = (int)ARRAY_LEN(sqlite_migrations);
