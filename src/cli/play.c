#include "cli/play.h"

#include "base/err.h"

int play_init(struct play *g, const struct setup *setup, const int level[PLAYERS_MAX],
              uint64_t seed)
{
    g->setup = *setup;
    g->moves_n = 0;
    for (int i = 0; i < PLAYERS_MAX; i++)
        g->level[i] = level[i];
    int err = position_start(&g->now, setup);
    if (err < 0)
        return err;
    const struct engine_options options = {.threads = 1, .seed = seed, .keep_tree = true};
    g->engine = engine_new(&options);
    return g->engine != NULL ? 0 : ERR_NO_MEMORY;
}

void play_done(struct play *g)
{
    engine_free(g->engine);
    g->engine = NULL;
}

int play_seat(const struct play *g)
{
    return position_seat(&g->now, g->now.side);
}

int play_level(const struct play *g)
{
    return g->level[play_seat(g) - 1];
}

enum verdict play_move(struct play *g, move_t m)
{
    ASSERT(g->moves_n < PLY_MAX);
    enum verdict v = position_play(&g->now, m);
    if (v == VERDICT_OK)
        g->moves[g->moves_n++] = m;
    return v;
}

/* Replays the first n moves. */
static void rewind_to(struct play *g, int n)
{
    int err = position_start(&g->now, &g->setup);
    ASSERT(err == 0);
    for (int i = 0; i < n; i++)
        position_play_legal(&g->now, g->moves[i]);
    g->moves_n = (uint16_t)n;
}

int play_undo(struct play *g)
{
    int from = g->moves_n;
    int to = from; /* before the last move of a person; all stands as it is if there is none */
    rewind_to(g, 0);
    for (int n = 0; n < from; n++) {
        if (play_level(g) == 0)
            to = n;
        position_play_legal(&g->now, g->moves[n]);
    }
    rewind_to(g, to);
    return from - to;
}

move_t play_think(struct play *g, int level, engine_progress *progress, void *context,
                  struct search_report *report)
{
    const struct engine_limits limits = {.level = level,
                                         .think_ms = level == LEVEL_MAX ? 10000 : 0};
    if (engine_search(g->engine, &g->now, &limits, progress, context, report) < 0)
        return MOVE_NONE;
    return report->best;
}

void play_name(const struct play *g, int side, struct text *out)
{
    static const char *const colours[] = {"Black", "White"};
    int seat = position_seat(&g->now, side);
    bool two_colours = games[g->setup.game]->sides == SIDES_COLOURS;
    if (two_colours) {
        text_str(out, colours[side - 1]);
    } else {
        text_str(out, "Player ");
        text_int(out, seat);
    }
    if (g->level[seat - 1] > 0) {
        text_str(out, " (engine, level ");
        text_int(out, g->level[seat - 1]);
        text_char(out, ')');
    }
}

void play_outcome(const struct play *g, struct text *out)
{
    if (g->now.winner == 0) {
        text_str(out, "A draw");
    } else {
        play_name(g, g->now.winner, out);
        text_str(out, " wins");
    }
    if (games[g->setup.game]->has_score) {
        int16_t points[PLAYERS_MAX];
        position_score(&g->now, points);
        text_str(out, ", ");
        for (int i = 0; i < g->setup.players; i++) {
            if (i > 0)
                text_str(out, " to ");
            text_int(out, points[i]);
        }
    }
    text_char(out, '.');
}
