#include "service/matches/spectators.h"

#include "base/err.h"
#include "platform/json.h"
#include "service/community/remote_presence.h"
#include "service/core/batch.h"
#include "service/core/service_int.h"
#include "service/core/texts.h"
#include "service/core/view.h"
#include "service/matches/audience.h"
#include "service/matches/seats.h"
#include "service/people/profile.h"
#include "store/matches/spectators.h"
#include <stdio.h>
#include <string.h>

enum { LOOKED_AT = 5 * SPECTATORS_ASKED_MAX }; /* players who listen, to find those who are named */

static int refuse(struct work *w)
{
    if (w->order->asker.kind != PLAYER_MEMBER)
        return work_refuse(w, OUTCOME_DENIED, "Only members write in the spectators' chat.");
    if (seats_of(&w->m, w->order->asker.id) != 0)
        return work_refuse(w, OUTCOME_DENIED, "You play in this match. Use the players' chat.");
    if (w->m.state == MATCH_OPEN)
        return work_refuse(w, OUTCOME_DENIED, "This match has not begun.");
    return work_refuse(w, OUTCOME_DENIED,
                       "Spectators see this match with a delay. They can write when it is over.");
}

int spectators_say(struct work *w, void *context)
{
    const struct spectators_act *a = context;
    struct store_chat line = {
        .at = w->now, .player = w->order->asker, .room = CHAT_SPECTATORS, .text = ""};
    int err = store_match_get(w->s->store, a->match, &w->m);
    if (err == ERR_NOT_FOUND ||
        (err == 0 && !audience_may_see(&w->m, w->order->asker.id, a->invite)))
        return work_refuse(w, OUTCOME_NOT_FOUND, "There is no such match.");
    if (err == 0 && !audience_writes_spectators(&w->m, &w->order->asker))
        return refuse(w);
    if (err == 0)
        err = texts_line(w, a->text);
    if (err == 0)
        err = profile_not_blocked(w);
    if (err == 0)
        err = texts_pay(w, strlen(a->text));
    snprintf(line.text, sizeof line.text, "%s", a->text);
    if (err == 0)
        err = store_chat_add(w->s->store, w->m.id, &line);
    w->order->out.id = line.id;
    return err < 0 ? err : work_tell_spectators(w);
}

/* --- reading --- */

struct names {
    const struct store_match *m;
    json_t *out;
    int64_t counted[STORE_SEATS_MAX + SPECTATORS_NAMED_MAX]; /* players, then those who are named */
    int counted_n;
};

static void on_shown(void *context, const struct store_player *p)
{
    struct names *names = context;
    if (seats_of(names->m, p->id) != 0 ||
        json_array_size(names->out) == (size_t)SPECTATORS_NAMED_MAX)
        return;
    names->counted[names->counted_n++] = p->id;
    json_array_append_new(names->out, view_player(p));
}

/* Fills in names->out; returns how many others look on, or a negative number. */
static int read_names(struct reader *r, struct names *names)
{
    const struct service *s = batch_reader_service(r);
    struct topic topic = topic_match(names->m->id);
    int64_t here[LOOKED_AT];
    int all = 0;
    int err = 0;
    int n = remote_presence_players(s, topic, here, LOOKED_AT, &all);
    for (int i = 0; i < names->m->seats_n; i++)
        if (names->m->seats[i].player.id != 0)
            names->counted[names->counted_n++] = names->m->seats[i].player.id;
    for (int i = 0; err == 0 && i < n; i += SPECTATORS_ASKED_MAX) {
        int some = n - i < SPECTATORS_ASKED_MAX ? n - i : SPECTATORS_ASKED_MAX;
        if (json_array_size(names->out) < (size_t)SPECTATORS_NAMED_MAX)
            err = spectators_shown(reader_store(r), here + i, some, on_shown, names);
    }
    return err < 0 ? err : remote_presence_count(s, topic, names->counted, names->counted_n);
}

static void on_line(void *context, const struct store_chat *line)
{
    json_array_append_new(context, view_chat(line));
}

/* null where the asker may not read; *next: below which there may be more, 0: none. */
static json_t *read_lines(struct reader *r, const struct store_match *m,
                          const struct store_player *asker, int64_t before, int limit,
                          int64_t *next, int *err)
{
    if (!audience_reads_spectators(m, asker))
        return json_null();
    json_t *lines = json_array();
    int n = spectators_lines(reader_store(r), m->id, asker->id, before, limit, on_line, lines);
    *err = n < 0 ? n : 0;
    if (n == limit)
        *next = json_integer_value(json_object_get(json_array_get(lines, (size_t)limit - 1), "id"));
    return lines;
}

static int find(struct reader *r, int64_t match, const struct store_player *asker,
                const char *invite, struct store_match *m)
{
    int err = store_match_get(reader_store(r), match, m);
    return err == 0 && !audience_may_see(m, asker->id, invite) ? ERR_NOT_FOUND : err;
}

json_t *reader_spectators(struct reader *r, const struct spectators_act *of,
                          const struct store_player *asker, int64_t before, int limit, int *err)
{
    struct store_match m;
    json_t *lines = NULL;
    int64_t next = 0;
    int more = 0;
    ASSERT(limit >= 1 && limit <= SPECTATORS_LINES_MAX);
    *err = store_begin(reader_store(r));
    if (*err < 0)
        return NULL;
    struct names names = {.m = &m, .out = json_array()};
    *err = find(r, of->match, asker, of->invite, &m);
    if (*err == 0)
        lines = read_lines(r, &m, asker, before, limit, &next, err);
    if (*err == 0) {
        more = read_names(r, &names);
        *err = more < 0 ? more : 0;
    }
    store_end(reader_store(r));
    json_t *out =
        *err < 0 ? NULL
                 : JSON_OBJECT({"match", json_integer(m.id)}, {"players", json_incref(names.out)},
                               {"more", json_integer(more)}, {"lines", json_incref(lines)},
                               {"next", next != 0 ? json_integer(next) : json_null()},
                               {"writes", json_boolean(audience_writes_spectators(&m, asker))});
    json_decref(names.out);
    json_decref(lines);
    return out;
}

int reader_spectators_topic(struct reader *r, int64_t match, const struct store_player *asker,
                            const char *invite, struct topic *out)
{
    struct store_match m;
    int err = store_begin(reader_store(r));
    if (err < 0)
        return err;
    err = find(r, match, asker, invite, &m);
    store_end(reader_store(r));
    if (err == 0 && !audience_reads_spectators(&m, asker))
        err = ERR_DENIED;
    *out = topic_spectators(match);
    return err;
}
