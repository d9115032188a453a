# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""The screen of today: goals, the last night, changes and measurements of the newest day, with its date if that is not today."""

import datetime
import json
import zoneinfo

import pytest

from support.app import App
from support.charts import number
from support.texts import text, type_name
from support.tool import WEB_APP, ZONE, export_day, figures, health, today

STEPS = "HKQuantityTypeIdentifierStepCount"
VARIABILITY = "HKQuantityTypeIdentifierHeartRateVariabilitySDNN"
WEIGHT = "HKQuantityTypeIdentifierBodyMass"


def part(person, name: str) -> str:
    """Returns the words of a card."""
    return person.wait(lambda: person.words(f'#today [data-part="{name}"]'), f"the card {name}")


def row(person, type_name: str) -> str:
    """Returns the words of the row of a type."""
    return person.wait(lambda: person.words(f'#today [data-type="{type_name}"]'), f"the row of {type_name}")


def newest(store, type_name: str) -> dict:
    return json.loads(health("samples", type_name, "--newest-first", "--limit", "1", "--format", "json", "--store", store))[0]


def test_newest_figures(guest):
    """Steps and measurements are those of the tool; the rings and the night name their day if it is not today."""
    store = guest.daemon.store
    guest.open("/")
    # The days of the demo end with the day before its export.
    first = export_day(store) - datetime.timedelta(days=1)
    steps = [entry["sum"] for entry in figures(store, "stepCount", first, today(), "--every", "day")][-1]
    assert f"{steps:,.0f}" in part(guest, "goals")
    assert number(row(guest, "bodyMass").split("\n")[-1]) == pytest.approx(newest(store, "bodyMass")["value"], abs=0.0501)
    heart = newest(store, "heartRate")
    time = datetime.datetime.fromisoformat(heart["start"]).astimezone(zoneinfo.ZoneInfo(ZONE))
    assert f"{time:%-I:%M}" in row(guest, "heartRate") and f"{heart['value']:.0f}" in row(guest, "heartRate")
    for name in ("goals", "night", "changes", "newest"):
        assert not [word for word in ("NaN", "undefined", "today_") if word in part(guest, name)]
    guest.shot("today")


@pytest.mark.size("phone")
def test_one_screen(guest):
    """All of it fits on one screen of a phone that is 390 px wide, with the buttons to add, and begins on the first one."""
    guest.resize((390, 844))
    for dark in (False, True):
        guest.media(dark=dark)
        guest.open("/")
        part(guest, "newest")
        box = guest.js("const { top, height } = document.querySelector('#today').getBoundingClientRect(); return [top + scrollY, height]")
        assert box[0] < 422 and box[1] <= 844, box
        guest.shot("dark" if dark else "light")
    guest.goes(type_name("bloodPressure"), "link")
    assert guest.path == "/add/bloodPressure"


@pytest.mark.size("desktop")
def test_usual_ranges(guest):
    """Each row states the difference from the day before and the usual range, as the interface has them."""
    app = App(guest.daemon, "org.example.ranges")
    app.allow("--read", "restingHeartRate")
    first = today() - datetime.timedelta(days=13)
    answer = app.send("GET", "/v1/insights/ranges", None, type="restingHeartRate", timeZone=ZONE, **{"from": str(first), "to": str(today())})
    before, now = [day for day in answer["ranges"][0]["days"] if "value" in day and not day.get("partial")][-2:]
    guest.open("/")
    words = row(guest, "restingHeartRate")
    assert f"{now['value']:.0f}" in words
    assert f"{now['range']['low']:.0f}–{now['range']['high']:.0f}" in words
    difference = abs(round(now["value"]) - round(before["value"]))
    assert text("today_unchanged") in words if difference == 0 else f"{difference} " in words


@pytest.mark.size("desktop")
def test_data_of_today(owner):
    """A sample that another app saves today appears without loading the page again."""
    app = App(owner.daemon)
    app.allow("--share", "stepCount", "--share", "bodyMass", "--share", "heartRateVariabilitySDNN")
    owner.open("/").js("window.isTheSame = true")
    part(owner, "newest")
    now = datetime.datetime.now(datetime.UTC)
    app.save({"type": WEIGHT, "startDate": now.isoformat(), "endDate": now.isoformat(), "value": 61.5, "unit": "kg"},
             {"type": VARIABILITY, "startDate": now.isoformat(), "endDate": now.isoformat(), "value": 900, "unit": "ms"})
    owner.wait(lambda: "61.5" in row(owner, "bodyMass"), "the weight")
    assert text("format_today") in row(owner, "bodyMass")
    # The day is not over, so that its figure is not compared.
    owner.wait(lambda: text("chart_sofar").split("}")[1].strip() in row(owner, "heartRateVariabilitySDNN"), "the figure so far")
    assert text("today_above").split("{range}")[0].strip() not in row(owner, "heartRateVariabilitySDNN")
    assert owner.elements("#today .today-row")[0].get_attribute("data-type") == "heartRateVariabilitySDNN"
    assert not owner.elements("#today-note") and owner.js("return window.isTheSame")
    owner.shot("today")


def store_of(serve, tmp_path, records: str):
    """Returns a daemon with the records of an export, which the pages may read."""
    daemon = serve("owned")
    export = tmp_path / "export.xml"
    export.write_text(f'<HealthData locale="en_GB">{records}</HealthData>')
    health("import", export, "--timezone", ZONE, "--store", daemon.store)
    health("apps", "grant", WEB_APP, "--all", "--store", daemon.store)
    return daemon


@pytest.mark.parametrize("age", [1, 20, 400])
def test_old_data(someone, serve, tmp_path, age):
    """Data that is not of today names its day, whether it is of yesterday or of last year."""
    day = today() - datetime.timedelta(days=age)
    date = f"{day} 09:00:00 +0000"
    record = '<Record type="{}" sourceName="Watch" unit="{}" value="{}" startDate="{}" endDate="{}"/>'
    daemon = store_of(serve, tmp_path, record.format(STEPS, "count", 4321, date, date) + record.format(WEIGHT, "kg", 71.5, date, date))
    person = someone(daemon, "phone").signs_in().open("/")
    person.reads(text("today_none").split("{day}")[0], "#today-note")
    assert f"{day.day} {day:%B} {day.year}" in person.words("#today-note")
    name = text("format_yesterday") if age == 1 else f"{day.day} {day:%b}"
    person.wait(lambda: "4,321" in part(person, "goals"), "the steps")
    assert name in part(person, "goals") and name in row(person, "bodyMass")
    assert text("today_night_none") in part(person, "night") and text("today_changes_none") in part(person, "changes")
    person.shot("old")


@pytest.mark.size("desktop")
def test_failed_part(owner):
    """A part whose request fails says so, and the others are there."""
    owner.allow_status(500, "/v1/insights/ranges").allow(r"/v1/insights/ranges.*ERR_")
    owner.cdp("Network.enable")
    owner.cdp("Network.setBlockedURLs", urls=["*/v1/insights/ranges*"])
    try:
        owner.open("/")
        owner.wait(lambda: text("problem_failed") in part(owner, "changes"), "what failed")
        assert "kg" in part(owner, "newest")
        owner.shot("failed")
    finally:
        owner.cdp("Network.setBlockedURLs", urls=[])


@pytest.mark.parametrize("shape", [(390, 844), (1280, 800)])
def test_nothing_moves(someone, reading, shape):
    """Panels that load late do not move what is below them."""
    person = someone(reading).signs_in()
    person.resize(shape)
    person.open("/")
    part(person, "newest")
    person.wait(lambda: "…" not in person.words(".pins"), "the cards")
    moved = person.driver.execute_async_script("""
        const done = arguments[0];
        let sum = 0;
        new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value; })
          .observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => done(sum), 300);""")
    assert moved < 0.1, moved
