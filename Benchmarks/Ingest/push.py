# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Measures pushes of apps on phones to a server, beside an import of the same samples and a plain SQLite table.

push.py --health PROGRAM --work FOLDER [--readings 100000] [--runs 3] [--sqlite PROGRAM] [--sizes 1000 100000] [--only-memory]

Each run uses new stores. It fails if a reading is lost or counted twice.
"""
import argparse
import datetime
import gzip
import http.client
import json
import os
import re
import shutil
import sqlite3
import statistics
import subprocess
import sys
import time
from urllib.parse import urlsplit

PATH = "/v1/ingest/health-auto-export?aggregation=none"
START = datetime.datetime(2024, 1, 1, tzinfo=datetime.timezone.utc)


def fail(message):
    sys.exit(f"bench: {message}")


def date(number):
    return (START + datetime.timedelta(seconds=30 * number)).strftime("%Y-%m-%d %H:%M:%S +0000")


def value(number):
    return 48 + number * 7919 % 112


def push(readings):
    """Returns a push of heart rates, as Health Auto Export writes them."""
    points = ",".join(
        f'{{"date":"{date(n)}","Min":{value(n)},"Avg":{value(n)},"Max":{value(n)},"source":"Watch"}}' for n in range(readings))
    return f'{{"data":{{"metrics":[{{"data":[{points}],"name":"heart_rate","units":"bpm"}}]}}}}'.encode()


def export(readings):
    """Returns an export of the same heart rates."""
    records = "\n".join(
        f'<Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Watch" unit="count/min" value="{value(n)}" '
        f'startDate="{date(n)}" endDate="{date(n)}"/>' for n in range(readings))
    return f'<?xml version="1.0"?>\n<HealthData locale="en_GB">\n{records}\n</HealthData>\n'.encode()


class Daemon:
    """A server with a new store and a connection of an app."""

    def __init__(self, options, app="health-auto-export"):
        self.folder = os.path.join(options.work, "ingest")
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.folder)
        self.app = app
        self.health, self.store = options.health, os.path.join(self.folder, "health.db")
        answer = subprocess.run(
            [self.health, "apps", "pair", "--for", app, "--server", "http://127.0.0.1", "--store", self.store, "--format", "json"],
            check=True, capture_output=True, text=True).stdout
        self.token, self.code = json.loads(answer)["token"], json.loads(answer)["code"]
        self.process = subprocess.Popen(
            [self.health, "serve", "--store", self.store, "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE,
            stderr=open(os.path.join(options.work, "ingest.log"), "wb"), text=True)
        line = self.process.stdout.readline()
        match = re.search(r" at (http://\S+)", line)
        if not match:
            fail(f"{self.health} serve does not say where it listens: {line!r}")
        self.host = urlsplit(match.group(1)).netloc

    def post(self, path, body, packed=False):
        """Returns the seconds from the first byte of a push to the last one of the answer, and the answer."""
        headers = {"Content-Type": "application/json"}
        if self.token and self.app == "nightscout":
            headers["api-secret"] = self.token
        elif self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if packed:
            headers["Content-Encoding"] = "gzip"
        connection = http.client.HTTPConnection(self.host, timeout=600)
        connection.connect()
        begin = time.perf_counter()
        connection.request("POST", path, body=body, headers=headers)
        answer = connection.getresponse()
        text = answer.read()
        seconds = time.perf_counter() - begin
        if answer.status not in (200, 202):
            fail(f"{path} answers {answer.status}: {text[:300]!r}")
        return seconds, json.loads(text)

    def push(self, body, packed=False):
        return self.post(PATH, body, packed)[0]

    def samples(self):
        with sqlite3.connect(f"file:{self.store}?mode=ro", uri=True) as store:
            return store.execute("SELECT count(*) FROM sample").fetchone()[0]

    def idle(self):
        """Begins to measure the peak memory anew, and returns the memory of the process in MB."""
        with open(f"/proc/{self.process.pid}/clear_refs", "w") as file:
            file.write("5")
        return self.peak()

    def peak(self):
        """Returns the peak memory of the process in MB."""
        with open(f"/proc/{self.process.pid}/status") as status:
            line = next(line for line in status if line.startswith("VmHWM:"))
        return int(line.split()[1]) / 1000

    def stop(self):
        self.process.terminate()
        self.process.wait(60)


def imported(options, document):
    """Returns the seconds of an import of the same samples into a new store, with the start of the program."""
    store = os.path.join(options.work, "ingest-import.db")
    for ending in ("", "-wal", "-shm"):
        if os.path.exists(store + ending):
            os.remove(store + ending)
    begin = time.perf_counter()
    subprocess.run([options.health, "import", document, "--store", store], check=True, capture_output=True)
    return time.perf_counter() - begin


def plain(options, body, shell):
    """Returns the seconds of SQLite alone: the push parsed by its JSON functions, and inserted into a plain table."""
    base = os.path.join(options.work, "ingest-plain.db")
    document = os.path.join(options.work, "ingest-plain.json")
    for file in (base, base + "-journal"):
        if os.path.exists(file):
            os.remove(file)
    with open(document, "wb") as file:
        file.write(body)
    script = f"""PRAGMA synchronous = FULL;
CREATE TABLE reading (type TEXT, start TEXT, value REAL, source TEXT, UNIQUE (type, start, source));
INSERT INTO reading SELECT 'heart_rate', json_extract(value, '$.date'), json_extract(value, '$.Avg'),
json_extract(value, '$.source') FROM json_each(CAST(readfile('{document}') AS TEXT), '$.data.metrics[0].data');
SELECT count(*) FROM reading;"""
    begin = time.perf_counter()
    answer = subprocess.run([shell, "-batch", "-bail", base], input=script, check=True, capture_output=True, text=True).stdout
    seconds = time.perf_counter() - begin
    if answer.split()[-1] != str(options.readings):
        fail(f"sqlite3 has read {answer!r}")
    return seconds


def row(name, seconds, peer, readings):
    median = statistics.median(seconds)
    print(f"{name:<40}{median:>9.3f}{median / peer:>9.2f}{readings / median:>12,.0f}")


def lists(app, numbers):
    """Returns a push of heart rates or glucose readings with the keys that the format of an app demands."""
    if app == "health-auto-export":
        points = ",".join(f'{{"date":"{date(n)}","qty":{value(n)}}}' for n in numbers)
        return f'{{"data":{{"metrics":[{{"data":[{points}],"name":"heart_rate","units":"bpm"}}]}}}}'.encode()
    first = int(START.timestamp())
    if app == "health-connect-webhook":
        return ('{"heart_rate":[' + ",".join(f'{{"bpm":{value(n)},"time":{first + 30 * n}}}' for n in numbers) + "]}").encode()
    if app == "open-wearables":
        records = ",".join(f'{{"type":"HEART_RATE","startDate":{first + 30 * n},"value":{value(n)}}}' for n in numbers)
        return ('{"provider":"google","data":{"records":[' + records + "]}}").encode()
    if app == "nightscout":
        return ("[" + ",".join(f'{{"sgv":{value(n)},"date":{first + 30 * n}000}}' for n in numbers) + "]").encode()
    samples = ",".join(
        f'{{"uuid":"5BFB1B2A-7020-4C84-8A32-{n:012X}","type":"HKQuantityTypeIdentifierHeartRate","startDate":"{instant(n)}",'
        f'"endDate":"{instant(n)}","value":{value(n)},"unit":"count/min",'
        '"source":{"name":"Watch","bundleIdentifier":"com.apple.health"}}' for n in numbers)
    return ('{"samples":[' + samples + "]}").encode()


def instant(number):
    return date(number)[:19].replace(" ", "T") + "Z"


# The paths of the apps, and the maximum number of readings in one push.
APPS = {
    "health-auto-export": (PATH, 1_000_000),
    "health-connect-webhook": ("/v1/ingest/health-connect-webhook", 1_000_000),
    "open-wearables": (None, 1_000_000),
    # A year of a sensor; uploaders send at most a day.
    "nightscout": ("/api/v1/entries", 100_000),
    "health-bridge": ("/v1/ingest/healthkit", 10_000),
}


def memory(options):
    """Prints the time of pushes of several sizes to new servers, and how much memory they need at most."""
    print(f"\n{'':<26}{'readings':>10}{'pushes':>8}{'MiB':>7}{'packed':>8}{'seconds':>9}{'memory MB':>11}{'again s':>9}")
    for app, (path, most) in APPS.items():
        used = {}
        for readings in options.sizes:
            parts = [range(n, min(n + most, readings)) for n in range(0, readings, most)]
            for packed in (False, True) if app != "health-bridge" else (False,):
                daemon = Daemon(options, app)
                to = path
                if to is None:
                    _, answer = daemon.post("/api/v1/invitation-code/redeem", json.dumps({"code": daemon.code}))
                    daemon.token, to = answer["access_token"], f"/api/v1/sdk/users/{answer['user_id']}/sync"
                idle, size, times = daemon.idle(), 0, [0, 0]
                for again in (0, 1):
                    if again and readings > 100_000:
                        # More than an app may send on a day.
                        continue
                    for part in parts:
                        body = lists(app, part)
                        size += len(body) if not again else 0
                        times[again] += daemon.post(to, gzip.compress(body, 6) if packed else body, packed)[0]
                more = daemon.peak() - idle
                if daemon.samples() != readings:
                    fail(f"the store has {daemon.samples()} samples after pushes of {readings}")
                daemon.stop()
                used.setdefault(packed, []).append(more)
                print(f"{app:<26}{readings:>10,}{len(parts):>8}{size / 1048576:>7.1f}{'yes' if packed else 'no':>8}"
                      f"{times[0]:>9.2f}{more:>11.0f}{times[1] or float('nan'):>9.2f}", flush=True)
        growth = max(values[-1] - values[0] for values in used.values())
        verdict = "reached" if max(map(max, used.values())) <= 200 and growth <= 50 else "MISSED"
        print(f"goal: at most 200 MB for any push, and at most 50 MB more for the largest ({growth:.0f}): {verdict}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--health", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--readings", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--sqlite", default="")
    parser.add_argument("--sizes", type=int, nargs="*", default=[1000, 100_000, 1_000_000],
                        help="the readings of the pushes whose memory is measured")
    parser.add_argument("--only-memory", action="store_true")
    options = parser.parse_args()
    os.makedirs(options.work, exist_ok=True)
    if options.only_memory:
        return memory(options)
    body = push(options.readings)
    packed = gzip.compress(body, 6)
    document = os.path.join(options.work, "ingest.xml")
    with open(document, "wb") as file:
        file.write(export(options.readings))
    times = {}

    def note(name, seconds):
        times.setdefault(name, []).append(seconds)

    for _ in range(options.runs):
        note("health import, the same samples", imported(options, document))
        if options.sqlite:
            note("sqlite3, JSON to a plain table", plain(options, body, options.sqlite))
        daemon = Daemon(options)
        note("a push", daemon.push(body))
        note("the same push again", daemon.push(body))
        note("the same push again, packed", daemon.push(packed, packed=True))
        if daemon.samples() != options.readings:
            fail(f"the store has {daemon.samples()} samples after pushes of {options.readings}")
        daemon.stop()
        daemon = Daemon(options)
        note("a push, packed", daemon.push(packed, packed=True))
        daemon.stop()
    print(f"{options.readings:,} readings in one push of {len(body) / 1e6:.1f} MB, {len(packed) / 1e6:.1f} MB packed\n")
    print(f"{'':<40}{'seconds':>9}{'x import':>9}{'readings/s':>12}")
    peer = statistics.median(times["health import, the same samples"])
    for name, seconds in times.items():
        row(name, seconds, peer, options.readings)
    median = statistics.median(times["a push"]) * 100_000 / options.readings
    verdict = "reached" if median <= 1 else "MISSED"
    print(f"\ngoal: seconds for 100,000 readings {median:.2f}, at most 1: {verdict}")
    memory(options)


main()
