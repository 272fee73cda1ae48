#!/usr/bin/env python3
"""Runs clang-tidy over every source of the build, as many at a time as there are processors. A file
that, with all that it includes, was clean before is not looked at again (stamps in the build folder)."""
import concurrent.futures
import hashlib
import json
import os
import subprocess
import sys


def digest(entry, root):
    """Names the preprocessed text of a source and the checks."""
    args = [a for a in entry["command"].split() if a.startswith(("-I", "-D", "-std"))]
    text = subprocess.run(["clang-14", "-E", *args, entry["file"]], cwd=entry["directory"], capture_output=True)
    config = open(os.path.join(root, ".clang-tidy"), "rb").read()
    return hashlib.sha256(text.stdout + config).hexdigest()


def look(entry, root, stamps, database):
    path = os.path.relpath(os.path.join(entry["directory"], entry["file"]), root)
    stamp = os.path.join(stamps, digest(entry, root))
    if os.path.exists(stamp):
        return path, 0, ""
    done = subprocess.run(["clang-tidy-14", "--quiet", "-p", database, path], cwd=root, capture_output=True, text=True)
    if done.returncode == 0:
        open(stamp, "w").close()
    return path, done.returncode, done.stdout + done.stderr


def main():
    if sys.argv[1:] in ([], ["-h"], ["--help"]):
        sys.exit("usage: tidy.py BUILD\n" + __doc__)
    build = os.path.abspath(sys.argv[1])
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    database = os.path.join(build, "tidy")
    stamps = os.path.join(database, "clean")
    os.makedirs(stamps, exist_ok=True)
    entries = {}
    for entry in json.load(open(os.path.join(build, "compile_commands.json"))):
        path = os.path.relpath(os.path.join(entry["directory"], entry["file"]), root)
        if path.startswith("src/"):
            entries[path] = entry
    json.dump(list(entries.values()), open(os.path.join(database, "compile_commands.json"), "w"))
    bad = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for path, status, text in pool.map(lambda e: look(e, root, stamps, database), entries.values()):
            if status != 0:
                bad += 1
                print(f"{path}:\n{text}")
    print(f"clang-tidy: {len(entries)} files, {bad} with findings")
    return 1 if bad or not entries else 0


if __name__ == "__main__":
    sys.exit(main())
