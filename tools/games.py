"""games.py - the names of the games in the order of their numbers, from GAME_LIST (src/rules/game.h)."""
import os
import re


def names():
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "src", "rules", "game.h")
    with open(path, encoding="utf-8") as f:
        text = f.read()
    lines = re.search(r"#define GAME_LIST\(X\).*?\n\n", text, re.S)[0]
    return re.findall(r"X\([A-Z0-9]+, ([a-z0-9]+)\)", lines)
