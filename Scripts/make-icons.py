#!/usr/bin/env python3
# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Creates the icons of the web app: icon.svg, and the same drawing as PNG files in the sizes that systems expect.

    Scripts/make-icons.py                     # into Sources/OpenHealthPages/Web/icons
    Scripts/make-icons.py FOLDER
"""

import math
import pathlib
import struct
import sys
import zlib

# The drawing, in a square of 512 units: a pulse on a coloured ground.
SIDE = 512
GROUND = (0xB3, 0x17, 0x4A)
LINE = (0xFF, 0xFF, 0xFF)
POINTS = [(92, 274), (172, 274), (214, 160), (276, 366), (324, 226), (350, 274), (420, 274)]
WIDTH = 38
CORNER = 112

# Name, side in pixels, radius of the corners. Systems cut maskable icons to a shape of their own: these have no corners, and the
# pulse is within the inner four fifths, which every shape contains.
IMAGES = [("icon-180.png", 180, 0), ("icon-192.png", 192, CORNER), ("icon-512.png", 512, CORNER), ("icon-maskable-512.png", 512, 0)]


def svg() -> str:
    """Returns the drawing as SVG."""
    ground, line = ("#{:02x}{:02x}{:02x}".format(*colour) for colour in (GROUND, LINE))
    points = " ".join(f"{x},{y}" for x, y in POINTS)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}"><rect width="{SIDE}" height="{SIDE}" rx="{CORNER}" fill="{ground}"/>'
        f'<polyline points="{points}" fill="none" stroke="{line}" stroke-width="{WIDTH}" stroke-linecap="round" stroke-linejoin="round"/></svg>\n')


def distance_to_line(x: float, y: float) -> float:
    """Returns the distance of a point to the pulse."""
    best = math.inf
    for (ax, ay), (bx, by) in zip(POINTS, POINTS[1:]):
        dx, dy = bx - ax, by - ay
        along = max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
        best = min(best, math.hypot(x - ax - along * dx, y - ay - along * dy))
    return best


def distance_outside(x: float, y: float, radius: float) -> float:
    """Returns the distance of a point to the ground: negative inside."""
    dx, dy = (abs(value - SIDE / 2) - SIDE / 2 + radius for value in (x, y))
    return math.hypot(max(dx, 0), max(dy, 0)) + min(max(dx, dy), 0) - radius


def png(side: int, radius: int) -> bytes:
    """Returns the drawing as a PNG file with smooth edges."""
    scale = SIDE / side
    rows = bytearray()
    for row in range(side):
        rows.append(0)
        for column in range(side):
            x, y = (column + 0.5) * scale, (row + 0.5) * scale
            ink = max(0.0, min(1.0, (WIDTH / 2 - distance_to_line(x, y)) / scale + 0.5))
            cover = max(0.0, min(1.0, 0.5 - distance_outside(x, y, radius) / scale)) if radius else 1.0
            rows += bytes(round(below + (above - below) * ink) for below, above in zip(GROUND, LINE))
            rows.append(round(255 * cover))

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    header = struct.pack(">IIBBBBB", side, side, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(rows), 9)) + chunk(b"IEND", b"")


def main() -> None:
    default = pathlib.Path(__file__).resolve().parent.parent / "Sources/OpenHealthPages/Web/icons"
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else default
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "icon.svg").write_text(svg(), encoding="utf-8")
    for name, side, radius in IMAGES:
        (folder / name).write_bytes(png(side, radius))


if __name__ == "__main__":
    main()
