/* do_list.c - commands that only look: lists of matches, standings, positions, previews. */
#include "mail/pbm_int.h"

#include "base/err.h"
#include "service/matches/audience.h"
#include "service/ratings/ratings.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIST_N = 50, RECENT_N = 10, SHOW_N = 8 };

enum which { WHICH_ALL, WHICH_ACTIVE, WHICH_INACTIVE, WHICH_NEXT, WHICH_N };

static const char *const which_name[WHICH_N] = {"all", "active", "inactive", "next"};

/* The filter that a word names; WHICH_N if it names none. */
static enum which which_of(const char *word)
{
    for (int i = 0; i < WHICH_N; i++)
        if (text_same_nocase(word, which_name[i]))
            return (enum which)i;
    return WHICH_N;
}

static int64_t viewer_of(const struct pbm_run *run)
{
    return run->who.id != 0 ? run->who.id : run->ask->proven.id;
}

/* Matches of a player (0: of all), newest first; the caller frees *list. */
static int matches_of(struct pbm_run *run, int64_t player, enum which which,
                      struct store_match **list)
{
    struct store_filter f = {.state = which == WHICH_ACTIVE     ? (int)MATCH_RUNNING
                                      : which == WHICH_INACTIVE ? (int)MATCH_FINISHED
                                                                : -1,
                             .game = run->game != NULL ? run->game->name : NULL,
                             .mine = player,
                             .viewer = viewer_of(run),
                             .limit = LIST_N};
    if (which == WHICH_NEXT)
        f.turn = player;
    *list = calloc(LIST_N, sizeof **list);
    if (*list == NULL)
        return ERR_NO_MEMORY;
    int n = store_match_list(run->store, &f, *list);
    /* The store lists private matches of a player to anybody who asks for that player. */
    return audience_list(*list, n, viewer_of(run), which == WHICH_NEXT);
}

static int say_matches(struct pbm_run *run, const char *title, int64_t player, enum which which)
{
    struct store_match *list = NULL;
    int n = matches_of(run, player, which, &list);
    reply_say(run->r, "%s", title);
    for (int i = 0; i < n; i++)
        show_line(run->r, &list[i]);
    if (n == 0)
        reply_say(run->r, "  none");
    if (n == LIST_N)
        reply_say(run->r, "  (the newest %d; there are more)", LIST_N);
    free(list);
    return n < 0 ? n : 0;
}

static int say_state(struct pbm_run *run, const struct game *g, enum match_state state)
{
    char title[80];
    struct store_filter f = {.state = (int)state,
                             .game = g->name,
                             .viewer = viewer_of(run),
                             .limit = state == MATCH_FINISHED ? RECENT_N : LIST_N};
    struct store_match *list = calloc(LIST_N, sizeof *list);
    if (list == NULL)
        return ERR_NO_MEMORY;
    int n = store_match_list(run->store, &f, list);
    n = audience_list(list, n, viewer_of(run), false);
    snprintf(title, sizeof title, "%s, %s:", g->title, match_state_name[state]);
    if (n > 0)
        reply_say(run->r, "%s", title);
    for (int i = 0; i < n; i++)
        show_line(run->r, &list[i]);
    if (n > 0)
        reply_say(run->r, "%s", "");
    free(list);
    return n;
}

int do_list(struct pbm_run *run)
{
    int found = 0;
    for (int g = 0; g < GAME_N; g++) {
        bool named = run->args_n == 0;
        for (int i = 0; i < run->args_n; i++)
            named = named || text_same_nocase(run->arg[i], games[g]->name);
        for (int state = MATCH_OPEN; named && state <= MATCH_FINISHED; state++) {
            int n = say_state(run, games[g], (enum match_state)state);
            if (n < 0)
                return n;
            found += n;
        }
    }
    if (found == 0)
        reply_say(run->r, "There are no open, running or finished matches.");
    else
        reply_say(run->r, "To take a seat that is (free): GAME accept BOARD userid password");
    return 0;
}

static int say_challenges(struct pbm_run *run, int64_t player)
{
    enum { CHALLENGES_MAX = 50 };
    struct store_match *list = calloc(CHALLENGES_MAX, sizeof *list);
    if (list == NULL)
        return ERR_NO_MEMORY;
    int n = store_match_asked(run->store, player, CHALLENGES_MAX, list);
    n = audience_list(list, n, viewer_of(run), false);
    for (int i = 0; i < n; i++)
        if (run->game == NULL || strcmp(run->game->name, list[i].game) == 0)
            show_line(run->r, &list[i]);
    free(list);
    return n < 0 ? n : 0;
}

static int say_player(struct pbm_run *run, const char *name, enum which which)
{
    struct store_player p;
    char title[STORE_NAME_BYTES + 40];
    int err = pbm_player(run, name, &p);
    if (err < 0)
        return err == ERR_NOT_FOUND ? 0 : err;
    snprintf(title, sizeof title, "Matches of %s%s:", p.name,
             which == WHICH_NEXT ? " that wait for this player" : "");
    err = say_matches(run, title, p.id, which);
    if (err == 0 && which == WHICH_NEXT) {
        reply_say(run->r, "Challenges that wait for an answer:");
        err = say_challenges(run, p.id);
    }
    return err;
}

int do_all(struct pbm_run *run)
{
    enum which which = run->args_n == 3 ? which_of(run->arg[2]) : WHICH_ALL;
    if (!text_same_nocase(run->arg[0], "show") || which == WHICH_N) {
        (void)pbm_refuse(run, "Wrong syntax. Write:");
        pbm_syntax(run->r, run->c->row, NULL);
        return 0;
    }
    return say_player(run, run->arg[1], which);
}

int do_games(struct pbm_run *run)
{
    enum which which = WHICH_ALL;
    int n = run->args_n;
    if (n > 0 && which_of(run->arg[n - 1]) != WHICH_N)
        which = which_of(run->arg[--n]);
    if (n == 0)
        return say_matches(run, "Matches:", 0, which == WHICH_NEXT ? WHICH_ACTIVE : which);
    int err = 0;
    for (int i = 0; err == 0 && i < n; i++)
        err = say_player(run, run->arg[i], which);
    return err;
}

int do_history(struct pbm_run *run)
{
    return say_matches(run, "Matches that ended last:", 0, WHICH_INACTIVE);
}

static void on_standing(void *context, const char *name, int won, int lost, int drawn)
{
    struct pbm_run *run = context;
    reply_say(run->r, "%-24s %5d %5d %5d", name, won, lost, drawn);
}

int do_standings(struct pbm_run *run)
{
    reply_say(run->r, "%-24s %5s %5s %5s", run->game->title, "won", "lost", "drawn");
    return mailbox_standings(run->store, run->game->name, on_standing, run);
}

static void on_rating(void *context, const struct rating *r)
{
    struct pbm_run *run = context;
    int deviation = ratings_points(r->deviation);
    reply_say(run->r, "%-24s %5d +- %3d%s  %d matches", r->player.name, ratings_points(r->rating),
              deviation, deviation >= RATINGS_PROVISIONAL ? " ?" : "  ", r->matches);
}

int do_ratings(struct pbm_run *run)
{
    struct rating_filter f = {.game = run->game->name,
                              .deviation = INT64_MAX,
                              .rating = INT64_MAX,
                              .player = INT64_MAX,
                              .limit = 100};
    reply_say(run->r, "%s: ratings (Glicko-2); `?` provisional.", run->game->title);
    int n = rating_list(run->store, &f, on_rating, run);
    if (n == 0)
        reply_say(run->r, "No rated match has been finished.");
    return n < 0 ? n : 0;
}

/* --- positions --- */

static int show_board(struct pbm_run *run, const char *word)
{
    char number[16];
    struct store_match m;
    int ply = words_cut_ply(word, number, sizeof number);
    if (ply == -2)
        ply = WORDS_PLY_MAX;
    int err = pbm_match(run, number, &m);
    if (err < 0)
        return err == ERR_NOT_FOUND ? 0 : err;
    if (ply > m.ply)
        return pbm_refuse(run, "After # write how many plies had been played: %s#0 to %s#%d.",
                          number, number, m.ply);
    err = show_match(run->r, run->store, &m, ply);
    reply_say(run->r, "%s", "");
    return err;
}

static int show_player(struct pbm_run *run, int64_t player, enum which which, bool self)
{
    static const char *const kinds[WHICH_N] = {"", "active ", "finished ", "waiting "};
    struct store_match *list = NULL;
    int n = matches_of(run, player, which, &list);
    int err = n < 0 ? n : 0;
    for (int i = 0; err == 0 && i < n && i < SHOW_N; i++) {
        err = show_match(run->r, run->store, &list[i], -1);
        reply_say(run->r, "%s", "");
    }
    if (n == 0 && self)
        reply_say(run->r,
                  "You have no %smatch of %s. To see another, write its board or all, active,"
                  " inactive or next after the password, as in `%s showas %s password all`.",
                  kinds[which], run->game->title, run->game->name, run->who.name);
    else if (n == 0)
        reply_say(run->r, "There is no such match.");
    if (n > SHOW_N)
        reply_say(run->r, "%d more; ask for them by the numbers of their boards.", n - SHOW_N);
    free(list);
    return err;
}

static int show_words(struct pbm_run *run, int from, int64_t self)
{
    enum which which = WHICH_ACTIVE;
    int n = run->args_n;
    int err = 0;
    if (n > from && which_of(run->arg[n - 1]) != WHICH_N)
        which = which_of(run->arg[--n]);
    if (n == from && self != 0)
        return show_player(run, self, which, true);
    for (int i = from; err == 0 && i < n && i < from + SHOW_N; i++) {
        struct store_player p;
        if (run->arg[i][0] >= '0' && run->arg[i][0] <= '9') {
            err = show_board(run, run->arg[i]);
            continue;
        }
        err = pbm_player(run, run->arg[i], &p);
        if (err == 0)
            err = show_player(run, p.id, which, false);
        else if (err == ERR_NOT_FOUND)
            err = 0;
    }
    return err;
}

int do_show(struct pbm_run *run)
{
    return show_words(run, 0, 0);
}

int do_showas(struct pbm_run *run)
{
    int err = show_words(run, 2, run->who.id);
    struct store_match m;
    /* Answering it is meant to be easy: one board says how. */
    if (err == 0 && run->args_n == 3 && words_number(run->arg[2]) > 0 &&
        store_match_get(run->store, words_number(run->arg[2]), &m) == 0)
        err = show_answers(run->r, run->store, &m, run->who.id);
    return err;
}

int do_preview(struct pbm_run *run)
{
    struct store_match m;
    struct explanation why;
    struct position *p = malloc(sizeof *p);
    if (p == NULL)
        return ERR_NO_MEMORY;
    int err = pbm_match(run, run->arg[0], &m);
    if (err == 0)
        err = batch_replay(run->store, &m, p);
    if (err < 0)
        goto out;
    show_title(run->r, &m);
    for (int i = 1; i < run->args_n; i++) {
        move_t move;
        if (move_parse(run->arg[i], m.width, m.height, &move) < 0) {
            (void)pbm_refuse(run, "\"%.20s\" is not a move on this board.", run->arg[i]);
            break;
        }
        if (p->over || position_judge(p, move) != VERDICT_OK) {
            position_explain(p, move, &why);
            (void)pbm_refuse(run, "%s is not allowed at #%d (rule %s): %s", run->arg[i], p->ply,
                             verdict_rule(why.verdict), why.text);
            break;
        }
        position_play_legal(p, move);
    }
    reply_say(run->r, "%s", "");
    reply_board(run->r, p);
    reply_say(run->r, "None of these moves was played.");
out:
    free(p);
    return err == ERR_ILLEGAL ? pbm_refuse(run, "Its record cannot be replayed.") : err;
}
