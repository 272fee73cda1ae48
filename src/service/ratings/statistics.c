#include "service/ratings/statistics.h"

#include "base/err.h"
#include "platform/array.h"
#include "platform/json.h"
#include "rules/position.h"
#include "service/analysis/opening_statistics.h"
#include "service/core/service_int.h"
#include "service/core/view.h"
#include "service/people/profile.h"
#include "service/ratings/ratings.h"
#include "store/ratings/statistics.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { OPENING_PLIES = 2 };

/* A match, with one of the opponents. */
struct fact {
    int64_t match, at;
    struct setup setup;
    int side, month; /* month: 12 * year + 0 … 11 */
    int won;         /* 1, 0: a draw, -1 */
    bool again;      /* it is not the first opponent of this match */
    int level;
    int64_t rating, deviation;
    char moves[OPENING_PLIES][MOVE_TEXT_BYTES]; /* "" if it has no opening */
    int64_t opening; /* the key of the position behind it (opening_statistics.h) */
    struct store_player other;
};

struct facts {
    struct fact *list;
    int n, cap;
    bool failed; /* memory is short */
};

/* --- reading --- */

static int month_of(int64_t ms)
{
    struct tm day;
    time_t at = (time_t)(ms / 1000);
    return gmtime_r(&at, &day) != NULL ? 12 * (1900 + day.tm_year) + day.tm_mon : 0;
}

static void take_moves(const struct statistics_row *row, struct fact *f)
{
    size_t first = strlen(row->moves[0]);
    size_t second = strlen(row->moves[1]);
    if (row->start_ply > 0 || first == 0 || second == 0 || first >= sizeof f->moves[0] ||
        second >= sizeof f->moves[1])
        return; /* too short, or its first moves were given */
    memcpy(f->moves[0], row->moves[0], first);
    memcpy(f->moves[1], row->moves[1], second);
}

static void on_row(void *context, const struct statistics_row *row)
{
    struct facts *all = context;
    const struct game *game = game_find(row->game);
    if (game == NULL || all->failed)
        return;
    if (!ARRAY_ROOM(all->list, all->n, &all->cap)) {
        all->failed = true;
        return;
    }
    struct fact *f = &all->list[all->n];
    *f = (struct fact){
        .match = row->match,
        .at = row->created_at,
        .setup = {.game = (uint8_t)game->id,
                  .width = (uint8_t)row->width,
                  .height = (uint8_t)row->height,
                  .players = (uint8_t)row->seats_n,
                  .options =
                      (uint8_t)((row->swap ? OPTION_SWAP : 0) | (row->jacked ? OPTION_JACKED : 0))},
        .side = row->swapped ? 3 - row->seat : row->seat, /* R7: there are two seats */
        .month = month_of(row->created_at),
        .won = row->winner_seat == 0           ? 0
               : row->winner_seat == row->seat ? 1
                                               : -1,
        .again = all->n > 0 && all->list[all->n - 1].match == row->match,
        .level = row->level,
        .rating = row->rating,
        .deviation = row->deviation,
        .other = row->other,
    };
    take_moves(row, f);
    all->n++;
}

/* --- counting: facts are sorted, and those that are alike are one tally --- */

struct tally {
    const struct fact *of; /* the newest of them */
    int n, won, drawn, lost;
};

/* The facts at hand, and room for as many tallies. */
struct counting {
    const struct fact **facts;
    struct tally *tallies;
    int n, tallies_n;
};

typedef int fact_order(const struct fact *a, const struct fact *b);

/* One comparison; the first that is not 0 decides. */
static int by(int64_t x, int64_t y)
{
    return (x > y) - (x < y);
}

static int by_game(const struct fact *a, const struct fact *b)
{
    return by(a->setup.game, b->setup.game);
}

static int by_size(const struct fact *a, const struct fact *b)
{
    int differ = by_game(a, b);
    if (differ == 0)
        differ = by(a->setup.width, b->setup.width);
    return differ != 0 ? differ : by(a->setup.height, b->setup.height);
}

static int by_side(const struct fact *a, const struct fact *b)
{
    int differ = by_game(a, b);
    return differ != 0 ? differ : by(a->side, b->side);
}

static int by_opponent(const struct fact *a, const struct fact *b)
{
    int differ = by(a->other.id, b->other.id);
    return differ != 0 ? differ : by(a->level, b->level);
}

static int by_month(const struct fact *a, const struct fact *b)
{
    return by(a->month, b->month);
}

/* The same moves on the same board. */
static int by_words(const struct fact *a, const struct fact *b)
{
    int differ = by_size(a, b);
    if (differ == 0)
        differ = by(a->setup.players, b->setup.players);
    if (differ == 0)
        differ = by(a->setup.options, b->setup.options);
    return differ != 0 ? differ : memcmp(a->moves, b->moves, sizeof a->moves);
}

static int by_opening(const struct fact *a, const struct fact *b)
{
    int differ = by(a->opening, b->opening);
    return differ != 0 ? differ : by(a->side, b->side);
}

/* For qsort_r: in an order, and the newest first among equals. */
static int in_order(const void *x, const void *y, void *order)
{
    const struct fact *a = *(const struct fact *const *)x;
    const struct fact *b = *(const struct fact *const *)y;
    int differ = (*(fact_order **)order)(a, b);
    return differ != 0 ? differ : (a->match < b->match) - (a->match > b->match);
}

typedef bool fact_choice(const struct fact *f);

static bool each_match(const struct fact *f)
{
    return !f->again;
}

static bool each_opponent(const struct fact *f)
{
    return f->other.id != 0;
}

/* Its moves are known, but not yet where they lead. */
static bool with_moves(const struct fact *f)
{
    return !f->again && f->moves[0][0] != '\0';
}

/* Lays out the chosen facts, sorted. */
static void lay_out(struct counting *d, const struct facts *all, fact_choice *choice,
                    fact_order *order)
{
    d->n = 0;
    for (int i = 0; i < all->n; i++)
        if (choice(&all->list[i]))
            d->facts[d->n++] = &all->list[i];
    qsort_r(d->facts, (size_t)d->n, sizeof(const struct fact *), in_order, &order);
}

static void count(struct counting *d, fact_order *order)
{
    d->tallies_n = 0;
    for (int i = 0; i < d->n; i++) {
        const struct fact *f = d->facts[i];
        struct tally *t = d->tallies_n > 0 ? &d->tallies[d->tallies_n - 1] : NULL;
        if (t == NULL || order(t->of, f) != 0) {
            t = &d->tallies[d->tallies_n++];
            *t = (struct tally){.of = f};
        }
        t->n++;
        t->won += f->won > 0;
        t->drawn += f->won == 0;
        t->lost += f->won < 0;
    }
}

/* The most frequent first, and of equals the one that was last played. */
static int by_number(const void *x, const void *y)
{
    const struct tally *a = x;
    const struct tally *b = y;
    int differ = by(b->n, a->n);
    return differ != 0 ? differ : by(b->of->match, a->of->match);
}

/* --- openings --- */

/* The position after these moves; 0 if they cannot be replayed. */
static int64_t opening_key(const struct fact *f)
{
    struct position p;
    if (position_start(&p, &f->setup) < 0)
        return 0;
    for (int i = 0; i < OPENING_PLIES; i++) {
        move_t move;
        if (move_parse(f->moves[i], f->setup.width, f->setup.height, &move) < 0 ||
            position_play(&p, move) != VERDICT_OK)
            return 0;
    }
    return opening_statistics_key(&p);
}

/* Finds the key of each opening: of equal words once, as the hash is the same for all symmetries of
 * the board and takes some time. */
static void find_openings(struct counting *d, struct facts *all)
{
    lay_out(d, all, with_moves, by_words);
    for (int i = 0; i < d->n; i++) {
        struct fact *f = &all->list[d->facts[i] - all->list];
        f->opening =
            i > 0 && by_words(d->facts[i - 1], f) == 0 ? d->facts[i - 1]->opening : opening_key(f);
    }
}

static bool has_opening(const struct fact *f)
{
    return !f->again && f->opening != 0;
}

/* --- the answer --- */

static json_t *view_game(const struct fact *f)
{
    return JSON_OBJECT({"game", json_string(games[f->setup.game]->name)});
}

static json_t *view_size(const struct fact *f)
{
    return JSON_OBJECT({"game", json_string(games[f->setup.game]->name)},
                       {"width", json_integer(f->setup.width)},
                       {"height", json_integer(f->setup.height)});
}

static json_t *view_side(const struct fact *f)
{
    return JSON_OBJECT({"game", json_string(games[f->setup.game]->name)},
                       {"side", json_integer(f->side)});
}

static json_t *view_level(int level)
{
    return level != 0 ? json_integer(level) : json_null();
}

static json_t *view_opponent(const struct fact *f)
{
    return JSON_OBJECT({"player", view_player(&f->other)}, {"level", view_level(f->level)});
}

static json_t *view_month(const struct fact *f)
{
    return JSON_OBJECT({"month", json_sprintf("%04d-%02d", f->month / 12, f->month % 12 + 1)});
}

static json_t *view_opening(const struct fact *f)
{
    const struct setup *s = &f->setup;
    return JSON_OBJECT(
        {"game", json_string(games[s->game]->name)}, {"width", json_integer(s->width)},
        {"height", json_integer(s->height)}, {"seats", json_integer(s->players)},
        {"swap", json_boolean((s->options & OPTION_SWAP) != 0)},
        {"jacked", json_boolean((s->options & OPTION_JACKED) != 0)},
        {"side", json_integer(f->side)}, {"moves", json_pack("[ss]", f->moves[0], f->moves[1])});
}

/* A list of the answer. */
static const struct dimension {
    const char *name;
    fact_choice *choice;
    fact_order *alike;
    json_t *(*view)(const struct fact *f);
    int frequent; /* so many, the most frequent first; 0: all, in order */
    int last;     /* so many from the end of the order; 0: all */
} dimensions[] = {
    {"games", each_match, by_game, view_game, 0, 0},
    {"sizes", each_match, by_size, view_size, 0, 0},
    {"sides", each_match, by_side, view_side, 0, 0},
    {"months", each_match, by_month, view_month, 0, STATISTICS_MONTHS},
    {"opponents", each_opponent, by_opponent, view_opponent, STATISTICS_OPPONENTS, 0},
    {"openings", has_opening, by_opening, view_opening, STATISTICS_OPENINGS, 0},
};

static json_t *tell(struct counting *d, const struct facts *all, const struct dimension *of)
{
    json_t *list = json_array();
    lay_out(d, all, of->choice, of->alike);
    count(d, of->alike);
    int from = of->last > 0 && d->tallies_n > of->last ? d->tallies_n - of->last : 0;
    int to = d->tallies_n;
    if (of->frequent > 0) {
        qsort(d->tallies, (size_t)d->tallies_n, sizeof d->tallies[0], by_number);
        to = of->frequent < to ? of->frequent : to;
    }
    for (int i = from; i < to; i++) {
        const struct tally *t = &d->tallies[i];
        json_t *row = of->view(t->of);
        json_object_set_new(row, "won", json_integer(t->won));
        json_object_set_new(row, "drawn", json_integer(t->drawn));
        json_object_set_new(row, "lost", json_integer(t->lost));
        json_array_append_new(list, row);
    }
    return list;
}

/* Whether a win against this opponent is in the list already. */
static bool is_told(const struct fact *const *told, int n, const struct fact *f)
{
    for (int i = 0; i < n; i++)
        if (by_opponent(told[i], f) == 0)
            return true;
    return false;
}

/* The highest-rated opponents who lost to the player, each once. */
static json_t *tell_wins(const struct facts *all)
{
    const struct fact *told[STATISTICS_WINS];
    json_t *list = json_array();
    for (int n = 0; n < STATISTICS_WINS; n++) {
        const struct fact *best = NULL;
        for (int i = 0; i < all->n; i++) {
            const struct fact *f = &all->list[i];
            if (f->won > 0 && f->other.id != 0 && f->rating > (best != NULL ? best->rating : 0) &&
                !is_told(told, n, f))
                best = f;
        }
        if (best == NULL)
            break;
        told[n] = best;
        json_array_append_new(
            list,
            JSON_OBJECT({"match", json_integer(best->match)}, {"at", json_integer(best->at)},
                        {"game", json_string(games[best->setup.game]->name)},
                        {"player", view_player(&best->other)}, {"level", view_level(best->level)},
                        {"rating", json_integer(ratings_points(best->rating))},
                        {"provisional",
                         json_boolean(ratings_points(best->deviation) >= RATINGS_PROVISIONAL)}));
    }
    return list;
}

/* Wins in a row, over all games: the longest row, and the one that still lasts. */
static json_t *tell_streak(const struct facts *all)
{
    int longest = 0;
    int row = 0;
    int now = -1; /* not known yet */
    for (int i = 0; i < all->n; i++) {
        if (all->list[i].again)
            continue;
        if (all->list[i].won > 0) {
            row++;
        } else {
            now = now < 0 ? row : now;
            row = 0;
        }
        longest = row > longest ? row : longest;
    }
    return JSON_OBJECT({"longest", json_integer(longest)},
                       {"now", json_integer(now < 0 ? row : now)});
}

static json_t *view(const struct store_player *player, struct facts *all, bool more)
{
    struct counting d = {.facts = calloc((size_t)all->n + 1, sizeof(const struct fact *)),
                         .tallies = calloc((size_t)all->n + 1, sizeof(struct tally))};
    json_t *out = NULL;
    if (d.facts != NULL && d.tallies != NULL) {
        out =
            JSON_OBJECT({"player", view_player(player)},
                        {"newest", json_integer(STATISTICS_MATCHES)}, {"more", json_boolean(more)});
        find_openings(&d, all);
        for (size_t i = 0; i < ARRAY_LEN(dimensions); i++)
            json_object_set_new(out, dimensions[i].name, tell(&d, all, &dimensions[i]));
        json_object_set_new(out, "best_wins", tell_wins(all));
        json_object_set_new(out, "streak", tell_streak(all));
    }
    free(d.facts);
    free(d.tallies);
    return out;
}

json_t *reader_statistics(struct reader *r, const char *name, int64_t asker, int *err)
{
    struct store *store = reader_store(r);
    struct facts all = {.n = 0};
    struct store_player p;
    bool more = false;
    json_t *out = NULL;
    *err = store_begin(store);
    if (*err < 0)
        return NULL;
    *err = profile_find(store, name, service_now(reader_service(r)), &p);
    if (*err == 0)
        *err = statistics_rows(store, p.id, asker, STATISTICS_MATCHES, on_row, &all);
    if (*err == 0)
        *err = statistics_more(store, p.id, STATISTICS_MATCHES, &more);
    store_end(store);
    if (*err == 0)
        out = all.failed ? NULL : view(&p, &all, more);
    if (*err == 0 && out == NULL)
        *err = ERR_NO_MEMORY;
    free(all.list);
    return out;
}
