#!/usr/bin/env python3
"""embed_puzzles.py OUT FILE... - writes the collection (docs/PUZZLES.md) as a C table, in the order
of the names, for the server (service/puzzles/puzzle_shelf.h)."""
import json
import sys


def main():
    out, names = sys.argv[1], sys.argv[2:]
    rows = {}
    for name in names:
        with open(name, encoding="ascii") as f:
            for line in f:
                p = json.loads(line)
                if p["id"] in rows:
                    sys.exit(f"{name}: {p['id']} is in the collection twice")
                rows[p["id"]] = p
    text = ['#include "service/puzzles/puzzle_shelf.h"\n\n'
            "const struct puzzle_row puzzle_rows[] = {\n"]
    for ident in sorted(rows):
        p = rows[ident]
        text.append(f'{{"{ident}",{{GAME_{p["game"].upper()},{p["width"]},{p["height"]},2,'
                    f'{p["options"]}}},{p["goal"]},{p["plies"]},{p["rating"]},'
                    f'"{" ".join(p["themes"])}","{p["solution"]}","{" ".join(p["moves"])}","",NULL}},\n')
    text.append("};\n\nconst int puzzle_rows_n = (int)ARRAY_LEN(puzzle_rows);\n")
    with open(out, "w", encoding="ascii") as f:
        f.write("".join(text))


if __name__ == "__main__":
    main()
