# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Tests of interrupted forms: typed values are never lost, and never saved twice."""

import datetime
import json

import pytest

from support.texts import text, type_name
from support.tool import WEB_APP, health

# Drops the first response to a save, although the daemon has performed the request.
LOSE = """const fetched = window.fetch; let lost = false;
    window.fetch = async (...what) => {
      const answer = await fetched(...what);
      if (!lost && what[1]?.method === 'POST' && String(what[0]).startsWith('/v1/samples')) { lost = true; throw new TypeError('lost'); }
      return answer;
    }"""


def saved(owner, name: str) -> list:
    """Returns the values of a type that were saved by the pages."""
    since = str(datetime.date.today() - datetime.timedelta(days=2))
    rows = json.loads(health("samples", name, "--from", since, "--format", "json", "--store", owner.daemon.store))
    return [row["value"] for row in rows if row["bundleIdentifier"] == WEB_APP]


@pytest.mark.size("desktop")
def test_lost_answer(owner):
    """Repeating a save after a lost response saves nothing twice."""
    owner.open("/add/bodyMass").types(type_name("bodyMass"), "69.5")
    owner.js(LOSE)
    owner.click(text("add_save"), "button").reads(text("add_unsure_why"), "dialog").goes(text("problem_again"), "button")
    owner.reads(text("add_saved", type=type_name("bodyMass")))
    assert saved(owner, "bodyMass") == [69.5]


@pytest.mark.size("desktop")
def test_lost_answer_then_changed(owner):
    """If another value is saved after a lost response, the value of the lost request is removed first."""
    owner.open("/add/bodyMass").types(type_name("bodyMass"), "69.5")
    owner.js(LOSE)
    owner.click(text("add_save"), "button").click(text("problem_cancel"), "button", owner.element("dialog"))
    owner.types(type_name("bodyMass"), "70.5").goes(text("add_save"), "button")
    owner.reads(text("add_saved", type=type_name("bodyMass")))
    assert saved(owner, "bodyMass") == [70.5]


@pytest.mark.size("phone")
def test_session_ends(owner):
    """If the session ends while the person types, only signing in is required; after saving, the browser keeps no values."""
    owner.allow_status(401)
    owner.open("/add/bodyMass").types(type_name("bodyMass"), "71.5")
    owner.cdp("Network.clearBrowserCookies")
    owner.click(text("add_save"), "button").goes(text("problem_signin_do"), "button")
    owner.daemon.cookies = []
    owner.signs_in_here()
    assert owner.path == "/add/bodyMass"
    assert owner.see(type_name("bodyMass")).get_attribute("value") == "71.5"
    owner.goes(text("add_save"), "button").reads(text("add_saved", type=type_name("bodyMass")))
    assert saved(owner, "bodyMass") == [71.5]
    # Only the token of the session is kept, and no typed values.
    assert owner.js("return Object.keys({...sessionStorage, ...localStorage})") == ["health-session"]


@pytest.mark.size("desktop")
def test_future(owner):
    """A date in the future requires confirmation; returning to the form keeps the typed values."""
    owner.open("/add/bodyMass").types(type_name("bodyMass"), "72")
    owner.js("""const day = document.querySelector('input[type=date]'); day.value = '2099-01-01';
        day.dispatchEvent(new Event('change', {bubbles: true}))""")
    owner.click(text("add_save"), "button").reads(text("add_future"))
    owner.click(text("add_future_change"), "button")
    assert owner.see(type_name("bodyMass")).get_attribute("value") == "72"
    assert not saved(owner, "bodyMass")


@pytest.mark.size("desktop")
@pytest.mark.parametrize("language, typed, value", [
    ("en-US", "1,234.5", 1234.5), ("en-US", "72,5", 72.5), ("pt-BR", "1.234,5", 1234.5), ("pt-BR", "72.5", 72.5),
    ("ja", "７２．５", 72.5), ("ko", "1,234", 1234), ("de-DE", "1.234,5", 1234.5), ("de-DE", "72.5", 72.5), ("es-ES", "1234,5", 1234.5),
    ("fr-FR", "1 234,5", 1234.5), ("fr-FR", "1\u202f234", 1234), ("zh-CN", "1,234.5", 1234.5), ("en-GB", "1,234.5", 1234.5),
    ("pt-PT", "1 234,5", 1234.5)])
def test_numbers(guest, language, typed, value):
    """Numbers are read as they are written in the page's language."""
    guest.speak(language)
    guest.open("/add")
    read = guest.js("""return import([...document.querySelectorAll('script[type=module]')].at(-1).src.replace(/[^/]+$/, 'add-number.js'))
        .then(({ readNumber }) => readNumber(arguments[0]).value)""", typed)
    assert read == value


@pytest.mark.size("desktop")
def test_many_pages(guest):
    """A browser has six connections to a server, but more pages can be open at once."""
    # The tabs receive the session's token from this one.
    guest.open("/")
    first = guest.browser.driver.current_window_handle
    for name in ("stepCount", "bodyMass", "heartRate", "restingHeartRate", "sleepAnalysis", "headache", "flightsClimbed", "workout"):
        guest.browser.driver.switch_to.new_window("tab")
        guest.open(f"/types/{name}")
        guest.reads(type_name(name), "h1")
    guest.browser.driver.switch_to.window(first)


@pytest.mark.size("desktop")
@pytest.mark.parametrize("name, value", [("bodyMass", "0"), ("heartRate", "-20"), ("stepCount", "-500"), ("oxygenSaturation", "200"),
                                         ("bodyTemperature", "370")])
def test_impossible(owner, name, value):
    """An impossible value is refused at its field, and nothing is saved."""
    owner.open(f"/add/{name}").types(type_name(name), value)
    owner.click(text("add_save"), "button")
    owner.wait(lambda: owner.js("return document.querySelector('input.number').getAttribute('aria-invalid') === 'true'"), "a fault")
    assert saved(owner, name) == []


@pytest.mark.size("desktop")
def test_improbable(owner):
    """An improbable value requires confirmation, and is saved if it is confirmed."""
    owner.open("/add/bodyMass").types(type_name("bodyMass"), "350")
    owner.click(text("add_save"), "button").reads(text("add_doubt"))
    owner.click(text("add_future_change"), "button")
    assert owner.see(type_name("bodyMass")).get_attribute("value") == "350" and saved(owner, "bodyMass") == []
    owner.click(text("add_save"), "button").goes(text("add_future_save"), "button")
    owner.reads(text("add_saved", type=type_name("bodyMass")))
    assert saved(owner, "bodyMass") == [350]


@pytest.mark.size("desktop")
def test_pressure_order(owner):
    """Swapped pressures require confirmation."""
    owner.open("/add/bloodPressure").types(text("add_systolic"), "80").types(text("add_diastolic"), "120")
    owner.click(text("add_save"), "button").reads(text("add_doubt_pressure"))


@pytest.mark.size("desktop")
def test_year(owner):
    """A date before 1900 is refused."""
    owner.open("/add/bodyMass").types(type_name("bodyMass"), "72")
    owner.js("""const day = document.querySelector('input[type=date]'); day.value = '1850-01-01';
        day.dispatchEvent(new Event('change', {bubbles: true}))""")
    owner.click(text("add_save"), "button").reads(text("add_fault_year"))
    assert saved(owner, "bodyMass") == []
