#include "service/tournaments/pairing.h"

#include <stdlib.h>
#include <string.h>

int pairing_robin_rounds(int n)
{
    return n % 2 == 0 ? n - 1 : n;
}

int pairing_robin(int n, int round, bool turned, struct pairing_game out[PAIRING_MAX])
{
    int even = n + n % 2; /* with an odd number the last one is the bye */
    int games = 0;
    ASSERT(n >= 2 && n <= PAIRING_MAX && round >= 0 && round < even - 1);
    for (int i = 0; i < even / 2; i++) {
        /* One player stays, the others rotate. */
        int x = i == 0 ? even - 1 : (round + i) % (even - 1);
        int y = (round + even - 1 - i) % (even - 1);
        bool first = i == 0 ? round % 2 == 0 : i % 2 == 1;
        struct pairing_game g = {first ? x : y, first ? y : x, -1};
        if (turned)
            g = (struct pairing_game){g.b, g.a, -1};
        if (g.a >= n || g.b >= n) /* sits out: this is no bye, since every player sits out once */
            continue;
        out[games++] = g;
    }
    return games;
}

/* --- standings --- */

static void count(struct pairing_standing *s, int half_points)
{
    s->score += half_points;
    s->won += half_points == 2;
    s->drawn += half_points == 1;
    s->lost += half_points == 0;
}

static int by_robin(const void *x, const void *y)
{
    const struct pairing_standing *a = x;
    const struct pairing_standing *b = y;
    if (a->score != b->score)
        return b->score - a->score;
    if (a->sonneborn != b->sonneborn)
        return b->sonneborn - a->sonneborn;
    return b->won - a->won;
}

static int by_swiss(const void *x, const void *y)
{
    const struct pairing_standing *a = x;
    const struct pairing_standing *b = y;
    if (a->score != b->score)
        return b->score - a->score;
    if (a->buchholz != b->buchholz)
        return b->buchholz - a->buchholz;
    return b->sonneborn - a->sonneborn;
}

void pairing_standings(int n, const struct pairing_game *games, int games_n, bool swiss,
                       struct pairing_standing out[PAIRING_MAX])
{
    int (*compare)(const void *, const void *) = swiss ? by_swiss : by_robin;
    for (int i = 0; i < n; i++)
        out[i] = (struct pairing_standing){.player = i};
    for (int i = 0; i < games_n; i++) {
        const struct pairing_game *g = &games[i];
        if (g->result < 0)
            continue;
        count(&out[g->a], g->result);
        if (g->b >= 0)
            count(&out[g->b], 2 - g->result);
    }
    for (int i = 0; i < games_n; i++) {
        const struct pairing_game *g = &games[i];
        if (g->result < 0 || g->b < 0)
            continue;
        out[g->a].buchholz += out[g->b].score;
        out[g->b].buchholz += out[g->a].score;
        out[g->a].sonneborn += out[g->b].score * g->result;
        out[g->b].sonneborn += out[g->a].score * (2 - g->result);
    }
    /* Equal ones stay in the order of their seeds: qsort need not, so the seed decides last. */
    for (int i = 1; i < n; i++) {
        struct pairing_standing s = out[i];
        int j = i;
        for (; j > 0 && compare(&out[j - 1], &s) > 0; j--)
            out[j] = out[j - 1];
        out[j] = s;
    }
    for (int i = 0; i < n; i++)
        out[i].rank = i > 0 && compare(&out[i - 1], &out[i]) == 0 ? out[i - 1].rank : i + 1;
}

/* --- Swiss --- */

struct swiss {
    int order[PAIRING_MAX]; /* the players to pair, the best first */
    int n;
    int score[PAIRING_MAX];
    int firsts[PAIRING_MAX]; /* first moves less second moves */
    bool met[PAIRING_MAX][PAIRING_MAX], bye[PAIRING_MAX];
    bool paired[PAIRING_MAX]; /* [place in order] */
    int partner[PAIRING_MAX]; /* [place in order] */
    bool may_repeat;
    long trials;
};

enum { TRIALS_MAX = 200000 };

/* Candidates for the player at a place, in the order in which they are tried: those with the same
 * score, starting in their middle, then the others downwards. */
static int candidates(const struct swiss *s, int place, int *out)
{
    int same[PAIRING_MAX];
    int same_n = 0;
    int n = 0;
    int score = s->score[s->order[place]];
    for (int i = place + 1; i < s->n; i++)
        if (!s->paired[i] && s->score[s->order[i]] == score)
            same[same_n++] = i;
    for (int i = 0; i < same_n; i++)
        out[n++] = same[(same_n / 2 + i) % same_n];
    for (int i = place + 1; i < s->n; i++)
        if (!s->paired[i] && s->score[s->order[i]] != score)
            out[n++] = i;
    return n;
}

static bool pair_from(struct swiss *s, int place)
{
    int out[PAIRING_MAX];
    while (place < s->n && s->paired[place])
        place++;
    if (place >= s->n)
        return true;
    int n = candidates(s, place, out);
    s->paired[place] = true;
    for (int i = 0; i < n; i++) {
        int other = out[i];
        if (!s->may_repeat && s->met[s->order[place]][s->order[other]])
            continue;
        if (++s->trials > TRIALS_MAX)
            break;
        s->paired[other] = true;
        s->partner[place] = other;
        if (pair_from(s, place + 1))
            return true;
        s->paired[other] = false;
    }
    s->paired[place] = false;
    return false;
}

static void take_history(struct swiss *s, const struct pairing_game *games, int n)
{
    for (int i = 0; i < n; i++) {
        const struct pairing_game *g = &games[i];
        if (g->result >= 0)
            s->score[g->a] += g->result;
        if (g->b < 0) {
            s->bye[g->a] = true;
            continue;
        }
        if (g->result >= 0)
            s->score[g->b] += 2 - g->result;
        s->met[g->a][g->b] = s->met[g->b][g->a] = true;
        s->firsts[g->a]++;
        s->firsts[g->b]--;
    }
}

/* All players except the one with the bye; tries to pair them, with or without repeats. */
static bool pair_all(struct swiss *s, int rests, bool may_repeat)
{
    memset(s->paired, 0, sizeof s->paired);
    if (rests >= 0)
        s->paired[rests] = true;
    s->may_repeat = may_repeat;
    s->trials = 0;
    return pair_from(s, 0);
}

static int first_to_rest(const struct swiss *s)
{
    for (int i = s->n - 1; i >= 0; i--)
        if (!s->bye[s->order[i]])
            return i;
    return s->n - 1;
}

/* Pairs the players, and gives the bye to the lowest-ranked player for whom the rest can still be
 * paired without a repeat. If every pairing needs a repeat, the last player without a bye gets it.
 * Returns the player's place in order; negative: no bye. */
static int pair_and_rest(struct swiss *s)
{
    if (s->n % 2 == 0) {
        if (!pair_all(s, -1, false))
            (void)pair_all(s, -1, true);
        return -1;
    }
    for (int i = s->n - 1; i >= 0; i--)
        if (!s->bye[s->order[i]] && pair_all(s, i, false))
            return i;
    int rests = first_to_rest(s);
    (void)pair_all(s, rests, true);
    return rests;
}

int pairing_swiss(int n, const bool *out_of_it, const struct pairing_game *games, int games_n,
                  struct pairing_game out[PAIRING_MAX])
{
    struct swiss *s = calloc(1, sizeof *s);
    int found = 0;
    ASSERT(n <= PAIRING_MAX);
    if (s == NULL)
        return 0;
    take_history(s, games, games_n);
    for (int i = 0; i < n; i++) {
        if (out_of_it[i])
            continue;
        int j = s->n++;
        for (; j > 0 && s->score[s->order[j - 1]] < s->score[i]; j--)
            s->order[j] = s->order[j - 1];
        s->order[j] = i;
    }
    if (s->n >= 2) {
        int rests = pair_and_rest(s);
        bool done[PAIRING_MAX] = {false};
        for (int i = 0; i < s->n; i++) {
            if (i == rests || done[i])
                continue;
            int x = s->order[i];
            int y = s->order[s->partner[i]];
            done[i] = done[s->partner[i]] = true;
            /* Equal: the better one has the second move in even pairs, so that a round is fair. */
            bool first =
                s->firsts[x] != s->firsts[y] ? s->firsts[x] < s->firsts[y] : found % 2 == 0;
            out[found++] = (struct pairing_game){first ? x : y, first ? y : x, -1};
        }
        if (rests >= 0)
            out[found++] = (struct pairing_game){s->order[rests], -1, 2};
    }
    free(s);
    return found;
}
