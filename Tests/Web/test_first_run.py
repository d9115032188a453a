# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Tests of the first run: from an empty store to a dashboard with data."""

import base64
import json
import re
import sqlite3

import pytest

from support import care
from support.texts import text
from support.tool import BROWSER_ZONE, PASSPHRASE, ZONE, health

# Drops a file on the page.
DROP = """
    const bytes = Uint8Array.from(atob(arguments[1]), (one) => one.charCodeAt(0));
    const data = new DataTransfer();
    data.items.add(new File([bytes], arguments[2], { type: 'application/zip' }));
    for (const kind of ['dragenter', 'dragover', 'drop']) {
      arguments[0].dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
    }"""


def drop(person, content: bytes, name: str = "export.zip") -> None:
    """Drops a file on the page."""
    zone = person.element(".drop")
    person.js(DROP, zone, base64.b64encode(content).decode(), name)


def records(store) -> int:
    """Returns the number of samples."""
    return sum(row["count"] for row in json.loads(health("types", "--format", "json", "--store", store)))


def setting(store, name: str) -> str | None:
    """Returns a setting of a store."""
    database = sqlite3.connect(store)
    try:
        row = database.execute("SELECT value FROM setting WHERE name = ?", [name]).fetchone()
        return row and row[0]
    finally:
        database.close()


def test_whole_first_run(someone, serve, stores, size):
    """The first run consists of the passphrase, the import of a dropped file, the receipt with the permission, and the
    dashboard."""
    daemon = serve("empty")
    person = someone(daemon, size)
    person.allow_status(403)
    person.open("/")
    assert person.path == "/owner/setup", person.path
    person.reads(text("signin_setup_why")).shot("setup")
    person.types(text("signin_code"), "AAAA-BBBB-CCCC").types(text("signin_passphrase"), PASSPHRASE).types(text("signin_again"), PASSPHRASE)
    person.allow_status(403, "/owner/setup")
    person.goes(text("signin_setup_do"), "button")
    person.reads(text("signin_wrongcode"), "[role=alert]").shot("wrong code")
    person.types(text("signin_code"), daemon.code)
    person.types(text("signin_passphrase"), PASSPHRASE).types(text("signin_again"), PASSPHRASE)
    person.goes(text("signin_setup_do"), "button")
    assert person.path == "/welcome", person.path
    person.reads(text("welcome_drop")).shot("welcome")
    drop(person, stores.export(20_000).read_bytes())
    person.reads(text("welcome_done"), "main h2").shot("receipt")
    person.reads(text("permission_ours_why")).goes(text("welcome_allow"), "button")
    assert person.path == "/", person.path
    person.element("main canvas")
    person.shot("dashboard")
    # The person confirmed the browser's zone as the home time zone.
    assert setting(daemon.store, "time_zone") == BROWSER_ZONE


@pytest.mark.size("desktop")
def test_setup_link(someone, serve):
    """The link printed by the daemon contains the code, which is also accepted in lowercase and with spaces."""
    daemon = serve("empty")
    person = someone(daemon)
    person.open(f"/owner/setup?code={daemon.code}")
    assert person.see(text("signin_code")).get_attribute("value") == daemon.code
    person.types(text("signin_code"), daemon.code.lower().replace("-", " "))
    person.types(text("signin_passphrase"), PASSPHRASE).types(text("signin_again"), PASSPHRASE)
    person.goes(text("signin_setup_do"), "button")
    assert person.path == "/welcome", person.path


@pytest.mark.size("desktop")
def test_the_span_of_old_data(guest):
    """The dates of the data end with the latest one, and not with a prescription that ends in the future."""
    guest.open("/").element("main canvas")
    words = guest.js("""const from = document.querySelector('script[type=module][src*=page]').src.replace(/[^/]+$/, '');
        return import(from + 'data-here.js').then(({ dataHere }) => dataHere([
          { name: 'Watch', count: 2, earliest: '2001-06-04T10:00:00Z', latest: '2001-10-16T10:00:00Z' },
          { name: '', count: 1, earliest: '2001-06-05T10:00:00Z', latest: '2099-06-05T10:00:00Z' }]).textContent)""")
    assert set(re.findall(r"\d{4}", words)) == {"2001"}, words


def test_data_from_the_command_line(someone, serve, size):
    """Data imported by the command line is mentioned, and leads to the permission and the first chart."""
    daemon = serve("imported")
    person = someone(daemon, size).signs_in()
    person.allow_status(403)
    for path in ("/", "/welcome"):
        person.open(path).reads(text("welcome_here"), "main h2").shot("here")
        assert re.search(r"\b25\d,\d{3} records", person.words("#here")), person.words("#here")
        assert not person.find(text("welcome_zone")), "the import has named the zone"
    person.goes(text("welcome_allow"), "button")
    assert person.path == "/", person.path
    person.element("main canvas")


@pytest.mark.size("desktop")
def test_home_zone(owner):
    """The home time zone and the first day of the week are settings that the pages use."""
    owner.open("/settings").shot("dates")
    zone = owner.see(text("settings_zone"))
    assert zone.get_attribute("value") == ZONE
    change = "arguments[0].value = arguments[1]; window.isOld = true; arguments[0].dispatchEvent(new Event('change', {bubbles: true}))"
    owner.js(change, zone, "Asia/Tokyo")
    owner.arrives()
    assert owner.see(text("settings_zone")).get_attribute("value") == "Asia/Tokyo"
    assert setting(owner.daemon.store, "time_zone") == "Asia/Tokyo"
    owner.js(change, owner.see(text("settings_week")), "7")
    owner.arrives()
    assert owner.see(text("settings_week")).get_attribute("value") == "7"
    found = owner.js("""return import([...document.querySelectorAll('script[type=module]')].at(-1).src.replace(/[^/]+$/, 'format.js'))
        .then(({ zone, firstWeekday, startOfWeek }) => [zone, firstWeekday, startOfWeek('2026-11-23')])""")
    # The Monday is in the week that began on Saturday.
    assert found == ["Asia/Tokyo", 6, "2026-11-21"]


def test_appearance(owner):
    """Light and dark are a choice against the system's, on every page, also on those to sign in; paper is always light."""
    card = "return getComputedStyle(document.documentElement).getPropertyValue('--card').trim()"
    scheme = "return document.querySelector('meta[name=color-scheme]').content"
    light, dark = "#ffffff", "#1d1d22"

    def choose(key):
        select = owner.open("/settings").see(text("settings_appearance_choice", "en-GB"))
        owner.js("""window.isOld = true; const option = [...arguments[0].options].find((one) => one.text === arguments[1]);
            arguments[0].value = option.value; arguments[0].dispatchEvent(new Event('change', {bubbles: true}))""", select, text(key))
        owner.arrives()
        chosen = owner.see(text("settings_appearance_choice", "en-GB"))
        assert owner.js("return arguments[0].selectedOptions[0].text", chosen) == text(key)

    owner.media(dark=True)
    owner.open("/")
    assert owner.js(card) == dark
    choose("settings_appearance_light")
    for page in ("/", "/types/stepCount", "/owner/apps"):
        owner.open(page)
        assert (owner.js(card), owner.js(scheme)) == (light, "light"), page
    owner.media(dark=False)
    choose("settings_appearance_dark")
    for page in ("/types", "/owner/apps", "/"):
        owner.open(page)
        assert (owner.js(card), owner.js(scheme)) == (dark, "dark"), page
    owner.element("#steps canvas")
    # Charts are drawn in the colours of the choice.
    bar = owner.js("return Chart.getChart(document.querySelector('#steps canvas')).data.datasets[0].backgroundColor")
    assert "#ff6ea0" in str(bar).lower(), bar
    assert setting(owner.daemon.store, "preference.appearance") == "dark"
    assert not (faults := care.axe(owner.browser)), faults
    owner.shot("dark by choice")
    owner.cdp("Emulation.setEmulatedMedia", media="print")
    assert owner.js(card) == "#fff"
    owner.media(dark=False)
    # The page to sign in knows it from a cookie. The dashboard can still wait for responses, which would be refused.
    owner.open("/owner/apps")
    owner.daemon.cookies = []
    owner.goes(text("frame_signout"), "button")
    assert owner.path.startswith("/owner/login") and owner.js(card) == dark
    owner.shot("sign-in, dark by choice")
    # Another browser has it after the sign-in.
    owner.cdp("Network.clearBrowserCookies")
    owner.open("/owner/login")
    assert owner.js(card) == light
    owner.signs_in_here()
    assert owner.open("/").js(card) == dark
    choose("settings_appearance_system")
    assert owner.js(card) == light
    owner.media(dark=True)
    assert owner.js(card) == dark


@pytest.mark.size("desktop")
def test_choosing_a_file(someone, serve, stores):
    """The file can also be chosen; importing it again adds nothing."""
    person = someone(serve("owned")).signs_in()
    person.open("/welcome")
    for message in ("welcome_done", "welcome_added_none"):
        person.js("return document.querySelector('input[type=file]')").send_keys(str(stores.export()))
        person.reads(text(message), "main")
        person.click(text("welcome_another"), "button").reads(text("welcome_drop"))
    assert records(person.daemon.store) > 1000


@pytest.mark.size("desktop")
def test_accounts_and_activities(someone, serve, tmp_path):
    """The archive of an account and a file of a watch are imported, and the receipt says what they are."""
    person = someone(serve("owned")).signs_in()
    health("demo", tmp_path / "strava.zip", "--as", "strava", "--workouts", "5")
    health("demo", tmp_path / "watch", "--as", "fit", "--workouts", "1")
    person.open("/welcome")
    for path, found in [
        (tmp_path / "strava.zip", "welcome_format_stravaAccount"),
        (next((tmp_path / "watch").glob("7*.fit")), "welcome_format_fit"),
    ]:
        person.js("return document.querySelector('input[type=file]')").send_keys(str(path))
        person.reads(text("welcome_done"), "main").reads(text(found), "main").shot(path.name)
        person.click(text("welcome_another"), "button").reads(text("welcome_drop"))


@pytest.mark.size("phone")
def test_demo_data(someone, serve):
    """A person without an export can start with demo data."""
    person = someone(serve("owned"), "phone").signs_in()
    person.allow_status(403)
    person.open("/welcome").click(text("welcome_demo_do"), "button")
    # Importing a million records takes a while.
    person.wait(lambda: text("welcome_done") in person.words("main"), "the receipt", seconds=300)
    person.shot("receipt")
    person.goes(text("welcome_allow"), "button")
    person.element("main canvas")
    person.shot("dashboard")


def test_empty_store(someone, serve, size):
    """With an empty store, every page has a friendly message, and leads to the import."""
    person = someone(serve("owned"), size).signs_in()
    person.allow_status(403)
    person.open("/").shot("not asked yet")
    assert not person.elements("main canvas")
    health("apps", "grant", "org.openhealthkit.web", "--all", "--store", person.daemon.store)
    person.open("/").reads(text("dashboard_nothing")).shot("nothing")
    for path in ("/types", "/types/stepCount", "/types/stepCount/samples", "/types/sleepAnalysis", "/types/headache", "/types/workout",
                 "/types/electrocardiogram", "/owner/sources", "/owner/apps", "/settings"):
        person.open(path)
        assert not person.elements("main canvas"), path
        assert len(person.words("main")) > 20, path
        person.shot(path.strip("/").replace("/", " "))
    person.open("/").goes(text("dashboard_begin"), "link")
    assert person.path == "/welcome"


@pytest.mark.size("desktop")
@pytest.mark.parametrize("what, content, fault", [
    ("no export", b"PK\x03\x04 this is no zip file at all" * 50, None),
    ("empty", b"", "welcome_fault_emptyFile"),
    ("something else", b"%PDF-1.7 nothing of the kind" * 50, "welcome_fault_notAnExport"),
])
def test_wrong_file(someone, serve, what, content, fault):
    """A file that is not an export is reported, changes nothing, and another file can be chosen."""
    person = someone(serve("owned")).signs_in()
    person.allow_status(400).allow_status(422)
    person.open("/welcome")
    drop(person, content, "photo.zip")
    person.reads(text(fault) if fault else text("welcome_failed"), "main").shot(what)
    assert records(person.daemon.store) == 0


@pytest.mark.size("desktop")
def test_truncated_file(someone, serve, stores):
    """The available part of a truncated file can be imported."""
    person = someone(serve("owned")).signs_in()
    person.allow_status(400).allow_status(422)
    content = stores.export(20_000).read_bytes()
    person.open("/welcome")
    drop(person, content[: len(content) * 3 // 4])
    person.reads(text("welcome_fault_truncated"), "main").shot("cut off")
    person.click(text("welcome_partial"), "button").reads(text("welcome_incomplete"), "main").shot("what there was")
    assert records(person.daemon.store) > 0


@pytest.mark.size("desktop")
def test_appears_by_itself(someone, serve, stores):
    """Data imported elsewhere appears on an open empty dashboard."""
    person = someone(serve("owned")).signs_in()
    health("apps", "grant", "org.openhealthkit.web", "--all", "--store", person.daemon.store)
    person.open("/").reads(text("dashboard_nothing"))
    health("import", stores.export(20_000), "--timezone", "Europe/Berlin", "--store", person.daemon.store)
    person.element("main canvas")
