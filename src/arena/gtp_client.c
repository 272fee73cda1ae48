#include "arena/gtp_client.h"

#include "arena/child.h"
#include "arena/gtp_answer.h"
#include "base/err.h"
#include "gtp/gtp_vertex.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUESTION_BYTES = 256, NAME_BYTES = 128 };

struct gtp_client {
    struct gtp_client_options options;
    struct child *child; /* NULL: not running */
    struct setup setup;
    bool broken; /* it is not GTP that it speaks */
    bool knows_game, knows_opt, knows_id, knows_time;
    char name[NAME_BYTES];
    struct gtp_answer answer; /* the last one */
};

struct gtp_client *gtp_client_new(const struct gtp_client_options *options)
{
    struct gtp_client *c = calloc(1, sizeof *c);
    if (c != NULL)
        c->options = *options;
    return c;
}

enum { GRACE_MS = 1000 };

static void end_program(struct gtp_client *c, int64_t grace_ms)
{
    child_stop(c->child, grace_ms);
    c->child = NULL;
}

void gtp_client_free(struct gtp_client *c)
{
    if (c == NULL)
        return;
    bool told = c->child != NULL && child_write(c->child, "quit\n", 100, NULL) == 0;
    end_program(c, told ? GRACE_MS : 0);
    free(c);
}

const char *gtp_client_name(const struct gtp_client *c)
{
    return c->name;
}

const char *gtp_client_said(const struct gtp_client *c)
{
    return c->answer.bytes;
}

static enum gtp_fate fate_of(struct gtp_client *c, int err)
{
    if (err == ERR_BUSY && c->options.enough != NULL && *c->options.enough != 0)
        return GTP_ENOUGH;
    c->broken = err == ERR_TOO_BIG; /* where the answer ends is anybody's guess */
    return err == ERR_BUSY ? GTP_SILENT : err == ERR_IO ? GTP_CRASHED : GTP_REFUSES;
}

/* Reads lines up to the end of an answer. */
static enum gtp_fate read_answer(struct gtp_client *c)
{
    for (;;) {
        char *line;
        int err = child_line(c->child, c->options.timeout_ms, c->options.enough, &line);
        if (err < 0)
            return fate_of(c, err);
        switch (gtp_answer_line(&c->answer, line)) {
        case ANSWER_SUCCESS:
            return GTP_OK;
        case ANSWER_FAILURE:
            return GTP_REFUSES;
        case ANSWER_GOES_ON:
            break;
        }
    }
}

/* Asks a running program a question. A program that has failed once gets no more questions. */
static enum gtp_fate ask(struct gtp_client *c, const char *question)
{
    char line[QUESTION_BYTES];
    gtp_answer_start(&c->answer);
    c->broken = false;
    (void)snprintf(line, sizeof line, "%s\n", question);
    int err = child_write(c->child, line, c->options.timeout_ms, c->options.enough);
    enum gtp_fate fate = err < 0 ? fate_of(c, err) : read_answer(c);
    if ((fate != GTP_OK && fate != GTP_REFUSES) || c->broken)
        end_program(c, 0);
    return fate;
}

static bool lists(const struct gtp_client *c, const char *name)
{
    size_t len = strlen(name);
    for (const char *at = c->answer.bytes; (at = strstr(at, name)) != NULL; at += len) {
        bool begins = at == c->answer.bytes || at[-1] == '\n' || at[-1] == ' ';
        if (begins && (at[len] == '\0' || at[len] == '\n' || at[len] == ' '))
            return true;
    }
    return false;
}

static enum gtp_fate start_program(struct gtp_client *c)
{
    c->child = child_start(c->options.command);
    if (c->child == NULL)
        return GTP_CRASHED;
    enum gtp_fate fate = ask(c, "list_commands");
    if (fate != GTP_OK)
        return fate;
    c->knows_game = lists(c, "hoshi-game");
    c->knows_opt = lists(c, "hoshi-opt");
    c->knows_id = lists(c, "gogui-rules_game_id");
    c->knows_time = lists(c, "time_settings") && lists(c, "time_left");
    struct text t;
    text_init(&t, c->name, sizeof c->name);
    if ((fate = ask(c, "name")) == GTP_OK)
        text_str(&t, c->answer.bytes);
    if ((fate == GTP_OK || fate == GTP_REFUSES) && (fate = ask(c, "version")) == GTP_OK &&
        c->answer.bytes[0] != '\0') {
        text_char(&t, ' ');
        text_str(&t, c->answer.bytes);
    }
    return fate == GTP_REFUSES ? GTP_OK : fate; /* a name is not needed */
}

static enum gtp_fate option(struct gtp_client *c, const char *name, uint64_t value)
{
    char question[QUESTION_BYTES];
    (void)snprintf(question, sizeof question, "hoshi-opt %s %llu", name, (unsigned long long)value);
    return ask(c, question);
}

/* Game and options, as far as the program can be told. */
static enum gtp_fate choose_game(struct gtp_client *c, const struct setup *s)
{
    const struct game *game = games[s->game];
    char question[QUESTION_BYTES];
    enum gtp_fate fate = GTP_OK;
    if (c->knows_game) {
        (void)snprintf(question, sizeof question, "hoshi-game %s", game->name);
        fate = ask(c, question);
    } else if (c->knows_id) {
        fate = ask(c, "gogui-rules_game_id");
        if (fate == GTP_OK && !text_same_nocase(c->answer.bytes, game->title))
            fate = GTP_REFUSES;
    }
    if (fate == GTP_OK && c->knows_opt && game->players_max > 2)
        fate = option(c, "players", s->players);
    if (fate == GTP_OK && c->knows_opt && (game->options & OPTION_SWAP))
        fate = option(c, "swap", (s->options & OPTION_SWAP) != 0);
    if (fate == GTP_OK && c->knows_opt && (game->options & OPTION_JACKED))
        fate = option(c, "jacked", (s->options & OPTION_JACKED) != 0);
    return fate;
}

enum gtp_fate gtp_client_begin(struct gtp_client *c, const struct setup *s, uint64_t seed,
                               const struct gtp_clock_settings *clock)
{
    char question[QUESTION_BYTES];
    enum gtp_fate fate = GTP_OK;
    c->setup = *s;
    if (c->child == NULL)
        fate = start_program(c);
    if (fate == GTP_OK)
        fate = choose_game(c, s);
    if (fate == GTP_OK) {
        if (s->width == s->height)
            (void)snprintf(question, sizeof question, "boardsize %d", s->width);
        else
            (void)snprintf(question, sizeof question, "boardsize %d %d", s->width, s->height);
        fate = ask(c, question);
    }
    if (fate == GTP_OK)
        fate = ask(c, "clear_board");
    if (fate == GTP_OK && c->knows_opt) {
        fate = option(c, "seed", seed >> 24); /* 40 bits */
        fate = fate == GTP_REFUSES ? GTP_OK : fate;
    }
    if (fate == GTP_OK && clock != NULL && c->knows_time) {
        (void)snprintf(question, sizeof question, "time_settings %d %d %d", clock->main_s,
                       clock->period_s, clock->stones);
        fate = ask(c, question);
    }
    return fate;
}

static const char *colour(const struct gtp_client *c, int seat)
{
    static const char *const two[] = {"b", "w"};
    static const char *const more[] = {"1", "2", "3", "4"};
    return c->setup.players == 2 ? two[seat - 1] : more[seat - 1];
}

enum gtp_fate gtp_client_play(struct gtp_client *c, int seat, move_t m)
{
    char word[GTP_VERTEX_BYTES];
    char question[QUESTION_BYTES];
    struct text t;
    if (c->child == NULL)
        return GTP_CRASHED;
    text_init(&t, word, sizeof word);
    gtp_vertex_print(&c->setup, m, &t);
    (void)snprintf(question, sizeof question, "play %s %s", colour(c, seat), word);
    enum gtp_fate fate = ask(c, question);
    if (fate == GTP_REFUSES) {
        gtp_answer_start(&c->answer);
        text_str(&c->answer.text, question);
    }
    return fate;
}

enum gtp_fate gtp_client_genmove(struct gtp_client *c, int seat, move_t *m)
{
    char question[QUESTION_BYTES];
    if (c->child == NULL)
        return GTP_CRASHED;
    (void)snprintf(question, sizeof question, "genmove %s", colour(c, seat));
    enum gtp_fate fate = ask(c, question);
    if (fate != GTP_OK)
        return fate;
    if (text_same_nocase(c->answer.bytes, "resign"))
        return GTP_RESIGNS;
    return gtp_vertex_parse(&c->setup, c->answer.bytes, m) < 0 ? GTP_REFUSES : GTP_OK;
}

enum gtp_fate gtp_client_time_left(struct gtp_client *c, int seat, int64_t left_ms, int stones)
{
    char question[QUESTION_BYTES];
    if (c->child == NULL)
        return GTP_CRASHED;
    if (!c->knows_time)
        return GTP_OK;
    (void)snprintf(question, sizeof question, "time_left %s %lld %d", colour(c, seat),
                   (long long)((left_ms + 999) / 1000), stones);
    return ask(c, question);
}
