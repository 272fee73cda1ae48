#include "cli/analysis/annotate.h"

#include "cli/analysis/analysis.h"
#include "cli/analysis/graph.h"
#include "cli/command.h"
#include "cli/files/load.h"
#include "cli/play/save.h"
#include "cli/terminal.h"
#include <stdlib.h>
#include <string.h>

enum { LINE_PLIES = 8, COMMENT_BYTES = 1024, TEXT_BYTES = 512 };

/* A position of the main line, and the move that led to it. */
struct moment {
    struct record_node *node; /* the root, or the one with the move */
    move_t move;              /* MOVE_NONE at the root */
    uint8_t mover, seat;      /* seats: the mover, and the seat to move */
    bool known;               /* it was searched, or is over */
    bool over, exact;
    int8_t proven;
    double rate; /* of seat; at the end of the game of seat 1 (two players) */
    int64_t nodes_n;
    struct candidate best; /* what seat should do; move = MOVE_NONE at the end */
    bool judged;           /* loss is known */
    double loss;           /* what the move cost the mover */
    bool turning;
};

struct work {
    const struct annotate *a;
    const char *name;
    struct record *r;
    struct moment *moments;
    int n; /* positions of the main line */
    int players;
};

/* Seat 1's rate with two players, the rate of the player to move with more. */
static double graph_rate(const struct work *w, const struct moment *m)
{
    return w->players == 2 && m->seat == 2 ? 1 - m->rate : m->rate;
}

/* The value of a moment for a seat (two players). */
static double rate_for(const struct moment *m, int seat)
{
    return m->seat == seat ? m->rate : 1 - m->rate;
}

static void take_report(struct moment *m, const struct search_report *report)
{
    m->rate = (double)report->winrate;
    m->proven = report->proven;
    m->exact = report->exact;
    if (report->exact)
        m->rate = report->proven > 0 ? 1 : report->proven < 0 ? 0 : 0.5;
    m->nodes_n = report->nodes_n;
    m->best = report->candidates[0];
    m->known = true;
}

static void take_end(struct moment *m, const struct position *p)
{
    m->over = m->exact = m->known = true;
    m->seat = 1;
    int winner = p->winner == 0 ? 0 : position_seat(p, p->winner);
    m->proven = (int8_t)(winner == 0 ? 0 : winner == 1 ? 1 : -1);
    m->rate = winner == 0 ? 0.5 : winner == 1 ? 1 : 0;
}

/* With more than two players: the played move in the report of the position before. */
static void judge_by_report(struct moment *m, const struct search_report *before, move_t played)
{
    for (int i = 0; i < before->candidates_n; i++) {
        const struct candidate *c = &before->candidates[i];
        if (c->move != played)
            continue;
        m->judged = true;
        m->loss = (double)(before->candidates[0].winrate - c->winrate);
    }
}

static void judge(const struct work *w, const struct moment *before, struct moment *m)
{
    if (w->players == 2 && before->known && m->known) {
        m->judged = true;
        m->loss = rate_for(before, m->mover) - rate_for(m, m->mover);
    }
    if (!m->judged)
        return;
    /* A move that the engine itself preferred is no mistake, even if its view changes later. */
    if (m->move == before->best.move || m->loss < 0)
        m->loss = 0;
    bool spoiled = w->players == 2 && before->exact && m->exact && m->loss > 0;
    m->turning = m->loss >= w->a->drop || spoiled;
}

/* ---- what is printed ---- */

static void print_json(const struct work *w, const struct position *p, const struct moment *m,
                       const struct search_report *report)
{
    json_t *o = analysis_json(p, report, CANDIDATES_MAX);
    if (m->move != MOVE_NONE) {
        char word[MOVE_TEXT_BYTES];
        json_object_set_new(o, "played", json_string(move_print(m->move, p->setup.width, word)));
        json_object_set_new(o, "player", json_integer(m->mover));
    }
    if (m->judged)
        json_object_set_new(o, "loss", json_real((double)(int64_t)(m->loss * 1e4 + 0.5) / 1e4));
    json_object_set_new(o, "turning", json_boolean(m->turning));
    (void)analysis_print_json(o, w->a->out);
}

static void rate_words(const struct moment *m, int seat, struct text *out)
{
    bool own = m->seat == seat;
    analysis_rate(own ? m->rate : 1 - m->rate, own ? m->proven : -m->proven, m->exact, out);
}

static void print_text(const struct work *w, int i)
{
    const struct moment *m = &w->moments[i];
    const struct moment *before = &w->moments[i - 1];
    char word[MOVE_TEXT_BYTES];
    char from[16] = "";
    char to[16] = "";
    struct text t;
    text_init(&t, from, sizeof from);
    rate_words(before, m->mover, &t);
    if (w->players == 2) {
        text_init(&t, to, sizeof to);
        rate_words(m, m->mover, &t);
    } else if (m->judged) {
        (void)snprintf(to, sizeof to, "%.1f %%", (before->rate - m->loss) * 100);
    }
    int width = w->r->setup.width;
    fprintf(w->a->out, "%4d. %-5s player %d  %7s -> %7s", i, move_print(m->move, width, word),
            m->mover, from, to);
    /* Where all moves are worth the same there is nothing better, whatever the engine prefers. */
    if (m->move != before->best.move && m->judged && m->loss > 0 && strcmp(from, to) != 0)
        fprintf(w->a->out, "   better: %s", move_print(before->best.move, width, word));
    fprintf(w->a->out, "%s\n", m->turning ? "   <- turning point" : "");
    (void)fflush(w->a->out);
}

/* ---- the search ---- */

static int search_all(struct work *w)
{
    struct position p;
    struct record_error error;
    if (record_start_position(w->r, &p, &error) < 0) {
        load_print_error(w->name, &error);
        return EXIT_NO;
    }
    struct search_report report = {0};
    for (int i = 0; i < w->n; i++) {
        struct moment *m = &w->moments[i];
        struct search_report before = report;
        if (i > 0) {
            m->mover = (uint8_t)position_seat(&p, p.side);
            position_play_legal(&p, m->move);
        }
        m->seat = (uint8_t)position_seat(&p, p.side);
        m->best.move = MOVE_NONE;
        if (*w->a->stopped)
            break;
        if (w->a->counts)
            fprintf(stderr, "\r%d of %d ", i, w->n - 1);
        int err = engine_search(w->a->engine, &p, &w->a->limits, NULL, NULL, &report);
        if (err < 0) {
            fprintf(stderr, "hoshi: the board needs more --memory\n");
            return EXIT_NO;
        }
        if (p.over)
            take_end(m, &p);
        else
            take_report(m, &report);
        if (i > 0) {
            if (w->players > 2)
                judge_by_report(m, &before, m->move);
            judge(w, &w->moments[i - 1], m);
        }
        if (w->a->json)
            print_json(w, &p, m, &report);
        else if (i > 0)
            print_text(w, i);
    }
    if (w->a->counts)
        terminal_own(stderr, "\r             \r");
    return EXIT_OK;
}

/* ---- what is written into the record ---- */

static bool add_property(struct record *r, struct record_node *node, const char *name,
                         const char *value)
{
    return record_add_value(r, node, name, strlen(name), value, strlen(value)) == 0;
}

/* The line that would have been better, as a variation beside the move. */
static bool add_better_line(struct work *w, int i, const struct position *from)
{
    struct record_node *at = w->moments[i - 1].node;
    const struct candidate *best = &w->moments[i - 1].best;
    struct position p;
    position_copy(&p, from);
    for (int k = 0; k < best->pv_n && k < LINE_PLIES && !p.over; k++) {
        at = record_add_move(w->r, at, best->pv[k], p.side);
        if (at == NULL)
            return false;
        position_play_legal(&p, best->pv[k]);
    }
    return true;
}

static bool add_comment(struct work *w, int i, const struct position *p)
{
    const struct moment *m = &w->moments[i];
    char buf[COMMENT_BYTES];
    char word[MOVE_TEXT_BYTES];
    struct text t;
    struct sink whole;
    int width = w->r->setup.width;
    text_init(&t, buf, sizeof buf);
    if (m->turning) {
        const struct moment *before = &w->moments[i - 1];
        text_str(&t, "Turning point: ");
        text_str(&t, move_print(before->best.move, width, word));
        text_str(&t, " was better, ");
        rate_words(before, m->mover, &t);
        text_str(&t, ".\n");
    }
    if (!m->over) {
        analysis_player(p, &t);
        text_str(&t, " to move: ");
        analysis_rate(m->rate, m->proven, m->exact, &t);
        text_str(&t, ", best ");
        analysis_line(p, &m->best, LINE_PLIES, &t);
        text_str(&t, " (");
        text_int(&t, m->nodes_n);
        text_str(&t, " playouts).");
    }
    if (t.len == 0)
        return true;
    sink_init(&whole, &memory_heap);
    if (m->node->comment[0] != '\0') {
        sink_str(&whole, m->node->comment);
        sink_str(&whole, "\n\n");
    }
    sink_str(&whole, buf);
    m->node->comment = whole.failed ? NULL : record_text(w->r, whole.buf);
    sink_done(&whole);
    if (m->node->comment == NULL) {
        m->node->comment = "";
        return false;
    }
    return true;
}

/* Comments; SBKV, the rate of player 1 as Sabaki shows it; BM, a bad move, 2 for twice the drop. */
static bool write_moment(struct work *w, int i, const struct position *before,
                         const struct position *p)
{
    const struct moment *m = &w->moments[i];
    bool done = add_comment(w, i, p);
    if (w->players == 2) {
        char value[16];
        (void)snprintf(value, sizeof value, "%.2f", graph_rate(w, m) * 100);
        done = done && add_property(w->r, m->node, "SBKV", value);
    }
    if (m->turning)
        done = done && add_property(w->r, m->node, "BM", m->loss >= 2 * w->a->drop ? "2" : "1") &&
               add_better_line(w, i, before);
    return done;
}

static bool write_all(struct work *w)
{
    struct position p;
    struct position before;
    struct record_error error;
    if (record_start_position(w->r, &p, &error) < 0)
        return false;
    for (int i = 0; i < w->n; i++) {
        position_copy(&before, &p);
        if (i > 0)
            position_play_legal(&p, w->moments[i].move);
        if (w->moments[i].known && !write_moment(w, i, &before, &p))
            return false;
    }
    return true;
}

/* ---- the graph ---- */

static bool draw(const struct work *w)
{
    struct graph_point *points = calloc((size_t)w->n, sizeof *points);
    char title[128];
    char text[TEXT_BYTES];
    struct text t;
    if (points == NULL)
        return false;
    text_init(&t, text, sizeof text);
    text_str(&t, "Turning points:");
    int turning_n = 0;
    for (int i = 0; i < w->n; i++) {
        const struct moment *m = &w->moments[i];
        points[i] = (struct graph_point){
            .rate = graph_rate(w, m), .known = m->known, .turning = m->turning};
        if (!m->turning)
            continue;
        (void)move_print(m->move, w->r->setup.width, points[i].word);
        text_str(&t, turning_n++ > 0 ? ", " : " ");
        text_int(&t, i);
        text_str(&t, ". ");
        text_str(&t, points[i].word);
    }
    text_str(&t, turning_n == 0 ? " none." : ".");
    (void)snprintf(title, sizeof title, "%s %dx%d: win rate of %s", games[w->r->setup.game]->title,
                   w->r->setup.width, w->r->setup.height,
                   w->players == 2 ? "player 1" : "the player to move");
    if (!w->a->json) {
        fprintf(w->a->out, "\n%s\n", title);
        graph_print(points, w->n, w->a->columns, w->a->out);
        fprintf(w->a->out, "%s\n", text);
    }
    bool done = true;
    if (w->a->svg_file != NULL) {
        struct sink picture;
        sink_init(&picture, &memory_heap);
        graph_svg(points, w->n, title, text, w->a->dark, &picture);
        done = save_text(w->a->svg_file, &picture) == EXIT_OK;
        sink_done(&picture);
    }
    free(points);
    return done;
}

int annotate(const struct annotate *a, const char *name, struct record *r)
{
    const struct record_node *end = record_main_end(r);
    struct position p;
    struct record_error error;
    if (record_position(r, end, &p, &error) < 0) {
        load_print_error(name, &error);
        return EXIT_NO;
    }
    struct work w = {
        .a = a, .name = name, .r = r, .n = record_node_ply(end) + 1, .players = r->setup.players};
    w.moments = calloc((size_t)w.n, sizeof *w.moments);
    if (w.moments == NULL) {
        fputs("hoshi: out of memory\n", stderr);
        return EXIT_NO;
    }
    w.moments[0] = (struct moment){.node = r->root, .move = MOVE_NONE};
    int n = 0;
    for (struct record_node *at = r->root; at != NULL; at = at->first_child)
        if (at->move != MOVE_NONE)
            w.moments[++n] = (struct moment){.node = at, .move = at->move};
    int status = search_all(&w);
    if (status == EXIT_OK && !draw(&w))
        status = EXIT_NO;
    if (status == EXIT_OK && !write_all(&w)) {
        fputs("hoshi: out of memory\n", stderr);
        status = EXIT_NO;
    }
    free(w.moments);
    return status;
}
