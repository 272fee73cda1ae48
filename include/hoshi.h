/* hoshi.h - the public face of libhoshi: positions, records and the engine of Palisade, Redstone
 * and Levee (Mark Steere) and Claims (Barrie Evans).
 *
 *   cc example.c $(pkg-config --cflags --libs hoshi)
 *
 * Everything is text and numbers: moves are words ("d4", "d4r", "swap", "pass"), points are numbers
 * row * width + column, row 0 at the bottom. A side is a colour or place in turn order (1, 2, …).
 * Functions that can fail return 0 or a negative number whose sentence hoshi_error_text gives.
 * Objects made by hoshi_*_new or hoshi_*_read belong to the caller, who frees them with
 * hoshi_*_free (NULL is fine). Threads may use different objects at once, and one object in turn.
 * Only hoshi_engine_stop and hoshi_engine_poll may be called from any thread at any time. */
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

/* The sentence for a negative result. */
HOSHI_API const char *hoshi_error_text(int error);

/* ---- games ---------------------------------------------------------------------------------- */

/* Name ("palisade"), title and designer of game number index; NULL beyond the last. */
HOSHI_API const char *hoshi_game_name(int index);
HOSHI_API const char *hoshi_game_title(int index);
HOSHI_API const char *hoshi_game_designer(int index);

/* What is agreed before the first ply. */
struct hoshi_setup {
    const char *game; /* "palisade", … */
    int width;        /* 0: the game's default */
    int height;       /* 0: as width */
    int players;      /* 0: the game's default */
    int swap;         /* the pie rule, where the game has it: 0, 1, or -1 for the default */
    int jacked;       /* where the game has this option: 0, 1, or -1 for the default */
};

/* ---- positions ------------------------------------------------------------------------------ */

struct hoshi_position; /* opaque */

enum { HOSHI_WORD_BYTES = 8, HOSHI_SENTENCE_BYTES = 256, HOSHI_MOVES_MAX = 1252 };

/* A move refused, and why. */
struct hoshi_refusal {
    char rule[8];                        /* "L3b"; "" if the move was legal */
    char sentence[HOSHI_SENTENCE_BYTES]; /* about this very move */
    int points_n;                        /* the points that prove it */
    int16_t points[625];
    char alternative[HOSHI_WORD_BYTES]; /* a legal move on the same point, or "" */
};

/* What stands on a point: side 1..4, 0 empty, 5 a stone of nobody. */
struct hoshi_cell {
    int side;
    int height; /* 0 empty, 1 a stone, more: a stack */
};

/* The empty board; NULL for a setup that does not exist, with a sentence in why (may be NULL;
 * HOSHI_SENTENCE_BYTES). */
HOSHI_API struct hoshi_position *hoshi_position_new(const struct hoshi_setup *setup, char *why);
HOSHI_API struct hoshi_position *hoshi_position_copy(const struct hoshi_position *p);
HOSHI_API void hoshi_position_free(struct hoshi_position *p);

/* Plays a move. 0, or a negative number and (unless NULL) why; the position is unchanged then. */
HOSHI_API int hoshi_position_play(struct hoshi_position *p, const char *move,
                                  struct hoshi_refusal *why);

/* All legal moves as words, at most max of them; returns their number (0: the game is over). */
HOSHI_API int hoshi_position_legal(const struct hoshi_position *p, char (*words)[HOSHI_WORD_BYTES],
                                   int max);

HOSHI_API int hoshi_position_width(const struct hoshi_position *p);
HOSHI_API int hoshi_position_height(const struct hoshi_position *p);
HOSHI_API int hoshi_position_players(const struct hoshi_position *p);
HOSHI_API int hoshi_position_ply(const struct hoshi_position *p);    /* plies played */
HOSHI_API int hoshi_position_side(const struct hoshi_position *p);   /* side to move */
HOSHI_API int hoshi_position_seat(const struct hoshi_position *p);   /* the player who holds it */
HOSHI_API int hoshi_position_over(const struct hoshi_position *p);   /* 1 when the game has ended */
HOSHI_API int hoshi_position_winner(const struct hoshi_position *p); /* side; 0 none or a draw */
/* Points of a side now, in games with points; else 1 for the winner. */
HOSHI_API int hoshi_position_points(const struct hoshi_position *p, int side);
HOSHI_API struct hoshi_cell hoshi_position_cell(const struct hoshi_position *p, int point);
HOSHI_API uint64_t hoshi_position_hash(const struct hoshi_position *p);

/* The board as text, for terminals and mail. The caller frees it with hoshi_text_free. */
HOSHI_API char *hoshi_position_text(const struct hoshi_position *p);
/* The board as an SVG picture, theme "light" or "dark"; likewise. */
HOSHI_API char *hoshi_position_svg(const struct hoshi_position *p, const char *theme);
HOSHI_API void hoshi_text_free(char *text);

/* ---- records -------------------------------------------------------------------------------- */

struct hoshi_record; /* opaque */

/* Reads a record, SGF or JSON (told apart by the first character). NULL on failure, with a sentence
 * in why that begins with line and column (may be NULL; 512 bytes). */
HOSHI_API struct hoshi_record *hoshi_record_read(const char *bytes, size_t size, char *why);
HOSHI_API void hoshi_record_free(struct hoshi_record *r);

/* Plies of the main line, and the position after the first ply of them; NULL (and why) if a move is
 * illegal. */
HOSHI_API int hoshi_record_plies(const struct hoshi_record *r);
HOSHI_API struct hoshi_position *hoshi_record_position(const struct hoshi_record *r, int ply,
                                                       char *why);

/* The record as text, format "sgf" or "json"; NULL if that format cannot hold it. */
HOSHI_API char *hoshi_record_write(const struct hoshi_record *r, const char *format);

/* ---- engine --------------------------------------------------------------------------------- */

struct hoshi_engine; /* opaque */

struct hoshi_limits {
    int level;        /* 1 (beginner) … 8 (all of think_ms); 0: full strength within the rest */
    int64_t nodes;    /* playouts, or a net's judgements, at most; 0: no bound */
    int64_t think_ms; /* milliseconds at most, 0: no bound */
};

enum { HOSHI_PV_MAX = 32, HOSHI_CANDIDATES_MAX = 16 };

/* A move that the engine looked at. */
struct hoshi_candidate {
    char move[HOSHI_WORD_BYTES];
    int64_t visits;
    double winrate; /* 0 … 1 for the side to move, 0.5 without visits; draws count half */
    double score;   /* games with points: expected points less the best other's */
    int proven;     /* +1 this move wins, -1 it loses, 0 open, or a draw if exact */
    int exact;      /* 1: its result is proved */
    int low, high;  /* what is proved of these points; equal: score is exact */
    int pv_n;       /* the line that it expects, from this move on */
    char pv[HOSHI_PV_MAX][HOSHI_WORD_BYTES];
};

struct hoshi_thought {
    char move[HOSHI_WORD_BYTES]; /* "" when the game is over */
    double winrate;              /* 0 … 1 for the side to move */
    int proven;                  /* +1 a proved win, -1 a proved loss, 0 open */
    int low, high;               /* of the position, as those of a candidate */
    int64_t nodes;
    uint32_t net;     /* checksum of the net that judged; 0: playouts did */
    int candidates_n; /* best first */
    struct hoshi_candidate candidates[HOSHI_CANDIDATES_MAX];
};

/* Called about ten times a second while the engine thinks; return 0 to stop it. */
typedef int hoshi_progress(void *context, const struct hoshi_thought *so_far);

/* memory_bytes 0: 256 MiB; threads 0: 1. With one thread, the same seed and a limit in nodes (or a
 * level below 8) the answer is always the same. NULL when memory is not to be had. */
HOSHI_API struct hoshi_engine *hoshi_engine_new(uint64_t memory_bytes, int threads, uint64_t seed);
HOSHI_API void hoshi_engine_free(struct hoshi_engine *e); /* stops it first */

/* Which net judges. At first those that come with the library, where there is one for the game and
 * the board; else playouts judge. file, of so many bytes, is a net's: that one for its game instead
 * (borrowed until the next call, or until the engine is freed); NULL: playouts always. Stops the
 * engine, which forgets what it has learned. Returns 0, or a negative number if it is no net that
 * this library can use, or memory is out: then all stays as it was. */
HOSHI_API int hoshi_engine_net(struct hoshi_engine *e, const void *file, size_t bytes);

/* Thinks and returns when it is done. */
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
 * started (*out is untouched), 1 while it runs, 2 when it is done. May be called from any
 * thread. */
HOSHI_API int hoshi_engine_poll(struct hoshi_engine *e, struct hoshi_thought *out);

/* Waits for the end of a started search, and copies its result to *out (may be NULL). Returns a
 * negative number if no search was started. */
HOSHI_API int hoshi_engine_wait(struct hoshi_engine *e, struct hoshi_thought *out);

/* Makes a running search end soon. From any thread or signal handler. */
HOSHI_API void hoshi_engine_stop(struct hoshi_engine *e);

#ifdef __cplusplus
}
#endif

#endif
