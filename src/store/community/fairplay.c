#include "store/community/fairplay.h"

#include "base/err.h"
#include "store/core/queries.h"
#include <string.h>

static int64_t low_of(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t high_of(int64_t a, int64_t b)
{
    return a < b ? b : a;
}

static int64_t newest(int64_t before)
{
    return before != 0 ? before : INT64_MAX;
}

struct pair {
    const char *game;
    int64_t low, high, at, match;
};
ROW_BINDER(bind_pair, struct pair, PAIR_ROW)

static int put_pair(struct store *s, int query, const struct pair *pair)
{
    struct store_value v[ROW_N(PAIR_ROW)];
    int n = bind_pair(pair, v);
    return store_done(store_run(s, NULL, NULL, query, v, n));
}

int fairplay_pair_add(struct store *s, const char *game, int64_t a, int64_t b,
                      const struct rating_when *when)
{
    const struct pair pair = {game, low_of(a, b), high_of(a, b), when->at, when->match};
    return put_pair(s, Q_FAIRPLAY_PAIR_ADD, &pair);
}

int fairplay_pair_count(struct store *s, const char *game, int64_t a, int64_t b, int64_t since,
                        int64_t until, int limit, int64_t *n)
{
    return store_some(store_query(s, store_on_int, n, Q_FAIRPLAY_PAIR_COUNT, game, low_of(a, b),
                                  high_of(a, b), since, until, limit));
}

int fairplay_pairs_remove(struct store *s, int64_t match)
{
    return store_done(store_query(s, NULL, NULL, Q_FAIRPLAY_PAIRS_REMOVE, match));
}

int fairplay_known(struct store *s, const char *game, int64_t deviation, int limit, int64_t *n)
{
    return store_some(store_query(s, store_on_int, n, Q_FAIRPLAY_KNOWN, game, deviation, limit));
}

/* --- flags --- */

int fairplay_flag(struct store *s, const char *game, int64_t a, int64_t b, int64_t match,
                  int64_t at)
{
    const struct pair pair = {game, low_of(a, b), high_of(a, b), at, match};
    return put_pair(s, Q_FAIRPLAY_FLAG, &pair);
}

ROW_READER(read_flag, struct fairplay_flag, FLAG_TOLD)
ROW_READER(read_annulment, struct fairplay_annulment, ANNULMENT_ROW)
ROW_READER(read_told, struct fairplay_annulment, ANNULMENT_TOLD)

struct each {
    union {
        fairplay_on_flag *flag;
        fairplay_on_annulment *annulment;
    } on;
    void *context;
};

static void on_flag(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct fairplay_flag f;
    read_flag(s, row, 0, &f);
    e->on.flag(e->context, &f);
}

int fairplay_flags(struct store *s, bool closed, int64_t before, int limit, fairplay_on_flag *on,
                   void *context)
{
    struct each e = {.on.flag = on, .context = context};
    return store_query(s, on_flag, &e, closed ? Q_FAIRPLAY_FLAGS_CLOSED : Q_FAIRPLAY_FLAGS_OPEN,
                       newest(before), limit);
}

static void on_one_flag(void *context, const struct store *s, void *row)
{
    read_flag(s, row, 0, context);
}

int fairplay_flag_get(struct store *s, int64_t id, struct fairplay_flag *out)
{
    return store_some(store_query(s, on_one_flag, out, Q_FAIRPLAY_FLAG_GET, id));
}

int fairplay_flag_close(struct store *s, int64_t id, int64_t by, int64_t at)
{
    return store_done(store_query(s, NULL, NULL, Q_FAIRPLAY_FLAG_CLOSE, by, at, id));
}

/* --- annulments --- */

int fairplay_annul(struct store *s, int64_t match, int64_t by, int64_t at, const char *reason)
{
    return store_done(store_query(s, NULL, NULL, Q_FAIRPLAY_ANNUL, match, at, by, reason));
}

static void on_one_annulment(void *context, const struct store *s, void *row)
{
    struct fairplay_annulment *a = context;
    *a = (struct fairplay_annulment){0};
    read_annulment(s, row, 0, a);
}

int fairplay_annulment_get(struct store *s, int64_t match, struct fairplay_annulment *out)
{
    return store_some(store_query(s, on_one_annulment, out, Q_FAIRPLAY_ANNULMENT_GET, match));
}

static void on_annulment(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct fairplay_annulment a;
    read_told(s, row, 0, &a);
    e->on.annulment(e->context, &a);
}

int fairplay_annulments(struct store *s, int64_t before, int limit, fairplay_on_annulment *on,
                        void *context)
{
    struct each e = {.on.annulment = on, .context = context};
    return store_done(
        store_query(s, on_annulment, &e, Q_FAIRPLAY_ANNULMENTS, newest(before), limit));
}

/* --- rating again --- */

struct redo {
    char game[16];
    struct rating_when when;
};
ROW_READER(read_redo, struct redo, REDO_ROW)

static void on_redo(void *context, const struct store *s, void *row)
{
    read_redo(s, row, 0, context);
}

int fairplay_redo_reached(struct store *s, const char *game, const struct rating_when *after)
{
    return store_done(
        store_query(s, NULL, NULL, Q_FAIRPLAY_REDO_PUT, game, after->at, after->match));
}

int fairplay_redo_from(struct store *s, const char *game, const struct rating_when *after)
{
    struct redo r;
    int err = store_some(store_query(s, on_redo, &r, Q_FAIRPLAY_REDO_GET, game));
    const struct rating_when *now = &r.when;
    if (err == 0 && (now->at < after->at || (now->at == after->at && now->match <= after->match)))
        return 0;
    if (err < 0 && err != ERR_NOT_FOUND)
        return err;
    return fairplay_redo_reached(s, game, after);
}

int fairplay_redo_next(struct store *s, char game[16], struct rating_when *after)
{
    struct redo r;
    int err = store_some(store_query(s, on_redo, &r, Q_FAIRPLAY_REDO_NEXT));
    if (err < 0)
        return err;
    memcpy(game, r.game, sizeof r.game);
    *after = r.when;
    return 0;
}

int fairplay_redo_done(struct store *s, const char *game)
{
    return store_done(store_query(s, NULL, NULL, Q_FAIRPLAY_REDO_DONE, game));
}

int fairplay_forget(struct store *s, int64_t player)
{
    int err = store_done(store_query(s, NULL, NULL, Q_FAIRPLAY_FLAGS_FORGET_LOW, player));
    return err < 0 ? err
                   : store_done(store_query(s, NULL, NULL, Q_FAIRPLAY_FLAGS_FORGET_HIGH, player));
}
