#include "service/tournaments/arena_rules.h"

#include "base/err.h"
#include "base/times.h"
#include <stdlib.h>

/* --- points --- */

bool arena_rules_on_streak(const struct arena_score *s)
{
    return s->streak >= ARENA_RULES_STREAK;
}

void arena_rules_count(struct arena_score *s, int half_points, int64_t rating)
{
    enum { SWING = 500 };
    ASSERT(half_points >= 0 && half_points <= 2);
    s->points += arena_rules_on_streak(s) ? 2 * half_points : half_points;
    s->streak = half_points == 2 ? s->streak + 1 : 0;
    s->won += half_points == 2;
    s->drawn += half_points == 1;
    s->lost += half_points == 0;
    s->performance += rating + (int64_t)(half_points - 1) * SWING;
}

int64_t arena_rules_performance(const struct arena_score *s)
{
    int n = s->won + s->drawn + s->lost;
    return n > 0 ? s->performance / n : 0;
}

int arena_rules_compare(const struct arena_score *a, const struct arena_score *b)
{
    int64_t one = arena_rules_performance(a);
    int64_t two = arena_rules_performance(b);
    if (a->points != b->points)
        return b->points - a->points;
    if (a->won != b->won)
        return b->won - a->won;
    return one != two ? (one < two ? 1 : -1) : 0;
}

/* --- the clock --- */

int arena_rules_clock(const struct clock_rule *r, struct text *why)
{
    int64_t most = (int64_t)ARENA_RULES_MATCH_MINUTES * MINUTE_MS;
    bool live = r->kind == CLOCK_FISCHER || r->kind == CLOCK_BYOYOMI || r->kind == CLOCK_SIMPLE;
    if (!live || r->claim) {
        text_str(why, "An arena needs a live clock: fischer, byoyomi or simple, without claim.");
        return ERR_RANGE;
    }
    int64_t each = r->kind == CLOCK_FISCHER ? r->add_ms : r->move_ms;
    int64_t bank = r->kind == CLOCK_SIMPLE ? 0 : r->main_ms;
    if (bank > most || each > most || bank + ARENA_RULES_MATCH_MOVES * each > most) {
        text_str(why, "In an arena a player has at most ");
        text_int(why, ARENA_RULES_MATCH_MINUTES);
        text_str(why, " minutes for ");
        text_int(why, ARENA_RULES_MATCH_MOVES);
        text_str(why, " moves. Choose a shorter clock.");
        return ERR_RANGE;
    }
    return 0;
}

/* --- pairing --- */

/* Pairs under construction: the players in their order, and the partner of each. */
struct pairing {
    const struct arena_waiting *w;
    int n;
    int partner[ARENA_RULES_PLAYERS_MAX]; /* -1: none */
};

/* How many pairs next to a player in the standings may be changed for them. */
enum { NEAR_PAIRS = 16 };

static int by_standing(const void *x, const void *y)
{
    const struct arena_waiting *a = x;
    const struct arena_waiting *b = y;
    if (a->points != b->points)
        return b->points - a->points;
    if (a->rating != b->rating)
        return a->rating < b->rating ? 1 : -1;
    return a->player < b->player ? -1 : a->player > b->player;
}

static bool met(const struct pairing *p, int a, int b)
{
    return p->w[a].opponent == p->w[b].player || p->w[b].opponent == p->w[a].player;
}

static void join(struct pairing *p, int a, int b)
{
    p->partner[a] = b;
    p->partner[b] = a;
}

/* With an odd number, the player who sits out: the one who has waited least, among equals the
 * lowest. */
static int sits_out(const struct arena_waiting *w, int n)
{
    int last = n - 1;
    if (n % 2 == 0)
        return -1;
    for (int i = n - 2; i >= 0; i--)
        if (w[i].free_at > w[last].free_at)
            last = i;
    return last;
}

/* From the top, pairs each player with the next one who was not their last opponent. The inner loop
 * is short, because among those who wait a player has few last opponents. */
static void pair_neighbours(struct pairing *p, int out)
{
    for (int i = 0; i < p->n; i++) {
        if (i == out || p->partner[i] >= 0)
            continue;
        for (int j = i + 1; j < p->n && p->partner[i] < 0; j++)
            if (j != out && p->partner[j] < 0 && !met(p, i, j))
                join(p, i, j);
    }
}

/* The first players of the pairs nearest above `place`, the nearest first; returns their number. */
static int nearest(const struct pairing *p, int place, int firsts[NEAR_PAIRS])
{
    int n = 0;
    for (int apart = 1; n < NEAR_PAIRS && apart < p->n; apart++) {
        int up = place - apart;
        int down = place + apart;
        if (up >= 0 && p->partner[up] > up)
            firsts[n++] = up;
        if (n < NEAR_PAIRS && down < p->n && p->partner[down] > down)
            firsts[n++] = down;
    }
    return n;
}

/* Breaks the pair of a, so that x plays a and y the partner of a. */
static bool split_one(struct pairing *p, int x, int y, int a)
{
    int b = p->partner[a];
    if (met(p, x, a) || met(p, y, b))
        return false;
    join(p, x, a);
    join(p, y, b);
    return true;
}

/* Breaks the pairs of a and c, so that x plays a, y plays c, and their partners each other. */
static bool split_two(struct pairing *p, int x, int y, int a, int c)
{
    int b = p->partner[a];
    int d = p->partner[c];
    if (a == c || a == d || met(p, x, a) || met(p, y, c) || met(p, b, d))
        return false;
    join(p, x, a);
    join(p, y, c);
    join(p, b, d);
    return true;
}

/* x and y have met last, and all others are paired: finds them partners by breaking pairs. */
static bool place_two(struct pairing *p, int x, int y)
{
    int firsts[NEAR_PAIRS];
    int n = nearest(p, y, firsts);
    for (int i = 0; i < n; i++)
        if (split_one(p, x, y, firsts[i]) || split_one(p, x, y, p->partner[firsts[i]]))
            return true;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            int a = firsts[i];
            int c = firsts[j];
            int b = p->partner[a];
            int d = p->partner[c];
            if (split_two(p, x, y, a, c) || split_two(p, x, y, a, d) || split_two(p, x, y, b, c) ||
                split_two(p, x, y, b, d))
                return true;
        }
    }
    return false;
}

/* The players who are left all met each other last. A player has one last opponent, so they are at
 * most three, or four with the player who sits out. */
static void place_rest(struct pairing *p, int64_t patient)
{
    for (int x = 0; x < p->n; x++)
        for (int y = x + 1; y < p->n && p->partner[x] < 0; y++)
            if (p->partner[y] < 0 && !met(p, x, y))
                join(p, x, y);
    for (int x = 0; x < p->n; x++)
        for (int y = x + 1; y < p->n && p->partner[x] < 0; y++)
            if (p->partner[y] < 0 && !place_two(p, x, y) && p->w[x].free_at <= patient &&
                p->w[y].free_at <= patient)
                join(p, x, y);
}

/* Whether a moves first: the player who did so less often, else the one who did not the last time,
 * else they take turns. */
static bool moves_first(const struct arena_waiting *a, const struct arena_waiting *b, int pair)
{
    if (a->balance != b->balance)
        return a->balance < b->balance;
    if (a->moved_first != b->moved_first)
        return b->moved_first;
    return pair % 2 == 0;
}

int arena_rules_pair(struct arena_waiting *w, int n, int64_t patient,
                     struct arena_pair out[ARENA_RULES_PLAYERS_MAX / 2])
{
    struct pairing p = {.w = w, .n = n};
    int pairs = 0;
    ASSERT(n >= 0 && n <= ARENA_RULES_PLAYERS_MAX);
    if (n < 2)
        return 0;
    qsort(w, (size_t)n, sizeof *w, by_standing);
    for (int i = 0; i < n; i++)
        p.partner[i] = -1;
    pair_neighbours(&p, sits_out(w, n));
    place_rest(&p, patient);
    for (int i = 0; i < n; i++) {
        int j = p.partner[i];
        if (j < i)
            continue;
        bool first = moves_first(&w[i], &w[j], pairs);
        out[pairs++] = (struct arena_pair){first ? i : j, first ? j : i};
    }
    return pairs;
}
