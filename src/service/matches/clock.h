/* clock.h - the arithmetic of game clocks: plain values, whole milliseconds, no system time.
 *
 * A rule says how much time players get; a seat's clock is the time it has left. While a seat's
 * clock runs, only its start is stored; elapsed time is charged when it stops. All of it is UTC
 * milliseconds, so neither time zones nor daylight changes exist here.
 *
 *     left_ms   of the present phase: the bank, the time for this move, or a byo-yomi period
 *     periods   byo-yomi only: periods that come after the present phase. As long as all are left
 *               the present phase is the main time
 *
 * Time runs out one millisecond after the deadline: a move in the very millisecond counts.
 *
 * Rules as text, for the store, mail and the command line: an amount is a number and its unit (ms,
 * s, m, h, d).
 *
 *     3d           three days for each move (less than a day: "simple", the same live)
 *     5m+5s        Fischer: a bank, and so much more with each move;  30d+1d<60d  at most 60 days
 *     10m+3x30s    byo-yomi: main time, then three periods
 *     … claim      a player who runs out of time loses when another player claims it */
#ifndef SERVICE_CLOCK_H
#define SERVICE_CLOCK_H
#include "base/macros.h"
#include "base/text.h"
#include <stdbool.h>
#include <stdint.h>

enum clock_kind {
    CLOCK_NONE,
    CLOCK_DAYS,
    CLOCK_FISCHER,
    CLOCK_BYOYOMI,
    CLOCK_SIMPLE,
    CLOCK_KIND_N
};
extern const char *const clock_kind_name[CLOCK_KIND_N]; /* "" for none; as in the API */

enum { CLOCK_TEXT_BYTES = 96, CLOCK_PERIODS_MAX = 25 };

struct clock_rule {
    enum clock_kind kind;
    int64_t main_ms, add_ms, cap_ms; /* fischer; main_ms of byo-yomi, too. cap_ms 0: none */
    int64_t move_ms;                 /* for each move: days, simple; a period of byo-yomi */
    int periods;                     /* byo-yomi */
    bool claim;
};

struct clock_seat {
    int64_t left_ms;
    int periods;
};

/* Whether the rule is valid; if not, *why says what is allowed. */
MUST_USE int clock_check(const struct clock_rule *r, struct text *why);

/* Long enough for vacations: by days, or a main time of a day or more. */
bool clock_is_slow(const struct clock_rule *r);

void clock_print(const struct clock_rule *r, char out[CLOCK_TEXT_BYTES]);
/* "" is CLOCK_NONE. 0, or ERR_SYNTAX; the rule that was read is not checked. */
MUST_USE int clock_parse(const char *text, struct clock_rule *out);

/* The clock of a seat at the start. */
struct clock_seat clock_full(const struct clock_rule *r);

/* Takes elapsed time off (negative counts as none). False when more has passed than was left. */
bool clock_charge(const struct clock_rule *r, struct clock_seat *c, int64_t elapsed_ms);

/* A move was made: adds the increment, or fills the time for a move again. */
void clock_moved(const struct clock_rule *r, struct clock_seat *c);

/* When time runs out for a clock that begins to run at `since`: the last good millisecond. */
int64_t clock_deadline(const struct clock_rule *r, const struct clock_seat *c, int64_t since);

/* When to remind the owner of the clock; 0: never. */
int64_t clock_remind_at(const struct clock_rule *r, const struct clock_seat *c, int64_t since);

/* The least time that a player can count on for each move: for bots, which take only what they can
 * keep. */
int64_t clock_per_move(const struct clock_rule *r);

#endif
