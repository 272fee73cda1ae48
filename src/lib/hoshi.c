/* hoshi.c - libhoshi's public functions (include/hoshi.h) over rules, record and search. */
#include "hoshi.h"

#include "base/err.h"
#include "net/net.h"
#include "record/record_any.h"
#include "record/record_json.h"
#include "record/sgf.h"
#include "record/svg.h"
#include "record/textboard.h"
#include "rules/position.h"
#include "search/engine.h"
#include "version.h"
#include <stdlib.h>
#include <string.h>

_Static_assert((int)HOSHI_MOVES_MAX >= (int)MOVES_MAX, "the public list holds every legal list");
_Static_assert((int)HOSHI_PV_MAX == (int)PV_MAX && (int)HOSHI_CANDIDATES_MAX == (int)CANDIDATES_MAX,
               "the public thought holds every report");
_Static_assert((int)HOSHI_WORD_BYTES >= (int)MOVE_TEXT_BYTES, "the public word holds every move");

struct hoshi_position {
    struct position p;
};

struct hoshi_record {
    struct record r;
};

/* A caller's functions, with what they need to see the engine's report as ours. */
struct relay {
    hoshi_progress *progress;
    hoshi_done *done;
    void *context;
    int width;
};

struct hoshi_engine {
    struct engine *e;
    struct engine_options options;
    struct net nets[2]; /* the one in use, if any, and room for the next */
    struct relay relay; /* of the search that was started */
    _Atomic int width;  /* of its board, for hoshi_engine_poll */
};

enum { WHY_BYTES = 512 };

const char *hoshi_version(void)
{
    return HOSHI_VERSION;
}

const char *hoshi_error_text(int error)
{
    return err_text(error);
}

static const struct game *game_at(int index)
{
    return index >= 0 && index < GAME_N ? games[index] : NULL;
}

const char *hoshi_game_name(int index)
{
    const struct game *g = game_at(index);
    return g ? g->name : NULL;
}

const char *hoshi_game_title(int index)
{
    const struct game *g = game_at(index);
    return g ? g->title : NULL;
}

const char *hoshi_game_designer(int index)
{
    const struct game *g = game_at(index);
    return g ? g->designer : NULL;
}

static void option_set(struct setup *s, uint8_t flag, int wish)
{
    if (wish == 0)
        s->options &= (uint8_t)~flag;
    else if (wish > 0)
        s->options |= flag;
}

static uint8_t small(int v)
{
    return v < 0 || v > 255 ? 0 : (uint8_t)v;
}

struct hoshi_position *hoshi_position_new(const struct hoshi_setup *setup, char *why)
{
    char scrap[HOSHI_SENTENCE_BYTES];
    struct text t;
    text_init(&t, why ? why : scrap, HOSHI_SENTENCE_BYTES);
    const struct game *g = setup->game ? game_find(setup->game) : NULL;
    if (g == NULL) {
        text_str(&t, "There is no such game.");
        return NULL;
    }
    struct setup s = setup_default(g->id);
    if (setup->width != 0)
        s.width = small(setup->width);
    s.height = setup->height != 0 ? small(setup->height) : s.width;
    if (setup->players != 0)
        s.players = small(setup->players);
    if (g->options & OPTION_SWAP)
        option_set(&s, OPTION_SWAP, setup->swap);
    if (g->options & OPTION_JACKED)
        option_set(&s, OPTION_JACKED, setup->jacked);
    if (setup_check(&s, &t) < 0)
        return NULL;
    struct hoshi_position *p = malloc(sizeof *p);
    if (p == NULL || position_start(&p->p, &s) < 0) {
        text_str(&t, err_text(ERR_NO_MEMORY));
        free(p);
        return NULL;
    }
    return p;
}

struct hoshi_position *hoshi_position_copy(const struct hoshi_position *p)
{
    struct hoshi_position *copy = malloc(sizeof *copy);
    if (copy != NULL)
        position_copy(&copy->p, &p->p);
    return copy;
}

void hoshi_position_free(struct hoshi_position *p)
{
    free(p);
}

static void tell(struct hoshi_refusal *why, const char *rule, const char *sentence)
{
    struct text t;
    text_init(&t, why->rule, sizeof why->rule);
    text_str(&t, rule);
    text_init(&t, why->sentence, sizeof why->sentence);
    text_str(&t, sentence);
    why->points_n = 0;
    why->alternative[0] = '\0';
}

int hoshi_position_play(struct hoshi_position *p, const char *move, struct hoshi_refusal *why)
{
    const struct setup *s = &p->p.setup;
    struct hoshi_refusal scrap;
    if (why == NULL)
        why = &scrap;
    tell(why, "", "");
    move_t m;
    int err = move_parse(move, s->width, s->height, &m);
    if (err < 0) {
        tell(why, "G1", err == ERR_RANGE ? verdict_text(VERDICT_G1) : "That is not a move.");
        return err;
    }
    struct explanation e;
    position_explain(&p->p, m, &e);
    if (e.verdict == VERDICT_OK) {
        position_play_legal(&p->p, m);
        return 0;
    }
    tell(why, verdict_rule(e.verdict), e.text);
    why->points_n = e.points_n;
    for (int i = 0; i < e.points_n; i++)
        why->points[i] = e.points[i];
    if (e.alternative != MOVE_NONE)
        move_print(e.alternative, s->width, why->alternative);
    return e.verdict == VERDICT_G4 ? ERR_OVER : ERR_ILLEGAL;
}

int hoshi_position_legal(const struct hoshi_position *p, char (*words)[HOSHI_WORD_BYTES], int max)
{
    move_t moves[MOVES_MAX];
    int n = position_legal(&p->p, moves);
    for (int i = 0; i < n && i < max; i++)
        move_print(moves[i], p->p.setup.width, words[i]);
    return n;
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

int hoshi_position_over(const struct hoshi_position *p)
{
    return p->p.over;
}

int hoshi_position_winner(const struct hoshi_position *p)
{
    return p->p.winner;
}

int hoshi_position_points(const struct hoshi_position *p, int side)
{
    int16_t points[PLAYERS_MAX];
    position_score(&p->p, points);
    return side >= 1 && side <= PLAYERS_MAX ? points[side - 1] : 0;
}

struct hoshi_cell hoshi_position_cell(const struct hoshi_position *p, int point)
{
    if (point < 0 || point >= p->p.setup.width * p->p.setup.height)
        return (struct hoshi_cell){0};
    struct cell c = position_cell(&p->p, (point_t)point);
    return (struct hoshi_cell){.side = c.owner, .height = c.height};
}

uint64_t hoshi_position_hash(const struct hoshi_position *p)
{
    return p->p.hash;
}

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

/* Hands a sink's text to the caller; NULL when something was dropped. */
static char *sink_take(struct sink *s)
{
    char *out = NULL;
    if (!s->failed) {
        out = malloc(s->len + 1);
        if (out != NULL)
            memcpy(out, s->buf, s->len + 1);
    }
    sink_done(s);
    return out;
}

char *hoshi_position_svg(const struct hoshi_position *p, const char *theme)
{
    const struct svg_style style = {
        .theme = theme != NULL && strcmp(theme, "dark") == 0 ? SVG_DARK : SVG_LIGHT,
        .flags = SVG_LAST | SVG_LABELS | SVG_OWNED,
    };
    struct sink s;
    sink_init(&s, &memory_heap);
    svg_print(&p->p, &style, &s);
    return sink_take(&s);
}

void hoshi_text_free(char *text)
{
    free(text);
}

/* "line 3, column 7: …" */
static void tell_where(char *why, const struct record_error *error)
{
    if (why == NULL)
        return;
    struct text t;
    text_init(&t, why, WHY_BYTES);
    if (error->line > 0) {
        text_str(&t, "line ");
        text_int(&t, error->line);
        text_str(&t, ", column ");
        text_int(&t, error->column);
        text_str(&t, ": ");
    }
    text_str(&t, error->text);
}

struct hoshi_record *hoshi_record_read(const char *bytes, size_t size, char *why)
{
    struct record_error error = {0};
    struct hoshi_record *r = malloc(sizeof *r);
    if (r == NULL) {
        record_error_set(&error, 0, 0, err_text(ERR_NO_MEMORY), NULL);
        tell_where(why, &error);
        return NULL;
    }
    int err = record_any_read(&memory_heap, bytes, size, 0, &r->r, &error);
    if (err < 0) {
        tell_where(why, &error);
        free(r);
        return NULL;
    }
    return r;
}

void hoshi_record_free(struct hoshi_record *r)
{
    if (r == NULL)
        return;
    record_free(&r->r);
    free(r);
}

int hoshi_record_plies(const struct hoshi_record *r)
{
    return record_node_ply(record_main_end(&r->r));
}

struct hoshi_position *hoshi_record_position(const struct hoshi_record *r, int ply, char *why)
{
    struct record_error error = {0};
    const struct record_node *node = ply >= 0 ? record_main_ply(&r->r, ply) : NULL;
    struct hoshi_position *p = malloc(sizeof *p);
    if (node == NULL || p == NULL)
        record_error_set(&error, 0, 0, err_text(p ? ERR_RANGE : ERR_NO_MEMORY), NULL);
    else if (record_position(&r->r, node, &p->p, &error) == 0)
        return p;
    tell_where(why, &error);
    free(p);
    return NULL;
}

char *hoshi_record_write(const struct hoshi_record *r, const char *format)
{
    struct sink s;
    sink_init(&s, &memory_heap);
    int err = strcmp(format, "json") == 0  ? record_json_write(&r->r, &s)
              : strcmp(format, "sgf") == 0 ? sgf_write(&r->r, &s)
                                           : ERR_UNKNOWN;
    if (err < 0)
        s.failed = true;
    return sink_take(&s);
}

struct hoshi_engine *hoshi_engine_new(uint64_t memory_bytes, int threads, uint64_t seed)
{
    struct hoshi_engine *e = malloc(sizeof *e);
    if (e == NULL)
        return NULL;
    e->options =
        (struct engine_options){.memory_bytes = memory_bytes, .threads = threads, .seed = seed};
    e->e = engine_new(&e->options);
    if (e->e == NULL) {
        free(e);
        return NULL;
    }
    return e;
}

int hoshi_engine_net(struct hoshi_engine *e, const void *file, size_t bytes)
{
    const char *why;
    struct engine_options options = e->options;
    struct net *spare = &e->nets[options.net == &e->nets[0] ? 1 : 0];
    int err = file != NULL ? net_open(spare, file, bytes, &why) : 0;
    if (err < 0)
        return err;
    options.no_net = file == NULL;
    options.net = file != NULL ? spare : NULL;
    struct engine *fresh = engine_new(&options);
    if (fresh == NULL)
        return ERR_NO_MEMORY;
    engine_free(e->e);
    e->e = fresh;
    e->options = options;
    return 0;
}

void hoshi_engine_free(struct hoshi_engine *e)
{
    if (e == NULL)
        return;
    engine_free(e->e);
    free(e);
}

static void candidate_from(const struct candidate *c, int width, struct hoshi_candidate *out)
{
    *out = (struct hoshi_candidate){.visits = c->visits,
                                    .winrate = (double)c->winrate,
                                    .score = (double)c->score,
                                    .proven = c->proven,
                                    .exact = c->exact,
                                    .low = c->low,
                                    .high = c->high,
                                    .pv_n = c->pv_n};
    move_print(c->move, width, out->move);
    for (int i = 0; i < c->pv_n; i++)
        move_print(c->pv[i], width, out->pv[i]);
}

static void thought_from(const struct search_report *r, int width, struct hoshi_thought *out)
{
    *out = (struct hoshi_thought){.winrate = (double)r->winrate,
                                  .proven = r->proven,
                                  .low = r->low,
                                  .high = r->high,
                                  .nodes = r->nodes_n,
                                  .net = r->net,
                                  .candidates_n = r->candidates_n};
    if (r->best != MOVE_NONE)
        move_print(r->best, width, out->move);
    for (int i = 0; i < r->candidates_n; i++)
        candidate_from(&r->candidates[i], width, &out->candidates[i]);
}

static bool relay_progress(void *context, const struct search_report *so_far)
{
    struct relay *relay = context;
    struct hoshi_thought thought;
    thought_from(so_far, relay->width, &thought);
    return relay->progress(relay->context, &thought) != 0;
}

static void relay_done(void *context, const struct search_report *report)
{
    struct relay *relay = context;
    struct hoshi_thought thought;
    thought_from(report, relay->width, &thought);
    relay->done(relay->context, &thought);
}

static struct engine_limits limits_from(const struct hoshi_limits *limits)
{
    return (struct engine_limits){
        .level = limits->level, .nodes_cap = limits->nodes, .think_ms = limits->think_ms};
}

int hoshi_engine_think(struct hoshi_engine *e, const struct hoshi_position *p,
                       const struct hoshi_limits *limits, hoshi_progress *progress, void *context,
                       struct hoshi_thought *out)
{
    const struct engine_limits engine_limits = limits_from(limits);
    struct relay relay = {.progress = progress, .context = context, .width = p->p.setup.width};
    struct search_report report;
    int err = engine_search(e->e, &p->p, &engine_limits, progress ? relay_progress : NULL, &relay,
                            &report);
    if (err < 0)
        return err;
    thought_from(&report, relay.width, out);
    return 0;
}

int hoshi_engine_start(struct hoshi_engine *e, const struct hoshi_position *p,
                       const struct hoshi_limits *limits, hoshi_progress *progress,
                       hoshi_done *done, void *context)
{
    const struct engine_limits engine_limits = limits_from(limits);
    engine_stop(e->e);
    (void)engine_wait(e->e, NULL); /* before the relay is another */
    e->width = p->p.setup.width;
    e->relay = (struct relay){
        .progress = progress, .done = done, .context = context, .width = p->p.setup.width};
    const struct engine_watch watch = {.progress = progress ? relay_progress : NULL,
                                       .done = done ? relay_done : NULL,
                                       .context = &e->relay};
    return engine_start(e->e, &p->p, &engine_limits, &watch);
}

int hoshi_engine_poll(struct hoshi_engine *e, struct hoshi_thought *out)
{
    struct search_report report;
    enum engine_state state = engine_poll(e->e, &report);
    if (out != NULL && state != ENGINE_IDLE)
        thought_from(&report, e->width, out);
    return (int)state;
}

int hoshi_engine_wait(struct hoshi_engine *e, struct hoshi_thought *out)
{
    struct search_report report;
    int err = engine_wait(e->e, &report);
    if (err == 0 && out != NULL)
        thought_from(&report, e->width, out);
    return err;
}

void hoshi_engine_stop(struct hoshi_engine *e)
{
    engine_stop(e->e);
}
