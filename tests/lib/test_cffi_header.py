#!/usr/bin/env python3
"""test_cffi_header.py - the header for readers of plain declarations declares all that hoshi.h does.

usage: test_cffi_header.py HOSHI_CFFI_H"""
import os
import re
import subprocess
import sys
import unittest

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
PLAIN = sys.argv.pop()


class CffiHeader(unittest.TestCase):
    def test_it_declares_what_the_header_declares(self):
        with open(os.path.join(TOP, "include", "hoshi.h"), encoding="utf-8") as f:
            public = re.findall(r"^HOSHI_API [^;]*?(hoshi_\w+)\(", f.read(), re.M)
        with open(PLAIN, encoding="ascii") as f:
            plain = f.read()
        self.assertGreater(len(public), 60)
        self.assertEqual(re.findall(r"^[\w ]+?[ *](hoshi_\w+)\(", re.sub(r"typedef[^;]*;", "", plain), re.M), public)
        self.assertNotRegex(plain, r"#|/\*|HOSHI_API|extern")

    def test_it_is_c(self):
        done = subprocess.run(["cc", "-std=c11", "-fsyntax-only", "-Wall", "-Werror", "-include", "stddef.h", "-include",
                               "stdint.h", "-x", "c", PLAIN], capture_output=True, text=True)
        self.assertEqual(done.stderr, "")

    def test_a_line_for_the_preprocessor_is_refused(self):
        sys.path.insert(0, os.path.join(TOP, "tools"))
        import cffi_header
        guarded = "#ifndef A_H\n#define A_H\n{}#endif\n"
        self.assertEqual(cffi_header.plain(guarded.format("/* a */\nint a(void);\n")), "int a(void);\n")
        with self.assertRaisesRegex(ValueError, "preprocessor"):
            cffi_header.plain(guarded.format("#define B 1\nint a(int b);\n"))
        with self.assertRaisesRegex(ValueError, "guard"):
            cffi_header.plain("int a(void);\n")


if __name__ == "__main__":
    unittest.main()
