/* schema.c - the tables of the store, as numbered migrations that SQLite and PostgreSQL share. A
 * released migration is never edited; a change is added below as the next one. So the file only
 * grows, and it stays whole, since the order of the migrations is its meaning.
 *
 * The text is SQLite's; postgres.c rewrites these words, and only these, before it runs them:
 *     INTEGER PRIMARY KEY AUTOINCREMENT   a number that grows: BIGINT ... IDENTITY PRIMARY KEY
 *     INTEGER                             BIGINT
 *     TEXT ... COLLATE NOCASE             text without regard to case; no LIKE on such a column
 *     TEXT                                text in the order of its bytes
 *     WITHOUT ROWID                       nothing
 *     unixepoch()                         seconds since 1970
 *
 * Rules for migrations and queries (the queries are not rewritten at all):
 *  1. Every column has a type, INTEGER or TEXT (no REAL, BLOB, BOOLEAN, typeless). Truth is 0 or 1,
 *     and is compared (x <> 0): never WHERE x, never arithmetic on a comparison.
 *  2. Times are INTEGER milliseconds since 1970 UTC, computed in C: no datetime(), no strftime().
 *  3. INSERT ... ON CONFLICT (columns) DO NOTHING or DO UPDATE SET x = excluded.x; never INSERT OR
 *     REPLACE. In DO UPDATE and elsewhere, a column of the row that is there is table.column.
 *  4. No rowid, GLOB, IFNULL (coalesce), IIF (CASE), group_concat, implicit conversion of text to
 *     number, LIMIT without ORDER BY, "double quotes", AUTOINCREMENT other than as above.
 *  5. Every column of a SELECT with GROUP BY is grouped or aggregated; sum() of nothing is NULL.
 *  6. Parameters are $1, $2, ... in the order of their first appearance. A parameter whose type
 *     does not follow from a column beside it has the type of its argument ('i' 64 bits, 't' text).
 *  7. Table and column names are no reserved words of either (user, order, group, end, check,
 *     limit, offset, default, references, window are; at, key, value, match, text, kind, state are
 *     not).
 *  8. ALTER TABLE only ADD COLUMN (with a DEFAULT when NOT NULL), RENAME and DROP COLUMN; another
 *     change makes a new table and copies. Several statements are separated by semicolons, and no
 *     semicolon stands inside of a text.
 *  9. A number that was given to a row is never given again, so nothing counts with max(id) + 1. */
#include "platform/log.h"
#include "store/core/driver.h"

const struct store_migration store_migrations[] = {
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
    {"play by e-mail: mail passwords, addresses, outbox",
     "CREATE TABLE mail_player (player INTEGER PRIMARY KEY REFERENCES player (id),"
     "  password TEXT NOT NULL, notices TEXT NOT NULL, accept_auto INTEGER NOT NULL,"
     "  broadcasts INTEGER NOT NULL, signed_off INTEGER NOT NULL, away_until INTEGER NOT NULL,"
     "  told_at INTEGER NOT NULL);"
     "CREATE TABLE mail_address (player INTEGER NOT NULL REFERENCES player (id),"
     "  address TEXT NOT NULL, confirmed INTEGER NOT NULL, PRIMARY KEY (player, address))"
     "  WITHOUT ROWID;"
     "CREATE INDEX mail_address_address ON mail_address (address);"
     "CREATE TABLE mail_seen (message_id TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;"
     "CREATE INDEX mail_seen_at ON mail_seen (at);"
     /* A player who is invited to take a seat; the row is deleted when they have answered. */
     "CREATE TABLE mail_asked (match INTEGER NOT NULL REFERENCES match (id),"
     "  seat INTEGER NOT NULL, player INTEGER NOT NULL REFERENCES player (id),"
     "  PRIMARY KEY (match, seat)) WITHOUT ROWID;"
     "CREATE INDEX mail_asked_player ON mail_asked (player, match);"
     "CREATE TABLE mail_line (id INTEGER PRIMARY KEY AUTOINCREMENT, match INTEGER NOT NULL"
     "  REFERENCES match (id), player INTEGER NOT NULL REFERENCES player (id),"
     "  ply INTEGER NOT NULL, moves TEXT NOT NULL);"
     "CREATE INDEX mail_line_match ON mail_line (match, player, id);"
     "CREATE TABLE mail_submitted (match INTEGER NOT NULL REFERENCES match (id),"
     "  player INTEGER NOT NULL REFERENCES player (id), ply INTEGER NOT NULL, move TEXT NOT NULL,"
     "  PRIMARY KEY (match, player)) WITHOUT ROWID;"
     "CREATE TABLE outbox (id INTEGER PRIMARY KEY AUTOINCREMENT, player INTEGER NOT NULL,"
     "  address TEXT NOT NULL, match INTEGER NOT NULL, answers TEXT NOT NULL,"
     "  reply_to TEXT NOT NULL, subject TEXT NOT NULL, body TEXT NOT NULL, html TEXT NOT NULL,"
     "  state TEXT NOT NULL, at INTEGER NOT NULL, due_at INTEGER NOT NULL,"
     "  tries INTEGER NOT NULL, failure TEXT NOT NULL);"
     "CREATE INDEX outbox_due ON outbox (state, due_at);"},
    {"accounts: passwords, roles, sessions that can be told apart, tokens of letters",
     "ALTER TABLE player ADD COLUMN seen_at INTEGER NOT NULL DEFAULT 0;"
     /* use: cookie, token (with scopes, bits of enum people_scope), api, local. */
     "ALTER TABLE session ADD COLUMN seen_at INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE session ADD COLUMN scopes INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE session ADD COLUMN label TEXT NOT NULL DEFAULT '';"
     "ALTER TABLE session ADD COLUMN agent TEXT NOT NULL DEFAULT '';"
     "CREATE TABLE account (player INTEGER PRIMARY KEY REFERENCES player (id),"
     "  password TEXT NOT NULL, role TEXT NOT NULL, about TEXT NOT NULL,"
     "  show_seen INTEGER NOT NULL, renamed_at INTEGER NOT NULL);"
     "CREATE INDEX account_role ON account (role);"
     "CREATE TABLE former_name (name TEXT NOT NULL COLLATE NOCASE UNIQUE,"
     "  player INTEGER NOT NULL REFERENCES player (id), at INTEGER NOT NULL);"
     "CREATE INDEX former_name_player ON former_name (player);"
     "CREATE TABLE ticket (hash TEXT PRIMARY KEY, player INTEGER NOT NULL REFERENCES player (id),"
     "  purpose TEXT NOT NULL, address TEXT NOT NULL, until INTEGER NOT NULL) WITHOUT ROWID;"
     "CREATE INDEX ticket_player ON ticket (player);"},
    {"clocks, challenges, seeks, ratings' marks on matches",
     /* One meaning, one place: the player who is asked by name belongs to the seat. */
     "ALTER TABLE seat ADD COLUMN asked INTEGER REFERENCES player (id);"
     "ALTER TABLE seat ADD COLUMN left_ms INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE seat ADD COLUMN periods INTEGER NOT NULL DEFAULT 0;"
     "UPDATE seat SET kind = 'asked', asked = (SELECT a.player FROM mail_asked a"
     "  WHERE a.match = seat.match AND a.seat = seat.seat)"
     "  WHERE player IS NULL AND EXISTS (SELECT 1 FROM mail_asked a"
     "  WHERE a.match = seat.match AND a.seat = seat.seat);"
     "DROP TABLE mail_asked;"
     "CREATE INDEX seat_asked ON seat (asked, match) WHERE asked IS NOT NULL;"
     "ALTER TABLE match ADD COLUMN pause_seat INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE match ADD COLUMN pause_yes INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE match ADD COLUMN paused INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE match ADD COLUMN clock TEXT NOT NULL DEFAULT '';"
     "ALTER TABLE match ADD COLUMN clock_at INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE match ADD COLUMN deadline INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE match ADD COLUMN wake_at INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE match ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE match ADD COLUMN start_ply INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE match ADD COLUMN standing INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE match ADD COLUMN rematch INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE match ADD COLUMN delay_plies INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE match ADD COLUMN delay_ms INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE match ADD COLUMN tournament INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE match ADD COLUMN round INTEGER NOT NULL DEFAULT 0;"
     "CREATE INDEX match_wake ON match (wake_at) WHERE wake_at > 0;"
     "CREATE INDEX match_deadline ON match (deadline) WHERE deadline > 0;"
     "CREATE INDEX match_tournament ON match (tournament, round) WHERE tournament > 0;"
     "ALTER TABLE player ADD COLUMN away_from INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE player ADD COLUMN away_until INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE player ADD COLUMN away_year INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE player ADD COLUMN away_days INTEGER NOT NULL DEFAULT 0;"},
    {"one vacation for mail and pages",
     "UPDATE player SET away_until = (SELECT m.away_until FROM mail_player m"
     "  WHERE m.player = player.id) WHERE id IN (SELECT player FROM mail_player"
     "  WHERE away_until > 0);"
     "ALTER TABLE mail_player DROP COLUMN away_until;"},
    {"notes, blocks, reports, bans",
     "ALTER TABLE chat ADD COLUMN deleted INTEGER NOT NULL DEFAULT 0;"
     /* about: player or match; subject: its number. */
     "CREATE TABLE note (writer INTEGER NOT NULL REFERENCES player (id), about TEXT NOT NULL,"
     "  subject INTEGER NOT NULL, text TEXT NOT NULL, at INTEGER NOT NULL,"
     "  PRIMARY KEY (writer, about, subject)) WITHOUT ROWID;"
     "CREATE INDEX note_subject ON note (about, subject);"
     "CREATE TABLE block (player INTEGER NOT NULL REFERENCES player (id),"
     "  other INTEGER NOT NULL REFERENCES player (id), at INTEGER NOT NULL,"
     "  PRIMARY KEY (player, other)) WITHOUT ROWID;"
     "CREATE INDEX block_other ON block (other);"
     /* said: the chat line as it was when it was reported. */
     "CREATE TABLE report (id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL,"
     "  writer INTEGER NOT NULL REFERENCES player (id),"
     "  player INTEGER NOT NULL REFERENCES player (id), match INTEGER NOT NULL,"
     "  chat INTEGER NOT NULL, chat_at INTEGER NOT NULL, said TEXT NOT NULL,"
     "  reason TEXT NOT NULL, closed_by INTEGER NOT NULL DEFAULT 0,"
     "  closed_at INTEGER NOT NULL DEFAULT 0, answer TEXT NOT NULL DEFAULT '');"
     "CREATE INDEX report_closed ON report (closed_at, id);"
     "CREATE INDEX report_player ON report (player, closed_at);"
     "CREATE INDEX report_writer ON report (writer, closed_at);"
     "CREATE TABLE ban (player INTEGER PRIMARY KEY REFERENCES player (id), at INTEGER NOT NULL,"
     "  until INTEGER NOT NULL, by_player INTEGER NOT NULL, reason TEXT NOT NULL);"
     "CREATE TABLE deed (id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL,"
     "  by_player INTEGER NOT NULL, what TEXT NOT NULL, player INTEGER NOT NULL,"
     "  detail TEXT NOT NULL);"},
    {"ratings",
     "CREATE TABLE rating (player INTEGER NOT NULL REFERENCES player (id), game TEXT NOT NULL,"
     "  level INTEGER NOT NULL, rating INTEGER NOT NULL, deviation INTEGER NOT NULL,"
     "  volatility INTEGER NOT NULL, matches INTEGER NOT NULL, won INTEGER NOT NULL,"
     "  lost INTEGER NOT NULL, drawn INTEGER NOT NULL, at INTEGER NOT NULL,"
     "  PRIMARY KEY (player, game, level)) WITHOUT ROWID;"
     "CREATE INDEX rating_rank ON rating (game, level, rating, player);"
     "CREATE TABLE rating_step (match INTEGER NOT NULL REFERENCES match (id),"
     "  seat INTEGER NOT NULL, player INTEGER NOT NULL REFERENCES player (id),"
     "  game TEXT NOT NULL, level INTEGER NOT NULL, at INTEGER NOT NULL, rating INTEGER NOT NULL,"
     "  deviation INTEGER NOT NULL, change INTEGER NOT NULL, PRIMARY KEY (match, seat))"
     "  WITHOUT ROWID;"
     "CREATE INDEX rating_step_player ON rating_step (player, game, level, at);"},
    {"conditional moves belong to the match",
     "ALTER TABLE match ADD COLUMN conditional INTEGER NOT NULL DEFAULT 0;"
     "UPDATE match SET conditional = 15 WHERE state = 'running' AND id IN"
     "  (SELECT match FROM mail_line);"},
    {"notices, web push",
     /* seen: 0 unread, 1 read, 2 not for the page. */
     "CREATE TABLE notice (id INTEGER PRIMARY KEY AUTOINCREMENT,"
     "  player INTEGER NOT NULL REFERENCES player (id), at INTEGER NOT NULL,"
     "  match INTEGER NOT NULL, tournament INTEGER NOT NULL, kind TEXT NOT NULL,"
     "  seen INTEGER NOT NULL, other INTEGER NOT NULL, ply INTEGER NOT NULL, text TEXT NOT NULL,"
     "  mail_due INTEGER NOT NULL);"
     "CREATE INDEX notice_player ON notice (player, id);"
     "CREATE INDEX notice_unread ON notice (player) WHERE seen = 0;"
     "CREATE INDEX notice_match ON notice (match, kind);"
     "CREATE INDEX notice_due ON notice (player) WHERE mail_due <> 0;"
     "CREATE INDEX notice_at ON notice (at);"
     /* push and mail: off, each, digest; mail also unset: what play by e-mail says. */
     "CREATE TABLE notice_setting (player INTEGER NOT NULL REFERENCES player (id),"
     "  kind TEXT NOT NULL, page INTEGER NOT NULL, push TEXT NOT NULL, mail TEXT NOT NULL,"
     "  PRIMARY KEY (player, kind)) WITHOUT ROWID;"
     "CREATE TABLE notice_digest (player INTEGER PRIMARY KEY REFERENCES player (id),"
     "  digest_at INTEGER NOT NULL, told_at INTEGER NOT NULL);"
     "CREATE TABLE browser (id INTEGER PRIMARY KEY AUTOINCREMENT,"
     "  player INTEGER NOT NULL REFERENCES player (id), at INTEGER NOT NULL,"
     "  endpoint TEXT NOT NULL UNIQUE, p256dh TEXT NOT NULL, auth TEXT NOT NULL,"
     "  agent TEXT NOT NULL);"
     "CREATE INDEX browser_player ON browser (player, id);"
     "CREATE TABLE push (id INTEGER PRIMARY KEY AUTOINCREMENT, browser INTEGER NOT NULL,"
     "  payload TEXT NOT NULL, at INTEGER NOT NULL, due_at INTEGER NOT NULL,"
     "  tries INTEGER NOT NULL);"
     "CREATE INDEX push_due ON push (due_at);"
     "CREATE INDEX push_browser ON push (browser);"},
    {"what somebody wrote", "CREATE INDEX chat_player ON chat (player, id);"},
    {"tournaments",
     "CREATE TABLE cup (id INTEGER PRIMARY KEY AUTOINCREMENT, creator INTEGER NOT NULL"
     "  REFERENCES player (id), kind TEXT NOT NULL, state TEXT NOT NULL, name TEXT NOT NULL,"
     "  text TEXT NOT NULL, game TEXT NOT NULL, width INTEGER NOT NULL, height INTEGER NOT NULL,"
     "  swap INTEGER NOT NULL, jacked INTEGER NOT NULL, clock TEXT NOT NULL, rated INTEGER NOT"
     "  NULL, rounds INTEGER NOT NULL, round INTEGER NOT NULL DEFAULT 0, players_min INTEGER NOT"
     "  NULL, players_max INTEGER NOT NULL, steps INTEGER NOT NULL, created_at INTEGER NOT NULL,"
     "  starts_at INTEGER NOT NULL, started_at INTEGER NOT NULL DEFAULT 0, ends_at INTEGER NOT"
     "  NULL, finished_at INTEGER NOT NULL DEFAULT 0, wake_at INTEGER NOT NULL);"
     "CREATE INDEX cup_state ON cup (state, id);"
     "CREATE INDEX cup_wake ON cup (wake_at) WHERE wake_at > 0;"
     "CREATE TABLE cup_player (cup INTEGER NOT NULL REFERENCES cup (id), player INTEGER NOT NULL"
     "  REFERENCES player (id), place INTEGER NOT NULL, joined_at INTEGER NOT NULL, withdrawn"
     "  INTEGER NOT NULL, PRIMARY KEY (cup, player)) WITHOUT ROWID;"
     "CREATE INDEX cup_player_player ON cup_player (player, cup);"
     /* match 0: a bye, or decided without a match; result: half points of a, or -1. */
     "CREATE TABLE cup_game (cup INTEGER NOT NULL REFERENCES cup (id), round INTEGER NOT NULL,"
     "  board INTEGER NOT NULL, match INTEGER NOT NULL, a INTEGER NOT NULL, b INTEGER NOT NULL,"
     "  result INTEGER NOT NULL, PRIMARY KEY (cup, round, board)) WITHOUT ROWID;"},
    {"the archive: matches by game, and by their first moves",
     "CREATE INDEX match_game ON match (game, id);"
     "CREATE TABLE opening (position INTEGER NOT NULL, match INTEGER NOT NULL REFERENCES match "
     "(id),"
     "  PRIMARY KEY (position, match)) WITHOUT ROWID;"
     /* Finished matches that are not entered yet. */
     "CREATE TABLE opening_todo (match INTEGER PRIMARY KEY REFERENCES match (id));"
     "INSERT INTO opening_todo (match) SELECT id FROM match WHERE state = 'finished';"},
    {"spectators with a delay",
     "ALTER TABLE match ADD COLUMN told_ply INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE match ADD COLUMN release_at INTEGER NOT NULL DEFAULT 0;"
     "CREATE INDEX match_release ON match (release_at) WHERE release_at > 0;"},
    {"the clock after each move",
     "ALTER TABLE move ADD COLUMN left_ms INTEGER NOT NULL DEFAULT -1;"},
    {"letters that came back",
     "CREATE TABLE mail_bounce (address TEXT PRIMARY KEY, n INTEGER NOT NULL, at INTEGER NOT NULL)"
     "  WITHOUT ROWID;"},
    /* The removal of a player looks into every table that refers to players. */
    {"guests who left nothing are forgotten",
     "CREATE INDEX match_creator ON match (creator);"
     "CREATE INDEX mail_line_player ON mail_line (player);"
     "CREATE INDEX mail_submitted_player ON mail_submitted (player);"
     "CREATE INDEX cup_creator ON cup (creator);"},
    {"wrong passwords, for all processes together",
     "ALTER TABLE account ADD COLUMN missed_until INTEGER NOT NULL DEFAULT 0;"},
    /* Nearly all events have one topic: one row and two indexes instead of two and four. */
    {"the first topic of an event stands in its row",
     "ALTER TABLE event ADD COLUMN topic INTEGER NOT NULL DEFAULT -1;"
     "UPDATE event SET topic = coalesce((SELECT min(t.topic) FROM event_topic t"
     "  WHERE t.event = event.id), -1);"
     "DELETE FROM event_topic WHERE topic = (SELECT e.topic FROM event e WHERE e.id ="
     "  event_topic.event);"
     "CREATE INDEX event_heard ON event (topic, id);"
     "DROP INDEX event_at;"},
    /* hash: BLAKE2b-256 of the name in small letters, because players who leave are forgotten. */
    {"names of deleted accounts",
     "CREATE TABLE gone_name (hash TEXT PRIMARY KEY, until INTEGER NOT NULL) WITHOUT ROWID;"
     "CREATE INDEX gone_name_until ON gone_name (until);"},
    /* allowance: full_at in ms; place: hash of a browser's secret, or of an address
     * (allowance.h). */
    {"what is left of each limit, and where players were before",
     "CREATE TABLE allowance (key TEXT PRIMARY KEY, full_at INTEGER NOT NULL) WITHOUT ROWID;"
     "CREATE INDEX allowance_full ON allowance (full_at);"
     "CREATE TABLE place (player INTEGER NOT NULL REFERENCES player (id), hash TEXT NOT NULL,"
     "  at INTEGER NOT NULL, PRIMARY KEY (player, hash)) WITHOUT ROWID;"
     "CREATE INDEX place_hash ON place (hash);"
     "CREATE INDEX place_at ON place (at);"
     "ALTER TABLE account DROP COLUMN missed_until;"},
    /* volatility 0: rated before there was fair play (service/ratings/ratings.h), with nothing left
     * out. rating_pair: who was compared with whom; a level of the engine is minus its number. */
    {"fair play: what a pair's matches count, what moderators look at and annul",
     "ALTER TABLE rating_step ADD COLUMN volatility INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE rating_step ADD COLUMN founding INTEGER NOT NULL DEFAULT 0;"
     "CREATE INDEX rating_step_order ON rating_step (game, at, match);"
     "CREATE INDEX rating_known ON rating (game, level, deviation);"
     "CREATE TABLE rating_pair (game TEXT NOT NULL, low INTEGER NOT NULL, high INTEGER NOT NULL,"
     "  at INTEGER NOT NULL, match INTEGER NOT NULL REFERENCES match (id),"
     "  PRIMARY KEY (game, low, high, at, match)) WITHOUT ROWID;"
     "CREATE INDEX rating_pair_match ON rating_pair (match);"
     "CREATE TABLE fairplay_flag (id INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL,"
     "  low INTEGER NOT NULL REFERENCES player (id), high INTEGER NOT NULL REFERENCES player (id),"
     "  matches INTEGER NOT NULL, match INTEGER NOT NULL, at INTEGER NOT NULL,"
     "  closed_by INTEGER NOT NULL DEFAULT 0, closed_at INTEGER NOT NULL DEFAULT 0,"
     "  UNIQUE (low, high, game));"
     "CREATE INDEX fairplay_flag_high ON fairplay_flag (high);"
     "CREATE INDEX fairplay_flag_open ON fairplay_flag (id) WHERE closed_at = 0;"
     "CREATE TABLE annulment (id INTEGER PRIMARY KEY AUTOINCREMENT,"
     "  match INTEGER NOT NULL UNIQUE REFERENCES match (id), at INTEGER NOT NULL,"
     "  by_player INTEGER NOT NULL, reason TEXT NOT NULL);"
     /* The matches of a game after this one must be rated again. */
     "CREATE TABLE rating_redo (game TEXT PRIMARY KEY, at INTEGER NOT NULL,"
     "  match INTEGER NOT NULL) WITHOUT ROWID;"},
    {"the archive: matches of a tournament in their order",
     "CREATE INDEX match_tournament_id ON match (tournament, id) WHERE tournament > 0;"},
    /* The owner is a member, too. words: the name in small letters, for searches. epoch counts up
     * when fewer players may read than before. A value belongs to a field of a node of a chapter;
     * edit is the one that wrote it. key: chosen by the writer, so that an edit sent twice counts
     * once. */
    {"kept studies",
     "CREATE TABLE study (id INTEGER PRIMARY KEY AUTOINCREMENT, owner INTEGER NOT NULL"
     "  REFERENCES player (id), access TEXT NOT NULL, name TEXT NOT NULL, words TEXT NOT NULL,"
     "  link TEXT NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,"
     "  edit INTEGER NOT NULL DEFAULT 0, nodes INTEGER NOT NULL DEFAULT 0,"
     "  bytes INTEGER NOT NULL DEFAULT 0, log_bytes INTEGER NOT NULL DEFAULT 0,"
     "  epoch INTEGER NOT NULL DEFAULT 0);"
     "CREATE INDEX study_owner ON study (owner);"
     "CREATE INDEX study_access ON study (access, id);"
     "CREATE TABLE study_member (study INTEGER NOT NULL REFERENCES study (id),"
     "  player INTEGER NOT NULL REFERENCES player (id), writes INTEGER NOT NULL,"
     "  at INTEGER NOT NULL, PRIMARY KEY (study, player)) WITHOUT ROWID;"
     "CREATE INDEX study_member_player ON study_member (player, study);"
     "CREATE TABLE chapter (id INTEGER PRIMARY KEY AUTOINCREMENT, study INTEGER NOT NULL"
     "  REFERENCES study (id), place INTEGER NOT NULL, name TEXT NOT NULL, game TEXT NOT NULL,"
     "  record TEXT NOT NULL, nodes INTEGER NOT NULL, bytes INTEGER NOT NULL,"
     "  edit INTEGER NOT NULL);"
     "CREATE INDEX chapter_study ON chapter (study, place, id);"
     "CREATE TABLE study_value (chapter INTEGER NOT NULL REFERENCES chapter (id),"
     "  node TEXT NOT NULL, field TEXT NOT NULL, value TEXT NOT NULL, edit INTEGER NOT NULL,"
     "  PRIMARY KEY (chapter, node, field)) WITHOUT ROWID;"
     "CREATE TABLE study_edit (id INTEGER PRIMARY KEY AUTOINCREMENT, study INTEGER NOT NULL"
     "  REFERENCES study (id), chapter INTEGER NOT NULL, player INTEGER NOT NULL"
     "  REFERENCES player (id), at INTEGER NOT NULL, key TEXT NOT NULL, ops TEXT NOT NULL);"
     "CREATE UNIQUE INDEX study_edit_key ON study_edit (study, key);"
     "CREATE INDEX study_edit_study ON study_edit (study, id);"
     "CREATE INDEX study_edit_player ON study_edit (player);"},
    /* Matches that the engine reviews, or has reviewed (store/analysis/reviews.h). player: who
     * asked, while it waits. share: of the first side, in 1/10,000; points: of the same, in 1/100.
     * */
    {"reviews by the engine, kept with their matches",
     "CREATE TABLE review (match INTEGER PRIMARY KEY REFERENCES match (id),"
     "  player INTEGER REFERENCES player (id), state TEXT NOT NULL, total INTEGER NOT NULL,"
     "  done INTEGER NOT NULL, playouts INTEGER NOT NULL, engine TEXT NOT NULL,"
     "  asked_at INTEGER NOT NULL, served_at INTEGER NOT NULL, claim_until INTEGER NOT NULL,"
     "  finished_at INTEGER NOT NULL);"
     "CREATE INDEX review_player ON review (player, asked_at);"
     "CREATE INDEX review_waits ON review (asked_at, match) WHERE state = 'waiting';"
     "CREATE TABLE review_position (match INTEGER NOT NULL REFERENCES match (id),"
     "  ply INTEGER NOT NULL, side INTEGER NOT NULL, share INTEGER NOT NULL,"
     "  points INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (match, ply)) WITHOUT ROWID;"},
    {"what happened to an account",
     "CREATE TABLE security_event (id INTEGER PRIMARY KEY AUTOINCREMENT,"
     "  player INTEGER NOT NULL REFERENCES player (id), at INTEGER NOT NULL, kind TEXT NOT NULL,"
     "  agent TEXT NOT NULL, detail TEXT NOT NULL);"
     "CREATE INDEX security_event_player ON security_event (player, id);"},
    /* Sums over finished public matches (store/analysis/explorer.h). Those that there are, are
     * entered once more: by their first moves too, which changes nothing. */
    {"the opening explorer",
     "CREATE TABLE explored (position INTEGER NOT NULL, child INTEGER NOT NULL,"
     "  year INTEGER NOT NULL, rated INTEGER NOT NULL, band INTEGER NOT NULL, n INTEGER NOT NULL,"
     "  wins1 INTEGER NOT NULL, wins2 INTEGER NOT NULL, wins3 INTEGER NOT NULL, wins4 INTEGER NOT"
     "  NULL, ratings INTEGER NOT NULL, ratings_n INTEGER NOT NULL,"
     "  PRIMARY KEY (position, child, year, rated, band)) WITHOUT ROWID;"
     "INSERT INTO opening_todo (match) SELECT m.id FROM match m WHERE m.state = 'finished'"
     "  AND NOT EXISTS (SELECT 1 FROM opening_todo t WHERE t.match = m.id);"},
    /* A puzzle is a part of the program; its row begins with the first attempt. A player has one
     * row in puzzle_try for each puzzle: the first attempt, the vote and the report. */
    {"puzzles: ratings, attempts, votes, reports; steps of lessons",
     "CREATE TABLE puzzle (id TEXT PRIMARY KEY, game TEXT NOT NULL, rating INTEGER NOT NULL,"
     "  deviation INTEGER NOT NULL, volatility INTEGER NOT NULL, tries INTEGER NOT NULL,"
     "  solved INTEGER NOT NULL, at INTEGER NOT NULL, up INTEGER NOT NULL, down INTEGER NOT NULL)"
     "  WITHOUT ROWID;"
     "CREATE INDEX puzzle_game ON puzzle (game);"
     "CREATE TABLE puzzle_solver (player INTEGER NOT NULL REFERENCES player (id),"
     "  game TEXT NOT NULL, rating INTEGER NOT NULL, deviation INTEGER NOT NULL,"
     "  volatility INTEGER NOT NULL, tries INTEGER NOT NULL, solved INTEGER NOT NULL,"
     "  at INTEGER NOT NULL, PRIMARY KEY (player, game)) WITHOUT ROWID;"
     "CREATE TABLE puzzle_try (id INTEGER PRIMARY KEY AUTOINCREMENT, player INTEGER NOT NULL"
     "  REFERENCES player (id), puzzle TEXT NOT NULL, game TEXT NOT NULL, at INTEGER NOT NULL,"
     "  solved INTEGER NOT NULL, rated INTEGER NOT NULL, before INTEGER NOT NULL,"
     "  rating INTEGER NOT NULL, vote INTEGER NOT NULL DEFAULT 0,"
     "  report TEXT NOT NULL DEFAULT '', report_at INTEGER NOT NULL DEFAULT 0,"
     "  closed_at INTEGER NOT NULL DEFAULT 0, UNIQUE (player, puzzle));"
     "CREATE INDEX puzzle_try_player ON puzzle_try (player, id);"
     "CREATE INDEX puzzle_try_game ON puzzle_try (player, game, id);"
     "CREATE INDEX puzzle_try_report ON puzzle_try (id) WHERE report_at > 0;"
     "CREATE TABLE lesson_step (player INTEGER NOT NULL REFERENCES player (id),"
     "  step TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (player, step)) WITHOUT ROWID;"},
    /* step: the last that was used, so that no code is good twice. hash: as of a session. */
    {"second factors and their recovery codes",
     "CREATE TABLE factor (player INTEGER PRIMARY KEY REFERENCES player (id),"
     "  secret TEXT NOT NULL, confirmed INTEGER NOT NULL, step INTEGER NOT NULL,"
     "  made_at INTEGER NOT NULL);"
     "CREATE TABLE recovery_code (player INTEGER NOT NULL REFERENCES player (id),"
     "  hash TEXT NOT NULL, PRIMARY KEY (player, hash)) WITHOUT ROWID;"},
    /* id, public_key: base64url. challenge.player: 0 to sign in; hash: as of a session. */
    {"passkeys",
     "CREATE TABLE passkey (id TEXT PRIMARY KEY, player INTEGER NOT NULL REFERENCES player (id),"
     "  alg INTEGER NOT NULL, public_key TEXT NOT NULL, counter INTEGER NOT NULL,"
     "  label TEXT NOT NULL, made_at INTEGER NOT NULL, seen_at INTEGER NOT NULL) WITHOUT ROWID;"
     "CREATE INDEX passkey_player ON passkey (player);"
     "CREATE TABLE challenge (hash TEXT PRIMARY KEY, player INTEGER NOT NULL,"
     "  until INTEGER NOT NULL) WITHOUT ROWID;"
     "CREATE INDEX challenge_until ON challenge (until);"},
    /* withdrawn_at 0: it is served. reason: why a moderator withdrew it. */
    {"puzzles that were withdrawn",
     "ALTER TABLE puzzle ADD COLUMN withdrawn_at INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE puzzle ADD COLUMN reason TEXT NOT NULL DEFAULT '';"
     "CREATE INDEX puzzle_withdrawn ON puzzle (id) WHERE withdrawn_at > 0;"
     "CREATE INDEX puzzle_try_reported ON puzzle_try (puzzle, id)"
     "  WHERE report_at > 0 AND closed_at = 0;"},
    /* moves, others, themes: words separated by blanks. puzzle: its name, once it is proved. */
    {"puzzles that members make",
     "CREATE TABLE composed (id INTEGER PRIMARY KEY AUTOINCREMENT, player INTEGER NOT NULL"
     "  REFERENCES player (id), game TEXT NOT NULL, width INTEGER NOT NULL,"
     "  height INTEGER NOT NULL, options INTEGER NOT NULL, moves TEXT NOT NULL,"
     "  at INTEGER NOT NULL, state TEXT NOT NULL, puzzle TEXT NOT NULL, solution TEXT NOT NULL,"
     "  others TEXT NOT NULL, themes TEXT NOT NULL, plies INTEGER NOT NULL,"
     "  rating INTEGER NOT NULL, claim_until INTEGER NOT NULL, decided_at INTEGER NOT NULL,"
     "  reason TEXT NOT NULL);"
     "CREATE INDEX composed_player ON composed (player, id);"
     "CREATE INDEX composed_puzzle ON composed (puzzle);"
     "CREATE INDEX composed_state ON composed (state, game, id);"},
    /* report.study: 0, or the study whose chat line it is about. */
    {"chat in studies",
     "CREATE TABLE study_chat (id INTEGER PRIMARY KEY AUTOINCREMENT,"
     "  study INTEGER NOT NULL REFERENCES study (id),"
     "  player INTEGER NOT NULL REFERENCES player (id), text TEXT NOT NULL, at INTEGER NOT NULL,"
     "  deleted INTEGER NOT NULL DEFAULT 0);"
     "CREATE INDEX study_chat_study ON study_chat (study, id);"
     "CREATE INDEX study_chat_player ON study_chat (player, id);"
     "ALTER TABLE report ADD COLUMN study INTEGER NOT NULL DEFAULT 0;"},
    /* followable: others may follow, and so hear when this player is here. */
    {"who follows whom", "CREATE TABLE follow (player INTEGER NOT NULL REFERENCES player (id),"
                         "  other INTEGER NOT NULL REFERENCES player (id), at INTEGER NOT NULL,"
                         "  PRIMARY KEY (player, other)) WITHOUT ROWID;"
                         "CREATE INDEX follow_other ON follow (other, at);"
                         "ALTER TABLE account ADD COLUMN followable INTEGER NOT NULL DEFAULT 1;"},
    /* store/tournaments/arena.h explains the columns; in other tournaments they are 0. */
    {"arena tournaments",
     "ALTER TABLE cup ADD COLUMN minutes INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE cup_player ADD COLUMN points INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE cup_player ADD COLUMN streak INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE cup_player ADD COLUMN won INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE cup_player ADD COLUMN drawn INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE cup_player ADD COLUMN lost INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE cup_player ADD COLUMN performance INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE cup_player ADD COLUMN rating INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE cup_player ADD COLUMN match INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE cup_player ADD COLUMN opponent INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE cup_player ADD COLUMN moved_first INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE cup_player ADD COLUMN balance INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE cup_player ADD COLUMN free_at INTEGER NOT NULL DEFAULT 0;"},
    /* words: the name in small letters, for searches. team_member.id: in the order in which they
     * came; role 'asked': no member yet. report.team: 0, or the team of the reported chat line. */
    {"teams",
     "CREATE TABLE team (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL,"
     "  words TEXT NOT NULL UNIQUE, about TEXT NOT NULL, access TEXT NOT NULL,"
     "  founder INTEGER NOT NULL REFERENCES player (id), created_at INTEGER NOT NULL);"
     "CREATE INDEX team_founder ON team (founder);"
     "CREATE TABLE team_member (id INTEGER PRIMARY KEY AUTOINCREMENT,"
     "  team INTEGER NOT NULL REFERENCES team (id),"
     "  player INTEGER NOT NULL REFERENCES player (id), role TEXT NOT NULL,"
     "  at INTEGER NOT NULL, UNIQUE (team, player));"
     "CREATE INDEX team_member_team ON team_member (team, id);"
     "CREATE INDEX team_member_player ON team_member (player, team);"
     "CREATE TABLE team_chat (id INTEGER PRIMARY KEY AUTOINCREMENT,"
     "  team INTEGER NOT NULL REFERENCES team (id),"
     "  player INTEGER NOT NULL REFERENCES player (id), text TEXT NOT NULL, at INTEGER NOT NULL,"
     "  deleted INTEGER NOT NULL DEFAULT 0);"
     "CREATE INDEX team_chat_team ON team_chat (team, id);"
     "CREATE INDEX team_chat_player ON team_chat (player, id);"
     "ALTER TABLE report ADD COLUMN team INTEGER NOT NULL DEFAULT 0;"},
    /* 0: for all members of the site. */
    {"tournaments of a team", "ALTER TABLE cup ADD COLUMN team INTEGER NOT NULL DEFAULT 0;"
                              "CREATE INDEX cup_team ON cup (team, id) WHERE team > 0;"},
    /* room: enum chat_room. */
    {"chat of spectators", "ALTER TABLE chat ADD COLUMN room INTEGER NOT NULL DEFAULT 0;"
                           "CREATE INDEX chat_room ON chat (match, room, id);"
                           "DROP INDEX chat_match;"},
    /* host_seat: the host's seat at every board; 0: alternating. simul_guest.match 0: not playing;
     * result: half points of the host, -1 while it is played, 3 when it was called off. */
    {"simultaneous exhibitions",
     "CREATE TABLE simul (id INTEGER PRIMARY KEY AUTOINCREMENT, host INTEGER NOT NULL"
     "  REFERENCES player (id), state TEXT NOT NULL, text TEXT NOT NULL, game TEXT NOT NULL,"
     "  width INTEGER NOT NULL, height INTEGER NOT NULL, swap INTEGER NOT NULL, jacked INTEGER NOT"
     "  NULL, clock TEXT NOT NULL, host_ms INTEGER NOT NULL, host_seat INTEGER NOT NULL,"
     "  guests_max INTEGER NOT NULL, created_at INTEGER NOT NULL, started_at INTEGER NOT NULL"
     "  DEFAULT 0, finished_at INTEGER NOT NULL DEFAULT 0);"
     "CREATE INDEX simul_state ON simul (state, id);"
     "CREATE INDEX simul_host ON simul (host, id);"
     "CREATE TABLE simul_guest (simul INTEGER NOT NULL REFERENCES simul (id), player INTEGER NOT"
     "  NULL REFERENCES player (id), joined_at INTEGER NOT NULL, accepted INTEGER NOT NULL,"
     "  match INTEGER NOT NULL, host_seat INTEGER NOT NULL, result INTEGER NOT NULL,"
     "  PRIMARY KEY (simul, player)) WITHOUT ROWID;"
     "CREATE INDEX simul_guest_player ON simul_guest (player, simul);"
     "CREATE INDEX simul_guest_match ON simul_guest (match) WHERE match > 0;"},
    /* In PostgreSQL only: postgres_sql.c. */
    {"events in parts", ""},
    /* The stones of the position where its moves begin (rules/placed.h); '': the empty board. */
    {"puzzles from positions that were set up",
     "ALTER TABLE composed ADD COLUMN start TEXT NOT NULL DEFAULT '';"},
    {"results of the engine's levels",
     "CREATE INDEX seat_level ON seat (level, match) WHERE level > 0;"},
    /* below: the matches that remain to be left have smaller numbers; 0: none is left. */
    {"deleted accounts of which something is left",
     "CREATE TABLE leaver (player INTEGER PRIMARY KEY REFERENCES player (id),"
     "  below INTEGER NOT NULL);"},
    /* What follows later from a transaction: inbox.h. */
    {"inbox", "CREATE TABLE inbox (id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL,"
              "  type TEXT NOT NULL, match INTEGER NOT NULL, due_at INTEGER NOT NULL,"
              "  tries INTEGER NOT NULL DEFAULT 0, data TEXT NOT NULL);"
              "CREATE INDEX inbox_kind ON inbox (kind, id);"},
    /* Of a match: how long its first clock waits for the players, until when it waits at the
     * latest, the seats (bits) that are here, and those that have had their grace. */
    {"a grace at the start of live matches",
     "ALTER TABLE match ADD COLUMN grace_ms INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE match ADD COLUMN hold_until INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE match ADD COLUMN here INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE match ADD COLUMN graced INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE match ADD COLUMN rematch_of INTEGER NOT NULL DEFAULT 0;"
     "CREATE INDEX match_hold ON match (hold_until) WHERE hold_until > 0;"
     "ALTER TABLE cup ADD COLUMN grace_ms INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE cup ADD COLUMN pause_ms INTEGER NOT NULL DEFAULT 0;"},
    /* service/notifications/notify_words.h; '': the text has words instead. */
    {"notifications with data", "ALTER TABLE notice ADD COLUMN data TEXT NOT NULL DEFAULT '';"},
    /* Iann and lann, ann0 and anno, rnax and max look alike (store_player_like). An index over the
     * names as they are: nothing is filled in, and no old name is refused. */
    {"names that look alike",
     "CREATE INDEX player_shape ON player (replace(replace(replace(lower(replace(name, 'I', 'l')),"
     " '1', 'l'), '0', 'o'), 'm', 'rn'));"},
    {"cups are tournaments, notices notifications, deeds the audit log",
     "ALTER TABLE cup RENAME TO tournament;"
     "DROP INDEX cup_state;"
     "DROP INDEX cup_wake;"
     "DROP INDEX cup_creator;"
     "DROP INDEX cup_team;"
     "CREATE INDEX tournament_state ON tournament (state, id);"
     "CREATE INDEX tournament_wake ON tournament (wake_at) WHERE wake_at > 0;"
     "CREATE INDEX tournament_creator ON tournament (creator);"
     "CREATE INDEX tournament_team ON tournament (team, id) WHERE team > 0;"
     "ALTER TABLE cup_player RENAME TO tournament_player;"
     "ALTER TABLE tournament_player RENAME COLUMN cup TO tournament;"
     "DROP INDEX cup_player_player;"
     "CREATE INDEX tournament_player_player ON tournament_player (player, tournament);"
     "ALTER TABLE cup_game RENAME TO tournament_game;"
     "ALTER TABLE tournament_game RENAME COLUMN cup TO tournament;"
     "ALTER TABLE notice RENAME TO notification;"
     "DROP INDEX notice_player;"
     "DROP INDEX notice_unread;"
     "DROP INDEX notice_match;"
     "DROP INDEX notice_due;"
     "DROP INDEX notice_at;"
     "CREATE INDEX notification_player ON notification (player, id);"
     "CREATE INDEX notification_unread ON notification (player) WHERE seen = 0;"
     "CREATE INDEX notification_match ON notification (match, kind);"
     "CREATE INDEX notification_due ON notification (player) WHERE mail_due <> 0;"
     "CREATE INDEX notification_at ON notification (at);"
     "ALTER TABLE notice_setting RENAME TO notification_setting;"
     "ALTER TABLE notice_digest RENAME TO notification_digest;"
     "ALTER TABLE deed RENAME TO audit;"
     "ALTER TABLE mail_player RENAME COLUMN notices TO mails;"},
    /* store/matches/absences.h. */
    {"players who have left a live match",
     "CREATE TABLE absence (match INTEGER NOT NULL REFERENCES match (id),"
     "  player INTEGER NOT NULL REFERENCES player (id), at INTEGER NOT NULL,"
     "  PRIMARY KEY (match, player)) WITHOUT ROWID;"},
    /* shape: how the name looks (unicode_shape); '': not known yet, the service fills it in. No
     * constraint: names that were taken before may look alike. */
    {"names of teams that look alike", "ALTER TABLE team ADD COLUMN shape TEXT NOT NULL DEFAULT '';"
                                       "CREATE INDEX team_shape ON team (shape);"},
    /* room: enum room_kind (store/community/rooms.h), about: the tournament. Of an invitation one
     * of team and tournament is 0. */
    {"chat in tournaments; invitations to teams and tournaments",
     "CREATE TABLE room_chat (id INTEGER PRIMARY KEY AUTOINCREMENT, room INTEGER NOT NULL,"
     "  about INTEGER NOT NULL, player INTEGER NOT NULL REFERENCES player (id), text TEXT NOT NULL,"
     "  at INTEGER NOT NULL, deleted INTEGER NOT NULL DEFAULT 0);"
     "CREATE INDEX room_chat_room ON room_chat (room, about, id);"
     "CREATE INDEX room_chat_player ON room_chat (player, id);"
     "ALTER TABLE report ADD COLUMN tournament INTEGER NOT NULL DEFAULT 0;"
     "CREATE TABLE invitation (id INTEGER PRIMARY KEY AUTOINCREMENT,"
     "  player INTEGER NOT NULL REFERENCES player (id),"
     "  by_player INTEGER NOT NULL REFERENCES player (id), team INTEGER NOT NULL,"
     "  tournament INTEGER NOT NULL, at INTEGER NOT NULL);"
     "CREATE INDEX invitation_player ON invitation (player, id);"
     "CREATE INDEX invitation_by ON invitation (by_player, id);"},
    /* match.berserk: seats (bits); tournament_player.berserk: in how many matches. */
    {"half the time in arenas",
     "ALTER TABLE match ADD COLUMN berserk INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE tournament_player ADD COLUMN berserk INTEGER NOT NULL DEFAULT 0;"},
    /* revision, moved: store_match in store.h. A server of an older version that still runs knows
     * neither the locks nor the numbers, and must not write: it finds no column `at`. */
    {"matches are written beside each other",
     "ALTER TABLE match ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE match ADD COLUMN moved INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE event RENAME COLUMN at TO added_at;"},
    /* store/community/conversations.h; the lines stand in room_chat. */
    {"messages between members",
     "CREATE TABLE conversation (id INTEGER PRIMARY KEY AUTOINCREMENT,"
     "  player INTEGER NOT NULL REFERENCES player (id),"
     "  other INTEGER NOT NULL REFERENCES player (id), room INTEGER NOT NULL,"
     "  newest INTEGER NOT NULL DEFAULT 0, heard INTEGER NOT NULL DEFAULT 0,"
     "  unread INTEGER NOT NULL DEFAULT 0, UNIQUE (player, other));"
     "CREATE INDEX conversation_newest ON conversation (player, newest);"
     "CREATE INDEX conversation_unread ON conversation (player) WHERE unread > 0;"
     "ALTER TABLE report ADD COLUMN conversation INTEGER NOT NULL DEFAULT 0;"},
    /* What is trimmed is found by its time, and reports by their match. */
    {"no query scans a large table",
     "CREATE INDEX session_created ON session (use, created_at);"
     "CREATE INDEX mail_bounce_at ON mail_bounce (at);"
     "CREATE INDEX outbox_at ON outbox (at);"
     "CREATE INDEX ticket_until ON ticket (until);"
     "CREATE INDEX push_at ON push (at);"
     "CREATE INDEX report_match ON report (match) WHERE match > 0;"},
};

const int store_migrations_n = (int)ARRAY_LEN(store_migrations);

void store_tell_migrated(int from, int to)
{
    if (from <= 0 || from >= to)
        return;
    log_error("the store was upgraded from schema %d to %d; an older hoshi cannot open it any more",
              from, to);
    for (int i = from; i < to; i++)
        log_error("  schema %d: %s", i + 1, store_migrations[i].what);
}
