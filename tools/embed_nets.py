#!/usr/bin/env python3
"""embed_nets.py OUT FILE... - writes the net files as a C table (src/net/builtin.h).

A file is called GAME.net. The build stops if its header names another game."""
import os
import sys

import games


def main():
    out, names = sys.argv[1], sys.argv[2:]
    text = ['#include "net/builtin.h"\n', "#include <stdalign.h>\n"]
    rows = []
    known = games.names()
    for name in names:
        game = os.path.basename(name).removesuffix(".net")
        with open(name, "rb") as f:
            data = f.read()
        if data[:8] != b"HOSHINET" or known[data[10]] != game:
            sys.exit(f"{name}: not a net of {game}")
        lines = [",".join(str(b) for b in data[i:i + 40]) for i in range(0, len(data), 40)]
        text.append(f"static const alignas(64) unsigned char {game}[] = {{\n" + ",\n".join(lines) +
                    "};\n")
        rows.append(f"    if (game == GAME_{game.upper()}) {{\n"
                    f"        *bytes = sizeof {game};\n        return {game};\n    }}\n")
    text.append("const void *builtin_net(enum game_id game, size_t *bytes)\n{\n" + "".join(rows) +
                "    *bytes = 0;\n    return NULL;\n}\n")
    with open(out, "w", encoding="ascii") as f:
        f.write("\n".join(text))


if __name__ == "__main__":
    main()
