/* play_save.c - the game of `hoshi play` as a record, into a file (play.h).
 *
 * The moves are brought into the record that was loaded, so its comments and variations stay: where
 * the game left the main line, the old one becomes a variation. */
#include "cli/play/play.h"

#include "base/err.h"
#include "record/record_json.h"
#include "record/sgf.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { NAME_BYTES = 4096 };

static struct record_node *child_with(const struct record_node *parent, move_t m)
{
    struct record_node *n = parent->first_child;
    while (n != NULL && n->move != m)
        n = n->next;
    return n;
}

/* Makes a node the first child of its parent: the main line goes through it. */
static void put_first(struct record_node *n)
{
    struct record_node *parent = n->parent;
    struct record_node *before = parent->first_child;
    if (before == n)
        return;
    while (before->next != n)
        before = before->next;
    before->next = n->next;
    if (parent->last_child == n)
        parent->last_child = before;
    n->next = parent->first_child;
    parent->first_child = n;
}

/* The main line becomes the game. False: no memory. */
static bool take_line(struct play *g)
{
    struct record *r = &g->record;
    struct record_node *at = r->root;
    struct position p;
    position_copy(&p, &g->start);
    for (int i = 0; i < g->moves_n; i++) {
        /* Nodes without moves are passed on the way. */
        while (at->first_child != NULL && at->first_child->move == MOVE_NONE)
            at = at->first_child;
        struct record_node *n = child_with(at, g->moves[i]);
        if (n == NULL)
            n = record_add_move(r, at, g->moves[i], p.side);
        if (n == NULL)
            return false;
        put_first(n);
        position_play_legal(&p, g->moves[i]);
        at = n;
    }
    while (at->first_child != NULL && at->first_child->move == MOVE_NONE)
        at = at->first_child;
    at->first_child = at->last_child = NULL; /* what was taken back */
    if (p.over) {
        record_take_result(r, &p);
    } else {
        r->result = (struct record_result){.reason = REASON_NONE, .margin = -1, .text = ""};
    }
    return true;
}

/* Gives the seats names that play_name_level reads, if the record has none. */
static bool take_names(struct play *g)
{
    for (int i = 0; i < g->setup.players; i++) {
        char name[24];
        if (g->record.players[i][0] != '\0' && play_name_level(g->record.players[i]) < 0)
            continue;
        if (g->level[i] > 0)
            snprintf(name, sizeof name, "engine:%d", g->level[i]);
        else
            snprintf(name, sizeof name, "human");
        const char *kept = record_text(&g->record, name);
        if (kept == NULL)
            return false;
        g->record.players[i] = kept;
    }
    return true;
}

int play_name_level(const char *name)
{
    if (strcmp(name, "human") == 0)
        return 0;
    bool engine = strncmp(name, "engine:", 7) == 0 && name[7] >= '0' + LEVEL_MIN &&
                  name[7] <= '0' + LEVEL_MAX && name[8] == '\0';
    return engine ? name[7] - '0' : -1;
}

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text);
    size_t m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

/* First beside the file, then in its place: a full disk does not cost the game that was there. */
static int write_whole(const char *name, const struct sink *text, struct text *why)
{
    char part[NAME_BYTES];
    if ((size_t)snprintf(part, sizeof part, "%s.part", name) >= sizeof part) {
        text_str(why, "the file's name is too long");
        return ERR_TOO_BIG;
    }
    FILE *file = fopen(part, "wb");
    bool done = file != NULL && fwrite(text->buf, 1, text->len, file) == text->len;
    if (file != NULL)
        done = fclose(file) == 0 && done;
    if (done && rename(part, name) == 0)
        return 0;
    int saved = errno;
    if (file != NULL)
        (void)unlink(part);
    text_str(why, name);
    text_str(why, " cannot be written: ");
    text_str(why, strerror(saved));
    return ERR_IO;
}

int play_save(struct play *g, const char *name, struct text *why)
{
    struct sink text;
    int err = take_line(g) && take_names(g) ? 0 : ERR_NO_MEMORY;
    sink_init(&text, &memory_heap);
    if (err == 0)
        err = ends_with(name, ".json") ? record_json_write(&g->record, &text)
                                       : sgf_write(&g->record, &text);
    if (err < 0)
        text_str(why, err == ERR_UNSUPPORTED
                          ? "SGF holds games of two players; give the file a name in .json"
                          : err_text(err));
    else
        err = write_whole(name, &text, why);
    sink_done(&text);
    if (err == 0)
        g->dirty = false;
    return err;
}

int play_keep(struct play *g, bool at_end, struct text *why)
{
    if (g->keep_file == NULL || !g->dirty || (g->undone && !at_end))
        return 0;
    return play_save(g, g->keep_file, why);
}

void play_file_name(const struct play *g, struct text *out)
{
    char name[64];
    const char *end = g->setup.players == 2 ? "sgf" : "json";
    if (g->keep_file != NULL || g->from_file != NULL) {
        text_str(out, g->keep_file != NULL ? g->keep_file : g->from_file);
        return;
    }
    for (int i = 1; i < 10000; i++) {
        snprintf(name, sizeof name, "%s-%d.%s", games[g->setup.game]->name, i, end);
        if (access(name, F_OK) != 0)
            break;
    }
    text_str(out, name);
}
