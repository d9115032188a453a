# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Tests of permissions: an app requests them, the person answers, and the answer applies from then on."""

import datetime

import pytest

from support.app import App
from support.texts import text

STEPS = "HKQuantityTypeIdentifierStepCount"
WEIGHT = "HKQuantityTypeIdentifierBodyMass"
HEART = "HKQuantityTypeIdentifierHeartRate"


def reads(app, type_name: str) -> int:
    """Returns the number of samples of a type that an app can read."""
    return len(app.send("GET", "/v1/samples", type=type_name, limit=100)["samples"])


def sample(value: float) -> dict:
    """Returns a sample of steps with the current date."""
    now = datetime.datetime.now(datetime.UTC)
    return {"type": STEPS, "startDate": (now - datetime.timedelta(minutes=5)).isoformat(), "endDate": now.isoformat(),
            "value": value, "unit": "count"}


def opened(person, name: str):
    """Opens a collapsed part of the page."""
    summary = person.see(name, "button")
    if not person.js("return arguments[0].parentElement.open", summary):
        person.press(summary)


def choose(person, kind: str, type_name: str, on: bool = True) -> None:
    """Turns a switch of the sheet or of the apps page on or off."""
    box = person.element(f"input[name={kind}][value={type_name}]")
    if box.is_selected() != on:
        person.press(box)
    assert box.is_selected() == on


def answer(person, value: str) -> None:
    """Presses a button of the sheet."""
    person.js("window.isOld = true")
    person.press(person.element(f"main button[name=answer][value={value}]:not([aria-hidden])"))
    person.arrives()


def test_some_types(owner):
    """The sheet shows the requested types, and the app gets only the permissions that are turned on."""
    app = App(owner.daemon)
    sheet = app.ask(share=[STEPS, WEIGHT], read=[STEPS, HEART])
    owner.open("/owner/requests")
    owner.reads(app.name).shot("requests")
    owner.goes(app.name, "link")
    assert owner.path.startswith(sheet)
    owner.reads(text("permission_title", name=app.name), "h1")
    owner.shot("sheet")
    choose(owner, "share", STEPS)
    choose(owner, "read", STEPS)
    owner.shot("chosen")
    answer(owner, "choices")
    owner.shot("answered")
    assert reads(app, STEPS) == 100 and reads(app, HEART) == 0
    app.save(sample(123))
    assert app.refused("POST", "/v1/samples", {"samples": [{**sample(70), "type": WEIGHT, "unit": "kg"}]})[1]["healthKitCode"] == 4
    owner.open("/owner/apps").reads(app.name, "main").shot("apps")


@pytest.mark.size("phone")
def test_limited_history(owner):
    """An app with permission to read recent samples sees no earlier ones."""
    app = App(owner.daemon)
    owner.open(app.ask(read=[STEPS]))
    opened(owner, text("permission_choose_one", count=1))
    choose(owner, "read", STEPS)
    opened(owner, text("permission_history"))
    since = datetime.date.today() - datetime.timedelta(days=3)
    field = owner.element("input[name=since]")
    owner.js("arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('change', {bubbles: true}))", field, str(since))
    answer(owner, "choices")
    page = app.send("GET", "/v1/samples", type=STEPS, order="oldestFirst", limit=1)
    assert page["samples"] and page["samples"][0]["startDate"] >= str(since - datetime.timedelta(days=1))


@pytest.mark.size("desktop")
def test_declining(owner):
    """An app cannot detect that reading was denied: it sees no samples. Saving fails."""
    app = App(owner.daemon)
    owner.open(app.ask(share=[STEPS], read=[STEPS]))
    answer(owner, "none")
    assert reads(app, STEPS) == 0
    status, problem = app.refused("POST", "/v1/samples", {"samples": [sample(5)]})
    assert (status, problem["healthKitCode"]) == (403, 4)


@pytest.mark.size("desktop")
def test_all(owner):
    """All permissions can be granted with a single click."""
    app = App(owner.daemon)
    owner.open(app.ask(share=[STEPS, WEIGHT], read=[STEPS, HEART, WEIGHT]))
    answer(owner, "all")
    assert reads(app, HEART) == 100
    app.save(sample(1), {**sample(70), "type": WEIGHT, "unit": "kg"})


def test_revoking(owner):
    """The page of apps shows an app's permissions and last use, and permissions can be revoked with immediate effect."""
    app = App(owner.daemon)
    app.allow("--read", "stepCount", "heartRate", "--share", "stepCount")
    assert reads(app, HEART) == 100
    owner.open("/owner/apps")
    card = owner.element(f"[id='{app.identifier}']")
    assert app.name in card.text and text("permission_unused") not in card.text
    owner.press(owner.see(text("permission_change"), "button", card))
    choose(owner, "read", HEART, on=False)
    owner.shot("changing")
    owner.js("window.isOld = true")
    owner.press(owner.see(text("permission_save"), "button", card))
    owner.arrives()
    assert (reads(app, HEART), reads(app, STEPS)) == (0, 100)
    card = owner.element(f"[id='{app.identifier}']")
    owner.press(owner.see(text("permission_remove"), "button", card))
    owner.shot("revoking")
    owner.js("window.isOld = true")
    owner.press(owner.see(text("permission_revoke"), "button", card))
    owner.arrives()
    # The app sees only its own samples, and it has saved none.
    assert reads(app, STEPS) == 0
    assert app.refused("POST", "/v1/samples", {"samples": [sample(5)]})[0] == 403
    owner.shot("revoked")


@pytest.mark.size("desktop")
def test_signing_an_app_out(owner):
    """A signed-out app must register again."""
    app = App(owner.daemon)
    app.allow("--read", "stepCount")
    owner.open("/owner/apps")
    card = owner.element(f"[id='{app.identifier}']")
    owner.press(owner.see(text("permission_remove"), "button", card))
    owner.js("window.isOld = true")
    owner.press(owner.see(text("permission_release"), "button", card))
    owner.arrives()
    assert app.refused("GET", "/v1/samples", type=STEPS)[0] == 401
    App(owner.daemon)


@pytest.mark.size("desktop")
def test_store_page(owner):
    """An app's store page can be saved, and an invalid link is reported."""
    App(owner.daemon)
    owner.open("/owner/apps").click(text("permission_store"), "button")
    owner.types(text("permission_store_label"), "nonsense").click(text("permission_store_keep"), "button")
    owner.reads(text("permission_store_wrong"))
    owner.types(text("permission_store_label"), "https://apps.apple.com/app/id284882215").click(text("permission_store_keep"), "button")
    assert owner.see(text("permission_store_open"), "link").get_attribute("href") == "https://apps.apple.com/app/id284882215"


@pytest.mark.size("phone")
def test_web_app_itself(owner):
    """Permissions also apply to the pages: types without permission appear without data."""
    owner.open("/owner/apps")
    card = owner.element("[id='org.openhealthkit.web']")
    owner.press(owner.see(text("permission_change"), "button", card))
    owner.see(text("permission_search"), "field").send_keys("heart rate")
    choose(owner, "read", HEART, on=False)
    owner.js("window.isOld = true")
    owner.press(owner.see(text("permission_save"), "button", card))
    owner.arrives()
    owner.open("/types/heartRate").reads(text("problem_nodata"))
    owner.open("/types/stepCount").element("main canvas")
