# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""The strings of the pages from their tables: tests use keys, so that they do not depend on the wording."""

import functools
import json
import re

from .places import WEB

# Each language of the pages, with the tag that they give it.
LANGUAGES = {"en": "en", "en-GB": "en-GB", "de": "de", "es": "es", "fr": "fr", "pt": "pt-BR", "pt-PT": "pt-PT", "ja": "ja", "ko": "ko",
             "zh": "zh-Hans"}
# Languages whose tables have only what they spell in another way.
BASES = {"en-GB": "en", "pt-PT": "pt"}


@functools.cache
def table(language: str = "en") -> dict:
    """All texts of a language."""
    texts = dict(table(BASES[language])) if language in BASES else {}
    for path in sorted((WEB / "strings" / language).glob("*.json")):
        texts.update(json.loads(path.read_text(encoding="utf-8")))
    return texts


def text(key: str, language: str = "en", **values) -> str:
    """Returns a string with values for its placeholders."""
    return re.sub(r"\{(\w+)\}", lambda found: str(values.get(found[1], found[0])), table(language)[key])


def type_name(name: str, language: str = "en") -> str:
    """Returns the name of a type."""
    return text(f"type_{name}", language)
