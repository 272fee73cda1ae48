"""Runs a program in a terminal of a given size with tmux: sends keys and reads the screen.

    with Terminal(80, 24, ["build/hoshi", "play", "levee"]) as t:
        t.wait("to move").keys("Left", "Enter")
        print(t.screen())

Used by the tests of the board on the terminal and by tools/tour.py."""
import os
import re
import shlex
import shutil
import subprocess
import tempfile
import time


class Terminal:
    def __init__(self, columns, lines, command, folder=None, environment=()):
        self.place = tempfile.mkdtemp()
        self.folder = folder or self.place
        self.environment = dict(os.environ, TMUX_TMPDIR=self.place, LC_ALL="C.UTF-8", **dict(environment))
        self.environment.pop("TMUX", None)
        line = " ".join(shlex.quote(word) for word in command)
        # The shell stays open for a while, so that the status and the last lines can be read.
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(lines), "-c", self.folder,
                  f"{line}; echo \"status=$?\"; sleep 60")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        subprocess.run(["tmux", "-L", "hoshi", "kill-server"], env=self.environment, capture_output=True, check=False)
        shutil.rmtree(self.place, ignore_errors=True)

    def tmux(self, *words):
        return subprocess.run(["tmux", "-L", "hoshi", *words], env=self.environment, capture_output=True, text=True, check=True).stdout

    def screen(self, colours=False):
        """The lines of the screen, with their escape sequences if colours are wanted."""
        return self.tmux("capture-pane", "-p", *(["-e"] if colours else [])).split("\n")[:-1]

    def wait(self, pattern, left=0, seconds=30):
        """Waits until the pattern occurs on the screen to the right of a column, without line breaks."""
        end = time.monotonic() + seconds
        while True:
            text = " ".join(line[left:].strip() for line in self.screen())
            if re.search(pattern, text):
                return self
            if time.monotonic() > end:
                raise AssertionError(f"{pattern!r} is not on the screen:\n" + "\n".join(self.screen()))
            time.sleep(0.05)

    def keys(self, *names):
        """Keys by tmux's names: Enter, Left, C-c, or a letter."""
        self.tmux("send-keys", *names)
        return self

    def resize(self, columns, lines):
        self.tmux("resize-window", "-x", str(columns), "-y", str(lines))
        return self
