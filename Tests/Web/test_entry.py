# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Entries beside the latest ones: the last value and its steps, questions about unlikely values, and corrections."""

import json

import pytest

from support.care import axe, sideways
from support.charts import number
from support.texts import text, type_name
from support.tool import health


def own(store, name: str) -> list:
    """Returns the samples of a type that were saved by the pages."""
    rows = json.loads(health("samples", name, "--newest-first", "--limit", "200", "--format", "json", "--store", store))
    return [row for row in rows if row["bundleIdentifier"] == "org.openhealthkit.web"]


def last(store, name: str) -> float:
    return json.loads(health("samples", name, "--newest-first", "--limit", "1", "--format", "json", "--store", store))[0]["value"]


def test_the_last_value_and_its_steps(owner):
    """The form shows the last weight; the buttons begin with it and change the last digit."""
    weight = last(owner.daemon.store, "bodyMass")
    owner.open("/add/bodyMass")
    owner.wait(lambda: owner.words(".hint.last").strip(), "the last value")
    assert number(owner.words(".hint.last").split(":")[1]) == pytest.approx(weight, abs=0.051)
    more, less = (text(key, field=type_name("bodyMass")) for key in ("add_more", "add_less"))
    owner.click(more, "button")
    assert float(owner.see(type_name("bodyMass")).get_attribute("value")) == pytest.approx(weight + 0.1, abs=0.051)
    for _ in range(3):
        owner.click(less, "button")
    typed = float(owner.see(type_name("bodyMass")).get_attribute("value"))
    assert typed == pytest.approx(weight - 0.2, abs=0.051)
    assert not axe(owner.browser) + sideways(owner.browser)
    owner.shot("steps")
    owner.goes(text("add_save"), "button").reads(text("add_saved", type=type_name("bodyMass")))
    assert own(owner.daemon.store, "bodyMass")[0]["value"] == pytest.approx(typed)


@pytest.mark.size("desktop")
def test_a_value_unlike_the_latest_ones_is_questioned(owner):
    """A weight in the wrong unit is questioned with the last one; the safe answer is the default, and the right unit one press away."""
    owner.open("/add/bodyMass")
    owner.wait(lambda: owner.words(".hint.last").strip(), "the last value")
    owner.js("const choice = document.querySelector('.with-unit select'); choice.value = 'lb'; choice.dispatchEvent(new Event('change', {bubbles: true}))")
    owner.types(type_name("bodyMass"), "67").click(text("add_save"), "button")
    owner.reads(text("add_doubt"))
    assert "67.0 lb" in owner.words("dialog") and "%" in owner.words("dialog")
    assert owner.words("dialog button.main") == text("add_future_change")
    assert owner.js("return document.querySelector('dialog button').className") == "main"
    owner.shot("question")
    owner.click(text("add_future_change"), "button")
    assert not own(owner.daemon.store, "bodyMass")
    owner.click(text("add_save"), "button").reads(text("add_doubt"))
    owner.goes(text("add_save_as", value="67.0 kg"), "button").reads(text("add_saved", type=type_name("bodyMass")))
    [sample] = own(owner.daemon.store, "bodyMass")
    assert sample["value"] == pytest.approx(67)


@pytest.mark.size("desktop")
def test_usual_values_are_not_questioned(owner):
    """A value near the latest ones is saved at once, and sums are not compared."""
    for name, value in (("heartRate", "60"), ("stepCount", "3")):
        owner.open(f"/add/{name}")
        owner.types(type_name(name), value).goes(text("add_save"), "button").reads(text("add_saved", type=type_name(name)))
    assert not owner.elements("dialog")


@pytest.mark.size("desktop")
def test_correction(owner):
    """A corrected entry replaces the one before at the same time, and undo brings that back."""
    owner.open("/add/bodyMass").types(type_name("bodyMass"), "68.4").goes(text("add_save"), "button")
    [before] = own(owner.daemon.store, "bodyMass")
    owner.open(f"/samples/{before['uuid']}").goes(text("add_correct"), "link")
    assert owner.headline == text("add_correct_title", type=type_name("bodyMass"))
    assert owner.see(type_name("bodyMass")).get_attribute("value") == "68.4"
    owner.types(type_name("bodyMass"), "64.8").goes(text("add_save"), "button")
    owner.reads(text("add_corrected", type=type_name("bodyMass")))
    [after] = own(owner.daemon.store, "bodyMass")
    assert after["value"] == pytest.approx(64.8) and after["start"] == before["start"]
    owner.click(text("dialog_undo"), "button").reads(text("add_undone"))
    assert [one["value"] for one in own(owner.daemon.store, "bodyMass")] == [pytest.approx(68.4)]


@pytest.mark.size("desktop")
def test_correction_of_a_blood_pressure(owner):
    """Both pressures are filled in, and the corrected pair is the only one."""
    owner.open("/add/bloodPressure").types(text("add_systolic"), "121").types(text("add_diastolic"), "79").goes(text("add_save"), "button")
    [before] = own(owner.daemon.store, "bloodPressure")
    owner.open(f"/add/bloodPressure?correct={before['uuid']}")
    assert owner.see(text("add_systolic")).get_attribute("value") == "121"
    owner.types(text("add_diastolic"), "75").goes(text("add_save"), "button").reads(text("add_corrected", type=type_name("bloodPressure")))
    assert len(own(owner.daemon.store, "bloodPressure")) == 1
    assert [one["value"] for one in own(owner.daemon.store, "bloodPressureDiastolic")] == [75]
