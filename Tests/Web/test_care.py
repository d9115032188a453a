# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Tests of every page for accessibility: axe-core, small screens, all languages, keyboard, reduced motion, printing."""

import base64

import pytest

from support import care, part
from support.app import App
from support.browser import DESKTOP, PHONE
from support.charts import is_drawn
from support.keyboard import Keyboard
from support.pages import PAGES, path, sources
from support.texts import LANGUAGES, text
from support.tool import PASSPHRASE


@pytest.mark.parametrize("page", PAGES)
def test_accessible(someone, reading, page):
    """axe-core finds no faults on a desktop and a phone, with light and dark colours."""
    person = someone(reading).signs_in()
    person.open(path(page, reading.store))
    faults = []
    for size in part.sizes(page, (DESKTOP, PHONE)):
        person.resize(size)
        # Without animations, so that no colour is changing.
        person.media(dark=False, still=True)
        faults += care.axe(person.browser)
        person.shot(f"{size[0]} light")
        person.media(dark=True, still=True)
        faults += [f"dark {fault}" for fault in care.axe(person.browser)]
        person.shot(f"{size[0]} dark")
    faults += care.charts_without_table(person.browser)
    assert not faults, "\n".join(dict.fromkeys(faults))


def in_every_theme(person, name: str) -> list:
    """Returns the faults that axe-core finds on the current page, on both screens and in both themes."""
    faults = []
    for size in (DESKTOP, PHONE):
        person.resize(size)
        for dark in (False, True):
            person.media(dark=dark, still=True)
            faults += [f"{name}, {size[0]}, {'dark' if dark else 'light'}: {fault}" for fault in care.axe(person.browser)]
        faults += [f"{name}: {fault}" for fault in care.sideways(person.browser)]
        person.shot(f"{name} {size[0]}")
    return faults


@pytest.mark.parametrize("language", LANGUAGES)
def test_doors(someone, serve, language):
    """The pages before and after the sign-in: setting up, signing in, a wrong passphrase, and addresses without a page."""
    person = someone(serve("empty"), language=LANGUAGES[language])
    person.language = language
    faults = []

    def look(name: str):
        nonlocal faults
        faults += in_every_theme(person, name) if language in ("en", "de") else [
            f"{name}: {fault}" for fault in care.sideways(person.resize(PHONE) or person.browser)]
        faults += [f"{name}: {fault}" for fault in care.untranslated(person.browser, language)]
        person.shot(name)

    person.open("/owner/setup")
    look("setup")
    person.allow(r"status of 40[0-9]")
    person.types(text("signin_code", language), "WRONG").types(text("signin_passphrase", language), PASSPHRASE)
    person.types(text("signin_again", language), PASSPHRASE).goes(text("signin_setup_do", language), "button")
    look("wrong code")
    person.types(text("signin_code", language), person.daemon.code).types(text("signin_passphrase", language), PASSPHRASE)
    person.types(text("signin_again", language), PASSPHRASE).goes(text("signin_setup_do", language), "button")
    look("welcome")
    person.open("/no/such/page")
    look("missing")
    app = App(person.daemon)
    sheet = app.ask(share=["HKQuantityTypeIdentifierStepCount"], read=["HKQuantityTypeIdentifierStepCount", "HKQuantityTypeIdentifierHeartRate"])
    person.open(sheet)
    faults += in_every_theme(person, "sheet") if language in ("en", "de") else []
    faults += [f"sheet: {fault}" for fault in care.untranslated(person.browser, language, frozenset({app.name}))]
    person.shot("sheet")
    person.open("/settings")
    person.js("window.isOld = true")
    person.press(person.element("footer form[action='/owner/logout'] button"))
    person.arrives()
    look("sign-in")
    person.types(text("signin_passphrase", language), "a wrong passphrase").goes(text("signin_login_do", language), "button")
    look("wrong passphrase")
    person.open("/offline")
    assert person.path.startswith("/owner/login"), "this page has no use at its own address"
    assert not faults, "\n".join(dict.fromkeys(faults))


@pytest.mark.parametrize("page", PAGES)
def test_languages(someone, reading, page):
    """Every page is available in every language, and fits on a small phone in each."""
    person = someone(reading, "phone").signs_in()
    faults = []
    for language, tag in part.languages(page).items():
        person.speak(tag)
        person.open(path(page, reading.store))
        faults += [f"{language}: {fault}" for fault in care.untranslated(person.browser, language, sources(reading.store))]
        faults += [f"{language}: {fault}" for fault in care.sideways(person.browser)]
        person.shot(language)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("page", PAGES)
def test_keyboard_rounds(someone, reading, page):
    """Tab moves through every page in document order and out of it again, and the focus is visible."""
    person = someone(reading).signs_in()
    person.open(path(page, reading.store))
    # Every other clickable control is a stop. Of radio buttons and tabs only one is, and arrow keys lead to the others.
    controls = """
        return [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary')].filter((one) =>
          one.checkVisibility({visibilityProperty: true}) && one.getClientRects().length && !one.disabled && one.type !== 'radio'
          && !one.closest('[role=tablist], [role=radiogroup], [role=listbox], [role=grid], [role=toolbar], [role=menu]')
          && one.tabIndex >= 0).length"""
    height = "return document.documentElement.scrollHeight"

    def rounds():
        """Returns the stops and the number of controls; None if controls were added or the page grew during the round."""
        before, high, keyboard = person.js(controls), person.js(height), Keyboard(person)
        stops = keyboard.round()
        return (keyboard, stops, before) if person.js(controls) == before and person.js(height) == high else None

    keyboard, stops, expected = person.wait(rounds, "a round through a complete page")
    assert stops and stops[0]["name"] == person.text("frame_skip")
    if len(stops) < expected:
        keyboard.faults.append(f"Tab reaches {len(stops)} of at least {expected} controls")
    assert not keyboard.faults, "\n".join(dict.fromkeys(keyboard.faults))


@pytest.mark.parametrize("page", ["dashboard", "steps", "sleep", "heart rate", "workout with route", "ECG"])
def test_prints(someone, reading, page):
    """A printed page contains its chart."""
    person = someone(reading).signs_in()
    # The first days of a week and of a month have few values or none; half a year has a chart on every day.
    person.open(path(page, reading.store).replace("view=week", "view=sixMonths"))

    def paper() -> bytes:
        return base64.b64decode(person.cdp("Page.printToPDF", printBackground=False)["data"])

    whole = paper()
    assert whole.startswith(b"%PDF")
    person.cdp("Emulation.setEmulatedMedia", media="print")
    person.shot("print")
    canvases = person.elements("main canvas")
    assert canvases or page == "ECG"
    assert all(is_drawn(person, canvas) for canvas in canvases)
    person.js("for (const canvas of document.querySelectorAll('main canvas')) canvas.style.visibility = 'hidden'")
    # The chart is printed as vectors.
    assert not canvases or len(whole) > len(paper()) + 1000, "the chart is not on the paper"


@pytest.mark.parametrize("page", ["dashboard", "steps", "sleep", "weight"])
def test_keeps_still(someone, reading, page):
    """Nothing moves with reduced motion."""
    person = someone(reading).signs_in()
    person.media(still=True)
    person.open(path(page, reading.store))
    assert not (found := care.moving(person.browser)), found


def test_first_view_is_light(someone, reading):
    """The dashboard requires less than 150 KB without Chart.js for a browser with an empty cache, and loads its scripts early: less than
    120 KB of files and less than 60 KB of data, whose amount depends on the days of the highlights."""
    person = someone(reading).signs_in()
    person.cdp("Network.clearBrowserCache")
    person.browser.forget_received()
    person.open("/")
    shown = "return performance.getEntriesByName('health-shown').length > 0"
    person.browser.wait(lambda: person.js(shown), "the whole dashboard")
    # Other requests store the dashboard and the files of other pages for times without the server.
    requested = set(person.js("""const shown = performance.getEntriesByName("health-shown")[0].startTime;
        return [location.href, ...performance.getEntriesByType("resource").filter(({ startTime }) => startTime < shown).map(({ name }) => name)]"""))
    received = {url: size for url, size in person.browser.received().items() if url in requested}
    assert any("page-dashboard.js" in url for url in received), received
    data = {url: size for url, size in received.items() if "/v1/" in url}
    files = {url: size for url, size in received.items() if url not in data and "/chart.js" not in url}
    for weights, limit in ((files, 120_000), (data, 60_000), (files | data, 150_000)):
        assert sum(weights.values()) < limit, sorted(weights.items(), key=lambda entry: -entry[1])
    early, page = person.js("""const entries = performance.getEntriesByType("resource");
        const start = (end) => entries.find(({ name }) => new URL(name).pathname.endsWith(end)).startTime;
        return [start("/page-dashboard.js"), entries.find(({ name }) => new URL(name).pathname === "/").startTime]""")
    assert early < page
