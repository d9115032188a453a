#!/usr/bin/env python3
"""Writes an assembler file with the locale data of Swift's static Foundation, without the parts that the tool does not use.

Foundation brings 34 MB of ICU's data, a third of the program. The tool uses formats of numbers and dates in the languages below, time
zones, calendars, and the properties and folding of characters; it has its own texts. It does not use the names of currencies, units,
languages and regions, transliteration, spelled-out numbers, rules and dictionaries for breaking lines and sentences, converters of old
character sets, checks for confusable characters, or sort orders, so these are left out. In other languages, formats are those of
ICU's root locale.

The data get the name openhealthkit_locale_data; the option --defsym of the linker puts them in the place of the library's.

Usage: trim-icu.py LIBRARY OUTPUT, where LIBRARY is lib_FoundationICU.a. Prints the name of the symbol that they replace.
"""

import re
import struct
import subprocess
import sys
import tempfile

LANGUAGES = {"en", "pt", "ja", "ko", "de", "fr", "es", "zh"}
NAME = "openhealthkit_locale_data"
LOCALE = re.compile(r"(?:^|/)(?!res_index)([a-z]{2,3})(?:_[A-Za-z0-9_]+)?\.res$")
LEFT_OUT = re.compile(
    r"""/(lang|region|translit|rbnf|unit)/
    # Formats of numbers, and so of dates, require the spacing of currencies in the root.
    | /curr/(?!root\.res$|pool\.res$|supplementalData\.res$|res_index\.res$)
    | /brkitr/[a-z]+dict\.dict$ | /brkitr/(line|sent|title)\w*\.brk$
    | /coll/ | /confusables\.cfu$
    | \.cnv$ | \.spp$ | /unames\.icu$ | /cnvalias\.icu$""",
    re.VERBOSE,
)
ALIGNMENT = 16


def library_data(library):
    """Returns the name of the data's symbol and its bytes."""
    member = "icu_packaged_data.cpp.o"
    found = subprocess.run(["ar", "p", library, member], capture_output=True, check=True).stdout
    with tempfile.NamedTemporaryFile(suffix=".o") as file:
        file.write(found)
        file.flush()
        symbols = subprocess.run(["nm", "-S", file.name], capture_output=True, text=True, check=True).stdout
        match = re.search(r"^(\w+) (\w+) R (icudt\d+_dat)$", symbols, re.MULTILINE)
        if not match:
            sys.exit(f"trim-icu: {library} has no data of ICU in {member}")
        sections = subprocess.run(["readelf", "-SW", file.name], capture_output=True, text=True, check=True).stdout
    start, size = int(match[1], 16), int(match[2], 16)
    section = re.search(r"\] \.rodata\S*\s+PROGBITS\s+\w+\s+(\w+)\s+(\w+)", sections)
    offset = int(section[1], 16) + start
    return match[3], found[offset : offset + size]


def trimmed(data):
    """Returns the data without the items that are left out: a header, a table of names and offsets, names, items."""
    header = struct.unpack_from("<H", data, 0)[0]
    count = struct.unpack_from("<I", data, header)[0]
    entries = [struct.unpack_from("<II", data, header + 4 + 8 * number) for number in range(count)]
    ends = [place for _, place in entries[1:]] + [len(data) - header]
    kept = []
    for (name, place), end in zip(entries, ends):
        text = data[header + name : data.index(b"\0", header + name)]
        locale = LOCALE.search(text.decode())
        if not LEFT_OUT.search(text.decode()) and (not locale or locale[1] in LANGUAGES):
            kept.append((text, data[header + place : header + end]))
    names = b"".join(text + b"\0" for text, _ in kept)
    table = 4 + 8 * len(kept)
    place = -(-(table + len(names)) // ALIGNMENT) * ALIGNMENT
    toc, items, at = [], [], table
    for text, item in kept:
        toc.append(struct.pack("<II", at, place))
        at += len(text) + 1
        item += b"\0" * (-len(item) % ALIGNMENT)
        items.append(item)
        place += len(item)
    body = struct.pack("<I", len(kept)) + b"".join(toc) + names
    body += b"\0" * (-len(body) % ALIGNMENT)
    return data[:header] + body + b"".join(items)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    symbol, data = library_data(sys.argv[1])
    smaller = trimmed(data)
    with open(sys.argv[2] + ".dat", "wb") as file:
        file.write(smaller)
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write(
            f".section .rodata\n.balign 16\n.globl {NAME}\n.type {NAME}, @object\n{NAME}:\n"
            f'.incbin "{sys.argv[2]}.dat"\n.size {NAME}, . - {NAME}\n.section .note.GNU-stack,"",@progbits\n'
        )
    print(symbol)
    print(f"trim-icu: {len(smaller)} of {len(data)} bytes", file=sys.stderr)


main()
