# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Reads an export in FIT with garmin-fit-sdk and fitdecode, and compares it with the store: check_fit.py HEALTH STORE FIT NDJSON"""

import json
import pathlib
import subprocess
import sys
from datetime import datetime, timezone

import fitdecode
from garmin_fit_sdk import Decoder, Stream

health, store, folder, tables = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]), pathlib.Path(sys.argv[4])
listing = [health, "workouts", "--format", "json", "--store", store, "--limit", "0"]
result = subprocess.run(listing, capture_output=True)
if result.returncode:
    result = subprocess.run(listing[:-2], check=True, capture_output=True)
workouts = json.loads(result.stdout)


def moment(text):
    return datetime.fromisoformat(text).timestamp()


def lines(path):
    return [json.loads(line) for line in path.open()] if path.exists() else []


points = {}
for point in lines(tables / "route_points.ndjson"):
    points.setdefault(int(moment(point["time"])), []).append((point["latitude"], point["longitude"], point["altitude"]))
rates = {}
for sample in lines(tables / "samples" / "heartRate.ndjson"):
    rates.setdefault(int(moment(sample["start"])), []).append(sample["value"])

files = sorted(folder.glob("workouts/*.fit"))
assert len(files) == len(workouts) > 0, (len(files), len(workouts))
by_start = {}
for workout in workouts:
    by_start.setdefault(int(moment(workout["start"])), []).append(workout)
positions = beats = records = 0
for file in files:
    decoder = Decoder(Stream.from_file(str(file)))
    assert decoder.is_fit() and decoder.check_integrity(), file
    messages, errors = Decoder(Stream.from_file(str(file))).read()
    assert not errors, errors
    assert messages["file_id_mesgs"][0]["type"] == "activity"
    session = messages["session_mesgs"][0]
    candidates = by_start[int(session["start_time"].timestamp())]
    match = [
        workout for workout in candidates
        if int(moment(workout["end"])) == int(session["timestamp"].timestamp())
        and abs(workout["duration"] - session["total_timer_time"]) < 0.002
    ]
    assert match, (file, candidates)
    workout = match[0]
    assert abs(session["total_elapsed_time"] - (moment(workout["end"]) - moment(workout["start"]))) < 0.002
    assert len(messages["lap_mesgs"]) == session["num_laps"] >= 1
    activity = workout["activity"].lower()
    if activity in ("running", "cycling", "swimming", "walking", "hiking", "rowing"):
        assert session["sport"] == activity, (session["sport"], activity)
    for figure in workout["statistics"]:
        if figure["name"] == "heartRate" and figure["unit"] == "count/min" and "average" in figure:
            assert abs(session["avg_heart_rate"] - figure["average"]) <= 0.5
        if figure["name"].startswith("distance") and figure["unit"] in ("m", "km") and "sum" in figure:
            assert abs(session["total_distance"] - figure["sum"] * (1000 if figure["unit"] == "km" else 1)) < 0.01
        if figure["name"] == "activeEnergyBurned" and figure["unit"] in ("kcal", "Cal") and "sum" in figure:
            assert abs(session["total_calories"] - figure["sum"]) <= 0.5
    times = [record["timestamp"] for record in messages.get("record_mesgs", [])]
    assert times == sorted(set(times)), file
    assert [event["event_type"] for event in messages["event_mesgs"]][0] == "start"
    for record in messages.get("record_mesgs", []):
        records += 1
        second = int(record["timestamp"].timestamp())
        if "position_lat" in record:
            positions += 1
            place = (record["position_lat"] * 180 / 2**31, record["position_long"] * 180 / 2**31)
            assert any(abs(place[0] - lat) < 1e-6 and abs(place[1] - long) < 1e-6 for lat, long, _ in points[second]), file
        if "heart_rate" in record:
            beats += 1
            assert any(abs(record["heart_rate"] - value) <= 0.5 for value in rates[second]), file
    other = {}
    with fitdecode.FitReader(str(file), check_crc=fitdecode.CrcCheck.RAISE) as reader:
        for frame in reader:
            if frame.frame_type == fitdecode.FIT_FRAME_DATA:
                other[frame.name] = other.get(frame.name, 0) + 1
                if frame.name == "session":
                    assert frame.get_value("start_time").replace(tzinfo=timezone.utc) == session["start_time"]
                    assert frame.get_value("total_distance", fallback=None) == session.get("total_distance")
    assert other.get("record", 0) == len(messages.get("record_mesgs", [])) and other["session"] == 1
    assert other["lap"] == session["num_laps"] and other["event"] == len(messages["event_mesgs"])
assert positions > 0 and beats > 0, (positions, beats)
print(f"check-exports: garmin-fit-sdk and fitdecode read {len(files)} workouts, {records} records, {positions} positions, {beats} heart rates")
