# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Tests of entering states of mind, medications and their doses."""

import json
import re
import sqlite3

import pytest
from selenium.webdriver.common.keys import Keys

from support import part
from support.care import axe, sideways
from support.texts import LANGUAGES, text, type_name
from support.tool import health


def samples(store, type_name: str) -> list:
    """Returns the samples of a type as the tool lists them."""
    return json.loads(health("samples", type_name, "--newest-first", "--format", "json", "--store", store))


def add_medication(person, name: str) -> None:
    person.types(text("dose_new_name"), name).click(text("dose_add"), "button")
    person.reads(text("dose_medication"), "form.add")


@pytest.mark.parametrize("valence, value", [("veryUnpleasant", -1), ("neutral", 0), ("slightlyPleasant", 0.33)])
@pytest.mark.size("desktop")
def test_state_of_mind(owner, valence, value):
    """A state of mind is saved with its kind, valence, labels and associations, listed, and deleted with an undo."""
    before = len(samples(owner.daemon.store, "stateOfMind"))
    owner.open("/add/stateOfMind")
    owner.click(text("value_HKStateOfMindKind_dailyMood"), "radio")
    owner.js("const list = document.querySelectorAll('form.add select')[0]; const option = [...list.options].find((one) => one.text === arguments[0]);"
             "list.value = option.value; list.dispatchEvent(new Event('change', { bubbles: true }))",
             text(f"value_HKStateOfMindValenceClassification_{valence}"))
    owner.click(text("value_HKStateOfMindLabel_grateful"), "checkbox").click(text("value_HKStateOfMindAssociation_family"), "checkbox")
    owner.shot("form")
    owner.goes(text("add_save"), "button").reads(text("add_saved", type=type_name("stateOfMind")))
    found = samples(owner.daemon.store, "stateOfMind")
    assert len(found) == before + 1
    detail = owner.browser.js("""const [uuid, token] = arguments;
        return fetch(`/v1/samples/${uuid}`, { headers: { Authorization: `Bearer ${document.querySelector('meta[name=health-token]').content}` } })
          .then((answer) => answer.json())""", found[0]["uuid"], None)["detail"]["HKStateOfMind"]
    assert detail["valence"] == value and detail["kind"] == 2 and len(detail["labels"]) == 1 and len(detail["associations"]) == 1
    owner.open("/types/stateOfMind/samples").element("#app a[href='/add/stateOfMind']")
    owner.open(f"/samples/{found[0]['uuid']}").reads(text("value_HKStateOfMindLabel_grateful"), "main")
    owner.click(text("samples_delete_this"), "button").reads(text("samples_deleted_one", count="1"))
    assert len(samples(owner.daemon.store, "stateOfMind")) == before
    owner.click(text("dialog_undo"), "button").reads(text("value_HKStateOfMindLabel_grateful"), "main")
    assert len(samples(owner.daemon.store, "stateOfMind")) == before + 1


@pytest.mark.size("desktop")
def test_undo_of_a_dose(owner):
    """The undo after saving a dose deletes it."""
    owner.open("/add/medicationDoseEvent")
    add_medication(owner, "Ibuprofen 200 mg")
    owner.goes(text("add_save"), "button").reads(text("dose_saved"))
    assert [one for one in samples(owner.daemon.store, "medicationDoseEvent") if one["source"] == "OpenHealthKit"]
    owner.click(text("dialog_undo"), "button").reads(text("add_undone"))
    assert not [one for one in samples(owner.daemon.store, "medicationDoseEvent") if one["source"] == "OpenHealthKit"]


def test_dose(owner):
    """The first medication is added, a dose of it is saved, listed with its name, and deleted with an undo."""
    owner.open("/add/medicationDoseEvent")
    add_medication(owner, "Ibuprofen 400 mg")
    owner.shot("form")
    owner.types(text("dose_quantity"), "2")
    owner.goes(text("add_save"), "button").reads(text("dose_saved"))
    owner.open("/types/medicationDoseEvent").reads("Ibuprofen 400 mg", "main").shot("list")
    [dose] = [one for one in samples(owner.daemon.store, "medicationDoseEvent") if one["source"] == "OpenHealthKit"]
    owner.open(f"/samples/{dose['uuid']}").reads("Ibuprofen 400 mg", "main")
    owner.click(text("samples_delete_this"), "button").reads(text("samples_deleted_one", count="1"))
    assert dose["uuid"] not in [one["uuid"] for one in samples(owner.daemon.store, "medicationDoseEvent")]
    owner.click(text("dialog_undo"), "button").reads("Ibuprofen 400 mg", "main")
    assert dose["uuid"] in [one["uuid"] for one in samples(owner.daemon.store, "medicationDoseEvent")]
    owner.open("/types/userAnnotatedMedication").reads("Ibuprofen 400 mg", "main")
    assert not axe(owner.browser) + sideways(owner.browser)


def test_archived_medications(owner):
    """A medication is archived and restored by keyboard: it cannot be chosen for doses and is not in the report, and its doses stay."""
    owner.open("/add/medicationDoseEvent")
    for name in ("Ibuprofen 400 mg", "薬 <i>B</i>"):
        owner.types(text("dose_new_name"), name).click(text("dose_add"), "button").reads(name, "main")
    owner.click("Ibuprofen 400 mg", "radio").types(text("dose_quantity"), "2")
    owner.goes(text("add_save"), "button").reads(text("dose_saved"))
    owner.open("/add/medicationDoseEvent")
    choices = "return [...document.querySelectorAll('form.add input[type=radio]')].map((one) => one.labels[0].innerText.trim())"
    # An entry that is not saved does not become one of another medication.
    owner.click("Ibuprofen 400 mg", "radio")
    owner.js("arguments[0].focus()", owner.see(text("dose_archive_name", name="Ibuprofen 400 mg"), "button"))
    owner.keys(Keys.ENTER).see(text("dose_restore_name", name="Ibuprofen 400 mg"), "button")
    owner.wait(lambda: owner.js("return document.activeElement.getAttribute('aria-label')") == text("dose_restore_name", name="Ibuprofen 400 mg"), "focus")
    assert "Ibuprofen 400 mg" not in owner.js(choices) and "薬 <i>B</i>" in owner.js(choices)
    assert text("dose_archived") in owner.words("main") and not owner.js("return document.querySelector('main i')")
    owner.shot("archived")
    # The menu covers the controls below it on a page that is scrolled.
    owner.js("scrollTo(0, 0)")
    assert not axe(owner.browser) + sideways(owner.browser)
    owner.open("/types/medicationDoseEvent").reads("Ibuprofen 400 mg", "main")
    owner.open("/report").reads("薬 <i>B</i>", "main")
    assert "Ibuprofen 400 mg" not in owner.words("main")
    owner.open("/types/userAnnotatedMedication").click(text("dose_archive_name", name="薬 <i>B</i>"), "button").reads(text("dose_all_archived"), "main")
    owner.shot("all archived")
    assert not axe(owner.browser) + sideways(owner.browser)
    # Without a medication to choose, there is no form for doses.
    owner.open("/add/medicationDoseEvent").reads(text("dose_all_archived"), "main")
    assert not owner.js(choices) and text("dose_first") not in owner.words("main")
    owner.allow_status(409, "/v1/owner/medications")
    owner.types(text("dose_new_name"), "Ibuprofen 400 mg").click(text("dose_add"), "button").reads(text("dose_known"), "main")
    owner.click(text("dose_restore_name", name="Ibuprofen 400 mg"), "button").see(text("dose_archive_name", name="Ibuprofen 400 mg"), "button")
    owner.reads(text("dose_quantity"), "form.add")
    owner.open("/report").reads("Ibuprofen 400 mg", "main")


@pytest.mark.size("desktop")
def test_archiving_an_unknown_medication(owner):
    """A medication that another tab has removed stays in the list with a message."""
    owner.open("/add/medicationDoseEvent")
    add_medication(owner, "Ibuprofen 400 mg")
    owner.allow_status(404, "/v1/owner/medications")
    with sqlite3.connect(owner.daemon.store) as store:
        store.execute("DELETE FROM medication")
    owner.click(text("dose_archive_name", name="Ibuprofen 400 mg"), "button").reads(text("problem_failed"))


@pytest.mark.size("phone")
def test_archiving_in_all_languages(owner):
    """The lists of medications are in the language of the page."""
    owner.open("/add/medicationDoseEvent")
    for name in ("A" * 200, "B"):
        owner.types(text("dose_new_name"), name).click(text("dose_add"), "button").reads(name, "main")
    owner.click(text("dose_archive_name", name="B"), "button").see(text("dose_restore_name", name="B"), "button")
    for language, tag in part.languages("mind").items():
        owner.speak(tag)
        owner.open("/add/medicationDoseEvent").see(text("dose_restore_name", language, name="B"), "button")
        words = owner.words("main")
        assert text("dose_archived", language) in words and text("dose_archived_why", language) in words
        assert not re.search(r"\{\w+\}|dose_|undefined", words), words
        assert not sideways(owner.browser)
    owner.shot("long name")


@pytest.mark.size("desktop")
def test_invalid_doses_and_names(owner):
    """A medication that is known is not added twice, and a dose needs an amount."""
    owner.open("/add/medicationDoseEvent").click(text("dose_add"), "button")
    owner.reads(text("add_fault_choice", field=text("dose_new_name")), "main")
    hostile = "<b onclick=alert(1)>薬</b>"
    add_medication(owner, hostile)
    owner.reads(hostile, "main")
    assert not owner.js("return document.querySelector('main b')")
    owner.allow_status(409, "/v1/owner/medications")
    owner.types(text("dose_new_name"), hostile).click(text("dose_add"), "button").reads(text("dose_known"), "main")
    for amount in ("", "0", "-1", "many", "1e9"):
        owner.types(text("dose_quantity"), amount).click(text("add_save"), "button").reads(text("dose_fault_quantity"), "main")
    assert not [one for one in samples(owner.daemon.store, "medicationDoseEvent") if one["source"] == "OpenHealthKit"]


@pytest.mark.size("desktop")
def test_only_doses_of_known_medications(owner):
    """The server refuses doses of unknown medications, other samples, and deleting samples of others."""
    owner.open("/add/medicationDoseEvent")
    def send(path, body):
        return owner.js("""const [path, body] = arguments;
            return fetch(path, { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json',
              'X-CSRF-Token': document.querySelector('meta[name=health-csrf]').content } }).then((answer) => answer.status)""", path, body)
    concept = {"HKHealthConceptIdentifier": {"domain": "HKHealthConceptDomainMedication", "identifier": "nothing"}}
    dose = {"type": "medicationDoseEvent", "startDate": "2026-01-02T08:00:00Z", "class": "HKMedicationDoseEvent", "detail": {
        "HKMedicationDoseEvent": {"scheduleType": 1, "medicationConceptIdentifier": concept, "logStatus": 4, "unit": "count", "doseQuantity": 1}}}
    owner.allow_status(422, "/v1/owner/doses")
    owner.allow_status(404, "/v1/owner/doses")
    assert send("/v1/owner/doses", {"samples": [dose]}) == 422
    assert send("/v1/owner/doses", {"samples": [{"type": "stepCount", "startDate": "2026-01-02T08:00:00Z", "value": 1, "unit": "count"}]}) == 422
    steps = samples(owner.daemon.store, "stepCount")[0]["uuid"]
    assert send("/v1/owner/doses/delete", {"uuids": [steps]}) == 404


@pytest.mark.size("desktop")
@pytest.mark.parametrize("language", LANGUAGES)
def test_languages(guest, language):
    """The forms are in the language of the page."""
    guest.speak(LANGUAGES[language])
    for path, key in (("/add/stateOfMind", "mind_valence"), ("/add/medicationDoseEvent", "dose_new_name")):
        guest.open(path).reads(text(key, language), "main")
        words = guest.words("main")
        assert not re.search(r"\{\w+\}|dose_|mind_|undefined", words), words
