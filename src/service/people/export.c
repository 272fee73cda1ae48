#include "service/people/export.h"

#include "base/err.h"
#include "platform/json.h"
#include "record/record_json.h"
#include "record/sgf.h"
#include "service/community/conversations.h"
#include "service/community/friends.h"
#include "service/community/invitations.h"
#include "service/community/teams.h"
#include "service/core/service_int.h"
#include "service/matches/archive.h"
#include "service/matches/matches_view.h"
#include "service/notifications/notify.h"
#include "service/people/accounts.h"
#include "service/people/profile.h"
#include "service/puzzles/composed.h"
#include "service/puzzles/puzzles.h"
#include "service/ratings/ratings.h"
#include "service/studies/studies.h"
#include "service/tournaments/simuls.h"
#include "store/community/rooms.h"
#include "store/tournaments/tournament.h"
#include <archive.h>
#include <archive_entry.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct export
{
    struct reader *r;
    const struct store_player *p;
    const atomic_bool *stop;
    struct archive *zip;
    FILE *out;
    time_t now;
    int64_t bytes; /* written */
    /* The list at hand (list_begin). */
    bool any;
    int err;
};

static la_ssize_t on_write(struct archive *zip, void *context, const void *bytes, size_t n)
{
    struct export *t = context;
    (void)zip;
    t->bytes += (int64_t)n;
    return t->bytes <= EXPORT_BYTES_MAX && fwrite(bytes, 1, n, t->out) == n ? (la_ssize_t)n : -1;
}

static int begin_file(const struct export *t, const char *name)
{
    struct archive_entry *e = archive_entry_new();
    if (e == NULL)
        return ERR_NO_MEMORY;
    archive_entry_set_pathname(e, name);
    archive_entry_set_filetype(e, AE_IFREG);
    archive_entry_set_perm(e, 0644);
    archive_entry_set_mtime(e, t->now, 0);
    bool ok = archive_write_header(t->zip, e) == ARCHIVE_OK;
    archive_entry_free(e);
    return ok ? 0 : ERR_NO_MEMORY;
}

static int write_bytes(const struct export *t, const char *bytes, size_t n)
{
    return archive_write_data(t->zip, bytes, n) == (la_ssize_t)n ? 0 : ERR_NO_MEMORY;
}

static int add_file(const struct export *t, const char *name, const char *bytes, size_t n)
{
    int err = begin_file(t, name);
    return err < 0 ? err : write_bytes(t, bytes, n);
}

static int on_piece(const char *bytes, size_t n, void *context)
{
    return write_bytes(context, bytes, n);
}

/* Steals value; NULL is what a reader gives when it cannot be read. */
static int add_json(struct export *t, const char *name, json_t *value, int err)
{
    if (value == NULL)
        return err < 0 ? err : ERR_NO_MEMORY;
    err = begin_file(t, name);
    if (err == 0 && json_dump_callback(value, on_piece, t, JSON_INDENT(2)) != 0)
        err = ERR_NO_MEMORY;
    json_decref(value);
    return err;
}

/* --- lists of any length, written as their rows come --- */

static void list_begin(struct export *t, const char *name)
{
    t->any = false;
    t->err = begin_file(t, name);
}

/* Steals value. After an error nothing more is written. */
static void list_add(struct export *t, json_t *value)
{
    if (t->err == 0)
        t->err = write_bytes(t, t->any ? ",\n" : "[\n", 2);
    if (t->err == 0 && json_dump_callback(value, on_piece, t, JSON_INDENT(2)) != 0)
        t->err = ERR_NO_MEMORY;
    if (t->err == 0 && atomic_load(t->stop))
        t->err = ERR_BUSY;
    t->any = true;
    json_decref(value);
}

/* err: of what has read the rows. */
static int list_end(struct export *t, int err)
{
    if (err == 0)
        err = t->err;
    if (err == 0)
        err = t->any ? write_bytes(t, "\n]\n", 3) : write_bytes(t, "[]\n", 3);
    return err;
}

static const char readme[] =
    "This export contains the data that the server keeps about you.\n"
    "\n"
    "account.json        name, addresses, settings, text about you\n"
    "sessions.json       where you are signed in; tokens.json: your API tokens (not their "
    "secrets)\n"
    "passkeys.json       your passkeys; only your devices have their secrets\n"
    "security.json       sign-ins and changes of your account, the last 100\n"
    "settings.json       your notification settings\n"
    "ratings.json        your ratings\n"
    "blocks.json         players whom you have blocked; follows.json: players whom you follow\n"
    "notes.json          your private notes\n"
    "teams.json          the teams that you are in, or have asked to join\n"
    "chat.json           your chat lines in matches, studies, teams and\n"
    "                    tournaments\n"
    "messages.json       the messages between other members and you\n"
    "invitations.json    invitations to teams and tournaments, to you and by you\n"
    "notifications.json  your notifications of the last 90 days\n"
    "puzzles.json        your attempts at puzzles; lessons.json: your steps of lessons\n"
    "composed.json       the puzzles you have made\n"
    "tournaments.json    the tournaments you take part in, with your points in arenas\n"
    "simuls.json         simultaneous exhibitions that you host or asked to play in\n"
    "studies/N.json      study N of yours with all its chapters (see docs/API.md)\n"
    "matches/N.json      match N as a record, and N.sgf where SGF can hold it\n"
    "matches/list.json   all your matches as the API lists them\n"
    "\n"
    "Times are milliseconds since 1970 (UTC), except in records. The server keeps passwords only\n"
    "as hashes, which are not in this export.\n";

/* --- lists that are read in pages --- */

enum { PAGE = 500 };

typedef json_t *read_page(const struct export *t, int64_t before, int *err);

static json_t *read_attempts(const struct export *t, int64_t before, int *err)
{
    return reader_puzzle_history(t->r, t->p->id, "", before, PAGE, err);
}

static json_t *read_composed(const struct export *t, int64_t before, int *err)
{
    return reader_composed_of(t->r, t->p->id, before, PAGE, err);
}

/* {"MEMBER": [...]} of all pages. */
static int add_pages(struct export *t, const char *name, const char *member, read_page *read)
{
    char head[40];
    int64_t before = INT64_MAX;
    int err = 0;
    list_begin(t, name);
    int n = snprintf(head, sizeof head, "{\"%s\": ", member);
    if (t->err == 0)
        t->err = write_bytes(t, head, (size_t)n);
    for (bool more = true; more && err == 0 && t->err == 0;) {
        json_t *page = read(t, before, &err);
        size_t i;
        json_t *one;
        json_array_foreach(json_object_get(page, member), i, one) list_add(t, json_incref(one));
        before = json_integer_value(json_object_get(page, "next"));
        more = before > 0;
        json_decref(page);
    }
    err = list_end(t, err);
    return err < 0 ? err : write_bytes(t, "}\n", 2);
}

/* --- the parts --- */

static int add_account(struct export *t)
{
    int err = 0;
    int64_t id = t->p->id;
    json_t *part = reader_account(t->r, id, &err);
    err = add_json(t, "account.json", part, err);
    if (err == 0) {
        part = reader_sessions(t->r, id, "", &err);
        err = add_json(t, "sessions.json", part, err);
    }
    if (err == 0) {
        part = reader_tokens(t->r, id, &err);
        err = add_json(t, "tokens.json", part, err);
    }
    if (err == 0) {
        part = reader_passkeys(t->r, id, &err);
        err = add_json(t, "passkeys.json", part, err);
    }
    if (err == 0) {
        part = reader_security_events(t->r, id, &err);
        err = add_json(t, "security.json", part, err);
    }
    if (err == 0) {
        part = reader_notification_settings(t->r, id, &err);
        err = add_json(t, "settings.json", part, err);
    }
    if (err == 0) {
        part = reader_ratings(t->r, t->p->name, &err);
        err = add_json(t, "ratings.json", part, err);
    }
    if (err == 0) {
        part = reader_blocks(t->r, id, &err);
        err = add_json(t, "blocks.json", part, err);
    }
    if (err == 0) {
        part = reader_friends(t->r, id, &err);
        err = add_json(t, "follows.json", part, err);
    }
    if (err == 0)
        err = add_pages(t, "puzzles.json", "attempts", read_attempts);
    if (err == 0) {
        part = reader_lesson_steps(t->r, id, &err);
        err = add_json(t, "lessons.json", part, err);
    }
    if (err == 0)
        err = add_pages(t, "composed.json", "composed", read_composed);
    if (err == 0) {
        const struct team_filter mine = {id, id, INT64_MAX, "", INT32_MAX - 1};
        part = reader_teams(t->r, &mine, NULL, &err);
        err = add_json(t, "teams.json", part, err);
    }
    if (err == 0) {
        part = reader_simuls_of(t->r, id, &err);
        err = add_json(t, "simuls.json", part, err);
    }
    return err;
}

static void on_note(void *context, const char *about, int64_t subject, const char *text, int64_t at)
{
    list_add(context, JSON_OBJECT({"about", json_string(about)}, {"id", json_integer(subject)},
                                  {"text", json_string(text)}, {"at", json_integer(at)}));
}

static void on_line(void *context, int64_t match, const struct store_chat *line)
{
    list_add(context, JSON_OBJECT({"match", json_integer(match)},
                                  {"room", json_string(line->room == CHAT_SPECTATORS ? "spectators"
                                                                                     : "players")},
                                  {"id", json_integer(line->id)}, {"text", json_string(line->text)},
                                  {"at", json_integer(line->at)}));
}

/* where: "study", and its number. */
static void add_line(struct export *t, const char *where, int64_t id, const struct store_chat *line)
{
    list_add(t, JSON_OBJECT({where, json_integer(id)}, {"id", json_integer(line->id)},
                            {"text", json_string(line->text)}, {"at", json_integer(line->at)}));
}

static void on_study_line(void *context, int64_t study, const struct store_chat *line)
{
    add_line(context, "study", study, line);
}

static void on_team_line(void *context, int64_t team, const struct store_chat *line)
{
    add_line(context, "team", team, line);
}

/* Conversations have a file of their own. */
static void on_room_line(void *context, const struct room *room, const struct store_chat *line)
{
    if (room->kind != ROOM_CONVERSATION)
        add_line(context, "tournament", room->id, line);
}

static void on_notification(void *context, const struct notification *n)
{
    list_add(context, view_notification(n));
}

static void on_tournament(void *context, const struct tournament_taken *t)
{
    json_t *one = JSON_OBJECT({"id", json_integer(t->id)}, {"name", json_string(t->name)},
                              {"kind", json_string(t->kind)}, {"state", json_string(t->state)},
                              {"joined_at", json_integer(t->joined_at)},
                              {"withdrawn", json_boolean(t->withdrawn)});
    if (strcmp(t->kind, tournament_kind_name[TOURNAMENT_ARENA]) == 0) {
        json_t *score =
            JSON_OBJECT({"points", json_integer(t->points)}, {"won", json_integer(t->won)},
                        {"drawn", json_integer(t->drawn)}, {"lost", json_integer(t->lost)});
        json_object_update(one, score);
        json_decref(score);
    }
    list_add(context, one);
}

static int add_tournaments(struct export *t)
{
    struct store *store = reader_store(t->r);
    list_begin(t, "tournaments.json");
    int err = store_begin(store);
    if (err == 0) {
        err = tournament_of_player(store, t->p->id, on_tournament, t);
        store_end(store);
    }
    return list_end(t, err < 0 ? err : 0);
}

static int add_invitations(struct export *t)
{
    struct store *store = reader_store(t->r);
    json_t *in = json_array();
    json_t *out = json_array();
    int err = store_begin(store);
    if (err == 0) {
        err = invitations_view(store, t->p->id, in, out);
        store_end(store);
    }
    json_t *value = JSON_OBJECT({"in", in}, {"out", out});
    if (err < 0) {
        json_decref(value);
        return err;
    }
    return add_json(t, "invitations.json", value, 0);
}

static int add_notes(struct export *t, struct store *store)
{
    list_begin(t, "notes.json");
    int err = social_notes(store, t->p->id, on_note, t);
    return list_end(t, err < 0 ? err : 0);
}

static int add_chat(struct export *t, struct store *store)
{
    list_begin(t, "chat.json");
    int err = social_chats_of(store, t->p->id, on_line, t);
    if (err >= 0)
        err = studies_chat_of(store, t->p->id, on_study_line, t);
    if (err >= 0)
        err = teams_chat_of(store, t->p->id, on_team_line, t);
    if (err >= 0)
        err = rooms_of(store, t->p->id, on_room_line, t);
    return list_end(t, err < 0 ? err : 0);
}

static int add_notifications(struct export *t, struct store *store)
{
    list_begin(t, "notifications.json");
    int err = notification_list(store, t->p->id, false, 0, INT32_MAX, on_notification, t);
    return list_end(t, err < 0 ? err : 0);
}

static void on_conversation(void *context, json_t *conversation)
{
    list_add(context, conversation);
}

static int add_messages(struct export *t, struct store *store)
{
    list_begin(t, "messages.json");
    int err = conversations_whole(store, t->p->id, on_conversation, t);
    return list_end(t, err);
}

static int add_written(struct export *t)
{
    struct store *store = reader_store(t->r);
    int err = store_begin(store);
    if (err < 0)
        return err;
    err = add_notes(t, store);
    if (err == 0)
        err = add_chat(t, store);
    if (err == 0)
        err = add_messages(t, store);
    if (err == 0)
        err = add_notifications(t, store);
    store_end(store);
    return err;
}

static int on_study(void *context, int64_t study, json_t *whole)
{
    struct export *t = context;
    char name[64];
    snprintf(name, sizeof name, "studies/%lld.json", (long long)study);
    int err = add_json(t, name, whole, 0);
    return err == 0 && atomic_load(t->stop) ? ERR_BUSY : err;
}

static int add_match(const struct export *t, int64_t match)
{
    struct record record;
    struct position last;
    struct sink file;
    char name[64];
    int err = archive_record(t->r, match, t->p->id, NULL, &record, &last);
    if (err == ERR_ILLEGAL || err == ERR_NOT_FOUND)
        return 0; /* cannot be replayed, but the list contains it */
    if (err < 0)
        return err;
    sink_init(&file, &memory_heap);
    err = record_json_write(&record, &file);
    snprintf(name, sizeof name, "matches/%lld.json", (long long)match);
    if (err == 0)
        err = file.failed ? ERR_NO_MEMORY : add_file(t, name, file.buf, file.len);
    sink_done(&file);
    sink_init(&file, &memory_heap);
    if (err == 0) {
        err = sgf_write(&record, &file);
        snprintf(name, sizeof name, "matches/%lld.sgf", (long long)match);
        if (err == 0)
            err = file.failed ? ERR_NO_MEMORY : add_file(t, name, file.buf, file.len);
        else if (err == ERR_UNSUPPORTED)
            err = 0; /* three or four players: the JSON has them */
    }
    sink_done(&file);
    record_free(&record);
    return err;
}

/* Calls `each` with each match as in a list, which it may steal from, page after page. */
static int each_match(struct export *t, int (*each)(struct export *t, json_t *match))
{
    struct store_filter f = {
        .state = -1, .mine = t->p->id, .viewer = t->p->id, .limit = SERVICE_LIST_MAX};
    int err = 0;
    for (bool more = true; more && err == 0;) {
        json_t *page = reader_matches(t->r, &f, t->p->id, false, &err);
        json_t *list = json_object_get(page, "matches");
        size_t i;
        json_t *one;
        json_array_foreach(list, i, one)
        {
            f.before = json_integer_value(json_object_get(one, "id"));
            if (err == 0)
                err = atomic_load(t->stop) ? ERR_BUSY : each(t, one);
        }
        more = json_is_integer(json_object_get(page, "next"));
        json_decref(page);
    }
    return err;
}

static int list_match(struct export *t, json_t *match)
{
    list_add(t, json_incref(match));
    return t->err;
}

static int write_match(struct export *t, json_t *match)
{
    return add_match(t, json_integer_value(json_object_get(match, "id")));
}

static int add_matches(struct export *t)
{
    list_begin(t, "matches/list.json");
    int err = list_end(t, each_match(t, list_match));
    return err < 0 ? err : each_match(t, write_match);
}

int export_write(struct reader *r, const struct store_player *p, const atomic_bool *stop, FILE *out)
{
    struct export t = {
        .r = r,
        .p = p,
        .stop = stop,
        .zip = archive_write_new(),
        .out = out,
        .now = (time_t)(service_now(reader_service(r)) / 1000),
    };
    if (t.zip == NULL)
        return ERR_NO_MEMORY;
    int err = ERR_NO_MEMORY;
    if (archive_write_set_format_zip(t.zip) == ARCHIVE_OK &&
        archive_write_open(t.zip, &t, NULL, on_write, NULL) == ARCHIVE_OK)
        err = add_file(&t, "README.txt", readme, sizeof readme - 1);
    if (err == 0)
        err = add_account(&t);
    if (err == 0)
        err = add_written(&t);
    if (err == 0)
        err = add_tournaments(&t);
    if (err == 0)
        err = add_invitations(&t);
    if (err == 0)
        err = reader_studies_whole(r, p->id, on_study, &t);
    if (err == 0)
        err = add_matches(&t);
    if (err == 0 && archive_write_close(t.zip) != ARCHIVE_OK)
        err = ERR_NO_MEMORY;
    (void)archive_write_free(t.zip);
    if (err == 0 && fflush(out) != 0)
        err = ERR_NO_MEMORY;
    return err < 0 && t.bytes > EXPORT_BYTES_MAX ? ERR_TOO_BIG : err;
}
