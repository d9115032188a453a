# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Tests of the page of a type: periods, figures, sources, explanations, units. The figures equal those of the tool."""

import calendar
import datetime
import json
import re
import zoneinfo

import pytest
from selenium.webdriver.common.keys import Keys

from support import part
from support.app import App
from support.charts import figure, number, table_behind
from support.texts import text, type_name
from support.tool import ZONE, export_day, figures, health, today


def total(store, type_name: str, first, last) -> float:
    """Returns the sum of a period from the tool."""
    return figures(store, type_name, first, last)[0]["sum"]


def span(view: str, day: datetime.date) -> tuple:
    """Returns the first and last day of the period that contains a day."""
    match view:
        case "day":
            return day, day
        case "month":
            return day.replace(day=1), day.replace(day=calendar.monthrange(day.year, day.month)[1])
        case "year":
            return day.replace(month=1, day=1), day.replace(month=12, day=31)
    raise AssertionError(view)


def test_every_view(guest):
    """Each period shows its sum, and the browser's Back leads to the previous one."""
    day = today() - datetime.timedelta(days=3)
    guest.open(f"/types/stepCount?view=day&date={day}")
    for view in ("day", "week", "month", "sixMonths", "year", "fiveYears", "all"):
        guest.click(text(f"type_view_{view}"), "link")
        guest.wait(lambda: f"view={view}" in guest.path, f"the view {view}")
        guest.ready()
        if view in ("day", "month", "year"):
            expected = total(guest.daemon.store, "stepCount", *span(view, day))
            guest.wait(lambda: number(figure(guest, text("type_total"))) == expected, f"a total of {expected} in the view {view}")
        table = table_behind(guest)
        sums = sum(number(row[-1]) for row in table if re.search(r"\d", row[-1]))
        assert sums == number(figure(guest, text("type_total"))), (view, table)
        guest.shot(view)
    everything = figures(guest.daemon.store, "stepCount", "1900-01-01", today())[0]["sum"]
    guest.wait(lambda: number(figure(guest, text("type_total"))) == everything, f"a total of {everything}")
    for view in ("fiveYears", "year", "sixMonths", "month"):
        guest.driver.back()
        guest.wait(lambda: f"view={view}" in guest.path, f"the view {view} again")
    guest.ready()
    expected = total(guest.daemon.store, "stepCount", *span("month", day))
    guest.wait(lambda: number(figure(guest, text("type_total"))) == expected, "the month's total again")


@pytest.mark.size("desktop")
def test_back_and_forth(guest):
    """The previous and next day are available by link and by key."""
    day = today() - datetime.timedelta(days=3)
    before = day - datetime.timedelta(days=1)
    sums = {one: total(guest.daemon.store, "stepCount", one, one) for one in (day, before)}
    guest.open(f"/types/stepCount?view=day&date={day}")

    def shows(one):
        guest.wait(lambda: f"date={one}" in guest.path and number(figure(guest, text("type_total"))) == sums[one], f"{one}")

    shows(day)
    guest.press(guest.elements(".type-period a")[0])
    shows(before)
    guest.press(guest.elements(".type-period a")[-1])
    shows(day)
    guest.keys(Keys.PAGE_UP)
    shows(before)


@pytest.mark.size("desktop")
def test_all_by_years(owner, tmp_path):
    """All data from the first day on is shown in years if there are more than ten, and a year leads to its months."""
    day = today()
    first = day.year - 12
    records = "".join(
        f'<Record type="HKQuantityTypeIdentifierPushCount" sourceName="Watch" unit="count" value="{value}" '
        f'startDate="{year}-06-15 12:00:00 +0200" endDate="{year}-06-15 12:10:00 +0200"/>'
        for year, value in ((first, 300), (day.year - 1, 500)))
    export = tmp_path / "export.xml"
    export.write_text(f'<HealthData locale="en_GB">{records}</HealthData>')
    health("import", export, "--timezone", ZONE, "--store", owner.daemon.store)
    owner.open("/types/pushCount?view=all").element("main canvas")
    assert number(figure(owner, text("type_total"))) == 800
    rows = table_behind(owner)
    assert [row[0].split()[0] for row in rows] == [str(year) for year in range(first, day.year + 1)]
    assert number(rows[0][-1]) == 300 and number(rows[-2][-1]) == 500
    hidden = "return [...document.querySelectorAll('.type-period a')].map((one) => getComputedStyle(one).visibility)"
    assert owner.js(hidden) == ["hidden", "hidden"]
    owner.open(f"/types/pushCount?view=all&date={first}-03-01").element("main canvas")
    owner.click(text("type_why_closer_year"))
    owner.wait(lambda: f"view=year&date={first}-12-31" in owner.path, "the months of the year")
    owner.wait(lambda: number(figure(owner, text("type_total"))) == 300, "the year's total")


@pytest.mark.size("desktop")
def test_no_future(guest):
    """There is no later period than today, by link and by key."""
    # A week can have begun without data, so there can be no chart.
    guest.open(f"/types/stepCount?view=week&date={today()}").element(".type-period a[href]")
    hidden = "return getComputedStyle([...document.querySelectorAll('.type-period a')].at(-1)).visibility === 'hidden'"
    assert guest.js(hidden)
    guest.keys(Keys.PAGE_DOWN)
    assert f"date={today()}" in guest.path
    guest.press(guest.elements(".type-period a")[0])
    guest.wait(lambda: f"date={today()}" not in guest.path, "the week before")
    guest.wait(lambda: not guest.js(hidden), "the way forward")


@pytest.mark.size("phone")
@pytest.mark.parametrize("name", ["stepCount", "heartRate", "bodyMass", "bloodPressure"])
def test_chart_on_a_phone(guest, name):
    """On a phone, the chart begins in the upper half of the first screen."""
    guest.open(f"/types/{name}").element("main canvas")
    top = guest.js("return document.querySelector('main canvas').getBoundingClientRect().top + scrollY")
    assert top <= 400, top


@pytest.mark.size("desktop")
def test_pointing_at_a_bar(guest):
    """The bar below the pointer has a label without being chosen, and the axis has the unit."""
    day = today() - datetime.timedelta(days=10)
    first = day.replace(day=1)
    guest.open(f"/types/stepCount?view=month&date={day}")
    canvas = guest.element("main canvas")
    before = guest.words(".type-figures")
    x, y = guest.js("""
        arguments[0].scrollIntoView({block: 'center', behavior: 'instant'});
        const bar = Chart.getChart(arguments[0]).getDatasetMeta(0).data[0].getCenterPoint();
        const box = arguments[0].getBoundingClientRect();
        return [box.left + bar.x, box.top + bar.y]""", canvas)
    guest.browser.cdp("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y, button="none", buttons=0, clickCount=0)
    expected = total(guest.daemon.store, "stepCount", first, first)
    guest.wait(lambda: f"{expected:,.0f}" in guest.words(".chart-tip"), "the figure of the first day beside the pointer")
    assert guest.words(".type-figures") == before
    assert guest.js("return Chart.getChart(arguments[0]).options.scales.y.title.text", canvas) == "steps"


@pytest.mark.size("desktop")
def test_unfinished_day(guest):
    """An incomplete day counts in the total, but not in averages."""
    day = export_day(guest.daemon.store)
    first = day.replace(day=1)
    rows = figures(guest.daemon.store, "stepCount", first, day, "--every", "day")
    counted = [row["sum"] for row in rows if row["start"][:10] < str(day)] or [row["sum"] for row in rows]
    guest.open(f"/types/stepCount?view=month&date={day}")
    name = text("type_daily_average" if day == today() else "type_days_average")
    if not rows:
        # In the first hours of a month there are no steps yet.
        assert figure(guest, name) == figure(guest, text("type_total")) == "–"
        return
    assert number(figure(guest, name)) == round(sum(counted) / len(counted))
    assert number(figure(guest, text("type_total"))) == sum(row["sum"] for row in rows)
    rules = "return Chart.getChart(document.querySelector('main canvas')).options.plugins.healthRules.open.index"
    assert guest.js(rules) == day.day - 1


@pytest.mark.size("desktop")
def test_day_of_the_export(owner, tmp_path):
    """The day of the export counts in the total, but not in averages."""
    name = "pushCount"
    records = "".join(
        f'<Record type="HKQuantityTypeIdentifierPushCount" sourceName="Watch" unit="count" value="{value}" '
        f'startDate="{day} 08:00:00 +0100" endDate="{day} 08:10:00 +0100"/>'
        for day, value in (("2024-03-04", 100), ("2024-03-05", 40)))
    export = tmp_path / "export.xml"
    export.write_text(
        f'<HealthData locale="en_GB"><ExportDate value="2024-03-05 09:14:00 +0100"/>{records}</HealthData>')
    health("import", export, "--timezone", ZONE, "--store", owner.daemon.store)
    owner.open(f"/types/{name}?view=month&date=2024-03-05")
    assert number(figure(owner, text("type_days_average"))) == 100
    assert number(figure(owner, text("type_total"))) == 140
    assert owner.js("return Chart.getChart(document.querySelector('main canvas')).options.plugins.healthRules.open.index") == 4


def test_unfinished_part_in_the_table(someone, reading):
    """The table behind the chart marks the same week as the chart, in every language."""
    person = someone(reading).signs_in()
    for language, tag in part.languages("unfinished part").items():
        person.speak(tag)
        person.open(f"/types/stepCount?view=sixMonths&date={today()}").element("main canvas")
        rows = table_behind(person, language=language)
        place = person.js("return Chart.getChart(document.querySelector('main canvas')).options.plugins.healthRules.open.index")
        mark = text("chart_sofar", language).replace("{name}", "").strip()
        assert [at for at, row in enumerate(rows) if mark in row[0]] == [place], (language, rows)


@pytest.mark.size("desktop")
def test_a_day_in_the_chart(guest):
    """A bar chosen by key or pointer shows the figure of its day, which equals the tool's."""
    day = today() - datetime.timedelta(days=10)
    guest.open(f"/types/stepCount?view=month&date={day}")
    canvas = guest.element("main canvas")
    guest.js("arguments[0].focus()", canvas)
    guest.keys(Keys.HOME)
    first = day.replace(day=1)
    expected = total(guest.daemon.store, "stepCount", first, first)
    guest.wait(lambda: f"{expected:,.0f}" in guest.words(".type-figures"), "the figure of the first day")
    guest.keys(Keys.ARROW_RIGHT)
    second = first + datetime.timedelta(days=1)
    guest.wait(lambda: f"date={second}" in guest.path, "the second day in the address")
    expected = total(guest.daemon.store, "stepCount", second, second)
    guest.wait(lambda: f"{expected:,.0f}" in guest.words(".type-figures"), "the figure of the second day")
    spoken = guest.js("return [...document.querySelectorAll('.chart-view [aria-live]')].map((one) => one.textContent).join()")
    assert f"{expected:,.0f}" in spoken
    guest.shot("by key")
    third = first + datetime.timedelta(days=2)
    expected = total(guest.daemon.store, "stepCount", third, third)
    guest.point_at_bar(canvas, 2)
    guest.wait(lambda: f"{expected:,.0f}" in guest.words(".type-figures"), "the figure of the third day")


@pytest.mark.size("desktop")
def test_by_source(guest):
    """The figures of each source equal those of the tool."""
    day = today() - datetime.timedelta(days=4)
    [row] = figures(guest.daemon.store, "stepCount", day, day, "--by-source")
    guest.open(f"/types/stepCount?view=day&date={day}").reads(text("type_merged"))
    table = guest.js("""
        const heading = [...document.querySelectorAll('section h2')].find((one) => one.innerText === arguments[0]);
        return [...heading.parentElement.querySelectorAll('tbody tr')].map((row) => [...row.cells].map((cell) => cell.innerText))""",
        text("type_sources"))
    expected = {source["name"] if "name" in source else source["source"]: source["sum"] for source in row["sources"]}
    assert {name: number(words) for name, words in table} == {name: round(value) for name, value in expected.items()}


def test_why_this_number(guest):
    """The explanation of a day's number equals that of `health explain`: counted and omitted amounts by source."""
    day = today() - datetime.timedelta(days=4)
    said = json.loads(health("explain", "stepCount", str(day), "--format", "json", "--store", guest.daemon.store))
    guest.open(f"/types/stepCount?view=day&date={day}")
    guest.click(text("type_why_question", value=f"{said['total']:,.0f} steps", when=""), "button")
    guest.reads(text("type_why_left_title"))
    table = guest.js("""
        return [...document.querySelector('.type-why table').querySelectorAll('tbody tr')].map((row) => [...row.cells].map((cell) => cell.innerText))""")
    counted = {source["source"]: source["counted"] for source in said["sources"]}
    assert len(table) == len(said["sources"])
    for source, amount, left in table:
        name = next(name for name in (entry["source"] for entry in said["order"]) if name in source)
        assert number(amount) == round(counted.get(name, 0)), (source, amount)
        out = sum(part["amount"] for one in said["sources"] if one["source"] == name for part in one["leftOut"])
        assert (number(left) if re.search(r"\d", left) else 0) == round(out), (source, left)
    guest.click(text("type_why_stretches", count=len(said["stretches"])), "button")
    guest.shot("why")


@pytest.mark.size("desktop")
def test_unit(owner):
    """Another unit is used immediately, and is saved as preference in the store."""
    owner.open("/types/bodyMass?view=month").reads("kg", "main")
    unit = owner.see(text("type_unit"), "field")
    owner.js("arguments[0].value = 'lb'; arguments[0].dispatchEvent(new Event('change', {bubbles: true}))", unit)
    owner.reads("lb", ".type-figures").shot("pounds")
    owner.open("/types/bodyMass?view=month").reads("lb", ".type-figures")
    assert "lb" in health("units", "--format", "json", "--store", owner.daemon.store)


@pytest.mark.size("desktop")
def test_goal(owner):
    """A goal is a line in the chart and can be removed; a goal that is not a number is reported."""
    owner.open("/types/stepCount?view=week")
    field = owner.see(text("type_goal_daily"), "field")
    field.send_keys("many")
    owner.click(text("type_goal_save"), "button").reads(text("type_goal_wrong"))
    owner.types(text("type_goal_daily"), "9,000").click(text("type_goal_save"), "button")
    owner.see(text("type_goal_remove"), "button")
    owner.shot("goal")
    owner.open("/types/stepCount?view=week")
    assert number(owner.see(text("type_goal_daily"), "field").get_attribute("value")) == 9000
    owner.click(text("type_goal_remove"), "button")
    owner.wait(lambda: not owner.find(text("type_goal_remove"), "button"), "the goal to go")


@pytest.mark.size("phone")
def test_no_data(guest):
    """A type without data has a friendly page and no broken chart."""
    guest.open("/types/forcedVitalCapacity").reads(text("problem_nodata"))
    assert not guest.elements("main canvas")


@pytest.mark.size("desktop")
def test_unknown_type(guest):
    """The page of an unknown type has an error message."""
    guest.allow_status(404, "/types/nothing")
    guest.open("/types/nothingOfTheKind")
    assert guest.element("[role=alert]").text
    guest.shot("unknown")


@pytest.mark.size("desktop")
def test_all_types(guest):
    """The list of types contains those with data, and finds any other by name."""
    guest.open("/types").reads(type_name("stepCount"), "main").shot("types")
    guest.types(text("types_search"), "caffe")
    guest.goes(type_name("dietaryCaffeine"), "link")
    assert guest.path.startswith("/types/dietaryCaffeine")


@pytest.mark.size("desktop")
def test_latest_values(guest):
    """The list of types shows the latest value next to its day."""
    guest.open("/types")
    places = "[...document.querySelectorAll('[data-latest=stepCount], [data-latest=bodyMass], [data-latest=heartRate]')]"
    values = guest.wait(lambda: [value for value in [guest.js(f"return {places}.map((place) => place.textContent)")] if all(value)][0:1], "values")
    assert values and all(re.search(r"\d", value) for value in values[0]), values


def layer(person, name: str) -> list:
    """Returns the figures of a layer of the chart."""
    return person.js("""const {datasets} = Chart.getChart(document.querySelector('main canvas')).data;
        return datasets.filter((one) => one.layer === arguments[0]).map((one) => one.data)""", name)


@pytest.mark.parametrize("name", ["stepCount", "restingHeartRate"])
def test_period_before(guest, name):
    """The figure of the month before stands beside that of the month, and is drawn if the person wants it."""
    store = guest.daemon.store
    first = (today().replace(day=1) - datetime.timedelta(days=40)).replace(day=1)
    earlier = (first - datetime.timedelta(days=1)).replace(day=1)
    last = first - datetime.timedelta(days=1)
    guest.open(f"/types/{name}?view=month&date={first}").element("main canvas")
    before = text("type_before", period=f"{earlier:%B} {earlier.year}")
    rows = figures(store, name, earlier, last, "--every", "day")
    if name == "stepCount":
        expected = sum(row["sum"] for row in rows) / len(rows)
        values = {row["start"][:10]: row["sum"] for row in rows}
    else:
        expected = sum(row["average"] for row in rows) / len(rows)
        values = {row["start"][:10]: row["average"] for row in rows}
    guest.wait(lambda: guest.js("return !document.querySelector('.type-figures').innerText.includes('…')"), "the figure")
    assert number(figure(guest, before)) == pytest.approx(expected, abs=0.501)
    now = number(figure(guest, text("type_daily_average") if name == "stepCount" else text("type_average")))
    note = guest.js("""return [...document.querySelectorAll('.type-figures > *')].find((one) => one.innerText.startsWith(arguments[0])).innerText""", before)
    difference = abs(round(now - number(figure(guest, before))))
    assert text("type_before_same") in note if difference == 0 else f"{difference:,}" in note
    assert layer(guest, "before") == []
    guest.click(text("type_before_draw", period=f"{earlier:%B} {earlier.year}"), "button")
    guest.wait(lambda: layer(guest, "before"), "the line")
    count = (last - earlier).days + 1
    days = [str(earlier + datetime.timedelta(days=at)) for at in range(count)]
    length = calendar.monthrange(first.year, first.month)[1]
    assert layer(guest, "before") == [[None if day not in values else pytest.approx(values[day], rel=1e-9) for day in days][:length]]
    table = table_behind(guest)
    cell = next(cell for cell in table[0] if ": " in cell)
    assert number(cell.split(": ")[1]) == pytest.approx(values[days[0]], abs=0.501)
    guest.shot("before")
    # The choice holds for the next period.
    guest.press(guest.elements(".type-period a")[0])
    guest.wait(lambda: text("type_before", period=f"{earlier:%B} {earlier.year}") not in guest.words(".type-figures"), "another month")


@pytest.mark.size("desktop")
def test_period_before_of_other_kinds(guest):
    """Sleep, blood pressure, symptoms and rings name the period before as well; all data has none before it."""
    for name, view in (("sleepAnalysis", "week"), ("bloodPressure", "month"), ("headache", "month"), ("headache", "year"), ("activitySummary", "month"),
                       ("workout", "month"), ("activitySummary", "day")):
        guest.open(f"/types/{name}?view={view}&date={today() - datetime.timedelta(days=45)}")
        guest.wait(lambda: text("type_before").split("{")[0] in guest.words(".type-figures") and "…" not in guest.words(".type-figures"), f"{name}, {view}")
        guest.shot(f"{name} {view}")
    guest.open("/types/stepCount?view=all").element("main canvas")
    assert text("type_before").split("{")[0] not in guest.words(".type-figures") and not guest.elements(".type-before button")


@pytest.mark.size("desktop")
def test_periods_before_are_comparable(guest):
    """A period before ends where the period begins; of an unfinished period, as many days are compared of both."""
    guest.open("/types/stepCount").element("main canvas")
    days = [str(today() - datetime.timedelta(days=back)) for back in range(0, 420, 13)]
    found = guest.js("""const [days] = arguments;
        const from = document.querySelector('script[type=module][src*=page]').src.replace(/[^/]+$/, '');
        return Promise.all(['type-before.js', 'type-period.js', 'format.js'].map((name) => import(from + name))).then(([before, period, format]) =>
          ['day', 'week', 'month', 'sixMonths', 'year', 'fiveYears'].flatMap((view) => days.map((day) => {
            const now = period.periodOf(view, day);
            const earlier = before.periodBefore(now);
            const parts = before.comparedParts(now, earlier);
            const length = ({ from, to }) => format.daysBetween(from, to);
            return { view, day, touches: earlier.to === now.from, whole: [length(now), length(earlier)], parts: [length(parts.now), length(parts.before)],
              isOpen: now.to > format.today(), end: parts.now.to <= format.today(), within: parts.before.to <= earlier.to };
          })))""", days)
    assert len(found) == 6 * len(days)
    for one in found:
        assert one["touches"] and one["end"] and one["within"], one
        if one["view"] in ("day", "week", "sixMonths"):
            assert one["whole"][0] == one["whole"][1], one
        assert abs(one["whole"][0] - one["whole"][1]) <= 3, one
        if one["isOpen"] and one["parts"][0] > 0:
            assert one["parts"][1] in (one["parts"][0], one["whole"][1]), one


@pytest.mark.size("desktop")
def test_days_after_the_data_are_not_compared(guest):
    """Of a month in which an export ends, the days before that day are compared with as many of the month before."""
    guest.open("/types/headache").element("main")
    found = guest.js("""const from = document.querySelector('script[type=module][src*=page]').src.replace(/[^/]+$/, '');
        return Promise.all(['type-before.js', 'type-period.js'].map((name) => import(from + name))).then(([before, period]) => {
          before.setDataEnd('2025-10-16');
          const now = period.periodOf('month', '2025-10-02');
          return before.comparedParts(now, before.periodBefore(now));
        })""")
    assert (found["now"]["from"], found["now"]["to"]) == ("2025-10-01", "2025-10-16")
    assert (found["before"]["from"], found["before"]["to"]) == ("2025-09-01", "2025-09-16")


def test_night_before(guest):
    """The page of a night states the sleep of the night before, which is that of the page of that night."""
    night = export_day(guest.daemon.store) - datetime.timedelta(days=5)
    earlier = night - datetime.timedelta(days=1)
    guest.open(f"/types/sleepAnalysis?view=day&date={earlier}")
    asleep = figure(guest, text("type_sleep_total"))
    guest.open(f"/types/sleepAnalysis?view=day&date={night}")
    entry = guest.wait(lambda: guest.js("""return [...document.querySelectorAll('.type-figures > *')]
        .find((one) => one.innerText.startsWith(arguments[0]))?.querySelector('.figure').innerText""", text("type_before").split("{")[0]), "the night before")
    assert entry == asleep
    guest.shot("night")


@pytest.mark.size("desktop")
@pytest.mark.parametrize("name", ["respiratoryRate", "heartRateVariabilitySDNN"])
def test_usual_range(owner, name):
    """The usual range is a band behind the chart, and a day far outside of it is marked and named in words."""
    app = App(owner.daemon)
    app.allow("--share", name, "--read", name)
    day = today() - datetime.timedelta(days=12)
    when = datetime.datetime(day.year, day.month, day.day, 12, tzinfo=zoneinfo.ZoneInfo(ZONE)).isoformat()
    unit, value = ("count/min", 140) if name == "respiratoryRate" else ("ms", 900)
    app.save({"type": f"HKQuantityTypeIdentifier{name[0].upper()}{name[1:]}", "startDate": when, "endDate": when, "value": value, "unit": unit})
    first = day.replace(day=1)
    last = day.replace(day=calendar.monthrange(day.year, day.month)[1])
    said = app.send("GET", "/v1/insights/ranges", None, type=name, timeZone=ZONE, **{"from": str(first), "to": str(last)})["ranges"][0]["days"]
    # A day of the demo can be unusual, too.
    marked = [one["day"] for one in said if one.get("outlier")]
    assert str(day) in marked and len(marked) <= 2
    owner.open(f"/types/{name}?view=month&date={day}").element("main canvas")
    band = owner.js("""const {ranges, outliers} = Chart.getChart(document.querySelector('main canvas')).config.options.plugins.healthBand;
        return {ranges, outliers}""")
    expected = {one["day"]: one["range"] for one in said if "range" in one}
    for at in range((last - first).days + 1):
        known = expected.get(str(first + datetime.timedelta(days=at)))
        assert band["ranges"][at] == (None if known is None else {"low": pytest.approx(known["low"]), "high": pytest.approx(known["high"])})
    assert [str(first + datetime.timedelta(days=at)) for at, is_out in enumerate(band["outliers"]) if is_out] == marked
    label = owner.js("return document.querySelector('main canvas').getAttribute('aria-label')")
    assert f"{day.day} {day:%b}" in label
    if len(marked) == 1:
        assert text("chart_outliers_one", count=1, days=f"{day.day} {day:%b}") in label
    assert text("chart_outlier") in table_behind(owner)[day.day - 1][-1]
    owner.reads(text("chart_band"), ".chart-legend")
    owner.shot("band")
