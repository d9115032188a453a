# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Adding data by hand."""

import datetime
import json
import zoneinfo

import pytest

from support.app import App
from support.texts import text, type_name
from support.tool import ZONE, health, today


def newest(store, type_name: str, count: int = 1) -> list:
    """Returns the newest samples of a type from the tool."""
    return json.loads(health(
        "samples", type_name, "--newest-first", "--limit", str(count), "--format", "json", "--store", store))


def own(store, type_name: str) -> list:
    """Returns the samples of a type that were saved by the pages."""
    rows = json.loads(health("samples", type_name, "--from", "-7d", "--format", "json", "--store", store))
    return [row for row in rows if row["bundleIdentifier"] == "org.openhealthkit.web"]


def test_weight(owner):
    """An added weight is stored with the current date as entered by the person, and the page confirms it."""
    owner.open("/types/bodyMass").goes(text("frame_add"), "link")
    owner.reads(text("add_title", type=type_name("bodyMass")), "h1")
    owner.types(type_name("bodyMass"), "68.4")
    owner.shot("typed")
    owner.goes(text("add_save"), "button")
    assert owner.path.startswith("/types/bodyMass"), owner.path
    owner.reads(text("add_saved", type=type_name("bodyMass")))
    owner.shot("saved")
    [sample] = own(owner.daemon.store, "bodyMass")
    assert (sample["value"], sample["unit"], sample["source"]) == (68.4, "kg", "OpenHealthKit")
    assert sample["metadata"]["HKWasUserEntered"] in (True, 1, "1", "true")
    age = datetime.datetime.now(datetime.UTC) - datetime.datetime.fromisoformat(sample["start"])
    assert datetime.timedelta(minutes=-1) < age < datetime.timedelta(minutes=5), "the clock is not that of the person's home"


@pytest.mark.size("desktop")
def test_undo(owner):
    """A new entry can be undone."""
    owner.open("/add/bodyMass").types(type_name("bodyMass"), "81")
    owner.goes(text("add_save"), "button")
    assert len(own(owner.daemon.store, "bodyMass")) == 1
    owner.click(text("dialog_undo"), "button").reads(text("add_undone"))
    assert not own(owner.daemon.store, "bodyMass")


def test_wrong_input(owner):
    """A fault is reported at its field, and typed values are kept, even when the page is reloaded."""
    owner.open("/add/bodyMass").types(type_name("bodyMass"), "sixty")
    owner.click(text("add_save"), "button").reads(text("add_fault_notanumber", text="sixty"), "main")
    field = owner.see(type_name("bodyMass"))
    assert field.get_attribute("aria-invalid") == "true"
    assert owner.js("return document.activeElement === arguments[0]", field), "the focus is not where the fault is"
    described = owner.js(
        "return (arguments[0].getAttribute('aria-describedby') ?? arguments[0].getAttribute('aria-errormessage') ?? '')"
        ".split(' ').map((id) => document.getElementById(id)?.innerText ?? '').join(' ')", field)
    assert text("add_fault_notanumber", text="sixty") in described
    owner.shot("wrong")
    assert field.get_attribute("value") == "sixty"
    owner.open("/add/bodyMass").reads(text("add_kept"))
    assert owner.see(type_name("bodyMass")).get_attribute("value") == "sixty"
    assert not own(owner.daemon.store, "bodyMass")
    owner.types(type_name("bodyMass"), "60.5").goes(text("add_save"), "button")
    assert [sample["value"] for sample in own(owner.daemon.store, "bodyMass")] == [60.5]


@pytest.mark.size("desktop")
def test_stones(owner):
    """A weight in stones and pounds is saved in stones, regardless of the chosen unit; 16 pounds are refused."""
    owner.open("/add/bodyMass").types(type_name("bodyMass"), "10 st 16 lb")
    owner.click(text("add_save"), "button").reads(text("add_fault_composed", text="10 st 16 lb"), "main")
    owner.types(type_name("bodyMass"), "10 st 7 lb").goes(text("add_save"), "button")
    [sample] = own(owner.daemon.store, "bodyMass")
    assert (sample["originalValue"], sample["originalUnit"]) == (10.5, "st")


@pytest.mark.size("desktop")
def test_unit(owner):
    """A weight in pounds is converted correctly, and the form keeps the unit; pages use the unit of the settings."""
    owner.open("/add/bodyMass").types(type_name("bodyMass"), "150")
    unit = owner.see(text("add_unit", field=type_name("bodyMass")))
    owner.js("arguments[0].value = 'lb'; arguments[0].dispatchEvent(new Event('change', {bubbles: true}))", unit)
    owner.goes(text("add_save"), "button")
    [sample] = own(owner.daemon.store, "bodyMass")
    assert round(sample["value"], 3) == 68.039 and sample["unit"] == "kg"
    owner.reads("68.0", "main")
    owner.open("/add/bodyMass")
    assert owner.see(text("add_unit", field=type_name("bodyMass"))).get_attribute("value") == "lb"


@pytest.mark.size("desktop")
def test_pressure(owner):
    """Blood pressure is a single entry with two numbers."""
    owner.open("/add/bloodPressure").types(text("add_systolic"), "118").types(text("add_diastolic"), "76")
    owner.goes(text("add_save"), "button")
    [systolic], [diastolic] = (own(owner.daemon.store, name) for name in ("bloodPressureSystolic", "bloodPressureDiastolic"))
    assert (systolic["value"], diastolic["value"]) == (118, 76)
    assert len(own(owner.daemon.store, "bloodPressure")) == 1


def test_symptoms(owner):
    """Several symptoms are entered at once, each with its severity."""
    owner.open("/add").goes(text("add_several"), "link")
    for name, value in (("headache", "mild"), ("nausea", "severe"), ("fever", "moderate")):
        field = owner.see(type_name(name), "field")
        label = text(f"value_HKCategoryValueSeverity_{value}")
        owner.js("""arguments[0].value = [...arguments[0].options].find((one) => one.text === arguments[1]).value;
            arguments[0].dispatchEvent(new Event('change', {bubbles: true}))""", field, label)
    owner.reads(text("add_symptoms_count_other", count=3))
    owner.shot("chosen")
    owner.goes(text("add_save"), "button").reads(text("add_symptoms_saved_other", count=3))
    for name, value in (("headache", 2), ("nausea", 4), ("fever", 3)):
        assert [sample["value"] for sample in own(owner.daemon.store, name)] == [value], name
    assert len({sample["start"] for name in ("headache", "nausea", "fever") for sample in own(owner.daemon.store, name)}) == 1


@pytest.mark.size("desktop")
def test_not_by_hand(guest):
    """A type that is only measured by devices has no form, and the page explains this."""
    guest.open("/add/electrocardiogram").reads(text("add_notbyhand"))
    assert not guest.find(text("add_save"), "button")


@pytest.mark.size("desktop")
def test_finding_a_type(guest):
    """A search leads to the form of any type."""
    guest.open("/add").types(text("add_search"), "caffe")
    guest.goes(type_name("dietaryCaffeine"), "link")
    assert guest.path == "/add/dietaryCaffeine"


@pytest.mark.size("desktop")
@pytest.mark.parametrize("typed, name", [
    ("bp", "bloodPressure"), ("hrv", "heartRateVariabilitySDNN"), ("spo2", "oxygenSaturation"), ("bmi", "bodyMassIndex"),
    ("pulse", "heartRate"), ("period", "menstrualFlow"), ("coffee", "dietaryCaffeine"), ("weigt", "bodyMass"), ("heigth", "height"),
    ("sugar", "bloodGlucose"), ("acucar", "dietarySugar"), ("コーヒー", "dietaryCaffeine"), ("혈압", "bloodPressure")])
def test_finding_by_other_words(guest, typed, name):
    """Types are found by common names, and with a misspelling; the list of types has the same search."""
    guest.open("/add").types(text("add_search"), typed)
    guest.element(f"a[href='/add/{name}']")
    assert not guest.elements("a[href='/add/toothbrushingEvent']")
    guest.open("/types").types(text("types_search"), typed)
    guest.element(f"a[href$='/{name}']")
    assert not guest.elements("a[href$='/toothbrushingEvent']")


@pytest.mark.size("desktop")
def test_workout(owner):
    """A workout entered without changing the date has just ended."""
    owner.open("/add/workout").see(text("add_endtime"))
    activity = owner.element("form.add select")
    owner.js("arguments[0].value = 'yoga'; arguments[0].dispatchEvent(new Event('change', {bubbles: true}))", activity)
    owner.types(text("add_duration"), "30")
    owner.goes(text("add_save"), "button").reads(text("add_saved", type=type_name("workout")))
    [workout] = own(owner.daemon.store, "workout")
    start, end = (datetime.datetime.fromisoformat(workout[key]) for key in ("start", "end"))
    age = datetime.datetime.now(datetime.UTC) - end
    assert end - start == datetime.timedelta(minutes=30)
    assert datetime.timedelta(minutes=-1) < age < datetime.timedelta(minutes=5), age


@pytest.mark.size("desktop")
def test_night_by_stages(owner):
    """A night is entered stage by stage; each stage ends when the next one starts, also across midnight."""
    day = today() - datetime.timedelta(days=3)
    owner.open("/add/sleepAnalysis")
    set_value = "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('change', {bubbles: true}))"
    for name, value in (("add_startdate", day), ("add_starttime", "22:30"), ("add_enddate", day + datetime.timedelta(days=1)),
                        ("add_endtime", "06:00")):
        owner.js(set_value, owner.see(text(name)), str(value))
    owner.click(text("value_HKCategoryValueSleepAnalysis_asleepCore"), "radio")
    for number, (stage, time) in enumerate((("4", "23:45"), ("5", "01:15"), ("3", "01:15")), 2):
        owner.click(text("add_stage_add"), "button")
        owner.js(set_value, owner.see(text("add_stage", number=number)), stage)
        owner.js(set_value, owner.elements("input[type=time]")[-1], time)
    owner.click(text("add_save"), "button").reads(text("add_fault_stages"), "main").shot("stages")
    owner.js(set_value, owner.elements("input[type=time]")[-1], "02:00")
    owner.goes(text("add_save"), "button").reads(text("add_saved", type=type_name("sleepAnalysis")))
    rows = sorted(own(owner.daemon.store, "sleepAnalysis"), key=lambda row: row["start"])
    moments = [[datetime.datetime.fromisoformat(row[key]).astimezone(zoneinfo.ZoneInfo(ZONE)).strftime("%H:%M") for key in ("start", "end")]
               for row in rows]
    assert moments == [["22:30", "23:45"], ["23:45", "01:15"], ["01:15", "02:00"], ["02:00", "06:00"]], moments
    assert [row["value"] for row in rows] == [3, 4, 5, 3]


@pytest.mark.size("desktop")
def test_entry_of_the_past(owner):
    """After an entry with a past date is saved, the page shows its period."""
    day = today() - datetime.timedelta(days=40)
    owner.open("/types/bodyMass?view=week").goes(text("frame_add"), "link")
    owner.types(type_name("bodyMass"), "61.7")
    owner.js("""const field = document.querySelector('input[type=date]'); field.value = arguments[0];
        field.dispatchEvent(new Event('change', {bubbles: true}))""", str(day))
    owner.goes(text("add_save"), "button")
    assert owner.path == f"/types/bodyMass?view=week&date={day}", owner.path
    owner.reads("61.7", "main").shot("past")


@pytest.mark.size("desktop")
def test_denied(owner):
    """If the person has denied saving, the page links to the place where this can be changed."""
    health("apps", "deny", "org.openhealthkit.web", "--share", "bodyMass", "--store", owner.daemon.store)
    owner.allow_status(403, "/v1/samples")
    owner.open("/add/bodyMass").types(type_name("bodyMass"), "70").click(text("add_save"), "button")
    owner.reads(text("problem_denied")).shot("denied")
    owner.goes(text("problem_change"), "button")
    assert owner.path.startswith("/owner/apps"), owner.path
    assert not own(owner.daemon.store, "bodyMass")


@pytest.mark.size("desktop")
def test_live(owner):
    """A weight saved by another app appears on an open page immediately, without reloading it."""
    app = App(owner.daemon)
    app.allow("--share", "bodyMass")
    owner.open(f"/types/bodyMass?view=day&date={today()}")
    owner.js("window.isTheSame = true")
    now = datetime.datetime.now(datetime.UTC).isoformat()
    app.save({"type": "bodyMass", "startDate": now, "endDate": now, "value": 71.25, "unit": "kg"})
    owner.reads("71.3", "main")
    assert owner.js("return window.isTheSame")
