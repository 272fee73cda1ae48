#include "cli/files/conformance.h"

#include "base/err.h"
#include "rules/game.h"
#include "rules/position.h"
#include <jansson.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* One line being replayed. */
struct replay {
    struct conformance *to;
    int64_t line_no;
    struct position position;
    const char *game; /* borrowed from the line's JSON */
};

static void differ(struct replay *r, const char *format, ...) PRINTF_LIKE(2, 3);

static void differ(struct replay *r, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    r->to->differences++;
    fprintf(r->to->log, "%s:%lld: ", r->to->file, (long long)r->line_no);
    vfprintf(r->to->log, format, args);
    fputc('\n', r->to->log);
    va_end(args);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* "opts" to setup: players, height, and the options by name. */
static bool read_setup(struct replay *r, json_t *line, struct setup *out)
{
    const struct game *g = r->game ? game_find(r->game) : NULL;
    if (g == NULL) {
        differ(r, "no known game is named");
        return false;
    }
    struct setup s = setup_default(g->id);
    json_int_t size = json_integer_value(json_object_get(line, "size"));
    json_t *opts = json_object_get(line, "opts");
    json_t *height = json_object_get(opts, "height");
    json_t *players = json_object_get(opts, "players");
    s.width = size > 0 && size <= SIDE_MAX ? (uint8_t)size : 0;
    s.height = height ? (uint8_t)json_integer_value(height) : s.width;
    if (players != NULL)
        s.players = (uint8_t)json_integer_value(players);
    const char *key;
    json_t *value;
    json_object_foreach(opts, key, value)
    {
        uint8_t flag = strcmp(key, "swap") == 0     ? OPTION_SWAP
                       : strcmp(key, "jacked") == 0 ? OPTION_JACKED
                                                    : 0;
        if (flag == 0 && strcmp(key, "height") != 0 && strcmp(key, "players") != 0) {
            differ(r, "unknown option \"%s\"", key);
            return false;
        }
        if (json_integer_value(value) != 0)
            s.options |= flag;
        else
            s.options &= (uint8_t)~flag;
    }
    char why_buf[160];
    struct text why;
    text_init(&why, why_buf, sizeof why_buf);
    if (setup_check(&s, &why) < 0) {
        differ(r, "%s", why_buf);
        return false;
    }
    *out = s;
    return true;
}

/* Compares the legal list with the expected one (sorted as strings). */
static void compare_legal(struct replay *r, int ply, json_t *expected)
{
    static char words[MOVES_MAX][MOVE_TEXT_BYTES];
    move_t moves[MOVES_MAX];
    int n = position_legal(&r->position, moves);
    for (int i = 0; i < n; i++)
        move_print(moves[i], r->position.setup.width, words[i]);
    qsort(words, (size_t)n, sizeof words[0], by_text);
    size_t want = json_array_size(expected);
    r->to->positions++;
    size_t i = 0;
    size_t j = 0;
    while (i < (size_t)n || j < want) {
        const char *have = i < (size_t)n ? words[i] : NULL;
        const char *wish = j < want ? json_string_value(json_array_get(expected, j)) : NULL;
        if (j < want && wish == NULL) {
            differ(r, "ply %d: a legal move that is not a string", ply);
            return;
        }
        int order = have == NULL ? 1 : wish == NULL ? -1 : strcmp(have, wish);
        if (order < 0)
            differ(r, "%s, ply %d: %s is legal here, but not in the file", r->game, ply, have);
        if (order > 0)
            differ(r, "%s, ply %d: %s is legal in the file, but not here", r->game, ply, wish);
        i += order <= 0;
        j += order >= 0;
    }
}

static void compare_points(struct replay *r, const char *name, json_t *expected,
                           const struct result *have)
{
    size_t n = json_array_size(expected);
    if (n != r->position.setup.players)
        differ(r, "%s has %zu numbers for %d players", name, n, r->position.setup.players);
    for (size_t i = 0; i < n && i < PLAYERS_MAX; i++) {
        json_int_t want = json_integer_value(json_array_get(expected, i));
        if (want != have->points[i])
            differ(r, "%s: %s of side %zu is %d, not %lld", r->game, name, i + 1, have->points[i],
                   (long long)want);
    }
}

static void compare_result(struct replay *r, json_t *expected)
{
    static struct result have;
    position_result(&r->position, &have);
    if (!have.over)
        differ(r, "%s: the game is not over at the end of the line", r->game);
    json_t *winner = json_object_get(expected, "winner");
    if (!json_is_integer(winner) || json_integer_value(winner) != have.winner)
        differ(r, "%s: winner is %d, not %lld", r->game, have.winner,
               (long long)json_integer_value(winner));
    json_t *points = json_object_get(expected, "points");
    json_t *score = json_object_get(expected, "score");
    json_t *total = json_object_get(expected, "total");
    if (points != NULL)
        compare_points(r, "points", points, &have);
    if (score != NULL)
        compare_points(r, "score", score, &have);
    if (total != NULL && json_integer_value(total) != have.points[0] + have.points[1])
        differ(r, "%s: %d points are owned, not %lld", r->game, have.points[0] + have.points[1],
               (long long)json_integer_value(total));
}

static void compare_diagram(struct replay *r, const char *expected)
{
    static char buf[POINTS_MAX * 5];
    struct text t;
    text_init(&t, buf, sizeof buf);
    diagram_print(&r->position, &t);
    if (expected == NULL || strcmp(buf, expected) != 0)
        differ(r, "%s: the final position is\n%s\nnot\n%s", r->game, buf,
               expected ? expected : "(none)");
}

static void replay_game(struct replay *r, json_t *line)
{
    json_t *moves = json_object_get(line, "moves");
    json_t *legal = json_object_get(line, "legal");
    size_t n = json_array_size(moves);
    if (!json_is_array(moves) || json_array_size(legal) != n) {
        differ(r, "\"moves\" and \"legal\" must be lists of one length");
        return;
    }
    const struct setup *s = &r->position.setup;
    r->to->games++;
    for (size_t i = 0; i < n; i++) {
        compare_legal(r, (int)i + 1, json_array_get(legal, i));
        const char *word = json_string_value(json_array_get(moves, i));
        move_t m;
        if (word == NULL || move_parse(word, s->width, s->height, &m) < 0) {
            differ(r, "ply %zu is not a move", i + 1);
            return;
        }
        enum verdict v = position_play(&r->position, m);
        if (v != VERDICT_OK) {
            differ(r, "%s, ply %zu: %s is refused by rule %s", r->game, i + 1, word,
                   verdict_rule(v));
            return;
        }
    }
    json_t *none = json_array();
    compare_legal(r, (int)n + 1, none); /* G4: nothing follows the end */
    json_decref(none);
    compare_result(r, json_object_get(line, "result"));
    compare_diagram(r, json_string_value(json_object_get(line, "diagram")));
}

static void replay_perft(struct replay *r, json_t *line)
{
    json_int_t depth = json_integer_value(json_object_get(line, "depth"));
    json_int_t want = json_integer_value(json_object_get(line, "nodes"));
    if (depth < 0 || depth > 100 || want < 0) {
        differ(r, "\"depth\" must be 0 to 100 and \"nodes\" not negative");
        return;
    }
    r->to->counts++;
    uint64_t nodes = position_perft(&r->position, (int)depth);
    if (nodes != (uint64_t)want)
        differ(r, "perft(%d) of %s %d is %llu, not %llu", (int)depth, r->game,
               r->position.setup.width, (unsigned long long)nodes, (unsigned long long)want);
}

void conformance_line(struct conformance *c, const char *line, int64_t line_no)
{
    if (line[strspn(line, " \t\r\n")] == '\0')
        return;
    struct replay r = {.to = c, .line_no = line_no};
    json_error_t error;
    json_t *json = json_loads(line, JSON_REJECT_DUPLICATES, &error);
    if (!json_is_object(json)) {
        differ(&r, "not a JSON object: %s (column %d)", json ? "another value" : error.text,
               json ? 1 : error.column);
        json_decref(json);
        return;
    }
    r.game = json_string_value(json_object_get(json, "game"));
    struct setup setup;
    if (read_setup(&r, json, &setup)) {
        int err = position_start(&r.position, &setup);
        ASSERT(err == 0);
        if (json_object_get(json, "depth") != NULL)
            replay_perft(&r, json);
        else
            replay_game(&r, json);
    }
    json_decref(json);
}

int conformance_file(struct conformance *c, FILE *in)
{
    char *line = NULL;
    size_t cap = 0;
    int64_t line_no = 0;
    while (getline(&line, &cap, in) >= 0) {
        if (c->progress != NULL && progress_due(c->progress))
            progress_tell(c->progress, "%s: line %lld; %lld positions so far", c->file,
                          (long long)line_no + 1, (long long)c->positions);
        conformance_line(c, line, ++line_no);
    }
    free(line);
    return ferror(in) ? ERR_IO : 0;
}
