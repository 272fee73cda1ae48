/* pbm_find.c - finds commands in their table (pbm_rows.c): the row of a verb, how it is written,
 * and for a mistyped word the commands and games that are spelled most like it. */
#include "mail/pbm_int.h"

#include <stdio.h>
#include <string.h>

/* Commands of other pbmserv games that players try here. */
static const struct {
    const char *name, *instead;
} elsewhere[] = {
    {"suggest",
     "`GAME preview board move...` shows a position to anybody, and `GAME chat board userid"
     " password` writes to your opponents."},
    {"kibitz",
     "Only the players of a match write there: `GAME chat board userid password`. Write to"
     " one player with `message userid password to`."},
    {"who",
     "`GAME standings` and `GAME ratings` list the players of a game, `list` the matches, and"
     " `all show USERID` the matches of one player."},
};

const char *pbm_elsewhere(const char *verb)
{
    for (size_t i = 0; i < ARRAY_LEN(elsewhere); i++)
        if (text_same_nocase(elsewhere[i].name, verb))
            return elsewhere[i].instead;
    return NULL;
}

bool pbm_one_of(const char *words, const char *verb)
{
    char word[16];
    while (*words != '\0') {
        size_t n = strcspn(words, " ");
        snprintf(word, sizeof word, "%.*s", (int)n, words);
        if (text_same_nocase(word, verb))
            return true;
        words += n + (words[n] == ' ');
    }
    return false;
}

const struct pbm_row *pbm_find(const char *verb, bool game)
{
    for (int i = 0; i < pbm_rows_n; i++) {
        const struct pbm_row *row = &pbm_rows[i];
        if (((row->flags & PBM_GAME) != 0) == game &&
            (text_same_nocase(row->name, verb) || pbm_one_of(row->aliases, verb)))
            return row;
    }
    return NULL;
}

/* Removes `what` from the text, if the game has no such thing. */
static void drop_unless(bool has, const char *what, char *text)
{
    char *at = strstr(text, what);
    if (!has && at != NULL)
        memmove(at, at + strlen(what), strlen(at + strlen(what)) + 1);
}

void pbm_syntax(struct reply *r, const struct pbm_row *row, const struct game *game)
{
    char syntax[300];
    snprintf(syntax, sizeof syntax, "%s", row->syntax);
    if (game != NULL) {
        drop_unless((game->options & OPTION_JACKED) != 0, "[-jacked] ", syntax);
        drop_unless((game->options & OPTION_SWAP) != 0, "[-noswap] ", syntax);
        drop_unless(game->players_max > 2, " [userid3 userid4]", syntax);
    }
    if (row->flags & PBM_GAME)
        reply_say(r, "  %s %s %s", game != NULL ? game->name : "GAME", row->name, syntax);
    else
        reply_say(r, "  %s %s", row->name, syntax);
}

bool pbm_wants(const struct pbm_row *row, int args_n)
{
    return args_n >= row->args_min && args_n <= row->args_max;
}

/* --- the nearest --- */

enum { WORD_MAX = 16 };

static int least(int a, int b)
{
    return a < b ? a : b;
}

static bool same(char a, char b)
{
    char fold_a = a >= 'A' && a <= 'Z' ? (char)(a + 'a' - 'A') : a;
    char fold_b = b >= 'A' && b <= 'Z' ? (char)(b + 'a' - 'A') : b;
    return fold_a == fold_b;
}

/* How many letters are missing, too many, wrong, or exchanged with their neighbour (Damerau and
 * Levenshtein). Both words have at most WORD_MAX letters. */
static int distance(const char *a, const char *b)
{
    int row[WORD_MAX + 1][WORD_MAX + 1];
    int n = (int)strlen(a);
    int m = (int)strlen(b);
    for (int i = 0; i <= n; i++)
        row[i][0] = i;
    for (int j = 0; j <= m; j++)
        row[0][j] = j;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++) {
            int wrong = row[i - 1][j - 1] + !same(a[i - 1], b[j - 1]);
            row[i][j] = least(wrong, least(row[i - 1][j], row[i][j - 1]) + 1);
            if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
                row[i][j] = least(row[i][j], row[i - 2][j - 2] + 1);
        }
    return row[n][m];
}

/* The distance of a word that is near enough to be meant; WORD_MAX otherwise. One wrong letter in
 * three is near. */
static int nearness(const char *typed, const char *meant)
{
    size_t n = strlen(typed);
    if (n < 2 || n > WORD_MAX || strlen(meant) > WORD_MAX)
        return WORD_MAX;
    int d = distance(typed, meant);
    return d <= least(2, ((int)n + 1) / 3) ? d : WORD_MAX;
}

int pbm_nearest(const char *verb, const struct pbm_row *out[], int cap)
{
    int best = WORD_MAX;
    int n = 0;
    for (int i = 0; i < pbm_rows_n; i++) {
        int d = nearness(verb, pbm_rows[i].name);
        if (d < best) {
            best = d;
            n = 0;
        }
        if (d < WORD_MAX && d == best && n < cap)
            out[n++] = &pbm_rows[i];
    }
    return n;
}

const struct pbm_row *pbm_slip(const char *verb)
{
    for (int i = 0; i < pbm_rows_n; i++)
        if (nearness(verb, pbm_rows[i].name) <= 1)
            return &pbm_rows[i];
    return NULL;
}

const struct game *pbm_nearest_game(const char *word)
{
    const struct game *found = NULL;
    int best = WORD_MAX;
    for (int g = 0; g < GAME_N; g++) {
        int d = nearness(word, games[g]->name);
        if (d < best) {
            best = d;
            found = games[g];
        }
    }
    return found;
}
