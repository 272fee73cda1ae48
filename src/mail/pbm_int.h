/* pbm_int.h - what the files of the command language share: the table's row, and a command being
 * run. Handlers return 0, also when they refuse (pbm_refuse), or what the store returned. */
#ifndef PBM_INT_H
#define PBM_INT_H
#include "mail/pbm.h"
#include "rules/position.h"
#include "service/core/order.h"
#include "service/core/reader.h"
#include "service/matches/clock.h"

struct pbm_run {
    struct pbm_ask *ask;
    const struct pbm_command *c;
    struct work *w;      /* NULL in a command that only reads, on a reader's thread */
    struct store *store; /* the writer's, or the reader's */
    struct reply *r;
    const struct game *game; /* NULL: none named */
    const char *const *arg;  /* arguments after the verb */
    int args_n;
    struct store_player who; /* the player who acts; id 0 if the row needs none */
    int64_t now;             /* ms since 1970 */
    int64_t show;            /* the match that the reply shows when the order is done; 0: none */
    bool refused;
};

enum pbm_auth {
    PBM_ANYBODY,
    PBM_FIRST,  /* userid password are the first arguments */
    PBM_SECOND, /* they follow the number of the board */
};
enum pbm_flag {
    PBM_GAME = 1,           /* a game is named before the verb */
    PBM_READS = 2,          /* it changes nothing */
    PBM_NEEDS_PASSWORD = 4, /* about the account itself: `-` does not do */
    PBM_MAKES_PLAYER = 8,   /* the userid is not there yet, and the password becomes its own */
    PBM_SETS_PASSWORD = 16, /* a word, then userid, old and new password */
    PBM_CHALLENGES = 32,    /* password=… proves who asks, if it is there */
    PBM_BEGINS = 64,        /* the match may begin with it: the reply says how to move */
};

struct pbm_row {
    const char *name;
    const char *aliases; /* other spellings, separated by blanks; "": none */
    unsigned flags;
    enum pbm_auth auth;
    int args_min, args_max;
    const char *syntax; /* after the verb */
    const char *brief;  /* one line of the list of commands: what it does */
    const char *help;
    int (*run)(struct pbm_run *run);
};

extern const struct pbm_row pbm_rows[];
extern const int pbm_rows_n;

/* The row of a verb, with or without a game before it; NULL if there is none. */
const struct pbm_row *pbm_find(const char *verb, bool game);
void pbm_syntax(struct reply *r, const struct pbm_row *row, const struct game *game);
/* Whether the word is one of these words, which blanks separate. */
bool pbm_one_of(const char *words, const char *word);
/* The command or way that replaces a pbmserv command which this server lacks; NULL if the verb is
 * no such command. */
const char *pbm_elsewhere(const char *verb);

/* Finds the rows whose verbs are spelled most like the word. Returns how many; 0 if none is
 * close. */
int pbm_nearest(const char *verb, const struct pbm_row *out[], int cap);
/* The row whose verb is this word but for one letter; NULL if there is none. */
const struct pbm_row *pbm_slip(const char *verb);
/* The game whose name is spelled most like the word; NULL if none is close. */
const struct game *pbm_nearest_game(const char *word);

/* Reports in the reply that the command was refused, and why. Returns 0. */
int pbm_refuse(struct pbm_run *run, const char *format, ...) PRINTF_LIKE(2, 3);
/* The same from an outcome that is not DONE. */
int pbm_refuse_outcome(struct pbm_run *run, const struct outcome *o);

/* The player of that name. ERR_NOT_FOUND after a refusal. */
MUST_USE int pbm_player(struct pbm_run *run, const char *name, struct store_player *out);
/* The match of a board's number, of the game named, as `viewer` (0: a stranger) may see it.
 * ERR_NOT_FOUND after a refusal. */
MUST_USE int pbm_match(struct pbm_run *run, const char *number, struct store_match *out);

/* The reply shows the match as it is when all is on the disk: to draw it is not the writer's
 * work. */
void pbm_show_later(struct pbm_run *run, int64_t match);

/* The address that answers go to: this server's, or that of one which sends the site's mails; "" if
 * nobody does. */
MUST_USE int pbm_site_address(const struct pbm_run *run, char out[MAILBOX_ADDRESS_BYTES]);

/* A mail to all confirmed addresses of a player; none if no server of the site sends mails. */
MUST_USE int pbm_post(const struct pbm_run *run, int64_t player, int64_t match, const char *subject,
                      const struct reply *text);

/* Revokes the proof that a stranger had (grant.c), and mails its owner a new one. */
MUST_USE int pbm_take_away(struct pbm_ask *a, struct service *s);
/* A text that goes to others, without addresses of the sender and of this server; proofs in it are
 * revoked. The caller frees *out. */
MUST_USE int pbm_forward(struct pbm_run *run, const char *text, char **out);

/* Whether so many arguments are right for the verb. */
bool pbm_wants(const struct pbm_row *row, int args_n);
/* The match that a command about one names first; 0: it names none. */
int64_t pbm_match_of(const struct pbm_command *c);

/* --- grant.c --- */
/* Whether the proof of a seat still counts: sets ask->why, is_stranger, from_seat, and drops one
 * that does not count without an address of the player. Between begin and end of a store. */
MUST_USE int grant_check(struct pbm_ask *a, struct store *store);
/* When a new proof is made: after the one that came with the mail, which may be revoked. */
int64_t grant_next_at(struct work *w, const struct pbm_ask *a);
/* From now on it does not count. */
MUST_USE int grant_revoke(struct store *store, const struct keys_seat *seat, int64_t now);

/* --- prove.c --- */
/* Compares the password of the command, if it has one, unless that was done. early: before its
 * turn. Between begin and rollback of the reader's store. */
MUST_USE int prove_check(struct pbm_ask *a, struct pbm_command *c, struct reader *reader,
                         bool early);
/* Whether it will compare one. */
bool prove_by_password(const struct pbm_command *c);
/* The string for a new password that the command sets. */
MUST_USE int prove_hash(struct pbm_command *c);
/* Whether the mail is shown to come from an address of that player; false with an error. */
MUST_USE int prove_owns(struct pbm_run *run, int64_t player, bool *owns);
/* Sets run->who; refuses when it is not proven. */
MUST_USE int prove_actor(struct pbm_run *run);

/* --- show.c --- */
/* "Board 12, TITLE 7x7: ann (Black) against bob (White)". */
void show_title(struct reply *r, const struct store_match *m);
/* Title, board after that many plies (-1: now), moves, whose turn. */
MUST_USE int show_match(struct reply *r, struct store *store, const struct store_match *m, int ply);
/* How the player may answer; nothing when it is not their turn. */
MUST_USE int show_answers(struct reply *r, struct store *store, const struct store_match *m,
                          int64_t player);
/* A legal placement (red: of a red stone) of the side to move. False when there is none. */
bool show_example(const struct position *p, bool red, char out[MOVE_TEXT_BYTES]);
/* One line for a list. */
void show_line(struct reply *r, const struct store_match *m);
int show_seat_of(const struct store_match *m, int64_t player);

/* --- terms.c --- */
/* A line for each thing that is agreed before the first ply. viewer: the player who reads it; 0:
 * any. */
void show_terms(struct reply *r, const struct store_match *m, int64_t viewer);
/* "3 days for each move". */
void show_clock(const struct clock_rule *r, struct text *t);
/* The player's name, or "(free)", "(reserved for bob)". */
void show_seat(const struct store_seat *seat, struct text *t);

/* --- do_match.c, do_play.c: for do_answer.c --- */
/* Takes the seat that waits for the player, or a free one. */
MUST_USE int do_match_join(struct pbm_run *run, const struct store_match *m);
MUST_USE int do_match_decline(struct pbm_run *run, const struct store_match *m);
/* Answers what is offered on the board. */
MUST_USE int do_play_answer(struct pbm_run *run, const struct store_match *m, bool yes);
/* Plays a move, or offers a draw or to take back. */
MUST_USE int do_play_word(struct pbm_run *run, const struct store_match *m, const char *word);

/* handlers, by file */
int do_help(struct pbm_run *run), do_rules(struct pbm_run *run), do_game_help(struct pbm_run *run);
int do_signup(struct pbm_run *run), do_add(struct pbm_run *run), do_change(struct pbm_run *run);
int do_quiet(struct pbm_run *run);
int do_confirm_address(struct pbm_run *run), do_signoff(struct pbm_run *run);
int do_signon(struct pbm_run *run), do_delete(struct pbm_run *run),
    do_vacation(struct pbm_run *run), do_claim(struct pbm_run *run), do_pause(struct pbm_run *run),
    do_resume(struct pbm_run *run);
int do_set(struct pbm_run *run), do_message(struct pbm_run *run), do_broadcast(struct pbm_run *run);
int do_list(struct pbm_run *run), do_all(struct pbm_run *run), do_standings(struct pbm_run *run);
int do_ratings(struct pbm_run *run), do_history(struct pbm_run *run), do_games(struct pbm_run *run);
int do_show(struct pbm_run *run), do_showas(struct pbm_run *run), do_preview(struct pbm_run *run);
int do_challenge(struct pbm_run *run), do_accept(struct pbm_run *run);
int do_decline(struct pbm_run *run), do_resign(struct pbm_run *run), do_chat(struct pbm_run *run);
int do_withdraw(struct pbm_run *run);
int do_move(struct pbm_run *run), do_submit(struct pbm_run *run), do_confirm(struct pbm_run *run);
int do_queue(struct pbm_run *run);

#endif
