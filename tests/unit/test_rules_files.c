/* test_rules_files.c - the cases of tests/rules/NAME.t hold: boards drawn in text, questions,
 * answers.
 *
 * A file is a list of cases. A comment of one word starts a case. The word is the name of the case
 * and cites the rule. Other comments are free text. Each line of a case has a keyword and its
 * words:
 *
 *     # r4_own_bounded_group_falls_too
 *     game redstone 5 swap=0        game, size (N or WxH), options players=N swap=0|1 jacked=0|1
 *     moves d4 e5 d4r               moves to play; each must be legal
 *     board                         or a position drawn on the next lines, top row first (also on
 *     . . .                         this line, rows split by /), to a blank line or a keyword; the
 *     . w .                         characters are those of game.h's diagrams
 *     . . .
 *     turn 2                        the side to move, after board (default 1)
 *     impossible                    instead of turn: position_set must refuse the drawn position
 *     play d4                       must be legal
 *     refused d4 R2                 must be refused by that rule and leave the position unchanged
 *     points c4 c5                  after refused: the points of the explanation, in any order
 *     alternative d4r               after refused: the legal move that is proposed ("none")
 *     legal a1 b2                   all legal moves, in any order
 *     board=                        the diagram now, drawn as for board
 *     winner 2                      the game is over and that side has won (0: a draw)
 *     running                       the game is not over
 *     points 12 13                  the points of the sides
 *
 * A case must ask something, and a file must have a case. An unknown keyword is a failure. A
 * failure ends its case. The run continues with the next case and reports all failures. */
#include "testing.h"

#include "base/err.h"
#include "rules/position.h"
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MAX = 1400, REPORT_BYTES = 64 * 1024, BOARD_BYTES = 4096 };

struct run {
    const char *file;
    const char *at; /* text not yet read */
    int line_n;     /* number of the line read last, from 1 */
    char line[16 * 1024];
    char name[128]; /* of the running case, "" before the first */
    struct setup setup;
    struct position p;
    struct cell cells[POINTS_MAX];
    struct explanation why;
    bool has_game;  /* game was given */
    bool has_board; /* the line before was a board: turn may follow */
    bool has_why;   /* the line before was refused or belongs to it */
    bool broken;    /* this case failed: skip the rest */
    int set_err;    /* the result of position_set for the last board; the next line reports it */
    int asked_n;    /* questions of this case */
    int cases_n;
    int failures_n;
    struct text report;
};

static void fault(struct run *r, const char *format, ...) PRINTF_LIKE(2, 3);
static void fault(struct run *r, const char *format, ...)
{
    char message[8 * 1024];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    char where[512];
    snprintf(where, sizeof where, "%s:%d: %s: ", r->file, r->line_n,
             r->name[0] != '\0' ? r->name : "(no case)");
    text_str(&r->report, where);
    text_str(&r->report, message);
    text_char(&r->report, '\n');
    r->failures_n++;
    r->broken = true;
}

/* Reads the next line without its end; false at the end of the text. */
static bool line_next(struct run *r)
{
    if (*r->at == '\0')
        return false;
    size_t len = strcspn(r->at, "\n");
    size_t keep = len < sizeof r->line ? len : sizeof r->line - 1;
    memcpy(r->line, r->at, keep);
    r->line[keep] = '\0';
    while (keep > 0 && strchr(" \t\r", r->line[keep - 1]) != NULL)
        r->line[--keep] = '\0';
    r->at += len + (r->at[len] == '\n');
    r->line_n++;
    return true;
}

/* "# text": a row of a Levee diagram may begin with # too, but a letter never follows it. */
static bool is_comment(const char *line)
{
    return line[0] == '#' &&
           (line[1] == '\0' || (line[1] == ' ' && (line[2] | 32) >= 'a' && (line[2] | 32) <= 'z'));
}

static int words_split(char *line, char *words[WORDS_MAX])
{
    int n = 0;
    for (char *w = strtok(line, " \t"); w != NULL && n < WORDS_MAX; w = strtok(NULL, " \t"))
        words[n++] = w;
    return n;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Sorts both lists of words and complains if they differ. */
static void compare_words(struct run *r, const char *what, char **expected, int expected_n,
                          char **found, int found_n)
{
    qsort(expected, (size_t)expected_n, sizeof *expected, by_text);
    qsort(found, (size_t)found_n, sizeof *found, by_text);
    char list[6 * 1024];
    struct text t;
    text_init(&t, list, sizeof list);
    bool differ = false;
    for (int i = 0, j = 0; i < expected_n || j < found_n;) {
        int c = i == expected_n ? 1 : j == found_n ? -1 : strcmp(expected[i], found[j]);
        if (c != 0) {
            text_str(&t, c < 0 ? " missing " : " unexpected ");
            text_str(&t, c < 0 ? expected[i] : found[j]);
            differ = true;
        }
        i += c <= 0;
        j += c >= 0;
    }
    if (differ)
        fault(r, "%s:%s", what, list);
}

static int point_words(const struct run *r, const point_t *points, int n, char *words[],
                       char texts[][MOVE_TEXT_BYTES])
{
    for (int i = 0; i < n; i++)
        words[i] = move_print((move_t)points[i], r->setup.width, texts[i]);
    return n;
}

/* Reads a move on this board. A point off the board gives MOVE_NONE and true. */
static bool move_read(struct run *r, const char *word, move_t *out)
{
    *out = MOVE_NONE;
    int err = move_parse(word, r->setup.width, r->setup.height, out);
    if (err == ERR_SYNTAX)
        fault(r, "\"%s\" is no move", word);
    return err != ERR_SYNTAX;
}

static void do_game(struct run *r, char **words, int n)
{
    const struct game *g = n > 1 ? game_find(words[1]) : NULL;
    if (g == NULL || n < 3) {
        fault(r, "expected: game NAME SIZE [OPTION=VALUE …] with a known game");
        return;
    }
    r->setup = setup_default(g->id);
    int width = 0;
    int height = 0;
    char end = '\0';
    int got = sscanf(words[2], "%dx%d%c", &width, &height, &end);
    if (got == 1 && strchr(words[2], 'x') == NULL)
        height = width;
    else if (got != 2)
        width = 0;
    r->setup.width = (uint8_t)(width > 0 && width < 256 ? width : 0);
    r->setup.height = (uint8_t)(height > 0 && height < 256 ? height : 0);
    for (int i = 3; i < n; i++) {
        int value = -1;
        char *equals = strchr(words[i], '=');
        if (equals == NULL || sscanf(equals + 1, "%d%c", &value, &end) != 1) {
            fault(r, "option \"%s\" is not NAME=VALUE", words[i]);
            return;
        }
        *equals = '\0';
        int flag = strcmp(words[i], "swap") == 0     ? OPTION_SWAP
                   : strcmp(words[i], "jacked") == 0 ? OPTION_JACKED
                                                     : 0;
        if (flag != 0 && (value == 0 || value == 1)) {
            r->setup.options =
                (uint8_t)(value ? r->setup.options | flag : r->setup.options & ~flag);
        } else if (strcmp(words[i], "players") == 0) {
            r->setup.players = (uint8_t)(value & 0xff);
        } else {
            fault(r, "unknown option or value: %s=%d", words[i], value);
            return;
        }
    }
    char why[256];
    struct text t;
    text_init(&t, why, sizeof why);
    if (setup_check(&r->setup, &t) < 0 || position_start(&r->p, &r->setup) < 0)
        fault(r, "%s", why);
    r->has_game = !r->broken;
}

static bool is_keyword(const char *line);

/* Collects a drawn board: the rest of this line and the lines up to a blank one or a keyword. */
static void board_read(struct run *r, const char *rest, char out[BOARD_BYTES])
{
    struct text t;
    text_init(&t, out, BOARD_BYTES);
    text_str(&t, rest);
    for (;;) {
        const char *at = r->at;
        int line_n = r->line_n;
        if (!line_next(r))
            return;
        if (r->line[0] == '\0')
            return;
        if (is_comment(r->line) || is_keyword(r->line)) {
            r->at = at;
            r->line_n = line_n;
            return;
        }
        text_char(&t, '\n');
        text_str(&t, r->line);
    }
}

static void do_board(struct run *r, const char *rest)
{
    char drawn[BOARD_BYTES];
    board_read(r, rest, drawn);
    size_t at = 0;
    memset(r->cells, 0, sizeof r->cells);
    int err = diagram_parse(&r->setup, drawn, r->cells, &at);
    if (err < 0) {
        fault(r, "the board cannot be read at \"%.10s\": %s", drawn + at, err_text(err));
        return;
    }
    r->set_err = position_set(&r->p, &r->setup, r->cells, 1);
    r->has_board = true;
}

static void do_board_is(struct run *r, const char *rest)
{
    char drawn[BOARD_BYTES];
    board_read(r, rest, drawn);
    struct cell cells[POINTS_MAX] = {{0}};
    int err = diagram_parse(&r->setup, drawn, cells, NULL);
    if (err < 0) {
        fault(r, "the board cannot be read: %s", err_text(err));
        return;
    }
    for (point_t i = 0; i < r->setup.width * r->setup.height; i++) {
        struct cell c = position_cell(&r->p, i);
        if (c.owner == cells[i].owner && c.height == cells[i].height)
            continue;
        char word[MOVE_TEXT_BYTES];
        char now[BOARD_BYTES];
        struct text t;
        text_init(&t, now, sizeof now);
        diagram_print(&r->p, &t);
        fault(r, "%s differs; the board is\n%s", move_print((move_t)i, r->setup.width, word), now);
        return;
    }
}

static void do_play(struct run *r, char **words, int n)
{
    if (n < 2)
        fault(r, "expected a move");
    for (int i = 1; i < n && !r->broken; i++) {
        move_t m;
        if (!move_read(r, words[i], &m))
            return;
        enum verdict v = m == MOVE_NONE ? VERDICT_G1 : position_play(&r->p, m);
        if (v != VERDICT_OK)
            fault(r, "%s is refused by %s: %s", words[i], verdict_rule(v), verdict_text(v));
        else if (r->p.hash != position_hash(&r->p, 0))
            fault(r, "after %s the hash is not that of the position", words[i]);
    }
}

static void do_refused(struct run *r, char **words, int n)
{
    move_t m;
    if (n != 3) {
        fault(r, "expected: refused MOVE RULE");
        return;
    }
    if (!move_read(r, words[1], &m))
        return;
    memset(&r->why, 0, sizeof r->why);
    enum verdict v = VERDICT_G1;
    if (m != MOVE_NONE) {
        struct position before;
        position_copy(&before, &r->p);
        v = position_play(&r->p, m);
        if (v != VERDICT_OK && !position_equal(&before, &r->p))
            fault(r, "%s is refused, but the position has changed", words[1]);
        position_explain(&before, m, &r->why);
        if (v != r->why.verdict)
            fault(r, "%s is refused by %s but explained by %s", words[1], verdict_rule(v),
                  verdict_rule(r->why.verdict));
        if (v != VERDICT_OK && r->why.text[0] == '\0')
            fault(r, "the refusal of %s is not explained", words[1]);
        r->has_why = true;
    }
    if (v == VERDICT_OK)
        fault(r, "%s is legal", words[1]);
    else if (strcmp(verdict_rule(v), words[2]) != 0)
        fault(r, "%s is refused by %s: %s", words[1], verdict_rule(v), r->why.text);
}

static void do_points(struct run *r, char **words, int n)
{
    if (n > 1 && words[1][0] >= '0' && words[1][0] <= '9') {
        int16_t points[PLAYERS_MAX];
        position_score(&r->p, points);
        if (n - 1 != r->setup.players) {
            fault(r, "expected %d numbers", r->setup.players);
            return;
        }
        for (int i = 1; i < n; i++) {
            int value = -1;
            char end;
            if (sscanf(words[i], "%d%c", &value, &end) != 1)
                fault(r, "\"%s\" is no number", words[i]);
            else if (value != points[i - 1])
                fault(r, "side %d has %d points", i, points[i - 1]);
        }
        return;
    }
    if (!r->has_why) {
        fault(r, "points of an explanation must follow refused");
        return;
    }
    static char texts[POINTS_MAX][MOVE_TEXT_BYTES];
    char *found[POINTS_MAX];
    int found_n = point_words(r, r->why.points, r->why.points_n, found, texts);
    compare_words(r, "points of the explanation", words + 1, n - 1, found, found_n);
}

static void do_alternative(struct run *r, char **words, int n)
{
    char word[MOVE_TEXT_BYTES];
    if (n != 2 || !r->has_why)
        fault(r, "expected: alternative MOVE|none, after refused");
    else if (strcmp(words[1], move_print(r->why.alternative, r->setup.width, word)) != 0)
        fault(r, "the alternative is %s", word);
}

static void do_legal(struct run *r, char **words, int n)
{
    static char texts[MOVES_MAX][MOVE_TEXT_BYTES];
    move_t moves[MOVES_MAX];
    char *found[MOVES_MAX];
    int found_n = position_legal(&r->p, moves);
    for (int i = 0; i < found_n; i++)
        found[i] = move_print(moves[i], r->setup.width, texts[i]);
    compare_words(r, "legal moves", words + 1, n - 1, found, found_n);
}

static void do_winner(struct run *r, char **words, int n)
{
    if (n != 2 || strlen(words[1]) != 1 || words[1][0] < '0' || words[1][0] > '4')
        fault(r, "expected: winner SIDE");
    else if (!r->p.over)
        fault(r, "the game is not over");
    else if (r->p.winner != words[1][0] - '0')
        fault(r, "the winner is %d", r->p.winner);
}

static void do_turn(struct run *r, char **words, int n)
{
    if (n != 2 || strlen(words[1]) != 1 || words[1][0] < '1' || words[1][0] > '4')
        fault(r, "expected: turn SIDE");
    else
        r->set_err = position_set(&r->p, &r->setup, r->cells, words[1][0] - '0');
}

static const char *const keywords[] = {"game",   "moves",   "board",  "turn",  "impossible",
                                       "play",   "refused", "points", "legal", "alternative",
                                       "board=", "winner",  "running"};

static bool is_keyword(const char *line)
{
    size_t len = strcspn(line, " \t");
    for (size_t i = 0; i < ARRAY_LEN(keywords); i++)
        if (strlen(keywords[i]) == len && strncmp(line, keywords[i], len) == 0)
            return true;
    return false;
}

static void case_end(struct run *r)
{
    if (r->name[0] == '\0' || r->broken)
        return;
    if (r->set_err < 0)
        fault(r, "the drawn position is refused: %s", err_text(r->set_err));
    else if (r->asked_n == 0)
        fault(r, "this case asks nothing");
}

static void case_start(struct run *r, const char *name)
{
    case_end(r);
    snprintf(r->name, sizeof r->name, "%s", name);
    r->has_game = r->has_board = r->has_why = r->broken = false;
    r->set_err = 0;
    r->asked_n = 0;
    r->cases_n++;
}

/* Carries out one line that is neither blank nor a comment. */
static void do_line(struct run *r)
{
    if (r->broken)
        return;
    if (!is_keyword(r->line)) {
        fault(r, "unknown keyword: %.40s", r->line);
        return;
    }
    char *words[WORDS_MAX];
    char copy[sizeof r->line];
    memcpy(copy, r->line, sizeof copy);
    int n = words_split(copy, words);
    const char *key = words[0];
    const char *rest = r->line + strlen(key);
    if (r->name[0] == '\0' || (strcmp(key, "game") == 0) == r->has_game) {
        fault(r, "a case begins with one line \"# name\" and one line \"game …\"");
        return;
    }
    bool after_board = r->has_board;
    r->has_board = false;
    if (strcmp(key, "turn") == 0 && after_board) {
        do_turn(r, words, n);
        r->has_board = true;
        return;
    }
    if (strcmp(key, "impossible") == 0 && after_board) {
        if (r->set_err == 0)
            fault(r, "the drawn position is accepted");
        r->set_err = 0;
        r->asked_n++;
        return;
    }
    if (r->set_err < 0) {
        fault(r, "the position drawn before is refused: %s", err_text(r->set_err));
        return;
    }
    bool about_why = strcmp(key, "points") == 0 || strcmp(key, "alternative") == 0;
    r->has_why = r->has_why && about_why;
    r->asked_n +=
        strcmp(key, "game") != 0 && strcmp(key, "board") != 0 && strcmp(key, "moves") != 0;
    if (strcmp(key, "game") == 0)
        do_game(r, words, n);
    else if (strcmp(key, "board") == 0)
        do_board(r, rest);
    else if (strcmp(key, "board=") == 0)
        do_board_is(r, rest);
    else if (strcmp(key, "play") == 0 || strcmp(key, "moves") == 0)
        do_play(r, words, n);
    else if (strcmp(key, "refused") == 0)
        do_refused(r, words, n);
    else if (strcmp(key, "points") == 0)
        do_points(r, words, n);
    else if (strcmp(key, "alternative") == 0)
        do_alternative(r, words, n);
    else if (strcmp(key, "legal") == 0)
        do_legal(r, words, n);
    else if (strcmp(key, "winner") == 0)
        do_winner(r, words, n);
    else if (strcmp(key, "running") == 0 && r->p.over)
        fault(r, "the game is over; the winner is %d", r->p.winner);
    else if (strcmp(key, "running") != 0)
        fault(r, "%s must follow board", key);
}

/* Runs the cases of a text and appends the failures to report. Returns their number. */
static int text_run(const char *file, const char *text, char *report, size_t report_size,
                    int *cases_n)
{
    struct run *r = calloc(1, sizeof *r);
    assert_non_null(r);
    r->file = file;
    r->at = text;
    text_init(&r->report, report, report_size);
    while (line_next(r)) {
        const char *word = r->line + 2;
        if (r->line[0] == '\0')
            continue;
        if (!is_comment(r->line))
            do_line(r);
        else if (strlen(r->line) > 2 && strchr(word, ' ') == NULL)
            case_start(r, word);
    }
    case_end(r);
    if (r->cases_n == 0)
        fault(r, "the file has no case");
    int failures_n = r->failures_n;
    *cases_n += r->cases_n;
    free(r);
    return failures_n;
}

static char *file_read(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (f == NULL)
        return NULL;
    enum { FILE_BYTES = 1024 * 1024 };
    char *text = malloc(FILE_BYTES);
    assert_non_null(text);
    size_t len = fread(text, 1, FILE_BYTES - 1, f);
    text[len] = '\0';
    fclose(f);
    return text;
}

static int is_rules_file(const struct dirent *e)
{
    size_t len = strlen(e->d_name);
    return len > 2 && strcmp(e->d_name + len - 2, ".t") == 0;
}

static void every_case_of_every_file_holds(void **state)
{
    (void)state;
    static char report[REPORT_BYTES];
    const char *tests = getenv("HOSHI_TESTS");
    char folder[1024];
    snprintf(folder, sizeof folder, "%s/rules", tests != NULL ? tests : "tests");
    struct dirent **entries = NULL;
    int n = scandir(folder, &entries, is_rules_file, alphasort);
    if (n <= 0)
        fail_msg("no .t file in %s (HOSHI_TESTS names the tests folder)", folder);
    int failures_n = 0;
    int cases_n = 0;
    for (int i = 0; i < n; i++) {
        char path[2048];
        char name[512];
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        snprintf(name, sizeof name, "rules/%s", entries[i]->d_name);
        char *text = file_read(path);
        assert_non_null(text);
        int failed = text_run(name, text, report, sizeof report, &cases_n);
        if (failed > 0)
            print_error("%s", report);
        failures_n += failed;
        free(text);
        free(entries[i]);
    }
    free(entries);
    print_message("%d cases in %d files\n", cases_n, n);
    assert_int_equal(failures_n, 0);
}

/* The runner notices faults: each text has exactly one, which is reported on the given line. */
static void faults_in_files_are_reported_with_their_line(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *report; /* begins so */
    } faults[] = {
        {"", "f.t:0: (no case): the file has no case"},
        {"# two words\n", "f.t:1: (no case): the file has no case"},
        {"game levee 5\nrunning\n# x\ngame levee 5\nrunning\n", "f.t:1: (no case): a case begins"},
        {"# x\ngame levee 5\n", "f.t:2: x: this case asks nothing"},
        {"# x\nrunning\n", "f.t:2: x: a case begins"},
        {"# x\ngame levee 5\ngame levee 5\n", "f.t:3: x: a case begins"},
        {"# x\ngame levee 5\nruning\n", "f.t:3: x: unknown keyword: runing"},
        {"# x\ngame chess 8\nrunning\n", "f.t:2: x: expected: game"},
        {"# x\ngame levee 5x\nrunning\n", "f.t:2: x: Levee is played"},
        {"# x\ngame levee 5 sway=1\nrunning\n", "f.t:2: x: unknown option"},
        {"# x\ngame levee 5 swap=1\nrunning\n", "f.t:2: x: Levee has no such option"},
        {"# x\ngame levee 5\nplay c3\n", "f.t:3: x: c3 is refused by L3a"},
        {"# x\ngame levee 5\nplay e6\n", "f.t:3: x: e6 is refused by G1"},
        {"# x\ngame levee 5\nplay ?\n", "f.t:3: x: \"?\" is no move"},
        {"# x\ngame levee 5\nrefused a1 L3\n", "f.t:3: x: a1 is legal"},
        {"# x\ngame levee 5\nrefused c3 L3b\n", "f.t:3: x: c3 is refused by L3a"},
        {"# x\ngame levee 5\nrefused c3 L3a\npoints c2\n", "f.t:4: x: points of the explanation"},
        {"# x\ngame levee 5\npoints c2\n", "f.t:3: x: points of an explanation must follow"},
        {"# x\ngame levee 5\nalternative c2\n", "f.t:3: x: expected: alternative"},
        {"# x\ngame levee 3\nlegal a1\n", "f.t:3: x: legal moves: unexpected a2"},
        {"# x\ngame levee 3\nboard\n###\n#+#\n...\nlegal c1\n",
         "f.t:7: x: legal moves: missing c1"},
        {"# x\ngame levee 3\nboard ### #+\nrunning\n", "f.t:3: x: the board cannot be read"},
        {"# x\ngame levee 3\nboard\n...\n.#.\n...\nrunning\n", "f.t:7: x: the position drawn"},
        {"# x\ngame levee 3\nboard ... .+. ...\nimpossible\n", "f.t:4: x: the drawn position is"},
        {"# x\ngame levee 3\nturn 2\n", "f.t:3: x: turn must follow board"},
        {"# x\ngame levee 3\nplay a1\nboard= ... .+. ...\n", "f.t:4: x: a1 differs"},
        {"# x\ngame levee 3\nwinner 1\n", "f.t:3: x: the game is not over"},
        {"# x\ngame levee 3\nboard ... #+# ...\nwinner 2\n", "f.t:4: x: the winner is 1"},
        {"# x\ngame levee 3\nboard ... #+# ...\nrunning\n", "f.t:4: x: the game is over"},
        {"# x\ngame levee 3\nboard ... #+# ...\npoints 0 1\n", "f.t:4: x: side 1 has 1 points"},
    };
    for (size_t i = 0; i < ARRAY_LEN(faults); i++) {
        char report[REPORT_BYTES] = "";
        int cases_n = 0;
        assert_true(text_run("f.t", faults[i].text, report, sizeof report, &cases_n) > 0);
        report[strnlen(faults[i].report, sizeof report - 1)] = '\0';
        assert_string_equal(report, faults[i].report);
    }
}

static void a_fault_ends_only_its_case(void **state)
{
    (void)state;
    char report[REPORT_BYTES] = "";
    int cases_n = 0;
    assert_int_equal(text_run("f.t",
                              "# one\ngame levee 5\nplay c3\nwinner 1\n\n"
                              "# two\ngame levee 5\nplay c2\nrunning\n\n"
                              "# three\ngame levee 5\nwinner 1\n",
                              report, sizeof report, &cases_n),
                     2);
    assert_int_equal(cases_n, 3);
    assert_non_null(strstr(report, "f.t:3: one:"));
    assert_non_null(strstr(report, "f.t:13: three:"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_case_of_every_file_holds),
        cmocka_unit_test(faults_in_files_are_reported_with_their_line),
        cmocka_unit_test(a_fault_ends_only_its_case),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
