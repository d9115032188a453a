# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""The initial stores of tests, created by the tool once a day, and then copied."""

import contextlib
import datetime
import fcntl
import hashlib
import json
import pathlib
import shutil
import sqlite3
import time
import urllib.request

from .daemon import Daemon
from .places import MADE, binary
from .tool import PASSPHRASE, WEB_APP, ZONE, health, today

# The quantity types with the most samples in the demo data.
LARGE_TYPES = (
    "heartRate", "stepCount", "activeEnergyBurned", "distanceWalkingRunning", "basalEnergyBurned", "physicalEffort",
    "appleStandTime", "environmentalAudioExposure", "appleExerciseTime", "oxygenSaturation", "timeInDaylight", "respiratoryRate",
    "flightsClimbed", "headphoneAudioExposure", "walkingSpeed", "heartRateVariabilitySDNN", "restingHeartRate", "bodyMass",
)


class Stores:
    """Creates each kind of store once per day and binary, and returns copies."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder
        self.last = today() - datetime.timedelta(days=1)
        facts = pathlib.Path(binary()).stat()
        how = pathlib.Path(__file__).read_text()
        name = hashlib.sha256(f"{facts.st_size} {facts.st_mtime_ns} {today()} {self.last} {how}".encode()).hexdigest()[:12]
        self.made = MADE / "stores" / name
        with self._lock():
            if not self.made.exists():
                shutil.rmtree(self.made.parent, ignore_errors=True)
            self.made.mkdir(parents=True, exist_ok=True)

    def export(self, records: int = 2000) -> pathlib.Path:
        """Returns a demo export whose last day is yesterday and which was made at noon of today: no samples are in the future."""
        return self._once(
            f"export-{records}.zip",
            lambda path: health("demo", path, "--records", records, "--last-day", self.last, "--timezone", ZONE),
        )

    def serve(self, kind: str) -> Daemon:
        """Returns a daemon with its own store: "empty", "owned" (with a passphrase), "imported" (also with data), or "demo"
        (also with all permissions for the web app)."""
        target = pathlib.Path(self.folder) / f"{kind}-{len(list(self.folder.iterdir()))}.db"
        if kind == "empty":
            return Daemon(target)
        made = getattr(self, f"_{kind}")()
        shutil.copyfile(made, target)
        renew(target)
        daemon = Daemon(target)
        daemon.keep(**json.loads((self.made / "session.json").read_text()))
        return daemon

    def _owned(self) -> pathlib.Path:
        def make(path):
            store = path.with_name("part-session.db")
            health("owner", "set", "--store", store, stdin=PASSPHRASE + "\n")
            # The owner signs in only once here, because verifying a passphrase is slow by design.
            daemon = Daemon(store)
            try:
                request = urllib.request.Request(
                    daemon.address + "/v1/owner/session", json.dumps({"passphrase": PASSPHRASE}).encode(),
                    {"Content-Type": "application/json"})
                with urllib.request.urlopen(request, timeout=60) as answer:
                    name, value = answer.headers.get_all("Set-Cookie")[0].split(";")[0].split("=", 1)
                    token = json.load(answer)["csrfToken"]
            finally:
                daemon.stop()
            cookie = {"name": name, "value": value, "domain": "127.0.0.1", "path": "/", "httpOnly": True, "sameSite": "Strict"}
            (self.made / "session.json").write_text(json.dumps({"cookies": [cookie], "token": token}))
            copy(store, path)

        return self._once("owned.db", make)

    def _imported(self) -> pathlib.Path:
        owned, export = self._owned(), self.export(250_000)

        def make(path):
            store = path.with_name("part-import.db")
            shutil.copyfile(owned, store)
            health("import", export, "--timezone", ZONE, "--store", store)
            # The first query for statistics of a type keeps cells that later ones read; otherwise each copy would compute them.
            for kind in LARGE_TYPES:
                health("statistics", kind, "--every", "day", "--store", store)
            copy(store, path)

        return self._once("imported.db", make)

    def _demo(self) -> pathlib.Path:
        imported = self._imported()

        def make(path):
            store = path.with_name("part-grant.db")
            shutil.copyfile(imported, store)
            health("apps", "grant", WEB_APP, "--all", "--store", store)
            copy(store, path)

        return self._once("demo.db", make)

    def _once(self, name: str, make) -> pathlib.Path:
        path = self.made / name
        with self._lock():
            if not path.exists():
                # The store is created under another name, so that an interrupted one is not mistaken for a complete one.
                part = self.made / f"part-{name}"
                self._clear()
                make(part)
                part.rename(path)
                self._clear()
        return path

    @contextlib.contextmanager
    def _lock(self):
        """Excludes the other workers, which use the same stores."""
        MADE.mkdir(parents=True, exist_ok=True)
        with open(MADE / "stores.lock", "w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield

    def _clear(self) -> None:
        for left in self.made.glob("part-*"):
            left.unlink()


def renew(store: pathlib.Path) -> None:
    """Restarts the session of a store now, because a passphrase counts as recent only for some minutes."""
    database = sqlite3.connect(store)
    try:
        with database:
            database.execute("UPDATE owner_session SET created = ?1, confirmed = ?1, used = ?1", [time.time()])
    finally:
        database.close()


def copy(store: pathlib.Path, target: pathlib.Path) -> None:
    """Copies an entire store into one file: `health backup` would omit its owner."""
    source, copied = sqlite3.connect(store), sqlite3.connect(target)
    try:
        source.backup(copied)
    finally:
        copied.close()
        source.close()
