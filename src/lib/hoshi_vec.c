/* hoshi_vec.c - batches of games (include/hoshi.h), stepped by a few threads.
 *
 * The games lie in one block, each in as many bytes as its setup uses. They are cut into parts of
 * the same number of games. A step is a job that all threads take parts of until none is left; the
 * calling thread takes parts too, so a thread that wakes late costs nothing. */
#include "base/err.h"
#include "lib/hoshi_int.h"
#include "net/planes.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { PART = 32, LINE = 64, THREADS_MAX = 64, GAMES_MAX = 1 << 20 };

struct hoshi_vec;
typedef void part_job(struct hoshi_vec *v, int from, int to);

struct hoshi_vec {
    struct position start; /* an empty board */
    size_t stride;         /* bytes from game to game */
    unsigned char *games;
    struct rng *rngs; /* of each game */
    move_t *moves;    /* of each game, in this step; MOVE_NONE: none */
    int games_n, actions_n, players;
    size_t planes_bytes; /* of one game; 0: none */
    bool auto_reset;

    /* the job: written by the caller while no other thread is inside */
    part_job *run;
    const int32_t *actions;
    int32_t *drawn;
    struct hoshi_vec_out out;
    _Atomic int next;    /* part that nobody has taken yet */
    _Atomic int illegal; /* the first game whose action is to blame, games_n: none */
    uint64_t seed;

    pthread_mutex_t mutex;
    pthread_cond_t begins, ends;
    uint64_t jobs; /* begun so far */
    int inside;    /* threads that take parts */
    bool stop;
    int threads_n; /* beside the caller */
    pthread_t threads[THREADS_MAX];
};

static struct position *game_at(const struct hoshi_vec *v, int i)
{
    return (struct position *)(void *)(v->games + (size_t)i * v->stride);
}

/* ---- threads ---- */

static void take_parts(struct hoshi_vec *v)
{
    for (;;) {
        int from = atomic_fetch_add(&v->next, 1) * PART;
        if (from >= v->games_n)
            return;
        v->run(v, from, from + PART < v->games_n ? from + PART : v->games_n);
    }
}

static void *thread_main(void *context)
{
    struct hoshi_vec *v = context;
    uint64_t seen = 0;
    pthread_mutex_lock(&v->mutex);
    for (;;) {
        while (v->jobs == seen && !v->stop)
            pthread_cond_wait(&v->begins, &v->mutex);
        if (v->stop)
            break;
        seen = v->jobs;
        v->inside++;
        pthread_mutex_unlock(&v->mutex);
        take_parts(v);
        pthread_mutex_lock(&v->mutex);
        if (--v->inside == 0)
            pthread_cond_signal(&v->ends);
    }
    pthread_mutex_unlock(&v->mutex);
    return NULL;
}

static void wait_outside(struct hoshi_vec *v)
{
    while (v->inside > 0)
        pthread_cond_wait(&v->ends, &v->mutex);
}

/* Runs a job over all games. */
static void run(struct hoshi_vec *v, part_job *job)
{
    if (v->threads_n == 0) {
        job(v, 0, v->games_n);
        return;
    }
    pthread_mutex_lock(&v->mutex);
    wait_outside(v); /* one that woke late for the last job */
    v->run = job;
    atomic_store(&v->next, 0);
    v->jobs++;
    pthread_cond_broadcast(&v->begins);
    pthread_mutex_unlock(&v->mutex);
    take_parts(v);
    pthread_mutex_lock(&v->mutex);
    wait_outside(v);
    pthread_mutex_unlock(&v->mutex);
}

/* ---- what is told of a game ---- */

static void tell(struct hoshi_vec *v, int i)
{
    const struct position *p = game_at(v, i);
    const struct hoshi_vec_out *o = &v->out;
    size_t at = (size_t)i;
    if (o->seats != NULL)
        o->seats[i] = position_seat(p, p->side);
    uint8_t bytes[POINTS_MAX * PLANES_MAX];
    uint8_t *planes = o->planes_u8 != NULL ? o->planes_u8 + at * v->planes_bytes : bytes;
    bool filled = o->planes_u8 != NULL || o->planes != NULL;
    if (filled)
        hoshi_planes(p, planes);
    if (o->planes != NULL)
        hoshi_planes_floats(planes, v->planes_bytes, o->planes + at * v->planes_bytes);
    if (o->legal != NULL && filled)
        hoshi_mask_by_planes(p, planes, o->legal + at * (size_t)v->actions_n);
    else if (o->legal != NULL)
        (void)hoshi_mask(p, o->legal + at * (size_t)v->actions_n);
}

/* ---- jobs ---- */

static void reset_part(struct hoshi_vec *v, int from, int to)
{
    for (int i = from; i < to; i++) {
        rng_seed(&v->rngs[i], rng_mix(v->seed) + (uint64_t)i);
        position_copy(game_at(v, i), &v->start);
        if (v->out.rewards != NULL)
            memset(v->out.rewards + (size_t)i * (size_t)v->players, 0,
                   (size_t)v->players * sizeof(float));
        if (v->out.done != NULL)
            v->out.done[i] = 0;
        if (v->out.plies != NULL)
            v->out.plies[i] = 0;
        tell(v, i);
    }
}

static void judge_part(struct hoshi_vec *v, int from, int to)
{
    for (int i = from; i < to; i++) {
        const struct position *p = game_at(v, i);
        v->moves[i] = MOVE_NONE;
        if (p->over || hoshi_judge(p, v->actions[i], &v->moves[i]) == 0)
            continue;
        int first = atomic_load(&v->illegal);
        while (i < first && !atomic_compare_exchange_weak(&v->illegal, &first, i))
            ;
        return; /* this part's first */
    }
}

static void play_part(struct hoshi_vec *v, int from, int to)
{
    const struct hoshi_vec_out *o = &v->out;
    for (int i = from; i < to; i++) {
        struct position *p = game_at(v, i);
        bool plays = v->moves[i] != MOVE_NONE;
        if (plays)
            position_play_legal(p, v->moves[i]);
        bool done = plays && p->over;
        if (o->rewards != NULL) {
            float *rewards = o->rewards + (size_t)i * (size_t)v->players;
            if (done)
                hoshi_returns(p, rewards);
            else
                memset(rewards, 0, (size_t)v->players * sizeof *rewards);
        }
        if (o->done != NULL)
            o->done[i] = done;
        if (o->plies != NULL)
            o->plies[i] = p->ply;
        if (done && v->auto_reset)
            position_copy(p, &v->start);
        tell(v, i);
    }
}

static void draw_part(struct hoshi_vec *v, int from, int to)
{
    for (int i = from; i < to; i++) {
        struct position *p = game_at(v, i);
        v->drawn[i] = p->over ? 0 : hoshi_action_of(&p->setup, position_random(p, &v->rngs[i]));
    }
}

/* ---- the public functions ---- */

static int out_take(struct hoshi_vec *v, const struct hoshi_vec_out *out)
{
    v->out = (struct hoshi_vec_out){0};
    if (out == NULL)
        return 0;
    if (!hoshi_take(&v->out, sizeof v->out, out, sizeof v->out))
        return HOSHI_ERR_RANGE;
    return v->planes_bytes == 0 && (out->planes_u8 != NULL || out->planes != NULL)
               ? (int)HOSHI_ERR_UNSUPPORTED
               : 0;
}

int hoshi_vec_reset(struct hoshi_vec *v, uint64_t seed, struct hoshi_vec_out *out)
{
    int err = out_take(v, out);
    if (err < 0)
        return err;
    v->seed = seed;
    run(v, reset_part);
    return 0;
}

int hoshi_vec_step(struct hoshi_vec *v, const int32_t *actions, struct hoshi_vec_out *out)
{
    int err = out_take(v, out);
    if (err < 0)
        return err;
    v->actions = actions;
    atomic_store(&v->illegal, v->games_n);
    run(v, judge_part);
    int first = atomic_load(&v->illegal);
    if (first < v->games_n) {
        if (out != NULL)
            out->illegal = first;
        move_t m;
        return hoshi_judge(game_at(v, first), actions[first], &m);
    }
    run(v, play_part);
    return 0;
}

int hoshi_vec_random(struct hoshi_vec *v, int32_t *actions)
{
    v->drawn = actions;
    run(v, draw_part);
    return 0;
}

static bool fits(const struct hoshi_vec *v, int game)
{
    return game >= 0 && game < v->games_n;
}

int hoshi_vec_get(const struct hoshi_vec *v, int game, struct hoshi_position *to)
{
    if (!fits(v, game))
        return HOSHI_ERR_RANGE;
    position_copy(&to->p, game_at(v, game));
    return 0;
}

int hoshi_vec_put(struct hoshi_vec *v, int game, const struct hoshi_position *from)
{
    struct setup s = from->p.setup; /* a position that was set up has no swap to come */
    s.options |= v->start.setup.options & OPTION_SWAP;
    if (!fits(v, game) || !setup_same(&s, &v->start.setup))
        return HOSHI_ERR_RANGE;
    position_copy(game_at(v, game), &from->p);
    return 0;
}

int hoshi_vec_games(const struct hoshi_vec *v)
{
    return v->games_n;
}

int hoshi_vec_actions(const struct hoshi_vec *v)
{
    return v->actions_n;
}

int hoshi_vec_planes_n(const struct hoshi_vec *v)
{
    return v->planes_bytes > 0 ? planes_n(v->start.setup.game) : (int)HOSHI_ERR_UNSUPPORTED;
}

/* The bytes of a position that the copying of one touches, in whole cache lines. */
static size_t stride_of(const struct position *p)
{
    return (games[p->setup.game]->bytes(p) + LINE - 1) / LINE * LINE;
}

static int start_threads(struct hoshi_vec *v, int n)
{
    pthread_mutex_init(&v->mutex, NULL);
    pthread_cond_init(&v->begins, NULL);
    pthread_cond_init(&v->ends, NULL);
    while (v->threads_n < n)
        if (pthread_create(&v->threads[v->threads_n], NULL, thread_main, v) != 0)
            return ERR_NO_MEMORY;
        else
            v->threads_n++;
    return 0;
}

int hoshi_vec_new(const struct hoshi_setup *setup, const struct hoshi_vec_options *options,
                  struct hoshi_vec **out, struct hoshi_why *why)
{
    struct setup s;
    struct hoshi_vec_options o;
    int err = hoshi_setup_read(setup, &s, why);
    if (err < 0)
        return err;
    if (!hoshi_take(&o, sizeof o, options, sizeof o) || o.games < 1 || o.games > GAMES_MAX ||
        o.threads < 0 || o.threads > THREADS_MAX)
        return hoshi_tell(why, HOSHI_ERR_RANGE, "",
                          "A batch has 1 to 1048576 games and at most 64 threads.");
    struct hoshi_vec *v = calloc(1, sizeof *v);
    if (v == NULL)
        return hoshi_tell(why, ERR_NO_MEMORY, "", NULL);
    if (position_start(&v->start, &s) < 0) {
        free(v);
        return hoshi_tell(why, HOSHI_ERR_RANGE, "", NULL);
    }
    v->games_n = o.games;
    v->actions_n = hoshi_actions(&s);
    v->players = s.players;
    v->planes_bytes = hoshi_planes_bytes(&s);
    v->auto_reset = o.auto_reset != 0;
    v->stride = stride_of(&v->start);
    size_t n = (size_t)o.games;
    v->games = aligned_alloc(LINE, n * v->stride);
    v->rngs = malloc(n * sizeof *v->rngs);
    v->moves = malloc(n * sizeof *v->moves);
    int threads = o.threads > 1 ? o.threads - 1 : 0;
    if (start_threads(v, v->games && v->rngs && v->moves ? threads : 0) < 0 || v->games == NULL ||
        v->rngs == NULL || v->moves == NULL) {
        hoshi_vec_free(v);
        return hoshi_tell(why, ERR_NO_MEMORY, "", NULL);
    }
    (void)hoshi_vec_reset(v, o.seed, NULL);
    *out = v;
    return hoshi_tell(why, 0, "", NULL);
}

void hoshi_vec_free(struct hoshi_vec *v)
{
    if (v == NULL)
        return;
    pthread_mutex_lock(&v->mutex);
    v->stop = true;
    pthread_cond_broadcast(&v->begins);
    pthread_mutex_unlock(&v->mutex);
    for (int i = 0; i < v->threads_n; i++)
        pthread_join(v->threads[i], NULL);
    pthread_mutex_destroy(&v->mutex);
    pthread_cond_destroy(&v->begins);
    pthread_cond_destroy(&v->ends);
    free(v->games);
    free(v->rngs);
    free(v->moves);
    free(v);
}
