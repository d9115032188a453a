# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""The part of the tests that runs with TESTS=part: those of the main files and a third of the others, on one size of the
screen, in one language, with a fifth of the cases of each test that has more than three.

TESTS_SEED selects the part: consecutive numbers have other tests, sizes, languages and cases.
"""

import os
import zlib

from .texts import LANGUAGES

IS_PART = os.environ.get("TESTS") == "part"
SEED = int(os.environ.get("TESTS_SEED") or 0)

# The files whose tests always run: the first run and the dashboard.
MAIN = ("test_first_run.py", "test_dashboard.py")
# Each of the other tests runs with every third seed. The other numbers have no factor in common with it, so that every size,
# language and case has its turn.
TURNS = 3

# The maximum number of cases of a test that always run, and the number of parts into which more cases are divided.
ALWAYS = 3
PARTS = 5


def has_turn(name: str) -> bool:
    """Returns whether a test runs; the name is that of its file and function."""
    return not IS_PART or name.startswith(MAIN) or _number(name) % TURNS == 0


def languages(name: str) -> dict:
    """Returns the languages of a test or page with their tags: all, or one of them."""
    chosen = list(LANGUAGES)[_number(name) % len(LANGUAGES)]
    return {chosen: LANGUAGES[chosen]} if IS_PART else LANGUAGES


def sizes(name: str, all_sizes: tuple) -> tuple:
    """Returns the sizes of the screen of a test or page: all, or one of them."""
    return (all_sizes[_number(name) % len(all_sizes)],) if IS_PART else all_sizes


def cases(name: str, every: list) -> list:
    """Returns the cases of a test: all, or a fifth of more than three."""
    return every[_number(name) % min(PARTS, len(every)) :: PARTS] if IS_PART and len(every) > ALWAYS else every


def _number(name: str) -> int:
    return zlib.crc32(name.encode()) + SEED
