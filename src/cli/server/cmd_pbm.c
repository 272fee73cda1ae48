/* cmd_pbm.c - `hoshi pbm`: one command of the play-by-e-mail language, without mail. */
#include "cli/command.h"
#include "cli/server/post.h"
#include "platform/json.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static int run(int argc, char *const *argv);

extern const struct command cmd_pbm;
const struct command cmd_pbm = {
    .name = "pbm",
    .summary = "send a command of the play-by-e-mail language to the server",
    .help = "usage: hoshi pbm [OPTIONS] 'COMMAND'\n\n"
            "Sends a command to a running server, like a mail with that Subject, and prints\n"
            "the reply; `hoshi pbm help` lists the commands. The exit status is 1 if the\n"
            "server refuses the command.\n\n"
            "  --server URL       the server (http://127.0.0.1:8080)\n"
            "  --text TEXT        the text of the mail\n"
            "  --token-file FILE  act as the player whose session (the value of the cookie\n"
            "                     hoshi_session) is in FILE; the password is then `-`\n\n"
            "Examples:\n"
            "  hoshi pbm help\n"
            "  hoshi pbm 'palisade show 12'\n",
    .run = run,
};

static int run(int argc, char *const *argv)
{
    const char *server = "http://127.0.0.1:8080";
    const char *text = NULL;
    const char *token_file = NULL;
    const char *command = NULL;
    const struct option_spec specs[] = {
        {.name = "server", .text = &server},
        {.name = "text", .text = &text},
        {.name = "token-file", .text = &token_file},
        {.name = NULL},
    };
    char token[POST_TOKEN_BYTES];
    char url[300];
    char *answer = NULL;
    int n = options_parse(&cmd_pbm, specs, argc, argv, &command, 1);
    if (n < 0)
        return EXIT_USAGE;
    if (n != 1)
        return usage_error("pbm", "quote the whole command: hoshi pbm 'help move'");
    if (token_file != NULL && post_read_secret(token_file, token, sizeof token) < 0) {
        fprintf(stderr, "hoshi: %s cannot be read\n", token_file);
        return EXIT_NO;
    }
    json_t *body = JSON_OBJECT({"command", json_string(command)},
                               {"text", json_string(text != NULL ? text : "")});
    char *bytes = body != NULL ? json_dumps(body, JSON_COMPACT) : NULL;
    json_decref(body);
    if (bytes == NULL)
        return EXIT_NO;
    snprintf(url, sizeof url, "%s/api/pbm", server);
    int status = post_bytes(url, "application/json", token_file != NULL ? token : NULL, bytes,
                            strlen(bytes), &answer);
    free(bytes);
    json_t *reply = answer != NULL ? json_loads(answer, 0, NULL) : NULL;
    const char *said =
        json_string_value(json_object_get(reply, status == 200 ? "reply" : "detail"));
    if (said != NULL) {
        fputs(said, status == 200 ? stdout : stderr);
        fputs(status == 200 ? "" : "\n", stderr);
    } else {
        fprintf(stderr, "hoshi: there is no server at %s\n", server);
    }
    bool done = status == 200 && json_is_true(json_object_get(reply, "done"));
    json_decref(reply);
    free(answer);
    return done ? EXIT_OK : EXIT_NO;
}
