/* hoshi_position.c - libhoshi's positions (include/hoshi.h): moves as words, state, pictures. */
#include "base/err.h"
#include "lib/hoshi_int.h"
#include "record/svg.h"
#include "record/textboard.h"
#include <stdlib.h>
#include <string.h>

/* Puts a position into an object of its own. */
static int hand_out(const struct position *p, struct hoshi_position **out, struct hoshi_why *why)
{
    struct hoshi_position *made = malloc(sizeof *made);
    if (made == NULL)
        return hoshi_tell(why, ERR_NO_MEMORY, "", NULL);
    position_copy(&made->p, p);
    *out = made;
    return hoshi_tell(why, 0, "", NULL);
}

int hoshi_position_new(const struct hoshi_setup *setup, struct hoshi_position **out,
                       struct hoshi_why *why)
{
    struct setup s;
    struct position p;
    int err = hoshi_setup_read(setup, &s, why);
    if (err == 0)
        err = position_start(&p, &s);
    return err < 0 ? err : hand_out(&p, out, why);
}

int hoshi_position_set(const struct hoshi_setup *setup, const char *diagram, int side,
                       struct hoshi_position **out, struct hoshi_why *why)
{
    struct setup s;
    struct cell cells[POINTS_MAX];
    struct position p;
    int err = hoshi_setup_read(setup, &s, why);
    if (err < 0)
        return err;
    size_t at = 0;
    err = diagram_parse(&s, diagram, cells, &at);
    if (err < 0)
        return hoshi_tell(why, err, "",
                          err == ERR_RANGE ? "The diagram has another number of points."
                                           : "The diagram has a letter that the game lacks.");
    err = position_set(&p, &s, cells, side);
    if (err < 0)
        return hoshi_tell(why, err, "",
                          err == ERR_ILLEGAL ? "No play leads to that position."
                                             : "The game has no such side or stone.");
    return hand_out(&p, out, why);
}

struct hoshi_position *hoshi_position_copy(const struct hoshi_position *p)
{
    struct hoshi_position *copy = NULL;
    return hand_out(&p->p, &copy, NULL) < 0 ? NULL : copy;
}

void hoshi_position_clone_into(const struct hoshi_position *p, struct hoshi_position *to)
{
    if (p != to)
        position_copy(&to->p, &p->p);
}

void hoshi_position_free(struct hoshi_position *p)
{
    free(p);
}

/* ---- moves as words ---- */

static int refuse(const struct position *p, const struct explanation *e, struct hoshi_why *why)
{
    int err = hoshi_tell(why, e->verdict == VERDICT_G4 ? ERR_OVER : ERR_ILLEGAL,
                         verdict_rule(e->verdict), e->text);
    if (why == NULL || why->size < sizeof *why)
        return err;
    why->points_n = e->points_n;
    for (int i = 0; i < e->points_n; i++)
        why->points[i] = e->points[i];
    if (e->alternative != MOVE_NONE)
        move_print(e->alternative, p->setup.width, why->alternative);
    return err;
}

/* 0 and the move if it is legal. */
static int judge(const struct position *p, const char *move, struct hoshi_why *why, move_t *out)
{
    int err = move_parse(move, p->setup.width, p->setup.height, out);
    if (err < 0)
        return hoshi_tell(why, err, "G1",
                          err == ERR_RANGE ? verdict_text(VERDICT_G1) : "That is not a move.");
    if (position_judge(p, *out) == VERDICT_OK)
        return hoshi_tell(why, 0, "", NULL);
    struct explanation e;
    position_explain(p, *out, &e);
    return refuse(p, &e, why);
}

int hoshi_position_explain(const struct hoshi_position *p, const char *move, struct hoshi_why *why)
{
    move_t m;
    return judge(&p->p, move, why, &m);
}

int hoshi_position_play(struct hoshi_position *p, const char *move, struct hoshi_why *why)
{
    move_t m;
    int err = judge(&p->p, move, why, &m);
    if (err == 0)
        position_play_legal(&p->p, m);
    return err;
}

int hoshi_position_legal(const struct hoshi_position *p, char (*words)[HOSHI_WORD_BYTES], int max)
{
    move_t moves[MOVES_MAX];
    int n = position_legal(&p->p, moves);
    for (int i = 0; i < n && i < max; i++)
        move_print(moves[i], p->p.setup.width, words[i]);
    return n;
}

/* ---- state ---- */

int hoshi_position_game(const struct hoshi_position *p)
{
    return p->p.setup.game;
}

int hoshi_position_width(const struct hoshi_position *p)
{
    return p->p.setup.width;
}

int hoshi_position_height(const struct hoshi_position *p)
{
    return p->p.setup.height;
}

int hoshi_position_players(const struct hoshi_position *p)
{
    return p->p.setup.players;
}

int hoshi_position_ply(const struct hoshi_position *p)
{
    return p->p.ply;
}

int hoshi_position_side(const struct hoshi_position *p)
{
    return p->p.side;
}

int hoshi_position_seat(const struct hoshi_position *p)
{
    return position_seat(&p->p, p->p.side);
}

int hoshi_position_seat_of(const struct hoshi_position *p, int side)
{
    return side >= 1 && side <= p->p.setup.players ? position_seat(&p->p, side)
                                                   : (int)HOSHI_ERR_RANGE;
}

int hoshi_position_side_of(const struct hoshi_position *p, int seat)
{
    return hoshi_position_seat_of(p, seat); /* a swap exchanges two: the same both ways */
}

int hoshi_position_over(const struct hoshi_position *p)
{
    return p->p.over;
}

int hoshi_position_winner_side(const struct hoshi_position *p)
{
    return p->p.winner;
}

int hoshi_position_winner_seat(const struct hoshi_position *p)
{
    return p->p.winner != 0 ? position_seat(&p->p, p->p.winner) : 0;
}

void hoshi_returns(const struct position *p, float *by_seat)
{
    int players = p->setup.players;
    int winner = p->winner != 0 ? position_seat(p, p->winner) : 0;
    for (int seat = 1; seat <= players; seat++)
        by_seat[seat - 1] = winner == 0      ? 0.0F
                            : winner == seat ? 1.0F
                                             : -1.0F / (float)(players - 1);
}

void hoshi_position_returns(const struct hoshi_position *p, float *by_seat)
{
    hoshi_returns(&p->p, by_seat);
}

int hoshi_position_points(const struct hoshi_position *p, int side)
{
    int16_t points[PLAYERS_MAX];
    if (side < 1 || side > p->p.setup.players)
        return HOSHI_ERR_RANGE;
    position_score(&p->p, points);
    return points[side - 1];
}

static int points_n(const struct hoshi_position *p)
{
    return p->p.setup.width * p->p.setup.height;
}

int hoshi_position_cells(const struct hoshi_position *p, int8_t *sides)
{
    int n = points_n(p);
    for (int at = 0; at < n; at++)
        sides[at] = (int8_t)position_cell(&p->p, (point_t)at).owner;
    return n;
}

int hoshi_position_heights(const struct hoshi_position *p, uint8_t *heights, uint8_t *flags)
{
    int n = points_n(p);
    for (int at = 0; at < n; at++) {
        struct cell c = position_cell(&p->p, (point_t)at);
        heights[at] = c.height;
        if (flags != NULL)
            flags[at] = c.flags;
    }
    return n;
}

uint64_t hoshi_position_hash(const struct hoshi_position *p)
{
    return p->p.hash;
}

uint64_t hoshi_position_hash_canonical(const struct hoshi_position *p)
{
    return position_hash_canonical(&p->p);
}

uint64_t hoshi_position_perft(const struct hoshi_position *p, int depth)
{
    return depth < 0 ? 0 : position_perft(&p->p, depth);
}

/* ---- pictures ---- */

char *hoshi_position_text(const struct hoshi_position *p)
{
    char *buf = malloc(TEXTBOARD_BYTES);
    if (buf == NULL)
        return NULL;
    struct text t;
    text_init(&t, buf, TEXTBOARD_BYTES);
    const struct textboard_style style = {.flags =
                                              TEXTBOARD_LAST | TEXTBOARD_LEGEND | TEXTBOARD_STATUS};
    textboard_print(&p->p, &style, &t);
    return buf;
}

char *hoshi_position_diagram(const struct hoshi_position *p)
{
    char *buf = malloc(TEXTBOARD_BYTES);
    if (buf == NULL)
        return NULL;
    struct text t;
    text_init(&t, buf, TEXTBOARD_BYTES);
    diagram_print(&p->p, &t);
    return buf;
}

char *hoshi_position_svg(const struct hoshi_position *p, const char *theme)
{
    const struct svg_style style = {
        .theme = theme != NULL && strcmp(theme, "dark") == 0 ? SVG_DARK : SVG_LIGHT,
        .flags = SVG_LAST | SVG_LABELS | SVG_OWNED,
    };
    struct sink s;
    char *out = NULL;
    sink_init(&s, &memory_heap);
    svg_print(&p->p, &style, &s);
    if (!s.failed && (out = malloc(s.len + 1)) != NULL)
        memcpy(out, s.buf, s.len + 1);
    sink_done(&s);
    return out;
}

void hoshi_text_free(char *text)
{
    free(text);
}
