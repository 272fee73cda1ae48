/* main.c - finds the subcommand and runs it. */
#include "cli/command.h"
#include "cli/terminal.h"

#include "rules/game.h"
#include "version.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

const char *const command_program = "hoshi";

static void print_help(FILE *to)
{
    fputs("hoshi - ", to);
    for (int i = 0; i < GAME_N; i++)
        fprintf(to, "%s%s", i == 0 ? "" : i + 1 < GAME_N ? ", " : " and ", games[i]->title);
    fputs(": play, analyse, host\n\n"
          "usage: hoshi COMMAND [ARGUMENTS]\n\n"
          "commands:\n",
          to);
    for (int i = 0; commands[i] != NULL; i++)
        fprintf(to, "  %-8s %s\n", commands[i]->name, commands[i]->summary);
    fputs("\n`hoshi COMMAND --help` explains a command. `man hoshi` is the full manual.\n", to);
}

/* The status, unless standard output could not be written. */
static int finish(int status)
{
    if (fflush(stdout) != 0 || ferror(stdout)) {
        perror("hoshi: writing standard output");
        return EXIT_NO;
    }
    return status;
}

static const struct command *find(const char *name)
{
    for (int i = 0; commands[i] != NULL; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

#ifdef __SANITIZE_THREAD__
/* What that sanitizer cannot see is safe: the filter of standard error (terminal.h) runs under the
 * stream's own lock, and GLib's tables, which GMime fills, under GLib's. A file of suppressions
 * could not be read inside the sandbox. */
__attribute__((visibility("default"))) const char *__tsan_default_suppressions(void);
const char *__tsan_default_suppressions(void)
{
    return "race:on_write\ncalled_from_lib:libglib-2.0.so.0\n";
}
#endif

/* Files that are opened later must not get the numbers of the standard ones, or messages would be
 * written into them. What was closed stays useless: reading and writing fail. */
static void keep_standard_files(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
            (void)open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int main(int argc, char **argv)
{
    keep_standard_files();
    terminal_guard();
    if (argc < 2) {
        print_help(stderr);
        return EXIT_USAGE;
    }
    const char *word = argv[1];
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
        print_help(stdout);
        return finish(EXIT_OK);
    }
    if (strcmp(word, "help") == 0) {
        const struct command *cmd = argc > 2 ? find(argv[2]) : NULL;
        if (argc > 2 && cmd == NULL)
            return usage_error(NULL, "there is no command \"%s\"", argv[2]);
        if (cmd != NULL)
            fputs(cmd->help, stdout);
        else
            print_help(stdout);
        return finish(EXIT_OK);
    }
    if (strcmp(word, "--version") == 0 || strcmp(word, "version") == 0) {
        puts("hoshi " HOSHI_VERSION);
        return finish(EXIT_OK);
    }
    if (strcmp(word, "bench") == 0)
        return usage_error(NULL, "measurements are a program of their own: hoshi-bench, which "
                                 "`make` builds beside hoshi and `-Dbench=true` installs");
    const struct command *cmd = find(word);
    if (cmd == NULL)
        return usage_error(NULL, "there is no command \"%s\"", word);
    return finish(cmd->run(argc - 1, argv + 1));
}
