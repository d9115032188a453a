# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Tests of the list of all samples of a type: paging, details, deleting with undo."""

import datetime
import json
import re
import zoneinfo

import pytest
from selenium.webdriver.common.keys import Keys

from support.app import App
from support.texts import text, type_name
from support.tool import ZONE, health

STEPS = "HKQuantityTypeIdentifierStepCount"


def newest_rows(store, type_name: str, count: int) -> list:
    """Returns the newest samples from the tool."""
    return json.loads(health("samples", type_name, "--newest-first", "--limit", count, "--format", "json", "--store", store))


def shown(person) -> list:
    """Returns the UUIDs of the rows from the top."""
    return person.js("return [...document.querySelectorAll('li.sample a.row')].map((one) => one.pathname.split('/').pop())")


def amounts(person) -> list:
    return [one.replace("\u00a0", " ") for one in person.js("return [...document.querySelectorAll('li.sample .amount')].map((one) => one.innerText)")]


def test_paging_while_data_arrives(owner):
    """While another app saves and deletes, no sample is missing between pages or listed twice."""
    app = App(owner.daemon)
    app.allow("--share", "stepCount", "--read", "stepCount")
    owner.open("/types/stepCount/samples")
    first = newest_rows(owner.daemon.store, "stepCount", 400)
    owner.wait(lambda: len(shown(owner)) == 100, "the first page")
    # Samples with the same start can be in any order.
    begins = {row["uuid"]: row["start"] for row in first}
    assert [begins[one] for one in shown(owner)] == [row["start"] for row in first[:100]]
    for page in (1, 2, 3):
        # Samples newer than all others, among those that are shown, and among those of the next page.
        times = [datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=page)]
        times += [datetime.datetime.fromisoformat(first[place]["start"]) for place in (40, 100 * page + 50)]
        app.save(*({"type": STEPS, "startDate": time.isoformat(), "endDate": (time + datetime.timedelta(seconds=1)).isoformat(),
                    "value": 7000 + page * 10 + place, "unit": "count"} for place, time in enumerate(times)))
        before = len(shown(owner))
        owner.click(text("samples_more"), "button")
        owner.wait(lambda: len(shown(owner)) >= before + 100, f"page {page + 1}")
        owner.wait(lambda: {str(7000 + page * 10), str(7001 + page * 10)} <= {re.sub(r"\D", "", one) for one in amounts(owner)},
                   "what was saved meanwhile")
    rows = shown(owner)
    assert len(set(rows)) == len(rows), "a row stands there twice"
    expected = newest_rows(owner.daemon.store, "stepCount", len(rows))
    starts = {row["uuid"]: row["start"] for row in newest_rows(owner.daemon.store, "stepCount", len(rows) + 50)}
    # Samples with the same start as the last one can be in any order.
    last = expected[-1]["start"]
    assert {one for one in rows if starts[one] != last} == {row["uuid"] for row in expected if row["start"] != last}
    assert [starts[one] for one in rows] == sorted((starts[one] for one in rows), reverse=True), "newest first"
    owner.shot("four pages")


@pytest.mark.size("phone")
def test_decimals(guest):
    """Steps have no decimals, weights have one."""
    guest.open("/types/stepCount/samples")
    guest.wait(lambda: amounts(guest), "rows")
    assert all(re.fullmatch(r"[\d,]+ steps?", one) for one in amounts(guest)), amounts(guest)[:5]
    guest.open("/types/bodyMass/samples")
    guest.wait(lambda: amounts(guest), "rows")
    assert all(re.fullmatch(r"\d+\.\d kg", one) for one in amounts(guest)), amounts(guest)[:5]
    guest.shot("weights")


def test_details(guest):
    """A sample's page shows its value, source, device and other properties."""
    [row] = newest_rows(guest.daemon.store, "stepCount", 1)
    guest.open("/types/stepCount/samples")
    guest.press(guest.element("li.sample a.row"))
    guest.wait(lambda: guest.path == f"/samples/{row['uuid']}", "the sample's page")
    guest.ready()
    words = guest.words("main")
    assert f"{row['value']:,.0f}" in words
    assert row["source"].replace("\u00a0", " ") in words
    assert row["device"]["hardware"] in words
    guest.shot("sample")


@pytest.mark.size("desktop")
def test_deleting(owner):
    """An own entry is deleted immediately and restored with Undo. Measurements of devices cannot be deleted here."""
    owner.open("/add/bodyMass").types(type_name("bodyMass"), "66.6").goes(text("add_save"), "button")
    owner.open("/types/bodyMass/samples")
    owner.wait(lambda: "66.6 kg" in amounts(owner), "the entry")
    uuid = newest_rows(owner.daemon.store, "bodyMass", 1)[0]["uuid"]
    assert len(owner.elements("li.sample.own")) == 1
    owner.press(owner.element("li.sample.own button"))
    owner.reads(text("samples_deleted_one", count=1))
    owner.wait(lambda: uuid not in shown(owner), "the row to go")
    assert newest_rows(owner.daemon.store, "bodyMass", 1)[0]["uuid"] != uuid
    owner.shot("deleted")
    owner.click(text("dialog_undo"), "button").reads(text("samples_restored_one", count=1))
    assert newest_rows(owner.daemon.store, "bodyMass", 1)[0]["value"] == 66.6
    # By keyboard: Delete on the row, and the usual key to undo.
    owner.js("document.querySelector('li.sample.own a').focus()")
    owner.keys(Keys.DELETE).reads(text("samples_deleted_one", count=1))
    owner.wait(lambda: uuid not in shown(owner), "the row to go")
    owner.keys("z", held=Keys.CONTROL)
    owner.wait(lambda: uuid in shown(owner), "the row to come back")


@pytest.mark.size("desktop")
def test_deleting_several(owner):
    """Several own entries can be selected and deleted together."""
    for value in ("71.1", "72.2"):
        owner.open("/add/bodyMass").types(type_name("bodyMass"), value).goes(text("add_save"), "button")
    owner.open("/types/bodyMass/samples").click(text("samples_select"), "button")
    owner.click(text("samples_select_all"), "button")
    owner.shot("chosen")
    owner.click(text("samples_delete_chosen_other", count=2), "button").reads(text("samples_deleted_other", count=2))
    owner.wait(lambda: not {"71.1 kg", "72.2 kg"} & set(amounts(owner)), "both to go")
    owner.click(text("dialog_undo"), "button").reads(text("samples_restored_other", count=2))
    assert {row["value"] for row in newest_rows(owner.daemon.store, "bodyMass", 2)} == {71.1, 72.2}


@pytest.mark.size("desktop")
def test_up_to_a_day(guest):
    """The list begins at the chosen day."""
    row = newest_rows(guest.daemon.store, "bodyMass", 20)[-1]
    day = str(datetime.datetime.fromisoformat(row["start"]).astimezone(zoneinfo.ZoneInfo(ZONE)).date())
    guest.open(f"/types/bodyMass/samples?date={day}")
    guest.wait(lambda: shown(guest), "rows")
    starts = {one["uuid"]: one["start"] for one in newest_rows(guest.daemon.store, "bodyMass", 400)}
    limit = datetime.datetime.fromisoformat(day).replace(tzinfo=zoneinfo.ZoneInfo(ZONE)) + datetime.timedelta(days=1)
    assert all(datetime.datetime.fromisoformat(starts[one]) < limit for one in shown(guest) if one in starts)
    assert row["uuid"] in shown(guest)


@pytest.mark.size("phone")
def test_nothing(guest):
    """The page of a type without data has a message, and leads to the form."""
    guest.open("/types/forcedVitalCapacity/samples").reads(text("problem_nodata"))
    guest.goes(text("frame_add"), "link")
    assert guest.path == "/add/forcedVitalCapacity" and type_name("forcedVitalCapacity") in guest.headline
