#include "cli/play/play.h"

#include "base/err.h"

/* The moves of the main line, judged. */
static int take_moves(struct play *g, struct record_error *error)
{
    struct position end;
    int err = record_start_position(&g->record, &g->start, error);
    if (err == 0)
        err = record_position(&g->record, record_main_end(&g->record), &end, error);
    if (err < 0)
        return err;
    const struct record_node *n = g->record.root->first_child;
    for (; n != NULL && g->moves_n < PLY_MAX; n = n->first_child)
        if (n->move != MOVE_NONE)
            g->moves[g->moves_n++] = n->move;
    g->now = end;
    return n == NULL ? 0 : ERR_TOO_BIG;
}

int play_init(struct play *g, struct record *r, const int level[PLAYERS_MAX],
              const struct engine_options *options, struct record_error *error)
{
    *g = (struct play){.setup = r->setup, .record = *r};
    for (int i = 0; i < PLAYERS_MAX; i++)
        g->level[i] = level[i];
    record_error_set(error, 0, 0, "out of memory", NULL);
    int err = take_moves(g, error);
    if (err == 0 && (g->engine = engine_new(options)) == NULL)
        err = ERR_NO_MEMORY;
    if (err < 0)
        record_free(&g->record);
    return err;
}

void play_done(struct play *g)
{
    engine_free(g->engine);
    record_free(&g->record);
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
    if (v == VERDICT_OK) {
        g->moves[g->moves_n++] = m;
        g->dirty = true;
        g->undone = false;
    }
    return v;
}

/* Replays the first n moves. */
static void rewind_to(struct play *g, int n)
{
    position_copy(&g->now, &g->start);
    for (int i = 0; i < n; i++)
        position_play_legal(&g->now, g->moves[i]);
    g->moves_n = (uint16_t)n;
}

void play_again(struct play *g)
{
    rewind_to(g, 0);
    engine_clear(g->engine);
    g->dirty = false;
}

/* The number of moves before the last one of a person; all if there is none. */
static int undo_to(const struct play *g)
{
    struct position p;
    int to = g->moves_n;
    position_copy(&p, &g->start);
    for (int n = 0; n < g->moves_n; n++) {
        if (g->level[position_seat(&p, p.side) - 1] == 0)
            to = n;
        position_play_legal(&p, g->moves[n]);
    }
    return to;
}

bool play_can_undo(const struct play *g)
{
    return undo_to(g) < g->moves_n;
}

int play_undo(struct play *g)
{
    int from = g->moves_n;
    int to = undo_to(g);
    rewind_to(g, to);
    g->undone = to < from;
    g->dirty = g->dirty || g->undone;
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

/* "you are", "the engine is", "player 2 is": the player of a side, in words for the person at the
 * terminal. */
static void put_holder(const struct play *g, int side, struct text *out)
{
    int seat = position_seat(&g->now, side);
    int people = 0;
    for (int i = 0; i < g->setup.players; i++)
        people += g->level[i] == 0;
    if (g->level[seat - 1] == 0 && people == 1) {
        text_str(out, "you are");
    } else if (g->level[seat - 1] > 0 && people == 1) {
        text_str(out, "the engine is");
    } else {
        text_str(out, "player ");
        text_int(out, seat);
        text_str(out, " is");
    }
}

void play_swap_words(const struct play *g, struct text *out)
{
    int people = (g->level[0] == 0) + (g->level[1] == 0);
    text_str(out, people != 1        ? "Player 2 swapped"
                  : g->level[1] == 0 ? "You swapped"
                                     : "The engine swapped");
    text_str(out, ". The colours change hands: ");
    put_holder(g, 1, out);
    text_str(out, " Black (x) now, and ");
    put_holder(g, 2, out);
    text_str(out, " White (o).");
}

void play_evaluation(const struct play *g, const struct search_report *report, struct text *out)
{
    char word[MOVE_TEXT_BYTES];
    const struct candidate *best = &report->candidates[0];
    play_name(g, g->now.side, out);
    if (report->proven != 0) {
        text_str(out, report->proven > 0 ? " wins" : " loses");
        text_str(out, ", whatever the others play (proved).");
    } else {
        text_str(out, ": win rate ");
        text_int(out, (int64_t)(report->winrate * 100 + 0.5F));
        text_str(out, " %");
        if (games[g->setup.game]->has_score && report->candidates_n > 0) {
            float score = best->score;
            text_str(out, score < 0 ? ", about -" : ", about +");
            text_int(out, (int64_t)((score < 0 ? -score : score) + 0.5F));
            text_str(out, " points");
        }
        text_char(out, '.');
    }
    text_str(out, " Expected:");
    for (int i = 0; report->candidates_n > 0 && i < best->pv_n && i < 6; i++) {
        text_char(out, ' ');
        text_str(out, move_print(best->pv[i], g->setup.width, word));
    }
    text_char(out, '.');
}
