/* cmd_pbm.c - `hoshi pbm`: one command of the play-by-e-mail language, without mail. */
#include "cli/command.h"
#include "cli/server/post.h"
#include "platform/json.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static int run(int argc, char *const *argv);

extern const struct command cmd_pbm;
const struct command cmd_pbm = {
    .name = "pbm",
    .summary = "send a command of the play-by-e-mail language to the server",
    .help = "usage: hoshi pbm [OPTIONS] 'COMMAND'\n\n"
            "Sends a command to a running server, like a mail with that Subject, and prints\n"
            "the reply; `hoshi pbm help` lists the commands. The exit status is 1 if the\n"
            "server refuses the command.\n\n"
            "  --server URL          the server (http://127.0.0.1:8080)\n"
            "  --text TEXT           the text of the mail\n"
            "  --as NAME             sign in as NAME first, with the password of the page\n"
            "                        from standard input (a terminal asks for it); the\n"
            "                        command may then say `-` for the password\n"
            "  --password-file FILE  the password is the first line of FILE\n"
            "  --token-file FILE     act as the player whose session (the value of the cookie\n"
            "                        hoshi_session) is in FILE, also with the password `-`\n"
            "  --json                the reply as a JSON object: reply, done\n\n"
            "Examples:\n"
            "  hoshi pbm 'palisade show 12'\n"
            "  hoshi pbm --as ann 'palisade move 12 ann - d4'\n",
    .run = run,
};

/* The first line of that file, or of standard input, where a terminal does not show it. */
static bool read_password(const char *file, const char *name, char *out, size_t size)
{
    struct termios was;
    if (file != NULL)
        return post_read_secret(file, out, size) == 0;
    bool terminal = tcgetattr(STDIN_FILENO, &was) == 0;
    if (terminal) {
        struct termios silent = was;
        silent.c_lflag &= ~(tcflag_t)ECHO;
        fprintf(stderr, "Password of %s: ", name);
        (void)fflush(stderr);
        (void)tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent);
    }
    bool read = fgets(out, (int)size, stdin) != NULL;
    if (terminal) {
        (void)tcsetattr(STDIN_FILENO, TCSAFLUSH, &was);
        fputc('\n', stderr);
    }
    out[read ? strcspn(out, "\r\n") : 0] = '\0';
    return read;
}

/* The session of a member; false after a message. */
static bool sign_in(const char *server, const char *name, const char *file,
                    char token[POST_TOKEN_BYTES])
{
    char password[1100];
    char *answer = NULL;
    if (!read_password(file, name, password, sizeof password)) {
        fprintf(stderr, "hoshi: the password of %s cannot be read from %s\n", name,
                file != NULL ? file : "standard input");
        return false;
    }
    int status = post_signin(server, name, password, token, &answer);
    memset(password, 0, sizeof password);
    json_t *said = answer != NULL ? json_loads(answer, 0, NULL) : NULL;
    const char *detail = json_string_value(json_object_get(said, "detail"));
    bool done = status == 200 && token[0] != '\0';
    if (!done)
        fprintf(stderr, "hoshi: %s cannot sign in: %s\n", name,
                status == 0      ? "there is no server"
                : status == 200  ? "a second factor is needed; use --token-file"
                : detail != NULL ? detail
                                 : "the server refuses it");
    json_decref(said);
    free(answer);
    return done;
}

static int run(int argc, char *const *argv)
{
    const char *server = "http://127.0.0.1:8080";
    const char *text = NULL;
    const char *token_file = NULL;
    const char *command = NULL;
    const char *name = NULL;
    const char *password_file = NULL;
    bool json = false;
    const struct option_spec specs[] = {
        {.name = "server", .text = &server},
        {.name = "text", .text = &text},
        {.name = "token-file", .text = &token_file},
        {.name = "as", .text = &name},
        {.name = "password-file", .text = &password_file},
        {.name = "json", .flag = &json},
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
    if (name != NULL && token_file != NULL)
        return usage_error("pbm", "--as and --token-file exclude each other");
    if (name != NULL && !sign_in(server, name, password_file, token))
        return EXIT_NO;
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
    int status =
        post_bytes(url, "application/json", token_file != NULL || name != NULL ? token : NULL,
                   bytes, strlen(bytes), &answer);
    free(bytes);
    json_t *reply = answer != NULL ? json_loads(answer, 0, NULL) : NULL;
    const char *said =
        json_string_value(json_object_get(reply, status == 200 ? "reply" : "detail"));
    if (json && status == 200) {
        (void)json_dumpf(reply, stdout, JSON_COMPACT);
        putchar('\n');
    } else if (said != NULL) {
        fputs(said, status == 200 ? stdout : stderr);
        fputs(status == 200 ? "" : "\n", stderr);
    } else {
        fprintf(stderr, "hoshi: there is no server at %s\n", server);
    }
    bool done = status == 200 && json_is_true(json_object_get(reply, "done"));
    json_decref(reply);
    free(answer);
    if (name != NULL) { /* the session was for this command */
        (void)snprintf(url, sizeof url, "%s/api/signout", server);
        (void)post_bytes(url, "application/json", token, "{}", 2, NULL);
    }
    return done ? EXIT_OK : EXIT_NO;
}
