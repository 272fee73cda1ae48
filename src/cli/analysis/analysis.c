#include "cli/analysis/analysis.h"
#include "cli/terminal.h"

#include "record/textboard.h"
#include <stdlib.h>
#include <string.h>

const char *analysis_proved(int proven, bool exact)
{
    if (!exact)
        return NULL;
    return proven > 0 ? "wins" : proven < 0 ? "loses" : "draws";
}

void analysis_player(const struct position *p, struct text *out)
{
    int seat = position_seat(p, p->side);
    const char *side = textboard_side(&p->setup, p->side);
    text_str(out, "Player ");
    text_int(out, seat);
    if (side[0] != 'p' && side[0] != 'P') {
        text_str(out, " (");
        text_str(out, side);
        text_str(out, ")");
    }
}

void analysis_rate(double winrate, int proven, bool exact, struct text *out)
{
    const char *proved = analysis_proved(proven, exact);
    if (proved != NULL) {
        text_str(out, proved);
        return;
    }
    int64_t tenths = (int64_t)(winrate * 1000 + 0.5);
    text_int(out, tenths / 10);
    text_char(out, '.');
    text_int(out, tenths % 10);
    text_str(out, " %");
}

/* " by 3", or " by 1 to 7", of a result that is proved between two. */
static void analysis_bounds(const struct search_report *r, struct text *out)
{
    int least = r->proven > 0 ? r->low : -r->high;
    int most = r->proven > 0 ? r->high : -r->low;
    if (r->proven == 0 || least <= 0)
        return;
    text_str(out, " by ");
    text_int(out, least);
    if (most > least) {
        text_str(out, " to ");
        text_int(out, most);
    }
}

void analysis_line(const struct position *p, const struct candidate *c, int plies, struct text *out)
{
    for (int i = 0; i < c->pv_n && i < plies; i++) {
        char word[MOVE_TEXT_BYTES];
        if (i > 0)
            text_char(out, ' ');
        text_str(out, move_print(c->pv[i], p->setup.width, word));
    }
}

/* A line of the table, cut at so many columns. All of it is ASCII. */
static void put_line(FILE *out, const char *line, int columns)
{
    int len = (int)strlen(line);
    fprintf(out, "%.*s\n", columns > 0 && len > columns ? columns : len, line);
}

/* A move that was only counted among the legal ones has no rate. */
static bool known(const struct candidate *c)
{
    return c->visits > 0 || c->exact;
}

int analysis_table(const struct position *p, const struct search_report *r, int rows, int columns,
                   FILE *out)
{
    char line[512];
    char who[64];
    char rate[32];
    struct text t;
    bool points = games[p->setup.game]->has_score;
    text_init(&t, who, sizeof who);
    analysis_player(p, &t);
    text_init(&t, rate, sizeof rate);
    analysis_rate((double)r->winrate, r->proven, r->exact, &t);
    if (points)
        analysis_bounds(r, &t);
    int64_t per_s = r->elapsed_ms > 0 ? r->nodes_n * 1000 / r->elapsed_ms : 0;
    char by[48] = "playouts";
    if (r->net != 0)
        (void)snprintf(by, sizeof by, "judgements by net %08x", (unsigned)r->net);
    int n = snprintf(line, sizeof line, "%s to move: %s", who, rate);
    if (r->nodes_n > 0)
        (void)snprintf(line + n, sizeof line - (size_t)n, "   %lld %s in %.1f s, %lld/s%s",
                       (long long)r->nodes_n, by, (double)r->elapsed_ms / 1000, (long long)per_s,
                       r->full ? ", memory full" : "");
    put_line(out, line, columns);
    if (r->net_unseen)
        put_line(out, "  (the net was not trained on boards of this size)", columns);
    (void)snprintf(line, sizeof line, "  %-6s %7s %10s %6s  %sline", "move", "rate", "visits",
                   "share", points ? " points  " : "");
    put_line(out, line, columns);
    int shown = r->candidates_n < rows ? r->candidates_n : rows;
    for (int i = 0; i < shown; i++) {
        const struct candidate *c = &r->candidates[i];
        char word[MOVE_TEXT_BYTES];
        char pv[PV_MAX * MOVE_TEXT_BYTES];
        char score[16] = "";
        text_init(&t, rate, sizeof rate);
        if (known(c))
            analysis_rate((double)c->winrate, c->proven, c->exact, &t);
        text_init(&t, pv, sizeof pv);
        analysis_line(p, c, PV_MAX, &t);
        if (points && c->exact && c->low == c->high)
            (void)snprintf(score, sizeof score, "%+d", c->low);
        else if (points && c->visits > 0)
            (void)snprintf(score, sizeof score, "%+.1f", (double)c->score);
        (void)snprintf(line, sizeof line, "  %-6s %7s %10u %4.0f %%  %*s%s%s",
                       move_print(c->move, p->setup.width, word), rate, c->visits,
                       r->nodes_n > 0 ? 100.0 * (double)c->visits / (double)r->nodes_n : 0,
                       points ? 7 : 0, score, points ? "  " : "", pv);
        put_line(out, line, columns);
    }
    return 2 + r->net_unseen + shown;
}

void analysis_board(const struct position *p, const struct search_report *r, bool color, FILE *out)
{
    char *buf = malloc(TEXTBOARD_BYTES);
    if (buf == NULL)
        return;
    char marks[POINTS_MAX] = {0};
    int shown = r->candidates_n < 9 ? r->candidates_n : 9;
    for (int i = shown - 1; i >= 0; i--) /* the better of two stones on one point stays */
        if (move_is_point(r->candidates[i].move))
            marks[move_point(r->candidates[i].move)] = (char)('1' + i);
    const struct textboard_style style = {.flags = TEXTBOARD_LAST | TEXTBOARD_LEGEND |
                                                   TEXTBOARD_STATUS | (color ? TEXTBOARD_COLOR : 0),
                                          .marks = marks};
    struct text t;
    text_init(&t, buf, TEXTBOARD_BYTES);
    textboard_print(p, &style, &t);
    terminal_own(out, "%s", buf);
    free(buf);
}

static json_t *rate_json(double winrate)
{
    return json_real((double)(int64_t)(winrate * 1e4 + 0.5) / 1e4);
}

/* "win", "loss", "draw", or null while it is open. */
static json_t *proof_json(int proven, bool exact)
{
    if (!exact)
        return json_null();
    return json_string(proven > 0 ? "win" : proven < 0 ? "loss" : "draw");
}

static json_t *score_json(const struct position *p, double score)
{
    if (!games[p->setup.game]->has_score)
        return NULL;
    return json_real((double)(int64_t)(score * 100 + (score < 0 ? -0.5 : 0.5)) / 100);
}

static json_t *move_json(const struct position *p, move_t m)
{
    char word[MOVE_TEXT_BYTES];
    return m == MOVE_NONE ? json_null() : json_string(move_print(m, p->setup.width, word));
}

/* The proved bounds of the points; NULL in games without points. */
static json_t *bounds_json(const struct position *p, int low, int high)
{
    if (!games[p->setup.game]->has_score)
        return NULL;
    return json_pack("[i,i]", low, high);
}

static json_t *candidate_json(const struct position *p, const struct candidate *c)
{
    json_t *line = json_array();
    for (int i = 0; i < c->pv_n; i++)
        json_array_append_new(line, move_json(p, c->pv[i]));
    return json_pack("{s:o, s:I, s:o, s:o*, s:o*, s:o, s:o}", "move", move_json(p, c->move),
                     "visits", (json_int_t)c->visits, "winrate",
                     known(c) ? rate_json((double)c->winrate) : json_null(), "score",
                     c->visits > 0 || c->low == c->high ? score_json(p, (double)c->score) : NULL,
                     "bounds", bounds_json(p, c->low, c->high), "proven",
                     proof_json(c->proven, c->exact), "line", line);
}

json_t *analysis_json(const struct position *p, const struct search_report *r, int rows)
{
    json_t *list = json_array();
    for (int i = 0; i < r->candidates_n && i < rows; i++)
        json_array_append_new(list, candidate_json(p, &r->candidates[i]));
    return json_pack(
        "{s:s, s:i, s:i, s:i, s:o, s:i, s:b, s:I, s:I, s:o, s:o*, s:o*, s:o, s:b, s:b, s:o, s:o}",
        "game", games[p->setup.game]->name, "width", p->setup.width, "height", p->setup.height,
        "ply", p->ply, "turn", p->over ? json_null() : json_integer(position_seat(p, p->side)),
        "side", p->side, "over", p->over, "nodes", (json_int_t)r->nodes_n, "ms",
        (json_int_t)r->elapsed_ms, "winrate", p->over ? json_null() : rate_json((double)r->winrate),
        "score", r->candidates_n > 0 ? score_json(p, (double)r->candidates[0].score) : NULL,
        "bounds", r->candidates_n > 0 ? bounds_json(p, r->low, r->high) : NULL, "proven",
        proof_json(r->proven, r->exact), "full", r->full, "net_unseen", r->net_unseen, "net",
        r->net != 0 ? json_sprintf("%08x", (unsigned)r->net) : json_null(), "candidates", list);
}

void analysis_svg(const struct position *p, const struct search_report *r, int rows,
                  enum svg_theme theme, struct sink *out)
{
    struct svg_note notes[CANDIDATES_MAX];
    bool seen[POINTS_MAX] = {false};
    int n = 0;
    for (int i = 0; i < r->candidates_n && i < rows; i++) {
        const struct candidate *c = &r->candidates[i];
        if (!known(c) || !move_is_point(c->move) || seen[move_point(c->move)])
            continue;
        seen[move_point(c->move)] = true;
        struct svg_note *note = &notes[n++];
        *note = (struct svg_note){
            .at = move_point(c->move), .red = move_is_red(c->move), .percent = i == 0 ? 99 : 85};
        if (c->exact)
            (void)snprintf(note->upper, sizeof note->upper, "%s",
                           c->proven > 0   ? "win"
                           : c->proven < 0 ? "loss"
                                           : "draw");
        else
            (void)snprintf(note->upper, sizeof note->upper, "%.0f", (double)c->winrate * 100);
        if (games[p->setup.game]->has_score && !c->exact && c->score > -1000 && c->score < 1000)
            (void)snprintf(note->lower, sizeof note->lower, "%+.1f", (double)c->score);
    }
    const struct svg_style style = {
        .theme = theme, .flags = SVG_LAST | SVG_LABELS | SVG_OWNED, .notes = notes, .notes_n = n};
    svg_print(p, &style, out);
}

bool analysis_print_json(json_t *o, FILE *out)
{
    char *line = o != NULL ? json_dumps(o, JSON_COMPACT | JSON_REAL_PRECISION(6)) : NULL;
    json_decref(o);
    if (line == NULL)
        return false;
    fprintf(out, "%s\n", line);
    free(line);
    return fflush(out) == 0;
}
