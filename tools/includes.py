#!/usr/bin/env python3
"""Checks who may include whom (HACKING.md) and that rules and base stay freestanding."""
import os
import re
import subprocess
import sys

FREESTANDING = {"stdint.h", "stddef.h", "stdbool.h", "limits.h", "stdarg.h", "immintrin.h"}
ENTRIES_MAX = 40
HOSTED = {"src/base/assert.c"}  # without an operating system its body is empty
ALLOWED = {
    "base": {"base"},
    "rules": {"base", "rules"},
    "record": {"base", "rules", "record"},
    "platform": {"base", "platform"},
    "net": {"base", "rules", "net"},
    "search": {"base", "rules", "platform", "net", "search"},
    "gtp": {"base", "rules", "record", "platform", "net", "search", "gtp"},
    "wasm": {"base", "rules", "record", "net", "search", "platform", "wasm"},
    "store": {"base", "platform", "store"},
    "service": {"base", "rules", "record", "platform", "store", "service"},
    "http": {"base", "rules", "record", "platform", "service", "http"},
    "mail": {"base", "rules", "record", "platform", "store", "service", "mail"},
    "push": {"base", "rules", "record", "platform", "store", "service", "push"},
    "bot": {"base", "rules", "platform", "net", "search", "bot"},
    "arena": {"base", "rules", "record", "platform", "net", "search", "gtp", "arena"},
    "bench": {"base", "rules", "record", "platform", "net", "search", "store", "service", "http", "mail", "arena", "bench"},
}
# Other layers see only the public headers of the store.
STORE_FACE = {f"store/{folder}/{name}.h" for folder, names in {
    "analysis": "explorer reviews",
    "community": "conversations fairplay follows invitations rooms social teams",
    "core": "allowance inbox store topic touched",
    "matches": "absences spectators",
    "notifications": "notification",
    "people": "leavers mailbox people security",
    "puzzles": "composed puzzles",
    "ratings": "rating statistics",
    "studies": "studies",
    "tournaments": "arena simuls tournament",
}.items() for name in names.split()}

# Layers that another layer may reach through headers, although it may not include them itself. The service's
# views contain rows of the store, so http sees their structs, but only through the store's public headers.
THROUGH = {"http": STORE_FACE}

# Parts of http that know nothing of hoshi. Only they know libmicrohttpd.
WIRE = {"connection", "daemon", "exchange", "exchange_int", "listen", "loop"}
# Only the service opens transactions; http, mail and the others ask it.
TRANSACTION = re.compile(r"\bstore_(begin|commit|rollback|end)\b|\breader_store\b")

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def sources():
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "src"]
    names = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return [n for n in names if n.endswith((".c", ".h"))]


def included(path):
    """The headers of this project that a file includes itself."""
    found = (INCLUDE.match(line) for line in open(path, encoding="utf-8"))
    return [m.group(2) for m in found if m and m.group(1) == '"' and os.path.exists("src/" + m.group(2))]


def reached(path):
    """Each header that a file includes at any depth, with the header through which it was first found."""
    through = {name: None for name in included(path)}
    queue = list(through)
    for name in queue:
        for further in included("src/" + name):
            if further not in through:
                through[further] = name
                queue.append(further)
    return through


def roundabout(path):
    """Layers that a file reaches through a third, though it may not include them."""
    module = path.split("/")[1]
    for name, by in reached(path).items():
        target = name.split("/")[0]
        if by is None or module not in ALLOWED or target in ALLOWED[module]:
            continue
        if name not in THROUGH.get(module, ()):
            yield f"{path}: {module} may not reach {name}, which {by} includes"


def wire_faults(path):
    """Violations of the border between the network code of http and the rest of http."""
    folder, _, name = path.removeprefix("src/").rpartition("/")
    if not folder.startswith("http"):
        return
    text = open(path, encoding="utf-8").read()
    if TRANSACTION.search(text):
        yield f"{path}: http asks the service, and opens no transaction of the store"
    if folder != "http/wire" or name.rsplit(".", 1)[0] not in WIRE:
        if "<microhttpd.h>" in text:
            yield f"{path}: only the wire of http knows libmicrohttpd"
        return
    for other in reached(path):
        target, _, header = other.rpartition("/")
        if target not in ("base", "platform") and not (target == "http/wire" and header.removesuffix(".h") in WIRE):
            yield f"{path}: the wire of http may not reach {other}"


# The files of a layer must not call each other in circles. Dispatch tables break the circles that there would
# be: they are data, and reached through a pointer. The tables of service are those of run/orders.c (orders by
# their kind; struct service points to it, for orders inside orders), run/chores.c and run/features.h; mail's is
# pbm_rows.c, the store's are the drivers, gtp's the commands, rules' the games, cli's the commands.
TABLE = re.compile(r"^const struct game \w+ = \{.*?^\};", re.M | re.S)  # beside the functions of its game
FUNCTION = re.compile(r"^(?!static)[a-z][\w *]*?\b(\w+)\([^;{]*?\)\n\{", re.M | re.S)


def calls(layer):
    """For each file of a layer, the others whose functions it uses."""
    texts, home = {}, {}
    for path in sources():
        if not re.fullmatch(rf"src/{layer}/.*\.c", path):
            continue
        text = re.sub(r'/\*.*?\*/|"(\\.|[^"\\])*"|\b(struct|union|enum) \w+', "",
                      TABLE.sub("", open(path, encoding="utf-8").read()), flags=re.S)
        name = path.removeprefix("src/").removesuffix(".c")
        texts[name] = text
        home.update({function: name for function in FUNCTION.findall(text)})
    words = {name: {home.get(w) for w in re.findall(r"\b[a-z]\w+\b", text)} for name, text in texts.items()}
    return {name: used - {None, name} for name, used in words.items()}


# Hubs that every feature uses, and that know none of them.
HUBS = ("src/http/wire/request.h", "src/service/core/service.h", "src/service/core/feature.h")


def hub_faults(path):
    if path in HUBS:
        for name in included(path):
            if re.match(r"(service|store|http)/(?!core/|wire/|people/people\.h)", name):
                yield f"{path}: it is for all features and may not include {name}"


def circles(layer):
    """Files of a layer that call each other in a circle: there must be a clear direction."""
    used = calls(layer)
    ended = set()

    def walk(name, path):
        if name in path:
            yield f"{layer}: a circle of calls: " + " -> ".join(path[path.index(name):] + [name])
        elif name not in ended:
            for other in sorted(used[name]):
                yield from walk(other, path + [name])
            ended.add(name)

    for name in sorted(used):
        yield from walk(name, [])


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
        if target == "bench" and module != "bench" and not path.startswith("src/cli/bench/"):
            yield f"{where}: only hoshi-bench measures"
        if name.startswith("service/run/") and name != "service/run/open.h" and "src/service/run/" not in path:
            yield f"{where}: what runs the service lies above it: only run/open.h is for others"
        if name.endswith("_int.h") and target != module:
            yield f"{where}: {name} is internal to {target}"
        if module in ALLOWED and target not in ALLOWED[module]:
            yield f"{where}: {module} may not include {target}"
        if target == "store" and module in ("service", "mail", "push") and name not in STORE_FACE:
            yield f"{where}: {module} knows the store by its faces only"


IMPORT = re.compile(r"""(?:\bfrom\s*|^import\s+)['"](\.{1,2}/[^'"]+)['"]""", re.M)


def page_circles():
    """Folders of the page that import each other in a circle. What is loaded on demand, import('…'), is not counted."""
    names = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "web/src"],
                           check=True, capture_output=True, text=True).stdout.split()
    imports = {}
    for path in (n for n in names if n.endswith((".ts", ".tsx")) and os.path.exists(n)):
        folder = os.path.dirname(path)
        used = imports.setdefault(folder, set())
        for to in IMPORT.findall(open(path, encoding="utf-8").read()):
            target = os.path.normpath(os.path.join(folder, to))
            used.add(target if os.path.isdir(target) else os.path.dirname(target))
    imports = {folder: used - {folder} for folder, used in imports.items()}
    ended = set()

    def walk(folder, path):
        if folder in path:
            yield "the page: folders in a circle: " + " -> ".join(path[path.index(folder):] + [folder])
        elif folder not in ended:
            for other in sorted(imports.get(folder, ())):
                yield from walk(other, path + [folder])
            ended.add(folder)

    for folder in sorted(imports):
        yield from walk(folder, [])


def crowded():
    """Folders with more entries than a reader can take in."""
    found = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "src", "web/src"],
                           check=True, capture_output=True, text=True).stdout.split()
    entries = {}
    for path in (p for p in found if os.path.exists(p)):
        parts = path.split("/")
        for n in range(1, len(parts)):
            entries.setdefault("/".join(parts[:n]), set()).add(parts[n])
    for folder, names in sorted(entries.items()):
        if len(names) > ENTRIES_MAX:
            yield f"{folder}: {len(names)} entries; a folder has at most {ENTRIES_MAX}"


def main():
    files = sources()
    bad = [fault for path in files for check in (faults, roundabout, wire_faults, hub_faults) for fault in check(path)]
    layers = sorted({path.split("/")[1] for path in files if path.count("/") > 1})
    bad += [fault for layer in layers for fault in circles(layer)]
    bad += crowded()
    bad += page_circles()
    print("\n".join(bad) if bad else f"includes: {len(files)} files, no forbidden include")
    return 1 if bad or not files else 0


if __name__ == "__main__":
    sys.exit(main())
