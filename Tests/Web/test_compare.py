# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Two types in one chart: figures, the strip that chooses the window by mouse, touch and keys, and the correlation."""

import contextlib
import datetime
import json

import pytest
from selenium.webdriver.common.keys import Keys

from support.charts import number, numbers, table_behind
from support.keyboard import Keyboard
from support.texts import text, type_name
from support.tool import WEB_APP, ZONE, export_day, figures, health, today

EDGES = "return [...document.querySelectorAll('.brush-edge')].map((one) => Number(one.getAttribute('aria-valuenow')))"


def edges(person) -> list:
    """Returns the window: the numbers of its first and last day."""
    person.element(".brush-edge")
    return person.js(EDGES)


def points(person) -> int:
    return person.wait(lambda: person.js("return Chart.getChart(document.querySelector('.compare canvas'))?.data.labels.length"), "the chart")


def test_figures(guest):
    """The table has both figures of each day, as the tool computes them."""
    store = guest.daemon.store
    last = export_day(store) - datetime.timedelta(days=1)
    first = last - datetime.timedelta(days=29)
    guest.open(f"/compare?a=stepCount&b=heartRate&from={first}&to={last}").element(".compare canvas")
    rows = table_behind(guest)
    days = [str(first + datetime.timedelta(days=count)) for count in range(30)]
    for column, name, key in ((1, "stepCount", "sum"), (2, "heartRate", "average")):
        known = {row["start"][:10]: row[key] for row in figures(store, name, first, last, "--every", "day")}
        assert numbers([row[column] for row in rows]) == [
            None if day not in known else pytest.approx(known[day], abs=0.5001) for day in days]
    axes = guest.js("const {scales} = Chart.getChart(document.querySelector('.compare canvas')); return [scales.y.position, scales.right.position]")
    assert axes == ["left", "right"]
    assert text("compare_every_day") in guest.words(".compare")
    guest.shot("days")


def test_keys(guest):
    """The edges of the window are sliders, and plus and minus zoom."""
    guest.open("/compare")
    whole = edges(guest)
    keyboard = Keyboard(guest)
    keyboard.to(text("compare_start"))
    heading = guest.words(".compare h2")
    guest.keys(Keys.ARROW_RIGHT)
    assert edges(guest) == [whole[0] + 7, whole[1]]
    guest.wait(lambda: guest.words(".compare h2") != heading, "another heading")
    guest.keys(Keys.END)
    assert edges(guest) == [whole[1] - 14, whole[1]], "the window is not shorter than two weeks"
    guest.keys(Keys.HOME)
    assert edges(guest)[0] == 0
    guest.keys("+")
    inner = edges(guest)
    assert inner[0] > 0 and inner[1] < whole[1]
    guest.wait(lambda: points(guest) == inner[1] - inner[0] + 1, "fewer points")
    guest.keys("-")
    guest.keys("-")
    assert edges(guest) == [0, whole[1]]
    keyboard.to(text("compare_in"), "button").press(Keys.ENTER)
    assert edges(guest)[0] > 0
    keyboard.to(text("compare_all"), "button").press(Keys.ENTER)
    assert edges(guest) == [0, whole[1]]
    assert not keyboard.faults, keyboard.faults


def place(person, share: float) -> tuple:
    """Returns a point of the strip."""
    return tuple(person.js("""
        const strip = document.querySelector('.brush');
        strip.scrollIntoView({block: 'center', behavior: 'instant'});
        const box = strip.getBoundingClientRect();
        return [box.left + box.width * arguments[0], box.top + box.height / 2]""", share))


def drag(person, start: float, end: float) -> None:
    """Drags on the strip with the mouse."""
    (x, y), (to, _) = place(person, start), place(person, end)
    for kind, at, buttons in (("mouseMoved", x, 0), ("mousePressed", x, 1), ("mouseMoved", (x + to) / 2, 1), ("mouseMoved", to, 1), ("mouseReleased", to, 0)):
        person.cdp("Input.dispatchMouseEvent", type=kind, x=at, y=y, button="left", buttons=buttons, clickCount=1)


@pytest.mark.size("desktop")
def test_mouse(guest):
    """An edge is dragged, the window is moved, and a new one is drawn."""
    guest.open("/compare")
    length = edges(guest)[1]
    drag(guest, 0, 0.5)
    assert edges(guest) == [pytest.approx(length * 0.5, abs=2), length]
    drag(guest, 0.75, 0.5)
    assert edges(guest) == [pytest.approx(length * 0.25, abs=3), pytest.approx(length * 0.75, abs=3)]
    drag(guest, 0.1, 0.2)
    assert edges(guest) == [pytest.approx(length * 0.1, abs=3), pytest.approx(max(length * 0.2, length * 0.1 + 14), abs=3)]
    x, y = place(guest, 0.15)
    before = edges(guest)
    guest.cdp("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=120)
    guest.wait(lambda: edges(guest)[1] - edges(guest)[0] > before[1] - before[0], "a longer window")
    guest.shot("window")
    address = guest.path
    window = edges(guest)
    guest.open(address)
    assert edges(guest) == window, "the address does not have the window"


@pytest.mark.size("phone")
def test_touch(guest):
    """A finger drags an edge."""
    guest.cdp("Emulation.setTouchEmulationEnabled", enabled=True)
    try:
        guest.open("/compare")
        length = edges(guest)[1]
        (x, y), (to, _) = place(guest, 0), place(guest, 0.5)
        guest.cdp("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x + 2, "y": y}])
        for at in ((x + to) / 2, to):
            guest.cdp("Input.dispatchTouchEvent", type="touchMove", touchPoints=[{"x": at, "y": y}])
        guest.cdp("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        guest.wait(lambda: edges(guest) == [pytest.approx(length * 0.5, abs=4), length], "the shorter window")
        guest.shot("window")
    finally:
        guest.cdp("Emulation.setTouchEmulationEnabled", enabled=False)


@pytest.mark.size("phone")
def test_pinch(guest):
    """Two fingers on the chart zoom around their middle, select nothing, and a vertical pinch does not scroll the page."""
    with touch(guest):
        guest.open("/compare").element(".compare canvas")
        points(guest)
        whole = edges(guest)
        # The navigation at the bottom of the screen covers what is behind it, and a picture scrolls the page.
        show = "document.querySelector('.compare canvas').scrollIntoView({ block: 'center' })"
        guest.js(show)
        box = centre(guest, ".compare canvas")
        pinch(guest, box, 30, 90)
        inner = edges(guest)
        assert inner[1] - inner[0] == pytest.approx((whole[1] - whole[0]) / 3, abs=6), (whole, inner)
        assert sum(inner) / 2 == pytest.approx(sum(whole) / 2, abs=(whole[1] - whole[0]) * 0.06)
        guest.wait(lambda: points(guest) == inner[1] - inner[0] + 1, "fewer points")
        guest.shot("pinched")
        guest.js(show)
        box = centre(guest, ".compare canvas")
        scrolled = guest.js("return scrollY")
        pinch(guest, box, 90, 30, is_vertical=True)
        guest.wait(lambda: edges(guest)[1] - edges(guest)[0] > 2 * (inner[1] - inner[0]), "the longer window")
        assert guest.js("return scrollY") == scrolled
        # Two fingers that keep their distance move the window.
        pinch(guest, box, 20, 80)
        before = edges(guest)
        pinch(guest, box, 40, 40, by=-60)
        after = edges(guest)
        assert after[1] - after[0] == pytest.approx(before[1] - before[0], abs=1) and after[0] > before[0]
        assert guest.js("return Chart.getChart(document.querySelector('.compare canvas')).options.plugins.healthRules.guide ?? null") is None
        for _ in range(4):
            pinch(guest, box, 10, 100)
        assert edges(guest)[1] - edges(guest)[0] == 14, "the window is not shorter than two weeks"
        for _ in range(4):
            pinch(guest, box, 100, 10)
        assert edges(guest) == [0, whole[1]], "the window is not longer than all data"
        # On the strip, the window follows the distance of the fingers; a finger that stays moves nothing.
        guest.click(text("compare_in"), "button")
        inner = edges(guest)
        pinch(guest, centre(guest, ".brush"), 30, 45)
        assert edges(guest)[1] - edges(guest)[0] == pytest.approx((inner[1] - inner[0]) * 1.5, abs=4)
        # One finger still selects.
        guest.js("document.querySelector('.compare canvas').scrollIntoView({block: 'center', behavior: 'instant'})")
        x, y = centre(guest, ".compare canvas")
        guide = "return Chart.getChart(document.querySelector('.compare canvas')).options.plugins.healthRules.guide ?? null"

        def tap() -> bool:
            # On a busy machine a tap can take as long as a long press, which selects nothing.
            guest.cdp("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
            guest.cdp("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
            return False

        guest.wait(lambda: guest.js(guide) is not None or tap(), "a selection")


@pytest.mark.size("phone")
def test_pinch_of_periods(guest):
    """Two fingers on the chart of a type lead to the next shorter or longer period, and a small movement to none."""
    with touch(guest):
        guest.open("/types/stepCount?view=month").element("main canvas")
        box = centre(guest, "main canvas")
        pinch(guest, box, 40, 44)
        assert "view=month" in guest.path
        pinch(guest, box, 30, 80)
        guest.wait(lambda: "view=week" in guest.path, "a week")
        guest.browser.ready()
        pinch(guest, centre(guest, "main canvas"), 80, 30)
        guest.wait(lambda: "view=month" in guest.path, "a month")
        guest.browser.ready()
        pinch(guest, centre(guest, "main canvas"), 80, 30)
        guest.wait(lambda: "view=sixMonths" in guest.path, "six months")
        guest.js("history.back()")
        guest.wait(lambda: "view=month" in guest.path, "the month before")
        guest.open("/types/stepCount?view=day").element("main canvas")
        pinch(guest, centre(guest, "main canvas"), 30, 80)
        assert "view=day" in guest.path


@pytest.mark.size("desktop")
def test_before_permission(someone, serve):
    """Before the person has decided, the page leads to the permissions; afterwards it names what is missing."""
    person = someone(serve("owned")).signs_in()
    person.allow_status(403)
    person.open("/compare").reads(text("problem_notdetermined"), "main").see(text("problem_allow"), "button")
    person.shot("before")
    health("apps", "grant", WEB_APP, "--all", "--store", person.daemon.store)
    person.open("/compare").reads(text("compare_none"), "main")


@contextlib.contextmanager
def touch(person):
    """A touch screen."""
    person.cdp("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=2)
    try:
        yield
    finally:
        person.cdp("Emulation.setTouchEmulationEnabled", enabled=False)


def centre(person, selector: str) -> tuple:
    """Scrolls to an element, and returns its middle."""
    return tuple(person.js("""
        const one = document.querySelector(arguments[0]);
        one.scrollIntoView({block: 'center', behavior: 'instant'});
        const box = one.getBoundingClientRect();
        return [box.left + box.width / 2, box.top + box.height / 2]""", selector))


def pinch(person, middle: tuple, before: float, after: float, is_vertical: bool = False, by: float = 0) -> None:
    """Moves two fingers from one distance from their middle to another, and their middle by a number of pixels."""
    def fingers(half: float, moved: float) -> list:
        (x, y), (right, down) = middle, ((0, half) if is_vertical else (half, 0))
        return [{"x": x + moved + sign * right, "y": y + sign * down, "id": number} for number, sign in ((1, -1), (2, 1))]

    person.cdp("Input.dispatchTouchEvent", type="touchStart", touchPoints=fingers(before, 0)[:1])
    person.cdp("Input.dispatchTouchEvent", type="touchStart", touchPoints=fingers(before, 0))
    for share in (0.25, 0.5, 0.75, 1):
        person.cdp("Input.dispatchTouchEvent", type="touchMove", touchPoints=fingers(before + share * (after - before), share * by))
    # One finger leaves before the other one, which moves on.
    person.cdp("Input.dispatchTouchEvent", type="touchEnd", touchPoints=fingers(after, by)[:1])
    person.cdp("Input.dispatchTouchEvent", type="touchMove", touchPoints=fingers(after + 12, by)[:1])
    person.cdp("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])


@pytest.mark.size("desktop")
def test_several_years(someone, serve, tmp_path):
    """Several years are shown by weeks and months, and types without days in common have no correlation."""
    daemon = serve("owned")
    record = '<Record type="HKQuantityTypeIdentifier{}" sourceName="Watch" unit="{}" value="{}" startDate="{} 09:00:00 +0000" endDate="{} 09:00:00 +0000"/>'
    days = [today() - datetime.timedelta(days=7 * count) for count in range(1, 370)]
    records = "".join(record.format("BodyMass", "kg", 70 + count % 5, day, day) for count, day in enumerate(days))
    records += "".join(record.format("PushCount", "count", 100 + count, day - datetime.timedelta(days=1), day - datetime.timedelta(days=1))
                       for count, day in enumerate(days))
    export = tmp_path / "export.xml"
    export.write_text(f'<HealthData locale="en_GB">{records}</HealthData>')
    health("import", export, "--timezone", ZONE, "--store", daemon.store)
    health("apps", "grant", WEB_APP, "--all", "--store", daemon.store)
    person = someone(daemon).signs_in().open("/compare?a=bodyMass&b=pushCount")
    person.element(".compare canvas")
    assert text("compare_every_week") in person.words(".compare")
    person.reads(text("compare_few_other", count=0))
    person.click(text("compare_all"), "button")
    person.reads(text("compare_every_month"))
    person.wait(lambda: 84 <= points(person) <= 87, "a point for each month")
    person.shot("years")
    rows = table_behind(person)
    assert all(number(one[1]) >= 70 for one in rows[1:-1])


def test_correlation(guest):
    """The correlation is that of the tool, with its interval and the number of days, and names no cause."""
    for lag in (0, 1):
        said = json.loads(health("insights", "--correlate", "stepCount,restingHeartRate", "--lag", lag, "--format", "json", "--store", guest.daemon.store))
        guest.open("/compare?a=stepCount&b=restingHeartRate")
        select = guest.see(text("compare_second_is"))
        guest.js("arguments[0].value = String(arguments[1]); arguments[0].dispatchEvent(new Event('change'))", select, lag)

        def figure(value: float) -> str:
            return f"{value:.2f}".replace("-", "−")

        words = text("compare_result_other", value=figure(said["coefficient"]), low=figure(said["interval"]["low"]),
                     high=figure(said["interval"]["high"]), count=said["days"])
        guest.reads(words)
        assert text("compare_cause") in guest.words()
        clear = said["interval"]["low"] > 0 or said["interval"]["high"] < 0
        assert (text("compare_unclear") in guest.words()) != clear
    guest.shot("correlation")


@pytest.mark.size("desktop")
def test_choosing_types(guest):
    """Another type replaces a line, the address has both, and the page of a type leads here."""
    guest.open("/types/sleepAnalysis").goes(text("type_compare"), "link")
    assert guest.path.startswith("/compare?a=sleepAnalysis")
    select = guest.see(text("compare_second"))
    guest.js("arguments[0].value = 'heartRate'; arguments[0].dispatchEvent(new Event('change'))", select)
    guest.wait(lambda: "b=heartRate" in guest.path, "the address")
    guest.wait(lambda: guest.js("return Chart.getChart(document.querySelector('.compare canvas'))?.data.datasets.map((one) => one.label)")
               == [type_name("sleepAnalysis"), type_name("heartRate")], "the lines")
    guest.shot("sleep and heart rate")


@pytest.mark.size("desktop")
def test_intervals_are_assigned_to_parts(guest):
    """Each interval is assigned to the part in which it begins, as a search of all parts finds it."""
    guest.open("/compare").element("main canvas")
    found, expected = guest.js("""
        const source = [...document.querySelectorAll('script[type=module]')].at(-1).src.replace(/[^/]+$/, 'type-period.js');
        return import(source).then(({ sortedIn }) => {
            let seed = 7;
            const random = (count) => (seed = (seed * 48271) % 2147483647) % count;
            const results = [[], []];
            for (let round = 0; round < 200; round += 1) {
                const parts = [];
                for (let start = random(50) - 25, count = random(12); parts.length < count; ) {
                    const end = start + 1 + random(9);
                    parts.push({ start: new Date(start * 1000), end: new Date(end * 1000) });
                    // A part may begin later than the one before it ends.
                    start = end + (random(4) === 0 ? 2 : 0);
                }
                const intervals = Array.from({ length: random(40) }, (_, index) => (
                    { index, startDate: new Date((random(140) - 40) * 1000).toISOString() }));
                results[0].push(sortedIn(parts, intervals).map((list) => list.map(({ index }) => index)));
                results[1].push(parts.map(({ start, end }) => intervals.filter(({ startDate }) => {
                    const time = new Date(startDate);
                    return start <= time && time < end;
                }).map(({ index }) => index)));
            }
            return results;
        });""")
    assert len(expected) == 200 and any(any(lists) for lists in expected)
    assert found == expected
