#include "model/naive_claims.h"

#include <stdlib.h>
#include <string.h>

void naive_claims_start(struct naive_claims *n, int width, int height, int players,
                        bool jacked_scores, enum naive_claims_fault fault)
{
    memset(n, 0, sizeof *n);
    n->width = width;
    n->height = height;
    n->players = players;
    n->jacked_scores = jacked_scores;
    n->fault = fault;
    n->to_move = 1;
}

void naive_claims_put(struct naive_claims *n, int square, int player, int below, int height,
                      bool doubled)
{
    struct naive_stack *s = &n->at[square];
    s->n = height;
    int own = doubled ? 2 : 1;
    for (int i = 0; i < height; i++) {
        int from_top = height - 1 - i;
        bool is_own = from_top < own || (from_top - own) % 2 == 1;
        s->piece[i] = (unsigned char)(is_own ? player : below);
    }
}

int naive_claims_occupant(const struct naive_claims *n, int square)
{
    const struct naive_stack *s = &n->at[square];
    return s->n == 0 ? 0 : s->piece[s->n - 1];
}

bool naive_claims_doubled(const struct naive_claims *n, int square)
{
    const struct naive_stack *s = &n->at[square];
    return s->n >= 2 && s->piece[s->n - 1] == s->piece[s->n - 2];
}

bool naive_claims_jacked(const struct naive_claims *n, int square)
{
    /* The stack was taken from another player iff two neighbouring pieces differ. */
    const struct naive_stack *s = &n->at[square];
    for (int i = 1; i < s->n; i++)
        if (s->piece[i] != s->piece[i - 1])
            return true;
    return false;
}

static int sign(int v)
{
    return (v > 0) - (v < 0);
}

bool naive_claims_claims(const struct naive_claims *n, int from, int to)
{
    int dx = to % n->width - from % n->width;
    int dy = to / n->width - from / n->width;
    int height = n->at[from].n;
    if (height == 0 || from == to)
        return false;
    if (dx != 0 && dy != 0) { /* C3: diagonally from height 3, two squares less; never blocked */
        int less = n->fault == NAIVE_CLAIMS_LONG_DIAGONALS ? 1 : 2;
        return abs(dx) == abs(dy) && height >= 3 && abs(dx) <= height - less;
    }
    int distance = abs(dx) + abs(dy);
    if (distance > height)
        return false;
    if (distance == 1 || n->fault == NAIVE_CLAIMS_NO_BLOCKING)
        return true;
    for (int d = 1; d < distance; d++) /* C4: one gap keeps the claim */
        if (n->at[from + d * (sign(dx) + sign(dy) * n->width)].n == 0)
            return true;
    return false;
}

int naive_claims_count(const struct naive_claims *n, int square, int player)
{
    int count = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            if (dx == 0 && dy == 0)
                continue;
            int x = square % n->width + dx;
            int y = square / n->width + dy;
            for (; x >= 0 && x < n->width && y >= 0 && y < n->height; x += dx, y += dy) {
                int from = y * n->width + x;
                if (naive_claims_occupant(n, from) == player &&
                    naive_claims_claims(n, from, square))
                    count++;
            }
        }
    return count;
}

const char *naive_claims_forbids(const struct naive_claims *n, int square, int player)
{
    int occupant = naive_claims_occupant(n, square);
    if (occupant == player) {
        if (n->fault == NAIVE_CLAIMS_ONE_SECOND_ONLY && naive_claims_jacked(n, square))
            return "C2";
        return naive_claims_doubled(n, square) ? "C2" : "";
    }
    int mine = naive_claims_count(n, square, player);
    if (occupant != 0)
        return mine >= n->at[square].n + naive_claims_count(n, square, occupant) ? "" : "C6";
    for (int other = 1; other <= n->players; other++)
        if (naive_claims_count(n, square, other) > mine)
            return "C5";
    return "";
}

bool naive_claims_anybody_can_place(const struct naive_claims *n)
{
    for (int player = 1; player <= n->players; player++)
        for (int square = 0; square < n->width * n->height; square++)
            if (naive_claims_forbids(n, square, player)[0] == '\0')
                return true;
    return false;
}

static void next_turn(struct naive_claims *n)
{
    n->to_move = n->to_move % n->players + 1;
    n->additional = 0;
    int k = 0;
    for (int attacker = 1; attacker <= n->players; attacker++) {
        int attacks = n->attacks[n->to_move][attacker];
        k += n->fault == NAIVE_CLAIMS_ATTACKS_COUNTED ? attacks : attacks > 0;
        n->attacks[n->to_move][attacker] = 0;
    }
    if (n->players > 2 && k >= 2)
        n->additional = k - 1;
}

void naive_claims_play(struct naive_claims *n, int square)
{
    if (square == NAIVE_CLAIMS_PASS) {
        n->passed_in_a_row++;
        next_turn(n);
        n->over = n->passed_in_a_row >= n->players;
        return;
    }
    n->passed_in_a_row = 0;
    struct naive_stack *s = &n->at[square];
    int occupant = naive_claims_occupant(n, square);
    if (occupant != 0 && occupant != n->to_move)
        n->attacks[occupant][n->to_move]++;
    s->piece[s->n++] = (unsigned char)n->to_move;
    if (n->additional > 0)
        n->additional--;
    else
        next_turn(n);
    n->over = !naive_claims_anybody_can_place(n);
}

int naive_claims_scorer(const struct naive_claims *n, int square)
{
    int occupant = naive_claims_occupant(n, square);
    if (occupant != 0)
        return n->jacked_scores && naive_claims_jacked(n, square) ? occupant : 0;
    for (int player = 1; player <= n->players; player++) {
        bool most = true;
        for (int other = 1; other <= n->players; other++)
            if (other != player &&
                naive_claims_count(n, square, other) >= naive_claims_count(n, square, player))
                most = false;
        if (most)
            return player;
    }
    return 0;
}

int naive_claims_points(const struct naive_claims *n, int player)
{
    int points = 0;
    for (int square = 0; square < n->width * n->height; square++)
        points += naive_claims_scorer(n, square) == player;
    return points;
}

int naive_claims_winner(const struct naive_claims *n)
{
    for (int player = 1; player <= n->players; player++) {
        bool best = true;
        for (int other = 1; other <= n->players; other++)
            if (other != player && naive_claims_points(n, other) >= naive_claims_points(n, player))
                best = false;
        if (best)
            return player;
    }
    return 0;
}
