#!/usr/bin/env python3
"""test_abi.py - libhoshi stays compatible with packaging/libhoshi.abi, which describes its last release.

usage: test_abi.py LIBHOSHI.SO HOSHI_CFFI_H

libabigail compares functions, types and structs, as the public header declares them. New functions are fine. Any other
difference fails: after one that keeps old programs working (a member at the end of a struct with a size), when HOSHI_ABI
is raised, and after a release, write the description anew:

    python3 tests/lib/test_abi.py build/libhoshi.so build/hoshi_cffi.h --write"""
import os
import re
import subprocess
import sys
import tempfile
import unittest

TOP = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
KNOWN = os.path.join(TOP, "packaging", "libhoshi.abi")
HEADER = os.path.join(TOP, "include", "hoshi.h")
CHANGED, BREAKS = 4, 8  # abidiff(1)
FUNCTION = re.compile(r"^((?!typedef)[\w ]+?[ *](hoshi_\w+)\([^;]*\));", re.M)


def describe():
    """The header's functions with empty bodies, compiled and described: nothing private is in it."""
    with open(PLAIN, encoding="ascii") as f:
        stubs = FUNCTION.sub(r"\1 { __builtin_trap(); }", f.read())
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "hoshi.c")
        with open(program, "w", encoding="ascii") as f:
            f.write("#include <stddef.h>\n#include <stdint.h>\n" + stubs)
        library = os.path.join(folder, "libhoshi.so")
        subprocess.run(["cc", "-std=c11", "-g", "-w", "-shared", "-fPIC", program, "-o", library], check=True)
        return subprocess.run(["abidw", "--no-show-locs", "--no-corpus-path", "--no-comp-dir-path", library],
                              check=True, capture_output=True, text=True).stdout.replace(folder + "/", "")


def compare(known, now):
    return subprocess.run(["abidiff", "--no-default-suppression", "--no-added-syms", known, now], capture_output=True, text=True)


class Abi(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.now = os.path.join(folder.name, "now.abi")
        with open(self.now, "w", encoding="utf-8") as f:
            f.write(describe())
        self.other = os.path.join(folder.name, "other.abi")
        with open(KNOWN, encoding="utf-8") as f:
            self.known = f.read()

    def as_if(self, old, new):
        """The comparison if the last release had been another one."""
        self.assertIn(old, self.known)
        with open(self.other, "w", encoding="utf-8") as f:
            f.write(self.known.replace(old, new))
        return compare(self.other, self.now)

    def test_it_is_compatible_with_the_last_release(self):
        done = compare(KNOWN, self.now)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_a_function_that_is_gone_is_found(self):
        done = self.as_if("hoshi_position_copy", "hoshi_position_twin")
        self.assertTrue(done.returncode & BREAKS, done.stdout)
        self.assertIn("hoshi_position_twin", done.stdout)

    def test_a_struct_of_another_size_is_found(self):
        found = re.search(r"<class-decl name='hoshi_limits' size-in-bits='(\d+)'", self.known)
        done = self.as_if(found.group(0), found.group(0).replace(found.group(1), "320"))
        self.assertTrue(done.returncode & CHANGED, done.stdout)
        self.assertIn("hoshi_limits", done.stdout)

    def test_it_exports_what_the_header_declares_under_its_number(self):
        with open(HEADER, encoding="utf-8") as f:
            number = re.search(r"HOSHI_ABI = (\d+)", f.read()).group(1)
        with open(PLAIN, encoding="ascii") as f:
            declared = sorted(name for _, name in FUNCTION.findall(f.read()))
        listed = subprocess.run(["nm", "-D", "--defined-only", LIBRARY], check=True, capture_output=True, text=True).stdout
        self.assertEqual(sorted(line.split()[2] for line in listed.splitlines()), declared)
        about = subprocess.run(["readelf", "-d", LIBRARY], check=True, capture_output=True, text=True).stdout
        self.assertIn(f"[libhoshi.so.{number}]", about)
        with open(os.path.join(TOP, "docs", "VERSIONS.md"), encoding="utf-8") as f:
            self.assertIn(f"libhoshi.so.{number} ", f.read())


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    LIBRARY, PLAIN = sys.argv.pop(1), sys.argv.pop(1)
    if sys.argv[1:] == ["--write"]:
        with open(KNOWN, "w", encoding="utf-8") as out:
            out.write(describe())
    else:
        unittest.main()
