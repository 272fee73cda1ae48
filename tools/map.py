#!/usr/bin/env python3
"""Generates docs/MAP.md, the map of the tree: one line per file, taken from the file's first sentence.

usage: map.py          rewrites the map
       map.py --check  fails if the map is out of date, or if a file has no comment at its top"""
import os
import re
import subprocess
import sys

MAP = "docs/MAP.md"
LONGEST = 130
BEGIN, END = "<!-- map -->\n", "<!-- end of map -->\n"
SHOWN = re.compile(r"^(src|include|web/src|tests|fuzz|tools|docs|packaging|bench|puzzles)/")
HIDDEN = re.compile(r"(^tests/(conformance|data|gtp|rules)/|^fuzz/corpus/|\.(jsonl|dict|t|gtp|png|md|json|yaml|html|css|svg|webmanifest|proof|gz)$|meson\.build$|\.in$)")


def files():
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], check=True, capture_output=True, text=True)
    return [f for f in listed.stdout.split("\n") if SHOWN.match(f) and not HIDDEN.search(f) and os.path.exists(f)]


def comment(path):
    """The comment or docstring at the top of a file as one line."""
    text = open(path, encoding="utf-8", errors="replace").read(4000)
    if text.startswith("#!"):
        text = text.partition("\n")[2]
    if path.endswith((".c", ".h", ".ts", ".tsx", ".mjs")):
        patterns = (r"\s*/\*+(.*?)\*/", r"((?:\s*//[^\n]*\n)+)")
    else:
        patterns = (r'\s*"""(.*?)"""', r"((?:\s*#[^\n]*\n)+)")
    for pattern in patterns:
        found = re.match(pattern, text, re.S)
        if found:
            lines = [re.sub(r"^\s*(\*|//|#)?\s?", "", line) for line in found.group(1).split("\n")]
            paragraph = []
            for line in lines:
                if line.strip() == "" and paragraph:
                    break
                if line.strip():
                    paragraph.append(line.strip())
            return " ".join(paragraph)
    return ""


def purpose(path):
    text = comment(path)
    text = re.sub(r"^[\w./-]+(\s+[A-Z_]+)*\s+-\s+", "", text)  # "name.c - "
    sentence = re.match(r"(.*?(?<!\b[A-Z])[.!?])(\s|$)", text)  # not after an initial: "Mark E. Glickman"
    text = (sentence.group(1) if sentence else text).rstrip(".:;")
    if len(text) > LONGEST:
        text = re.sub(r"[\s,;:(—-]+\S*$", "", text[:LONGEST])
    return text


def lines():
    everything = files()
    known = set(everything)
    folder = None
    silent = []
    for path in sorted(everything, key=lambda p: (os.path.dirname(p), os.path.basename(p))):
        stem, ext = os.path.splitext(path)
        if ext == ".c" and stem + ".h" in known:
            continue  # told with its header
        if os.path.dirname(path) != folder:
            folder = os.path.dirname(path)
            yield f"\n### {folder}/\n\n"
        text = purpose(path)
        if not text:
            silent.append(path)
        both = ", .c" if ext == ".h" and stem + ".c" in known else ""
        yield f"- `{os.path.basename(path)}`{both} — {text}\n"
    if silent:
        raise SystemExit("these files do not say what they are: " + " ".join(silent))


def main():
    text = open(MAP, encoding="utf-8").read()
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    new = before + BEGIN + "".join(lines()).lstrip("\n") + END + after
    if "--check" in sys.argv:
        if new != text:
            print("docs/MAP.md is out of date: run tools/map.py")
            return 1
        print("docs/MAP.md is up to date")
        return 0
    open(MAP, "w", encoding="utf-8").write(new)
    return 0


if __name__ == "__main__":
    sys.exit(main())
