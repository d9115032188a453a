# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""The drawing of charts: straight lines, a moving average of weight, names that cover no figures, and round figures at the axes."""

import json

import pytest

from support.texts import text
from support.tool import health

CHART = "const chart = Chart.getChart(document.querySelector(arguments[0]));"


def drawn(person, selector: str = "main canvas"):
    person.wait(lambda: person.js(f"{CHART} return Boolean(chart?.healthLabels)", selector), "the chart")


@pytest.mark.size("desktop")
@pytest.mark.parametrize("name", ["bodyMass", "restingHeartRate", "vo2Max"])
def test_lines_are_straight(guest, name):
    """A line between two figures has no higher or lower value."""
    guest.open(f"/types/{name}")
    drawn(guest)
    assert guest.js(f"""{CHART} return chart.data.datasets.every((set) => !set.cubicInterpolationMode && !set.tension)""", "main canvas")
    # Halfway between two points, the line is halfway between their figures.
    assert guest.js(f"""{CHART} return chart.getDatasetMeta(0).data.every((one) => {{
        const {{ controlPointPreviousX: before, controlPointNextX: next }} = one.getProps(['controlPointPreviousX', 'controlPointNextX']);
        return before === undefined || (Math.abs(before - one.x) < 0.01 && Math.abs(next - one.x) < 0.01); }})""", "main canvas")


def test_moving_average_of_weight(guest):
    """The weights of a month have the average of each day and the six before; it ends with the last weight."""
    guest.open("/types/bodyMass")
    drawn(guest)
    guest.reads(text("chart_trend"), ".chart-legend")
    values, trend = guest.js(f"""{CHART} const sets = chart.data.datasets;
        return [sets[0].data, sets.find((set) => set.layer === 'trend').data]""", "main canvas")
    for at, average in enumerate(trend):
        known = [value for value in values[max(0, at - 6):at + 1] if value is not None]
        if any(value is not None for value in values[at:]) and len(known) >= 3:
            assert average == pytest.approx(sum(known) / len(known))
        else:
            assert average is None
    guest.shot("weight")


@pytest.mark.parametrize("path, selector", [("/", "#steps canvas"), ("/types/stepCount?view=month", "main canvas"),
                                            ("/types/activeEnergyBurned?view=week", "main canvas")])
def test_names_of_lines_cover_no_bars(guest, path, selector):
    """The name of the average, and that of an unfinished day, do not cover a bar or each other."""
    guest.open(path)
    drawn(guest, selector)
    labels, bars = guest.js(f"""{CHART} return [chart.healthLabels, chart.getDatasetMeta(0).data.filter((bar) => Number.isFinite(bar.y) && bar.y < bar.base)
        .map((bar) => ({{ left: bar.x - bar.width / 2, right: bar.x + bar.width / 2, top: bar.y, bottom: bar.base }}))]""", selector)
    assert labels

    def meets(a: dict, b: dict) -> bool:
        return a["left"] < b["right"] and b["left"] < a["right"] and a["top"] < b["bottom"] and b["top"] < a["bottom"]

    for label in labels:
        assert not [bar for bar in bars if meets(label, bar)], label
        assert not [other for other in labels if other is not label and meets(label, other)]
        assert label["top"] >= 0
    guest.shot("names")


@pytest.mark.size("desktop")
def test_no_goal_for_a_heart_rate(guest):
    """A goal is offered for what adds up and for the weight, not for a heart rate."""
    for name, has_goal in [("heartRate", False), ("restingHeartRate", False), ("oxygenSaturation", False), ("stepCount", True), ("bodyMass", True)]:
        guest.open(f"/types/{name}")
        drawn(guest)
        guest.wait(lambda: guest.elements(".type-options"), "the options") if has_goal else None
        assert bool(guest.elements(".type-goal")) == has_goal, name


@pytest.mark.size("desktop")
def test_miles_have_speeds_in_miles_and_round_figures(owner):
    """With distances in miles, the speed is in miles an hour, heights are in feet, and the axes have round figures of them."""
    store = owner.daemon.store
    rides = [one for one in json.loads(health("workouts", "--newest-first", "--format", "json", "--store", store))
             if one["activity"] == "HKWorkoutActivityTypeCycling"]
    owner.open("/settings")
    assert owner.driver.execute_async_script("""
        const done = arguments[0];
        fetch('/v1/owner/preferences', {method: 'PATCH', body: JSON.stringify({units: {distanceWalkingRunning: 'mi', distanceCycling: 'mi'}}),
          headers: {Accept: 'application/json', 'Content-Type': 'application/json', 'X-CSRF-Token': sessionStorage.getItem('health-session')}})
          .then((answer) => done(answer.status))""") in (200, 204)
    owner.open(f"/samples/{rides[0]['uuid']}")
    owner.wait(lambda: len(owner.elements(".courses canvas")) >= 2, "the charts")
    assert "mph" in owner.words("ul.figures") and "km/h" not in owner.words("main")
    for canvas in owner.elements(".courses canvas"):
        for scale in ("x", "y"):
            ticks = owner.js("""return Chart.getChart(arguments[0]).scales[arguments[1]].ticks.map((tick) => [tick.value, String(tick.label)])""", canvas, scale)
            steps = {round(b[0] - a[0], 6) for a, b in zip(ticks, ticks[1:])}
            assert len(steps) <= 1, ticks
            for value, label in ticks:
                assert abs(value * 100 - round(value * 100)) < 1e-6, (value, label)
    owner.shot("miles")
