#include "service/puzzles/puzzle_shelf.h"

#include "rules/placed.h"
#include <stdlib.h>
#include <string.h>

static int compare(const void *key, const void *row)
{
    return strcmp(key, ((const struct puzzle_row *)row)->id);
}

const struct puzzle_row *puzzle_shelf_find(const char *id)
{
    return bsearch(id, puzzle_rows, (size_t)puzzle_rows_n, sizeof *puzzle_rows, compare);
}

int puzzle_shelf_middle(const char *game)
{
    enum { STEP = 10, BINS = 400 };
    int count[BINS] = {0};
    int n = 0;
    for (int i = 0; i < puzzle_rows_n; i++) {
        const struct puzzle_row *row = &puzzle_rows[i];
        if (strcmp(games[row->setup.game]->name, game) != 0 || row->rating < 0 ||
            row->rating >= STEP * BINS)
            continue;
        count[row->rating / STEP]++;
        n++;
    }
    int at = 0;
    for (int below = count[0]; 2 * below < n; below += count[at])
        at++;
    return STEP * at;
}

bool puzzle_shelf_has_theme(const struct puzzle_row *row, const char *theme)
{
    size_t n = strlen(theme);
    for (const char *at = row->themes; n > 0 && (at = strstr(at, theme)) != NULL; at += n)
        if ((at == row->themes || at[-1] == ' ') && (at[n] == ' ' || at[n] == '\0'))
            return true;
    return false;
}

/* Takes the next word of a line; false at its end, or when it is too long to be a move. */
static bool take_word(const char **line, char out[MOVE_TEXT_BYTES])
{
    const char *from = *line + strspn(*line, " ");
    size_t n = strcspn(from, " ");
    if (n == 0 || n >= MOVE_TEXT_BYTES)
        return false;
    memcpy(out, from, n);
    out[n] = '\0';
    *line = from + n;
    return true;
}

/* Plays the moves of a line; returns how many, -1 if one is illegal. */
static int play_line(struct position *p, const char *line)
{
    char word[MOVE_TEXT_BYTES];
    int n = 0;
    while (take_word(&line, word)) {
        move_t m;
        if (move_parse(word, p->setup.width, p->setup.height, &m) < 0 ||
            position_play(p, m) != VERDICT_OK)
            return -1;
        n++;
    }
    return line[strspn(line, " ")] == '\0' ? n : -1;
}

const char *puzzle_shelf_judge(const struct puzzle_row *row, const char *moves)
{
    struct position p;
    const char *rest = moves;
    char first[MOVE_TEXT_BYTES];
    if (placed_start(row->start, &row->setup, &p) < 0 || play_line(&p, row->moves) < 0)
        return "The puzzle cannot be replayed.";
    int side = p.side;
    if (!take_word(&rest, first) || strcmp(first, row->solution) != 0)
        return "Another first move solves this puzzle.";
    int n = play_line(&p, moves);
    if (n < 0)
        return "One of the moves is illegal.";
    int16_t points[PLAYERS_MAX];
    position_score(&p, points);
    if (p.over)
        return points[side - 1] - points[2 - side] >= row->goal
                   ? NULL
                   : "The game ends without reaching the goal.";
    /* The page stops when the points that are settled decide; half of the way is always needed. */
    if (!games[row->setup.game]->has_score || 2 * n < row->plies)
        return "The moves stop before the goal is reached.";
    return NULL;
}
