"""Tests of units that people choose, and of quantities as strings."""

import pytest

SCRIPT = """return import([...document.querySelectorAll('script[type=module]')].at(-1).src.replace(/[^/]+$/, '%s.js'))
    .then((module) => (%s)(module, ...arguments))"""


@pytest.mark.size("desktop")
def test_words(guest):
    """Stones are shown with pounds, and all measurements of a type have the same number of decimals."""
    guest.speak("en-US")
    guest.open("/add")
    wanted = [
        (146 / 14, "st", "bodyMass", "10 st 6 lb"), (10, "st", "bodyMass", "10 st 0 lb"), (9.999, "st", "bodyMass", "10 st 0 lb"),
        (-4 / 14, "st", "bodyMass", "-4 lb"), (0, "st", "bodyMass", "0 lb"), (-0.001, "st", "bodyMass", "0 lb"),
        (24, "count", "bodyMassIndex", "24.0 BMI"), (24.26, "count", "bodyMassIndex", "24.3 BMI"), (37, "degC", "bodyTemperature", "37.0°C"),
        (1.8, "m", "height", "1.80 m"), (0.24, "%", "bodyFatPercentage", "24.0%"), (0.952, "%", "oxygenSaturation", "95%"),
        (1234, "count", "stepCount", "1,234 steps"), (61, "count/min", "heartRate", "61 bpm"),
    ]
    words = guest.js(SCRIPT % ("format", "({ quantity }, list) => list.map(([value, unit, type]) => quantity(value, unit, type))"),
                     [list(row[:3]) for row in wanted])
    assert [text.replace("\u00a0", " ") for text in words] == [row[3] for row in wanted]


@pytest.mark.size("desktop")
def test_choices(guest):
    """Each type with a unit has some common units as choices, and none that are only useful for calculations."""
    guest.open("/add")
    found = guest.js(SCRIPT % ("types", """async ({ types }) => {
        const source = [...document.querySelectorAll('script[type=module]')].at(-1).src;
        const { unitChoices } = await import(source.replace(/[^/]+$/, 'unit-choices.js'));
        const { unitsOf } = await import(source.replace(/[^/]+$/, 'format.js'));
        return Object.keys(types).filter((name) => types[name].unit).map((name) => [name, types[name].unit, unitChoices(name), unitsOf(name)]);
    }"""))
    assert len(found) > 100
    for name, unit, choices, known in found:
        assert choices and len(set(choices)) == len(choices) and set(choices) <= set(known), name
        assert not {"d", "cmAq", "count/s"} & set(choices), name
        assert "st" not in choices or unit == "kg", name
    choices = {name: units for name, _, units, _ in found}
    assert choices["dietaryCaffeine"] == ["g", "mg", "mcg"] and choices["heartRateVariabilitySDNN"] == ["ms"]
    assert choices["bodyMass"] == ["kg", "lb", "st"] and len(choices["bloodGlucose"]) == 2
    assert choices["height"] == ["cm", "m", "ft", "in"]


@pytest.mark.size("desktop")
def test_two_units(guest):
    """Stones with pounds and feet with inches are read as they are commonly written; numbers with an apostrophe as thousands
    separator are read as numbers."""
    guest.speak("en-US")
    guest.open("/add")
    mass, height = ["kg", "lb", "st"], ["cm", "m", "ft", "in"]
    wanted = [
        ("10 st 6 lb", mass, 146 / 14, "st"), ("10st6", mass, 146 / 14, "st"), ("10 Stone 6.5 lbs", mass, 146.5 / 14, "st"),
        ("12 st", mass, 12, "st"), ("5'11\"", height, 71 / 12, "ft"), ("5′11″", height, 71 / 12, "ft"), ("5’ 11”", height, 71 / 12, "ft"),
        ("5 ft 11 in", height, 71 / 12, "ft"), ("6'", height, 6, "ft"), ("5'11", height, 71 / 12, "ft"), ("1'200", height, 1200, None),
        ("72.5", mass, 72.5, None), ("10 st 16 lb", mass, "composed", None), ("5'12\"", height, "composed", None),
        ("10 st 6 lb", height, "notANumber", None), ("5 ft 3 lb", height, "notANumber", None), ("", mass, "missing", None),
    ]
    read = guest.js(SCRIPT % ("add-number", "({ readAmount }, list) => list.map(([text, units]) => readAmount(text, units))"),
                    [[row[0], row[1]] for row in wanted])
    for (typed, _, value, unit), found in zip(wanted, read, strict=True):
        if isinstance(value, str):
            assert found == {"fault": value}, typed
        else:
            assert abs(found["value"] - value) < 1e-12 and found.get("unit") == unit, typed
