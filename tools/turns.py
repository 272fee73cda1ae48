#!/usr/bin/env python3
"""turns.py A B [TURNS] - compares the speed of two hoshi-bench programs (or of hoshi, as long as it measured itself).
In turns, each program measures the rules of every game and the searches of the signature, TURNS times (11). Prints
the median of the ratios B / A and their middle half: above 1, B is faster. It measures processor time, so other
programs disturb it little. A disturbance of both programs of a turn cancels out. The order changes with each turn."""
import json
import resource
import statistics
import subprocess
import sys

SEARCHES = 5  # of each program in each turn: one takes less than half a second


def bench(program, *words):
    bench_words = words if program.endswith("hoshi-bench") else ("bench", *words)
    done = subprocess.run([program, *bench_words], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def rules(game):
    def measure(program):
        found = bench(program, "playouts", "--game", game, "--seconds", "1", "--runs", "1")
        return {f"{game}: {name}": found[name + "_per_s"]
                for name in ("placements", "playouts", "legal_lists", "perft_nodes")}
    return measure


def search(program):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    signature = bench(program, "search")["signature"]
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return {f"search {signature}": 1 / used}


def main():
    if len(sys.argv) not in (3, 4) or sys.argv[1] in ("-h", "--help"):
        sys.exit("usage: " + __doc__)
    programs = sys.argv[1:3]
    ratios = {}
    measures = [*map(rules, ("palisade", "redstone", "levee", "claims")), *[search] * SEARCHES]
    for turn in range(int(sys.argv[3]) if len(sys.argv) == 4 else 11):
        for number, measure in enumerate(measures):
            order = programs if (turn + number) % 2 == 0 else programs[::-1]
            found = {program: measure(program) for program in order}
            a, b = (found[program] for program in programs)
            if a.keys() != b.keys():
                sys.exit(f"the programs have different signatures: {', '.join(a)} and {', '.join(b)}")
            for name in a:
                ratios.setdefault(name, []).append(b[name] / a[name])
    for name, values in ratios.items():
        quarters = statistics.quantiles(values, n=4) if len(values) > 1 else [values[0]] * 3
        print(f"{name:32} {statistics.median(values):.3f}  [{quarters[0]:.3f}, {quarters[2]:.3f}]")


if __name__ == "__main__":
    main()
