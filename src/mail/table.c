/* table.c - the commands: name, other spellings, arguments, help, handler. The parser, `help` and the
 * replies to wrong commands all read this one table. */
#include "mail/pbm_int.h"

#include "record/manual.h"
#include <stdio.h>
#include <string.h>

const struct pbm_row pbm_rows[] = {
    {"help", "?", 0, PBM_ANYBODY, 0, 4, "[command|game|tutorial]",
     "The list of commands, one command, a game's rules, or an introduction.", do_help},
    {"help", "rules", PBM_GAME, PBM_ANYBODY, 0, 4, "", "The rules of the game, and its moves.",
     do_help},
    {"signup", "", 0, PBM_FIRST, 2, 7, "userid password [address...]",
     "Opens an account. Without an address it is the sender's. A mail with a code goes to each\n"
     "address; answer it, and the address is yours. Until then nothing else is sent there.",
     do_signup},
    {"add", "", 0, PBM_FIRST, 3, 8, "userid password address...",
     "Adds addresses; each is confirmed by answering a mail.", do_add},
    {"change", "", 0, PBM_FIRST, 3, 9,
     "password userid old new | change address userid password address...",
     "A new mail password, or other addresses instead of the old ones.", do_change},
    {"address", "", 0, PBM_ANYBODY, 3, 3, "userid address code",
     "Confirms an address with the code that was mailed to it.", do_confirm_address},
    {"quiet", "", 0, PBM_ANYBODY, 2, 2, "number code",
     "Ends all notices to a player; this is what unsubscribing sends.", do_quiet},
    {"signoff", "", 0, PBM_FIRST, 2, 2, "userid password",
     "A pause: you are not challenged, and nothing is mailed until signon. Your clocks stand\n"
     "still as on vacation, as long as the days of this year last.",
     do_signoff},
    {"signon", "", 0, PBM_FIRST, 2, 2, "userid password",
     "Ends the pause, and the vacation that came with it; days not used come back.", do_signon},
    {"delete", "", 0, PBM_FIRST, 2, 2, "userid password",
     "Erases the account. Your running matches are resigned; finished ones stay, under another\n"
     "name.",
     do_delete},
    {"vacation", "", 0, PBM_FIRST, 3, 3, "userid password days",
     "Your clocks in correspondence matches stand still for that many days, of 30 a year, and\n"
     "nothing is mailed; 0 ends it.",
     do_vacation},
    {"set", "", 0, PBM_FIRST, 2, 8, "userid password [option=value...]",
     "mail=every|digest|none|auto, accept=auto|ask, broadcasts=yes|no. Alone it shows them, and\n"
     "where notices go.",
     do_set},
    {"list", "", 0, PBM_ANYBODY, 0, 4, "[game...]",
     "Open and running matches, and those that ended last.", do_list},
    {"message", "", 0, PBM_FIRST, 3, 12, "userid password to...",
     "The text of the mail goes to these players.", do_message},
    {"broadcast", "", 0, PBM_FIRST, 2, 2, "userid password",
     "The text of the mail goes to all who accept broadcasts; for administrators.", do_broadcast},
    {"multiple", "mult", 0, PBM_ANYBODY, 0, 0, "",
     "Each line of the mail that begins in the first column is a command; indented lines below\n"
     "it are its text. One reply answers all.",
     NULL},
    {"all", "", 0, PBM_ANYBODY, 2, 3, "show userid [next|active]",
     "All matches of a player; next: those that wait for him.", do_all},
    {"standings", "", PBM_GAME, PBM_ANYBODY, 0, 0, "", "Wins and losses of all players.",
     do_standings},
    {"ratings", "", PBM_GAME, PBM_ANYBODY, 0, 0, "",
     "The rating list: Glicko-2, from rated matches.", do_ratings},
    {"history", "", PBM_GAME, PBM_ANYBODY, 0, 0, "", "The matches that ended last.", do_history},
    {"games", "", PBM_GAME, PBM_ANYBODY, 0, 9, "userid* [all|active|inactive|next]",
     "Matches of players.", do_games},
    {"show", "", PBM_GAME, PBM_ANYBODY, 1, 9, "board[#ply]... | userid... [all|active|next]",
     "Draws positions; #ply: as they were after so many plies.", do_show},
    {"showas", "", PBM_GAME, PBM_FIRST, 2, 9, "userid password [board...|all|active|next]",
     "Draws positions as you may see them, private matches too.", do_showas},
    {"preview", "", PBM_GAME, PBM_ANYBODY, 2, 32, "board move...",
     "The position after these moves; plays nothing.", do_preview},
    {"challenge", "", PBM_GAME, PBM_ANYBODY, 1, 4,
     "[-size=N] [-jacked] [-noswap] [-level=N] [-clock=C] [-claim] [-rated] [-password=P] userid1"
     " userid2 [userid3 userid4]",
     "A match; userid1 moves first. Everybody named must accept; with -password of one of them,\n"
     "or from an address that is known to be his, that one has accepted. `engine` is the\n"
     "machine (-level=1 to 8), `anyone` a seat for whoever comes. Palisade and Levee take odd\n"
     "sizes, Claims also -size=WxH. -clock=3d gives three days for each move, -clock=30d+1d a\n"
     "bank of 30 days and a day more with each move, -clock=30d+1d<60d never more than 60;\n"
     "with -claim who runs out of time loses only when an opponent says `claim`.",
     do_challenge},
    {"accept", "", PBM_GAME, PBM_SECOND, 3, 3, "board userid password",
     "Accepts a challenge, or takes a seat that is open to anyone.", do_accept},
    {"claim", "", PBM_GAME, PBM_SECOND, 3, 3, "board userid password",
     "Claims that the opponent's time has run out.", do_claim},
    {"pause", "", PBM_GAME, PBM_SECOND, 3, 3, "board userid password",
     "Asks to stop the clocks, or agrees to it.", do_pause},
    {"resume", "", PBM_GAME, PBM_SECOND, 3, 3, "board userid password", "Lets the clocks go on.",
     do_resume},
    {"decline", "", PBM_GAME, PBM_SECOND, 3, 3, "board userid password", "Declines a challenge.",
     do_decline},
    {"move", "mvoe board", PBM_GAME, PBM_SECOND, 4, 4,
     "board userid password move[#ply] (or propose, undo, accept, reject, resign)",
     "Plays a move such as d4; Redstone: d4r for a red stone, swap; Claims: pass. #ply says how\n"
     "many plies had been played when you chose: a stale move is refused. propose offers a\n"
     "draw, undo asks to take back, accept and reject answer either.",
     do_move},
    {"queue", "", PBM_GAME, PBM_SECOND, 4, 40, "board userid password move... | show | clear",
     "Conditional moves: theirs, yours, theirs, yours. Lines of the mail are further branches.\n"
     "Nobody else sees them. A new queue is added to the old; clear forgets all.",
     do_queue},
    {"submit", "", PBM_GAME, PBM_SECOND, 4, 4, "board userid password move",
     "Shows the position after your move; `confirm` plays it.", do_submit},
    {"confirm", "", PBM_GAME, PBM_SECOND, 3, 3, "board userid password",
     "Plays the move that you submitted.", do_confirm},
    {"resign", "", PBM_GAME, PBM_SECOND, 3, 3, "board userid password", "Gives up.", do_resign},
    {"chat", "", PBM_GAME, PBM_SECOND, 3, 3, "board userid password",
     "The text of the mail goes to your opponents and is kept with the match.", do_chat},
};
const int pbm_rows_n = (int)ARRAY_LEN(pbm_rows);

static bool is_alias(const char *aliases, const char *verb)
{
    char word[16];
    while (*aliases != '\0') {
        size_t n = strcspn(aliases, " ");
        snprintf(word, sizeof word, "%.*s", (int)n, aliases);
        if (text_same_nocase(word, verb))
            return true;
        aliases += n + (aliases[n] == ' ');
    }
    return false;
}

const struct pbm_row *pbm_find(const char *verb, bool game)
{
    for (int i = 0; i < pbm_rows_n; i++) {
        const struct pbm_row *row = &pbm_rows[i];
        if (((row->flags & PBM_GAME) != 0) == game &&
            (text_same_nocase(row->name, verb) || is_alias(row->aliases, verb)))
            return row;
    }
    return NULL;
}

void pbm_syntax(struct reply *r, const struct pbm_row *row, const struct game *game)
{
    const char *name = game != NULL ? game->name : "GAME";
    if (row->flags & PBM_GAME)
        reply_say(r, "  %s %s %s", name, row->name, row->syntax);
    else
        reply_say(r, "  %s %s", row->name, row->syntax);
}

static const char tutorial[] =
    "How to play by e-mail\n"
    "\n"
    "You write a mail; its Subject is the command. The text is only used by commands that\n"
    "say so. Capital letters do not matter.\n"
    "\n"
    "1. Send a mail with the Subject\n"
    "       signup ann secret\n"
    "   with a name and a password of your own. The password can only play here; choose one\n"
    "   that you use nowhere else. Answer the mail that comes: now your address is known.\n"
    "2. See who wants to play:           list\n"
    "   Ask somebody for a game:         palisade challenge -size=7 ann bob\n"
    "   Or play against the machine:     redstone challenge -size=9 -level=2 ann engine\n"
    "   Or take an open seat on board 5: levee accept 5 ann secret\n"
    "3. When it is your turn a mail shows the board. Answer it: write your move, such as d4,\n"
    "   in the first line, and send it. That is all. No password is needed, for the address\n"
    "   that you answer is yours alone; do not pass it on.\n"
    "4. The same can be done with a Subject at any time:\n"
    "       palisade move 12 ann secret d4\n"
    "       palisade show 12\n"
    "\n"
    "Columns are letters from the left, rows are numbers from the bottom: a1 is the lower\n"
    "left corner. `GAME rules` explains each game: ";

static void explain_mail(struct reply *r)
{
    char names[GAME_NAMES_BYTES];
    char text[sizeof tutorial + GAME_NAMES_BYTES + 2];
    (void)snprintf(text, sizeof text, "%s%s.\n", tutorial, game_names("and", names));
    reply_verbatim(r, text);
}

static void list_commands(struct reply *r)
{
    char names[GAME_NAMES_BYTES];
    reply_say(r, "The commands (GAME is %s):", game_names("or", names));
    reply_say(r, "%s", "");
    for (int i = 0; i < pbm_rows_n; i++)
        pbm_syntax(r, &pbm_rows[i], NULL);
    reply_say(r, "%s", "");
    reply_say(r, "`help tutorial` is an introduction, `help challenge` explains one command,");
    reply_say(r, "`palisade rules` a game. The password `-` stands for: you know who I am, in");
    reply_say(r, "answers to notices and in the page's command box.");
}

int do_help(struct pbm_run *run)
{
    bool found = false;
    const struct game *game = run->game;
    if (game == NULL && run->args_n > 0)
        game = game_find(run->arg[0]);
    if (game != NULL) {
        struct sink text;
        sink_init(&text, &memory_heap);
        manual_print(game->id, &text);
        reply_verbatim(run->r, text.buf);
        sink_done(&text);
        return 0;
    }
    if (run->args_n == 0) {
        list_commands(run->r);
        return 0;
    }
    if (text_same_nocase(run->arg[0], "tutorial")) {
        explain_mail(run->r);
        return 0;
    }
    for (int i = 0; i < pbm_rows_n; i++) {
        if (!text_same_nocase(pbm_rows[i].name, run->arg[0]) &&
            !is_alias(pbm_rows[i].aliases, run->arg[0]))
            continue;
        pbm_syntax(run->r, &pbm_rows[i], NULL);
        reply_verbatim(run->r, pbm_rows[i].help);
        reply_say(run->r, "%s", "");
        found = true;
    }
    if (!found) {
        (void)pbm_refuse(run, "There is no help on that. These are the subjects:");
        list_commands(run->r);
    }
    return 0;
}
