#include "rules/reasons.h"

#include "base/macros.h"

/* The position before the move, and the same stones with the opponent to move; the position after
 * the move, and the same stones with the mover to move again. */
struct case_of {
    const struct game *game;
    struct position before, after;
    struct position theirs, again;
    bool theirs_is, again_is; /* some stones cannot stand so */
    struct reason *out;
    int n;
};

static void add(struct case_of *c, enum reason_kind kind, int n, int m, move_t at)
{
    if (c->n < REASONS_MAX)
        c->out[c->n++] = (struct reason){kind, n, m, at};
}

static bool with_side(const struct position *p, int side, struct position *out)
{
    struct cell cells[POINTS_MAX];
    for (int i = 0; i < p->setup.width * p->setup.height; i++)
        cells[i] = position_cell(p, (point_t)i);
    return position_set(out, &p->setup, cells, side) == 0 && !out->over;
}

static int stones_of(const struct position *p, int side)
{
    int n = 0;
    for (int i = 0; i < p->setup.width * p->setup.height; i++)
        n += position_cell(p, (point_t)i).owner == side;
    return n;
}

/* What the side to move could do at once. */
struct chances {
    int most; /* stones that one move takes */
    move_t most_at;
    int wins_n;
    move_t win_at;
};

static void look(const struct case_of *c, const struct position *p, struct chances *out)
{
    move_t legal[MOVES_MAX];
    int n = position_legal(p, legal);
    int theirs = stones_of(p, 3 - p->side);
    *out = (struct chances){.most_at = MOVE_NONE, .win_at = MOVE_NONE};
    for (int i = 0; i < n; i++) {
        struct position q;
        position_copy(&q, p);
        position_play_legal(&q, legal[i]);
        if (q.over && q.winner == p->side && out->wins_n++ == 0)
            out->win_at = legal[i];
        if (!c->game->has_captures)
            continue;
        int taken = theirs - stones_of(&q, 3 - p->side);
        if (taken > out->most) {
            out->most = taken;
            out->most_at = legal[i];
        }
    }
}

/* R1: the stones and liberties of the group of the stone at a point. */
struct group {
    int stones, liberties;
    bool has[POINTS_MAX];
};

static void group_at(const struct position *p, int at, struct group *out)
{
    int width = p->setup.width, height = p->setup.height;
    int owner = position_cell(p, (point_t)at).owner;
    point_t queue[POINTS_MAX];
    bool counted[POINTS_MAX] = {false};
    int tail = 0;
    *out = (struct group){.stones = 0};
    out->has[at] = true;
    queue[tail++] = (point_t)at;
    for (int head = 0; head < tail; head++) {
        int x = queue[head] % width, y = queue[head] / width;
        static const int8_t dx[] = {1, -1, 0, 0}, dy[] = {0, 0, 1, -1};
        for (int d = 0; d < 4; d++) {
            int to = (y + dy[d]) * width + x + dx[d];
            if (x + dx[d] < 0 || x + dx[d] >= width || y + dy[d] < 0 || y + dy[d] >= height)
                continue;
            int there = position_cell(p, (point_t)to).owner;
            if (there == OWNER_NONE && !counted[to]) {
                counted[to] = true;
                out->liberties++;
            } else if (there == owner && !out->has[to]) {
                out->has[to] = true;
                queue[tail++] = (point_t)to;
            }
        }
    }
    out->stones = tail;
}

/* R1: what the move does to the liberties of the groups around its point. */
static void groups(struct case_of *c, move_t move)
{
    int at = move_point(move);
    int width = c->before.setup.width, height = c->before.setup.height;
    int side = c->before.side;
    const int next[4] = {at % width > 0 ? at - 1 : -1, at % width < width - 1 ? at + 1 : -1,
                         at / width > 0 ? at - width : -1,
                         at / width < height - 1 ? at + width : -1};
    struct group was, is = {.stones = 0};
    if (!move_is_red(move))
        group_at(&c->after, at, &is);
    int saved = 0;
    struct group seen[4];
    int seen_n = 0;
    for (int i = 0; i < 4; i++) {
        int owner = next[i] < 0 ? OWNER_NONE : position_cell(&c->before, (point_t)next[i]).owner;
        bool known = false;
        for (int k = 0; k < seen_n; k++)
            known |= next[i] >= 0 && seen[k].has[next[i]];
        if (known || (owner != side && owner != 3 - side))
            continue;
        group_at(&c->before, next[i], &was);
        seen[seen_n++] = was;
        if (owner == side) {
            if (!move_is_red(move) && was.liberties == 1 && is.liberties > 1)
                saved += was.stones;
            continue;
        }
        if (position_cell(&c->after, (point_t)next[i]).owner != owner)
            continue; /* taken */
        struct group now;
        group_at(&c->after, next[i], &now);
        if (was.liberties > 1 && now.liberties == 1)
            add(c, REASON_CORNERS, now.stones, 0, (move_t)next[i]);
    }
    if (saved > 0)
        add(c, REASON_SAVES, saved, is.liberties, (move_t)at);
}

/* C2, C5, C6: stacks, and the squares that the opponent may no longer enter. */
static void stacks(struct case_of *c, move_t move)
{
    struct cell was = position_cell(&c->before, move_point(move));
    if (was.owner == 3 - c->before.side)
        add(c, REASON_ATTACKS, was.height, 0, move);
    if (!c->theirs_is || c->after.over)
        return;
    int closed = 0;
    for (int i = 0; i < c->before.setup.width * c->before.setup.height; i++)
        closed += position_cell(&c->after, (point_t)i).owner == OWNER_NONE &&
                  position_judge(&c->theirs, (move_t)i) == VERDICT_OK &&
                  position_judge(&c->after, (move_t)i) != VERDICT_OK;
    if (closed > 0)
        add(c, REASON_CLOSES, closed, 0, MOVE_NONE);
}

/* What the results before and after show: points, the score, channels. */
static void results(struct case_of *c)
{
    static const struct result none;
    struct result was = none, is = none;
    int mine = c->before.side - 1, theirs = 2 - c->before.side;
    position_result(&c->before, &was);
    position_result(&c->after, &is);
    int more = is.points[mine] - was.points[mine];
    int less = was.points[theirs] - is.points[theirs];
    if (c->game->has_heights) {
        if (more > 0 || less > 0)
            add(c, REASON_SCORES, more > 0 ? more : 0, less > 0 ? less : 0, MOVE_NONE);
    } else if (c->game->has_score && more > 0) {
        add(c, REASON_OWNS, more, 0, MOVE_NONE);
    }
    if (c->game->aim != AIM_CHANNELS)
        return;
    if (is.channel_n[theirs] > was.channel_n[theirs])
        add(c, REASON_LENGTHENS, was.channel_n[theirs], is.channel_n[theirs], MOVE_NONE);
    if (is.channel_n[mine] > was.channel_n[mine])
        add(c, REASON_HINDERS, was.channel_n[mine], is.channel_n[mine], MOVE_NONE);
}

/* What could have been done before, and what could be done next. */
static void chances(struct case_of *c)
{
    struct chances had, has;
    if (c->again_is) {
        look(c, &c->before, &had);
        look(c, &c->again, &has);
        if (has.wins_n > 0 && had.wins_n == 0)
            add(c, REASON_THREATENS_WIN, has.wins_n, 0, has.win_at);
        else if (has.most > had.most)
            add(c, REASON_THREATENS, has.most, 0, has.most_at);
    }
    if (c->theirs_is) {
        look(c, &c->theirs, &had);
        look(c, &c->after, &has);
        if (had.wins_n > 0 && has.wins_n == 0)
            add(c, REASON_PREVENTS_WIN, 0, 0, had.win_at);
        else if (had.most > 0 && has.most == 0)
            add(c, REASON_PREVENTS, had.most, 0, had.most_at);
    }
}

int reasons_of(const struct position *p, move_t move, struct reason out[REASONS_MAX])
{
    struct case_of c = {.game = games[p->setup.game], .out = out};
    ASSERT(position_judge(p, move) == VERDICT_OK);
    if (p->setup.players != 2)
        return 0;
    position_copy(&c.before, p);
    position_copy(&c.after, p);
    position_play_legal(&c.after, move);
    if (c.after.over && c.after.winner != 0)
        add(&c, c.after.winner == p->side ? REASON_WINS : REASON_LOSES, 0, 0, MOVE_NONE);
    if (!move_is_point(move))
        return c.n;
    c.theirs_is = with_side(p, 3 - p->side, &c.theirs);
    c.again_is = !c.after.over && with_side(&c.after, p->side, &c.again);
    if (c.game->has_captures) {
        int taken = stones_of(p, 3 - p->side) - stones_of(&c.after, 3 - p->side);
        int own = stones_of(p, p->side) - stones_of(&c.after, p->side) + !move_is_red(move);
        if (taken > 0)
            add(&c, REASON_TAKES, taken, 0, MOVE_NONE);
        if (own > 0)
            add(&c, REASON_GIVES, own, 0, MOVE_NONE);
    }
    if (c.game->has_heights)
        stacks(&c, move);
    results(&c);
    if (c.game->aim == AIM_STONES)
        groups(&c, move);
    if (!c.after.over && !c.game->has_pass)
        chances(&c);
    return c.n;
}
