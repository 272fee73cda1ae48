#!/usr/bin/env python3
"""Checks who may include whom (HACKING.md) and that rules and base stay freestanding."""
import re
import subprocess
import sys

FREESTANDING = {"stdint.h", "stddef.h", "stdbool.h", "limits.h", "stdarg.h"}
HOSTED = {"src/base/assert.c"}  # its body is empty where there is no system
ALLOWED = {
    "base": {"base"},
    "rules": {"base", "rules"},
    "record": {"base", "rules", "record"},
    "platform": {"base", "platform"},
    "search": {"base", "rules", "platform", "search"},
    "gtp": {"base", "rules", "record", "platform", "search", "gtp"},
    "wasm": {"base", "rules", "record", "search", "platform", "wasm"},
    "store": {"base", "platform", "store"},
    "service": {"base", "rules", "record", "platform", "store", "service"},
    "http": {"base", "rules", "record", "platform", "service", "http"},
    "mail": {"base", "rules", "record", "platform", "store", "service", "mail"},
    "bot": {"base", "rules", "platform", "search", "bot"},
    "arena": {"base", "rules", "record", "platform", "search", "gtp", "arena"},
    "bench": {"base", "rules", "record", "platform", "search", "store", "service", "http", "mail", "arena", "bench"},
}
# Only the face of the store is seen outside it.
STORE_FACE = {"store/store.h", "store/bell.h", "store/clubs.h", "store/mailbox.h", "store/people.h", "store/social.h"}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def sources():
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "src"]
    names = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return [n for n in names if n.endswith((".c", ".h"))]


def faults(path):
    parts = path.split("/")
    module = parts[1] if len(parts) > 2 else ""
    for number, line in enumerate(open(path, encoding="utf-8"), 1):
        found = INCLUDE.match(line)
        if not found:
            continue
        where = f"{path}:{number}"
        quote, name = found.groups()
        if quote == "<":
            if module in ("base", "rules") and name not in FREESTANDING and path not in HOSTED:
                yield f"{where}: {module} is freestanding and may not include <{name}>"
            continue
        if name in ("version.h", "hoshi.h"):
            continue
        target = name.split("/")[0]
        if name.endswith(".c"):
            yield f"{where}: a .c file is never included"
        if "/" not in name:
            yield f'{where}: write the folder: "{module}/{name}"'
            continue
        if target == "cli" and module != "cli":
            yield f"{where}: nothing includes cli"
        if name.endswith("_int.h") and target != module:
            yield f"{where}: {name} is internal to {target}"
        if module in ALLOWED and target not in ALLOWED[module]:
            yield f"{where}: {module} may not include {target}"
        if target == "store" and module in ("service", "mail") and name not in STORE_FACE:
            yield f"{where}: {module} knows the store by its faces only"


def main():
    files = sources()
    bad = [fault for path in files for fault in faults(path)]
    print("\n".join(bad) if bad else f"includes: {len(files)} files, all as they should be")
    return 1 if bad or not files else 0


if __name__ == "__main__":
    sys.exit(main())
