# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""The texts of the pages, as their tables have them: tests name keys, so that a better wording breaks none of them."""

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
    """A text, with what stands in for {name}."""
    return re.sub(r"\{(\w+)\}", lambda found: str(values.get(found[1], found[0])), table(language)[key])


def type_name(name: str, language: str = "en") -> str:
    """What a type is called."""
    return text(f"type_{name}", language)
