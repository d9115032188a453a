# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Reads an export in GPX with gpxpy, and compares it with the tool's listing: check_gpx.py HEALTH STORE FOLDER"""

import json
import pathlib
import subprocess
import sys

import gpxpy

health, store, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
routes = json.loads(subprocess.run([health, "routes", "--format", "json", "--store", store], check=True, capture_output=True).stdout)
files = sorted(folder.glob("routes/*.gpx"))
assert len(files) == len(routes) > 0, (len(files), len(routes))
points = rates = 0
for file in files:
    track = gpxpy.parse(file.read_text()).tracks[0]
    assert track.segments[0].points == sorted(track.segments[0].points, key=lambda point: point.time)
    for point in track.segments[0].points:
        points += 1
        rates += any(child.tag.endswith("}hr") and 20 < int(child.text) < 256 for entry in point.extensions for child in entry)
assert points == sum(route["points"] for route in routes), points
assert rates > points / 2, (rates, points)
print(f"check-exports: gpxpy reads {len(files)} routes, {points} points and {rates} heart rates")
