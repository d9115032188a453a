# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Compares the import of FIT activities with the readers of fitdecode and garmin-fit-sdk on the same files.

fit_activities.py --health PROGRAM --work FOLDER [--workouts 2000] [--runs 3] [--goal 20]

The peers only read the messages; the import stores them in a new store. It fails if a heart rate or a place differs from those that fitdecode
reads, and prints whether the import is as many times faster than fitdecode as the goal.
"""
import argparse
import glob
import os
import sqlite3
import statistics
import subprocess
import sys
import time

import fitdecode
import garmin_fit_sdk


def fail(message):
    sys.exit(f"bench: {message}")


def read_fitdecode(files, take):
    for file in files:
        with fitdecode.FitReader(file) as reader:
            for frame in reader:
                if isinstance(frame, fitdecode.FitDataMessage):
                    take(frame)


def read_garmin(files):
    for file in files:
        garmin_fit_sdk.Decoder(garmin_fit_sdk.Stream.from_file(file)).read()


def values(files):
    """The heart rates and places that fitdecode reads in records."""
    rates, places = [], []

    def take(message):
        if message.name != "record" or not message.get_value("timestamp", fallback=None):
            return
        moment = message.get_value("timestamp").timestamp()
        rate = message.get_value("heart_rate", fallback=None)
        if rate:
            rates.append((moment, rate))
        north, east = (message.get_value(f"position_{name}", fallback=None) for name in ("lat", "long"))
        if north is not None and east is not None:
            places.append((moment, north, east))

    read_fitdecode(files, take)
    return sorted(rates), sorted(places)


def stored(store):
    """The heart rates during workouts and the places of a store, in the units of FIT."""
    with sqlite3.connect(store) as database:
        rates = database.execute(
            "SELECT start_seconds, value FROM heart_rate WHERE EXISTS (SELECT 1 FROM workouts "
            "WHERE heart_rate.start_seconds BETWEEN workouts.start_seconds AND workouts.end_seconds)").fetchall()
        places = database.execute("SELECT time_seconds, latitude, longitude FROM route_points").fetchall()
    scale = 2**31 / 180
    return sorted(rates), sorted((moment, round(north * scale), round(east * scale)) for moment, north, east in places)


def seconds(work):
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--health", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--workouts", type=int, default=2000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--goal", type=float, default=20)
    options = parser.parse_args()
    folder, store = os.path.join(options.work, f"fit-{options.workouts}"), os.path.join(options.work, "fit.db")
    subprocess.run(
        [options.health, "demo", folder, "--as", "fit", "--workouts", str(options.workouts), "--force"], check=True,
        stdout=subprocess.DEVNULL)
    # Files of days are left out, whose heart rates are no records.
    for file in glob.glob(os.path.join(folder, "8*.fit")):
        os.remove(file)
    files = sorted(glob.glob(os.path.join(folder, "*.fit")))

    def load():
        for suffix in ("", "-wal", "-shm"):
            if os.path.exists(store + suffix):
                os.remove(store + suffix)
        subprocess.run(
            [options.health, "import", folder, "--store", store, "--json"], check=True, stdout=subprocess.DEVNULL)

    ours, fitdecode_times, garmin_times = [], [], []
    for _ in range(options.runs):
        ours.append(seconds(load))
        fitdecode_times.append(seconds(lambda: read_fitdecode(files, lambda _: None)))
        garmin_times.append(seconds(lambda: read_garmin(files)))
    if stored(store) != values(files):
        fail("the heart rates or places of the store differ from those that fitdecode reads")
    size = sum(os.path.getsize(file) for file in files)
    print(f"{len(files)} files, {size / 1e6:.1f} MB\n\n| program | seconds | MB/s | times the import |\n| --- | --- | --- | --- |")
    base = statistics.median(ours)
    for name, times in (("health import", ours), ("fitdecode", fitdecode_times), ("garmin-fit-sdk", garmin_times)):
        median = statistics.median(times)
        print(f"| {name} | {median:.2f} | {size / 1e6 / median:.1f} | {median / base:.1f} |")
    ratio = statistics.median(fitdecode_times) / base
    print(f"\ngoal: {options.goal:g} times faster than fitdecode: {'reached' if ratio >= options.goal else 'not reached'}")


main()
