#!/usr/bin/env python3
"""embed_passwords.py OUT LIST - writes the most common passwords as C tables (service/people/password_strength.h).

LIST is a JSON list of passwords, the most common first. The tables contain the first 10,000, and then
more until they contain 10,000 of at least 8 characters, as an account needs. Passwords that are too short
even for a mail password are left out, because they are refused for their length."""
import json
import sys

ENOUGH = 10000
SHORTEST = 4  # of a mail password
LONG = 8  # of an account's password


def chosen(passwords):
    """The passwords in the tables."""
    long = 0
    kept = set()
    for rank, password in enumerate(passwords):
        if rank >= ENOUGH and long >= ENOUGH:
            break
        if len(password) >= (SHORTEST if rank < ENOUGH else LONG):
            kept.add(password)
            long += len(password) >= LONG
    if long < ENOUGH:
        sys.exit(f"embed_passwords.py: only {long} passwords of {LONG} characters or more")
    return kept


def quoted(text):
    """A string of C; ?? would begin a trigraph."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("?", "\\?") + '"'


def main():
    out, name = sys.argv[1:]
    with open(name, encoding="ascii") as f:
        passwords = json.load(f)
    if not all(p.isascii() and p.isprintable() and p == p.lower() for p in passwords):
        sys.exit(f"{name}: a password has other characters than lower-case letters, digits and signs")
    kept = chosen(passwords)
    text = ['#include "service/people/password_strength.h"\n\n'
            "const struct password_strength_common password_strength_common[] = {\n"]
    lengths = sorted({len(p) for p in kept})
    for length in lengths:
        same = sorted(p for p in kept if len(p) == length)
        text.append(f"{{{length},{len(same)},\n" + "\n".join(quoted(p) for p in same) + "},\n")
    text.append(f"}};\n\nconst size_t password_strength_common_n = {len(lengths)};\n")
    with open(out, "w", encoding="ascii") as f:
        f.write("".join(text))


if __name__ == "__main__":
    main()
