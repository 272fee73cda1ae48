/* pbm_rows.c - the commands: name, other spellings, arguments, help, handler. The parser, `help`
 * and the replies to wrong commands all read this one table. */
#include "mail/pbm_int.h"

#include "record/manual.h"
#include <stdio.h>
#include <string.h>

const struct pbm_row pbm_rows[] = {
    {"help", "?", PBM_READS, PBM_ANYBODY, 0, 4, "[command|game|tutorial|all]",
     "this list; `help tutorial` is an introduction",
     "The list of commands, one command, a game, or an introduction; `help all` explains every\n"
     "command.",
     do_help},
    {"help", "", PBM_GAME | PBM_READS, PBM_ANYBODY, 0, 4, "[command]",
     "how to challenge somebody, the sizes, the rules",
     "How to challenge somebody, the sizes and options of the game, its rules and its moves; or\n"
     "one command.",
     do_game_help},
    {"rules", "", PBM_READS, PBM_ANYBODY, 0, 1, "[game]", "the games, and where their rules are",
     "Lists the games. With the name of a game: its rules.", do_rules},
    {"rules", "", PBM_GAME | PBM_READS, PBM_ANYBODY, 0, 0, "",
     "the rules of the game, and its moves",
     "The rules of the game, with a drawn board, and how moves are written.", do_rules},
    {"signup", "", PBM_MAKES_PLAYER, PBM_FIRST, 2, 7, "userid password [address...]",
     "open an account",
     "Opens an account. Without an address, the sender's is used. The server mails a code to\n"
     "each address. Answer that mail to confirm the address; until then nothing else is sent\n"
     "there.",
     do_signup},
    {"add", "", PBM_NEEDS_PASSWORD, PBM_FIRST, 3, 8, "userid password address...",
     "add mail addresses",
     "Adds addresses. Confirm each one by answering the mail that goes there.\n"
     "The password is that of the account, if it has one.",
     do_add},
    {"change", "", PBM_NEEDS_PASSWORD | PBM_SETS_PASSWORD, PBM_FIRST, 3, 9,
     "password userid old new | change address userid password address...",
     "change your password or your addresses",
     "Sets a new mail password, or replaces your addresses by these. An address that is\n"
     "confirmed already stays confirmed. The password is that of the account, if it has one.",
     do_change},
    {"address", "", 0, PBM_ANYBODY, 3, 3, "userid address code", "confirm an address",
     "Confirms an address with the code that was mailed to it.", do_confirm_address},
    {"quiet", "", 0, PBM_ANYBODY, 2, 2, "number code", "end all notifications",
     "Ends all notifications to a player. Unsubscribing sends this.", do_quiet},
    {"signoff", "", 0, PBM_FIRST, 2, 2, "userid password", "take a break",
     "A break: nobody can challenge you, and nothing is mailed until signon. Your clocks stop\n"
     "as on vacation, as long as you have vacation days left this year.",
     do_signoff},
    {"signon", "", 0, PBM_FIRST, 2, 2, "userid password", "come back from a break",
     "Ends the break, and the vacation that came with it. You get unused days back.", do_signon},
    {"delete", "", PBM_NEEDS_PASSWORD, PBM_FIRST, 2, 2, "userid password", "erase your account",
     "Erases the account. You resign your running matches. Finished matches stay, under another\n"
     "name.",
     do_delete},
    {"vacation", "", 0, PBM_FIRST, 3, 3, "userid password days", "stop your clocks for some days",
     "Stops your clocks in correspondence matches for that many days, of 30 a year. Nothing is\n"
     "mailed meanwhile. 0 ends it.",
     do_vacation},
    {"set", "", 0, PBM_FIRST, 2, 8, "userid password [option=value...]", "your settings",
     "mail=every|digest|none|auto, accept=auto|ask, broadcasts=yes|no. Without options it shows\n"
     "them, and where notifications go.",
     do_set},
    {"list", "", PBM_READS, PBM_ANYBODY, 0, 4, "[game...]", "open, running and recent matches",
     "Lists open and running matches, and the last finished ones. Anyone may take a seat that is\n"
     "(free); one that is (reserved for ann) waits for ann's answer.",
     do_list},
    {"message", "", 0, PBM_FIRST, 3, 12, "userid password to...", "write to players",
     "Sends the text of the mail to these players.", do_message},
    {"broadcast", "", 0, PBM_FIRST, 2, 2, "userid password", "write to everybody (administrators)",
     "Sends the text of the mail to all who accept broadcasts. Only administrators can do this.",
     do_broadcast},
    {"multiple", "mult", 0, PBM_ANYBODY, 0, 0, "", "several commands in one mail",
     "Each line of the mail that begins in the first column is a command; indented lines below\n"
     "it are its text. One reply answers all.",
     NULL},
    {"all", "", PBM_READS, PBM_ANYBODY, 2, 3, "show userid [all|active|inactive|next]",
     "the matches of a player in all games",
     "All matches of a player; next: those that wait for their move or answer.", do_all},
    {"standings", "", PBM_GAME | PBM_READS, PBM_ANYBODY, 0, 0, "", "wins and losses",
     "Wins and losses in the last 20,000 matches.", do_standings},
    {"ratings", "", PBM_GAME | PBM_READS, PBM_ANYBODY, 0, 0, "", "the rating list",
     "The rating list: Glicko-2, from rated matches.", do_ratings},
    {"history", "", PBM_GAME | PBM_READS, PBM_ANYBODY, 0, 0, "", "the last finished matches",
     "The last finished matches.", do_history},
    {"games", "", PBM_GAME | PBM_READS, PBM_ANYBODY, 0, 9, "userid* [all|active|inactive|next]",
     "the matches of players", "Matches of players.", do_games},
    {"show", "", PBM_GAME | PBM_READS, PBM_ANYBODY, 1, 9,
     "board[#ply]... | userid... [all|active|inactive|next]", "draw positions",
     "Draws positions. #ply draws the position after that many plies.", do_show},
    {"showas", "", PBM_GAME | PBM_READS, PBM_FIRST, 2, 9,
     "userid password [board...|all|active|inactive|next]", "draw positions as you see them",
     "Draws positions as you may see them, private matches too. Without a board: your active\n"
     "matches.",
     do_showas},
    {"preview", "", PBM_GAME | PBM_READS, PBM_ANYBODY, 2, 32, "board move...",
     "try moves without playing", "The position after these moves. Nothing is played.", do_preview},
    {"challenge", "", PBM_GAME | PBM_CHALLENGES, PBM_ANYBODY, 1, 4,
     "[-size=N] [-jacked] [-noswap] [-level=N] [-clock=C] [-claim] [-rated] [-password=P] userid1"
     " userid2 [userid3 userid4]",
     "invite players to a match",
     "Invites players to a match; userid1 moves first. Everybody named must accept. A player\n"
     "whose password is given, or whose confirmed address sent the mail, has accepted. `engine`\n"
     "is the computer (-level=1 to 8), `anyone` a free seat. Palisade and Levee take odd sizes,\n"
     "Claims also -size=WxH. -clock=3d gives three days for each move, -clock=30d+1d 30 days\n"
     "and a day more with each move, -clock=30d+1d<60d never more than 60. With -claim, a player\n"
     "whose time runs out loses only when an opponent says `claim`.",
     do_challenge},
    {"withdraw", "", PBM_GAME, PBM_SECOND, 3, 3, "board userid password",
     "take back your own challenge",
     "Takes back a challenge that you sent, while the match has not begun.", do_withdraw},
    {"accept", "", PBM_GAME, PBM_SECOND, 3, 3, "board userid password",
     "accept a challenge, an offer or a free seat",
     "Accepts a challenge, takes a free seat, or agrees to what an opponent offers.", do_accept},
    {"decline", "", PBM_GAME, PBM_SECOND, 3, 3, "board userid password",
     "decline a challenge or an offer", "Declines a challenge, or refuses what an opponent offers.",
     do_decline},
    {"claim", "", PBM_GAME, PBM_SECOND, 3, 3, "board userid password", "claim a win on time",
     "Claims that the opponent's time has run out.", do_claim},
    {"pause", "", PBM_GAME, PBM_SECOND, 3, 3, "board userid password", "ask to stop the clocks",
     "Asks to stop the clocks, or agrees to it. `reject` refuses.", do_pause},
    {"resume", "", PBM_GAME, PBM_SECOND, 3, 3, "board userid password", "restart the clocks",
     "Restarts the clocks.", do_resume},
    {"move", "mvoe board", PBM_GAME, PBM_SECOND, 4, 4,
     "board userid password move[#ply] (or propose, undo, accept, reject, resign)",
     "play a move, offer a draw, ask to take back",
     "Plays a move such as d4; Redstone: d4r for a red stone, swap; Claims: pass. #ply says how\n"
     "many plies had been played when you chose: if more have been played since, the move is\n"
     "refused. propose offers a draw, undo asks to take back, accept and reject answer an offer.",
     do_move},
    {"queue", "", PBM_GAME, PBM_SECOND, 4, 40, "board userid password move[#ply]... | show | clear",
     "conditional moves",
     "Conditional moves: theirs, yours, theirs, yours. Each line of the mail adds a branch.\n"
     "Nobody else sees them. A new queue is added to the old one; clear forgets all.",
     do_queue},
    {"submit", "", PBM_GAME, PBM_SECOND, 4, 4, "board userid password move[#ply]",
     "see your move before you play it", "Shows the position after your move; `confirm` plays it.",
     do_submit},
    {"confirm", "", PBM_GAME, PBM_SECOND, 3, 3, "board userid password",
     "play the move that you submitted", "Plays the move that you submitted.", do_confirm},
    {"resign", "", PBM_GAME, PBM_SECOND, 3, 3, "board userid password", "give up",
     "Gives up the match.", do_resign},
    {"chat", "", PBM_GAME, PBM_SECOND, 3, 3, "board userid password", "write to your opponents",
     "Sends the text of the mail to your opponents and keeps it with the match.", do_chat},
};
const int pbm_rows_n = (int)ARRAY_LEN(pbm_rows);

/* Commands of other pbmserv games that players try here. */
static const struct {
    const char *name, *instead;
} elsewhere[] = {
    {"suggest",
     "`GAME preview board move...` shows a position to anybody, and `GAME chat board userid"
     " password` writes to your opponents."},
    {"kibitz",
     "Only the players of a match write there: `GAME chat board userid password`. Write to"
     " one player with `message userid password to`."},
    {"who",
     "`GAME standings` and `GAME ratings` list the players of a game, `list` the matches, and"
     " `all show USERID` the matches of one player."},
};

const char *pbm_elsewhere(const char *verb)
{
    for (size_t i = 0; i < ARRAY_LEN(elsewhere); i++)
        if (text_same_nocase(elsewhere[i].name, verb))
            return elsewhere[i].instead;
    return NULL;
}

bool pbm_one_of(const char *words, const char *verb)
{
    char word[16];
    while (*words != '\0') {
        size_t n = strcspn(words, " ");
        snprintf(word, sizeof word, "%.*s", (int)n, words);
        if (text_same_nocase(word, verb))
            return true;
        words += n + (words[n] == ' ');
    }
    return false;
}

const struct pbm_row *pbm_find(const char *verb, bool game)
{
    for (int i = 0; i < pbm_rows_n; i++) {
        const struct pbm_row *row = &pbm_rows[i];
        if (((row->flags & PBM_GAME) != 0) == game &&
            (text_same_nocase(row->name, verb) || pbm_one_of(row->aliases, verb)))
            return row;
    }
    return NULL;
}

/* Removes `what` from the text, if the game has no such thing. */
static void drop_unless(bool has, const char *what, char *text)
{
    char *at = strstr(text, what);
    if (!has && at != NULL)
        memmove(at, at + strlen(what), strlen(at + strlen(what)) + 1);
}

void pbm_syntax(struct reply *r, const struct pbm_row *row, const struct game *game)
{
    char syntax[300];
    snprintf(syntax, sizeof syntax, "%s", row->syntax);
    if (game != NULL) {
        drop_unless((game->options & OPTION_JACKED) != 0, "[-jacked] ", syntax);
        drop_unless((game->options & OPTION_SWAP) != 0, "[-noswap] ", syntax);
        drop_unless(game->players_max > 2, " [userid3 userid4]", syntax);
    }
    if (row->flags & PBM_GAME)
        reply_say(r, "  %s %s %s", game != NULL ? game->name : "GAME", row->name, syntax);
    else
        reply_say(r, "  %s %s", row->name, syntax);
}

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
