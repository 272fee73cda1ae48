#!/usr/bin/env python3
"""Writes the map of the tree: one line per file, taken from the file's first sentence, on a page for each part of
the program, and MAP.md, the list of these pages.

usage: map.py [FOLDER]  writes the map into FOLDER (default: build/map)
       map.py --check   fails if a file has no comment at its top"""
import glob
import os
import re
import subprocess
import sys
import textwrap

LONGEST = 110
PAGE_MAX = 11000  # bytes; a longer page continues on another one
# The pages: file, title, folders. A folder belongs to the longest of these that it begins with.
PAGES = (
    ("rules", "Rules and records", ("src/base", "src/platform", "src/rules", "src/record", "src/lib", "include")),
    ("engine", "Engine and solver", ("src/net", "src/search", "src/gtp", "src/wasm")),
    ("store", "Store", ("src/store",)),
    ("service", "Service", ("src/service",)),
    ("http", "HTTP, mail, web push, bot", ("src/http", "src/mail", "src/push", "src/bot")),
    ("cli", "Commands, engine matches, measurements", ("src/cli", "src/arena", "src/bench", "bench")),
    ("web", "The page", ("web/src",)),
    ("tests", "Tests of modules", ("tests/unit", "tests/model", "tests/lib", "tests")),
    ("tests-whole", "Tests of the whole program", ("tests/cli", "tests/server")),
    ("tests-web", "Tests of the page", ("tests/web",)),
    ("tools", "Tools, packages, fuzzers, examples", ("tools", "packaging", "fuzz", "docs", "bindings", "puzzles")),
)
SHOWN = re.compile(r"^(src|include|web/src|tests|fuzz|tools|docs|packaging|bench|bindings|puzzles)/")
HIDDEN = re.compile(r"(^tests/(conformance|data|gtp|rules)/|^fuzz/corpus/|\.(jsonl|dict|t|gtp|png|md|json|yaml|html|css|svg|webmanifest|proof|gz|abi)$|meson\.build$|\.in$)")


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
        text = re.sub(r"^#SBATCH[^\n]*\n", "", text, flags=re.M)  # options for Slurm
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
        text = re.sub(r"[\s,;:(—-]+\S*$", "", text[:LONGEST]) + " …"
    return text


def page_of(folder):
    fits = [(len(prefix), name) for name, _, prefixes in PAGES for prefix in prefixes
            if folder == prefix or folder.startswith(prefix + "/")]
    if not fits:
        raise SystemExit(f"{folder} is on no page of the map")
    return max(fits)[1]


def pages():
    """The pages as [name, title, text, folders]."""
    everything = files()
    known = set(everything)
    silent = []
    parts = {name: [[name, title, f"# Map: {title}\n", []]] for name, title, _ in PAGES}
    for path in sorted(everything, key=lambda p: (os.path.dirname(p), os.path.basename(p))):
        stem, ext = os.path.splitext(path)
        if ext == ".c" and stem + ".h" in known:
            continue  # told with its header
        text = purpose(path)
        if not text:
            silent.append(path)
        both = ", .c" if ext == ".h" and stem + ".c" in known else ""
        line = f"- `{os.path.basename(path)}`{both} — {text}"
        folder = os.path.dirname(path)
        part = parts[page_of(folder)]
        if len(part[-1][2].encode()) > PAGE_MAX:
            name, title = part[0][0], part[0][1]
            number = len(part) + 1
            part.append([f"{name}-{number}", f"{title} ({number})", f"# Map: {title} ({number})\n", []])
        page = part[-1]
        if folder not in page[3]:
            page[3].append(folder)
            page[2] += f"\n## {folder}/\n\n"
        page[2] += "\n".join(textwrap.wrap(line, 100, subsequent_indent="  ", break_on_hyphens=False)) + "\n"
    if silent:
        raise SystemExit("these files do not say what they are: " + " ".join(silent))
    return [page for part in parts.values() for page in part]


def main():
    found = pages()
    if "--check" in sys.argv:
        print("every file says what it is")
        return 0
    target = sys.argv[1] if len(sys.argv) > 1 else "build/map"
    os.makedirs(target, exist_ok=True)
    for path in glob.glob(f"{target}/*.md"):
        os.remove(path)
    rows = "".join(f"| [{title}]({name}.md) | {', '.join(f'`{f}`' for f in folders)} |\n"
                   for name, title, _, folders in found)
    new = {name: text for name, _, text, _ in found}
    new["MAP"] = ("# Map of the tree\n\nOne line per file: the first sentence of its comment.\n\n"
                  "| page | folders |\n| --- | --- |\n" + rows)
    for name, text in new.items():
        with open(f"{target}/{name}.md", "w", encoding="utf-8") as f:
            f.write(text)
    print(f"{target}/MAP.md")
    return 0


if __name__ == "__main__":
    sys.exit(main())
