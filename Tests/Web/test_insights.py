# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""The highlights of the dashboard: the statements of the tool, each of which leads to its chart."""

import json
import re

import pytest

from support.care import axe, sideways
from support.texts import LANGUAGES, table, text, type_name
from support.tool import health

# The maximum number of cards and of levels, and the order of the kinds on the page.
MOST, MOST_LEVELS = 6, 3
KINDS = ["range", "trend", "comparison", "record", "streak", "sleep"]
LEVELS = {"bloodPressure", "cardioFitness", "walkingSpeed"}
PAGES = {"bloodPressureSystolic": "bloodPressure"}


def highlights(store) -> list:
    """Returns the insights of the tool about the same store: kind and short name of the type."""
    found = json.loads(health("insights", "--format", "json", "--store", store))["insights"]
    every = [(one["kind"], re.sub(r"^HK\w+TypeIdentifier", "", one["type"])) for one in found if one["highlight"]]
    cards = sorted((one for one in every if one[0] not in LEVELS), key=lambda one: KINDS.index(one[0]))
    return cards[:MOST] + [one for one in every if one[0] in LEVELS][:MOST_LEVELS]


def shown(person) -> list:
    """Kind and type of the sentences on the page."""
    return person.js("return [...document.querySelectorAll('.insight')].map((one) => [one.dataset.kind, one.dataset.type])")


def test_highlights(guest, size):
    """The page has a sentence for each highlight of the tool: outliers, changes, facts, levels."""
    expected = highlights(guest.daemon.store)
    assert expected
    guest.open("/")
    guest.wait(lambda: len(shown(guest)) == len(expected), "the highlights")
    assert [(kind, name.lower()) for kind, name in shown(guest)] == [(kind, name.lower()) for kind, name in expected]
    assert guest.words("#insights h2") == text("insights_title")
    assert guest.words("#levels h2") == text("insights_levels")
    assert text("insights_note") in guest.words("#levels")
    guest.shot("highlights")


def test_each_leads_to_its_chart(guest):
    """A sentence opens the page of its type."""
    guest.open("/")
    guest.wait(lambda: shown(guest), "the highlights")
    for index, (_, name) in enumerate(shown(guest)):
        guest.open("/")
        guest.wait(lambda: shown(guest), "the highlights")
        guest.js("window.isOld = true")
        guest.press(guest.elements(".insight")[index])
        guest.arrives()
        assert guest.path.partition("?")[0] == f"/types/{PAGES.get(name, name)}"


@pytest.mark.parametrize("name, kind", [("bloodPressure", "bloodPressure"), ("sleepAnalysis", "sleep"), ("vo2Max", "cardioFitness")])
def test_pages_of_types_say_what_the_dashboard_says(guest, name, kind):
    """Below the chart of a type are the statements about it, in the words of the dashboard."""
    guest.open("/")
    guest.wait(lambda: shown(guest), "the highlights")
    said = guest.words(f'.insight[data-kind="{kind}"] .insight-text')
    guest.open(f"/types/{name}").reads(said, "[data-part=insights]")
    assert text("insights_note") in guest.words("[data-part=insights]")
    below = guest.js("""return document.querySelector('main canvas').compareDocumentPosition(document.querySelector('[data-part=insights]'))
        & Node.DOCUMENT_POSITION_FOLLOWING""")
    assert below and not axe(guest.browser) + sideways(guest.browser)
    guest.shot(name)


@pytest.mark.size("desktop")
def test_pages_without_statements(guest):
    """A type without statements has no card for them."""
    for name in ("headache", "workout", "forcedVitalCapacity", "electrocardiogram"):
        guest.open(f"/types/{name}")
        guest.wait(lambda: guest.js(
            "return performance.getEntriesByType('resource').some((one) => one.name.endsWith('type-insights.js') && one.responseEnd)"), "the module")
        assert not guest.elements("[data-part=insights]"), name


@pytest.mark.size("desktop")
def test_goal_of_sleep(owner):
    """The goal of sleep in the settings is that of the highlights."""
    owner.open("/settings").types(type_name("sleepAnalysis"), "12")
    owner.js("document.activeElement.blur()")
    owner.reads(text("settings_saved"))
    said = json.loads(health("insights", "--sleep-goal", "12", "--format", "json", "--store", owner.daemon.store))["insights"]
    missing = [one["sleep"]["missing"] for one in said if one["kind"] == "sleep"][0]
    owner.open("/")
    owner.wait(lambda: shown(owner), "the highlights")
    assert f"{int(missing // 3600)}h" in owner.words('.insight[data-kind="sleep"]')


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages(guest, language):
    """The sentences are in the language of the page, and nothing is left to fill in."""
    guest.speak(LANGUAGES[language])
    guest.open("/")
    guest.wait(lambda: shown(guest), "the highlights")
    words = guest.words("#insights") + guest.words("#levels")
    assert text("insights_title", language) in words
    assert not re.search(r"\{\w+\}|insights_|undefined|NaN|null", words), words
    for _, name in shown(guest):
        assert type_name(PAGES.get(name, name), language) in words
    guest.shot(f"highlights-{language}")


def test_every_text_has_its_gaps_in_every_language():
    """The placeholders of a sentence are the same in every language."""
    def gaps(words: str) -> set:
        return set(re.findall(r"\{\w+\}", words)) - {"{count}"}

    keys = [key for key in table() if key.startswith("insights_")]
    assert len(keys) > 30
    for language in LANGUAGES:
        for key in keys:
            assert gaps(text(key, language)) == gaps(text(key)), f"{language}: {key}"
