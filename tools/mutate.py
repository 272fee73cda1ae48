#!/usr/bin/env python3
"""Plants faults in src/rules, one at a time, and lists the faults that no test of the rules notices.

usage: mutate.py [BUILD] [--sample N] [--seed S] [--file NAME] [--only FILE:LINE] [--passes N]
                 [--jobs N] [--again | --report] [--explain]

A fault replaces a comparison, an operator, a constant, a condition or a truth value by another one. Comments,
texts and asserts stay as they are. Only the files that contain the change are compiled again
(tools/rules_tests.py). If the objects stay the same, the fault is equivalent. Otherwise tests run until one
fails, crashes, or takes several times its usual processor time; then the fault is killed.

The first pass runs only quick tests, on objects that compile quickly. A fault that survives a pass goes on to
the next one:
- the tests of the same game, for 0.3 seconds each;
- the same tests to their end, but with short games of the models;
- compiled like the program (-O3), where more faults turn out to be equivalent;
- with clang's memory sanitizer, which notices the use of unset memory;
- with the address and undefined sanitizers, which notice accesses beyond a table;
- the tests as `make test` runs them.

The seed sets the order of the faults, so an interrupted run has seen a fair sample. --sample stops after N
faults, --passes after N passes. Each result is a line of BUILD/results.jsonl, and a later run continues
there. Delete the file when the rules have changed. --again plants the survivors again, against new tests.
--report only prints the results in the file.

tests/mutants.txt lists the faults that no test can notice, each group with its reason. They are planted only
with --again, and are not reported. --explain prints the other survivors as lines for that file, without
reasons. The exit status is 1 after Ctrl-C, if a fault survives that is not in the file, if a fault of the
file is killed, or if the sources no longer contain it."""
import argparse
import collections
import glob
import json
import math
import multiprocessing
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys

from rules_tests import ROOT, TESTS, Build, environment

# Patterns and their replacements; "!!!" negates the condition that begins there.
FAULTS = [(re.compile(pattern), becomes) for pattern, becomes in [
    (r"(?<![<\-])<(?![<=])(?= )", "<="), (r"<=", "<"), (r"(?<![>\-])>(?![>=])(?= )", ">="), (r">=", ">"),
    (r"==", "!="), (r"!=", "=="), (r"&&", "||"), (r"\|\|", "&&"),
    (r"(?<= )\+(?= )", "-"), (r"(?<= )-(?= )", "+"), (r"(?<= )\*(?= \w)", "+"),
    (r"\+\+", "--"), (r"(?<!-)--", "++"), (r"\+=", "-="), (r"(?<!-)-=", "+="),
    (r"(?<= )&(?= )", "|"), (r"(?<= )\|(?= )", "&"), (r"<<(?= )", ">>"), (r">>(?= )", "<<"), (r"\^=", "|="), (r"\|=", "&="),
    (r"\btrue\b", "false"), (r"\bfalse\b", "true"),
    (r"(?<=\bif \()(?=[^;]*\)\s*(\{|$))", "!!!"),
    (r"(?<![\w.])\d+(?![\w.])", "number"),
    (r"\bcontinue;", ";"), (r"(?<=return )(?=[a-z].*;)", "!!!"),
]]
# The tests that may notice a fault, by the first word of its file's name: the quick tests, then the tests
# that play whole games. Faults in shared files run the tests of all games. Only test_lanes runs the code for
# games in lanes, and only its words have quick tests.
QUICK = ["rules_files", "move", "game"]
LANES = {"lanes": {"game": ["lanes"]}, "lanes_word": {"quick": ["lanes_word", "lanes_word_avx2", "lanes_word_avx512"], "game": ["lanes"]}}
GAMES = {"claims": ["claims_legal", "claims", "claims_playout", "claims_model"], "levee": ["levee"], "palisade": ["palisade", "mast", "lanes", "palisade_model"],
         "redstone": ["redstone_model", "redstone", "redstone_playout", "lanes"]}
SKIP = re.compile(r"^\s*(#|ASSERT\(|static const char|\*|/\*|const struct game |\.(name|title|designer|year|summary))|text_str\(")
# A larger array changes nothing, with or without values.
SIZE = re.compile(r"^\s*\w+[\w ]* \**\w+\[[^]=]*\];")
TABLE = re.compile(r"^\s*\w+[\w ]* \**\w+((?:\[[^]]*\])+) = ")
SKIPPED = 77  # by a test that this processor cannot run
MEMORY = 1 << 31
# Functions that are compiled into the code of each size are compiled only once: 0.1 s instead of 1 to 2.
ONCE = "-Dalways_inline=unused"
SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
SANITIZE_MEMORY = ["-fsanitize=memory", "-fno-sanitize-recover=all"]
# The passes that a surviving fault goes through: flags of the compiler, plies of the models (0: the tests'
# default), the tests that run, and the processor time after which a test that has not failed is left to a
# later pass.
PASSES = [
    {"flags": ["-O0", ONCE], "plies": 1000, "tests": ["quick"]},
    {"flags": ["-O1", ONCE], "plies": 200, "tests": ["game"], "seconds": 0.3},
    {"flags": ["-O1", ONCE], "plies": 1000, "tests": ["game"]},
    {"flags": ["-O3"], "plies": 0, "tests": []},
    {"flags": ["-O1", ONCE, *SANITIZE_MEMORY], "compiler": "clang", "plies": 200, "tests": ["quick", "game"], "seconds": 0.5},
    {"flags": ["-O1", ONCE, *SANITIZE], "plies": 1000, "tests": ["quick", "game", "reach"], "seconds": 5},
    {"flags": ["-O1", ONCE], "plies": 0, "tests": ["game", "reach"]},
]


def blank(text):
    """The text with blanks in place of comments and strings, of the same length."""
    def spaces(found):
        return re.sub(r"[^\n]", " ", found.group())
    return re.sub(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', spaces, text, flags=re.S)


def changed(line, start, end, becomes):
    if becomes == "number":
        return line[:start] + str(int(line[start:end]) + 1) + line[end:]
    if becomes == "!!!":
        return line[:start] + "!" + negated(line[start:])
    return line[:start] + becomes + line[end:]


def negated(rest):
    """Puts brackets around the text before the closing bracket or the semicolon."""
    depth = 0
    for i, c in enumerate(rest):
        depth += (c == "(") - (c == ")")
        if depth < 0 or (c == ";" and depth == 0):
            return "(" + rest[:i] + ")" + rest[i:]
    return rest


def faults_of(path):
    """All faults of a file. A fault is identified by its text, and by its number among faults of the same
    text, so that it stays the same when lines above it change."""
    seen = collections.Counter()
    file = os.path.basename(path)
    lines = open(path, encoding="utf-8").read().split("\n")
    bare = blank("\n".join(lines)).split("\n")
    for number, (line, code) in enumerate(zip(lines, bare), 1):
        if SKIP.search(line) or SIZE.search(code):
            continue
        table = TABLE.search(code)
        for pattern, becomes in FAULTS:
            for found in pattern.finditer(code, table.end(1) if table else 0):
                fault = changed(line, found.start(), found.end(), becomes)
                if fault != line:
                    before, after = line.strip(), fault.strip()
                    seen[before, after] += 1
                    yield {"file": file, "line": number, "before": before, "after": after, "nth": seen[before, after]}


def game_of(file):
    """The game whose tests may notice faults in the file: the first word of its name, "lanes" or "lanes_word"."""
    words = re.split(r"[_.]", file)
    if file == "lanes_word.h":
        return "lanes_word"
    return "lanes" if "lanes" in words else words[0]


class Bed:
    """The tests built for one pass. A fault changes some objects, which are then restored."""

    def __init__(self, way, sound, folder, tree):
        """sound: a folder with the objects of the unchanged sources."""
        self.flags, self.groups, self.seconds = way["flags"], way["tests"], way.get("seconds", math.inf)
        plies = way["plies"]
        self.more = {"HOSHI_MODEL_OPS": str(plies), "HOSHI_LANES_GAMES": str(plies // 10)} if plies else {}
        self.build = Build(folder, way.get("compiler", "gcc"), self.flags, tree)
        self.sound = sound
        self.touched = set()

    def prepare(self):
        """Builds the tests of the unchanged sources, and measures the processor time that each needs."""
        self.build.all()
        path = os.path.join(self.build.folder, "limits.json")
        objects = [os.path.getmtime(o) for o in glob.glob(os.path.join(self.build.folder, "*.o"))]
        if not (os.path.exists(path) and os.path.getmtime(path) > max(objects)):
            limits = {name: self.measure(name) for name in {*self.tests_of(""), *self.tests_of("lanes_word")}}
            write(path, json.dumps(limits).encode())

    def tests_of(self, game):
        """The tests that run after a fault in files of the game; the tests of all games for shared files."""
        own = GAMES.get(game, sum(GAMES.values(), []))
        if game in LANES:
            return [name for group in self.groups for name in LANES[game].get(group, [])]
        return [name for group in self.groups for name in {"quick": QUICK, "game": own}.get(group, [group])]

    def measure(self, name):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        if self.failure(name, 600):
            raise SystemExit(f"test_{name} fails without any fault")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return 0.25 + 4 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)

    def fill(self):
        """Copies everything from the folder of unchanged objects."""
        shutil.copytree(self.sound, self.build.folder, dirs_exist_ok=True)
        self.limits = json.loads(read(os.path.join(self.sound, "limits.json")))

    def sees(self, source, file):
        """Whether the source is or includes the file of src/rules (file names there are unique)."""
        name = "/" + file
        return source.endswith(name) or any(i.endswith(name) for i in self.build.includes(source))

    def changes(self, source):
        """Compiles the source. Returns whether the object has changed, None if the compiler refuses."""
        self.touched.add(source)
        if self.build.compile(source).returncode != 0:
            return None
        target = self.build.object_of(source)
        return read(target) != read(os.path.join(self.sound, os.path.basename(target)))

    def outcome(self, file):
        """Tests the fault that the file now contains. Returns the outcome, and the test and place that
        killed the fault."""
        tests = self.tests_of(game_of(file))
        if self.groups and not tests:
            return "survives", ""
        try:
            changed = [self.changes(source) for source in self.build.library if self.sees(source, file)]
            if None in changed:
                return "refused", ""
            return self.judge(file, tests, any(changed))
        finally:
            for source in self.touched:
                target = self.build.object_of(source)
                write(target, read(os.path.join(self.sound, os.path.basename(target))))
            self.touched.clear()

    def judge(self, file, tests, library_changed):
        equivalent = not library_changed
        # Last come the tests that do not run, only to learn whether their objects stay the same.
        for name in [*tests, *(t for t in TESTS if equivalent and t not in tests)]:
            source = os.path.join(ROOT, f"tests/unit/test_{name}.c")
            changed = self.changes(source) if self.sees(source, file) else False
            if changed is None:
                return "refused", ""
            if not changed and not library_changed:
                continue
            equivalent = False
            if name not in tests:
                break
            if not self.links(name):
                return "refused", ""
            why = self.failure(name, min(self.limits[name], self.seconds))
            if why == "time" and self.seconds < self.limits[name]:
                continue
            if why:
                return "killed", f"{name}: {why}"
        return "equivalent" if equivalent else "survives", ""

    def links(self, name):
        """Links a test. Returns False if the fault has removed the name of a function."""
        try:
            self.build.link(name, stderr=subprocess.DEVNULL)
        except subprocess.CalledProcessError:
            return False
        return True

    def failure(self, name, seconds):
        """Runs the test. Returns the file and line of the first check that fails, "crash", "time", or ""
        if the test passes."""
        def bounded():
            signal.setitimer(signal.ITIMER_PROF, seconds)  # the timer survives exec
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            if not any(f.startswith("-fsanitize") for f in self.flags):  # sanitizers reserve terabytes of addresses
                resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        # pylint: disable=subprocess-popen-preexec-fn
        with subprocess.Popen([os.path.join(self.build.folder, "test_" + name)], env=environment(**self.more),
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, preexec_fn=bounded) as process:
            for line in process.stderr:
                # cmocka prints the names of failed cases only at the end.
                found = re.search(rb"\[   LINE   \] --- .*?([^/]+:\d+): ", line)
                if found:  # one failed check is enough
                    process.kill()
                    return found.group(1).decode()
        return {0: "", SKIPPED: "", -signal.SIGPROF: "time"}.get(process.returncode, "crash")


class Garden:
    """A copy of the sources, in which faults are planted, with the tests of each pass."""

    def __init__(self, folder, number):
        self.number = number
        self.tree = os.path.join(folder, multiprocessing.current_process().name)
        shutil.rmtree(self.tree, ignore_errors=True)
        shutil.copytree(os.path.join(ROOT, "src"), os.path.join(self.tree, "src"))
        self.bed = Bed(PASSES[number], sound_folder(folder, number), os.path.join(self.tree, "objects"), self.tree)
        self.bed.fill()

    def plant(self, fault):
        """Tests a fault. Returns the result as a line of the results file."""
        path = glob.glob(os.path.join(self.tree, "src/rules/**", fault["file"]), recursive=True)[0]
        original = read(path)
        lines = original.decode().split("\n")
        lines[fault["line"] - 1] = lines[fault["line"] - 1].replace(fault["before"], fault["after"])
        try:
            write(path, "\n".join(lines).encode())
            outcome, by = self.bed.outcome(fault["file"])
        finally:
            write(path, original)
        return {**fault, "passed": self.number + 1, "outcome": outcome, "by": by}


def sound_folder(folder, number):
    return os.path.join(folder, f"pass{number + 1}")


def read(path):
    with open(path, "rb") as f:
        return f.read()


def write(path, data):
    with open(path, "wb") as out:
        out.write(data)


# ---- faults that no test can notice ----

EXPLAINED = os.path.join(ROOT, "tests/mutants.txt")


def explained_of(path):
    """The faults of tests/mutants.txt, which change no result, each with its reason. The lines are `file
    NAME` and `why REASON`, which hold until the next one, `- BEFORE`, and `+ AFTER` (`+N AFTER` for the Nth
    fault with these words in the file)."""
    found, file, why, before = {}, "", "", None
    with open(path, encoding="utf-8") as f:
        for number, line in enumerate(f, 1):
            mark, _, rest = line.rstrip("\n").partition(" ")
            if mark == "file":
                file, why = rest, ""
            elif mark == "why":
                why = rest
            elif mark == "-" and why:
                before = rest
            elif re.fullmatch(r"\+\d*", mark) and before is not None:
                found[file, before, rest, int(mark[1:] or 1)] = why
            elif line.strip() and not line.startswith("#"):
                raise SystemExit(f"{path}:{number}: neither file, why, - nor +, or before one of them: {line.strip()}")
    return found


def lines_to_explain(results):
    """Prints results as lines of that file, without reasons."""
    file = before = None
    for r in sorted(results, key=lambda r: (r["file"], r["line"])):
        if r["file"] != file:
            file, before = r["file"], None
            print(f"\nfile {file}\nwhy ?")
        if r["before"] != before:
            before = r["before"]
            print(f"- {before}")
        print(f"+{r['nth'] if r['nth'] > 1 else ''} {r['after']}")


# ---- many copies at a time ----

garden = None  # of this process


def open_garden(*where):
    global garden
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    garden = Garden(*where)


def plant(fault):
    return garden.plant(fault)


def key(fault):
    return fault["file"], fault["before"], fault["after"], fault["nth"]


def results_of(path):
    """The last result of each fault."""
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as f:
        return {key(result): result for result in map(json.loads, f)}


def run_pass(number, faults, args, folder):
    """Plants the faults that have not been through the pass. Returns False after Ctrl-C."""
    log = os.path.join(folder, "results.jsonl")
    known = results_of(log)
    fresh = {"passed": 0, "outcome": "survives"}
    waiting = [f for f in faults if known.get(key(f), fresh)["outcome"] == "survives" and
               (args.again or known.get(key(f), fresh)["passed"] <= number)]
    if not waiting:
        return True
    Bed(PASSES[number], None, sound_folder(folder, number), ROOT).prepare()
    with multiprocessing.Pool(args.jobs, open_garden, [folder, number]) as pool, open(log, "a", encoding="utf-8") as out:
        try:
            for result in pool.imap_unordered(plant, waiting):
                print(json.dumps(result), file=out, flush=True)
        except KeyboardInterrupt:  # keep the results so far
            pool.terminate()
            return False
    return True


def report(results, everything, explained):
    """Reports the outcomes. Returns True if every fault was planted and no unexplained fault survives."""
    counts = collections.Counter(r["outcome"] for r in results)
    stale = [r for r in results if key(r) in explained and r["outcome"] in ("killed", "refused")]
    for r in stale:
        print(f"{r['outcome'].upper()} though explained: {r['file']}:{r['line']}\n    - {r['before']}\n    + {r['after']}")
    for r in sorted(results, key=lambda r: (r["file"], r["line"])):
        if r["outcome"] == "survives" and key(r) not in explained:
            print(f"SURVIVES pass {r['passed']} {r['file']}:{r['line']}\n    - {r['before']}\n    + {r['after']}")
    tests = collections.Counter(r["by"].split(":")[0] for r in results if r["outcome"] == "killed")
    late = sum(r["by"].endswith(": time") for r in results)
    passes = collections.Counter(r["passed"] for r in results if r["outcome"] == "killed")
    print("killed by " + ", ".join(f"{name} {n}" for name, n in tests.most_common()))
    print("killed in pass " + ", ".join(f"{number}: {n}" for number, n in sorted(passes.items())))
    print(f"{everything} faults, {len(results)} planted, {counts['refused']} do not compile, {counts['equivalent']} "
          f"change nothing, {counts['killed']} killed ({late} by time), {counts['survives']} survive, "
          f"{len(explained)} are explained")
    untold = sum(r["outcome"] == "survives" and key(r) not in explained for r in results)
    told = sum(key(r) in explained for r in results)
    return untold == 0 and not stale and len(results) - told + len(explained) == everything


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", nargs="?", default=os.path.join(ROOT, "build-mutants"))
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", default="")
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--passes", type=int, default=len(PASSES))
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--report", action="store_true")
    parser.add_argument("--explain", action="store_true")
    args = parser.parse_args()
    folder = os.path.abspath(args.build)
    os.makedirs(folder, exist_ok=True)
    faults = [fault for path in sorted(glob.glob(os.path.join(ROOT, "src/rules/**/*.[ch]"), recursive=True)) for fault in faults_of(path)
              if args.file in fault["file"] and args.only in ("", f"{fault['file']}:{fault['line']}")]
    random.Random(args.seed).shuffle(faults)
    everything = len(faults)
    faults = faults[:args.sample or everything]
    explained = {k: why for k, why in explained_of(EXPLAINED).items() if k[0] in {f["file"] for f in faults}}
    gone = explained.keys() - {key(f) for f in faults} if len(faults) == everything and not args.only else ()
    for file, before, after, nth in sorted(gone):
        print(f"NO FAULT any more: {file}, {nth}\n    - {before}\n    + {after}")
    explained = {k: explained[k] for k in map(key, faults) if k in explained}
    if not args.report and not args.explain:
        planted = faults if args.again else [f for f in faults if key(f) not in explained]
        # all() stops at the first pass that was interrupted.
        all(run_pass(number, planted, args, folder) for number in range(args.passes))
    known = results_of(os.path.join(folder, "results.jsonl"))
    results = [known[key(f)] for f in faults if key(f) in known]
    if args.explain:
        lines_to_explain([r for r in results if r["outcome"] == "survives" and key(r) not in explained])
        return 0
    return 0 if report(results, everything, explained) and not gone else 1


if __name__ == "__main__":
    sys.exit(main())
