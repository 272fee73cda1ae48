#!/usr/bin/env python3
"""names.py [--list] - counts the lines that name a game outside the game's own files (docs/NEWGAME.md).
All other code asks for traits of a game. The bound MOST may only go down."""
import re
import subprocess
import sys

MOST = 45
SOURCES = ("src/*.c", "src/*.h", "src/*/*.[ch]", "src/*/*/*.[ch]", "src/*/*/*/*.[ch]", "include/*.h", "web/src/*.ts", "web/src/*.tsx",
           "web/src/*/*.ts", "web/src/*/*.tsx")
# Files that may name games: the games' own files, the list of games, the tables by name, and texts.
ROOMS = re.compile(r"palisade|redstone|levee|claims|^src/rules/(game|position|verdict)\.h$|^web/src/wasm/wasm\.ts$"
                   r"|^web/src/games/(index|explain)\.ts$|^web/src/i18n/|^src/service/people/password_strength_words\.c$")
# The word also means the claims of players. "claims" counts as the game in quotes or as a folder, and
# "Claims" unless it begins a sentence about the claims of players.
CLAIMS = re.compile(r"GAME_CLAIMS|\bClaims\b(?! (?:of|that))|\"claims[\" ]|claims/")


# The examples of a command's help.
EXAMPLE = re.compile(r'^\s*"  (hoshi|gogui) ')


def mentions(line):
    if EXAMPLE.match(line):
        return None
    return re.search(r"palisade|redstone|levee", line, re.I) or CLAIMS.search(line)


def main():
    files = subprocess.run(["git", "ls-files", *SOURCES], check=True, capture_output=True, text=True).stdout.split()
    found = []
    for path in files:
        if ROOMS.search(path):
            continue
        with open(path, encoding="utf-8") as f:
            found += [f"{path}:{n}: {line.strip()}" for n, line in enumerate(f, 1) if mentions(line)]
    if "--list" in sys.argv[1:] or len(found) > MOST:
        print("\n".join(found))
    print(f"names: {len(found)} lines name a game outside its files; the limit is {MOST}")
    sys.exit(len(found) > MOST)


if __name__ == "__main__":
    main()
