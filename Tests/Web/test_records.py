# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Tests of the pages of clinical records and vision prescriptions."""

import base64
import json

import pytest

from support.texts import text

SHOW = """const source = [...document.querySelectorAll('script[type=module]')].at(-1).src.replace(/[^/]+$/, 'sample-clinical.js');
    const parts = arguments[0];
    return import(source).then(({ clinical }) => {
      const place = document.querySelector('#app');
      place.replaceChildren(...clinical(parts).flat().filter(Boolean));
      return place.innerText; });"""


def record(resource) -> dict:
    return {"resourceType": resource.get("resourceType"), "data": base64.b64encode(json.dumps(resource).encode()).decode()}


@pytest.fixture
def viewer(someone, serve):
    """Returns the owner, who has allowed the pages to read health records and prescriptions."""
    person = someone(serve("imported")).signs_in()
    person.allow_status(403)
    person.open("/").goes(text("welcome_allow"), "button")
    for name in ("labResultRecord", "visionPrescription"):
        person.open(f"/types/{name}").goes(text("problem_allow"), "button").goes(text("permission_all"), "button")
    return person


def test_records_are_shown_by_their_fields(viewer):
    """A lab result has its name, value and date, and its original data on demand."""
    viewer.open("/types/labResultRecord").element("main a[href^='/samples/']").click()
    viewer.reads(text("clinical_code"), "main").reads(text("clinical_status"), "main")
    facts = viewer.words("main dl.facts")
    assert "{" not in facts
    assert not viewer.js("return document.querySelector('details.record pre')")
    viewer.click(text("sample_record")).element("details.record pre")
    assert '"resourceType"' in viewer.words("details.record pre")
    viewer.shot("record")


def test_prescriptions_are_tables(viewer):
    """A prescription has a row for each eye and a column for each property."""
    viewer.open("/types/visionPrescription").element("main a[href^='/samples/']").click()
    viewer.element("table.vision")
    rows = viewer.js("return [...document.querySelectorAll('table.vision tr')].map((row) => [...row.cells].map((cell) => cell.innerText))")
    assert rows[0][0] == text("sample_eye") and text("sample_lens_sphere") in rows[0]
    assert [row[0] for row in rows[1:]] == [text("sample_eye_right"), text("sample_eye_left")]
    assert all(len(row) == len(rows[0]) for row in rows)
    viewer.shot("prescription")


@pytest.mark.size("desktop")
def test_hostile_records_are_text(guest):
    """Whatever a record contains is text; broken, deep and huge ones do not break the page."""
    guest.open("/types/stepCount/samples")
    hostile = "<img src=x onerror=\"document.title='caught'\">"
    words = guest.js(SHOW, record({"resourceType": hostile, "code": {"text": hostile}, hostile: hostile, "__proto__x": 1,
                                   "effectiveDateTime": "2026-02-30T99:00", "valueQuantity": {"value": 5.25, "unit": hostile}}))
    assert words.count("<img") >= 4 and "5.25" in words
    assert not guest.js("return document.querySelector('#app img')") and "caught" not in guest.js("return document.title")
    deep = {"a": None}
    for _ in range(200):
        deep = {"a": [deep]}
    assert guest.js(SHOW, record({"resourceType": "Observation", **deep})) is not None
    huge = {"resourceType": "Observation", **{f"field{index}": "x" * 5000 for index in range(500)}}
    assert len(guest.js(SHOW, record(huge))) < 200_000
    for data in ("", "bm8=", base64.b64encode(b"[1]").decode(), base64.b64encode(b"null").decode(), "%%%"):
        guest.js(SHOW, {"resourceType": "Observation", "data": data})


@pytest.mark.size("desktop")
def test_usual_parts_are_words(guest):
    """Concepts, quantities, ranges, periods, references and dates are in words."""
    guest.open("/types/stepCount/samples")
    words = guest.js(SHOW, record({
        "resourceType": "Observation", "code": {"coding": [{"system": "http://loinc.org", "code": "718-7", "display": "Hemoglobin"}]},
        "valueQuantity": {"value": 13.2, "unit": "g/dL"}, "effectiveDateTime": "2026-03-14",
        "referenceRange": [{"low": {"value": 12, "unit": "g/dL"}, "high": {"value": 16, "unit": "g/dL"}}],
        "performer": [{"display": "Dr. Example"}], "subject": {"reference": "Patient/1"}}))
    for expected in ("Hemoglobin", "13.2 g/dL", "14 Mar 2026", "12 g/dL – 16 g/dL", "Dr. Example", text("clinical_referenceRange")):
        assert expected in words, words
