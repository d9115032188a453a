# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""The part of the tests that runs with WEB_TESTS=part: one size of the screen and three languages of each test.

The part of a test is the same in each run, and different for different tests.
"""

import os
import zlib

from .texts import LANGUAGES

IS_PART = os.environ.get("WEB_TESTS") == "part"


def languages(name: str) -> dict:
    """Returns the languages of a test or page with their tags: all, or English and two others."""
    if not IS_PART:
        return LANGUAGES
    others = [language for language in LANGUAGES if language != "en"]
    first = _number(name) % len(others)
    chosen = {"en", others[first], others[(first + len(others) // 2) % len(others)]}
    return {language: tag for language, tag in LANGUAGES.items() if language in chosen}


def sizes(name: str, all_sizes: tuple) -> tuple:
    """Returns the sizes of the screen of a test or page: all, or one of them."""
    return (all_sizes[_number(name) % len(all_sizes)],) if IS_PART else all_sizes


def _number(name: str) -> int:
    return zlib.crc32(name.encode())
