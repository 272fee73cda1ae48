#include "cli/analysis/net_choice.h"

#include "cli/command.h"
#include "cli/files/load.h"
#include <stdlib.h>
#include <string.h>

enum { NET_BYTES_MAX = 16 << 20 };

int net_choice_take(const char *word, struct net_choice *out)
{
    const char *why;
    size_t len;
    *out = (struct net_choice){.none = word != NULL && strcmp(word, "none") == 0};
    if (word == NULL || out->none)
        return EXIT_OK;
    out->bytes = load_file(word, NET_BYTES_MAX, &len);
    if (out->bytes == NULL)
        return EXIT_NO;
    out->net = malloc(sizeof *out->net);
    if (out->net == NULL) {
        fputs("hoshi: out of memory\n", stderr);
        return EXIT_NO;
    }
    if (net_open(out->net, out->bytes, len, &why) < 0) {
        fprintf(stderr, "hoshi: %s: %s\n", word, why);
        return EXIT_NO;
    }
    return EXIT_OK;
}

void net_choice_wish(const char *word, const struct setup *setup, struct net_choice *out)
{
    bool taken = net_choice_take(word, out) == EXIT_OK;
    bool plays = taken && (out->net == NULL || setup == NULL || net_plays(out->net, setup));
    if (plays)
        return;
    if (taken)
        fprintf(stderr, "hoshi: %s does not play this game on this board\n", word);
    fputs("hoshi: the engine uses playouts, without a net\n", stderr);
    net_choice_done(out);
    out->none = true;
}

int net_choice_player(struct player_spec *player, struct net_choice *out)
{
    int status = net_choice_take(player->net_word, out);
    player->no_net = out->none;
    player->net = out->net;
    return status;
}

void net_choice_done(struct net_choice *c)
{
    free(c->net);
    free(c->bytes);
    *c = (struct net_choice){.none = false};
}

void net_choice_set(const struct net_choice *c, struct engine_options *options)
{
    options->no_net = c->none;
    options->net = c->net;
}
