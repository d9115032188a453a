# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Reads an export in GPX with gpxpy, and compares it with the tool's listing and tables: check_gpx.py HEALTH STORE FOLDER NDJSON"""

import bisect
import json
import pathlib
import subprocess
import sys
from datetime import datetime

import gpxpy

health, store, folder, tables = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]), pathlib.Path(sys.argv[4])
samples = [json.loads(line) for line in (tables / "samples" / "heartRate.ndjson").open()]
beats = sorted((datetime.fromisoformat(sample["start"]).timestamp(), sample["value"]) for sample in samples)


def near(moment):
    """Returns the rates of the samples within ten seconds."""
    first, last = bisect.bisect_left(beats, (moment - 10,)), bisect.bisect_right(beats, (moment + 10, 1e9))
    return [rate for _, rate in beats[first:last]]


routes = json.loads(subprocess.run([health, "routes", "--format", "json", "--store", store], check=True, capture_output=True).stdout)
files = sorted(folder.glob("routes/*.gpx"))
assert len(files) == len(routes) > 0, (len(files), len(routes))
points = rates = 0
for file in files:
    # A track has a segment for each part between pauses.
    track = [point for segment in gpxpy.parse(file.read_text()).tracks[0].segments for point in segment.points]
    assert track == sorted(track, key=lambda point: point.time)
    for point in track:
        points += 1
        found = [int(child.text) for entry in point.extensions for child in entry if child.tag.endswith("}hr")]
        expected = near(point.time.timestamp())
        assert len(found) == (1 if expected else 0), (file, point.time, found)
        assert not found or any(abs(rate - found[0]) <= 0.5 for rate in expected), (file, point.time)
        rates += len(found)
assert points == sum(route["points"] for route in routes), points
assert rates > 0
print(f"check-exports: gpxpy reads {len(files)} routes, {points} points and {rates} heart rates")
