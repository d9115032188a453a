#!/usr/bin/env python3
"""Loads `health serve` for a long time, and fails if its memory grows or an honest app gets a wrong answer:
load.py --health PATH [--seconds N] [--seed N] [--share PART] [--only KIND...]

The script creates a store in a temporary folder, starts the server on a free port of loopback, and connects apps. It then takes
actions in a random order that the seed determines. Honest apps push, correct, delete, read and follow changes, and imports and
backups run at the same time. Hostile clients send what breaks parsers and limits, keep connections open, and read nothing.

Each honest app has a type of its own. At the end, the statistics of each type must be equal to what the script has counted,
`health check` must find nothing, and the resident memory of the last quarter may be at most 10 % or 20 MB above that of the second
quarter. The actions are slowed down so that the server and the script together use the given part of one core.
"""

import argparse
import collections
import gzip
import hashlib
import http.client
import json
import math
import os
import random
import re
import select
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import uuid

MEGABYTE = 1 << 20
DAY = 86_400
# Midnight of 2015-01-01 and of 2005-01-01 in UTC: the honest days are far from those of the hostile clients.
HONEST_START, HOSTILE_START = 1_420_070_400, 1_104_537_600
PASSPHRASE = "correct horse battery staple 9"
QUANTITY = "HKQuantityTypeIdentifier"
HOSTILE_TYPES = ["heartRate", "bodyMass", "respiratoryRate"]


def iso(seconds):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


class Server:
    """The server under test, its store and its measurements."""

    def __init__(self, health, folder):
        self.health_path, self.folder = health, folder
        self.store = os.path.join(folder, "health.db")
        self.rows = []
        self.backups = 0
        self.run("owner", "set", text=PASSPHRASE + "\n")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.log_path = os.path.join(folder, "server.log")
        with open(self.log_path, "wb") as log:
            self.process = subprocess.Popen(
                [health, "serve", "--store", self.store, "--listen", f"127.0.0.1:{self.port}", "--trusted-proxy", "127.0.0.1"],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self.environment())
        for _ in range(300):
            try:
                connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
                connection.request("GET", "/healthz")
                if connection.getresponse().status == 200:
                    return
            except OSError:
                pass
            if self.process.poll() is not None:
                break
            time.sleep(0.1)
        raise SystemExit("load: the server does not start")

    def environment(self):
        return dict(os.environ, TZ="UTC", HEALTH_STORE=self.store)

    def run(self, *arguments, text="", check=True):
        done = subprocess.run(
            [self.health_path, *arguments], input=text, capture_output=True, text=True, env=self.environment(), timeout=900)
        if check and done.returncode:
            raise SystemExit(f"load: health {' '.join(arguments)}: {done.stderr.strip()}")
        return done

    def pair(self, app, *more):
        return json.loads(self.run(
            "apps", "pair", "--for", app, "--server", f"http://127.0.0.1:{self.port}", "--format", "json", *more).stdout)

    def measure(self, seconds):
        """Reads the memory, the descriptors and the threads of the server."""
        try:
            with open(f"/proc/{self.process.pid}/status") as file:
                status = dict(line.split(":", 1) for line in file if ":" in line)
            descriptors = len(os.listdir(f"/proc/{self.process.pid}/fd"))
        except OSError:
            return None
        if "VmRSS" not in status:
            return None
        number = lambda name: int(status[name].split()[0])
        row = (seconds, number("VmRSS") * 1024, number("VmHWM") * 1024, descriptors, number("Threads"))
        self.rows.append(row)
        return row

    def processor_seconds(self):
        """Returns the processor time of the server, of this script, and of the commands that it ran."""
        own = os.times()
        used = own.user + own.system + own.children_user + own.children_system
        try:
            with open(f"/proc/{self.process.pid}/stat") as file:
                fields = file.read().rsplit(")", 1)[1].split()
            used += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        except OSError:
            pass
        return used


class Load:
    def __init__(self, server, seed, seconds, share, only):
        self.server, self.random = server, random.Random(seed)
        self.seconds, self.share = seconds, share
        self.pause = 0.1
        # The server refuses requests for other hosts before it reads a token.
        self.host = f"127.0.0.1:{server.port}"
        self.began = time.monotonic()
        self.requests = collections.Counter()
        self.answers = collections.Counter()
        self.by_kind = collections.defaultdict(collections.Counter)
        self.faults = []
        self.slowest, self.slowest_probe = (0, ""), 0
        self.slowest_hostile = {}
        self.connection = None
        self.held = []
        self.streams = []
        self.retries = 0
        self.is_over = False
        self.kind = ""
        self.connect()
        self.prepare()
        self.actions = [
            (self.auto_export, 10), (self.webhook, 10), (self.wearables, 10), (self.bridge, 10), (self.treatments, 10),
            (self.entries, 8), (self.save, 12), (self.read_pages, 6), (self.read_statistics, 5), (self.read_nightscout, 8),
            (self.open_stream, 2), (self.page, 3), (self.import_export, 0.4),
            (self.unread_answer, 4), (self.half_open, 6), (self.slow_head, 4), (self.slow_body, 4), (self.wrong_token, 10),
            (self.wrong_passphrase, 0.15), (self.not_json, 8), (self.nested, 4), (self.bomb, 0.5), (self.flood, 0.6),
            (self.unknown_deletions, 4), (self.huge_names, 2), (self.aborted_upload, 5), (self.pipelined, 5),
            (self.random_method, 20), (self.nightscout_noise, 4), (self.hostile_stream, 2),
        ]
        if only:
            names = {action.__name__ for action, _ in self.actions}
            unknown = set(only) - names
            if unknown:
                raise SystemExit(f"load: unknown kinds {', '.join(sorted(unknown))}; expected some of {', '.join(sorted(names))}")
            self.actions = [(action, weight) for action, weight in self.actions if action.__name__ in only]
        self.backup_due = self.began + min(600, seconds / 3)

    # Setting up

    def connect(self):
        server = self.server
        bearer = lambda pairing: {"Authorization": "Bearer " + pairing["token"]}
        secret = lambda pairing: {"api-secret": hashlib.sha1(pairing["token"].encode()).hexdigest()}
        self.export_app = bearer(server.pair("health-auto-export"))
        self.webhook_app = bearer(server.pair("health-connect-webhook"))
        self.bridge_app = bearer(server.pair("health-bridge"))
        self.nightscout_app = secret(server.pair("nightscout"))
        code = server.pair("open-wearables")["code"]
        status, body = self.send("POST", "/api/v1/invitation-code/redeem", {}, {"code": code})
        answer = json.loads(body)
        self.wearables_app, self.user = {"Authorization": "Bearer " + answer["access_token"]}, answer["user_id"]
        code = server.run("apps", "pair").stdout.split()[0]
        status, body = self.send(
            "POST", "/v1/apps", {}, {"identifier": "org.example.load", "name": "Load", "version": "1", "pairingCode": code})
        self.app = {"Authorization": "Bearer " + json.loads(body)["token"]}
        self.send("POST", "/v1/authorization-requests", self.app, {
            "share": [QUANTITY + "DistanceCycling"], "read": [QUANTITY + "DistanceCycling"]})
        server.run("apps", "grant", "org.example.load", "--asked")
        share = ["--share", *HOSTILE_TYPES]
        self.bad_export = bearer(server.pair("health-auto-export", *share))
        self.bad_webhook = bearer(server.pair("health-connect-webhook", *share))
        pairing = server.pair("health-bridge", *share)
        self.bad_bridge = bearer(pairing)
        server.run("apps", "grant", pairing["app"], "--read", "heartRate")
        self.bad_nightscout = secret(server.pair("nightscout", "--share", "insulinDelivery"))
        self.requests.clear()
        self.answers.clear()
        self.by_kind.clear()

    def prepare(self):
        self.paths = sorted(
            path for document in ("/openapi.json", "/owner/openapi.json")
            for path in json.loads(self.send("GET", document, {})[1])["paths"])
        self.bombs = [
            gzip.compress(b'{"data":{"metrics":[' + b" " * (12 * MEGABYTE) + b"]}}"),
            gzip.compress(b'{"data":{"metrics":"' + b"a" * (12 * MEGABYTE) + b'"}}'),
            gzip.compress(b"[" + b"0," * (3 * MEGABYTE) + b"0]"),
            gzip.compress(b"\0" * (12 * MEGABYTE)),
        ]
        self.days = collections.Counter()
        self.pushed = {"export": [], "webhook": {}, "wearables": {}, "bridge": {}, "treatments": {}, "entries": {}, "saved": {}, "import": []}
        self.sums = collections.Counter()
        self.hostile_clock = HOSTILE_START

    # Requests

    def send(self, method, path, headers, body=None, hostile=False, timeout=60, kept=True):
        """Sends a request and returns its status, or "none", and its body."""
        headers = dict(headers)
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode()
        if body is not None:
            headers.setdefault("Content-Type", "application/json")
        began = time.monotonic()
        status, answer = "none", b""
        for attempt in (1, 2):
            try:
                connection = self.connection if kept else None
                if connection is None:
                    connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=timeout)
                connection.request(method, path, body, headers)
                response = connection.getresponse()
                status = response.status
                if response.getheader("Content-Type", "").startswith("text/event-stream"):
                    connection.close()
                    connection = None
                else:
                    answer = response.read()
                if kept:
                    self.connection = connection
                elif connection:
                    connection.close()
                break
            except (OSError, http.client.HTTPException) as error:
                connection.close()
                if kept:
                    self.connection = None
                answer = str(error).encode()
                # A kept connection may have been closed by the server in the meantime. Honest requests can be repeated.
                if hostile:
                    break
        self.note(status, hostile, f"{method} {path}")
        took = time.monotonic() - began
        if not hostile and took > self.slowest[0]:
            self.slowest = (took, f"{method} {path.split('?')[0]}")
        if hostile and took > self.slowest_hostile.get(self.kind, (0, ""))[0]:
            start = repr(body[:60]) if body else ""
            self.slowest_hostile[self.kind] = (took, f"{method} {path[:100]} {start} with {len(body or b'')} bytes: {status}")
        return status, answer

    def note(self, status, hostile, what):
        self.requests["hostile" if hostile else "honest"] += 1
        if status == "none":
            name = "none"
        elif status in (429, 503):
            name = str(status)
        else:
            name = f"{status // 100}xx"
        self.answers[name] += 1
        self.by_kind[self.kind][status] += 1
        if name == "5xx":
            self.fault(f"{self.kind}: {what[:300]}: status {status}")

    def fault(self, text):
        self.faults.append(text)
        print(f"load: {text}", file=sys.stderr, flush=True)

    def ask(self, method, path, headers, body=None, expected=(200,), hostile=False):
        """Sends an honest request, again if the server is busy, and returns the answer. Any other answer is a fault."""
        for attempt in range(8):
            status, answer = self.send(method, path, headers, body)
            if status not in (429, 503, "none"):
                break
            self.retries += 1
            time.sleep(min(8, 0.5 * 2 ** attempt))
        if status not in expected:
            self.fault(f"{self.kind}: {method} {path[:200]}: status {status}, {answer[:300]!r}; body {str(body)[:300]}")
            return None
        try:
            return json.loads(answer) if answer else {}
        except ValueError:
            return answer

    def expect(self, isTrue, text):
        if not isTrue:
            self.fault(f"{self.kind}: {text}")

    # Honest pushes

    def next_day(self, name):
        self.days[name] += 1
        return HONEST_START + self.days[name] * DAY

    def is_repeated(self, pushes):
        return pushes and self.random.random() < 0.2

    def auto_export(self):
        path = "/v1/ingest/health-auto-export?aggregation=none"
        pushes = self.pushed["export"]
        if self.is_repeated(pushes):
            self.ask("POST", path, self.export_app, self.random.choice(pushes))
            return
        # A single sum at midnight would be the figure of a day.
        day = self.next_day("export")
        values = [self.random.randint(1, 200) for _ in range(self.random.randint(1, 40))]
        body = {"data": {"metrics": [{"name": "step_count", "units": "count", "data": [
            {"date": time.strftime("%Y-%m-%d %H:%M:%S +0000", time.gmtime(day + 60 + index * 600)), "qty": value, "source": "Load Phone"}
            for index, value in enumerate(values)]}]}}
        if self.ask("POST", path, self.export_app, body) is not None:
            self.sums["stepCount"] += sum(values)
            pushes.append(body)
            del pushes[:-50]

    def webhook(self):
        records = self.pushed["webhook"]
        if self.is_repeated(records):
            # The app computes the total of a running interval again, which has the same start.
            start = self.random.choice(list(records))
            record, more = dict(records[start]), self.random.choice([0, 0.25, 0.5])
            record["liters"] += more
            if more:
                record["end_time"] = iso(start + 600)
        else:
            start, more = self.next_day("webhook") + 36_000, self.random.randint(1, 8) / 4
            record = {"liters": more, "start_time": iso(start), "end_time": iso(start + 300)}
        if self.ask("POST", "/v1/ingest/health-connect-webhook", self.webhook_app, {"hydration": [record]}) is not None:
            self.sums["dietaryWater"] += more * 1000
            records[start] = record
            while len(records) > 200:
                del records[next(iter(records))]

    def wearables(self):
        records, changes = self.pushed["wearables"], []
        if self.is_repeated(records):
            changes = [dict(records[name]) for name in self.random.sample(list(records), min(3, len(records)))]
            for record in changes:
                record["value"] = self.random.randint(1, 90)
        else:
            day = self.next_day("wearables")
            changes = [
                {"id": self.uuid(), "type": QUANTITY + "ActiveEnergyBurned", "startDate": iso(day + index * 600),
                 "endDate": iso(day + index * 600 + 300), "value": self.random.randint(1, 90), "unit": "kcal",
                 "source": {"name": "Load Ring"}}
                for index in range(self.random.randint(1, 20))]
        body = {"provider": "apple", "data": {"records": changes, "sleep": [], "workouts": []}}
        if self.ask("POST", f"/api/v1/sdk/users/{self.user}/sync", self.wearables_app, body, (202,)) is not None:
            for record in changes:
                before = records.pop(record["id"], {"value": 0})
                self.sums["activeEnergyBurned"] += record["value"] - before["value"]
                records[record["id"]] = record
            while len(records) > 200:
                del records[next(iter(records))]

    def bridge(self):
        samples = self.pushed["bridge"]
        push = {"type": QUANTITY + "FlightsClimbed"}
        gone, known, added = [], [], []
        choice = self.random.random()
        if samples and choice < 0.2:
            gone = self.random.sample(list(samples), min(4, len(samples)))
            push["deleted"] = gone
        elif samples and choice < 0.4:
            known = [samples[name] for name in self.random.sample(list(samples), min(4, len(samples)))]
        if choice > 0.1:
            day = self.next_day("bridge")
            added = [
                {"uuid": self.uuid(), "type": QUANTITY + "FlightsClimbed", "startDate": iso(day + index * 600),
                 "endDate": iso(day + index * 600 + 60), "value": self.random.randint(1, 9), "unit": "count",
                 "metadata": {"own": index}, "source": {"name": "Load Watch", "bundleIdentifier": "org.example.watch"}}
                for index in range(self.random.randint(1, 20))]
        push["samples"] = known + added
        if self.ask("POST", "/v1/ingest/healthkit", self.bridge_app, push) is not None:
            for sample in added:
                self.sums["flightsClimbed"] += sample["value"]
                samples[sample["uuid"]] = sample
            for name in gone:
                self.sums["flightsClimbed"] -= samples.pop(name)["value"]
            while len(samples) > 300:
                del samples[next(iter(samples))]

    def treatments(self):
        meals = self.pushed["treatments"]
        choice = self.random.random()
        if meals and choice < 0.15:
            name = self.random.choice(list(meals))
            answer = self.ask("DELETE", f"/api/v1/treatments/{name}", self.nightscout_app)
            if answer is not None:
                self.expect(answer.get("n") == 1, f"DELETE /api/v1/treatments/{name}: {answer}")
                self.sums["dietaryCarbohydrates"] -= meals.pop(name)["carbs"]
            return
        if meals and choice < 0.4:
            meal = dict(self.random.choice(list(meals.values())), carbs=self.random.randint(1, 90))
            method, body = "PUT", meal
        else:
            meal = {"_id": "%024x" % self.random.getrandbits(96), "eventType": "Meal Bolus", "carbs": self.random.randint(1, 90),
                    "created_at": iso(self.next_day("treatments") + 43_200), "enteredBy": "Load Uploader"}
            method, body = "POST", [meal]
        if self.ask(method, "/api/v1/treatments.json", self.nightscout_app, body) is not None:
            before = meals.pop(meal["_id"], {"carbs": 0})
            self.sums["dietaryCarbohydrates"] += meal["carbs"] - before["carbs"]
            meals[meal["_id"]] = meal
            while len(meals) > 200:
                del meals[next(iter(meals))]

    def entries(self):
        readings = self.pushed["entries"]
        if self.is_repeated(readings):
            start = self.random.choice(list(readings))
            values, isNew = readings[start], False
        else:
            start, isNew = self.next_day("entries"), True
            values = [self.random.randint(60, 250) for _ in range(self.random.randint(1, 24))]
        body = [
            {"type": "sgv", "sgv": value, "date": (start + index * 300) * 1000, "device": "Load Sensor"}
            for index, value in enumerate(values)]
        if self.ask("POST", "/api/v1/entries.json", self.nightscout_app, body) is not None and isNew:
            self.sums["bloodGlucose"] += len(values)
            readings[start] = values
            while len(readings) > 200:
                del readings[next(iter(readings))]

    def save(self):
        days = self.pushed["saved"]
        if days and self.random.random() < 0.15:
            day = self.random.choice(list(days))
            name = self.random.choice(list(days[day]))
            key = {"Idempotency-Key": self.uuid()}
            answer = self.ask("POST", "/v1/samples/delete", {**self.app, **key}, {"uuids": [name]})
            if answer is not None:
                self.expect(answer.get("count") == 1, f"POST /v1/samples/delete {name}: {answer}")
                self.sums["distanceCycling"] -= days[day].pop(name)
                if not days[day]:
                    del days[day]
            return
        day = self.next_day("saved")
        values = {self.uuid(): self.random.randint(1, 500) for _ in range(self.random.randint(1, 20))}
        body = {"samples": [
            {"uuid": name, "type": QUANTITY + "DistanceCycling", "startDate": iso(day + index * 600),
             "endDate": iso(day + index * 600 + 300), "value": value, "unit": "m"}
            for index, (name, value) in enumerate(values.items())]}
        headers = {**self.app, "Idempotency-Key": self.uuid()}
        repeats = 2 if self.random.random() < 0.2 else 1
        for _ in range(repeats):
            answer = self.ask("POST", "/v1/samples", headers, body, (200, 201))
        if answer is not None:
            self.sums["distanceCycling"] += sum(values.values())
            days[day] = values
            while len(days) > 200:
                del days[next(iter(days))]
            for stream in self.streams:
                stream["expected"].append((time.monotonic(), next(iter(values)).lower()))

    def import_export(self):
        day = self.next_day("import")
        values = [self.random.randint(1, 90) for _ in range(100)]
        form = lambda seconds: time.strftime("%Y-%m-%d %H:%M:%S +0000", time.gmtime(seconds))
        self.pushed["import"] += [
            f'<Record type="{QUANTITY}BasalEnergyBurned" sourceName="Load Export" unit="kcal" creationDate="{form(day)}" '
            f'startDate="{form(day + index * 600)}" endDate="{form(day + index * 600 + 600)}" value="{value}"/>\n'
            for index, value in enumerate(values)]
        # An export contains everything that the earlier ones contained; here only the last days, so that it stays small.
        del self.pushed["import"][:-1000]
        path = os.path.join(self.server.folder, "export.xml")
        with open(path, "w") as file:
            file.write('<?xml version="1.0" encoding="UTF-8"?>\n<HealthData locale="en_US">\n')
            file.write(f'<ExportDate value="{form(day + DAY)}"/>\n' + "".join(self.pushed["import"]) + "</HealthData>\n")
        done = self.server.run("import", path, "--timezone", "UTC", "--json", check=False)
        self.requests["honest"] += 1
        self.answers["2xx" if done.returncode == 0 else "none"] += 1
        self.by_kind[self.kind]["ok" if done.returncode == 0 else "failed"] += 1
        if done.returncode:
            self.fault(f"health import: {done.stderr.strip()[:300]}")
        else:
            self.sums["basalEnergyBurned"] += sum(values)

    def backup(self):
        path = os.path.join(self.server.folder, "backup.db")
        done = self.server.run("backup", path, check=False)
        self.by_kind["backup"]["ok" if done.returncode == 0 else "failed"] += 1
        if done.returncode:
            self.fault(f"health backup: {done.stderr.strip()[:300]}")
        elif self.server.run("check", "--store", path, check=False).returncode:
            self.fault("health check finds faults in a backup")
        self.server.backups += 1
        if os.path.exists(path):
            os.remove(path)

    # Honest reads

    def read_pages(self):
        days = self.pushed["saved"]
        if not days:
            return
        first = self.random.choice(list(days))
        chosen = [day for day in days if first <= day < first + 20 * DAY]
        path = f"/v1/samples?type=distanceCycling&from={iso(first)}&to={iso(first + 20 * DAY)}&limit=50"
        found, cursor = {}, ""
        for _ in range(40):
            answer = self.ask("GET", path + (f"&cursor={urllib.parse.quote(cursor)}" if cursor else ""), self.app)
            if answer is None:
                return
            for sample in answer["samples"]:
                found[sample["uuid"].lower()] = sample["value"]
            cursor = answer.get("cursor")
            if not cursor:
                break
        expected = {name: value for day in chosen for name, value in days[day].items()}
        self.expect(found == expected, f"GET {path}: {len(found)} samples instead of {len(expected)}, or other values")

    def read_statistics(self):
        days = self.pushed["saved"]
        if not days:
            return
        day = self.random.choice(list(days))
        path = f"/v1/statistics?type=distanceCycling&from={iso(day)}&to={iso(day + DAY)}"
        answer = self.ask("GET", path, self.app)
        if answer is not None:
            expected = sum(days[day].values())
            self.expect(expected in numbers(answer), f"GET {path}: no sum {expected} in {str(answer)[:300]}")

    def read_nightscout(self):
        if self.random.random() < 0.5:
            readings = self.pushed["entries"]
            if not readings:
                return
            day = self.random.choice(list(readings))
            path = f"/api/v1/entries.json?count=100&find[date][$gte]={day * 1000}&find[date][$lt]={(day + DAY) * 1000}"
            answer = self.ask("GET", path, self.nightscout_app)
            if answer is not None:
                found = sorted(entry["sgv"] for entry in answer)
                self.expect(found == sorted(readings[day]), f"GET {path}: {found} instead of {sorted(readings[day])}")
        else:
            meals = self.pushed["treatments"]
            if not meals:
                return
            meal = self.random.choice(list(meals.values()))
            path = f"/api/v1/treatments.json?find[_id]={meal['_id']}&find[carbs][$gt]=0"
            answer = self.ask("GET", path, self.nightscout_app)
            if answer is not None:
                self.expect(
                    len(answer) == 1 and answer[0]["carbs"] == meal["carbs"], f"GET {path}: {str(answer)[:200]} instead of {meal}")

    def page(self):
        path = self.random.choice(["/owner/login", "/healthz", "/readyz", "/openapi.json", "/offline", "/fhir/metadata"])
        status, answer = self.send("GET", path, {})
        self.expect(status == 200, f"GET {path}: status {status}")

    def open_stream(self):
        connection = self.open_socket()
        if not connection:
            return self.fault("open_stream: no connection")
        head = f"GET /v1/changes?type={QUANTITY}DistanceCycling HTTP/1.1\r\nHost: {self.host}\r\nAuthorization: {self.app['Authorization']}\r\n\r\n"
        connection.sendall(head.encode())
        connection.settimeout(30)
        try:
            first = connection.recv(65_536)
        except OSError:
            first = b""
        status = int(first[9:12]) if first[:5] == b"HTTP/" else "none"
        self.note(status, False, "GET /v1/changes")
        if status != 200:
            connection.close()
            return self.expect(status in (429, 503), f"GET /v1/changes: {first[:100]!r}")
        connection.setblocking(False)
        self.streams.append({
            "socket": connection, "text": first.decode("latin-1").lower(), "expected": [],
            "until": time.monotonic() + self.random.uniform(5, 90)})

    def tend_streams(self, now):
        for stream in list(self.streams):
            try:
                while True:
                    more = stream["socket"].recv(1 << 16)
                    if not more:
                        self.fault("stream of changes: the server closed it")
                        stream["until"] = 0
                        break
                    stream["text"] += more.decode("latin-1").lower()
            except BlockingIOError:
                pass
            except OSError as error:
                self.fault(f"stream of changes: {error}")
                stream["until"] = 0
            missing = [(at, name) for at, name in stream["expected"] if name not in stream["text"]]
            # Received text is dropped, except for a part of the last event.
            stream["text"], stream["expected"] = stream["text"][-200:], missing
            late = [name for at, name in missing if now - at > 30]
            if late:
                self.fault(f"stream of changes: {late[0]} is missing after 30 seconds")
                stream["until"] = 0
            if now > stream["until"]:
                stream["socket"].close()
                self.streams.remove(stream)

    # Hostile clients

    def uuid(self):
        return str(uuid.UUID(int=self.random.getrandbits(128), version=4))

    def address(self):
        return {"X-Forwarded-For": ".".join(str(self.random.randint(1, 250)) for _ in range(4))}

    def open_socket(self, small=False):
        connection = socket.socket()
        try:
            if small:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.settimeout(10)
            connection.connect(("127.0.0.1", self.server.port))
            return connection
        except OSError:
            connection.close()
            return None

    def hold(self, connection, seconds, drip=None):
        """Keeps a connection open, and sends the parts of `drip` one by one."""
        connection.setblocking(False)
        self.held.append({
            "socket": connection, "until": time.monotonic() + seconds, "drip": list(drip or []), "kind": self.kind, "answer": b""})
        while len(self.held) > 250:
            self.release(self.held[0])

    def release(self, client):
        client["socket"].close()
        self.held.remove(client)
        found = re.match(rb"HTTP/1\.1 (\d+)", client["answer"])
        self.kind, kind = client["kind"], self.kind
        self.note(int(found[1]) if found else "none", True, "held connection")
        self.kind = kind

    def tend_held(self, now):
        for client in list(self.held):
            isOver = now > client["until"]
            try:
                if client["drip"]:
                    client["socket"].send(client["drip"].pop(0))
                if client["kind"] != "unread_answer" and select.select([client["socket"]], [], [], 0)[0]:
                    part = client["socket"].recv(4096)
                    client["answer"] = (client["answer"] + part)[:64]
                    isOver = isOver or not part
            except BlockingIOError:
                pass
            except OSError:
                isOver = True
            if isOver:
                self.release(client)

    def raw(self, data, seconds=1):
        """Sends bytes, and returns the beginning of the answer."""
        connection = self.open_socket()
        answer = b""
        if connection:
            try:
                connection.sendall(data)
                connection.settimeout(seconds)
                answer = connection.recv(4096)
            except OSError:
                pass
            connection.close()
        found = re.match(rb"HTTP/1\.1 (\d+)", answer)
        self.note(int(found[1]) if found else "none", True, repr(data[:120]))
        return answer

    def unread_answer(self):
        connection = self.open_socket(small=True)
        if not connection:
            return self.note("none", True, "")
        path = self.random.choice([
            "/v1/samples?type=heartRate&limit=10000", "/openapi.json", "/v1/samples?type=heartRate", "/fhir/Observation?_count=1000"])
        accept = self.random.choice(["application/x-ndjson", "application/json", "*/*"])
        head = f"GET {path} HTTP/1.1\r\nHost: {self.host}\r\nAccept: {accept}\r\nAuthorization: {self.bad_bridge['Authorization']}\r\n\r\n"
        try:
            connection.sendall(head.encode() * self.random.choice([1, 1, 5, 20]))
        except OSError:
            pass
        self.hold(connection, self.random.uniform(5, 120))

    def half_open(self):
        connection = self.open_socket()
        if not connection:
            return self.note("none", True, "")
        if self.random.random() < 0.5:
            try:
                connection.sendall(b"GET /v1/samples?type=heartRate HTTP/1.1\r\nHost: x\r\n" if self.random.random() < 0.5 else b"\x16\x03\x01")
                connection.shutdown(socket.SHUT_WR)
            except OSError:
                pass
        self.hold(connection, self.random.uniform(5, 120))

    def slow_head(self):
        connection = self.open_socket()
        if connection:
            head = f"GET /v1/samples HTTP/1.1\r\nHost: x\r\nX-Long: {'a' * 200}\r\n\r\n".encode()
            self.hold(connection, 90, [head[index:index + 1] for index in range(len(head))])

    def slow_body(self):
        connection = self.open_socket()
        if connection:
            size = self.random.choice([100, 10_000, 30 * MEGABYTE])
            head = (
                f"POST /v1/ingest/health-auto-export HTTP/1.1\r\nHost: {self.host}\r\nAuthorization: {self.bad_export['Authorization']}\r\n"
                f"Content-Type: application/json\r\nContent-Length: {size}\r\n\r\n").encode()
            self.hold(connection, 90, [head] + [b'{"data": '] + [b" " * self.random.choice([1, 10, 1000])] * 200)

    def wrong_token(self):
        token = self.random.choice([
            "ohk_" + "%043x" % self.random.getrandbits(160), "x", "é", "a" * 8000, "", "ohk_" + "A" * 43])
        headers = {self.random.choice(["Authorization", "api-secret"]): ("Bearer " + token).encode("utf-8").decode("latin-1"), **self.address()}
        path = self.random.choice(["/v1/samples?type=heartRate", "/v1/app", "/api/v1/entries.json", "/v1/types", "/metrics"])
        self.send("GET", path, headers, hostile=True)

    def wrong_passphrase(self):
        body = {"passphrase": self.random.choice(["x", "a" * 5000, "correct horse battery staple 8", "\0"])}
        self.send("POST", "/v1/owner/session", self.address(), body, hostile=True)

    def not_json(self):
        body = self.random.choice([
            b"", b"{", b"[", b"null", b'"', b"\xff\xfe\0", b"NaN", b"<xml/>", b"\0" * 10_000, b'{"data":{"metrics":{}}}',
            b'{"data":' * 50 + b"1", b"1" * 100_000, b'{"a":1,"a":2}', b'"' + b"\\u0000" * 10_000 + b'"', bytes(self.random.getrandbits(8) for _ in range(300))])
        path, token = self.random.choice(self.hostile_pushes())
        kind = self.random.choice(["application/json", "text/plain", "application/json; charset=utf-16", "multipart/form-data"])
        self.send("POST", path, {**token, "Content-Type": kind}, body, hostile=True)

    def hostile_pushes(self):
        return [
            ("/v1/ingest/health-auto-export", self.bad_export), ("/v1/ingest/health-connect-webhook", self.bad_webhook),
            ("/v1/ingest/healthkit", self.bad_bridge), ("/v1/samples", self.bad_bridge), ("/v1/samples/query", self.bad_bridge),
            ("/api/v1/entries", self.bad_nightscout), ("/api/v1/treatments", self.bad_nightscout), ("/v1/apps", {}),
            ("/api/v1/invitation-code/redeem", {}), ("/v1/owner/session", {})]

    def nested(self):
        depth = self.random.choice([100, 1000, 100_000])
        opening = self.random.choice([b"[", b'{"a":', b'{"data":[', b'{"find":{"$or":['])
        path, token = self.random.choice(self.hostile_pushes())
        self.send("POST", path, token, opening * depth, hostile=True)

    def bomb(self):
        path, token = self.random.choice(self.hostile_pushes()[:7])
        headers = {**token, "Content-Encoding": "gzip"}
        self.send("POST", path, headers, self.random.choice(self.bombs), hostile=True, kept=False)

    def flood(self):
        """Pushes thousands of readings with the same date and different values, or of one second after the other."""
        count = self.random.choice([500, 1000, 2000])
        isSame = self.random.random() < 0.8
        if isSame:
            second = HOSTILE_START + self.random.randint(0, 20)
        else:
            self.hostile_clock += count
            second = self.hostile_clock
        points = [
            {"date": time.strftime("%Y-%m-%d %H:%M:%S +0000", time.gmtime(second if isSame else second - index)),
             "Min": value, "Avg": value, "Max": value, "source": f"Source {self.random.randint(1, 5)}"}
            for index, value in enumerate(self.random.sample(range(30, 5000), count))]
        body = {"data": {"metrics": [{"name": "heart_rate", "units": "bpm", "data": points}]}}
        self.send("POST", "/v1/ingest/health-auto-export?aggregation=none", self.bad_export, body, hostile=True)

    def unknown_deletions(self):
        choice = self.random.randrange(4)
        names = [self.uuid() for _ in range(self.random.choice([1, 100, 2000]))]
        if choice == 0:
            self.send("POST", "/v1/ingest/healthkit", self.bad_bridge, {"deleted": names}, hostile=True)
        elif choice == 1:
            self.send("POST", "/v1/samples/delete", self.bad_bridge, {"uuids": names}, hostile=True)
        elif choice == 2:
            self.send("DELETE", f"/v1/samples/{names[0]}", self.bad_bridge, hostile=True)
        else:
            self.send("DELETE", f"/api/v1/treatments/{self.random.getrandbits(96):024x}", self.bad_nightscout, hostile=True)

    def huge_names(self):
        size = self.random.choice([300, 5000, 60_000, 1_000_000])
        name = "%x" % self.random.getrandbits(64) + self.random.choice(["x", "é", "\u202e", "\0"]) * size
        date = iso(HOSTILE_START + self.random.randint(0, DAY))
        choice = self.random.randrange(4)
        if choice == 0:
            body = {"data": {"metrics": [{"name": self.random.choice(["heart_rate", name]), "units": "bpm", "data": [
                {"date": "2005-01-02 10:00:00 +0000", "Avg": 60, "Min": 60, "Max": 60, "source": name}]}]}}
            self.send("POST", "/v1/ingest/health-auto-export?aggregation=none", self.bad_export, body, hostile=True)
        elif choice == 1:
            body = {"samples": [{
                "uuid": self.uuid(), "type": QUANTITY + "BodyMass", "startDate": date, "value": 80, "unit": "kg",
                "metadata": {name: name[:1000]}, "source": {"name": name, "bundleIdentifier": name}}]}
            self.send("POST", "/v1/ingest/healthkit", self.bad_bridge, body, hostile=True)
        elif choice == 2:
            body = [{"type": name, "eventType": name, "device": name, "insulin": 1, "created_at": date, name: name[:1000]}]
            self.send("POST", "/api/v1/treatments", self.bad_nightscout, body, hostile=True)
        else:
            self.send("POST", "/v1/apps", self.address(), {"identifier": name, "name": name, "version": name, "pairingCode": name}, hostile=True)

    def aborted_upload(self):
        connection = self.open_socket()
        if connection:
            path, token = self.random.choice(self.hostile_pushes()[:7])
            field = "".join(f"{name}: {value}\r\n" for name, value in token.items())
            length = self.random.choice(["Content-Length: 20000000", "Transfer-Encoding: chunked"])
            part = b" " * self.random.choice([10, 10_000, 2_000_000])
            if length.startswith("Transfer"):
                part = b"%x\r\n" % len(part) + part + b"\r\n"
            try:
                connection.settimeout(5)
                connection.sendall(f"POST {path} HTTP/1.1\r\nHost: {self.host}\r\n{field}Content-Type: application/json\r\n{length}\r\n\r\n".encode() + part)
                if self.random.random() < 0.5:
                    # A reset instead of an orderly end.
                    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            except OSError:
                pass
            connection.close()
        self.note("none", True, "")

    def pipelined(self):
        garbage = bytes(self.random.getrandbits(8) for _ in range(self.random.choice([1, 50, 2000])))
        request = f"GET /v1/types HTTP/1.1\r\nHost: {self.host}\r\nAuthorization: {self.bad_bridge['Authorization']}\r\n\r\n".encode()
        self.raw(self.random.choice([
            request * 50, request * 5 + garbage, garbage, b"GET / HTTP/9.9\r\n\r\n" * 10, b"\r\n" * 2000,
            b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X: y\r\n" * 5000 + b"\r\n", b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
            b"POST /v1/apps HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n" + request,
            b"POST /v1/apps HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n",
            b"POST /v1/apps HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + request]))

    def random_method(self):
        method = self.random.choice(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "BREW", "M-SEARCH"])
        path = self.random.choice(self.paths)
        # Without a token, as the app could remove itself.
        isOwn = path.startswith("/v1/app") or method == "DELETE"
        token = {} if isOwn else self.random.choice([{}, self.bad_bridge, self.bad_export, self.bad_nightscout])
        value = self.random.choice(["x", self.uuid(), "%00", "..%2f..", "9" * 300, "HKQuantityTypeIdentifierHeartRate", "%ff", "*"])
        path = re.sub(r"\{[^}]*\}", value, path)
        if self.random.random() < 0.5:
            name = self.random.choice(["type", "from", "limit", "cursor", "find[$or]", "predicate", "count", "find[date][$gte]", "every"])
            text = self.random.choice(["heartRate", "-1", "9" * 400, "(" * 3000, "NaN", "2020-01-01", "%00", "a MATCHES '(a+)+$'", "1e308"])
            path += f"?{urllib.parse.quote(name)}={urllib.parse.quote(text)}"
        body = self.random.choice([None, None, b"{}", b"[]", b'{"samples":[' + b"{}," * 200 + b"{}]}", b"x" * 3000])
        self.send(method, path, {**token, **self.address()}, body, hostile=True, kept=False, timeout=20)

    def nightscout_noise(self):
        if self.random.random() < 0.5:
            find = self.random.choice(["find[x][$where]=1", "find[$or]=1", "find[date][$regex]=(a%2B)%2B$", "find[_id]=" + "9" * 3000, "count=0", "count=50000"])
            self.send("GET", "/api/v1/treatments.json?" + find, self.bad_nightscout, hostile=True)
        else:
            date = iso(HOSTILE_START + self.random.randint(0, 100))
            body = [{"eventType": "Bolus", "insulin": self.random.randint(1, 100) / 10, "created_at": date, "enteredBy": "Bad", "notes": "x" * 500}
                    for _ in range(self.random.choice([1, 20, 200]))]
            self.send("POST", "/api/v1/treatments.json", self.bad_nightscout, body, hostile=True)

    def hostile_stream(self):
        connection = self.open_socket(small=True)
        if connection:
            head = f"GET /v1/changes?type={QUANTITY}HeartRate HTTP/1.1\r\nHost: {self.host}\r\nAuthorization: {self.bad_bridge['Authorization']}\r\n\r\n"
            try:
                connection.sendall(head.encode())
            except OSError:
                pass
            # Half of these clients read the stream, and half read nothing.
            self.kind, kind = self.random.choice(["unread_answer", "hostile_stream"]), self.kind
            self.hold(connection, self.random.uniform(5, 120))
            self.kind = kind

    # The run

    def watch(self):
        """Measures every ten seconds, in short runs more often, and adapts the pause between actions to the processor time."""
        before, last, due = self.server.processor_seconds(), time.monotonic(), self.began
        interval = max(1, min(10, self.seconds / 40))
        while not self.is_over:
            now = time.monotonic()
            if now < due:
                time.sleep(min(0.2, due - now))
                continue
            due += interval
            row = self.server.measure(now - self.began)
            if row is None:
                self.fault("the server has ended")
                os._exit(1)
            self.probe()
            used = self.server.processor_seconds()
            share = 0
            if now - last > 1:
                share = (used - before) / (now - last)
                self.pause = min(3, max(0.004, self.pause * min(1.6, max(0.6, share / self.share))))
                before, last = used, now
            print(
                f"{row[0]:6.0f} s  memory {row[1] / MEGABYTE:6.1f} MB, peak {row[2] / MEGABYTE:6.1f} MB, {row[3]} descriptors, "
                f"{row[4]} threads, {sum(self.requests.values())} requests, {100 * share:.0f} % of a core", flush=True)

    def probe(self):
        """Sends a small request of an honest app, also while the server works on a hostile one."""
        began = time.monotonic()
        status = "none"
        try:
            connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
            connection.request("GET", "/v1/app", headers=self.app)
            response = connection.getresponse()
            response.read()
            status = response.status
            connection.close()
        except (OSError, http.client.HTTPException):
            pass
        self.slowest_probe = max(self.slowest_probe, time.monotonic() - began)
        if status != 200:
            self.fault(f"probe: GET /v1/app: status {status} after {time.monotonic() - began:.1f} s")

    def run(self):
        self.began = time.monotonic()
        watcher = threading.Thread(target=self.watch, daemon=True)
        watcher.start()
        actions, weights = [action for action, _ in self.actions], [weight for _, weight in self.actions]
        while (now := time.monotonic()) - self.began < self.seconds:
            if now >= self.backup_due:
                self.backup_due = now + 600
                self.kind = "backup"
                self.backup()
            action = self.random.choices(actions, weights)[0]
            self.kind = action.__name__
            action()
            now = time.monotonic()
            self.tend_held(now)
            self.kind = "streams"
            self.tend_streams(now)
            time.sleep(self.random.uniform(0, 2 * self.pause))
        self.is_over = True
        watcher.join()
        self.server.measure(time.monotonic() - self.began)
        for stream in self.streams:
            stream["socket"].close()
        for client in list(self.held):
            self.release(client)

    def finish(self):
        """Compares the store with what was counted, stops the server, and checks the store."""
        self.kind = "end"
        for type_name in sorted(self.sums):
            function = "count" if type_name == "bloodGlucose" else "sum"
            done = self.server.run("statistics", type_name, "--functions", function, "--format", "json", check=False)
            try:
                rows = json.loads(done.stdout or "[]")
            except ValueError:
                rows = []
            found = sum(row[function] for row in rows if row.get(function) is not None)
            expected = self.sums[type_name]
            self.expect(
                done.returncode == 0 and math.isclose(found, expected, rel_tol=1e-9, abs_tol=1e-6),
                f"health statistics {type_name}: the {function} is {found} instead of {expected} {done.stderr.strip()[:200]}")
        # Connections of hostile clients that ended are closed within the server's time limits.
        time.sleep(min(70, self.seconds / 10))
        self.settled = self.server.measure(time.monotonic() - self.began)
        self.server.rows.pop()
        self.server.process.terminate()
        try:
            status = self.server.process.wait(60)
            self.expect(status == 0, f"the server ended with the status {status}")
        except subprocess.TimeoutExpired:
            self.fault("the server does not end")
            self.server.process.kill()
        done = self.server.run("check", check=False)
        self.expect(done.returncode == 0, f"health check: {(done.stdout + done.stderr)[-1000:]}")

    def report(self):
        rows = self.server.rows
        length = rows[-1][0]
        at = lambda part: min(rows, key=lambda row: abs(row[0] - part * length))
        quarter = lambda number: statistics.median(
            [row[1] for row in rows if number * length / 4 <= row[0] <= (number + 1) * length / 4] or [0])
        second, last = quarter(1), quarter(3)
        if last > max(second * 1.1, second + 20 * MEGABYTE):
            self.fault(f"the memory grows: {second / MEGABYTE:.1f} MB in the second quarter, {last / MEGABYTE:.1f} MB in the last")
        for kind, answers in sorted(self.by_kind.items()):
            print(f"  {kind}: " + ", ".join(f"{count} × {status}" for status, count in sorted(answers.items(), key=str)))
        print(f"  sums: {dict(self.sums)}")
        print(f"  slowest honest request: {self.slowest[0]:.1f} s, {self.slowest[1]}; repeated because the server was busy: {self.retries}")
        print(f"  slowest of the small requests beside the others: {self.slowest_probe:.1f} s")
        for kind, (took, what) in sorted(self.slowest_hostile.items()):
            if took > 5:
                print(f"  slow: {kind}: {took:.1f} s, {what}")
        print(f"  store: {os.path.getsize(self.server.store) / MEGABYTE:.1f} MB, {self.server.backups} backups")
        print(f"  medians of the quarters: {', '.join(f'{quarter(number) / MEGABYTE:.1f}' for number in range(4))} MB")
        if self.settled:
            print(f"  after the load: {self.settled[1] / MEGABYTE:.1f} MB, {self.settled[3]} descriptors, {self.settled[4]} threads")
        memory = lambda row: f"{row[1] / MEGABYTE:.1f}"
        print(
            f"load: {length:.0f} seconds, {self.requests['honest']} honest and {self.requests['hostile']} hostile requests, answers "
            + ", ".join(f"{self.answers[name]} × {name}" for name in ("2xx", "3xx", "4xx", "429", "5xx", "503", "none"))
            + f"; memory {memory(at(0.1))} MB at 10 %, {memory(at(0.5))} MB at 50 %, {memory(rows[-1])} MB at 100 %, peak "
            f"{max(row[2] for row in rows) / MEGABYTE:.1f} MB; descriptors {at(0.1)[3]} and {rows[-1][3]}, threads {at(0.1)[4]} and "
            f"{rows[-1][4]} at 10 % and 100 %; {len(self.faults)} faults", flush=True)


def numbers(value):
    """Returns all numbers in JSON."""
    if isinstance(value, dict):
        return [number for each in value.values() for number in numbers(each)]
    if isinstance(value, list):
        return [number for each in value for number in numbers(each)]
    return [value] if isinstance(value, (int, float)) and not isinstance(value, bool) else []


def main():
    parser = argparse.ArgumentParser(description="Loads `health serve`, and fails if its memory grows or an answer is wrong.")
    parser.add_argument("--health", required=True, metavar="PATH", help="the tool")
    parser.add_argument("--seconds", type=float, default=3600, metavar="N", help="the length of the load (default: 3600)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="determines the order of the actions (default: 1)")
    parser.add_argument("--share", type=float, default=0.25, metavar="PART", help="the part of one core to use (default: 0.25)")
    parser.add_argument("--only", nargs="+", metavar="KIND", help="only these kinds of actions, to find the reason of a fault")
    options = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="health-load-")
    server = None
    try:
        server = Server(os.path.abspath(options.health), folder)
        load = Load(server, options.seed, options.seconds, options.share, options.only)
        load.run()
        load.finish()
        load.report()
        for fault in load.faults[:50]:
            print(f"load: {fault}")
        return 1 if load.faults else 0
    finally:
        if server and server.process.poll() is None:
            server.process.kill()
            server.process.wait()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
