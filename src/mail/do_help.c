/* do_help.c - the commands that explain: `help`, `rules`, and the help of a game. */
#include "mail/pbm_int.h"

#include "record/manual.h"
#include <stdio.h>
#include <string.h>

static const char tutorial[] =
    "How to play by e-mail\n"
    "\n"
    "You write a mail; its Subject is the command. Only commands that say so use the text.\n"
    "Capital letters do not matter.\n"
    "\n"
    "1. Send a mail with the Subject\n"
    "       signup ann greypebble\n"
    "   with a name and a password of your own. The password can only play here; choose one\n"
    "   that you use nowhere else. Answer the mail that comes to confirm your address.\n"
    "2. See who wants to play:           list\n"
    "   Challenge somebody:              palisade challenge -size=7 ann bob\n"
    "   Or play against the computer:    redstone challenge -size=9 -level=2 ann engine\n"
    "   Or take a free seat on board 5:  levee accept 5 ann greypebble\n"
    "3. When it is your turn, a mail shows the board. Answer it: write your move, such as d4,\n"
    "   in the first line, and send it. You need no password, because only you know the\n"
    "   address that you answer; do not pass it on.\n"
    "4. You can do the same with a Subject at any time:\n"
    "       palisade move 12 ann greypebble d4\n"
    "       palisade show 12\n"
    "\n"
    "Columns are letters from the left, rows are numbers from the bottom: a1 is the lower\n"
    "left corner. `rules` lists the games, `GAME rules` explains one.\n";

/* --- help --- */

static void list_commands(struct reply *r)
{
    char name[40];
    char names[GAME_NAMES_BYTES];
    reply_say(r, "The commands (GAME is %s):", game_names("or", names));
    reply_say(r, "%s", "");
    for (int i = 0; i < pbm_rows_n; i++) {
        const struct pbm_row *row = &pbm_rows[i];
        snprintf(name, sizeof name, "%s%s", row->flags & PBM_GAME ? "GAME " : "", row->name);
        reply_say(r, "  %-16s %s", name, row->brief);
    }
    reply_say(r, "%s", "");
    reply_say(r, "`help challenge` shows how one command is written, `help all` every command,");
    reply_say(r,
              "`help tutorial` is an introduction, `palisade help` explains a game. The password");
    reply_say(r,
              "`-` works where the server knows the sender: in answers to notifications, and in");
    reply_say(r,
              "the page's command box. `add`, `change` and `delete` always ask for the password.");
}

static void say_rules(struct reply *r, const struct game *game)
{
    struct sink text;
    sink_init(&text, &memory_heap);
    manual_print(game->id, &text);
    reply_verbatim(r, text.buf);
    sink_done(&text);
}

/* The options of a challenge that differ from game to game. */
static void say_challenge(struct reply *r, const struct game *game)
{
    const struct pbm_row *row = pbm_find("challenge", true);
    int example = game->size_default > 9 ? 9 : game->size_default;
    reply_say(r, "To challenge somebody to %s, send a mail with the Subject", game->title);
    pbm_syntax(r, row, game);
    reply_say(r, "for example");
    reply_say(r, "  %s challenge -size=%d -clock=3d ann bob", game->name, example);
    reply_say(r, "%s", "");
    reply_say(r, "  -size=N      %s%d to %d; %d without this option",
              game->size_step == 2 ? "odd, " : "", game->size_min, game->size_max,
              game->size_default);
    if (game->rectangular)
        reply_say(r, "  -size=WxH    columns and rows, each from %d to %d", game->size_min,
                  game->size_max);
    if (game->options & OPTION_JACKED)
        reply_say(r, "  -jacked      jacked stacks count one for their occupant");
    if (game->options & OPTION_SWAP)
        reply_say(r, "  -noswap      the second player may not swap colours");
    reply_say(r,
              "  -level=N     of the player `engine`, the computer: 1 to 8; 3 without this option");
    reply_say(r, "  -clock=C     time: 3d for each move, or 30d+1d; none without this option");
    reply_say(r, "  -rated       the result changes the ratings");
    reply_say(r, "  -password=P  of one of the players, who has then accepted");
    reply_say(r, "%s", "");
    reply_say(r, "The first player named moves first. `help challenge` has the rest.");
    reply_say(r, "%s", "");
}

static void explain(struct reply *r, const struct pbm_row *row, const struct game *game)
{
    pbm_syntax(r, row, game);
    reply_verbatim(r, row->help);
    reply_say(r, "%s", "");
}

/* Explains the commands of that name. game: NULL for any. */
static void help_on(struct pbm_run *run, const char *word, const struct game *game)
{
    bool found = false;
    const char *instead = pbm_elsewhere(word);
    for (int i = 0; i < pbm_rows_n; i++) {
        const struct pbm_row *row = &pbm_rows[i];
        if ((game != NULL && (row->flags & PBM_GAME) == 0) ||
            (!text_same_nocase(row->name, word) && !pbm_one_of(row->aliases, word)))
            continue;
        explain(run->r, row, game);
        found = true;
    }
    if (found)
        return;
    if (instead != NULL) {
        (void)pbm_refuse(run, "There is no command `%s` here. %s", word, instead);
        return;
    }
    const struct pbm_row *near[4];
    int n = pbm_nearest(word, near, (int)ARRAY_LEN(near));
    (void)pbm_refuse(run,
                     n > 0 ? "There is no help on \"%.30s\". Did you mean:"
                           : "There is no help on \"%.30s\".",
                     word);
    for (int i = 0; i < n; i++)
        explain(run->r, near[i], game);
    if (n == 0)
        list_commands(run->r);
}

int do_help(struct pbm_run *run)
{
    const char *word = run->args_n > 0 ? run->arg[0] : "";
    const struct game *game = game_find(word);
    if (game != NULL) {
        say_challenge(run->r, game);
        say_rules(run->r, game);
    } else if (run->args_n == 0) {
        list_commands(run->r);
    } else if (text_same_nocase(word, "tutorial")) {
        reply_verbatim(run->r, tutorial);
    } else if (text_same_nocase(word, "all")) {
        for (int i = 0; i < pbm_rows_n; i++)
            explain(run->r, &pbm_rows[i], NULL);
    } else {
        help_on(run, word, NULL);
    }
    return 0;
}

int do_game_help(struct pbm_run *run)
{
    if (run->args_n > 0) {
        help_on(run, run->arg[0], run->game);
        return 0;
    }
    say_challenge(run->r, run->game);
    say_rules(run->r, run->game);
    return 0;
}

int do_rules(struct pbm_run *run)
{
    const struct game *game = run->game;
    if (game == NULL && run->args_n > 0)
        game = game_find(run->arg[0]);
    if (game != NULL) {
        say_rules(run->r, game);
        return 0;
    }
    if (run->args_n > 0)
        (void)pbm_refuse(run, "There is no game \"%.30s\".", run->arg[0]);
    reply_say(run->r, "The games:");
    for (int i = 0; i < GAME_N; i++)
        reply_say(run->r, "  %-10s %s", games[i]->name, games[i]->summary);
    reply_say(run->r, "%s", "");
    reply_say(run->r,
              "`palisade rules` has the rules of a game, `palisade help` also how to begin one.");
    return 0;
}
