#!/usr/bin/env python3
"""embed_collection.py OUT FILE... - writes the engine's games (collection/GAME.txt) as a C table for the
server (service/analysis/collection.h)."""
import re
import sys


def main():
    out, names = sys.argv[1], sys.argv[2:]
    text = ['#include "service/analysis/collection.h"\n\n'
            "const struct collection_game collection_games[] = {\n"]
    for name in names:
        with open(name, encoding="ascii") as f:
            head = None
            for line in f:
                if line.startswith("#"):
                    head = re.match(r"# (\w+) (\d+): level (\d+) ", line)
                    if not head:
                        sys.exit(f"{name}: not of the form '# GAME SIZE: level LEVEL ...': {line}")
                    continue
                if not head:
                    sys.exit(f"{name}: the first line must be: # GAME SIZE: level LEVEL ...")
                moves, winner = re.fullmatch(r"([a-z0-9 ]+) # ([0-4])\n", line).groups()
                text.append(f'{{GAME_{head[1].upper()},{head[2]},{winner},{head[3]},"{moves}"}},\n')
    text.append("};\n\nconst int collection_games_n = (int)ARRAY_LEN(collection_games);\n")
    with open(out, "w", encoding="ascii") as f:
        f.write("".join(text))


if __name__ == "__main__":
    main()
