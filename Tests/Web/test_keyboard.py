# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Test of a new person's first visit with only the keyboard: Tab, Shift-Tab, Enter, Space, arrow keys and typing."""

import datetime
import json

import pytest
from selenium.webdriver.common.keys import Keys

from support.app import App
from support.charts import number
from support.keyboard import Keyboard
from support.texts import text, type_name
from support.tool import BROWSER_ZONE, PASSPHRASE, figures, health, today

STEPS = "HKQuantityTypeIdentifierStepCount"
HEART = "HKQuantityTypeIdentifierHeartRate"


def last_tuesday() -> datetime.date:
    """Returns the latest complete Tuesday in the browser's zone, because a new store has no home zone."""
    yesterday = today(BROWSER_ZONE) - datetime.timedelta(days=1)
    return yesterday - datetime.timedelta(days=(yesterday.weekday() - 1) % 7)


@pytest.mark.size("desktop", "phone")
def test_everything_by_keyboard(someone, serve, stores, size):
    """The visit leads from the empty store to steps, an explanation, a weight, an app's permission, and Japanese."""
    daemon = serve("empty")
    person = someone(daemon, size)
    person.allow_status(403)
    keyboard = Keyboard(person)

    def field(name: str, value: str):
        keyboard.to(name)
        person.keys(value)

    # The passphrase.
    person.open("/")
    field(text("signin_code"), daemon.code)
    field(text("signin_passphrase"), PASSPHRASE)
    field(text("signin_again"), PASSPHRASE)
    keyboard.enter()
    assert person.path == "/welcome", person.words()
    person.shot("welcome")

    # An import. The system's file dialog is not part of the page, so the file is set directly.
    person.js("document.querySelector('input[type=file]').addEventListener('click', (event) => {"
              " window.isChoosing = true; event.preventDefault(); })")
    keyboard.to(text("welcome_choose"), "button").press(Keys.ENTER)
    person.wait(lambda: person.js("return window.isChoosing"), "the choice of a file")
    person.js("return document.querySelector('input[type=file]')").send_keys(str(stores.export(45_000)))
    person.reads(text("welcome_done"), "main h2").shot("receipt")
    keyboard.to(text("welcome_allow")).enter()
    assert person.path == "/", person.path
    person.element("#steps canvas")
    person.shot("dashboard")

    # The steps of last Tuesday in the chart of the dashboard.
    tuesday = last_tuesday()
    steps = round(figures(daemon.store, "stepCount", tuesday, tuesday)[0]["sum"])
    keyboard.to(text("chart_name", text=text("dashboard_steps")), "canvas").press(Keys.END)
    for _ in range(28):
        if f"{tuesday:%A}" in person.words("#steps .panel-figure") and str(tuesday.day) in person.words("#steps .panel-figure"):
            break
        keyboard.press(Keys.ARROW_LEFT)
    assert number(person.words("#steps .panel-figure strong")) == steps
    person.shot("Tuesday")

    # The explanation of this number for the same day, on the page of steps.
    keyboard.to(text("dashboard_more"), back=True).enter()
    assert person.path.startswith("/types/stepCount"), person.path
    person.element("main canvas")
    keyboard.to(text("chart_name", text=type_name("stepCount")), "canvas")
    for _ in range(2):
        keyboard.press(Keys.END)
        for _ in range(6):
            if f"date={tuesday}" not in person.path:
                keyboard.press(Keys.ARROW_LEFT)
        if f"date={tuesday}" in person.path:
            break
        # The day is in the previous week.
        keyboard.press(Keys.PAGE_UP)
        person.ready()
    assert f"date={tuesday}" in person.path, person.path
    why = text("type_why_question", value=f"{steps:,} steps", when="").strip()
    person.reads(why, "main")
    keyboard.to(why, "summary").press(Keys.ENTER)
    said = json.loads(health("explain", "stepCount", str(tuesday), "--format", "json", "--store", daemon.store))
    person.reads(text("type_why_stretches", count=len(said["stretches"])), "main").shot("why")

    # A weight, and the line of the dashboard.
    person.open("/")
    keyboard.to(text("frame_add_short"), "a").enter()
    keyboard.to(type_name("bodyMass"), "a").enter()
    person.wait(lambda: person.js("return document.activeElement.tagName") == "INPUT", "the focus in the form")
    person.keys("61.7")
    keyboard.enter()
    person.reads(text("add_saved", type=type_name("bodyMass"))).shot("weight added")
    keyboard.to(text("frame_dashboard"), "a").enter()
    keyboard.to(text("dashboard_steps"), "tab").press(Keys.ARROW_RIGHT)
    person.element("#weight canvas")
    assert person.js("return Chart.getChart(document.querySelector('#weight canvas')).data.datasets[0].data.at(-1)") == 61.7
    person.shot("line")

    # An app requests permissions, and some are granted.
    app = App(daemon)
    app.ask(share=[STEPS], read=[STEPS, HEART])
    keyboard.to(text("frame_apps"), "a").enter()
    keyboard.to(text("permission_look")).enter()
    keyboard.to(app.name, "a").enter()
    keyboard.to(text("permission_read_type", type=type_name("stepCount"))).press(Keys.SPACE)
    keyboard.to(text("permission_save"), "button").enter()
    assert len(app.send("GET", "/v1/samples", type=STEPS, limit=10)["samples"]) == 10
    assert not app.send("GET", "/v1/samples", type=HEART, limit=10)["samples"]
    person.shot("answered")

    # All permissions are revoked.
    keyboard.to(text("frame_apps"), "a").enter()
    person.js(f"document.getElementById('{app.identifier}').scrollIntoView()")
    while not person.js(f"return document.activeElement.closest('[id=\"{app.identifier}\"]') !== null"):
        assert keyboard.tab(), "Tab leads past the app"
    keyboard.to(text("permission_remove"), "summary").press(Keys.ENTER)
    keyboard.to(text("permission_revoke"), "button").enter()
    assert not app.send("GET", "/v1/samples", type=STEPS, limit=10)["samples"]
    person.shot("revoked")

    # Japanese.
    keyboard.to("日本語").enter()
    assert person.js("return document.documentElement.lang") == "ja"
    person.open("/").reads(text("dashboard_steps", "ja"), "main").shot("Japanese")
    assert not keyboard.faults, "\n".join(dict.fromkeys(keyboard.faults))
