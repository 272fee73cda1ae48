#include "service/names.h"

#include "base/macros.h"
#include <sodium.h>
#include <stdint.h>
#include <stdio.h>

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
