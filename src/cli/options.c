/* options.c - command line words into values (command.h). */
#include "cli/command.h"
#include "cli/terminal.h"

#include "base/text.h"
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

int usage_error(const char *command, const char *format, ...)
{
    char message[2 * TERMINAL_NAME_BYTES];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(message, sizeof message, format, args);
    va_end(args);
    for (char *c = message; *c != '\0'; c++)
        if (*c == '\n' || *c == '\r') /* of an argument */
            *c = ' ';
    fprintf(stderr, "%s: %s", command_program, message);
    if (command != NULL)
        fprintf(stderr, "\nTry `%s %s --help`.\n", command_program, command);
    else
        fprintf(stderr, "\nTry `%s --help`.\n", command_program);
    return EXIT_USAGE;
}

int usage_no_game(const char *command)
{
    char names[GAME_NAMES_BYTES];
    return usage_error(command, "name a game: %s", game_names("or", names));
}

int usage_not_game(const char *command, const char *word)
{
    char names[GAME_NAMES_BYTES];
    return usage_error(command, "there is no game \"%s\"; the games are %s", word,
                       game_names("and", names));
}

static int take_number(const struct command *cmd, const struct option_spec *o, const char *value)
{
    char *end;
    errno = 0;
    long long v = strtoll(value, &end, 10);
    if (errno != 0 || end == value || *end != '\0' || v < o->min || v > o->max) {
        usage_error(cmd->name, "--%s takes a whole number from %lld to %lld, not \"%s\"", o->name,
                    (long long)o->min, (long long)o->max, value);
        return -1;
    }
    *o->number = v;
    return 0;
}

/* Seconds with a fraction; or whole milliseconds, for the names that options had once. */
static int take_ms(const struct command *cmd, const struct option_spec *o, const char *value,
                   bool whole)
{
    char *end = NULL;
    double v = value[0] >= '0' && value[0] <= '9' && value[1] != 'x' ? strtod(value, &end) : -1;
    double ms = whole ? v : v * 1000 + 0.5;
    if (v < 0 || end == NULL || *end != '\0' || ms < (double)o->min || ms > (double)o->max ||
        (whole && strpbrk(value, ".eE") != NULL)) {
        usage_error(cmd->name, "--%s takes seconds from %g to %g, such as 0.5, not \"%s%s\"",
                    o->name, (double)o->min / 1000, (double)o->max / 1000, value,
                    whole ? " ms" : "");
        return -1;
    }
    *o->ms = (int64_t)ms;
    return 0;
}

/* Names and letters that options had once: they work as before, and no help mentions them. */
static const struct alias {
    const char *command, *old, *name;
    bool ms; /* the old value is whole milliseconds, the new one seconds */
} aliases[] = {
    {"analyze", "s", "size", false}, {"gtp", "cpu", "cpu-seconds", true},
    {"gtp", "ms", "seconds", true},  {"puzzles", "opening", "random", false},
    {"rate", "top", "level", false}, {"show", "s", "size", false},
};

/* One letter for one thing, in every command that has it. */
static const struct {
    char letter;
    const char *name;
} letters[] = {{'d', "depth"}, {'g', "game"}, {'l', "level"},   {'m', "memory"},
               {'n', "size"},  {'o', "out"},  {'p', "players"}, {'q', "quiet"}};

static const char *name_of_letter(char letter)
{
    for (size_t i = 0; i < ARRAY_LEN(letters); i++)
        if (letters[i].letter == letter)
            return letters[i].name;
    return NULL;
}

static const struct alias *alias_find(const char *command, const char *name, size_t len)
{
    for (size_t i = 0; i < ARRAY_LEN(aliases) && command != NULL; i++)
        if (strcmp(aliases[i].command, command) == 0 && strlen(aliases[i].old) == len &&
            strncmp(aliases[i].old, name, len) == 0)
            return &aliases[i];
    return NULL;
}

/* Finds the option that a word names; a repeated text option gives its first free slot. */
static const struct option_spec *spec_here(const struct option_spec *specs, const char *word,
                                           size_t len)
{
    const struct option_spec *last = NULL;
    for (const struct option_spec *o = specs; o->name != NULL; o++) {
        if (word[1] != '-' || strlen(o->name) != len - 2 ||
            strncmp(o->name, word + 2, len - 2) != 0)
            continue;
        last = o;
        if (o->text == NULL || *o->text == NULL)
            return o;
    }
    return last;
}

/* The same by the letters that all commands share, and by old names; *ms: in milliseconds. */
static const struct option_spec *spec_find(const struct command *cmd,
                                           const struct option_spec *specs, const char *word,
                                           size_t len, bool *ms)
{
    char name[32];
    const struct option_spec *o = spec_here(specs, word, len);
    bool is_long = word[1] == '-';
    const struct alias *old = alias_find(cmd->name, word + 1 + is_long, len - 1 - is_long);
    const char *other = old != NULL            ? old->name
                        : !is_long && len == 2 ? name_of_letter(word[1])
                                               : NULL;
    *ms = o == NULL && old != NULL && old->ms;
    if (o != NULL || other == NULL)
        return o;
    (void)snprintf(name, sizeof name, "--%s", other);
    return spec_here(specs, name, strlen(name));
}

int options_parse(const struct command *cmd, const struct option_spec *specs, int argc,
                  char *const *argv, const char **args, int args_max)
{
    int n = 0;
    bool options = true;
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        if (options && strcmp(word, "--") == 0) {
            options = false;
            continue;
        }
        if (!options || word[0] != '-' || word[1] == '\0') {
            if (n == args_max) {
                usage_error(cmd->name, "there are too many arguments: \"%s\"", word);
                return -1;
            }
            args[n++] = word;
            continue;
        }
        if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
            fputs(cmd->help, stdout);
            if (fflush(stdout) == 0)
                exit(EXIT_OK);
            perror("hoshi: writing standard output");
            exit(EXIT_NO);
        }
        const char *eq = word[1] == '-' ? strchr(word, '=') : NULL;
        size_t len = eq ? (size_t)(eq - word) : strlen(word);
        bool ms;
        const struct option_spec *o = spec_find(cmd, specs, word, len, &ms);
        if (o == NULL) {
            usage_error(cmd->name, "there is no option \"%.*s\"", (int)len, word);
            return -1;
        }
        if (o->flag != NULL) {
            if (eq != NULL) {
                usage_error(cmd->name, "--%s takes no value", o->name);
                return -1;
            }
            *o->flag = true;
            continue;
        }
        const char *value = eq ? eq + 1 : NULL;
        if (eq == NULL && o->fits != NULL && !(i + 1 < argc && o->fits(argv[i + 1])))
            value = "yes";
        else if (eq == NULL)
            value = ++i < argc ? argv[i] : NULL;
        if (value == NULL) {
            usage_error(cmd->name, "--%s needs a value", o->name);
            return -1;
        }
        if (o->text != NULL)
            *o->text = value;
        else if ((o->ms != NULL ? take_ms(cmd, o, value, ms) : take_number(cmd, o, value)) < 0)
            return -1;
    }
    return n;
}

static bool size_parse(const char *size, struct setup *s)
{
    char *end;
    long w = strtol(size, &end, 10);
    long h = w;
    if (end == size)
        return false;
    if (*end == 'x' || *end == 'X') {
        const char *from = end + 1;
        h = strtol(from, &end, 10);
        if (end == from)
            return false;
    }
    if (*end != '\0' || w < 1 || w > 255 || h < 1 || h > 255)
        return false;
    s->width = (uint8_t)w;
    s->height = (uint8_t)h;
    return true;
}

static bool option_parse(const char *word, struct setup *s)
{
    static const struct {
        const char *name;
        uint8_t flag;
    } names[] = {{"swap", OPTION_SWAP}, {"jacked", OPTION_JACKED}};
    const char *eq = strchr(word, '=');
    size_t len = eq ? (size_t)(eq - word) : strlen(word);
    if (eq != NULL && strcmp(eq, "=0") != 0 && strcmp(eq, "=1") != 0)
        return false;
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        if (strlen(names[i].name) != len || strncmp(names[i].name, word, len) != 0)
            continue;
        if (!(games[s->game]->options & names[i].flag))
            return false;
        if (eq != NULL && eq[1] == '0')
            s->options &= (uint8_t)~names[i].flag;
        else
            s->options |= names[i].flag;
        return true;
    }
    return false;
}

int setup_from_words(const char *command, const char *game, const char *size, int players,
                     const char *const *opts, struct setup *out)
{
    const struct game *g = game_find(game);
    if (g == NULL) {
        usage_not_game(command, game);
        return -1;
    }
    struct setup s = setup_default(g->id);
    if (size != NULL && !size_parse(size, &s)) {
        usage_error(command, "--size takes N or WxH, not \"%s\"", size);
        return -1;
    }
    if (players != 0)
        s.players = (uint8_t)players;
    for (; opts != NULL && *opts != NULL; opts++) {
        if (!option_parse(*opts, &s)) {
            usage_error(command, "%s has no option \"%s\": `hoshi games` lists the options",
                        g->title, *opts);
            return -1;
        }
    }
    char why_buf[160];
    struct text why;
    text_init(&why, why_buf, sizeof why_buf);
    if (setup_check(&s, &why) < 0) {
        usage_error(command, "%s", why_buf);
        return -1;
    }
    *out = s;
    return 0;
}
