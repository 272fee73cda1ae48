#!/usr/bin/python3
"""Draws the losses of a training run on held-out games as SVG: curve.py OUT/log.jsonl SIZE > curve.svg"""
import json
import sys

WIDTH, HEIGHT, LEFT, TOP = 640, 320, 48, 24
COLOURS = {"policy": "#4269d0", "value": "#e8743b", "owner": "#3a8f5c"}


def main():
    lines = [json.loads(line) for line in open(sys.argv[1])]
    lines = [line for line in lines if sys.argv[2] in line["held"]]
    most_x = max(line["step"] for line in lines)
    most_y = 1.0
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
          'font-family="sans-serif" font-size="12">')
    print(f'<title>Losses on held-out games of {sys.argv[2]}, by training step</title>')
    print(f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>')
    wide, high = WIDTH - LEFT - 100, HEIGHT - 2 * TOP
    for i in range(6):
        y = TOP + high * i / 5
        print(f'<path d="M{LEFT} {y:.0f}h{wide}" stroke="#ddd"/>'
              f'<text x="{LEFT - 8}" y="{y + 4:.0f}" text-anchor="end">{1 - i / 5:.1f}</text>')
        x = LEFT + wide * i / 5
        print(f'<text x="{x:.0f}" y="{HEIGHT - 6}" text-anchor="middle">{most_x * i // 5}</text>')
    for name, colour in COLOURS.items():
        points = [(LEFT + wide * line["step"] / most_x,
                   TOP + high * (1 - min(line["held"][sys.argv[2]][name], most_y) / most_y))
                  for line in lines]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        print(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        print(f'<text x="{points[-1][0] + 6:.0f}" y="{points[-1][1] + 4:.0f}" fill="{colour}">'
              f'{name}</text>')
    print("</svg>")


if __name__ == "__main__":
    main()
