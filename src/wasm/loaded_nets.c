/* loaded_nets.c - the nets of the module: those that the page has loaded, in the place of the ones
 * that other builds have inside (net/builtin.h). */
#include "base/err.h"
#include "net/builtin.h"
#include "net/check.h"
#include "wasm/api.h"
#include <stdalign.h>

enum { FILE_BYTES_MAX = 300 << 10 };

/* A game's file stays where it is, as searches look into it. */
static struct {
    alignas(64) unsigned char bytes[FILE_BYTES_MAX];
    size_t n; /* 0: none yet */
} files[GAME_N];

void *EXPORT(hoshi_net_room)(int game, int bytes)
{
    bool fits = game >= 0 && game < GAME_N && bytes > 0 && bytes <= FILE_BYTES_MAX;
    return fits && files[game].n == 0 ? files[game].bytes : NULL;
}

int EXPORT(hoshi_net)(int game, int bytes)
{
    static struct net net;
    const char *why;
    if (hoshi_net_room(game, bytes) == NULL)
        return ERR_RANGE;
    int err = net_open(&net, files[game].bytes, (size_t)bytes, &why);
    if (err == 0 && net.game != (enum game_id)game)
        err = ERR_UNSUPPORTED;
    if (err == 0)
        files[game].n = (size_t)bytes;
    return err;
}

const void *builtin_net(enum game_id game, size_t *bytes)
{
    *bytes = files[game].n;
    return *bytes > 0 ? files[game].bytes : NULL;
}

uint64_t EXPORT(hoshi_net_check)(int game, int path)
{
    static struct net net;
    static const unsigned char *opened; /* it costs a fifth of a check */
    static struct net_work work;
    const char *why;
    if (game < 0 || game >= GAME_N || files[game].n == 0 || path < 0 || path >= NET_PATHS ||
        !net_path_works((enum net_path)path))
        return 0;
    if (opened != files[game].bytes && net_open(&net, files[game].bytes, files[game].n, &why) < 0)
        return 0;
    opened = files[game].bytes;
    net.path = (enum net_path)path;
    net_work_init(&work);
    return net_check(&net, &work);
}
