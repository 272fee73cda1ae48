#!/usr/bin/env python3
"""Plants faults in src/rules, one at a time, and lists those that no test of the rules notices.

usage: mutate.py [BUILD] [--sample N] [--seed S] [--file NAME] [--only FILE:LINE]

A fault turns a comparison, an operator, a constant, a condition or a truth value into another one.
Comments, texts and asserts are left alone. Each time the files that see the change are compiled
into objects that are there already (tools/rules_tests.py), and the tests run, those of the same
game first, until one fails, crashes or takes ten times as long as it should: the fault is found.
Without --sample all are planted, which takes hours; a sample is the same for the same seed.
docs/TESTING.md says what survives and why. Ends with status 1 if anything does, or after Ctrl-C."""
import argparse
import glob
import os
import random
import re
import shutil
import subprocess
import sys
import time

from rules_tests import ROOT, TESTS, Build, environment

# What is looked for, and what it becomes; "!!!" denies the condition that begins there.
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
# The tests that know a file best, by the first word of its name.
FIRST = {"claims": ["claims_model", "claims"], "levee": ["levee"], "palisade": ["palisade_model", "palisade"],
         "redstone": ["redstone"], "move": ["move", "game"], "diagram": ["game"]}
SKIP = re.compile(r"^\s*(#|ASSERT\(|static const char|\*|/\*|const struct game |\.(name|title|designer|year|summary))|text_str\(")

SIZE = re.compile(r"^\s*\w+[\w ]* \**\w+\[[^]=]*\];")  # a larger array is as good


def blank(text):
    """The text with comments and strings made blank, of the same length."""
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
    """Puts what stands up to the closing bracket, or the semicolon, into brackets."""
    depth = 0
    for i, c in enumerate(rest):
        depth += (c == "(") - (c == ")")
        if depth < 0 or (c == ";" and depth == 0):
            return "(" + rest[:i] + ")" + rest[i:]
    return rest


def faults_of(path):
    """All faults of a file: line number, the line as it is, the line as it becomes."""
    lines = open(path, encoding="utf-8").read().split("\n")
    bare = blank("\n".join(lines)).split("\n")
    for number, (line, code) in enumerate(zip(lines, bare), 1):
        if SKIP.search(line) or SIZE.search(code):
            continue
        for pattern, becomes in FAULTS:
            for found in pattern.finditer(code):
                fault = changed(line, found.start(), found.end(), becomes)
                if fault != line:
                    yield number, line, fault


class Garden:
    """A copy of the sources, in which faults are planted, and its build."""

    def __init__(self, folder):
        self.tree = os.path.join(folder, "tree")
        shutil.rmtree(self.tree, ignore_errors=True)
        shutil.copytree(os.path.join(ROOT, "src"), os.path.join(self.tree, "src"))
        shutil.rmtree(os.path.join(folder, "objects"), ignore_errors=True)
        self.build = Build(os.path.join(folder, "objects"), "gcc", ["-O1"], self.tree)
        programs = self.build.all()
        self.seconds = {}
        for name in programs:
            began = time.monotonic()
            if not self.passes(name, 600):
                raise SystemExit(f"test_{name} fails without any fault")
            self.seconds[name] = time.monotonic() - began

    def passes(self, name, seconds):
        program = os.path.join(self.build.folder, "test_" + name)
        try:
            done = subprocess.run([program], env=environment(HOSHI_MODEL_OPS="20000"), stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL, timeout=seconds, check=False)
        except subprocess.TimeoutExpired:
            return False
        return done.returncode == 0

    def compile(self, path):
        """Compiles what includes the file; False if the compiler refuses."""
        return all(self.build.compile(source).returncode == 0 for source in self.users(path))

    def users(self, path):
        return [s for s in [*self.build.library, *self.tests()] if path == s or path in self.build.includes(s)]

    def tests(self):
        return [os.path.join(ROOT, f"tests/unit/test_{name}.c") for name in TESTS]

    def found_by(self, path, number, fault):
        """The test that notices the fault, "" if the compiler does, None if nothing does."""
        original = open(path, encoding="utf-8").read()
        lines = original.split("\n")
        lines[number - 1] = fault
        with open(path, "w", encoding="utf-8") as out:
            out.write("\n".join(lines))
        try:
            if not self.compile(path):
                return ""
            game = re.split(r"[_.]", os.path.basename(path))[0]
            for name in dict.fromkeys(FIRST.get(game, TESTS) + ["game", "rules_files", "move", "reach"]):
                self.build.link(name)
                if not self.passes(name, 20 + 10 * self.seconds[name]):
                    return name
            return None
        finally:
            with open(path, "w", encoding="utf-8") as out:
                out.write(original)
            self.compile(path)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", nargs="?", default=os.path.join(ROOT, "build-mutants"))
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", default="")
    parser.add_argument("--only", default="")
    args = parser.parse_args()
    garden = Garden(os.path.abspath(args.build))
    faults = [(path, *fault) for path in sorted(glob.glob(os.path.join(garden.tree, "src/rules/*.[ch]")))
              if args.file in path for fault in faults_of(path)]
    if args.only:
        faults = [f for f in faults if f"{os.path.basename(f[0])}:{f[1]}" == args.only]
    everything = len(faults)
    if args.sample and args.sample < everything:
        faults = random.Random(args.seed).sample(faults, args.sample)
    found = refused = left = 0
    try:
        for path, number, line, fault in faults:
            name = garden.found_by(path, number, fault)
            if name is None:
                left += 1
                where = f"{os.path.basename(path)}:{number}"
                print(f"SURVIVES {where}\n    - {line.strip()}\n    + {fault.strip()}", flush=True)
            elif name == "":
                refused += 1
            else:
                found += 1
    except KeyboardInterrupt:  # Ctrl-C: what there is
        pass
    planted = found + refused + left
    print(f"{everything} faults, {planted} planted, {refused} do not compile, {found} found, {left} survive")
    return 1 if left or planted < len(faults) else 0


if __name__ == "__main__":
    sys.exit(main())
