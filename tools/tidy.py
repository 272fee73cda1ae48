#!/usr/bin/env python3
"""tidy.py BUILD - runs clang-tidy on every source of the build, one for each processor at a time. A file
that was clean is checked again only if it or a file that it includes has changed. Its stamp lies next to the
cache of ccache, in $XDG_CACHE_HOME or ~/.cache, otherwise in BUILD."""
import concurrent.futures
import hashlib
import json
import os
import subprocess
import sys
import time

KEEP_DAYS = 30  # days until an unused stamp is deleted


def digest(entry, words):
    """A hash of what clang-tidy reads: the source with its headers, macros and comments, and the checks."""
    args = [a for a in entry["command"].split() if a.startswith(("-I", "-D", "-std"))]
    text = subprocess.run(["clang-14", "-E", "-dD", "-CC", *args, entry["file"]],
                          cwd=entry["directory"], capture_output=True)
    with open(".clang-tidy", "rb") as config:
        return hashlib.sha256(text.stdout + config.read() + " ".join(words).encode()).hexdigest()


def look(entry, stamps, words):
    path = os.path.relpath(os.path.join(entry["directory"], entry["file"]))
    stamp = os.path.join(stamps, digest(entry, words))
    if os.path.exists(stamp):
        os.utime(stamp)
        return path, 0, ""
    done = subprocess.run([*words, path], capture_output=True, text=True)
    if done.returncode == 0:
        open(stamp, "w").close()
    return path, done.returncode, done.stdout + done.stderr


def stamps_folder(build):
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    folder = os.path.join(cache, "hoshi", "tidy")
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError:
        pass
    if not os.access(folder, os.W_OK | os.X_OK):  # no home folder: the stamps serve only this build
        folder = os.path.join(build, "tidy-stamps")
        os.makedirs(folder, exist_ok=True)
    for stamp in os.scandir(folder):
        if time.time() - stamp.stat().st_mtime > KEEP_DAYS * 86400:
            os.unlink(stamp.path)
    return folder


def main():
    if len(sys.argv) != 2 or sys.argv[1] in ("-h", "--help"):
        sys.exit("usage: " + __doc__)
    build = os.path.abspath(sys.argv[1])
    os.chdir(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    database = os.path.join(build, "tidy")
    os.makedirs(database, exist_ok=True)
    entries = {}
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as f:
        for entry in json.load(f):
            path = os.path.relpath(os.path.join(entry["directory"], entry["file"]))
            if path.startswith("src/"):
                entries[path] = entry
    with open(os.path.join(database, "compile_commands.json"), "w", encoding="utf-8") as f:
        json.dump(list(entries.values()), f)
    words = ["clang-tidy-14", "--quiet", "-p", os.path.relpath(database)]
    stamps = stamps_folder(build)
    bad = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for path, status, text in pool.map(lambda e: look(e, stamps, words), entries.values()):
            if status != 0:
                bad += 1
                print(f"{path}:\n{text}")
    print(f"clang-tidy: {len(entries)} files, {bad} with findings")
    return 1 if bad or not entries else 0


if __name__ == "__main__":
    sys.exit(main())
