# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""The command-line tool."""

import datetime
import json
import os
import pathlib
import subprocess
import zoneinfo

from .places import binary

# The person's home, as the import of the demo data says it. Daemon and browser are elsewhere at the moment: the pages have to
# go by the home, and by where they are only in a store that knows no home.
ZONE = "Europe/Berlin"
BROWSER_ZONE = "America/New_York"
PASSPHRASE = "correct horse battery"
WEB_APP = "org.openhealthkit.web"


def health(*arguments: str, stdin: str | None = None) -> str:
    """Runs the tool and gives what it prints."""
    done = subprocess.run(
        [binary(), *map(str, arguments)], input=stdin, capture_output=True, text=True, timeout=300, env=environment()
    )
    assert done.returncode == 0, f"health {' '.join(map(str, arguments))}: {done.stderr}"
    return done.stdout


def environment() -> dict:
    """The environment of the tool: nothing of whoever runs the tests comes in."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LD_LIBRARY_PATH", "TMPDIR") if name in os.environ}
    return {**kept, "TZ": BROWSER_ZONE, "LC_ALL": "C.UTF-8"}


def today(zone: str = ZONE) -> datetime.date:
    """Today where the person lives."""
    return datetime.datetime.now(zoneinfo.ZoneInfo(zone)).date()


def export_day(store: pathlib.Path) -> datetime.date:
    """The day on which the imported export was made; the demo has noon of today, or of yesterday before noon."""
    [run] = json.loads(health("imports", "--format", "json", "--store", store))
    return datetime.datetime.fromisoformat(run["exportDate"]).astimezone(zoneinfo.ZoneInfo(ZONE)).date()


def figures(store: pathlib.Path, type_name: str, first, last, *more: str) -> list:
    """What `health statistics` says about days: a list of rows."""
    text = health(
        "statistics", type_name, "--from", str(first), "--to", str(last), "--format", "json", "--store", store, *more
    )
    return json.loads(text)
