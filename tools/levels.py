#!/usr/bin/env python3
"""Measures the ladder of playing levels: each level against the one below, and level 1 against beginners.

usage: tools/levels.py HOSHI [--games N] [--boards GAME:SIZE,...] [--levels A-B] [--top PLAYER] [--net none]
                       [--seed N]

Prints a row of Markdown when a pair has finished: the stronger player's share of the points with its 95 %
interval, and the share by seat. --top names a player that replaces level 8, which otherwise thinks ten
seconds a move. --net none measures the ladder without nets, by default on other boards. docs/LEVELS.md has
the resulting tables.
"""
import argparse
import json
import subprocess

BOARDS = 'palisade:9,redstone:9,levee:9,claims:8'
BOARDS_PLAYOUTS = 'palisade:9,redstone:7,levee:9,claims:6'
BEGINNERS = ['flat=500', 'greedy']


def match(args, game, size, a, b, games):
    command = [args.hoshi, 'match', game, '--size', size, '--a', a, '--b', b, '--games', str(games),
               '--seed', str(args.seed), '--jobs', '1', '--quiet']
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def row(args, game, size, a, b, games):
    r = match(args, game, size, a, b, games)
    low, high = r['interval']
    seats = ' / '.join(f"{100 * s['share']:.0f}" for s in r['by_seat'])
    print(f"| {game} {size} | {a} – {b} | {r['games']} | {100 * r['share']:.0f} % "
          f"({100 * low:.0f}–{100 * high:.0f}) | {seats} | {r['seconds'] / r['games']:.2f} s |",
          flush=True)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.partition('usage: ')[2].replace('%', '%%'))
    parser.add_argument('hoshi')
    parser.add_argument('--games', type=int, default=100)
    parser.add_argument('--boards')
    parser.add_argument('--levels', default='0-8')
    parser.add_argument('--top', default='level=8')
    parser.add_argument('--net', choices=['none'])
    parser.add_argument('--seed', type=int, default=1)
    args = parser.parse_args()
    net = f',net={args.net}' if args.net else ''
    boards = args.boards or (BOARDS_PLAYOUTS if args.net else BOARDS)
    low, high = (int(n) for n in args.levels.split('-'))
    print('| board | pair | games | share of the first | as first / second | a game |')
    print('| --- | --- | ---: | --- | --- | ---: |', flush=True)
    for level in range(low, high):
        for board in boards.split(','):
            game, size = board.split(':')
            if level == 0:
                for beginner in BEGINNERS:
                    row(args, game, size, f'level=1{net}', beginner, args.games)
            else:
                upper = args.top if level + 1 == 8 else f'level={level + 1}{net}'
                row(args, game, size, upper, f'level={level}{net}', args.games)


if __name__ == '__main__':
    main()
