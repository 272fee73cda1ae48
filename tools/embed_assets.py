#!/usr/bin/env python3
"""Turns a folder into a C file that defines asset_find (src/http/wire/assets.h).

usage: embed_assets.py FOLDER OUTPUT.c [DEPFILE]

The same folder gives the same bytes: names are sorted, and gzip stores no time. NAME.br is the brotli
form of NAME (web/build.mjs writes it), not a separate file. Source maps are left out."""
import gzip
import hashlib
import os
import sys

MIMES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".wasm": "application/wasm",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
}


def files_of(folder):
    for root, dirs, names in os.walk(folder):
        dirs.sort()
        for name in sorted(names):
            if name.endswith((".map", ".br")) or name.startswith("."):
                continue
            full = os.path.join(root, name)
            yield "/" + os.path.relpath(full, folder).replace(os.sep, "/"), full


def brotli_of(full):
    try:
        with open(full + ".br", "rb") as f:
            return f.read()
    except FileNotFoundError:
        return None


def array(name, data):
    lines = [f"static const unsigned char {name}[] = {{"]
    for i in range(0, len(data), 24):
        lines.append("    " + ",".join(str(b) for b in data[i:i + 24]) + ",")
    lines.append("};")
    return "\n".join(lines)


def main():
    folder, output = sys.argv[1:3]
    files = list(files_of(folder))
    out = ["/* Made by tools/embed_assets.py. */", '#include "http/wire/assets.h"', "",
           "#include <string.h>", ""]
    rows = []
    for n, (path, full) in enumerate(files):
        with open(full, "rb") as f:
            raw = f.read()
        if not raw:
            continue
        packed = gzip.compress(raw, 9, mtime=0)
        etag = hashlib.sha256(raw).hexdigest()[:24]
        mime = MIMES.get(os.path.splitext(path)[1], "application/octet-stream")
        out.append(array(f"raw_{n}", raw))
        columns = []
        for name, small in (("gz", packed), ("br", brotli_of(full))):
            if small is not None and len(small) < len(raw):
                out.append(array(f"{name}_{n}", small))
                columns.append(f"{name}_{n}, sizeof {name}_{n}")
            else:
                columns.append("NULL, 0")
        rows.append((path, f'    {{"{path}", "{mime}", "\\"{etag}\\"", {", ".join(columns)}, '
                           f"raw_{n}, sizeof raw_{n}}},"))
    out += ["", "/* Sorted by path. */", "static const struct asset assets[] = {"]
    out += [row for _, row in sorted(rows)]
    out += ["};", "",
            "const struct asset *asset_find(const char *path)",
            "{",
            "    size_t from = 0;",
            "    size_t to = sizeof assets / sizeof assets[0];",
            "    while (from < to) {",
            "        size_t at = (from + to) / 2;",
            "        int order = strcmp(path, assets[at].path);",
            "        if (order == 0)",
            "            return &assets[at];",
            "        if (order < 0)",
            "            to = at;",
            "        else",
            "            from = at + 1;",
            "    }",
            "    return NULL;",
            "}", ""]
    with open(output, "w", encoding="utf-8") as f:
        f.write("\n".join(out))
    if len(sys.argv) > 3:
        with open(sys.argv[3], "w", encoding="utf-8") as f:
            f.write(output + ": " + " ".join(full.replace(" ", "\\ ") for _, full in files) + "\n")


main()
