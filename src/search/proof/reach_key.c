#include "search/proof/reach_key.h"

#include "base/err.h"

static int digit_of_point(const struct setup *s, struct cell c)
{
    return c.owner == OWNER_NONE ? 0 : game_proofs[s->game]->digits.point_digit(s, c);
}

/* The digits that no symmetry changes, in the order of their radices. */
static void state_radices(const struct setup *s, int radix[REACH_STATE_DIGITS])
{
    const struct game_digits *digits = &game_proofs[s->game]->digits;
    radix[0] = s->players;
    radix[1] = 2 + s->players;
    radix[2] = s->options & OPTION_SWAP ? 3 : 1;
    for (int i = 0; i < GAME_STATE_DIGITS; i++)
        radix[REACH_COMMON_DIGITS + i] = 1;
    if (digits->state_radices != NULL)
        digits->state_radices(s, radix + REACH_COMMON_DIGITS);
}

static void state_digits(const struct position *p, int digit[REACH_STATE_DIGITS])
{
    const struct game_digits *digits = &game_proofs[p->setup.game]->digits;
    digit[0] = p->side - 1;
    digit[1] = p->over ? 1 + p->winner : 0;
    digit[2] = p->setup.options & OPTION_SWAP && p->ply < 2 ? 1 + p->ply : 0;
    for (int i = 0; i < GAME_STATE_DIGITS; i++)
        digit[REACH_COMMON_DIGITS + i] = 0;
    if (digits->state_digits != NULL)
        digits->state_digits(p, digit + REACH_COMMON_DIGITS);
}

/* Gives each digit a place: in the first word while it has room, then in the second. */
static bool digits_place(struct reach_keys *keys)
{
    int radix[REACH_DIGITS_MAX];
    int digits_n = keys->points_n + REACH_STATE_DIGITS;
    for (int i = 0; i < keys->points_n; i++)
        radix[i] = keys->point_radix;
    state_radices(&keys->setup, radix + keys->points_n);
    int word = 0;
    uint64_t weight = 1;
    for (int i = 0; i < digits_n; i++) {
        uint64_t next;
        if (__builtin_mul_overflow(weight, (uint64_t)radix[i], &next)) {
            weight = 1;
            next = (uint64_t)radix[i];
            if (++word == 2)
                return false;
        }
        keys->digit[i].weight = weight;
        keys->digit[i].word = word;
        weight = next;
    }
    keys->below = word == 0 ? weight : 0;
    return true;
}

static void images_fill(struct reach_keys *keys)
{
    const struct setup *s = &keys->setup;
    struct position start;
    int err = position_start(&start, s);
    ASSERT(err == 0);
    uint8_t all = position_symmetries(&start) & (uint8_t)~games[s->game]->symmetries_swap;
    keys->images_n = 0;
    for (int i = 0; i < SYMMETRIES_MAX; i++) {
        if (!(all >> i & 1))
            continue;
        for (point_t at = 0; at < keys->points_n; at++)
            keys->image[keys->images_n][at] = symmetry_point(i, s->width, s->height, at);
        keys->images_n++;
    }
}

int reach_keys_init(struct reach_keys *keys, const struct setup *s)
{
    int err = setup_check(s, NULL);
    if (err < 0)
        return err;
    keys->setup = *s;
    keys->points_n = s->width * s->height;
    keys->point_radix = game_proofs[s->game]->digits.point_radix(s);
    if (!digits_place(keys))
        return ERR_TOO_BIG;
    images_fill(keys);
    return 0;
}

struct reach_key reach_key_of(const struct reach_keys *keys, const struct position *p,
                              int *images_n)
{
    int points[POINTS_MAX];
    int state[REACH_STATE_DIGITS];
    struct reach_key found[SYMMETRIES_MAX];
    struct reach_key rest = {{0, 0}};
    state_digits(p, state);
    for (int i = 0; i < REACH_STATE_DIGITS; i++)
        rest.word[keys->digit[keys->points_n + i].word] +=
            keys->digit[keys->points_n + i].weight * (uint64_t)state[i];
    for (point_t at = 0; at < keys->points_n; at++) {
        points[at] = digit_of_point(&keys->setup, position_cell(p, at));
        ASSERT(points[at] < keys->point_radix);
    }
    struct reach_key best = rest;
    int n = 0;
    for (int i = 0; i < keys->images_n; i++) {
        struct reach_key k = rest;
        for (int at = 0; at < keys->points_n; at++) {
            int place = keys->image[i][at];
            k.word[keys->digit[place].word] += keys->digit[place].weight * (uint64_t)points[at];
        }
        bool known = false;
        for (int j = 0; j < n && !known; j++)
            known = reach_key_same(found[j], k);
        if (known)
            continue;
        if (n == 0 || reach_key_less(k, best))
            best = k;
        found[n++] = k;
    }
    if (images_n != NULL)
        *images_n = n;
    return best;
}
