#!/usr/bin/env python3
"""hardening.py HOSHI - the ELF file is hardened: protection against overruns, and read-only relocations."""
import struct
import subprocess
import sys

PT_INTERP, PT_DYNAMIC, PT_GNU_STACK, PT_GNU_RELRO, PT_GNU_PROPERTY = \
    3, 2, 0x6474e551, 0x6474e552, 0x6474e553
DT_NULL, DT_FLAGS, DT_FLAGS_1 = 0, 30, 0x6ffffffb
ET_DYN, EM_X86_64 = 3, 62


def segments(data):
    offset, = struct.unpack_from("<Q", data, 32)
    size, number = struct.unpack_from("<HH", data, 54)
    for i in range(number):
        kind, flags, at, _, _, length = struct.unpack_from("<IIQQQQ", data, offset + i * size)
        yield kind, flags, at, length


def dynamic(data, at, length):
    for i in range(at, at + length, 16):
        tag, value = struct.unpack_from("<qQ", data, i)
        if tag == DT_NULL:
            return
        yield tag, value


def main():
    with open(sys.argv[1], "rb") as f:
        data = f.read()
    if data[:6] != b"\x7fELF\x02\x01":
        print("no ELF file of 64 bits: skipped")
        return 77
    wrong = []

    def must(what, is_so):
        if not is_so:
            wrong.append(what)

    kind, machine = struct.unpack_from("<HH", data, 16)
    parts = list(segments(data))
    must("position independent (PIE)", kind == ET_DYN and any(p[0] == PT_INTERP for p in parts))
    must("a stack that is not executable", any(p[0] == PT_GNU_STACK and not p[1] & 1 for p in parts))
    must("read-only relocations (RELRO)", any(p[0] == PT_GNU_RELRO for p in parts))
    tags = dict(t for p in parts if p[0] == PT_DYNAMIC for t in dynamic(data, p[2], p[3]))
    must("bound at start (full RELRO)", tags.get(DT_FLAGS, 0) & 8 or tags.get(DT_FLAGS_1, 0) & 1)
    names = subprocess.run(["nm", "-D", "--undefined-only", sys.argv[1]], check=True,
                           capture_output=True, text=True).stdout
    must("checked stacks (-fstack-protector-strong)", "__stack_chk_fail" in names)
    must("checked buffers (_FORTIFY_SOURCE)", "_chk" in names.replace("__stack_chk_fail", ""))
    if machine == EM_X86_64:
        # Objects from the C library decide whether the linker keeps the mark, so look at the code itself.
        code = subprocess.run(["objdump", "-d", "--no-show-raw-insn", sys.argv[1]], check=True,
                              capture_output=True, text=True).stdout
        touched = sum("$0x0," in line and line.endswith("(%rsp)") for line in code.splitlines())
        must("large stacks touched page by page (-fstack-clash-protection)", touched > 20)
        must("marked targets of jumps (-fcf-protection)", code.count("endbr64") > 200)  # 3 or 4 come from the C library
    for what in wrong:
        print("not there:", what)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
