# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Tests of workouts: heart rate zones, pace, elevation, records, and the weekly load."""

import datetime
import json
import math
import random
import re

import pytest
from selenium.webdriver.common.keys import Keys

from support.app import App
from support.charts import table_behind
from support.pages import path
from support.texts import LANGUAGES, text
from support.tool import WEB_APP, health

MODULE = """const given = arguments[1];
    const source = [...document.querySelectorAll('script[type=module]')].at(-1).src.replace(/[^/]+$/, arguments[0]);
    return import(source).then((module) => { %s });"""


def run(person, module: str, code: str, given=None):
    """Runs code with the functions of a `module` of the pages and a `given` value."""
    return person.js(MODULE % code, module, given)


def save(app, *workouts: dict) -> list:
    """Saves workouts of an app: activity, start, minutes, metres."""
    return app.save(*[{
        "type": "workout", "activityType": one["activity"], "startDate": one["start"].isoformat(),
        "endDate": (one["start"] + datetime.timedelta(minutes=one["minutes"])).isoformat(), "duration": one["minutes"] * 60,
        **({"totalDistance": {"value": one["metres"], "unit": "m"}} if "metres" in one else {}),
    } for one in workouts])


def records(person) -> dict:
    """Returns the table of personal records: the value and the address of the workout by name."""
    person.element("table.records tbody tr")
    rows = person.js("""return [...document.querySelectorAll('table.records tbody tr')].map((row) =>
        [...[...row.cells].map((cell) => cell.innerText.replace(/\\s+/g, ' ').trim()), row.querySelector('a').getAttribute('href')])""")
    return {row[0]: (row[1], row[3]) for row in rows}


@pytest.mark.size("desktop")
def test_zones_begin_at_shares_of_the_reserve(guest):
    """The bounds and the training impulse are those of the published formulas."""
    guest.open("/types/workout")
    zones = run(guest, "workout-zones.js", "return module.zonesOf({ maximum: 180, resting: 60 })")
    assert [zone["low"] for zone in zones] == [0, 120, 132, 144, 156, 168]
    zones = run(guest, "workout-zones.js", "return module.zonesOf({ maximum: 200 })")
    assert [zone["low"] for zone in zones] == [0, 100, 120, 140, 160, 180]
    assert run(guest, "workout-zones.js", "return [20, 60].map(module.maximumFor)") == [194, 166]
    ages = run(guest, "workout-zones.js", "return ['2026-05-16', '2026-05-17', '2026-12-31'].map((day) => module.yearsBetween('1980-05-17', day))")
    assert ages == [45, 46, 46]
    for is_female, factor, exponent in ((False, 0.64, 1.92), (True, 0.86, 1.67)):
        heart = {"maximum": 180, "resting": 60, "isFemale": is_female}
        value = run(guest, "workout-zones.js", "return module.impulse(given, 30, 120)", heart)
        assert value == pytest.approx(30 * 0.5 * factor * math.exp(exponent * 0.5))


@pytest.mark.size("desktop")
def test_time_in_zones(guest):
    """A heart rate counts until the next one, no longer than a minute, and not in pauses."""
    guest.open("/types/workout")
    seconds = run(guest, "workout-zones.js", """
        const zones = module.zonesOf({ maximum: 180, resting: 60 });
        const beats = [{ time: 0, value: 100 }, { time: 10, value: 130 }, { time: 100, value: 170 }, { time: 110, value: 250 }];
        return module.secondsIn(zones, beats, 130, [{ start: 20, end: 30 }])""")
    assert seconds == [10, 50, 0, 0, 0, 30]


def test_zones_of_a_workout(guest):
    """The zones of a workout add up to the time with a heart rate, and the page names the method."""
    guest.open(path("workout with route", guest.daemon.store))
    guest.element("table.zones")
    rows = guest.js("return [...document.querySelectorAll('table.zones tbody tr')].map((row) => [...row.cells].map((cell) => cell.innerText))")
    assert len(rows) == 6
    assert sum(int(row[3].rstrip("%")) for row in rows) in range(97, 104)
    assert "Karvonen" in guest.words("main") and "Tanaka" in guest.words("main")
    guest.shot("zones")


def fastest_slowly(curve: list, breaks: list, length: float):
    """Returns the shortest time over a length: both ends of a part are tried at every point of the curve."""
    seconds, metres = [0], [0]
    for before, after in zip(curve, curve[1:]):
        whole = after["time"] - before["time"]
        paused = sum(max(0, min(after["time"], span["end"]) - max(before["time"], span["start"])) for span in breaks)
        seconds.append(seconds[-1] + whole - paused)
        metres.append(metres[-1] + (after["metres"] - before["metres"]) * (whole - paused) / whole)

    def reached(wanted: float, is_first: bool) -> float:
        places = [at for at in range(1, len(metres)) if metres[at - 1] <= wanted <= metres[at] and metres[at] > metres[at - 1]]
        at = places[0] if is_first else places[-1]
        return seconds[at - 1] + (wanted - metres[at - 1]) / (metres[at] - metres[at - 1]) * (seconds[at] - seconds[at - 1])

    found = [reached(start + length, True) - seconds[at] for at, start in enumerate(metres) if start + length <= metres[-1]]
    found += [seconds[at] - reached(end - length, False) for at, end in enumerate(metres) if end - length >= 0]
    return min(found, default=None)


@pytest.mark.size("desktop")
def test_fastest_parts_are_the_fastest(guest):
    """The fastest parts of random curves, with pauses and changing speed, are those that a slow search finds."""
    guest.open("/types/workout")
    source = random.Random(22)
    cases = []
    for _ in range(60):
        curve, time, metres = [{"time": 1000, "metres": 0}], 1000, 0
        for _ in range(source.randrange(20, 200)):
            time += source.choice([1, 5, 10, 30])
            metres += source.choice([0, 1, 2, 3, 4]) * (time - curve[-1]["time"])
            curve.append({"time": time, "metres": metres})
        start = source.randrange(1000, time)
        cases.append({"curve": curve, "breaks": [{"start": start, "end": min(time, start + source.randrange(1, 120))}]})
    lengths = [100, 400, 1000]
    found = run(guest, "workout-bests.js", """
        return given.cases.map(({ curve, breaks }) => module.fastestParts(curve, { breaks, type: "distanceWalkingRunning", lengths: given.lengths }))""",
        {"cases": cases, "lengths": lengths})
    checked = 0
    for case, parts in zip(cases, found):
        for part in parts:
            expected = fastest_slowly(case["curve"], case["breaks"], part["metres"])
            assert part["seconds"] == pytest.approx(expected, abs=1e-6), (case, part)
            assert 0.995 * part["length"] <= part["metres"] <= part["length"] and 0 <= part["from"] <= case["curve"][-1]["metres"]
            checked += 1
    assert checked > 60


@pytest.mark.size("desktop")
def test_errors_of_measurement_are_no_records(guest):
    """A jump of the position splits a way, a coarse way has no fastest parts, and short or empty ways have none."""
    guest.open("/types/workout")
    code = """
        const even = (count, every, speed) => Array.from({ length: count }, (_, at) => ({ time: at * every, metres: at * every * speed }));
        const jump = even(600, 1, 3).map(({ time, metres }) => ({ time, metres: metres + (time > 300 ? 5000 : 0) }));
        const of = (curve) => module.fastestParts(curve, { type: "distanceWalkingRunning", lengths: [400, 1000, 5000] })
          .map(({ length, seconds }) => [length, Math.round(seconds)]);
        return [of(even(1000, 1, 3)), of(jump), of(even(10, 600, 3)), of([]), of(even(1, 1, 3)), of(even(2, 1, 3)), of(even(300, 1, 0)),
          module.highestSpeed(even(1000, 1, 3)).speed, module.highestSpeed(jump).speed, module.highestSpeed(even(10, 600, 3)), module.highestSpeed([]),
          module.highestSpeed(even(300, 1, 0))]"""
    even, jump, coarse, *none, speed, jumped, rough, empty, still = run(guest, "workout-bests.js", code)
    assert even == [[400, 133], [1000, 333]] and jump == [[400, 133]]
    # 1800 m lie between two measurements, so that only longer parts have enough of them.
    assert coarse == [] and none == [[], [], [], []]
    assert speed == 3 and jumped == 3 and (rough, empty, still) == (None, None, None)


def test_fastest_parts_of_a_workout(guest):
    """The page of a workout has its fastest parts, which are at least as fast as its splits, and its places among the others."""
    guest.open(path("workout with route", guest.daemon.store))
    guest.element("table.bests tbody tr")
    rows = guest.js("""return [...document.querySelectorAll('table.bests tbody tr')].map((row) => [...row.cells].map((cell) => cell.innerText))""")
    assert text("workout_best_moment") in rows[0][0] and len(rows) >= 2
    speeds = [float(re.search(r"[\d.]+", row[1])[0].replace(":", ".")) for row in rows]
    assert all(re.search(r"\d:\d\d", row[2]) and re.search(r"\d", row[0]) for row in rows), rows
    # The example is a ride: the shorter the part, the higher its speed.
    assert speeds == sorted(speeds, reverse="km/h" in rows[0][1]), rows
    guest.element("table.places tbody tr")
    places = guest.js("""return [...document.querySelectorAll('table.places tbody tr')].map((row) => row.cells[2].innerText)""")
    assert len(places) >= 2
    for place in places:
        mine, count = map(int, re.findall(r"\d+", place))
        assert 1 <= mine <= count and count > 1
    guest.shot("bests")


def test_pace_elevation_and_colours(guest):
    """A workout with a route has charts of speed and elevation over the distance, and a route in the colours of the speed."""
    guest.open(path("workout with route", guest.daemon.store))
    guest.wait(lambda: len(guest.elements("main canvas")) >= 3, "three charts")
    classes = guest.js("return [...document.querySelectorAll('div.route path.way')].map((one) => one.getAttribute('class'))")
    assert len(set(classes)) >= 3 and all(re.fullmatch(r"way pace-[0-4]", one) for one in classes), classes
    for part in (".scale", ".start", ".end"):
        assert guest.js("return document.querySelectorAll('div.route ' + arguments[0]).length", part) == 1, part
    legend = guest.words("main .legend:has(rect.pace-0)")
    assert len(re.findall(r"\d", legend)) >= 2, legend
    # The splits are the last part to appear.
    guest.element("table.splits:not(.zones)")
    rows = table_behind(guest, 0)
    assert len(rows) > 20 and "km" in rows[0][0]
    guest.shot("courses")


@pytest.mark.size("desktop")
def test_speeds_are_those_of_the_curve(guest):
    """A route at an even speed has one colour; each class of an uneven one has its part of the range."""
    guest.open("/types/workout")
    even = run(guest, "workout-track.js", """
        const curve = Array.from({ length: 300 }, (_, index) => ({ time: index, metres: index * 3 }));
        return [module.speedsAt(curve)[100], module.speedClasses(module.speedsAt(curve), 5)]""")
    assert even == [3, None]
    uneven = run(guest, "workout-track.js", """
        const speeds = Array.from({ length: 100 }, (_, index) => 1 + index / 25);
        return module.speedClasses(speeds, 5).classes""")
    assert uneven == sorted(uneven) and set(uneven) == {0, 1, 2, 3, 4}
    assert run(guest, "workout-track.js", "return [module.speedsAt([]), module.speedClasses([], 5), module.speedClasses([null], 5)]") == [[], None, None]


@pytest.mark.size("desktop")
def test_personal_records(someone, serve):
    """Records are those of the chosen activity; workouts without a measured way have their average over at least each distance."""
    person = someone(serve("demo")).signs_in()
    app = App(person.daemon)
    app.allow("--share", "workout")
    start = datetime.datetime.now(datetime.UTC).replace(microsecond=0) - datetime.timedelta(days=3)
    day = datetime.timedelta(days=1)
    slow, fast, _ = save(
        app, {"activity": "rowing", "start": start, "minutes": 60, "metres": 10400},
        {"activity": "rowing", "start": start - day, "minutes": 20, "metres": 5000},
        {"activity": "rowing", "start": start - 2 * day, "minutes": 5, "metres": 900})
    person.open("/types/workout").element("table.records")
    select = person.js("return document.querySelector('table.records').parentElement.parentElement.querySelector('select')")
    person.js("arguments[0].value = 'rowing'; arguments[0].dispatchEvent(new Event('change', { bubbles: true }))", select)
    found = records(person)
    assert found[text("workout_record_longest")] == ("1h", f"/samples/{slow}")
    assert found[text("workout_record_farthest")] == ("10.4 km", f"/samples/{slow}")
    assert found[text("workout_place_average", distance="1 km")] == ("4:00 /km 20:00 for 5 km", f"/samples/{fast}")
    assert found[text("workout_place_average", distance="5 km")] == ("4:00 /km 20:00 for 5 km", f"/samples/{fast}")
    assert found[text("workout_place_average", distance="10 km")] == ("5:46 /km 1:00:00 for 10.4 km", f"/samples/{slow}")
    assert text("workout_record_fastest", distance=text("workout_marathon")) not in found
    person.shot("records")
    for uuid, expected in ((slow, [1, 1, 1]), (fast, [2, 2, 1])):
        person.open(f"/samples/{uuid}").element("table.places")
        places = person.js("return [...document.querySelectorAll('table.places tbody tr')].map((row) => [...row.cells].map((cell) => cell.innerText))")
        # The time and the distance of three workouts, and the speed of those that are as long as the longest usual distance of this one.
        count = 1 if uuid == slow else 2
        rows = [(text("workout_record_longest"), 3), (text("workout_record_farthest"), 3), (text("workout_place_average", distance="5 km"), count)]
        assert [(row[0].replace("\u00a0", " "), row[2]) for row in places] == [
            (name, text("workout_place_of", place=place, count=count)) for (name, count), place in zip(rows, expected) if count > 1]


@pytest.mark.size("desktop")
def test_the_fastest_parts_are_records(guest):
    """The fastest part of the page of each workout is not faster than the record, which is that of one of them."""
    guest.open("/types/workout").element("table.records")
    name = text("workout_record_fastest", distance="1 km")
    guest.wait(lambda: name in records(guest), "the fastest part", 60)
    guest.wait(lambda: guest.js("return performance.getEntriesByType('resource').length === window.seen || !(window.seen = performance.getEntriesByType('resource').length)"),
               "all workouts", 60)
    pace, address = records(guest)[name]
    guest.open(address).element("table.bests")
    rows = guest.js("return [...document.querySelectorAll('table.bests tbody tr')].map((row) => [...row.cells].map((cell) => cell.innerText))")
    [mine] = [row for row in rows if row[0].replace("\u00a0", " ").startswith("1 km")]
    assert pace.startswith(mine[1].replace("\u00a0", " "))


@pytest.mark.size("desktop")
def test_many_workouts_are_little_work(someone, serve):
    """Workouts of other years are not formatted for the figures of the last weeks and for the records."""
    person = someone(serve("demo")).signs_in()
    app = App(person.daemon)
    app.allow("--share", "workout")
    source = """window.formatted = 0;
        const original = Intl.DateTimeFormat.prototype.formatToParts;
        Intl.DateTimeFormat.prototype.formatToParts = function (...given) { window.formatted += 1; return original.apply(this, given); };"""
    script = person.cdp("Page.addScriptToEvaluateOnNewDocument", source=source)["identifier"]
    start = datetime.datetime.now(datetime.UTC).replace(microsecond=0) - datetime.timedelta(days=3000)

    def formatted() -> int:
        person.open("/types/workout").element("table.records")
        person.wait(lambda: person.js("return document.querySelectorAll('main canvas').length === 2"), "the charts")
        return person.js("return window.formatted")

    try:
        before = formatted()
        for batch in range(4):
            save(app, *[{"activity": "rowing", "start": start + datetime.timedelta(days=5 * (100 * batch + index)), "minutes": 30}
                        for index in range(100)])
        after = formatted()
        assert records(person)[text("workout_record_longest")]
        options = person.js("return [...document.querySelectorAll('main select')].map((one) => one.innerText).join()")
        assert "(400)" in options, options
    finally:
        person.cdp("Page.removeScriptToEvaluateOnNewDocument", identifier=script)
    assert after - before < 200


@pytest.mark.size("desktop")
def test_weekly_load(guest):
    """The load of a week is the sum of the training impulses of its workouts."""
    guest.open("/types/workout").reads(text("workout_load"), "main")
    index = guest.wait(lambda: guest.elements("details.chart-table > summary")[1:2] and 1, "the second chart")
    rows = table_behind(guest, index)
    assert len(rows) == 12
    loads = [float(row[1].replace(",", "")) for row in rows]
    counts = [int(row[3]) for row in rows]
    assert sum(counts) > 10 and any(load > 0 for load in loads)
    assert all(load == 0 for load, count in zip(loads, counts) if count == 0)
    assert "Banister" in guest.words("main")
    guest.shot("load")


@pytest.mark.size("desktop")
def test_no_workouts(someone, serve):
    """Without workouts there are neither records nor a load."""
    person = someone(serve("owned")).signs_in()
    health("apps", "grant", "org.openhealthkit.web", "--all", "--store", person.daemon.store)
    person.open("/types/workout").reads(text("problem_nodata"), "main")
    assert not person.elements("table.records")


@pytest.mark.size("phone")
@pytest.mark.parametrize("language", LANGUAGES)
def test_languages(guest, language):
    """Records, load and zones are in the language of the page."""
    guest.speak(LANGUAGES[language])
    guest.open("/types/workout").element("table.records")
    words = guest.words("main")
    assert text("workout_records", language) in words and text("workout_load", language) in words
    assert not re.search(r"\{\w+\}|workout_|undefined|NaN|null", words), words
    guest.open(path("workout with route", guest.daemon.store)).element("table.zones")
    words = guest.words("main")
    assert text("workout_zones", language) in words
    assert not re.search(r"\{\w+\}|workout_|undefined|NaN", words), words
    guest.shot(language)


def test_hostile_names_are_text(owner):
    """Names of a source and of a device are shown as text, whatever they contain."""
    name = "<img src=x onerror=\"document.title='caught'\"><script>document.title='caught'</script>"
    app = App(owner.daemon, name=name)
    app.allow("--share", "workout")
    now = datetime.datetime.now(datetime.UTC).replace(microsecond=0)
    [uuid] = save(app, {"activity": "running", "start": now - datetime.timedelta(hours=2), "minutes": 30, "metres": 5000})
    for page in (f"/samples/{uuid}", "/types/workout"):
        owner.open(page).reads(name, "main")
        assert not owner.js("return document.querySelector('main img[src=x], main script')")
        assert "caught" not in owner.js("return document.title")


def alone(someone, serve, size: str = "desktop"):
    """Returns the owner of a store without data, whose pages have all permissions."""
    person = someone(serve("owned"), size).signs_in()
    health("apps", "grant", WEB_APP, "--all", "--store", person.daemon.store)
    return person


def recordings(daemon, *names: str) -> list:
    """Imports the same run as several sources recorded it, some seconds apart, and returns the UUIDs. The first one is the longest."""
    start = datetime.datetime(2011, 5, 5, 7, tzinfo=datetime.UTC)
    rows = []
    for index, name in enumerate(names):
        begin = start + datetime.timedelta(seconds=10 * index)
        end = begin + datetime.timedelta(minutes=30, seconds=-20 * index)
        rows.append(
            f'<Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="{(end - begin).total_seconds() / 60}" durationUnit="min"'
            f' sourceName="{name}" startDate="{begin:%Y-%m-%d %H:%M:%S} +0000" endDate="{end:%Y-%m-%d %H:%M:%S} +0000">'
            '<WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning"'
            f' startDate="{begin:%Y-%m-%d %H:%M:%S} +0000" endDate="{end:%Y-%m-%d %H:%M:%S} +0000" sum="5" unit="km"/></Workout>')
    export = daemon.store.with_suffix(".xml")
    export.write_text('<?xml version="1.0" encoding="UTF-8"?><HealthData locale="en_US">' + "".join(rows) + "</HealthData>")
    health("import", export, "--store", daemon.store)
    listed = json.loads(
        health("workouts", "--copies", "--from", "2011", "--to", "2011", "--format", "json", "--store", daemon.store))
    uuids = {row["source"]: row["uuid"] for row in listed}
    return [uuids[name] for name in names]


def efforts(daemon) -> list:
    """Returns the efforts of that day as sets of the UUIDs of their workouts, as the tool lists them."""
    rows = json.loads(health("workouts", "--from", "2011", "--to", "2011", "--format", "json", "--store", daemon.store))
    return [{row["uuid"], *(copy["uuid"] for copy in row["copies"])} for row in rows]


def test_copies_are_separated_and_joined_by_keyboard(someone, serve, size):
    """Buttons separate a copy and join it again; the focus stays in the card, and the tool lists the same efforts."""
    owner = alone(someone, serve, size)
    watch, strava = recordings(owner.daemon, "Watch", "Strava")
    assert efforts(owner.daemon) == [{watch, strava}]
    owner.open(f"/samples/{strava}").reads(text("workout_copies_copy", source="Watch"), "main")
    button = owner.element("#main section.card li button")
    name = owner.js("return arguments[0].getAttribute('aria-label')", button)
    assert name.startswith(text("workout_copies_split_label", source="Watch", date=""))
    owner.shot("copies")
    owner.js("arguments[0].focus()", button)
    owner.keys(Keys.ENTER).reads(text("workout_copies_separate"), "main")
    owner.wait(lambda: text("workout_copies_separated") in owner.words("#notices"), "the message")
    assert owner.js("return document.activeElement.innerText") == text("workout_copies_other")
    assert sorted(map(len, efforts(owner.daemon))) == [1, 1]
    owner.js("arguments[0].focus()", owner.see(text("workout_copies_join"), "button"))
    owner.keys(Keys.ENTER).reads(text("workout_copies_join_title"), "dialog")
    assert "Watch" in owner.words("dialog")
    owner.shot("choice")
    # The first choice is the nearest workout.
    owner.js("arguments[0].focus()", owner.element("dialog input:checked"))
    owner.keys(Keys.ENTER).reads(text("workout_copies_copy", source="Watch"), "main")
    owner.wait(lambda: text("workout_copies_joined") in owner.words("#notices"), "the message")
    assert owner.js("return document.activeElement.innerText") == text("workout_copies")
    assert efforts(owner.daemon) == [{watch, strava}]
    explained = json.loads(health("explain", strava, "--format", "json", "--store", owner.daemon.store))
    assert explained["decision"] == "person"


def test_one_of_three_copies_is_separated(someone, serve):
    """The page of a workout of three separates another one, or itself."""
    owner = alone(someone, serve)
    watch, strava, polar = recordings(owner.daemon, "Watch", "Strava", "Polar")
    assert efforts(owner.daemon) == [{watch, strava, polar}]
    owner.open(f"/samples/{strava}").click(text("workout_copies_split_this"), "button")
    owner.reads(text("workout_copies_separate"), "main")
    assert sorted(map(len, efforts(owner.daemon))) == [1, 2] and {watch, polar} in efforts(owner.daemon)
    owner.open(f"/samples/{watch}").reads(text("workout_copies_shown"), "main")
    owner.press(owner.element("#main section.card li button"))
    owner.reads(text("workout_copies_other"), "main")
    assert list(map(len, efforts(owner.daemon))) == [1, 1, 1]


def test_a_closed_dialog_joins_nothing(someone, serve):
    """Escape closes the choice, and the focus returns to the button."""
    owner = alone(someone, serve, "phone")
    recordings(owner.daemon, "Watch", "Strava")
    uuid = efforts(owner.daemon)[0].pop()
    health("workouts", "--split", uuid, "--store", owner.daemon.store)
    owner.open(f"/samples/{uuid}").click(text("workout_copies_join"), "button").element("dialog input:checked")
    owner.keys(Keys.ESCAPE)
    owner.wait(lambda: not owner.elements("dialog"), "the end of the dialog")
    assert owner.js("return document.activeElement.innerText") == text("workout_copies_join")
    assert sorted(map(len, efforts(owner.daemon))) == [1, 1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages_of_copies(someone, serve, language):
    """The copies of a workout, and the choice of workouts to join, are in the language of the page."""
    owner = alone(someone, serve)
    owner.speak(LANGUAGES[language])
    [_, strava] = recordings(owner.daemon, "Watch", "Strava")
    owner.open(f"/samples/{strava}").reads(text("workout_copies_copy", language, source="Watch"), "main")
    owner.press(owner.element("#main section.card li button"))
    owner.reads(text("workout_copies_separate", language), "main")
    owner.click(text("workout_copies_join", language), "button").reads(text("workout_copies_join_hint", language), "dialog")
    words = owner.words("main")
    assert not re.search(r"\{\w+\}|workout_|undefined|NaN", words), words
    owner.shot(language)
