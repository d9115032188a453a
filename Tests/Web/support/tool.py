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

# The person's home time zone, which is set by the import of the demo data. The daemon and the browser have another zone: the
# pages must use the home zone, and their own only if the store has no home zone.
ZONE = "Europe/Berlin"
BROWSER_ZONE = "America/New_York"
PASSPHRASE = "correct horse battery"
WEB_APP = "org.openhealthkit.web"


def health(*arguments: str, stdin: str | None = None) -> str:
    """Runs the tool, and returns its output."""
    done = subprocess.run(
        [binary(), *map(str, arguments)], input=stdin, capture_output=True, text=True, timeout=300, env=environment()
    )
    assert done.returncode == 0, f"health {' '.join(map(str, arguments))}: {done.stderr}"
    return done.stdout


def environment() -> dict:
    """Returns the environment of the tool, without other variables of the person who runs the tests."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LD_LIBRARY_PATH", "TMPDIR") if name in os.environ}
    return {**kept, "TZ": BROWSER_ZONE, "LC_ALL": "C.UTF-8"}


def today(zone: str = ZONE) -> datetime.date:
    """Returns the current date in the person's time zone."""
    return datetime.datetime.now(zoneinfo.ZoneInfo(zone)).date()


def export_day(store: pathlib.Path) -> datetime.date:
    """Returns the date of the imported export; for the demo, noon of today, or of yesterday before noon."""
    [run] = json.loads(health("imports", "--format", "json", "--store", store))
    return datetime.datetime.fromisoformat(run["exportDate"]).astimezone(zoneinfo.ZoneInfo(ZONE)).date()


def figures(store: pathlib.Path, type_name: str, first, last, *more: str) -> list:
    """Returns the rows of `health statistics` for some days."""
    text = health(
        "statistics", type_name, "--from", str(first), "--to", str(last), "--format", "json", "--store", store, *more
    )
    return json.loads(text)
