#!/usr/bin/env python3
"""docs.py - checks the documentation: every link to a page, a file or a heading has a target, no page is longer
than 12 KB, prose is wrapped at 100 columns, and pages for users name no file of the sources or the tests.

usage: docs.py           reports what is wrong
       docs.py --wrap    also wraps the paragraphs that are too wide

The pages of the API and the change log may be longer."""
import glob
import os
import re
import sys
import textwrap

BYTES_MAX = 12 * 1024
COLUMNS_MAX = 100
LONG = ("CHANGELOG.md", "docs/api/")
LINK = re.compile(r"\]\(([^)\s]+)\)")
ITEM = re.compile(r"\s*([-*+]|\d+\.)\s+")
# Tables, headings, pictures, HTML and code stand as they are.
FIXED = re.compile(r"\s*\||#|!\[|<|\[[^\]]*\]:| {4}")
BLANK = "\x01"  # stands for a blank at which a line must not break


def anchors(path):
    with open(path, encoding="utf-8") as f:
        heads = re.findall(r"^#+ (.*)$", f.read(), re.M)
    return {re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in heads}


def paragraphs(text):
    """The page as (is prose, lines) in order. An item of a list is a paragraph, with the lines below it."""
    fence, listed, prose = False, False, []
    for line in text.split("\n"):
        item = ITEM.match(line)
        code = fence or line.startswith("```")
        fence ^= line.startswith("```")
        fixed = code or not line.strip() or (FIXED.match(line) and not prose and not listed) or \
            re.match(r"\s*\||#", line)
        if line.strip() and not line.startswith(" "):
            listed = item is not None and not fixed
        if prose and (fixed or item):
            yield True, prose
            prose = []
        if fixed:
            yield False, [line]
        else:
            prose.append(line)
    if prose:
        yield True, prose


def wrapped(lines):
    if all(len(line) <= COLUMNS_MAX for line in lines):
        return lines
    item = ITEM.match(lines[0])
    first = item.group(0) if item else re.match(r"\s*", lines[0]).group(0)
    text = " ".join(line.strip() for line in [lines[0][len(first):]] + lines[1:])
    text = re.sub(r"`[^`]*`", lambda code: code.group(0).replace(" ", BLANK), text)
    out = textwrap.wrap(text, COLUMNS_MAX, initial_indent=first, subsequent_indent=" " * len(first),
                        break_long_words=False, break_on_hyphens=False)
    return [line.replace(BLANK, " ") for line in out]


def wrap(path):
    with open(path, encoding="utf-8") as f:
        text = f.read()
    new = "\n".join(line for prose, lines in paragraphs(text) for line in (wrapped(lines) if prose else lines))
    if new != text:
        with open(path, "w", encoding="utf-8") as f:
            f.write(new)
        print(f"{path}: wrapped")


# Pages for people who play, write mails or records, or run their first server: no path of a source or a test.
FOR_USERS = re.compile(r"docs/((RULES|STUDY|STUDIES|BLIND|MAIL|MAILBOX|INBOX|RATINGS|RECORDS|PUZZLES|GTP|LEVELS|SETUP|GLOSSARY)"
                       r"\.md|tutorials/.*)$")
SOURCE = re.compile(r"\b(src|tests)/[\w/<]|\btest_\w+|\b\w+\.test\.mjs")


def problems(path):
    with open(path, encoding="utf-8") as f:
        text = f.read()
    size = len(text.encode())
    if size > BYTES_MAX and not path.startswith(LONG):
        yield f"{path}: {size} bytes, more than {BYTES_MAX}: split or shorten it"
    wide = [line for prose, lines in paragraphs(text) if prose and wrapped(lines) != lines for line in lines]
    if wide:
        yield f"{path}: prose wider than {COLUMNS_MAX} columns: run tools/docs.py --wrap: {wide[0][:60]}"
    if FOR_USERS.match(path):
        for number, line in enumerate(text.split("\n"), 1):
            found = SOURCE.search(line)
            if found:
                yield f"{path}:{number}: a page for users names a source or a test: {found.group(0)}"
    for link in LINK.findall(text):
        if re.match(r"[a-z]+:", link):
            continue
        name, _, anchor = link.partition("#")
        to = os.path.normpath(os.path.join(os.path.dirname(path), name)) if name else path
        if not os.path.exists(to):
            yield f"{path}: no such file: {link}"
        elif anchor and to.endswith(".md") and anchor not in anchors(to):
            yield f"{path}: no such heading: {link}"


def main():
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    pages = sorted(glob.glob("*.md") + glob.glob("docs/**/*.md", recursive=True))
    if "--wrap" in sys.argv[1:]:
        for page in pages:
            wrap(page)
    found = [p for page in pages for p in problems(page)]
    print("\n".join(found) or f"docs: {len(pages)} pages, no broken link, no wide prose")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
