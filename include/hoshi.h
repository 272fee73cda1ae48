/* hoshi.h - the public face of libhoshi: rules, records, engine and batches of games of Palisade,
 * Redstone and Levee (Mark Steere) and Claims (Barrie Evans).
 *
 *   cc example.c $(pkg-config --cflags --libs hoshi)
 *
 * Results. A function that can fail returns 0 or more, or an enum hoshi_error. Outputs are
 * untouched on failure. `why` may be NULL; else it gets the reason.
 *
 * Structs begin with `size`, which the caller sets to sizeof: programs that were built with an
 * older header keep working. A size below that of the first version is HOSHI_ERR_RANGE.
 *
 * Owners. Objects made by hoshi_*_new, _set, _copy or _read belong to the caller, who frees them
 * with hoshi_*_free (NULL is fine); a char * that is not const is freed with hoshi_text_free.
 *
 * Threads may use different objects at once, and one object in turn. Only hoshi_engine_stop and
 * hoshi_engine_poll may be called from any thread at any time.
 *
 * Words. A *side* is a colour or place in turn order on the board (1, 2, …), a *seat* is a
 * player. They differ after a swap, when seat 2 holds side 1. A point is row * width + column,
 * row 0 at the bottom. A move is a word ("d4", "d4r", "swap", "pass") or an *action*, a number
 * below hoshi_position_actions: first the placements by point, then the red stones by point,
 * pass and swap in games that have them. Actions depend on game and board alone. */
#ifndef HOSHI_H
#define HOSHI_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define HOSHI_API __attribute__((visibility("default")))
#else
#define HOSHI_API
#endif

/* "0.1.0". Static storage, as all const char * results unless said otherwise. */
HOSHI_API const char *hoshi_version(void);

/* The number in the soname: a program that loads the library by hand compares it. */
enum { HOSHI_ABI = 1 };
HOSHI_API int hoshi_abi(void);

/* ---- failures ------------------------------------------------------------------------------- */

enum hoshi_error {
    HOSHI_OK = 0,
    HOSHI_ERR_NO_MEMORY = -1,
    HOSHI_ERR_FULL = -2,         /* the space given is too small */
    HOSHI_ERR_RANGE = -3,        /* a number, a size of a struct */
    HOSHI_ERR_SYNTAX = -4,       /* a text is not in the expected form */
    HOSHI_ERR_UNKNOWN = -5,      /* no such game, option or format */
    HOSHI_ERR_ILLEGAL = -6,      /* a rule forbids it */
    HOSHI_ERR_OVER = -7,         /* the game is over */
    HOSHI_ERR_NOT_FOUND = -9,    /* nothing was started; no such ply */
    HOSHI_ERR_TOO_BIG = -12,     /* a text, a question */
    HOSHI_ERR_UNSUPPORTED = -15, /* not in this build, or not for this game */
};

/* The sentence for a negative result, and its name ("HOSHI_ERR_RANGE"). */
HOSHI_API const char *hoshi_error_text(int error);
HOSHI_API const char *hoshi_error_name(int error);

enum { HOSHI_WORD_BYTES = 8, HOSHI_SENTENCE_BYTES = 512, HOSHI_POINTS_MAX = 625 };
enum { HOSHI_ACTIONS_MAX = 1252, HOSHI_PLAYERS_MAX = 4 };

/* Why something failed. */
struct hoshi_why {
    size_t size;
    int32_t error; /* enum hoshi_error */
    int32_t line;  /* in the text that was read, and column: from 1; 0: no place */
    int32_t column;
    char rule[HOSHI_WORD_BYTES];        /* "L3b" of docs/RULES.md; "" if no rule forbids it */
    char alternative[HOSHI_WORD_BYTES]; /* a legal move on the same point, or "" */
    char sentence[HOSHI_SENTENCE_BYTES];
    int32_t points_n; /* the points that prove it */
    int16_t points[HOSHI_POINTS_MAX];
};

/* ---- games ---------------------------------------------------------------------------------- */

struct hoshi_game {
    size_t size;
    const char *name;                                    /* lower case, as in files */
    const char *title;                                   /* for people */
    const char *designer;                                /* "Mark Steere" */
    const char *year;                                    /* "2007" */
    const char *summary;                                 /* one sentence */
    int32_t size_min, size_max, size_step, size_default; /* of a side of the board */
    int32_t players_min, players_max;
    int32_t options_n;
    int32_t rectangular; /* 1: width and height may differ */
    int32_t kinds;       /* kinds of placements: 2 with red stones */
    int32_t has_pass, has_swap;
    int32_t has_points; /* sides have points, so results have margins */
    int32_t has_draws;
    int32_t has_heights; /* stacks stand on a point */
};

/* An option that is agreed before the first ply. */
struct hoshi_option {
    size_t size;
    const char *name;    /* "swap" */
    const char *summary; /* one sentence */
    int32_t value;       /* without a word about it */
    int32_t min, max;
};

/* Games are numbered from 0; new ones are added at the end. */
HOSHI_API int hoshi_games(void);
HOSHI_API int hoshi_game_find(const char *name); /* HOSHI_ERR_UNKNOWN */
HOSHI_API int hoshi_game_get(int game, struct hoshi_game *out);
HOSHI_API int hoshi_game_option(int game, int option, struct hoshi_option *out);

struct hoshi_choice {
    const char *option;
    int32_t value;
};

/* What is agreed before the first ply. What is 0 or not named has the game's default. */
struct hoshi_setup {
    size_t size;
    const char *game; /* its name */
    int32_t width;
    int32_t height; /* 0: as width */
    int32_t players;
    int32_t choices_n;
    const struct hoshi_choice *choices; /* may be NULL if there are none */
};

/* ---- positions ------------------------------------------------------------------------------ */

struct hoshi_position; /* opaque */

/* The empty board. HOSHI_ERR_UNKNOWN (game, option), _RANGE (size, players, value), _NO_MEMORY. */
HOSHI_API int hoshi_position_new(const struct hoshi_setup *setup, struct hoshi_position **out,
                                 struct hoshi_why *why);

/* A position from a diagram, as hoshi_position_diagram writes it, with a side to move. It counts as
 * ply 0 without a swap to come. Also HOSHI_ERR_SYNTAX, and _ILLEGAL if no play leads there. */
HOSHI_API int hoshi_position_set(const struct hoshi_setup *setup, const char *diagram, int side,
                                 struct hoshi_position **out, struct hoshi_why *why);
HOSHI_API struct hoshi_position *hoshi_position_copy(const struct hoshi_position *p);
HOSHI_API void hoshi_position_free(struct hoshi_position *p);

/* Makes `to` a copy without taking memory: a way to try moves and take them back. It copies some
 * hundreds of bytes on small boards. */
HOSHI_API void hoshi_position_clone_into(const struct hoshi_position *p, struct hoshi_position *to);

/* The setup. The value of an option, or HOSHI_ERR_UNKNOWN. */
HOSHI_API int hoshi_position_game(const struct hoshi_position *p);
HOSHI_API int hoshi_position_width(const struct hoshi_position *p);
HOSHI_API int hoshi_position_height(const struct hoshi_position *p);
HOSHI_API int hoshi_position_players(const struct hoshi_position *p);
HOSHI_API int hoshi_position_option(const struct hoshi_position *p, const char *option);

/* Plays a move; the position is unchanged unless 0 is returned. HOSHI_ERR_SYNTAX (no move),
 * _RANGE (no such point), _ILLEGAL, _OVER. */
HOSHI_API int hoshi_position_play(struct hoshi_position *p, const char *move,
                                  struct hoshi_why *why);
/* The same answer without playing. */
HOSHI_API int hoshi_position_explain(const struct hoshi_position *p, const char *move,
                                     struct hoshi_why *why);

/* All legal moves as words, at most max of them; returns their number (0: the game is over). */
HOSHI_API int hoshi_position_legal(const struct hoshi_position *p, char (*words)[HOSHI_WORD_BYTES],
                                   int max);

/* Actions. hoshi_position_action is that of a word: HOSHI_ERR_SYNTAX, _RANGE, or _UNKNOWN for a
 * move that the game lacks. The mask has one byte an action, 1: legal; its number of ones is
 * returned. */
HOSHI_API int hoshi_position_actions(const struct hoshi_position *p);
HOSHI_API int hoshi_position_action(const struct hoshi_position *p, const char *move);
HOSHI_API int hoshi_position_action_text(const struct hoshi_position *p, int action,
                                         char word[HOSHI_WORD_BYTES]);
HOSHI_API int hoshi_position_legal_mask(const struct hoshi_position *p, uint8_t *mask);
HOSHI_API int hoshi_position_legal_actions(const struct hoshi_position *p, int32_t *actions,
                                           int max);
/* Plays an action: 0, HOSHI_ERR_RANGE, _ILLEGAL or _OVER. */
HOSHI_API int hoshi_position_step(struct hoshi_position *p, int action);
/* The last action, HOSHI_ERR_NOT_FOUND before the first. */
HOSHI_API int hoshi_position_last(const struct hoshi_position *p);

/* A uniformly random legal placement (pass if there is none, never a swap); *state is a generator
 * that begins with any number and changes. HOSHI_ERR_OVER. */
HOSHI_API int hoshi_position_random(const struct hoshi_position *p, uint64_t *state);
/* Plays such moves to the end of the game; returns how many. */
HOSHI_API int hoshi_position_random_playout(struct hoshi_position *p, uint64_t seed);

HOSHI_API int hoshi_position_ply(const struct hoshi_position *p);  /* plies played */
HOSHI_API int hoshi_position_over(const struct hoshi_position *p); /* 1 when the game has ended */
HOSHI_API int hoshi_position_side(const struct hoshi_position *p); /* side to move */
HOSHI_API int hoshi_position_seat(const struct hoshi_position *p); /* the player who holds it */
/* The player who holds a side, and the side that a player holds; HOSHI_ERR_RANGE. */
HOSHI_API int hoshi_position_seat_of(const struct hoshi_position *p, int side);
HOSHI_API int hoshi_position_side_of(const struct hoshi_position *p, int seat);
/* 0: none yet, or a draw. */
HOSHI_API int hoshi_position_winner_seat(const struct hoshi_position *p);
HOSHI_API int hoshi_position_winner_side(const struct hoshi_position *p);
/* For each seat 1 for a win, 0 for a draw or a game that lasts; a loser has minus its share of the
 * win: -1 with two players. */
HOSHI_API void hoshi_position_returns(const struct hoshi_position *p, float *by_seat);
/* Points of a side now, in games with points; else 1 for the winner. HOSHI_ERR_RANGE. */
HOSHI_API int hoshi_position_points(const struct hoshi_position *p, int side);

/* One byte a point: the side that stands there, 0 empty, 5 a stone of nobody; returns the number of
 * points. hoshi_position_heights: 0 empty, 1 a stone, more: a stack; flags (may be NULL): 1 a stack
 * that was taken from another side (C6), 2 one with two pieces of its side on top (C2). */
HOSHI_API int hoshi_position_cells(const struct hoshi_position *p, int8_t *sides);
HOSHI_API int hoshi_position_heights(const struct hoshi_position *p, uint8_t *heights,
                                     uint8_t *flags);

/* The position as the nets see it, from the side to move (docs/NETS.md): so many numbers for each
 * point, row by row from the bottom, [height][width][planes]. Bytes as self-play writes them, where
 * 64 means yes and 127 is most; as floats, 1 means yes. hoshi_position_planes_n is their number, or
 * HOSHI_ERR_UNSUPPORTED for setups that the planes cannot tell (three or four players). */
HOSHI_API int hoshi_position_planes_n(const struct hoshi_position *p);
HOSHI_API int hoshi_position_planes_u8(const struct hoshi_position *p, uint8_t *planes);
HOSHI_API int hoshi_position_planes(const struct hoshi_position *p, float *planes);

/* Equal for equal positions, whatever the order of the moves; the canonical one also for mirrored
 * and turned ones. */
HOSHI_API uint64_t hoshi_position_hash(const struct hoshi_position *p);
HOSHI_API uint64_t hoshi_position_hash_canonical(const struct hoshi_position *p);
/* The number of sequences of exactly so many legal plies. */
HOSHI_API uint64_t hoshi_position_perft(const struct hoshi_position *p, int depth);

/* The board for terminals and mail; as a compact diagram; as an SVG picture, theme "light" or
 * "dark". NULL when there is no memory. */
HOSHI_API char *hoshi_position_text(const struct hoshi_position *p);
HOSHI_API char *hoshi_position_diagram(const struct hoshi_position *p);
HOSHI_API char *hoshi_position_svg(const struct hoshi_position *p, const char *theme);
HOSHI_API void hoshi_text_free(char *text);

/* ---- records -------------------------------------------------------------------------------- */

struct hoshi_record; /* opaque */

/* Reads a record, SGF or JSON (told apart by the first character). */
HOSHI_API int hoshi_record_read(const char *bytes, size_t size, struct hoshi_record **out,
                                struct hoshi_why *why);
/* A record without moves: of a match from the empty board, or from a position. */
HOSHI_API int hoshi_record_new(const struct hoshi_setup *setup, struct hoshi_record **out,
                               struct hoshi_why *why);
HOSHI_API int hoshi_record_new_from(const struct hoshi_position *start, struct hoshi_record **out,
                                    struct hoshi_why *why);
HOSHI_API void hoshi_record_free(struct hoshi_record *r);

/* Adds a move to the end of the main line, judged as by hoshi_position_play, and takes the result
 * of a game that it ends. */
HOSHI_API int hoshi_record_append(struct hoshi_record *r, const char *move, struct hoshi_why *why);

/* Plies of the main line, the word of ply 1, 2, …, its comment (0: the record's), and the
 * position after so many. HOSHI_ERR_NOT_FOUND beyond the last. */
HOSHI_API int hoshi_record_plies(const struct hoshi_record *r);
HOSHI_API int hoshi_record_move(const struct hoshi_record *r, int ply, char word[HOSHI_WORD_BYTES]);
HOSHI_API const char *hoshi_record_comment(const struct hoshi_record *r, int ply); /* or NULL */
HOSHI_API int hoshi_record_position(const struct hoshi_record *r, int ply,
                                    struct hoshi_position **out, struct hoshi_why *why);

/* UTF-8. The texts that are returned live as long as the record. */
HOSHI_API const char *hoshi_record_player(const struct hoshi_record *r, int seat); /* or NULL */
HOSHI_API int hoshi_record_set_player(struct hoshi_record *r, int seat, const char *name);
HOSHI_API int hoshi_record_set_comment(struct hoshi_record *r, int ply, const char *text);
/* The result as in SGF: "B+R", "W+12", "0", "Void", "3+"; "" if there is none. Setting one that
 * fits no such form is HOSHI_ERR_SYNTAX. */
HOSHI_API int hoshi_record_result(const struct hoshi_record *r, char *text, size_t bytes);
HOSHI_API int hoshi_record_set_result(struct hoshi_record *r, const char *text);

/* The record as text, format "sgf" or "json". HOSHI_ERR_UNKNOWN (format), _UNSUPPORTED (SGF is
 * for two players), _NO_MEMORY. */
HOSHI_API int hoshi_record_write(const struct hoshi_record *r, const char *format, char **out);

/* ---- engine --------------------------------------------------------------------------------- */
/* In a build without the engine, all of these are HOSHI_ERR_UNSUPPORTED. */

struct hoshi_engine; /* opaque */

struct hoshi_engine_options {
    size_t size;
    uint64_t memory_bytes; /* 0: 256 MiB */
    uint64_t seed;
    int32_t threads;   /* 0: 1 */
    int32_t keep_tree; /* 1: a search with a limit in time alone goes on from the last one */
};

struct hoshi_limits {
    size_t size;
    int32_t level;    /* 1 (beginner) … 8 (all of think_ms); 0: full strength within the rest */
    int64_t nodes;    /* playouts, or a net's judgements, at most; 0: no bound */
    int64_t think_ms; /* milliseconds at most, 0: no bound */
};

enum { HOSHI_PV_MAX = 32, HOSHI_CANDIDATES_MAX = 16 };

/* A move that the engine looked at. */
struct hoshi_candidate {
    char move[HOSHI_WORD_BYTES];
    int32_t action;
    int32_t proven;    /* +1 this move wins, -1 it loses, 0 open, or a draw if exact */
    int32_t exact;     /* 1: its result is proved */
    int32_t low, high; /* what is proved of these points; equal: score is exact */
    int32_t pv_n;      /* the line that it expects, from this move on */
    int64_t visits;
    double winrate; /* 0 … 1 for the side to move, 0.5 without visits; draws count half */
    double score;   /* games with points: expected points less the best other's */
    double prior;   /* the net's probability, 0 without a net */
    int32_t pv[HOSHI_PV_MAX]; /* actions */
    int32_t reserved[8];
};

struct hoshi_thought {
    size_t size;
    char move[HOSHI_WORD_BYTES]; /* "" when the game is over */
    int32_t action;              /* HOSHI_ERR_OVER then */
    int32_t proven;              /* +1 a proved win, -1 a proved loss, 0 open, or a draw if exact */
    int32_t exact;
    int32_t low, high; /* of the position, as those of a candidate */
    uint32_t net;      /* checksum of the net that judged; 0: playouts did */
    double winrate;    /* 0 … 1 for the side to move */
    int64_t nodes;
    int64_t elapsed_ms;
    int32_t candidates_n; /* best first */
    struct hoshi_candidate candidates[HOSHI_CANDIDATES_MAX];
};

/* Called about ten times a second while the engine thinks; return 0 to stop it. */
typedef int hoshi_progress(void *context, const struct hoshi_thought *so_far);

/* With one thread, the same seed and a limit in nodes (or a level below 8) the answer is always the
 * same. */
HOSHI_API int hoshi_engine_new(const struct hoshi_engine_options *options,
                               struct hoshi_engine **out);
HOSHI_API void hoshi_engine_free(struct hoshi_engine *e); /* stops it first */

/* Which net judges. At first those that come with the library, where there is one for the game and
 * the board; else playouts judge. file, of so many bytes, is a net's: that one for its game instead
 * (borrowed until the next call, or until the engine is freed); NULL: playouts always. Stops the
 * engine, which forgets what it has learned. Fails if it is no net that this library can use, or
 * memory is out: then all stays as it was. */
HOSHI_API int hoshi_engine_net(struct hoshi_engine *e, const void *file, size_t bytes);

/* Forgets what it has learned, for a new game. */
HOSHI_API void hoshi_engine_clear(struct hoshi_engine *e);

/* Thinks and returns when it is done. limits may be NULL: level 4. */
HOSHI_API int hoshi_engine_think(struct hoshi_engine *e, const struct hoshi_position *p,
                                 const struct hoshi_limits *limits, hoshi_progress *progress,
                                 void *context, struct hoshi_thought *out);

/* Begins to think in a thread of its own, and returns; p is copied. progress and done (either may
 * be NULL) are called in that thread, and may call hoshi_engine_stop only. A search that still runs
 * is stopped and forgotten. */
typedef void hoshi_done(void *context, const struct hoshi_thought *thought);
HOSHI_API int hoshi_engine_start(struct hoshi_engine *e, const struct hoshi_position *p,
                                 const struct hoshi_limits *limits, hoshi_progress *progress,
                                 hoshi_done *done, void *context);

/* Copies the latest result of a started search to *out (may be NULL). Returns 0 if nothing was
 * started (*out is untouched), 1 while it runs, 2 when it is done. */
HOSHI_API int hoshi_engine_poll(struct hoshi_engine *e, struct hoshi_thought *out);

/* Waits for the end of a started search, and copies its result to *out (may be NULL).
 * HOSHI_ERR_NOT_FOUND if no search was started. */
HOSHI_API int hoshi_engine_wait(struct hoshi_engine *e, struct hoshi_thought *out);

/* Makes a running search end soon. Also from a signal handler. */
HOSHI_API void hoshi_engine_stop(struct hoshi_engine *e);

/* The sampler: plays so many random games spread over the legal moves, and returns the action with
 * the best mean: a yardstick for players that learn. */
HOSHI_API int hoshi_position_flat(const struct hoshi_position *p, int64_t playouts, uint64_t seed);

/* A question for the proof search: does the side to move reach a margin of at least `goal`? In
 * games without points the winner has one: goal 1 asks for a win everywhere. Two players. */
struct hoshi_question {
    size_t size;
    int32_t goal;
    int64_t nodes;         /* positions that the proof may take; 0: a million */
    int64_t positions;     /* positions to measure the distance; 0: none, the distance is a bound */
    uint64_t memory_bytes; /* 0: 64 MiB */
};

struct hoshi_answer {
    size_t size;
    int32_t value;   /* +1 it does, -1 it does not, 0 not known */
    int32_t settled; /* 1: nothing more needs to be played */
    int32_t exact;   /* 1: plies is the distance; else it is at least that */
    int32_t plies;
    int32_t action;              /* the shortest way, or the longest resistance; negative: none */
    char move[HOSHI_WORD_BYTES]; /* its word, or "" */
    int64_t nodes;
};

HOSHI_API int hoshi_position_prove(const struct hoshi_position *p,
                                   const struct hoshi_question *question, struct hoshi_answer *out);

/* ---- batches of games ----------------------------------------------------------------------- */

/* Many games of one setup, played side by side: the environment of a program that learns. */
struct hoshi_vec; /* opaque */

struct hoshi_vec_options {
    size_t size;
    uint64_t seed;      /* of hoshi_vec_random */
    int32_t games;      /* how many */
    int32_t threads;    /* that step them, with the calling one; 0: 1 */
    int32_t auto_reset; /* 1: a game that ends begins again in the same step */
};

/* Where a step writes, game by game. Each may be NULL. */
struct hoshi_vec_out {
    size_t size;
    uint8_t *planes_u8; /* [games][height][width][planes] */
    float *planes;      /* the same */
    uint8_t *legal;     /* [games][actions], 1: legal now */
    float *rewards;     /* [games][players]: hoshi_position_returns of games that this step ended */
    uint8_t *done;      /* [games], 1: this step ended it */
    int32_t *seats;     /* [games], who is to move now */
    int32_t *plies;     /* [games], played: of the game that ended where done is 1 */
    int32_t illegal;    /* written when a step fails: the first game whose action is to blame */
};

HOSHI_API int hoshi_vec_new(const struct hoshi_setup *setup,
                            const struct hoshi_vec_options *options, struct hoshi_vec **out,
                            struct hoshi_why *why);
HOSHI_API void hoshi_vec_free(struct hoshi_vec *v);

HOSHI_API int hoshi_vec_games(const struct hoshi_vec *v);
HOSHI_API int hoshi_vec_actions(const struct hoshi_vec *v);
HOSHI_API int hoshi_vec_planes_n(const struct hoshi_vec *v); /* or HOSHI_ERR_UNSUPPORTED */

/* Begins all games anew, with the generators that the seed gives. out may be NULL. */
HOSHI_API int hoshi_vec_reset(struct hoshi_vec *v, uint64_t seed, struct hoshi_vec_out *out);
/* One action a game. Games that are over (without auto_reset) ignore theirs, and have reward 0 and
 * done 0. If one is not legal, nothing is played: HOSHI_ERR_ILLEGAL, or _RANGE. */
HOSHI_API int hoshi_vec_step(struct hoshi_vec *v, const int32_t *actions,
                             struct hoshi_vec_out *out);
/* hoshi_position_random for each game (0 where one is over). The same seed gives the same games
 * with any number of threads. */
HOSHI_API int hoshi_vec_random(struct hoshi_vec *v, int32_t *actions);
/* Copies game number `game` to *to, and sets it to a position of the same setup.
 * HOSHI_ERR_RANGE. */
HOSHI_API int hoshi_vec_get(const struct hoshi_vec *v, int game, struct hoshi_position *to);
HOSHI_API int hoshi_vec_put(struct hoshi_vec *v, int game, const struct hoshi_position *from);

#ifdef __cplusplus
}
#endif

#endif
