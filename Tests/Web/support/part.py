# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""The part of the tests that runs with TESTS=part: one size of the screen, one language, and a sixth of the cases of each test
that has more than three.

TESTS_SEED selects the part: consecutive numbers have other sizes, languages and cases.
"""

import os
import zlib

from .texts import LANGUAGES

IS_PART = os.environ.get("TESTS") == "part"
SEED = int(os.environ.get("TESTS_SEED") or 0)

# The maximum number of cases of a test that always run, and the number of parts into which more cases are divided.
ALWAYS = 3
PARTS = 6


def languages(name: str) -> dict:
    """Returns the languages of a test or page with their tags: all, or one of them."""
    chosen = list(LANGUAGES)[_number(name) % len(LANGUAGES)]
    return {chosen: LANGUAGES[chosen]} if IS_PART else LANGUAGES


def sizes(name: str, all_sizes: tuple) -> tuple:
    """Returns the sizes of the screen of a test or page: all, or one of them."""
    return (all_sizes[_number(name) % len(all_sizes)],) if IS_PART else all_sizes


def cases(name: str, every: list) -> list:
    """Returns the cases of a test: all, or a sixth of more than three."""
    return every[_number(name) % min(PARTS, len(every)) :: PARTS] if IS_PART and len(every) > ALWAYS else every


def _number(name: str) -> int:
    return zlib.crc32(name.encode()) + SEED
