/* cmd_bot.c - `hoshi bot`: the engine as a player of a server, over its public API. */
#include "cli/command.h"

#include "bot/bot.h"
#include "cli/analysis/net_choice.h"
#include "platform/log.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static int run(int argc, char *const *argv);

extern const struct command cmd_bot;
const struct command cmd_bot = {
    .name = "bot",
    .summary = "play on a server with the engine",
    .help = "usage: hoshi bot --server URL (--token TOKEN | --token-file FILE) [OPTIONS]\n\n"
            "Plays the engine's matches of a server over its API, on this machine or any\n"
            "other. `hoshi serve` runs a bot by itself; `hoshi serve --bot-token-file FILE`\n"
            "writes a token for further bots. The bot runs until SIGTERM or SIGINT, and\n"
            "reconnects after the server was away.\n\n"
            "  --server URL       the server: http://127.0.0.1:8080\n"
            "  --token TOKEN      the player's API token\n"
            "  --token-file FILE  a file with the token in its first line (safer, because\n"
            "                     others on this machine can see arguments)\n"
            "  --threads N        matches to think about at the same time (1), besides one at\n"
            "                     a quick level\n"
            "  --memory MIB       memory of each engine (128)\n"
            "  --net WORD         none: use playouts only; FILE: use this net instead of the\n"
            "                     built-in ones\n"
            "  --json-logs        write lines on standard error as JSON objects\n\n"
            "Examples:\n"
            "  hoshi bot --server https://hoshi.example --token-file bot.token\n"
            "  hoshi bot --server http://127.0.0.1:8080 --token-file bot.token --threads 4\n",
    .run = run,
};

enum { TOKEN_BYTES = 128 };

/* The first line of a file; false (and a message) if there is none. */
static bool read_token(const char *path, char token[TOKEN_BYTES])
{
    size_t n = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = 1;
    while (fd >= 0 && n < TOKEN_BYTES - 1 && got > 0) {
        got = read(fd, token + n, TOKEN_BYTES - 1 - n);
        n += got > 0 ? (size_t)got : 0;
    }
    if (fd < 0 || got < 0)
        fprintf(stderr, "hoshi: %s: %s\n", path, strerror(errno));
    if (fd >= 0)
        (void)close(fd);
    token[n] = '\0';
    token[strcspn(token, "\r\n")] = '\0';
    if (fd >= 0 && got >= 0 && token[0] == '\0')
        fprintf(stderr, "hoshi: %s contains no token\n", path);
    return token[0] != '\0';
}

static int run(int argc, char *const *argv)
{
    const char *server = NULL;
    const char *token = NULL;
    const char *file = NULL;
    char from_file[TOKEN_BYTES];
    char url[256];
    const char *net = NULL;
    int64_t threads = 1;
    int64_t memory = 128;
    bool json_logs = false;
    const struct option_spec specs[] = {
        {.name = "server", .text = &server},
        {.name = "token", .text = &token},
        {.name = "token-file", .text = &file},
        {.name = "threads", .number = &threads, .min = 1, .max = 256},
        {.name = "memory", .number = &memory, .min = 2, .max = 65536},
        {.name = "net", .text = &net},
        {.name = "json-logs", .flag = &json_logs},
        {.name = NULL},
    };
    if (options_parse(&cmd_bot, specs, argc, argv, NULL, 0) < 0)
        return EXIT_USAGE;
    log_as_json(json_logs);
    if (server == NULL || (token == NULL) == (file == NULL))
        return usage_error("bot", "--server and one of --token and --token-file are needed");
    if (strncmp(server, "http://", 7) != 0 && strncmp(server, "https://", 8) != 0)
        return usage_error("bot", "--server takes a URL that begins with http:// or https://");
    if (strlen(server) >= sizeof url || (token != NULL && strlen(token) >= TOKEN_BYTES))
        return usage_error("bot", "that is too long");
    snprintf(url, sizeof url, "%s", server);
    while (url[strlen(url) - 1] == '/')
        url[strlen(url) - 1] = '\0';
    if (file != NULL && !read_token(file, from_file))
        return EXIT_NO;
    sigset_t signals;
    (void)sigemptyset(&signals);
    (void)sigaddset(&signals, SIGTERM);
    (void)sigaddset(&signals, SIGINT);
    (void)sigprocmask(SIG_BLOCK, &signals, NULL);
    (void)signal(SIGPIPE, SIG_IGN);
    struct net_choice choice;
    net_choice_wish(net, NULL, &choice);
    const struct bot_options o = {.server = url,
                                  .token = token != NULL ? token : from_file,
                                  .threads = (int)threads,
                                  .memory_bytes = (uint64_t)memory << 20,
                                  .no_net = choice.none,
                                  .net = choice.net};
    struct bot *bot = bot_start(&o);
    if (bot == NULL) {
        fprintf(stderr, "hoshi: the bot cannot be started: out of memory\n");
        net_choice_done(&choice);
        return EXIT_NO;
    }
    int sig = 0;
    while (sig != SIGTERM && sig != SIGINT && !bot_refused(bot)) {
        struct timespec second = {.tv_sec = 1};
        sig = sigtimedwait(&signals, NULL, &second);
    }
    bool refused = bot_refused(bot);
    bot_stop(bot);
    net_choice_done(&choice);
    if (refused)
        fprintf(stderr, "hoshi: the server refuses the token\n");
    return refused ? EXIT_NO : EXIT_OK;
}
