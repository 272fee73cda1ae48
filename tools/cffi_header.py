#!/usr/bin/env python3
"""cffi_header.py - writes a C header without comments, preprocessor lines and macros, for cffi and other readers of
plain declarations.

usage: cffi_header.py HEADER OUTPUT"""
import re
import sys


def plain(text):
    """The declarations of a header; ValueError if something is left that no plain reader understands."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    # What stands between conditions is for the preprocessor, but for the guard around everything.
    guard = re.search(r"^#ifndef (\w+)\n#define \1\n(.*)^#endif\s*\Z", text, re.M | re.S)
    if guard is None:
        raise ValueError("the header has no guard around it")
    text = re.sub(r"^#if.*?^#endif\n", "", guard.group(2), flags=re.M | re.S)
    text = re.sub(r"^#include <std\w+\.h>\n", "", text, flags=re.M)
    text = re.sub(r"\b[A-Z]+_API ", "", text)
    if "#" in text or '"' in text:
        raise ValueError("a line for the preprocessor is left: " + next(line for line in text.split("\n")
                                                                      if "#" in line or '"' in line))
    return re.sub(r"[ \t]+$", "", re.sub(r"\n{2,}", "\n", text), flags=re.M).lstrip("\n")


def main():
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    with open(sys.argv[1], encoding="utf-8") as f:
        text = plain(f.read())
    with open(sys.argv[2], "w", encoding="ascii") as f:
        f.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
