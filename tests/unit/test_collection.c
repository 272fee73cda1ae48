/* test_collection.c - the engine's games that are a part of the program can all be replayed to the
 * end that they claim, and their openings are counted up to symmetry. */
#include "testing.h"

#include "rules/position.h"
#include "service/analysis/collection.h"
#include "service/analysis/explored.h"
#include "service/analysis/opening_statistics.h"
#include <string.h>

/* Plays up to `most` plies of a game; returns how many it was. */
static int replay(const struct collection_game *g, int most, struct position *p)
{
    const struct setup setup = collection_setup(g);
    const char *at = g->moves;
    int ply = 0;
    assert_int_equal(position_start(p, &setup), 0);
    for (; ply < most && *at != '\0'; ply++) {
        char word[MOVE_TEXT_BYTES] = "";
        size_t n = strcspn(at, " ");
        move_t move;
        assert_true(n < sizeof word);
        memcpy(word, at, n);
        assert_int_equal(move_parse(word, setup.width, setup.height, &move), 0);
        assert_int_equal(position_play(p, move), VERDICT_OK);
        at += n + (at[n] == ' ');
    }
    return ply;
}

static void every_game_is_played_to_its_end(void **state)
{
    static int n[GAME_N][SIDE_MAX + 1];
    (void)state;
    for (int i = 0; i < collection_games_n; i++) {
        const struct collection_game *g = &collection_games[i];
        struct position p;
        int plies = replay(g, MOVES_MAX * MOVES_MAX, &p);
        if (!p.over || p.winner != g->winner)
            fail_msg("game %d (%s): %d plies, over %d, winner %d, not %d", i, games[g->game]->name,
                     plies, p.over, p.winner, g->winner);
        n[g->game][g->side]++;
    }
    for (int game = 0; game < GAME_N; game++) {
        int usual = games[game]->size_default;
        assert_true(n[game][usual] >= 100);
        assert_true(usual < 9 || n[game][9] >= 100);
    }
}

struct total {
    int64_t n, engine, wins, children;
};

static void on_sum(void *context, const struct explorer_sum *sum)
{
    struct total *t = context;
    t->n += sum->n;
    t->engine += sum->engine;
    for (int i = 0; i < STORE_SEATS_MAX; i++)
        t->wins += sum->wins[i];
    t->children++;
    assert_int_equal(sum->ratings_n, 0);
}

static void each_game_counts_once_at_each_of_its_first_plies(void **state)
{
    struct collection *c = collection_new();
    (void)state;
    assert_non_null(c);
    for (int i = 0; i < collection_games_n; i++) {
        const struct collection_game *g = &collection_games[i];
        struct total start = {0};
        struct total later = {0};
        struct total beyond = {0};
        struct position p;
        int64_t of_game = 0;
        int64_t decided = 0;
        for (int k = 0; k < collection_games_n; k++) {
            const struct collection_game *o = &collection_games[k];
            bool same = o->game == g->game && o->side == g->side;
            of_game += same;
            decided += same && o->winner > 0;
        }
        (void)replay(g, 0, &p);
        collection_sums(c, opening_statistics_key(&p), on_sum, &start);
        assert_int_equal(start.n, of_game);
        assert_int_equal(start.engine, of_game);
        assert_int_equal(start.wins, decided);
        assert_true(start.children < of_game); /* equal up to symmetry, and chosen again */
        (void)replay(g, EXPLORED_PLIES - 1, &p);
        collection_sums(c, opening_statistics_key(&p), on_sum, &later);
        assert_true(later.n >= 1);
        (void)replay(g, EXPLORED_PLIES, &p);
        collection_sums(c, opening_statistics_key(&p), on_sum, &beyond);
        assert_int_equal(beyond.n, 0);
    }
    collection_free(c);
}

static void games_are_found_by_size_and_opening(void **state)
{
    static int found[2000];
    struct collection *c = collection_new();
    struct position p;
    (void)state;
    assert_non_null(c);
    for (int i = 0; i < collection_games_n; i += 7) {
        const struct collection_game *g = &collection_games[i];
        (void)replay(g, OPENING_STATISTICS_PLIES, &p);
        struct collection_ask ask = {.game = games[g->game],
                                     .width = g->side,
                                     .height = g->side,
                                     .has_opening = true,
                                     .opening = opening_statistics_key(&p),
                                     .limit = ARRAY_LEN(found)};
        int n = collection_search(c, &ask, found);
        bool is_there = false;
        for (int k = 0; k < n; k++)
            is_there = is_there || found[k] == i + 1;
        assert_true(is_there);
        ask.before = i + 1; /* and not itself */
        assert_int_equal(collection_search(c, &ask, found) < n, true);
        ask.before = 0;
        ask.height = g->side + 1;
        assert_int_equal(collection_search(c, &ask, found), 0);
    }
    const struct collection_ask all = {.limit = ARRAY_LEN(found)};
    assert_int_equal(collection_search(c, &all, found), collection_games_n);
    assert_int_equal(found[0], collection_games_n);
    collection_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_is_played_to_its_end),
        cmocka_unit_test(each_game_counts_once_at_each_of_its_first_plies),
        cmocka_unit_test(games_are_found_by_size_and_opening),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
