#!/usr/bin/env python3
"""Lists rule numbers of docs/RULES.md that no code or no test cites, and verdicts (src/rules/verdict.h) whose rule
docs/RULES.md does not have; fails if there are any."""
import glob
import re
import sys

RULE = re.compile(r"^[-*] +\*{0,2}([A-Z]\d+)\b", re.M)
CITED = re.compile(r"(?<![A-Za-z0-9])([A-Za-z])(\d+)(?=[^A-Za-z0-9]|[a-cA-C]\b|_|$)")
RANGE = re.compile(r"\b([A-Z])(\d+)-([A-Z])(\d+)\b")
VERDICT = re.compile(r'^    X\(\w+, "([A-Z]\d+)[a-z]?",', re.M)


def cited(paths):
    found = set()
    for path in paths:
        text = open(path, encoding="utf-8").read()
        found.update(letter.upper() + number for letter, number in CITED.findall(text))
        for first, low, last, high in RANGE.findall(text):
            if first == last:
                found.update(f"{first}{i}" for i in range(int(low), int(high) + 1))
    return found


def main():
    rules = RULE.findall(open("docs/RULES.md", encoding="utf-8").read())
    if len(rules) < 26:
        print(f"docs/RULES.md: only {len(rules)} numbered rules found")
        return 1
    code = cited(glob.glob("src/**/*.[ch]", recursive=True))
    tests = cited(glob.glob("tests/**/*.[ch]", recursive=True) + glob.glob("tests/rules/*.t") + glob.glob("tests/gtp/*"))
    status = 0
    for rule in rules:
        for where, have in (("code", code), ("test", tests)):
            if rule not in have:
                print(f"{rule}: no {where} cites it")
                status = 1
    with open("src/rules/verdict.h", encoding="utf-8") as f:
        verdicts = VERDICT.findall(f.read())
    if len(verdicts) < 18:
        print(f"src/rules/verdict.h: only {len(verdicts)} verdicts with a rule found")
        return 1
    for rule in sorted(set(verdicts) - set(rules)):
        print(f"{rule}: a verdict cites it, but docs/RULES.md does not have it")
        status = 1
    print(f"{len(rules)} rules checked")
    return status


if __name__ == "__main__":
    sys.exit(main())
