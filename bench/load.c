/* load.c - how many moves a running server acknowledges: N connections, each of which plays random
 * hot-seat matches as fast as it is answered.
 *
 * usage: load PORT [CONNECTIONS [SECONDS]]      (the server with --no-limits)
 *
 * Prints moves per second and the percentiles of the time from request to answer. */
#include "platform/clock.h"
#include "rules/position.h"
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CONNECTIONS_MAX = 2000, SAMPLES_MAX = 200000, ANSWER_BYTES = 64 * 1024 };

struct player {
    pthread_t thread;
    int index;
    int fd;
    char cookie[64];
    char answer[ANSWER_BYTES];
    int samples_n;
    uint32_t *samples; /* us */
};

static int port;
static int64_t until_ms;

static void fail(const char *what, const struct player *p)
{
    fprintf(stderr, "load: %s: %.200s\n", what, p->answer);
    exit(1);
}

/* Sends a POST and reads the whole answer; returns its status. */
static int post(struct player *p, const char *path, const char *body)
{
    char request[1024];
    int n = snprintf(request, sizeof request,
                     "POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                     "Cookie: hoshi_session=%s\r\nContent-Length: %zu\r\n\r\n%s",
                     path, p->cookie, strlen(body), body);
    if (write(p->fd, request, (size_t)n) != n)
        fail("write", p);
    size_t got = 0;
    for (;;) {
        ssize_t more = read(p->fd, p->answer + got, sizeof p->answer - 1 - got);
        if (more <= 0)
            fail("read", p);
        got += (size_t)more;
        p->answer[got] = '\0';
        const char *end = strstr(p->answer, "\r\n\r\n");
        const char *length = strcasestr(p->answer, "content-length:");
        if (end != NULL && length != NULL &&
            got >= (size_t)(end + 4 - p->answer) + strtoul(length + 15, NULL, 10))
            return atoi(p->answer + 9);
    }
}

static void sign_in(struct player *p)
{
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    int on = 1;
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    p->fd = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(p->fd, (struct sockaddr *)&to, sizeof to) != 0)
        fail("connect", p);
    (void)setsockopt(p->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (post(p, "/api/guest", "{}") != 201)
        fail("guest", p);
    const char *cookie = strstr(p->answer, "hoshi_session=");
    if (cookie == NULL)
        fail("cookie", p);
    snprintf(p->cookie, sizeof p->cookie, "%.43s", cookie + strlen("hoshi_session="));
}

static void play_match(struct player *p, struct rng *rng)
{
    struct setup setup = setup_default(GAME_LEVEE);
    struct position position;
    char path[64];
    if (post(p, "/api/matches", "{\"game\":\"levee\",\"seats\":[\"me\",\"me\"]}") != 201)
        fail("create", p);
    const char *id = strstr(p->answer, "{\"id\":");
    if (id == NULL || position_start(&position, &setup) < 0)
        fail("match", p);
    snprintf(path, sizeof path, "/api/matches/%ld/moves", atol(id + 6));
    while (!position.over && clock_ms() < until_ms && p->samples_n < SAMPLES_MAX) {
        char body[64];
        char text[MOVE_TEXT_BYTES];
        move_t m = position_random(&position, rng);
        snprintf(body, sizeof body, "{\"ply\":%d,\"move\":\"%s\"}", position.ply + 1,
                 move_print(m, setup.width, text));
        int64_t begun = clock_us();
        if (post(p, path, body) != 200)
            fail("move", p);
        p->samples[p->samples_n++] = (uint32_t)(clock_us() - begun);
        position_play_legal(&position, m);
    }
}

static void *player_main(void *arg)
{
    struct player *p = arg;
    struct rng rng;
    rng_seed(&rng, (uint64_t)p->index);
    sign_in(p);
    while (clock_ms() < until_ms && p->samples_n < SAMPLES_MAX)
        play_match(p, &rng);
    (void)close(p->fd);
    return NULL;
}

static int compare(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    int connections = argc > 2 ? atoi(argv[2]) : 50;
    int seconds = argc > 3 ? atoi(argv[3]) : 10;
    if (argc < 2 || connections < 1 || connections > CONNECTIONS_MAX || seconds < 1) {
        fputs("usage: load PORT [CONNECTIONS [SECONDS]]\n", stderr);
        return 2;
    }
    port = atoi(argv[1]);
    until_ms = clock_ms() + seconds * 1000;
    struct player *players = calloc((size_t)connections, sizeof *players);
    if (players == NULL)
        return 1;
    for (int i = 0; i < connections; i++) {
        players[i].index = i;
        players[i].samples = malloc(SAMPLES_MAX * sizeof(uint32_t));
        if (players[i].samples == NULL ||
            pthread_create(&players[i].thread, NULL, player_main, &players[i]) != 0)
            return 1;
    }
    size_t n = 0;
    for (int i = 0; i < connections; i++) {
        (void)pthread_join(players[i].thread, NULL);
        n += (size_t)players[i].samples_n;
    }
    uint32_t *all = malloc((n + 1) * sizeof *all);
    if (all == NULL || n == 0)
        return 1;
    size_t at = 0;
    for (int i = 0; i < connections; i++) {
        memcpy(all + at, players[i].samples, (size_t)players[i].samples_n * sizeof *all);
        at += (size_t)players[i].samples_n;
        free(players[i].samples);
    }
    qsort(all, n, sizeof *all, compare);
    printf("%d connections, %d s: %zu moves acknowledged, %.0f a second; "
           "answer after %.1f ms (median), %.1f ms (99 %%), %.1f ms (worst)\n",
           connections, seconds, n, (double)n / seconds, all[n / 2] / 1000.0,
           all[n * 99 / 100] / 1000.0, all[n - 1] / 1000.0);
    free(all);
    free(players);
    return 0;
}
