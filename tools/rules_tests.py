#!/usr/bin/env python3
"""Builds only the tests of the rules, with any compiler and flags; coverage.py and mutate.py import it.

Compiles src/base, src/rules, the naive models, search for the walk over all positions, and the nets that search
is linked with. An object is compiled again when a file that it includes has changed."""
import concurrent.futures
import glob
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TESTS = ["base", "claims", "claims_legal", "claims_model", "claims_playout", "game", "lanes", "lanes_word", "lanes_word_avx2", "lanes_word_avx512", "levee",
         "move", "palisade", "palisade_model", "reach", "redstone", "redstone_model", "redstone_playout", "rules_files", "mast"]
FLAGS = ["-std=c11", "-D_GNU_SOURCE", "-fvisibility=hidden", "-ffp-contract=off", "-fno-math-errno"]


def environment(**more):
    """The environment of compilers and tests. It disables ccache, because nothing here is compiled twice."""
    return {**os.environ, "CCACHE_DISABLE": "1", "HOSHI_TESTS": os.path.join(ROOT, "tests"), **more}


class Build:
    """A folder of objects, which one compiler with its flags made from a tree of sources."""

    def __init__(self, folder, compiler, flags, tree=ROOT):
        self.folder, self.compiler, self.tree = folder, compiler, tree
        self.flags = [*FLAGS, "-I", os.path.join(tree, "src"), "-I", os.path.join(ROOT, "tests"), *flags]
        os.makedirs(folder, exist_ok=True)
        self.library = [*self.sources("src/base/*.c"), *self.sources("src/rules/*.c"),
                        *self.sources("src/rules/*/*.c"),
                        *self.sources("src/search/*.c"), *self.sources("src/search/*/*.c"),
                        *self.sources("src/net/*.c"), self.embedded_nets(),
                        *self.sources("src/platform/[cht]*.c")]  # not log.c and pool.c
        self.models = glob.glob(os.path.join(ROOT, "tests/model/*.c"))

    def embedded_nets(self):
        """The nets that come with the program, as C files that the build generates."""
        source = os.path.join(self.folder, "embedded_nets.c")
        nets = sorted(glob.glob(os.path.join(ROOT, "nets/*.net")))
        if not os.path.exists(source):
            subprocess.run([sys.executable, os.path.join(ROOT, "tools/embed_nets.py"), source, *nets], check=True)
        return source

    def sources(self, pattern):
        return sorted(glob.glob(os.path.join(self.tree, pattern)))

    def object_of(self, source):
        return os.path.join(self.folder, os.path.basename(source)[:-2] + ".o")

    def includes(self, source):
        """The files from which the object was last compiled; none if it was never compiled."""
        try:
            text = open(self.object_of(source)[:-2] + ".d", encoding="utf-8").read()
        except FileNotFoundError:
            return []
        return text.replace("\\\n", " ").split(":", 1)[1].split()

    def is_old(self, source):
        target = self.object_of(source)
        used = self.includes(source)
        if not used or not os.path.exists(target):
            return True
        made = os.path.getmtime(target)
        return any(not os.path.exists(f) or os.path.getmtime(f) > made for f in used)

    def compile(self, source):
        command = [self.compiler, *self.flags, "-MMD", "-c", source, "-o", self.object_of(source)]
        return subprocess.run(command, cwd=self.tree, env=environment(), capture_output=True, text=True)

    def link(self, test, **more):
        program = os.path.join(self.folder, "test_" + test)
        objects = [self.object_of(s) for s in [program + ".c", *self.library, *self.models]]
        subprocess.run([self.compiler, *self.flags, *objects, "-lcmocka", "-o", program], check=True, env=environment(), **more)
        return program

    def all(self):
        """Brings everything up to date; returns the programs."""
        tests = [os.path.join(ROOT, f"tests/unit/test_{name}.c") for name in TESTS]
        old = [s for s in [*tests, *self.library, *self.models] if self.is_old(s)]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            for source, done in zip(old, pool.map(self.compile, old)):
                if done.returncode != 0:
                    raise SystemExit(f"{source}:\n{done.stderr}")
        return {name: self.link(name) for name in TESTS}
