# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Measures how long an app's writes take while the server imports an export.

beside.py --health PROGRAM --work FOLDER [--records 1000000] [--clients 2] [--pause 0.02] [--goal 1]

The clients save one sample after the other, before and during the import. It fails if a sample is lost, and prints whether 99 of 100
writes take at most the goal.
"""
import argparse
import http.client
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from urllib.parse import urlsplit

PASSPHRASE = "correct horse battery staple 7"
TYPE = "HKQuantityTypeIdentifierDistanceCycling"


def fail(message):
    sys.exit(f"bench: {message}")


class Daemon:
    """A server with a new store, an owner's session, and an app that may save a type."""

    def __init__(self, options):
        self.folder = os.path.join(options.work, "beside")
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.folder)
        self.health, self.store = options.health, os.path.join(self.folder, "health.db")
        self.run("owner", "set", text=PASSPHRASE + "\n")
        self.process = subprocess.Popen(
            [self.health, "serve", "--store", self.store, "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE,
            stderr=open(os.path.join(options.work, "beside.log"), "wb"), text=True)
        line = self.process.stdout.readline()
        match = re.search(r" at (http://\S+)", line)
        if not match:
            fail(f"{self.health} serve does not say where it listens: {line!r}")
        self.host = urlsplit(match.group(1)).netloc
        code = self.run("apps", "pair").split()[0]
        app = {"identifier": "org.example.bench", "name": "Bench", "version": "1", "pairingCode": code}
        self.app = {"Authorization": "Bearer " + self.send("POST", "/v1/apps", {}, app)[1]["token"]}
        self.send("POST", "/v1/authorization-requests", self.app, {"share": [TYPE], "read": [TYPE]})
        self.run("apps", "grant", "org.example.bench", "--asked")
        headers, session = self.send("POST", "/v1/owner/session", {}, {"passphrase": PASSPHRASE})
        self.owner = {"Cookie": headers["Set-Cookie"].split(";")[0], "X-CSRF-Token": session["csrfToken"]}

    def run(self, *arguments, text=""):
        done = subprocess.run(
            [self.health, *arguments], input=text, capture_output=True, text=True,
            env=dict(os.environ, TZ="UTC", HEALTH_STORE=self.store))
        if done.returncode:
            fail(f"health {' '.join(arguments)}: {done.stderr.strip()}")
        return done.stdout

    def send(self, method, path, headers, body=None, connection=None):
        """Returns the headers and the JSON of an answer."""
        connection = connection or http.client.HTTPConnection(self.host, timeout=600)
        if isinstance(body, dict):
            headers, body = {"Content-Type": "application/json", **headers}, json.dumps(body).encode()
        connection.request(method, path, body=body, headers=headers)
        answer = connection.getresponse()
        text = answer.read()
        if answer.status >= 300:
            fail(f"{method} {path} answers {answer.status}: {text[:300]!r}")
        return answer.headers, json.loads(text) if text else None

    def stop(self):
        self.process.terminate()
        self.process.wait(60)


class Client(threading.Thread):
    """An app that saves one sample after the other until it is stopped."""

    def __init__(self, daemon, number, pause, stop):
        super().__init__(daemon=True)
        self.server, self.number, self.pause, self.stop = daemon, number, pause, stop
        self.times = []

    def run(self):
        connection = http.client.HTTPConnection(self.server.host, timeout=600)
        while not self.stop.is_set():
            start = 1_700_000_000 + self.number * 10_000_000 + len(self.times) * 10
            date = lambda seconds: time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))
            sample = {"type": TYPE, "startDate": date(start), "endDate": date(start + 5), "value": 10, "unit": "m"}
            begin = time.monotonic()
            self.server.send("POST", "/v1/samples", self.server.app, {"samples": [sample]}, connection)
            self.times.append((begin, time.monotonic() - begin))
            time.sleep(self.pause)


def row(name, times):
    times = sorted(times)
    if not times:
        fail(f"no write {name}")
    at = lambda share: times[min(len(times) - 1, int(len(times) * share))] * 1000
    print(f"{name:<24}{len(times):>8,}{at(0.5):>10.1f}{at(0.99):>10.1f}{times[-1] * 1000:>10.1f}")
    return at(0.99) / 1000


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--health", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--records", type=int, default=1_000_000)
    parser.add_argument("--clients", type=int, default=2)
    parser.add_argument("--pause", type=float, default=0.02, help="the seconds between two writes of a client")
    parser.add_argument("--goal", type=float, default=1, help="the seconds for 99 of 100 writes")
    options = parser.parse_args()
    os.makedirs(options.work, exist_ok=True)
    export = os.path.join(options.work, f"beside-{options.records}.zip")
    if not os.path.exists(export):
        subprocess.run([options.health, "demo", export, "--records", str(options.records)], check=True, capture_output=True)
    daemon = Daemon(options)
    stop = threading.Event()
    clients = [Client(daemon, number, options.pause, stop) for number in range(options.clients)]
    for client in clients:
        client.start()
    time.sleep(3)
    begin = time.monotonic()
    with open(export, "rb") as file:
        job = daemon.send(
            "POST", "/v1/imports", {**daemon.owner, "Content-Type": "application/zip", "Content-Length": str(os.path.getsize(export))},
            file)[1]
    uploaded = time.monotonic()
    while job["status"] == "importing":
        time.sleep(0.05)
        job = daemon.send("GET", f"/v1/imports/{job['id']}", daemon.owner)[1]
    end = time.monotonic()
    stop.set()
    for client in clients:
        client.join()
    if job["status"] != "done":
        fail(f"the import ends with {job}")
    times = [time for client in clients for time in client.times]
    daemon.stop()
    with sqlite3.connect(f"file:{daemon.store}?mode=ro", uri=True) as store:
        stored = store.execute("SELECT count(*) FROM sample").fetchone()[0]
        saved = store.execute(
            "SELECT count(*) FROM sample AS s JOIN sample_uuid AS u ON u.id = s.id").fetchone()[0]
    added = job["receipt"]["records"]["added"]
    if saved != len(times):
        fail(f"the store has {saved} of {len(times)} samples that the app saved")
    if stored < added + saved:
        fail(f"the store has {stored} samples after {added} records and {saved} saves")
    print(f"an import of {added:,} records in {end - uploaded:.1f} s, beside {options.clients} clients that save samples\n")
    print(f"{'writes':<24}{'count':>8}{'p50 ms':>10}{'p99 ms':>10}{'max ms':>10}")
    row("before the import", [seconds for start, seconds in times if start < begin])
    p99 = row("during the import", [seconds for start, seconds in times if start + seconds > uploaded and start < end])
    verdict = "reached" if p99 <= options.goal else "MISSED"
    print(f"\ngoal: 99 of 100 writes during an import in {options.goal:g} s ({p99:.2f}): {verdict}")


main()
