#include "cli/files/own.h"

#include "base/err.h"
#include "record/sgf.h"
#include "rules/position.h"
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TITLE_BYTES = 64, WORD_BYTES = 16 };

/* The line at *at, without its end; *at is behind it then. */
static const char *line_at(const char *text, size_t len, size_t *at, size_t *n)
{
    const char *from = text + *at;
    const char *end = memchr(from, '\n', len - *at);
    *n = end != NULL ? (size_t)(end - from) : len - *at;
    *at += *n + 1;
    return from;
}

/* "# claims 8: …" or "# claims 6x8: …". */
static bool title_read(const char *line, size_t n, struct setup *out)
{
    char title[TITLE_BYTES];
    char game[TITLE_BYTES];
    unsigned width;
    unsigned height;
    (void)snprintf(title, sizeof title, "%.*s", (int)(n < TITLE_BYTES ? n : TITLE_BYTES - 1), line);
    int read = sscanf(title, "# %31[a-z] %3ux%3u", game, &width, &height);
    if (read < 2 || game_find(game) == NULL || width > SIDE_MAX)
        return false;
    *out = setup_default(game_find(game)->id);
    out->width = (uint8_t)width;
    out->height = read == 3 && height <= SIDE_MAX ? (uint8_t)height : (uint8_t)width;
    return setup_check(out, NULL) == 0;
}

json_t *own_line(const char *text, size_t len, size_t *at)
{
    size_t n;
    const char *from = line_at(text, len, at, &n);
    return json_loadb(from, n, JSON_REJECT_DUPLICATES, NULL);
}

enum own_kind own_kind_of(const char *text, size_t len)
{
    size_t at = 0;
    size_t n;
    struct setup s;
    const char *line = line_at(text, len, &at, &n);
    if (title_read(line, n, &s))
        return OWN_COLLECTION;
    if (n == 0 || line[0] != '{')
        return OWN_NONE;
    json_t *json = json_loadb(line, n, 0, NULL);
    bool puzzle = json_is_string(json_object_get(json, "solution"));
    json_decref(json);
    return puzzle ? OWN_PUZZLES : OWN_NONE;
}

static int too_few(int n, const char *what, struct record_error *error)
{
    char number[WORD_BYTES];
    (void)snprintf(number, sizeof number, "%d", n);
    record_error_set(error, 0, 0, "it has ", number, " ", what, NULL);
    return ERR_NOT_FOUND;
}

/* A record whose moves are added one by one, and the position after them. */
struct making {
    struct record *out;
    struct record_error *error;
    struct record_node *last;
    struct position p;
    uint32_t line;
};

static int begin(struct making *m, const struct setup *s)
{
    m->last = NULL;
    if (record_init(m->out, &memory_heap, s) < 0) {
        record_error_set(m->error, 0, 0, "out of memory", NULL);
        return ERR_NO_MEMORY;
    }
    m->last = m->out->root;
    return position_start(&m->p, s);
}

static int add(struct making *m, const char *word)
{
    move_t move;
    int side = m->p.side;
    if (move_parse(word, m->p.setup.width, m->p.setup.height, &move) < 0 ||
        position_play(&m->p, move) != VERDICT_OK) {
        record_error_set(m->error, m->line, 1, word, " is not a legal move there", NULL);
        return ERR_ILLEGAL;
    }
    m->last = record_add_move(m->out, m->last, move, side);
    if (m->last == NULL)
        record_error_set(m->error, 0, 0, "out of memory", NULL);
    return m->last != NULL ? 0 : ERR_NO_MEMORY;
}

/* "e5 d6 … # 1": the moves and the side that has won. */
static int game_read(struct making *m, const char *line, size_t n, const struct setup *s)
{
    char word[WORD_BYTES];
    int err = begin(m, s);
    const char *end = line + n;
    while (err == 0 && line < end && *line != '#') {
        size_t length = 0;
        while (line + length < end && line[length] != ' ' && line[length] != '\r')
            length++;
        (void)snprintf(word, sizeof word, "%.*s",
                       (int)(length < WORD_BYTES ? length : WORD_BYTES - 1), line);
        if (length > 0)
            err = add(m, word);
        line += length + 1;
    }
    if (err == 0)
        record_take_result(m->out, &m->p);
    return err;
}

static int collection_read(struct making *m, const char *text, size_t len, int index)
{
    size_t at = 0;
    size_t n;
    struct setup s;
    int games_n = 0;
    const char *line = line_at(text, len, &at, &n);
    if (!title_read(line, n, &s)) {
        record_error_set(m->error, 1, 1, "this is no title of a collection", NULL);
        return ERR_SYNTAX;
    }
    for (m->line = 2; at < len; m->line++) {
        line = line_at(text, len, &at, &n);
        if (n > 0 && line[0] != '#' && ++games_n == index)
            return game_read(m, line, n, &s);
        if (n > 0 && line[0] == '#')
            (void)title_read(line, n, &s); /* games of another board may follow */
    }
    return too_few(games_n, "games", m->error);
}

static int whole(const json_t *json, const char *name, int otherwise)
{
    const json_t *value = json_object_get(json, name);
    return json_is_integer(value) ? (int)json_integer_value(value) : otherwise;
}

static int puzzle_read(struct making *m, const json_t *json)
{
    const char *name = json_string_value(json_object_get(json, "game"));
    const struct game *g = name != NULL ? game_find(name) : NULL;
    const json_t *moves = json_object_get(json, "moves");
    char why_buf[160] = "it names no game, or no moves";
    struct text why;
    text_init(&why, why_buf, sizeof why_buf);
    if (g != NULL && json_is_array(moves)) {
        struct setup s = setup_default(g->id);
        s.width = (uint8_t)whole(json, "width", s.width);
        s.height = (uint8_t)whole(json, "height", s.width);
        s.options = (uint8_t)whole(json, "options", s.options);
        if (setup_check(&s, &why) == 0) {
            int err = begin(m, &s);
            for (size_t i = 0; err == 0 && i < json_array_size(moves); i++) {
                const char *word = json_string_value(json_array_get(moves, i));
                err = add(m, word != NULL ? word : "?");
            }
            return err;
        }
    } else {
        text_str(&why, "it names no game, or no moves");
    }
    record_error_set(m->error, m->line, 1, why_buf, NULL);
    return ERR_SYNTAX;
}

/* "Puzzle l1234: margin 1 within 3 plies". */
static void puzzle_tell(struct record *r, struct record_node *end, const json_t *json)
{
    char words[160];
    const char *id = json_string_value(json_object_get(json, "id"));
    (void)snprintf(words, sizeof words, "Puzzle %s: one move reaches a margin of %d, in %d plies.",
                   id != NULL ? id : "without a name", whole(json, "goal", 1),
                   whole(json, "plies", 1));
    const char *kept =
        sgf_utf8_span(words, strlen(words)) == strlen(words) ? record_text(r, words) : NULL;
    if (kept != NULL)
        end->comment = kept;
}

static int puzzles_read(struct making *m, const char *text, size_t len, int index)
{
    int puzzles_n = 0;
    size_t at = 0;
    for (m->line = 1; at < len; m->line++) {
        size_t n;
        size_t next = at;
        (void)line_at(text, len, &next, &n);
        if (n == 0 || ++puzzles_n != index) {
            at = next;
            continue;
        }
        json_t *json = own_line(text, len, &at);
        int err = ERR_SYNTAX;
        if (json == NULL)
            record_error_set(m->error, m->line, 1, "this line is not JSON", NULL);
        else
            err = puzzle_read(m, json);
        if (err == 0)
            puzzle_tell(m->out, m->last, json);
        json_decref(json);
        return err;
    }
    return too_few(puzzles_n, "puzzles", m->error);
}

int own_read(enum own_kind kind, const char *text, size_t len, int index, struct record *out,
             struct record_error *error)
{
    struct making m = {.out = out, .error = error};
    int err = kind == OWN_PUZZLES ? puzzles_read(&m, text, len, index)
                                  : collection_read(&m, text, len, index);
    if (err < 0 && m.last != NULL)
        record_free(out);
    return err;
}
