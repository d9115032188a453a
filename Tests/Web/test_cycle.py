# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Tests of the page of menstrual cycles: periods, lengths, and the range of the next one."""

import datetime
import re

import pytest

from support import part
from support.app import App
from support.care import axe, sideways
from support.texts import text
from support.tool import health, today

LENGTHS = [28, 30, 27, 29, 31]


def enter(app, starts: list, length: int = 4) -> None:
    """Saves periods: one entry for each day."""
    app.save(*[{
        "type": "menstrualFlow", "value": 3, "startDate": f"{start + datetime.timedelta(days=day)}T12:00:00Z",
        "metadata": {"HKMenstrualCycleStart": day == 0},
    } for start in starts for day in range(length)])


@pytest.fixture
def cycles(someone, serve):
    """Returns a function that opens the page with periods of the given cycle lengths, the last of which began ten days ago."""
    def begin(lengths: list, size: str = "desktop", **more):
        daemon = serve("owned")
        health("apps", "grant", "org.openhealthkit.web", "--all", "--store", daemon.store)
        health("settings", "set", "timeZone", "Europe/Berlin", "--store", daemon.store)
        app = App(daemon)
        app.allow("--share", "menstrualFlow")
        last = today() - datetime.timedelta(days=10)
        starts = [last]
        for length in reversed(lengths):
            starts.insert(0, starts[0] - datetime.timedelta(days=length))
        enter(app, starts)
        return someone(daemon, size, **more).signs_in(), starts
    return begin


def test_cycles(cycles, size):
    """The page has the periods with their lengths, the day of the cycle, and the range of the next period."""
    person, starts = cycles(LENGTHS, size)
    person.open("/types/menstrualFlow?view=month").element(".cycles table")
    rows = person.js("return [...document.querySelectorAll('.cycles .type-table tbody tr')].map((row) => [...row.cells].map((cell) => cell.innerText))")
    assert len(rows) == len(starts)
    assert [int(re.sub(r"\D", "", row[2])) for row in rows[1:]] == list(reversed(LENGTHS)) and rows[0][2] == "–"
    assert all(row[1] == text("type_count_days_other", count="4") for row in rows)
    assert "11" in person.words(".cycles .type-figures")
    # The interval of Student's t around the mean of 29 days, with a deviation of 1.58: 29 ± 2.7.
    answer = App(person.daemon, "org.example.cycle", "Cycle")
    answer.allow("--read", "menstrualFlow")
    forecast = answer.send("GET", "/v1/insights/cycle", timeZone="Europe/Berlin")["forecast"]
    assert forecast["earliest"] == str(starts[-1] + datetime.timedelta(days=26)), forecast
    assert forecast["latest"] == str(starts[-1] + datetime.timedelta(days=32)), forecast
    assert forecast["cycles"] == 5 and forecast["length"] == 29
    words = person.words(".forecast")
    assert text("cycle_no_contraception") in words and "80" in words
    person.shot("cycles")
    assert not axe(person.browser) + sideways(person.browser)


@pytest.mark.size("desktop")
def test_few_cycles_have_no_forecast(cycles, size):
    """With fewer than four cycles there is no range, and the page says why."""
    person, _ = cycles([28, 29, 30], size)
    person.open("/types/menstrualFlow?view=month").reads(text("cycle_too_few"), ".forecast")
    assert not person.elements(".forecast .figure")


@pytest.mark.size("desktop")
def test_an_entry_changes_the_cycles(cycles, size):
    """A new entry appears at once."""
    person, _ = cycles([28], size)
    person.open("/types/menstrualFlow?view=month").element(".cycles table")
    assert len(person.elements(".cycles .type-table tbody tr")) == 2
    enter(_writer(person.daemon), [today()], 1)
    person.wait(lambda: len(person.elements(".cycles .type-table tbody tr")) == 3, "the new period")


def _writer(daemon) -> App:
    app = App(daemon, "org.example.other", "Other")
    app.allow("--share", "menstrualFlow")
    return app


@pytest.mark.size("phone")
def test_languages(cycles, size):
    """The cycles are in the language of the page."""
    person, _ = cycles(LENGTHS, size)
    for language, tag in part.languages("cycle").items():
        person.speak(tag)
        person.open("/types/menstrualFlow?view=month").element(".cycles table")
        words = person.words("main")
        assert text("cycle_next", language) in words and text("cycle_no_contraception", language) in words
        assert not re.search(r"\{\w+\}|cycle_|undefined|NaN", words), words
        person.shot(language)
