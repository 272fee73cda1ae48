#include "service/people/names.h"

#include "base/text.h"
#include "rules/game.h"
#include <sodium.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const char *const birds[] = {
    "avocet",    "bittern",    "bulbul",  "bunting",   "chough",     "coot",    "crane",
    "crossbill", "curlew",     "dipper",  "dotterel",  "dunlin",     "egret",   "eider",
    "fulmar",    "gannet",     "godwit",  "goldcrest", "grebe",      "harrier", "heron",
    "hoopoe",    "ibis",       "jackdaw", "kestrel",   "kingfisher", "kite",    "knot",
    "lapwing",   "linnet",     "magpie",  "martin",    "merlin",     "moorhen", "nightjar",
    "nuthatch",  "oriole",     "osprey",  "ouzel",     "petrel",     "pipit",   "plover",
    "puffin",    "quail",      "raven",   "redshank",  "redstart",   "robin",   "rook",
    "ruff",      "sanderling", "serin",   "shrike",    "siskin",     "skylark", "snipe",
    "stilt",     "swift",      "teal",    "tern",      "turnstone",  "wagtail", "whimbrel",
    "wren",
};

void names_guest(int digits, char *out, size_t size)
{
    uint32_t from = 1;
    ASSERT(digits >= 2 && digits <= 9);
    for (int i = 1; i < digits; i++)
        from *= 10;
    const char *bird = birds[randombytes_uniform((uint32_t)ARRAY_LEN(birds))];
    snprintf(out, size, "guest-%s-%u", bird, from + randombytes_uniform(9 * from));
}

/* Verbs and other words of the command language (tests/unit/test_pbm.c compares), then words that
 * the page and the API would confuse with names, or that people would take for the operators. */
static const char *const reserved[] = {
    "accept",    "active",    "add",           "address",   "all",       "anyone",
    "board",     "broadcast", "challenge",     "change",    "chat",      "confirm",
    "claim",     "pause",     "resume",        "decline",   "delete",    "engine",
    "everybody", "games",     "guest",         "help",      "history",   "inactive",
    "list",      "message",   "move",          "mult",      "multiple",  "mvoe",
    "next",      "password",  "preview",       "queue",     "quiet",     "ratings",
    "resign",    "rules",     "set",           "show",      "showas",    "signoff",
    "signon",    "signup",    "standings",     "submit",    "userid",    "vacation",
    "account",   "admin",     "administrator", "anonymous", "bot",       "deleted",
    "everyone",  "hoshi",     "invite",        "me",        "moderator", "nobody",
    "open",      "root",      "server",        "staff",     "support",   "system",
    "undefined", "null",      "withdraw",      "suggest",   "kibitz",    "who",
};

bool names_good(const char *name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    static const char others[] = "0123456789-_.";
    char rest[sizeof letters + sizeof others];
    char head[9];
    size_t n = strlen(name);
    snprintf(rest, sizeof rest, "%s%s", letters, others);
    if (n < NAMES_MIN || n > NAMES_MAX || strchr(letters, name[0]) == NULL ||
        strspn(name, rest) != n)
        return false;
    snprintf(head, sizeof head, "%.8s", name);
    if (text_same_nocase(head, NAMES_GONE))
        return false;
    head[6] = '\0';
    if (text_same_nocase(head, "guest-"))
        return false;
    for (size_t i = 0; i < ARRAY_LEN(reserved); i++)
        if (text_same_nocase(name, reserved[i]))
            return false;
    return game_find(name) == NULL;
}

bool names_gone(const char *name)
{
    return strncmp(name, NAMES_GONE, strlen(NAMES_GONE)) == 0;
}

bool names_address(const char *text, char *out, size_t size)
{
    size_t n = strlen(text);
    const char *at = strchr(text, '@');
    if (n < 3 || n >= size || at == NULL || at == text || at[1] == '\0' ||
        strchr(at + 1, '@') != NULL || strpbrk(text, "<>()[]\\,;:\"'`|&$ ") != NULL)
        return false;
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)text[i] <= ' ' || (unsigned char)text[i] >= 127)
            return false;
    for (size_t i = 0; i <= n; i++)
        out[i] = (char)(text[i] >= 'A' && text[i] <= 'Z' ? text[i] + ('a' - 'A') : text[i]);
    return true;
}
