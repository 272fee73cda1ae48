/* pbm_rows.c - the commands: name, other spellings, arguments, help, handler. The parser, `help`
 * and the replies to wrong commands all read this one table; nothing but it names a handler. */
#include "mail/pbm_int.h"

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
    {"accept", "", PBM_GAME | PBM_BEGINS, PBM_SECOND, 3, 3, "board userid password",
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
