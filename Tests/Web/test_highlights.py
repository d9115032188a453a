# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""The cards of the dashboard's highlights: their order, their charts, and the periods that they lead to."""

import datetime
import json
import random
import re

import pytest

from support.care import axe, sideways
from support.stores import Stores
from support.texts import text
from support.tool import WEB_APP, ZONE, health, today

DAYS = 420
KINDS = ["range", "trend", "comparison", "record", "streak", "sleep"]


def export(path) -> None:
    """Writes a year of steps that rise ten weeks before today, a resting heart rate whose last day is unusual, and a weight that falls."""
    noise = random.Random(5)
    records = []

    def add(type_name: str, unit: str, day: datetime.date, value: float, hours: str = "12:00:00 +0000"):
        date = f"{day} {hours}"
        records.append(f'<Record type="HKQuantityTypeIdentifier{type_name}" sourceName="Watch" unit="{unit}" value="{value}" '
                       f'startDate="{date}" endDate="{date}"/>')

    for back in range(DAYS, 0, -1):
        day = today() - datetime.timedelta(days=back)
        add("StepCount", "count", day, round((10_500 if back < 70 else 7_500) + noise.gauss(0, 1200)))
        add("RestingHeartRate", "count/min", day, 76 if back == 1 else round(58 + noise.gauss(0, 1.6)))
        if back % 3 == 0:
            add("BodyMass", "kg", day, round(80 - (DAYS - back) * 0.01 + noise.gauss(0, 0.25), 1))
        if back % 4 == 0:
            add("BloodPressureSystolic", "mmHg", day, round(124 + noise.gauss(0, 4)))
            add("BloodPressureDiastolic", "mmHg", day, round(79 + noise.gauss(0, 3)))
    path.write_text(f'<HealthData locale="en_GB">{"".join(records)}</HealthData>')


@pytest.fixture(scope="module")
def changed(tmp_path_factory):
    """Returns a daemon whose store has an outlier, a change and a level."""
    folder = tmp_path_factory.mktemp("changed")
    (folder / "stores").mkdir()
    daemon = Stores(folder / "stores").serve("owned")
    export(folder / "export.xml")
    health("import", folder / "export.xml", "--timezone", ZONE, "--store", daemon.store)
    health("apps", "grant", WEB_APP, "--all", "--store", daemon.store)
    yield daemon
    daemon.stop()


@pytest.fixture
def person(someone, changed, size):
    """Returns the owner of the store on the dashboard with its highlights."""
    return cards_of(someone(changed, size).signs_in())


def cards_of(person):
    person.open("/")
    person.wait(lambda: person.js("""const cards = [...document.querySelectorAll('.highlights .insight')];
        return cards.length && cards.every((one) => one.querySelector('.highlight-days'))"""), "the charts of the highlights")
    return person


def shown(person, selector: str = ".highlights .insight") -> list:
    return person.js("return [...document.querySelectorAll(arguments[0])].map((one) => [one.dataset.kind, one.dataset.type])", selector)


def test_outliers_then_changes_then_facts(person):
    """The unusual figure is the first card, then what has changed, then facts; levels are in a row of their own."""
    kinds = [kind for kind, _ in shown(person)]
    assert shown(person)[0] == ["range", "restingHeartRate"]
    assert ["trend", "stepCount"] in shown(person)
    assert [KINDS.index(kind) for kind in kinds] == sorted(KINDS.index(kind) for kind in kinds)
    assert "bloodPressure" not in kinds and shown(person, ".levels .insight")[0][0] == "bloodPressure"
    person.shot("highlights")


def test_highlights_come_first(person):
    """The row of cards is above the figures of today, and scrolls by itself."""
    tops = person.js("return ['#insights', '#today', '#charts'].map((one) => document.querySelector(one).getBoundingClientRect().top)")
    assert tops == sorted(tops)
    assert not sideways(person.browser)
    assert not axe(person.browser)


def test_each_card_has_its_sentence_and_its_chart(person):
    """A card has a picture of its kind, a sentence, and a chart; a change has both averages at their lines."""
    for card in person.js("""return [...document.querySelectorAll('.highlights .insight')].map((one) => ({
        kind: one.dataset.kind, icon: one.querySelectorAll('svg.highlight-icon path').length, words: one.querySelector('.insight-text').innerText,
        marks: one.querySelectorAll('.highlight-chart svg > *').length, lines: one.querySelectorAll('.highlight-before, .highlight-now').length,
        averages: [...one.querySelectorAll('.highlight-value')].map((label) => label.innerText), days: one.querySelectorAll('.highlight-days > span').length }))"""):
        assert card["icon"] == 1 and card["words"] and card["marks"] and card["days"] == 2, card
        if card["kind"] in ("trend", "comparison"):
            assert card["lines"] == 2 and len(card["averages"]) == 2
            assert all(average in card["words"] for average in card["averages"]), card
    assert person.js("return document.querySelectorAll('.highlights [data-kind=range] .highlight-band').length") == 1
    assert person.js("return document.querySelectorAll('.highlights [data-kind=range] .highlight-dot').length") == 1


@pytest.mark.size("desktop")
def test_a_change_opens_the_period_in_which_it_can_be_seen(person, changed):
    """The link of a change leads to a view that contains both of its periods, and that of an outlier to its day."""
    said = json.loads(health("insights", "--format", "json", "--store", changed.store))["insights"]
    trend = next(one for one in said if one["kind"] == "trend" and one["highlight"] and one["type"].endswith("StepCount"))
    address = person.js("return document.querySelector('.highlights [data-kind=trend][data-type=stepCount]').getAttribute('href')")
    found = re.fullmatch(r"/types/stepCount\?view=(\w+)&date=(\S+)", address)
    assert found and found[2] == trend["period"]["lastDay"]
    assert found[1] in ("sixMonths", "year", "fiveYears")
    outlier = person.js("return document.querySelector('.highlights [data-kind=range]').getAttribute('href')")
    assert outlier == f"/types/restingHeartRate?view=month&date={today() - datetime.timedelta(days=1)}"
    person.open(outlier)
    assert person.js("return document.querySelector('main canvas') !== null")


@pytest.mark.size("desktop")
def test_levels_state_their_period(person, changed):
    """A level names the first and the last day of its figures."""
    said = json.loads(health("insights", "--format", "json", "--store", changed.store))["insights"]
    period = next(one for one in said if one["kind"] == "bloodPressure")["period"]
    words = person.words(".levels .insight-text")
    assert str(datetime.date.fromisoformat(period["firstDay"]).day) in words
    assert str(datetime.date.fromisoformat(period["lastDay"]).day) in words


@pytest.mark.size("phone")
def test_nothing_moves_when_they_arrive(person):
    """The space of the cards is kept before they arrive."""
    person.wait(lambda: "…" not in person.words(".pins"), "the cards")
    moved = person.driver.execute_async_script("""
        const done = arguments[0];
        let sum = 0;
        new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value; })
          .observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => done(sum), 300);""")
    assert moved < 0.1, moved


@pytest.mark.size("desktop")
def test_no_highlights_take_no_space(someone, serve):
    """Without statements the page begins with today."""
    daemon = serve("owned")
    health("add", "bodyMass", "71 kg", "--store", daemon.store)
    health("apps", "grant", WEB_APP, "--all", "--store", daemon.store)
    person = someone(daemon).signs_in().open("/")
    person.wait(lambda: not person.elements("#insights"), "the section to go")
    assert not person.elements("#levels")
    person.open("/")
    assert not person.elements("#insights")


@pytest.mark.size("desktop")
def test_dark(someone, changed):
    """The cards are readable on dark screens."""
    person = cards_of(someone(changed, dark=True).signs_in())
    assert text("insights_title") in person.words("#insights")
    assert not axe(person.browser)
    person.shot("dark")
