# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Paths of files and folders."""

import os
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[3]
WEB = ROOT / "Sources" / "OpenHealthPages" / "Web"
# The files created by the tests: pictures, stores and logs.
MADE = ROOT / ".build" / "web"
PICTURES = MADE / "pictures"


def binary() -> str:
    """Returns the path of the tested tool, which can be set by HEALTH_BINARY."""
    return os.environ.get("HEALTH_BINARY") or str(ROOT / ".build" / "debug" / "health")
