# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Tests of types with special pages: heart rate, sleep, symptoms, workouts, ECGs."""

import collections
import datetime
import json
import re
import sqlite3
import zoneinfo

import pytest
from selenium.webdriver.common.keys import Keys

from support.charts import figure, numbers, table_behind
from support.pages import path
from support.texts import text, type_name
from support.tool import ZONE, figures, health, today


def seconds(words: str) -> int:
    """Returns the duration in seconds of a string such as "7h 30m", which is shown in minutes."""
    parts = {unit: int(value) for value, unit in re.findall(r"(\d+)\s*(h|m|s)", words)}
    return parts.get("h", 0) * 3600 + parts.get("m", 0) * 60 + parts.get("s", 0)


def nights(store, first, last) -> dict:
    """Returns the duration of each stage in seconds, by the day on which the night ends."""
    found = collections.defaultdict(dict)
    for row in figures(store, "sleepAnalysis", first, last, "--every", "day"):
        stage = row["valueName"].removeprefix("HKCategoryValueSleepAnalysis")
        found[row["end"][:10]][stage[0].lower() + stage[1:]] = row["duration"]
    return found


def asleep(stages: dict) -> float:
    return sum(length for stage, length in stages.items() if stage.startswith("asleep"))


def test_heart_rate(guest):
    """Range bars from the minimum to the maximum, and the average of each day, equal the tool's figures."""
    day = today() - datetime.timedelta(days=10)
    first = day.replace(day=1)
    last = (first + datetime.timedelta(days=31)).replace(day=1) - datetime.timedelta(days=1)
    rows = figures(guest.daemon.store, "heartRate", first, last, "--every", "day", "--empty")
    guest.open(f"/types/heartRate?view=month&date={day}")
    guest.element("main canvas")
    guest.shot("month")
    table = [numbers(row[1:]) for row in table_behind(guest)]
    expected = [[row[key] for key in ("minimum", "maximum", "average")] for row in rows]
    assert len(table) == len(expected)
    for shown, said in zip(table, expected):
        assert shown == [None if value is None else pytest.approx(value, abs=0.501) for value in said]
    bars = guest.js("return Chart.getChart(document.querySelector('main canvas')).data.datasets[0].data")
    assert bars == [row[:2] if row[0] is not None else None for row in expected]


def test_sleep(guest):
    """The durations of nights by stages, and of a single night, equal those of the tool."""
    day = today() - datetime.timedelta(days=5)
    guest.open(f"/types/sleepAnalysis?view=week&date={day}")
    guest.element("main canvas")
    guest.shot("week")
    rows = table_behind(guest)
    first = min(one for one in (day - datetime.timedelta(days=back) for back in range(7)) if f"{one:%A}" in rows[0][0] and one <= day)
    said = nights(guest.daemon.store, first, first + datetime.timedelta(days=6))
    for count, row in enumerate(rows):
        stages = said.get(str(first + datetime.timedelta(days=count)), {})
        expected = sum(length for stage, length in stages.items() if stage != "inBed")
        assert abs(seconds(row[-1]) - expected) <= 60 * len(row), (row, stages)
    stages = said[str(day)]
    in_the_week = figure(guest, rows[(day - first).days][0])
    assert abs(seconds(in_the_week) - asleep(stages)) <= 60
    guest.click(text("type_sleep_open"), "button")
    guest.wait(lambda: "view=day" in guest.path, "the night")
    assert figure(guest, text("type_sleep_total")) == in_the_week
    times = guest.js("return [...document.querySelectorAll('.time-scale span')].map((one) => one.textContent)")
    assert 2 <= len(times) <= 6 and all(re.search(r":00", time) for time in times), times
    guest.click(text("type_sleep_table"), "button")
    guest.shot("night")


def test_symptoms(guest):
    """The month of a symptom is a calendar in which days with an entry are marked and lead to their entries."""
    rows = json.loads(health("samples", "headache", "--newest-first", "--limit", "200", "--format", "json", "--store", guest.daemon.store))
    zone = zoneinfo.ZoneInfo(ZONE)
    days = collections.Counter(datetime.datetime.fromisoformat(row["start"]).astimezone(zone).date() for row in rows)
    newest = max(days)
    guest.open(f"/types/headache?view=month&date={newest}")
    guest.element("table.calendar")
    guest.shot("calendar")
    marked = guest.js("""
        return [...document.querySelectorAll('table.calendar td')].filter((one) => one.querySelector('.mark, .calendar-count, [class*=level]')).length""")
    expected = [day for day in days if (day.year, day.month) == (newest.year, newest.month)]
    assert marked == len(expected)
    entries = guest.wait(lambda: guest.elements("main a[href^='/samples/']"), "the entries of the day")
    assert len(entries) == days[newest]


@pytest.mark.size("desktop")
def test_calendar_by_key(guest):
    """Arrow keys move between the days of the calendar."""
    day = today() - datetime.timedelta(days=14)
    guest.open(f"/types/headache?view=month&date={day}")
    guest.element("table.calendar")
    guest.js("document.querySelector('table.calendar [tabindex=\"0\"]').focus()")
    guest.keys(Keys.ARROW_LEFT)
    earlier = day - datetime.timedelta(days=1)
    guest.wait(lambda: str(earlier.day) in guest.js("return document.activeElement.innerText"), "the day before")
    guest.keys(Keys.ENTER)
    guest.reads(f"{earlier.day} {earlier:%B}", "main")


def test_workouts(guest):
    """The workouts of a month are listed, and each leads to its page."""
    guest.open("/types/workout?view=month").reads(text("type_workouts"), "main").shot("workouts")
    assert guest.elements("main a[href^='/samples/']")


def test_workout(guest):
    """A workout has figures, splits, a heart rate curve and a route drawn to scale."""
    guest.open(path("workout with route", guest.daemon.store))
    guest.shot("workout")
    words = guest.words("main")
    assert "km" in words
    assert guest.elements("main canvas"), "the heart rate has no curve"
    assert guest.js("return document.querySelectorAll('main svg path, main svg polyline').length"), "the route is not drawn"


def test_ecg(guest):
    """An ECG is a strip on graph paper."""
    guest.open(path("ECG", guest.daemon.store))
    guest.shot("ECG")
    assert guest.js("return document.querySelectorAll('main canvas, main svg').length"), "there is no strip"
    assert "512" in guest.words("main")


@pytest.mark.size("desktop")
def test_blood_pressure(guest):
    """Both numbers of blood pressure are on one page."""
    guest.open("/types/bloodPressure?view=month").element("main canvas")
    assert type_name("bloodPressure") in guest.headline
    words = guest.words("main")
    assert re.search(text("type_average") + r"\s+\d+/\d+\s+mmHg", words), words
    assert re.search(text("type_range") + r"\s+\d+(–\d+)?/\d+(–\d+)?\s+mmHg", words), words
    guest.shot("pressure")


@pytest.mark.size("desktop")
def test_rings(guest):
    """The activity summaries have a page."""
    guest.open("/types/activitySummary").reads(type_name("activitySummary"), "h1").shot("rings")


@pytest.mark.size("desktop")
def test_rings_of_all_days(guest):
    """The list of the rings has each day once, newest first, a hundred at a time."""
    with sqlite3.connect(f"file:{guest.daemon.store}?mode=ro", uri=True) as store:
        [[count]] = store.execute("SELECT count(*) FROM activity_summary")
    assert count > 100
    rows = "return document.querySelectorAll('main tbody tr').length"
    guest.open("/types/activitySummary/samples")
    guest.wait(lambda: 0 < guest.js(rows) <= 100, "the first rows")

    def ended():
        more = guest.find(text("samples_more"), "button")
        if more:
            more.click()
        return not more

    guest.wait(ended, "the last rows")
    assert guest.js(rows) == count
    assert len(set(guest.js("return [...document.querySelectorAll('main tbody th')].map((one) => one.innerText)"))) == count


@pytest.mark.size("desktop")
def test_mailing_a_report(guest):
    """A report is a mail draft with the figures attached."""
    guest.open("/types/stepCount?view=week")
    guest.js("""
        window.saved = [];
        const create = URL.createObjectURL;
        URL.createObjectURL = (blob) => { blob.text().then((text) => window.saved.push(text)); return create(blob); };
        document.addEventListener('click', (event) => { if (event.target.closest('a[download]')) event.preventDefault(); }, true);""")
    guest.click(text("report_mail"), "button")
    [draft] = guest.wait(lambda: guest.js("return window.saved"), "the draft")
    assert "X-Unsent: 1" in draft and "text/csv" in draft


@pytest.mark.size("desktop")
def test_what_is_allowed_by_itself(someone, serve):
    """The person's characteristics are in the list of types; health records and prescriptions require permission when they are
    opened."""
    person = someone(serve("imported")).signs_in()
    person.allow_status(403)
    person.open("/").goes(text("welcome_allow"), "button")
    person.open("/types").reads("28 Feb 1990", "main").shot("person")
    person.goes(type_name("dateOfBirth"), "link").reads("28 Feb 1990", "main")
    person.open("/types/labResultRecord").goes(text("problem_allow"), "button")
    person.reads(type_name("conditionRecord"), "main").goes(text("permission_all"), "button")
    assert person.path == "/types/labResultRecord", person.path
    person.reads("Hemoglobin", "main").shot("record")
    person.open("/types/visionPrescription").goes(text("problem_allow"), "button")
    person.goes(text("permission_all"), "button")
    assert person.path == "/types/visionPrescription", person.path
    person.element("main a[href^='/samples/']").click()
    person.reads(text("sample_eye_left"), "main").reads("-1.75 D", "main").shot("prescription")
