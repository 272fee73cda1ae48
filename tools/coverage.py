#!/usr/bin/env python3
"""Measures how much of src/rules and src/base its tests run: lines, and both ways of every branch.

usage: coverage.py [BUILD] [--list] [--least PERCENT]

Builds the tests of the rules with clang's source-based coverage, runs them, and prints one line for each
file. Clang counts a branch once even if the compiler copies its function; gcov counts each copy. --list
adds the lines and branches that never ran. Fails if lines or branches are below PERCENT (98). Asserts are
left out of this build, because only a bug can take their failing branch."""
import argparse
import collections
import glob
import json
import os
import subprocess
import sys

from rules_tests import ROOT, Build, environment


def run(folder):
    """Builds and runs the tests; returns the coverage as llvm-cov exports it."""
    flags = ["-O1", "-g", "-fprofile-instr-generate", "-fcoverage-mapping", "-DHOSHI_NO_ASSERT"]
    programs = list(Build(folder, "clang-14", flags).all().values())
    for old in glob.glob(os.path.join(folder, "*.profraw")):
        os.remove(old)
    for program in programs:
        done = subprocess.run([program], cwd=ROOT, env=environment(LLVM_PROFILE_FILE=program + ".profraw"),
                              capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f"{program} fails:\n{done.stdout}{done.stderr}")
    merged = os.path.join(folder, "rules.profdata")
    raws = [program + ".profraw" for program in programs]
    subprocess.run(["llvm-profdata-14", "merge", "-o", merged, *raws], check=True)
    objects = [arg for program in programs[1:] for arg in ("-object", program)]
    text = subprocess.run(["llvm-cov-14", "export", "-instr-profile", merged, programs[0], *objects],
                          check=True, capture_output=True).stdout
    return json.loads(text)["data"][0]


def regions_of(data):
    """Per file: the counts of its code regions and branches, summed over all copies of a function."""
    code = collections.defaultdict(collections.Counter)
    branches = collections.defaultdict(collections.Counter)
    for function in data["functions"]:
        names = function["filenames"]
        for line, column, end, end_column, count, file, _, kind in function["regions"]:
            if kind == 0:
                code[names[file]][line, column, end, end_column] += count
        for line, column, _, _, true, false, file, _, kind in function["branches"]:
            if kind == 4:
                branches[names[file]][line, column, "true"] += true
                branches[names[file]][line, column, "false"] += false
    return code, branches


def lines_of(regions):
    """A line has the count of the smallest region around its first character. Lines outside all regions
    are not code. Regions are nested, so a region that starts later lies within the earlier ones."""
    lines = {}
    for (line, column, end, end_column), count in sorted(regions.items(), key=lambda r: (r[0][0], -r[0][2], r[0][1])):
        for number in range(line, end + 1):
            if number > line or column == 1 or number not in lines:
                lines[number] = count
    return lines


def is_code(text):
    text = text.strip()
    return bool(text) and text not in "{}" and not text.startswith(("/*", "*", "//", "#", "} else {", "X("))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", nargs="?", default=os.path.join(ROOT, "build-coverage"))
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--least", type=float, default=98.0)
    args = parser.parse_args()
    folder = os.path.abspath(args.build)
    code, branches = regions_of(run(folder))
    total = [0, 0, 0, 0]
    for path in sorted(code):
        name = os.path.relpath(path, ROOT)
        if not name.startswith(("src/rules/", "src/base/")) or name == "src/base/macros.h":
            continue
        source = open(path, encoding="utf-8").read().split("\n")
        lines = {n: c for n, c in lines_of(code[path]).items() if is_code(source[n - 1])}
        missed_lines = [n for n, c in lines.items() if c == 0]
        missed = [b for b, c in branches[path].items() if c == 0]
        figures = [len(lines) - len(missed_lines), len(lines), len(branches[path]) - len(missed), len(branches[path])]
        total = [a + b for a, b in zip(total, figures)]
        show(name, figures)
        if args.list:
            for n in missed_lines:
                print(f"    {n}: never run: {source[n - 1].strip()}")
            for line, column, way in sorted(missed):
                print(f"    {line}:{column}: never {way}: {source[line - 1].strip()}")
    show("all", total)
    least = min(100 * total[0] / total[1], 100 * total[2] / total[3])
    return 0 if least >= args.least else 1


def show(name, figures):
    run_lines, lines, taken, ways = figures
    print(f"{name:32} lines {run_lines:5}/{lines:<5} {100 * run_lines / max(lines, 1):6.2f} %   "
          f"branches {taken:5}/{ways:<5} {100 * taken / max(ways, 1):6.2f} %")


if __name__ == "__main__":
    sys.exit(main())
