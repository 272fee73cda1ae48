#include "search/proof/proof_check.h"

#include "base/err.h"
#include "platform/heap.h"
#include "rules/position.h"
#include "search/proof/proof_form.h"

struct check {
    struct proof_text *text;
    int margin;
    int version;    /* of the format: 1 knows no ~ */
    int64_t made_n; /* words that are moves so far */
    struct proof_cited cited;
    size_t form_bytes; /* all that stands there, live_bytes of what matters */
    size_t live_bytes;
    uint8_t *form;             /* [place of the cited][form_bytes] */
    uint8_t *done;             /* [place of the cited]: 1 once its proof is complete */
    struct position *position; /* [depth] the path; two plies a node of the claimant */
    struct proof_verdict *out;
};

static int refuse(struct check *c, int err, const char *a, const char *b)
{
    struct text t;
    text_init(&t, c->out->text, sizeof c->out->text);
    text_str(&t, a);
    text_str(&t, b);
    c->out->at = proof_text_at(c->text);
    return err;
}

/* A position for later citations. */
static void remember(struct check *c, const struct position *p, uint8_t *form)
{
    proof_form_pack(p, 0, form);
    if (c->live_bytes == 0)
        return;
    struct proof_live live;
    proof_live_find(p, &live);
    proof_live_pack(p, &live, 0, form + c->form_bytes - c->live_bytes);
}

/* Whether p, seen through a symmetry, is the remembered position, or agrees with it in all that
 * matters. */
static bool is_cited(const struct check *c, const struct position *p, int symmetry, bool by_live,
                     const uint8_t *form)
{
    uint8_t seen[PROOF_FORM_BYTES_MAX];
    size_t exact_bytes = c->form_bytes - c->live_bytes;
    if (!by_live) {
        proof_form_pack(p, symmetry, seen);
        return __builtin_memcmp(seen, form, exact_bytes) == 0;
    }
    struct proof_live live;
    proof_live_find(p, &live);
    proof_live_pack(p, &live, symmetry, seen);
    return __builtin_memcmp(seen, form + exact_bytes, c->live_bytes) == 0;
}

/* "=17/5": the position must be that of node 17, seen through symmetry 5; "~17/5": agree with it in
 * all that matters. */
static int cite(struct check *c, const struct position *p, const char *s, size_t n)
{
    size_t i = 1;
    int64_t id = proof_text_number(s, n, &i);
    int64_t symmetry = 0;
    if (id >= 0 && i < n && s[i] == '/') {
        i++;
        symmetry = proof_text_number(s, n, &i);
    }
    if (id < 0 || symmetry < 0 || i != n)
        return refuse(c, ERR_SYNTAX, "a citation is =NUMBER or =NUMBER/SYMMETRY", "");
    if (s[0] == '~' && c->live_bytes == 0)
        return refuse(c, ERR_SYNTAX, "~ is for Levee, in version 2 of proofs", "");
    int64_t place = proof_cited_place(&c->cited, id);
    if (place < 0 || !c->done[place])
        return refuse(c, ERR_ILLEGAL, "a position is cited whose proof is not complete", "");
    if (symmetry >= SYMMETRIES_MAX || (position_symmetries(p) >> symmetry & 1) == 0)
        return refuse(c, ERR_ILLEGAL, "the game has no such symmetry on this board", "");
    if (!is_cited(c, p, (int)symmetry, s[0] == '~', c->form + (size_t)place * c->form_bytes))
        return refuse(c, ERR_ILLEGAL, "the position is not the one that is cited", "");
    c->out->cited_n++;
    return 0;
}

static int finished(struct check *c, const struct position *p, int claimant)
{
    int16_t points[PLAYERS_MAX];
    position_score(p, points);
    if (points[claimant - 1] - points[2 - claimant] >= c->margin)
        return 0;
    return refuse(c, ERR_ILLEGAL, "the game ends there without the claimed result", "");
}

static int check_other(struct check *c, int depth, move_t except);

/* The claimant is to move in position[depth]. Depth is bounded by PROOF_DEPTH_MAX. */
static int check_claimant(struct check *c, int depth)
{
    const struct position *p = &c->position[depth];
    c->out->positions_n++;
    if (p->over)
        return finished(c, p, p->side);
    size_t n = proof_text_word(c->text);
    if (n == 0)
        return refuse(c, ERR_ILLEGAL, "the proof ends too early", "");
    const char *s = c->text->text + c->text->at;
    if (s[0] == '=' || s[0] == '~') {
        int err = cite(c, p, s, n);
        c->text->at += n;
        return err;
    }
    char name[MOVE_TEXT_BYTES];
    move_t m;
    if (n >= sizeof name)
        return refuse(c, ERR_SYNTAX, "that is neither a move nor a citation", "");
    __builtin_memcpy(name, s, n);
    name[n] = '\0';
    if (move_parse(name, p->setup.width, p->setup.height, &m) < 0)
        return refuse(c, ERR_SYNTAX, "that is neither a move nor a citation", "");
    if (depth + 2 >= PROOF_DEPTH_MAX)
        return refuse(c, ERR_FULL, "the proof goes deeper than this checker can", "");
    if (depth == 0)
        c->out->first = m;
    int64_t place = proof_cited_place(&c->cited, c->made_n++);
    if (place >= 0)
        remember(c, p, c->form + (size_t)place * c->form_bytes);
    struct position *q = &c->position[depth + 1];
    position_copy(q, p);
    enum verdict v = position_play(q, m);
    if (v != VERDICT_OK)
        return refuse(c, ERR_ILLEGAL, "the move is illegal: ", verdict_text(v));
    c->text->at += n;
    int err = check_other(c, depth + 1, MOVE_NONE);
    if (err < 0)
        return err;
    if (place >= 0)
        c->done[place] = 1;
    c->out->nodes_n++;
    return 0;
}

/* The other player is to move: all their moves must be answered. */
static int check_other(struct check *c, int depth, move_t except)
{
    const struct position *p = &c->position[depth];
    c->out->positions_n++;
    if (p->over)
        return finished(c, p, 3 - p->side);
    move_t *legal = heap_new(MOVES_MAX * sizeof *legal);
    if (legal == NULL)
        return refuse(c, ERR_NO_MEMORY, "out of memory", "");
    int n = position_legal(p, legal);
    int err = 0;
    for (int i = 0; i < n && err == 0; i++) {
        if (legal[i] == except)
            continue;
        position_copy(&c->position[depth + 1], p);
        position_play_legal(&c->position[depth + 1], legal[i]);
        err = check_claimant(c, depth + 1);
    }
    heap_free(legal);
    return err;
}

/* The tree at c->text, with room for what it cites. */
static int check_tree(struct check *c, const struct position *p, bool his_move, move_t except,
                      uint64_t memory_bytes)
{
    if (p->setup.players != 2)
        return refuse(c, ERR_SYNTAX, "proofs are for two players", "");
    const char *full = "the proof needs more memory than was given";
    uint64_t path = PROOF_DEPTH_MAX * (uint64_t)sizeof(struct position);
    if (memory_bytes < path)
        return refuse(c, ERR_FULL, full, "");
    memory_bytes -= path;
    int err = proof_cited_scan(&c->cited, c->text, memory_bytes);
    if (err < 0)
        return refuse(c, err, err == ERR_FULL ? full : err_text(err), "");
    c->live_bytes = c->version >= 2 ? proof_live_bytes(&p->setup) : 0;
    c->form_bytes = proof_form_bytes(&p->setup) + c->live_bytes;
    uint64_t set = c->cited.size / 64 * (sizeof *c->cited.bits + sizeof *c->cited.before);
    if (set + c->cited.count * (c->form_bytes + 1) > memory_bytes)
        return refuse(c, ERR_FULL, full, "");
    c->position = heap_new(path);
    c->form = heap_new((size_t)c->cited.count * (c->form_bytes + 1) + 1);
    if (c->position == NULL || c->form == NULL)
        return refuse(c, ERR_NO_MEMORY, "out of memory", "");
    c->done = c->form + (size_t)c->cited.count * c->form_bytes;
    __builtin_memset(c->done, 0, (size_t)c->cited.count);
    position_copy(&c->position[0], p);
    err = his_move ? check_claimant(c, 0) : check_other(c, 0, except);
    if (err == 0 && proof_text_word(c->text) != 0)
        err = refuse(c, ERR_ILLEGAL, "the proof goes on after its end", "");
    if (c->text->failed)
        err = refuse(c, ERR_IO, "the file cannot be read", "");
    return err;
}

static void check_done(struct check *c)
{
    heap_free(c->position);
    heap_free(c->form);
    proof_cited_done(&c->cited);
    proof_text_done(c->text);
}

int proof_check_tree(const struct position *p, bool his_move, int margin, move_t except,
                     const char *text, size_t len, uint64_t memory_bytes, struct proof_verdict *out)
{
    *out = (struct proof_verdict){.first = MOVE_NONE};
    struct proof_text words;
    struct check c = {.text = &words, .margin = margin, .version = PROOF_VERSION, .out = out};
    int err = proof_text_init(&words, text, len, NULL);
    if (err == 0)
        err = check_tree(&c, p, his_move, except, memory_bytes);
    check_done(&c);
    return err;
}

/* ---- files ---- */

struct header {
    struct cell *cells; /* [point] or untouched */
    bool set;           /* cells are given */
    bool sized, claimed;
    int turn;
    bool started;
};

static bool word_is(const struct check *c, size_t n, const char *s)
{
    size_t i = 0;
    while (i < n && s[i] != '\0' && c->text->text[c->text->at + i] == s[i])
        i++;
    return i == n && s[i] == '\0';
}

/* A number word, possibly negative, within min … max; false if it is none. */
static bool take_number(struct check *c, int min, int max, int *out)
{
    size_t n = proof_text_word(c->text);
    const char *s = c->text->text + c->text->at;
    bool minus = n > 0 && s[0] == '-';
    size_t i = minus;
    int64_t v = proof_text_number(s, n, &i);
    if (v < 0 || i != n)
        return false;
    v = minus ? -v : v;
    if (v < min || v > max)
        return false;
    *out = (int)v;
    c->text->at += n;
    return true;
}

static bool take_move(struct check *c, const struct setup *s, move_t *out)
{
    char name[MOVE_TEXT_BYTES];
    size_t n = proof_text_word(c->text);
    if (n == 0 || n >= sizeof name)
        return false;
    __builtin_memcpy(name, c->text->text + c->text->at, n);
    name[n] = '\0';
    if (move_parse(name, s->width, s->height, out) < 0)
        return false;
    c->text->at += n;
    return true;
}

/* Goes from the header's start to the position before the first of `moves`. */
static int start(struct check *c, struct header *h, struct proof_claim *claim)
{
    if (h->started)
        return 0;
    h->started = true;
    if (!h->sized)
        return refuse(c, ERR_SYNTAX, "the header names no game and size", "");
    int err = h->set ? position_set(claim->position, &claim->setup, h->cells, h->turn)
                     : position_start(claim->position, &claim->setup);
    return err < 0 ? refuse(c, err, "no play leads to that position", "") : 0;
}

static int header_game(struct check *c, struct header *h, struct proof_claim *claim)
{
    char name[16];
    size_t n = proof_text_word(c->text);
    __builtin_memcpy(name, c->text->text + c->text->at, n < 15 ? n : 15);
    name[n < 15 ? n : 15] = '\0';
    const struct game *g = game_find(name);
    if (g == NULL || h->sized)
        return refuse(c, ERR_SYNTAX, "there is no such game", "");
    c->text->at += n;
    int width;
    int height;
    int options;
    if (!take_number(c, 2, SIDE_MAX, &width) || !take_number(c, 2, SIDE_MAX, &height) ||
        !take_number(c, 0, 255, &options))
        return refuse(c, ERR_SYNTAX, "width, height and options must follow the game", "");
    claim->setup = (struct setup){.game = (uint8_t)g->id,
                                  .width = (uint8_t)width,
                                  .height = (uint8_t)height,
                                  .players = 2,
                                  .options = (uint8_t)options};
    if (setup_check(&claim->setup, NULL) < 0)
        return refuse(c, ERR_RANGE, "the game has no such board or option", "");
    h->sized = true;
    return 0;
}

static int header_cell(struct check *c, struct header *h, const struct proof_claim *claim)
{
    move_t m;
    int owner;
    int height;
    int flags;
    if (!h->sized || h->started || !take_move(c, &claim->setup, &m) || !move_is_point(m) ||
        move_is_red(m) || !take_number(c, 1, OWNER_NEUTRAL, &owner) ||
        !take_number(c, 1, 255, &height) || !take_number(c, 0, 3, &flags))
        return refuse(c, ERR_SYNTAX, "a stone is: stone POINT OWNER HEIGHT FLAGS", "");
    h->set = true;
    h->cells[move_point(m)] =
        (struct cell){.owner = (uint8_t)owner, .height = (uint8_t)height, .flags = (uint8_t)flags};
    return 0;
}

static int header_move(struct check *c, struct header *h, struct proof_claim *claim)
{
    move_t m;
    int err = start(c, h, claim);
    if (err < 0)
        return err;
    if (!take_move(c, &claim->setup, &m))
        return refuse(c, ERR_SYNTAX, "that is not a move", "");
    enum verdict v = position_play(claim->position, m);
    return v == VERDICT_OK
               ? 0
               : refuse(c, ERR_ILLEGAL, "a move before the proof is illegal: ", verdict_text(v));
}

static int header_line(struct check *c, struct header *h, struct proof_claim *claim, bool *last)
{
    size_t n = proof_text_word(c->text);
    if (word_is(c, n, "tree")) {
        c->text->at += n;
        *last = true;
        if (!h->claimed)
            return refuse(c, ERR_SYNTAX, "the header claims nothing", "");
        return start(c, h, claim);
    }
    if (word_is(c, n, "game")) {
        c->text->at += n;
        return header_game(c, h, claim);
    }
    if (word_is(c, n, "stone")) {
        c->text->at += n;
        return header_cell(c, h, claim);
    }
    if (word_is(c, n, "turn")) {
        c->text->at += n;
        h->set = true;
        return !h->started && take_number(c, 1, 2, &h->turn)
                   ? 0
                   : refuse(c, ERR_SYNTAX, "turn is followed by 1 or 2", "");
    }
    if (word_is(c, n, "move")) {
        c->text->at += n;
        return header_move(c, h, claim);
    }
    if (word_is(c, n, "claim") && !h->claimed) {
        c->text->at += n;
        h->claimed = true;
        return take_number(c, 1, 2, &claim->side) &&
                       take_number(c, -INT16_MAX, INT16_MAX, &claim->margin)
                   ? 0
                   : refuse(c, ERR_SYNTAX, "claim is followed by a side and a margin", "");
    }
    return refuse(c, ERR_SYNTAX, "that does not belong into the header of a proof", "");
}

static int check_file(struct check *c, uint64_t memory_bytes, struct proof_claim *claim)
{
    struct header h = {.turn = 1};
    size_t n = proof_text_word(c->text);
    if (!word_is(c, n, "hoshi-proof"))
        return refuse(c, ERR_SYNTAX, "this is not a proof", "");
    c->text->at += n;
    if (!take_number(c, 1, PROOF_VERSION, &c->version))
        return refuse(c, ERR_UNSUPPORTED, "only versions 1 and 2 of proofs are known", "");
    h.cells = heap_new(POINTS_MAX * sizeof *h.cells);
    if (h.cells == NULL)
        return refuse(c, ERR_NO_MEMORY, "out of memory", "");
    __builtin_memset(h.cells, 0, POINTS_MAX * sizeof *h.cells);
    int err = 0;
    for (bool last = false; !last && err == 0;)
        err = header_line(c, &h, claim, &last);
    heap_free(h.cells);
    if (err < 0)
        return err;
    c->margin = claim->margin;
    return check_tree(c, claim->position, claim->side == claim->position->side, MOVE_NONE,
                      memory_bytes);
}

static int check_any(const char *text, size_t len, const struct proof_source *source,
                     uint64_t memory_bytes, struct proof_claim *claim, struct proof_verdict *out)
{
    *out = (struct proof_verdict){.first = MOVE_NONE};
    struct proof_text words;
    struct check c = {.text = &words, .out = out};
    int err = proof_text_init(&words, text, len, source);
    err = err < 0 ? refuse(&c, err, "out of memory", "") : check_file(&c, memory_bytes, claim);
    check_done(&c);
    return err;
}

int proof_check_file(const char *text, size_t len, uint64_t memory_bytes, struct proof_claim *claim,
                     struct proof_verdict *out)
{
    return check_any(text, len, NULL, memory_bytes, claim, out);
}

int proof_check_stream(const struct proof_source *source, uint64_t memory_bytes,
                       struct proof_claim *claim, struct proof_verdict *out)
{
    return check_any(NULL, 0, source, memory_bytes, claim, out);
}
