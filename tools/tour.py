#!/usr/bin/env python3
"""Records the tour of README.md: runs the real program and writes animated pictures (SVG).

usage: tour.py BUILD FOLDER [NAME...]    NAME: terminal, commands, gtp, mail, browser (default: all)

terminal, commands, gtp and mail run under tmux (tools/terminal.py). browser starts a server and runs
tools/tour_browser.mjs with Chromium. Every picture is self-contained: it has no script and no font, and it loads
nothing. With prefers-reduced-motion it shows its last frame."""
import base64
import html
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request

from terminal import Terminal

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CELL, LINE, PAD, BAR = 8, 17, 12, 30
COLOURS = ["#3b4045", "#e2574b", "#4fae94", "#e0a83c", "#6c9bd2", "#b98ac2", "#4fb3c8", "#d8d4c8"]
PAPER, INK = "#171a1c", "#d8d4c8"
STYLE = re.compile(r"\x1b\[([\d;]*)m")


class Film:
    """Frames of a terminal: (seconds, caption, lines)."""

    def __init__(self, columns, lines, title):
        self.columns, self.lines, self.title = columns, lines, title
        self.frames = []

    def take(self, terminal, caption, seconds=2.0):
        self.frames.append((seconds, caption, (terminal.screen(colours=True) + [""] * self.lines)[:self.lines]))


def runs(line):
    """(column, text, colour, bold, reverse, underline) of a line as tmux prints it."""
    column, colour, bold, reverse, underline = 0, None, False, False, False
    out = []
    for i, part in enumerate(STYLE.split(line)):
        if i % 2 == 0:
            # Blanks are needed only where they are visible.
            for word in re.finditer(r".+" if reverse or underline else r"\S+(?: \S+)*", part):
                out.append((column + word.start(), word[0], colour, bold, reverse, underline))
            column += len(part)
            continue
        for code in (int(c or 0) for c in part.split(";")):
            if code == 0:
                colour, bold, reverse, underline = None, False, False, False
            elif code in (1, 22):
                bold = code == 1
            elif code in (4, 24):
                underline = code == 4
            elif code in (7, 27):
                reverse = code == 7
            elif 30 <= code <= 37:
                colour = COLOURS[code - 30]
            elif 90 <= code <= 97:
                colour = COLOURS[code - 90]
            elif code == 39:
                colour = None
    return out


def draw(line, row):
    y = BAR + PAD + row * LINE
    out = []
    for column, text, colour, bold, reverse, underline in runs(line):
        x = PAD + column * CELL
        width = len(text) * CELL
        if reverse:
            out.append(f'<rect x="{x}" y="{y}" width="{width}" height="{LINE}" fill="{colour or INK}"/>')
        fill = PAPER if reverse else colour
        style = (f' fill="{fill}"' if fill else "") + (' font-weight="bold"' if bold else "")
        style += ' text-decoration="underline"' if underline else ""
        fit = f' textLength="{width}"' if len(text) > 1 else ""
        out.append(f'<text x="{x}" y="{y + 13}"{fit}{style}>{html.escape(text, quote=False)}</text>')
    return "".join(out)


def timeline(pieces, seconds):
    """Elements that are visible for a time, from (from, to, text), and the style that shows them."""
    total = sum(seconds)
    starts = [sum(seconds[:i]) for i in range(len(seconds) + 1)]
    rules, out, last = {}, [], len(seconds)
    for first, end, text in pieces:
        if (first, end) == (0, last):
            out.append(text)
            continue
        name = f"f{first}_{end}"
        a, b = 100 * starts[first] / total, 100 * starts[end] / total
        steps = [] if first == 0 else ["0%{visibility:hidden}"]
        steps.append(f"{a:.2f}%{{visibility:visible}}")
        if end < last:
            steps.append(f"{b:.2f}%,100%{{visibility:hidden}}")
        rest = "" if end == last else "visibility:hidden;"
        rules[name] = f"@keyframes {name}{{{''.join(steps)}}}.{name}{{{rest}animation:{name} {total:g}s step-end infinite}}"
        out.append(f'<g class="{name}">{text}</g>')
    still = "@media(prefers-reduced-motion:reduce){g{animation:none!important}}"
    return "\n".join(out), "".join(rules.values()) + still


def changes(values):
    """Joins equal neighbours of a list to (from, to, value)."""
    first = 0
    for i in range(1, len(values) + 1):
        if i == len(values) or values[i] != values[first]:
            yield first, i, values[first]
            first = i


def picture(width, height, title, about, body, style):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img">\n'
            f"<title>{html.escape(title)}</title>\n<desc>{html.escape(about)}</desc>\n<style>{style}</style>\n"
            f'<rect width="{width}" height="{height}" rx="8" fill="{PAPER}"/>\n{body}\n</svg>\n')


def caption_at(text, width):
    return (f'<text x="{width // 2}" y="20" text-anchor="middle" font-size="13" fill="#98938a" '
            f'font-family="system-ui,sans-serif">{html.escape(text)}</text>')


def write_film(film, path):
    width = film.columns * CELL + 2 * PAD
    height = film.lines * LINE + 2 * PAD + BAR
    seconds = [s for s, _, _ in film.frames]
    pieces = [(a, b, caption_at(text, width)) for a, b, text in changes([c for _, c, _ in film.frames])]
    for row in range(film.lines):
        for a, b, line in changes([lines[row] for _, _, lines in film.frames]):
            text = draw(line, row)
            if text:
                pieces.append((a, b, text))
    body, style = timeline(pieces, seconds)
    about = " ".join(dict.fromkeys(c for _, c, _ in film.frames))
    body = f'<g font-family="ui-monospace,Menlo,Consolas,monospace" font-size="13.3" fill="{INK}" xml:space="preserve">\n{body}\n</g>'
    with open(path, "w", encoding="utf-8") as file:
        file.write(picture(width, height, film.title, about, body, style))


# ---- the scenes ----

def terminal(build, path):
    film = Film(80, 18, "hoshi play: a game in the terminal")
    with tempfile.TemporaryDirectory() as folder:
        words = [os.path.join(build, "hoshi"), "play", "redstone", "--size", "9", "--players", "human,engine:2", "--seed", "7", "--save", "game.sgf"]
        with Terminal(80, 18, words, folder, {"TERM": "xterm-256color"}.items()) as t:
            film.take(t.wait("Ply 1"), "hoshi play redstone --size 9 --save game.sgf")
            t.keys("Up", "Right", "Enter").wait("Ply 3|swapped", seconds=60)
            film.take(t, "Arrows and Enter, or the mouse; the engine answers", 3)
            for keys in (["Down", "Down", "Enter"], ["Left", "Left", "Left", "Enter"]):
                ply = int(re.search(r"Ply (\d+)", " ".join(t.screen()))[1])
                t.keys(*keys)
                film.take(t.wait(rf"Ply {ply + 2}", seconds=60), "Arrows and Enter, or the mouse; the engine answers", 1.5)
            film.take(t.keys("w").wait("Not here|legal"), "w tells why a move is refused, with its rule", 3)
            film.take(t.keys("h").wait("Hint:", seconds=60), "h asks for a hint", 2.5)
            film.take(t.keys("e").wait("Expected:", seconds=60), "e tells who leads", 3)
            film.take(t.keys("?").wait("any key closes"), "? lists the keys", 3)
            t.keys("x").wait("Ply")
            film.take(t.keys("q").wait("To resume"), "The game is in the file; hoshi play game.sgf resumes it", 3.5)
    write_film(film, path)


def shell(film, folder, build, lines, environment=()):
    """Types commands at a prompt: (command, pattern to wait for, caption, seconds)."""
    environment = {"PATH": f"{build}:{os.environ['PATH']}", "TERM": "xterm-256color", **dict(environment)}
    with Terminal(film.columns, film.lines, ["env", "PS1=$ ", "bash", "--norc", "--noprofile"], folder, environment.items()) as t:
        t.wait(r"\$")
        for command, pattern, caption, seconds in lines:
            t.keys("C-l")
            t.tmux("send-keys", "-l", command)
            time.sleep(0.3)
            film.take(t, caption, 1.2)
            t.keys("Enter")
            film.take(t.wait(pattern + r".*\$ *$", seconds=120), caption, seconds)


def commands(build, path):
    film = Film(92, 24, "hoshi on the command line")
    with tempfile.TemporaryDirectory() as folder:
        shell(film, folder, build, [
            ("hoshi rules levee | head -14", "L1", "hoshi rules: how a game is played", 3),
            ("hoshi show redstone e5 swap d4 f6 e6 --size 9", "turn", "hoshi show: a position, a record, a picture", 3),
            ("hoshi analyze levee d2 --size 7 --nodes 20000 --top 5 --threads 1", "to move", "hoshi analyze: what the engine thinks", 4),
            ("hoshi solve levee --size 3", "win|lose", "hoshi solve: who wins, proved", 3.5),
        ])
    write_film(film, path)


def gtp(build, path):
    film = Film(80, 24, "hoshi gtp: the engine for other programs")
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "session"), "w", encoding="utf-8") as file:
            file.write("play b D4\ngenmove w\nshowboard\nhoshi-explain D4\nprintsgf\n")
        shell(film, folder, build, [
            ("cat session", "printsgf", "A session of the Go Text Protocol", 2.5),
            ("hoshi gtp redstone --size 7 --opt swap=0 --seed 1 --level 3 < session", r"RU\[", "Any GTP program can play, analyse and referee with it", 5),
        ])
    write_film(film, path)


class Server:
    def __init__(self, build):
        words = [os.path.join(build, "hoshi"), "serve", "--store", ":memory:", "--listen", "127.0.0.1:0", "--no-limits"]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        for line in self.process.stdout:
            found = re.search(r"listening on (\S+)", line)
            if found:
                self.url = found[1]
                return
        raise SystemExit("the server did not start")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def member(self, name, folder):
        """Makes an account; its session lies in a file of its name."""
        request = urllib.request.Request(self.url + "/api/signup", json.dumps({"name": name, "password": "a horse, a battery"}).encode(),
                                         {"Content-Type": "application/json"})
        with urllib.request.urlopen(request) as answer:
            session = re.search(r"hoshi_session=([^;]*)", "; ".join(answer.headers.get_all("Set-Cookie")))[1]
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(session + "\n")


def mail(build, path):
    film = Film(92, 24, "hoshi by mail: the command language")
    with tempfile.TemporaryDirectory() as folder, Server(build) as server:
        server.member("ann", folder)
        server.member("bob", folder)
        with open(os.path.join(folder, "mail"), "w", encoding="utf-8") as file:
            file.write(f'#!/bin/sh\nexec hoshi pbm --server {server.url} --token-file "$1" "$2"\n')
        os.chmod(os.path.join(folder, "mail"), 0o755)
        shell(film, folder, build, [
            ("./mail ann 'levee challenge -size=7 -password=- ann bob'", "bob", "The Subject of a mail is a command: ann challenges bob", 4),
            ("./mail bob 'levee accept 1 bob -'", r"\w", "bob accepts", 3.5),
            ("./mail ann 'levee move 1 ann - c4'", "c4|C4", "ann plays; the answer shows the board", 4),
            ("./mail bob 'levee show 1'", r"\w", "Each looks at the board whenever they like", 3.5),
        ])
    write_film(film, path)


def browser(build, path):
    with tempfile.TemporaryDirectory() as folder, Server(build) as server:
        subprocess.run(["node", os.path.join(ROOT, "tools", "tour_browser.mjs"), server.url, folder], check=True)
        with open(os.path.join(folder, "frames.json"), encoding="utf-8") as file:
            frames = json.load(file)
        width, height = frames["width"], frames["height"] + BAR
        seconds = [frame["seconds"] for frame in frames["frames"]]
        pieces = [(a, b, caption_at(text, width)) for a, b, text in changes([f["caption"] for f in frames["frames"]])]
        for i, frame in enumerate(frames["frames"]):
            with open(os.path.join(folder, frame["file"]), "rb") as file:
                data = base64.b64encode(file.read()).decode()
            pieces.append((i, i + 1, f'<image y="{BAR}" width="{width}" height="{frames["height"]}" href="data:image/jpeg;base64,{data}"/>'))
        body, style = timeline(pieces, seconds)
        about = " ".join(dict.fromkeys(f["caption"] for f in frames["frames"]))
        with open(path, "w", encoding="utf-8") as file:
            file.write(picture(width, height, "hoshi in the browser", about, body, style))


def main():
    faces = {"terminal": terminal, "commands": commands, "gtp": gtp, "mail": mail, "browser": browser}
    if len(sys.argv) < 3 or any(name not in faces for name in sys.argv[3:]):
        sys.exit(__doc__)
    build, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
    os.makedirs(folder, exist_ok=True)
    for name in sys.argv[3:] or faces:
        path = os.path.join(folder, f"tour-{name}.svg")
        faces[name](build, path)
        print(f"{path}: {os.path.getsize(path) // 1024} KiB")


if __name__ == "__main__":
    main()
