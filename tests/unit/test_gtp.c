/* test_gtp.c - the transcripts of tests/gtp, and claims about GTP that a transcript cannot make. */
#include "testing.h"

#include "base/err.h"
#include "gtp/gtp.h"
#include "rules/position.h"
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { OUT_MAX = 1 << 17 };

struct out {
    size_t n;
    char bytes[OUT_MAX];
};

static void collect(void *context, const char *part, size_t len)
{
    struct out *o = context;
    assert_true(o->n + len < sizeof o->bytes);
    memcpy(o->bytes + o->n, part, len);
    o->n += len;
    o->bytes[o->n] = '\0';
}

static struct setup setup_of(enum game_id game, int size)
{
    struct setup s = setup_default(game);
    s.width = s.height = (uint8_t)size;
    return s;
}

static struct gtp *new_plain_session(const struct setup *setup, int64_t nodes, bool plain)
{
    struct gtp_options options = {.setup = *setup,
                                  .engine = {.memory_bytes = 4 << 20},
                                  .limits = {.nodes_cap = nodes},
                                  .plain = plain};
    struct gtp *g = gtp_new(&options);
    assert_non_null(g);
    return g;
}

static struct gtp *new_session(const struct setup *setup, int64_t nodes)
{
    return new_plain_session(setup, nodes, false);
}

static void send(struct gtp *g, const char *command, struct out *o)
{
    o->n = 0;
    o->bytes[0] = '\0';
    gtp_feed(g, command, strlen(command), collect, o);
    gtp_feed(g, "\n", 1, collect, o);
}

/* "session GAME WxH|N [players=N] [swap=0]" */
static struct gtp *session_from(char *line)
{
    char *save;
    (void)strtok_r(line, " \n", &save);
    const struct game *game = game_find(strtok_r(NULL, " \n", &save));
    assert_non_null(game);
    struct setup s = setup_default(game->id);
    const char *size = strtok_r(NULL, " \n", &save);
    bool plain = false;
    s.width = s.height = (uint8_t)atoi(size);
    if (strchr(size, 'x') != NULL)
        s.height = (uint8_t)atoi(strchr(size, 'x') + 1);
    for (const char *word; (word = strtok_r(NULL, " \n", &save)) != NULL;) {
        if (strncmp(word, "players=", 8) == 0)
            s.players = (uint8_t)atoi(word + 8);
        else if (strcmp(word, "swap=0") == 0)
            s.options &= (uint8_t)~OPTION_SWAP;
        else if (strcmp(word, "plain") == 0)
            plain = true;
        else
            fail_msg("no such word: %s", word);
    }
    return new_plain_session(&s, 100, plain);
}

/* Resolves \r \t \n \xNN in place; a backslash at the end leaves the line open. Returns whether the
 * line is to be ended. */
static bool unescape(char *line, size_t *len)
{
    size_t to = 0;
    for (char *at = line; *at != '\0'; at++) {
        if (*at != '\\') {
            line[to++] = *at;
            continue;
        }
        at++;
        if (*at == '\0') {
            *len = to;
            return false;
        }
        if (*at == 'x') {
            char hex[3] = {at[1], at[2], '\0'};
            line[to++] = (char)strtol(hex, NULL, 16);
            at += 2;
        } else {
            line[to++] = *at == 'r' ? '\r' : *at == 't' ? '\t' : '\n';
        }
    }
    *len = to;
    return true;
}

/* An expected line, in which a `*` at the end stands for anything. */
static bool line_fits(const char *want, const char *got, size_t got_len)
{
    size_t n = strlen(want);
    if (n > 0 && want[n - 1] == '*')
        return got_len >= n - 1 && strncmp(want, got, n - 1) == 0;
    return got_len == n && strncmp(want, got, n) == 0;
}

struct reader {
    const char *file;
    int line;
    struct gtp *g;
    struct out out;
    const char *at; /* what of out has been read */
    bool answered;  /* inside an answer */
};

/* Everything that came must have been expected. */
static void expect_end(struct reader *r)
{
    if (r->at == NULL)
        return;
    if (r->answered && *r->at == '\n') {
        r->at++;
        r->answered = false;
    }
    if (*r->at != '\0')
        fail_msg("%s:%d: not expected before this line: %s", r->file, r->line, r->at);
}

static void expect_line(struct reader *r, const char *want)
{
    size_t len = strcspn(r->at, "\n");
    if (!line_fits(want, r->at, len))
        fail_msg("%s:%d: wanted \"%s\", got \"%.*s\"", r->file, r->line, want, (int)len, r->at);
    r->at += len + (r->at[len] == '\n');
    r->answered = true;
}

static void run_file(const char *file)
{
    static struct reader r;
    char line[1024];
    r = (struct reader){.file = file};
    FILE *in = fopen(file, "r");
    assert_non_null(in);
    while (fgets(line, sizeof line, in) != NULL) {
        r.line++;
        line[strcspn(line, "\n")] = '\0';
        size_t len;
        if (strncmp(line, "session ", 8) == 0) {
            expect_end(&r);
            gtp_free(r.g);
            r.g = session_from(line);
            r.at = NULL;
        } else if (line[0] == '<') {
            expect_end(&r);
            char *from = line + (line[1] == ' ' ? 2 : 1);
            r.out.n = 0;
            r.out.bytes[0] = '\0';
            bool ended = unescape(from, &len);
            gtp_feed(r.g, from, len, collect, &r.out);
            if (!ended) {
                assert_int_equal(r.out.n, 0);
                r.line++; /* what ends the input ends the line */
            }
            gtp_feed(r.g, "\n", 1, collect, &r.out);
            r.at = r.out.bytes;
            r.answered = false;
        } else if (line[0] == '>') {
            expect_line(&r, line + (line[1] == ' ' ? 2 : 1));
        } else if (line[0] != '#' && line[0] != '\0') {
            fail_msg("%s:%d: neither sent nor expected", file, r.line);
        }
    }
    expect_end(&r);
    gtp_free(r.g);
    (void)fclose(in);
}

static void transcripts_come_out_as_written(void **state)
{
    (void)state;
    char pattern[512];
    glob_t found;
    snprintf(pattern, sizeof pattern, "%s/gtp/*.gtp", getenv("HOSHI_TESTS"));
    assert_int_equal(glob(pattern, 0, NULL, &found), 0);
    assert_true(found.gl_pathc >= 4);
    for (size_t i = 0; i < found.gl_pathc; i++)
        run_file(found.gl_pathv[i]);
    globfree(&found);
}

static void input_may_be_cut_anywhere(void **state)
{
    (void)state;
    static struct out whole;
    static struct out pieces;
    const char *text = "1 boardsize 5\r\nplay b a1 # corner\n\n2 showboard\nfoo\nquit\nname\n";
    struct setup s = setup_of(GAME_LEVEE, 3);
    struct gtp *g = new_session(&s, 10);
    gtp_feed(g, text, strlen(text), collect, &whole);
    assert_true(gtp_done(g));
    gtp_free(g);
    g = new_session(&s, 10);
    for (const char *at = text; *at != '\0'; at++)
        gtp_feed(g, at, 1, collect, &pieces);
    gtp_free(g);
    assert_true(whole.n > 50);
    assert_string_equal(whole.bytes, pieces.bytes);
}

static void a_line_that_is_too_long_is_a_syntax_error(void **state)
{
    (void)state;
    static struct out o;
    struct setup s = setup_of(GAME_LEVEE, 5);
    struct gtp *g = new_session(&s, 10);
    gtp_feed(g, "3 name ", 7, collect, &o);
    for (int i = 0; i < GTP_LINE_MAX; i++)
        gtp_feed(g, "x", 1, collect, &o);
    assert_int_equal(o.n, 0);
    gtp_feed(g, "\nname #", 7, collect, &o);
    for (int i = 0; i < GTP_LINE_MAX; i++) /* a comment may be as long as it likes */
        gtp_feed(g, "x", 1, collect, &o);
    gtp_feed(g, "\n", 1, collect, &o);
    assert_string_equal(o.bytes, "?3 syntax error\n\n= hoshi\n\n");
    gtp_free(g);
}

/* A referee that knows GTP and none of the games: black, white, black, ... until two passes. */
static void a_plain_referee_reaches_the_end(void **state)
{
    (void)state;
    static struct out o;
    for (enum game_id game = 0; game < GAME_N; game++) {
        struct setup s = setup_of(game, game == GAME_CLAIMS ? 4 : 5);
        struct gtp *g = new_session(&s, 60);
        int passes = 0;
        for (int ply = 0; passes < 2; ply++) {
            assert_true(ply < 1000);
            send(g, ply % 2 == 0 ? "genmove b" : "genmove w", &o);
            assert_int_equal(o.bytes[0], '=');
            passes = strcmp(o.bytes, "= pass\n\n") == 0 ? passes + 1 : 0;
        }
        assert_true(gtp_position(g)->over);
        send(g, "final_score", &o);
        assert_true(strncmp(o.bytes, "= B+", 4) == 0 || strncmp(o.bytes, "= W+", 4) == 0 ||
                    strcmp(o.bytes, "= 0\n\n") == 0);
        gtp_free(g);
    }
}

static void every_legal_move_is_taken_and_taken_back(void **state)
{
    (void)state;
    static struct out o;
    struct rng rng;
    rng_seed(&rng, 4);
    for (enum game_id game = 0; game < GAME_N; game++) {
        struct setup s = setup_of(game, 11); /* has a column after I */
        struct gtp *g = new_session(&s, 10);
        for (int ply = 0; ply < 30 && !gtp_position(g)->over; ply++) {
            send(g, "hoshi-legal_moves", &o);
            static struct out list;
            list = o;
            char *save;
            char *words[MOVES_MAX];
            int n = 0;
            for (char *w = strtok_r(list.bytes + 2, " \n", &save); w != NULL;
                 w = strtok_r(NULL, " \n", &save))
                words[n++] = w;
            move_t legal[MOVES_MAX];
            assert_int_equal(n, position_legal(gtp_position(g), legal));
            const struct position before = *gtp_position(g);
            int pick = (int)rng_below(&rng, (uint32_t)n);
            char command[64];
            snprintf(command, sizeof command, "play %s %s",
                     position_seat(&before, before.side) == 1 ? "b" : "w", words[pick]);
            send(g, command, &o);
            assert_string_equal(o.bytes, "=\n\n");
            assert_int_equal(gtp_position(g)->last, legal[pick]);
            send(g, "undo", &o);
            assert_true(position_equal(gtp_position(g), &before));
            send(g, command, &o);
            assert_string_equal(o.bytes, "=\n\n");
        }
        gtp_free(g);
    }
}

static void reg_genmove_leaves_the_board_alone(void **state)
{
    (void)state;
    static struct out a;
    static struct out b;
    struct setup s = setup_of(GAME_REDSTONE, 5);
    struct gtp *g = new_session(&s, 200);
    send(g, "reg_genmove b", &a);
    assert_int_equal(gtp_position(g)->ply, 0);
    send(g, "genmove b", &b);
    assert_string_equal(a.bytes, b.bytes); /* same seed, same position */
    assert_int_equal(gtp_position(g)->ply, 1);
    gtp_free(g);
}

static void time_settings_bound_the_thinking(void **state)
{
    (void)state;
    static struct out o;
    struct setup s = setup_of(GAME_PALISADE, 9);
    struct gtp *g = new_session(&s, 1000000000);
    send(g, "time_settings 1 0 0", &o);
    send(g, "time_left b 0 0", &o);
    send(g, "genmove b", &o); /* without a limit this would take hours */
    assert_int_equal(o.bytes[0], '=');
    assert_int_equal(gtp_position(g)->ply, 1);
    send(g, "time_settings 0 1 20", &o);
    send(g, "genmove w", &o);
    assert_int_equal(gtp_position(g)->ply, 2);
    gtp_free(g);
}

/* Ticks until a line of analysis has come. */
static void await_line(struct gtp *g, struct out *o)
{
    size_t n = o->n;
    for (int i = 0; i < 2000 && o->n == n; i++) {
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
        gtp_tick(g, collect, o);
    }
    assert_true(o->n > n);
}

/* Waits for a line that has these words, and keeps this line alone: how soon a search has visited a
 * third move depends on the machine. */
static void await_words(struct gtp *g, struct out *o, const char *words)
{
    do {
        o->n = 0;
        await_line(g, o);
    } while (strstr(o->bytes, words) == NULL);
}

static void an_analysis_goes_on_until_the_next_line(void **state)
{
    (void)state;
    static struct out o;
    struct setup s = setup_of(GAME_PALISADE, 9);
    struct gtp *g = new_session(&s, 10);
    send(g, "5 lz-analyze b 2 maxmoves 3", &o);
    assert_string_equal(o.bytes, "=5\n");
    assert_true(gtp_streams(g));
    await_words(g, &o, " order 2 pv ");
    assert_int_equal(strncmp(o.bytes, "info move ", 10), 0);
    assert_non_null(strstr(o.bytes, " info move "));
    assert_non_null(strstr(o.bytes, " winrate "));
    assert_null(strchr(o.bytes, '.')); /* ten thousandths */
    assert_null(strstr(o.bytes, " order 3 "));
    await_line(g, &o);
    gtp_feed(g, "# not yet", 9, collect, &o); /* only the end of the line counts */
    assert_true(gtp_streams(g));
    gtp_feed(g, "\n", 1, collect, &o);
    assert_false(gtp_streams(g));
    assert_string_equal(o.bytes + o.n - 2, "\n\n");
    size_t n = o.n;
    gtp_tick(g, collect, &o);
    assert_int_equal(o.n, n);
    send(g, "kata-analyze interval 1 pvVisits true rootInfo true ownership true", &o);
    await_line(g, &o);
    assert_non_null(strstr(o.bytes, " scoreLead "));
    assert_non_null(strstr(o.bytes, " ownership "));
    const char *root = strstr(o.bytes, " rootInfo visits ");
    assert_non_null(root);
    assert_non_null(strstr(root, " winrate 0."));
    assert_non_null(strstr(root, " scoreMean "));
    int numbers = 0;
    for (const char *c = strstr(o.bytes, " ownership ") + 10; *c != '\n'; c++)
        numbers += *c == ' ';
    assert_int_equal(numbers, 81);
    gtp_feed(g, "2 name\n", 7, collect, &o);
    assert_non_null(strstr(o.bytes, "\n\n=2 hoshi\n\n"));
    send(g, "lz-analyze", &o);
    gtp_free(g); /* while it runs */
}

static void genmove_with_lines_ends_with_the_move(void **state)
{
    (void)state;
    static struct out o;
    struct setup s = setup_of(GAME_REDSTONE, 7);
    struct gtp *g = new_session(&s, 3000);
    send(g, "4 kata-genmove_analyze b 1", &o);
    assert_int_equal(strncmp(o.bytes, "=4\ninfo move ", 13), 0);
    const char *play = strstr(o.bytes, "\nplay ");
    assert_non_null(play);
    assert_string_equal(o.bytes + o.n - 2, "\n\n");
    assert_int_equal(gtp_position(g)->ply, 1);
    static struct out again;
    send(g, "undo", &again);
    send(g, "genmove b", &again);
    assert_int_equal(strncmp(again.bytes + 2, play + 6, again.n - 2), 0); /* the same move */
    gtp_free(g);
}

/* A pv must be readable for clients that know letters and numbers only. */
static void a_pv_ends_before_words_that_clients_do_not_know(void **state)
{
    (void)state;
    static struct out o;
    struct setup s = setup_of(GAME_REDSTONE, 3);
    struct gtp *g = new_session(&s, 4000);
    send(g, "play b a1", &o);
    send(g, "lz-genmove_analyze w 1", &o);
    int words = 0;
    for (const char *pv = o.bytes; (pv = strstr(pv, " pv ")) != NULL;) {
        pv += 4;
        pv += strcspn(pv, " \n"); /* the first may be anything */
        while (*pv == ' ' && strncmp(pv, " info ", 6) != 0) {
            pv++;
            size_t len = strcspn(pv, " \n");
            assert_true(len == 2 && pv[0] >= 'A' && pv[0] <= 'C' && pv[1] >= '1' && pv[1] <= '3');
            pv += len;
            words++;
        }
    }
    assert_true(words > 0);
    gtp_free(g);
}

/* A file for loadsgf: the name is the content. */
static int64_t echo_file(void *context, const char *name, char *buf, size_t cap)
{
    const char *text = strcmp(name, "mended.sgf") == 0
                           ? "(;FF[4]SZ[5]HOSHI[levee]\n;B[aa]BL[x];W[ba]"
                       : strcmp(name, "three.sgf") == 0
                           ? "(;FF[4]HOSHI[levee]SZ[5];B[aa];W[ba];B[ca](;W[da])(;W[ea]))"
                       : strcmp(name, "illegal.sgf") == 0 ? "(;FF[4]HOSHI[levee]SZ[5];B[cc])"
                                                          : NULL;
    (void)context;
    if (text == NULL)
        return ERR_IO;
    size_t n = strlen(text);
    assert_true(n <= cap);
    memcpy(buf, text, n);
    return (int64_t)n;
}

static void loadsgf_stops_before_the_move_named(void **state)
{
    (void)state;
    static struct out o;
    struct gtp_options options = {.setup = setup_of(GAME_REDSTONE, 9), .read_file = echo_file};
    struct gtp *g = gtp_new(&options);
    assert_non_null(g);
    send(g, "loadsgf three.sgf", &o);
    assert_string_equal(o.bytes, "=\n\n");
    assert_int_equal(gtp_position(g)->ply, 4);
    assert_int_equal(gtp_position(g)->setup.game, GAME_LEVEE);
    send(g, "loadsgf three.sgf 2", &o);
    assert_int_equal(gtp_position(g)->ply, 1);
    send(g, "loadsgf three.sgf 99", &o);
    assert_int_equal(gtp_position(g)->ply, 4);
    send(g, "undo", &o);
    assert_int_equal(gtp_position(g)->ply, 3);
    send(g, "loadsgf illegal.sgf", &o); /* L3a */
    assert_non_null(strstr(o.bytes, "? cannot load file: line 1, column "));
    assert_non_null(strstr(o.bytes, "L3a"));
    assert_int_equal(gtp_position(g)->ply, 0);
    send(g, "loadsgf none.sgf", &o);
    assert_string_equal(o.bytes, "? cannot load file\n\n");
    /* What was mended is said, and the game is there. */
    send(g, "loadsgf mended.sgf", &o);
    assert_non_null(strstr(o.bytes, "= warning: line 2, column 9: BL[x]: a number is expected"));
    assert_non_null(strstr(o.bytes, "\nwarning: line 2, column 18: the text ends"));
    assert_int_equal(gtp_position(g)->ply, 2);
    gtp_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(transcripts_come_out_as_written),
        cmocka_unit_test(input_may_be_cut_anywhere),
        cmocka_unit_test(a_line_that_is_too_long_is_a_syntax_error),
        cmocka_unit_test(a_plain_referee_reaches_the_end),
        cmocka_unit_test(every_legal_move_is_taken_and_taken_back),
        cmocka_unit_test(reg_genmove_leaves_the_board_alone),
        cmocka_unit_test(time_settings_bound_the_thinking),
        cmocka_unit_test(an_analysis_goes_on_until_the_next_line),
        cmocka_unit_test(genmove_with_lines_ends_with_the_move),
        cmocka_unit_test(a_pv_ends_before_words_that_clients_do_not_know),
        cmocka_unit_test(loadsgf_stops_before_the_move_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
