#!/usr/bin/env python3
"""docs.py - checks the documentation: every link to a page, a file or a heading has a target, and no page is
longer than 12 KB. The pages of the API and the lab, the generated map and the change log may be longer."""
import glob
import os
import re
import sys

BYTES_MAX = 12 * 1024
LONG = ("CHANGELOG.md", "docs/MAP.md", "docs/api/", "docs/lab/")
LINK = re.compile(r"\]\(([^)\s]+)\)")


def anchors(path):
    with open(path, encoding="utf-8") as f:
        heads = re.findall(r"^#+ (.*)$", f.read(), re.M)
    return {re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in heads}


def problems(path):
    with open(path, encoding="utf-8") as f:
        text = f.read()
    size = len(text.encode())
    if size > BYTES_MAX and not path.startswith(LONG):
        yield f"{path}: {size} bytes, more than {BYTES_MAX}: split or shorten it"
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
    found = [p for page in pages for p in problems(page)]
    print("\n".join(found) or f"docs: {len(pages)} pages, no broken link")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
