# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Where things are."""

import os
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[3]
WEB = ROOT / "Sources" / "OpenHealthPages" / "Web"
# What the tests make: pictures, stores, logs.
MADE = ROOT / ".build" / "web"
PICTURES = MADE / "pictures"


def binary() -> str:
    """The tool under test; HEALTH_BINARY names it."""
    return os.environ.get("HEALTH_BINARY") or str(ROOT / ".build" / "debug" / "health")
