# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Tests of the dashboard: steps, weight, and pinned types. The figures equal those of the tool."""

import datetime
import json
import math
import zoneinfo

import pytest
from selenium.webdriver.common.keys import Keys

from support.app import App
from support.charts import colours, contrast, is_drawn, number, numbers, table_behind
from support.texts import text, type_name
from support.tool import ZONE, export_day, figures, health, today

DAYS = 28
STEPS = "HKQuantityTypeIdentifierStepCount"
WEIGHT = "HKQuantityTypeIdentifierBodyMass"


def by_day(store, type_name: str, key: str, first: datetime.date, last: datetime.date) -> list:
    """Returns the tool's figure of each day; None if there is none."""
    rows = {row["start"][:10]: row[key] for row in figures(store, type_name, first, last, "--every", "day")}
    days = [first + datetime.timedelta(days=count) for count in range((last - first).days + 1)]
    return [rows.get(str(day)) for day in days]


def window(store, type_name: str) -> tuple:
    """Returns the first and last day of the dashboard, which ends today."""
    return today() - datetime.timedelta(days=DAYS - 1), today()


def open_place(store, first: datetime.date) -> int:
    """Returns the index of the incomplete day, which is that of the export."""
    return min((export_day(store) - first).days, DAYS - 1)


def rounded(value: float) -> int:
    """Returns the number as pages show it: a half is rounded up, and not to an even number as by Python."""
    return math.floor(value + 0.5)


def mean(values) -> float:
    known = [value for value in values if value is not None]
    return sum(known) / len(known)


def weekday_means(first: datetime.date, values: list) -> dict:
    """Returns the average of each weekday by its English name."""
    names = {}
    for count, value in enumerate(values):
        if value is not None:
            names.setdefault(f"{first + datetime.timedelta(days=count):%A}", []).append(value)
    return {name: mean(entries) for name, entries in names.items()}


def rules(panel: str) -> str:
    """Returns a script that returns the horizontal lines of a chart."""
    return f"return Chart.getChart(document.querySelector('{panel} canvas')).options.plugins.healthRules.rules.map((one) => one.value)"


def choose_tab(person, name: str) -> None:
    person.click(name, "tab")
    person.wait(lambda: person.find(name, "tab").get_attribute("aria-selected") == "true", f"the tab {name}")


def test_steps(guest):
    """The chart shows 28 days of steps, their average, and the averages of weekdays, as the tool computes them."""
    first, last = window(guest.daemon.store, "stepCount")
    expected = by_day(guest.daemon.store, "stepCount", "sum", first, last)
    guest.open("/").shot("steps")
    rows = table_behind(guest)
    assert len(rows) == DAYS
    assert numbers([row[1] for row in rows]) == expected
    assert f"{first.day} {first:%b}" in rows[0][0]
    # The day of the export is incomplete: its steps are shown, but are not part of averages.
    place = open_place(guest.daemon.store, first)
    finished = expected[:place]
    assert guest.js("return Chart.getChart(document.querySelector('#steps canvas')).options.plugins.healthRules.open.index") == place
    mark = text("chart_sofar").replace("{name}", "").strip()
    assert [index for index, row in enumerate(rows) if mark in row[0]] == [place]
    assert number(guest.words("#steps .panel-figure strong")) == rounded(mean(finished))
    assert guest.js(rules("#steps")) == [pytest.approx(mean(finished))]
    weekdays = {name: number(words) for name, words in table_behind(guest, 1)}
    assert weekdays == {name: rounded(value) for name, value in weekday_means(first, finished).items()}
    guest.shot("tables")


def test_choosing_a_day(guest):
    """A day chosen by pointer or key shows its figure, and the others are dimmed."""
    first, last = window(guest.daemon.store, "stepCount")
    expected = by_day(guest.daemon.store, "stepCount", "sum", first, last)
    guest.open("/")
    canvas = guest.element("#steps canvas")
    card = guest.js("return getComputedStyle(document.documentElement).getPropertyValue('--card').trim()")
    # The bar of the incomplete day is hollow.
    place = open_place(guest.daemon.store, first)
    assert len(set(colours(guest, canvas)[:place])) == 1, "a bar is chosen from the beginning"
    for index, choose in ((12, lambda: guest.point_at_bar(canvas, 12)), (13, lambda: guest.keys(Keys.ARROW_RIGHT))):
        choose()
        day = first + datetime.timedelta(days=index)
        guest.wait(lambda: number(guest.words("#steps .panel-figure strong")) == expected[index], f"the steps of {day}")
        assert f"{day:%A}" in guest.words("#steps .panel-figure")
        assert guest.js("return document.querySelector('#steps .panel-days').textContent") == ""
        bars = colours(guest, canvas)[:place]
        assert all(contrast(bar, card) >= 3 for bar in bars), bars
        assert bars.count(bars[index]) == 1 and len(set(bars)) == 2, "the chosen bar is not the one that stands out"
        guest.wait(lambda: is_drawn(guest, canvas), "the chart to be drawn")
    spoken = guest.js("return document.querySelector('#steps [aria-live=polite]').textContent")
    assert f"{expected[13]:,.0f}" in spoken
    guest.shot("chosen")
    guest.keys(Keys.ESCAPE)
    guest.wait(lambda: number(guest.words("#steps .panel-figure strong")) == rounded(mean(expected[:place])), "the average again")
    assert len(set(colours(guest, canvas)[:place])) == 1


@pytest.mark.size("desktop")
def test_goals_in_charts(owner):
    """The goals of steps and sleep are lines in their charts."""
    owner.open("/")
    try:
        saves_goals(owner, {"stepCount": {"value": 7654, "unit": "count"}, "sleepAnalysis": {"value": 7.5, "unit": "hr"}})
        owner.open("/").element("#steps canvas")
        assert 7654 in owner.js(rules("#steps"))
        owner.open("/types/sleepAnalysis?view=week").element("main canvas")
        assert owner.js(rules("main")) == [7.5]
        owner.shot("sleep")
    finally:
        saves_goals(owner, {"stepCount": None, "sleepAnalysis": None})


def saves_goals(person, goals: dict) -> None:
    status = person.driver.execute_async_script(
        "const done = arguments[1]; const token = sessionStorage.getItem('health-session');"
        "fetch('/v1/owner/preferences', {method: 'PATCH', body: JSON.stringify({goals: arguments[0]}),"
        " headers: {Accept: 'application/json', 'Content-Type': 'application/json', 'X-CSRF-Token': token}})"
        ".then((answer) => done(answer.status))", goals)
    assert status == 200, status


@pytest.mark.size("desktop")
def test_heart_rate_card(guest):
    """The line of a card is of the averages of finished days; the figure next to it is the latest reading."""
    store = guest.daemon.store
    rows = figures(store, "heartRate", today() - datetime.timedelta(days=40), today(), "--every", "day", "--functions", "latest")
    latest, last = rows[-1]["mostRecent"], datetime.date.fromisoformat(rows[-1]["start"][:10])
    first = last - datetime.timedelta(days=13)
    averages = [row["average"] for row in figures(store, "heartRate", first, last, "--every", "day", "--functions", "average")]
    values = averages[:-1] if last == export_day(store) else averages
    guest.open("/")
    card = guest.wait(lambda: [one for one in guest.elements(".pin-card") if type_name("heartRate") in one.text and "…" not in one.text], "the card")
    assert number(guest.js("return arguments[0].querySelector('.pin-text .figure').innerText", card[0])) == pytest.approx(latest, abs=0.501)
    points = guest.js("return arguments[0].querySelector('polyline').getAttribute('points')", card[0])
    height = float(points.split()[-1].split(",")[1])
    assert height == pytest.approx(33 - (values[-1] - min(values)) / (max(values) - min(values)) * 30, abs=0.06)


@pytest.mark.size("desktop")
def test_choosing_a_weekday(guest):
    """The chosen weekday and its average are in the middle of the ring."""
    first, last = window(guest.daemon.store, "stepCount")
    place = open_place(guest.daemon.store, first)
    means = weekday_means(first, by_day(guest.daemon.store, "stepCount", "sum", first, last)[:place])
    guest.open("/")
    ring = guest.elements("#steps canvas")[1]
    guest.js("arguments[0].focus({preventScroll: true})", ring)
    guest.keys(Keys.END)
    last_of_week = guest.words("#steps .chart-middle")
    guest.keys(Keys.HOME)
    guest.wait(lambda: guest.words("#steps .chart-middle") != last_of_week, "the first weekday")
    seen = set()
    while True:
        before = guest.words("#steps .chart-middle")
        name, words = [line for line in before.split("\n") if line.strip()]
        assert number(words) == rounded(means[name])
        seen.add(name)
        if before == last_of_week:
            break
        guest.keys(Keys.ARROW_RIGHT)
        guest.wait(lambda: guest.words("#steps .chart-middle") != before, "another weekday")
    assert len(seen) == 7, seen
    guest.shot("ring")


def test_weight(guest):
    """28 days of weight are a line, and the average change by weekday can be positive or negative."""
    first, last = window(guest.daemon.store, "bodyMass")
    before = first - datetime.timedelta(days=1)
    rows = figures(guest.daemon.store, "bodyMass", before, last, "--every", "day", "--functions", "latest")
    latest = {row["start"][:10]: row["mostRecent"] for row in rows}
    days = [before + datetime.timedelta(days=count) for count in range(DAYS + 1)]
    values = [latest.get(str(day)) for day in days]
    guest.open("/")
    choose_tab(guest, text("dashboard_weight"))
    guest.element("#weight canvas")
    guest.shot("weight")
    shown = numbers([row[1] for row in table_behind(guest)])
    assert shown == [None if value is None else pytest.approx(value, abs=0.0501) for value in values[1:]]
    assert number(guest.words("#weight .panel-figure strong")) == pytest.approx(mean(values[1:]), abs=0.0501)
    changes = {}
    for day, earlier, later in zip(days[1:], values, values[1:]):
        if earlier is not None and later is not None:
            changes.setdefault(f"{day:%A}", []).append(later - earlier)
    shown = {row[0]: number(row[1]) for row in table_behind(guest, 1) if row[1] != "–"}
    assert shown == {name: pytest.approx(mean(entries), abs=0.0501) for name, entries in changes.items()}
    guest.shot("tables")


@pytest.mark.size("desktop")
def test_goal(owner):
    """A goal is a line in the chart, is saved, and can be removed."""
    owner.open("/#weight").click(text("dashboard_goal_set"), "button")
    owner.element("dialog input").send_keys("9999")
    owner.keys(Keys.ENTER)
    owner.wait(lambda: owner.words("dialog .fault"), "what is wrong with the goal")
    field = owner.element("dialog input")
    field.clear()
    field.send_keys("64.5")
    owner.shot("dialog")
    owner.keys(Keys.ENTER)
    owner.see(text("dashboard_goal_change"), "button")
    assert owner.js(rules("#weight")) == [64.5]
    owner.shot("goal")
    owner.open("/types").open("/#weight").see(text("dashboard_goal_change"), "button")
    assert owner.js(rules("#weight")) == [64.5]
    owner.click(text("dashboard_goal_change"), "button").click(text("dashboard_goal_remove"), "button")
    owner.see(text("dashboard_goal_set"), "button")


def test_pins(owner):
    """Types can be pinned, reordered and removed, and the changes are saved."""
    owner.open("/").click(text("dashboard_edit"), "button")
    select = owner.see(text("dashboard_pin_choose"), "field")
    owner.js("arguments[0].value = 'dietaryWater'", select)
    owner.click(text("dashboard_pin"), "button")
    owner.see(text("dashboard_pin_remove", type=type_name("dietaryWater")), "button")
    owner.click(text("dashboard_pin_up", type=type_name("dietaryWater")), "button")
    owner.shot("editing")
    owner.click(text("dashboard_done"), "button")
    names = owner.wait(lambda: [card.text for card in owner.elements(".pin-card .pin-name")], "the cards")
    assert names.index(type_name("dietaryWater")) == len(names) - 2
    owner.open("/types/stepCount").open("/")
    owner.wait(lambda: [card.text for card in owner.elements(".pin-card .pin-name")] == names, "the same cards again")
    owner.wait(lambda: "…" not in owner.words(".pins"), "the figures of the cards")
    owner.shot("pinned")
    owner.click(text("dashboard_edit"), "button")
    owner.click(text("dashboard_pin_remove", type=type_name("dietaryWater")), "button")
    owner.click(text("dashboard_done"), "button")
    owner.wait(lambda: type_name("dietaryWater") not in owner.words(".pins"), "the card to go")


def cards(person) -> list:
    """Returns the types of the cards and whether each is large."""
    return person.js("""return [...document.querySelectorAll('.pins > li')].map((one) =>
        [one.querySelector('.pin-card').getAttribute('href').split('/').pop(), one.classList.contains('large')])""")


def test_large_cards(owner):
    """A card is made large and has a chart with the figures of four weeks, which the next visit shows again."""
    store = owner.daemon.store
    owner.open("/").click(text("dashboard_edit"), "button")
    for name in ("restingHeartRate", "bloodPressure", "sleepAnalysis"):
        owner.click(text("dashboard_pin_large", type=type_name(name)), "button")
        owner.wait(lambda: owner.find(text("dashboard_pin_large", type=type_name(name)), "button").get_attribute("aria-pressed") == "true", "the size")
    owner.click(text("dashboard_done"), "button")
    for visit in ("first", "again"):
        owner.wait(lambda: len(owner.elements(".pins .large canvas")) == 3, "the charts")
        assert {name for name, is_large in cards(owner) if is_large} == {"restingHeartRate", "bloodPressure", "sleepAnalysis"}
        owner.shot(visit)
        owner.open("/types").open("/")
    canvas = owner.element('.pins .large canvas[aria-label*="%s"]' % type_name("restingHeartRate"))
    values = [value for value in owner.js("return Chart.getChart(arguments[0]).data.datasets[0].data", canvas) if value is not None]
    rows = figures(store, "restingHeartRate", today() - datetime.timedelta(days=40), today(), "--every", "day", "--functions", "average")
    over = [row["average"] for row in rows if not row["partial"]]
    assert values == [pytest.approx(one) for one in over[-len(values):]] and len(values) > 20
    owner.click(text("dashboard_edit"), "button")
    owner.click(text("dashboard_pin_large", type=type_name("bloodPressure")), "button").click(text("dashboard_done"), "button")
    owner.wait(lambda: len(owner.elements(".pins .large canvas")) == 2, "a small card")


@pytest.mark.size("desktop")
def test_changes_are_saved_in_their_order(owner):
    """A change is shown at once, and none is overtaken by a later one whose request is faster."""
    owner.open("/").click(text("dashboard_edit"), "button")
    names = [type_name(name) for name in ("restingHeartRate", "bloodPressure")]
    for name in names:
        owner.see(text("dashboard_pin_large", type=name), "button")
    owner.js("""
        const original = window.fetch;
        let count = 0;
        window.saved = 0;
        window.fetch = async (url, options) => {
            if (options?.method !== 'PATCH') return original(url, options);
            count += 1;
            if (count === 1) await new Promise((resolve) => { window.release = resolve; });
            const answer = await original(url, options);
            window.saved += 1;
            return answer;
        };""")
    for name in names:
        owner.click(text("dashboard_pin_large", type=name), "button")
    owner.click(text("dashboard_done"), "button")
    owner.wait(lambda: {name for name, is_large in cards(owner) if is_large} == {"restingHeartRate", "bloodPressure"}, "both changes")
    owner.js("window.release()")
    owner.wait(lambda: owner.js("return window.saved === 2"), "both requests")
    owner.open("/types").open("/")
    owner.wait(lambda: {name for name, is_large in cards(owner) if is_large} == {"restingHeartRate", "bloodPressure"}, "both changes again")


@pytest.mark.size("desktop")
def test_order_by_handle(owner):
    """A handle moves a card by pointer and by the arrow keys; Escape puts a dragged card back."""
    owner.open("/").click(text("dashboard_edit"), "button")
    rows = "return [...document.querySelectorAll('.pin-list > li')].map((one) => one.dataset.name)"
    before = owner.wait(lambda: owner.js(rows), "the rows")

    def handle(name: str):
        return owner.see(text("dashboard_pin_drag", type=type_name(name)), "button")

    def middle(element) -> tuple:
        owner.js("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", element)
        return tuple(owner.js("const box = arguments[0].getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]", element))

    def mouse(kind: str, x: float, y: float) -> None:
        owner.cdp("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=0 if kind == "mouseReleased" else 1, clickCount=1)

    x, y = middle(handle(before[0]))
    height = owner.js("return document.querySelector('.pin-list > li').offsetHeight")
    mouse("mousePressed", x, y)
    for step in range(1, 9):
        mouse("mouseMoved", x, y + step * height / 4)
    assert owner.js(rows) == [before[1], before[2], before[0], *before[3:]]
    owner.keys(Keys.ESCAPE)
    assert owner.js(rows) == before
    mouse("mouseReleased", x, y)
    x, y = middle(handle(before[0]))
    mouse("mousePressed", x, y)
    for step in range(1, 5):
        mouse("mouseMoved", x, y + step * height / 4)
    mouse("mouseReleased", x, y + height)
    moved = [before[1], before[0], *before[2:]]
    owner.wait(lambda: owner.js(rows) == moved and pins(owner) == moved, "the order to be saved")
    owner.js("arguments[0].focus()", handle(before[0]))
    owner.keys(Keys.ARROW_DOWN)
    again = [before[1], before[2], before[0], *before[3:]]
    owner.wait(lambda: owner.js(rows) == again and pins(owner) == again, "the order by key")
    assert owner.js("return document.activeElement.closest('li').dataset.name") == before[0]
    owner.shot("order")


@pytest.mark.size("desktop")
def test_without_charts(owner):
    """The charts of steps and weight can be left out, and come back."""
    owner.open("/").element("#steps canvas")
    owner.click(text("dashboard_edit"), "button").press(owner.see(text("dashboard_charts_shown")))
    owner.wait(lambda: not owner.elements("#charts"), "the charts to go")
    owner.reads(text("settings_saved"), "body")
    owner.open("/types").open("/")
    owner.wait(lambda: owner.elements(".pin-card"), "the cards")
    assert not owner.elements("#charts canvas")
    owner.shot("without charts")
    owner.click(text("dashboard_edit"), "button").press(owner.see(text("dashboard_charts_shown")))
    owner.element("#steps canvas")


@pytest.mark.size("desktop")
def test_pinning_on_a_page(owner):
    """A type can also be pinned to the dashboard on its own page."""
    pin = text("type_pin", type=type_name("dietaryCaffeine"))
    owner.open("/types/dietaryCaffeine").click(pin, "button")
    owner.wait(lambda: owner.find(pin, "button").get_attribute("aria-pressed") == "true", "the pin")
    owner.wait(lambda: "dietaryCaffeine" in str(pins(owner)), "the pin to be saved")
    owner.open("/").reads(type_name("dietaryCaffeine"), ".pins")
    owner.open("/types/dietaryCaffeine").click(pin, "button")
    owner.wait(lambda: "dietaryCaffeine" not in str(pins(owner)), "the pin to go")


def pins(person) -> list:
    return person.driver.execute_async_script(
        "const done = arguments[0]; const token = sessionStorage.getItem('health-session');"
        "fetch('/v1/owner/preferences', {headers: {Accept: 'application/json', 'X-CSRF-Token': token}})"
        ".then((answer) => answer.json()).then((all) => done(all.pins))")


def quiet_moment(store) -> datetime.datetime:
    """Returns a time of yesterday in the person's time zone without steps, at which new steps count."""
    yesterday = today() - datetime.timedelta(days=1)
    rows = json.loads(health("samples", "stepCount", "--from", str(yesterday), "--to", str(yesterday), "--format", "json", "--store", store))
    times = sorted((datetime.datetime.fromisoformat(row["start"]), datetime.datetime.fromisoformat(row["end"])) for row in rows)
    zone = zoneinfo.ZoneInfo(ZONE)
    latest = times[0][1]
    for start, end in times:
        if start - latest > datetime.timedelta(minutes=2) and latest.astimezone(zone).date() == yesterday:
            return (latest + datetime.timedelta(seconds=45)).astimezone(zone)
        latest = max(latest, end)
    raise AssertionError("there is no such moment")


@pytest.mark.size("desktop")
def test_live(owner):
    """Steps and a weight saved by another app change the charts without reloading the page."""
    app = App(owner.daemon)
    app.allow("--share", "stepCount", "--share", "bodyMass")
    first, last = window(owner.daemon.store, "stepCount")
    owner.open("/").js("window.isTheSame = true")
    start = quiet_moment(owner.daemon.store)
    place = (start.date() - first).days
    before = numbers([row[1] for row in table_behind(owner)])[place]
    app.save({"type": STEPS, "startDate": start.isoformat(), "endDate": (start + datetime.timedelta(seconds=30)).isoformat(),
              "value": 4321, "unit": "count"})
    owner.wait(lambda: numbers([row[1] for row in table_behind(owner)])[place] == before + 4321, "the bar to grow")
    assert numbers([row[1] for row in table_behind(owner)]) == by_day(owner.daemon.store, "stepCount", "sum", first, last)
    choose_tab(owner, text("dashboard_weight"))
    owner.element("#weight canvas")
    now = datetime.datetime.now(datetime.UTC)
    app.save({"type": WEIGHT, "startDate": now.isoformat(), "endDate": now.isoformat(), "value": 77.7, "unit": "kg"})
    owner.wait(lambda: numbers([table_behind(owner)[-1][1]]) == [77.7], "the line to move")
    assert owner.js("return Chart.getChart(document.querySelector('#weight canvas')).data.datasets[0].data.at(-1)") == 77.7
    assert owner.js("return window.isTheSame")
    owner.shot("live")


@pytest.mark.size("desktop")
def test_added_by_hand(owner):
    """A weight added in one window changes the line in another one."""
    owner.open("/#weight")
    dashboard = owner.driver.current_window_handle
    owner.element("#weight canvas")
    owner.another_tab()
    owner.open("/add/bodyMass").types(type_name("bodyMass"), "69.8").goes(text("add_save"), "button")
    owner.driver.switch_to.window(dashboard)
    owner.wait(lambda: owner.js(
        "return Chart.getChart(document.querySelector('#weight canvas')).data.datasets[0].data.at(-1)") == 69.8, "the line to move")


@pytest.mark.size("desktop")
def test_tabs_by_key(guest):
    """The tabs are a single stop, arrow keys choose a tab, and the address contains it."""
    guest.open("/")
    guest.js("document.querySelector('[role=tab]').focus()")
    guest.keys(Keys.ARROW_RIGHT)
    guest.element("#weight canvas")
    assert guest.path == "/#weight"
    assert guest.js("return document.activeElement.id") == "tab-weight"
    guest.keys(Keys.ARROW_RIGHT)
    guest.wait(lambda: guest.elements("#steps canvas") and not guest.elements("#weight canvas"), "the steps again")
