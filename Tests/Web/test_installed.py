# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""The web app as an installed app: manifest, icons, and the last dashboard while the server cannot be reached."""

import json
import pathlib
import re
import struct
import subprocess
import sys
import urllib.request
import zlib

import pytest

from support import care
from support.places import WEB
from support.texts import LANGUAGES, text, type_name
from test_errors import AWAY

KEPT = "return (await caches.keys()).includes('health-kept') ? (await (await caches.open('health-kept')).keys()).length : 0"


def run(browser, code: str):
    """Runs a script that waits."""
    return browser.driver.execute_async_script(
        f"const done = arguments[arguments.length - 1]; (async () => {{ {code} }})().then(done, (error) => done(String(error)))")


def is_ready(person) -> bool:
    """Whether the browser can show the dashboard without the server."""
    return run(person.browser, """
        if (!navigator.serviceWorker.controller) return false;
        const files = (await caches.keys()).find((name) => name.startsWith('health-files-'));
        return Boolean(files && await (await caches.open(files)).match('/offline'))""") is True and run(person.browser, KEPT) == 1


def sees_dashboard(person):
    """Opens the dashboard and waits until it is stored."""
    person.open("/").element("#steps canvas")
    person.wait(lambda: is_ready(person), "the dashboard to be stored")
    return person


def figures(person) -> list:
    """The figures that the dashboard shows."""
    return person.js("""
        const charts = [...document.querySelectorAll('main canvas')].filter((one) => one.getClientRects().length).map((one) => Chart.getChart(one).data.datasets[0].data);
        return [charts, [...document.querySelectorAll('main .figure')].map((one) => one.textContent)]""")


def away(person):
    """Stops the server."""
    person.allow(AWAY, r"ERR_(INTERNET_DISCONNECTED|FAILED|CONNECTION)", r"navigation preload")
    person.daemon.stop()


@pytest.mark.parametrize("language", LANGUAGES)
def test_manifest(someone, reading, language):
    """Chromium finds nothing that keeps the pages from being installed, in any language."""
    person = someone(reading, language=LANGUAGES[language]).signs_in()
    person.open("/").wait(lambda: is_ready(person), "the service worker")
    found = person.cdp("Page.getAppManifest")
    assert not found["errors"], found["errors"]
    manifest = json.loads(found["data"])
    assert manifest["lang"] == LANGUAGES[language] and manifest["description"] == text("app_about", language)
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("/", "/", "standalone")
    errors = person.cdp("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in errors if error["errorId"] != "in-incognito"] == []
    for icon in manifest["icons"]:
        address = found["url"].rsplit("/", 1)[0] + "/" + icon["src"]
        with urllib.request.urlopen(address, timeout=60) as answer:
            content = answer.read()
            assert answer.headers["Content-Type"] == icon["type"]
        if icon["type"] == "image/png":
            assert "{}x{}".format(*struct.unpack(">II", content[16:24])) == icon["sizes"]
    for shortcut in manifest["shortcuts"]:
        person.open(shortcut["url"])
        assert person.headline == shortcut["name"]


def test_icons_are_those_of_the_program(tmp_path):
    """The icons are what Scripts/make-icons.py draws."""
    root = pathlib.Path(__file__).parents[2]
    subprocess.run([sys.executable, root / "Scripts/make-icons.py", tmp_path], check=True)
    names = sorted(path.name for path in (WEB / "icons").iterdir())
    assert names == sorted(path.name for path in tmp_path.iterdir()) and len(names) == 5

    def pixels(path):
        content = path.read_bytes()
        if path.suffix != ".png":
            return content
        # The compression may differ with the version of zlib.
        length = struct.unpack(">I", content[33:37])[0]
        return content[:33] + zlib.decompress(content[41:41 + length])

    for name in names:
        assert pixels(WEB / "icons" / name) == pixels(tmp_path / name), name


@pytest.mark.parametrize("dark", [False, True])
def test_last_dashboard(someone, serve, size, dark):
    """Without the server, the dashboard shows its last figures with their time, and goes on when the server is back."""
    person = someone(serve("demo"), size, dark=dark).signs_in()
    before = figures(sees_dashboard(person))
    away(person)
    person.js("window.isOld = true")
    person.driver.get(person.origin + "/")
    person.arrives().element("#steps canvas")
    person.reads(text("app_kept").split("{date}")[0], "#notices")
    person.wait(lambda: figures(person) == before, "the same figures")
    # The other chart is there, too.
    person.click(text("dashboard_weight"), "tab").element("#weight canvas")
    # The notice stays visible while the page scrolls, and would cover a part of a link.
    person.js("window.scrollTo(0, 0)")
    assert not (faults := care.sideways(person.browser) + care.axe(person.browser)), faults
    person.shot("without the server")
    # Pages that are not stored say so, and lead back.
    person.driver.get(person.origin + "/settings")
    person.reads(text("app_not_kept")).shot("another page")
    assert person.headline == text("problem_offline")
    person.driver.get(person.origin + "/types/heartRate")
    person.reads(text("app_not_kept"))
    assert person.headline == type_name("heartRate")
    person.goes(text("frame_dashboard"), "link")
    person.element("#steps canvas")
    person.js("window.isOld = true")
    person.daemon.start()
    person.arrives().element("#steps canvas")
    person.wait(lambda: figures(person) == before, "the same figures again")
    assert not person.elements("#notices .banner")


# A stream of changes begins only when the page calls `goOn`.
LATE_STREAM = """const request = window.fetch;
window.fetch = async (address, options) => {
    if (String(address).includes("/v1/changes")) await new Promise((done) => { window.goOn = done; });
    return request(address, options);
};"""


@pytest.mark.size("phone")
def test_server_is_back_at_once(someone, serve):
    """The server is back before the stored dashboard has tried to reach it: the actual one replaces it all the same."""
    person = someone(serve("demo"), "phone").signs_in()
    before = figures(sees_dashboard(person))
    away(person)
    script = person.cdp("Page.addScriptToEvaluateOnNewDocument", source=LATE_STREAM)
    try:
        person.js("window.isOld = true")
        person.driver.get(person.origin + "/")
        person.arrives().element("#steps canvas")
        person.wait(lambda: person.js("return !!window.goOn"), "the stream of the stored dashboard")
    finally:
        # Other tests use the same browser.
        person.cdp("Page.removeScriptToEvaluateOnNewDocument", **script)
    person.daemon.start()
    person.js("window.isOld = true; window.goOn()")
    person.arrives().element("#steps canvas")
    person.wait(lambda: figures(person) == before, "the same figures")


@pytest.mark.size("phone")
def test_network_is_off(owner):
    """A phone without a network, by the browser's own switch."""
    before = figures(sees_dashboard(owner))
    owner.allow(AWAY, r"ERR_INTERNET_DISCONNECTED", r"navigation preload")
    owner.cdp("Network.enable")
    owner.cdp("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=-1, uploadThroughput=-1)
    try:
        owner.js("window.isOld = true")
        owner.driver.get(owner.origin + "/")
        owner.arrives().element("#steps canvas")
        owner.reads(text("app_kept").split("{date}")[0], "#notices").shot("no network")
        owner.wait(lambda: figures(owner) == before, "the same figures")
    finally:
        owner.cdp("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1)


@pytest.mark.size("phone")
def test_stored_dashboard_is_encrypted(owner):
    """Stored data is unreadable without the session's token, which is only in the tabs of the session."""
    sees_dashboard(owner)
    everything = run(owner.browser, """
        const texts = [JSON.stringify(localStorage), JSON.stringify(await indexedDB.databases())];
        for (const name of await caches.keys()) {
          const cache = await caches.open(name);
          for (const request of await cache.keys()) {
            const answer = await cache.match(request);
            texts.push(`${request.url} ${answer.headers.get('Content-Type')} ${/health-kept/.test(name) || /offline$/.test(request.url)
              ? new TextDecoder('latin1').decode(await answer.arrayBuffer()) : ''}`);
          }
        }
        return texts""")
    kept = "\n".join(everything)
    assert "/kept/dashboard" in kept and "/offline" in kept
    token = owner.js("return sessionStorage.getItem('health-session')")
    words = [token, "stepCount", "startDate", "health-csrf", "health-token", "/v1/", text("dashboard_steps")]
    assert not [word for word in words if word in kept]
    urls = {line.split(" ")[0].removeprefix(owner.origin) for line in everything[2:]}
    assert all(re.fullmatch(r"/assets/.*|/offline|/kept/dashboard", url) for url in urls), urls
    # Another session's token does not open it, nor does a tab without one.
    away(owner)
    for other in ("'A'.repeat(43)", None):
        owner.js("sessionStorage.clear()" if other is None else f"sessionStorage.setItem('health-session', {other})")
        owner.driver.get(owner.origin + "/")
        owner.reads(text("app_signed_out" if other is None else "app_not_kept"))
        assert not owner.elements("canvas")


@pytest.mark.parametrize("way", ["footer", "settings", "passphrase", "ended elsewhere"])
def test_nothing_survives_the_end_of_a_session(someone, serve, way):
    """After the end of the session nothing of it is left in the browser, in this tab and in another one."""
    person = someone(serve("demo")).signs_in()
    sees_dashboard(person)
    first = person.driver.current_window_handle
    person.browser.another_tab()
    person.open("/settings")
    if way == "ended elsewhere":
        person.allow_status(401)
        person.cdp("Network.clearBrowserCookies")
        person.js("window.isOld = true")
        person.driver.get(person.origin + "/")
        person.arrives()
    elif way == "passphrase":
        from support.tool import PASSPHRASE

        person.types(text("settings_old"), PASSPHRASE).types(text("settings_new"), "another good passphrase")
        person.types(text("signin_again"), "another good passphrase").goes(text("settings_passphrase_do"), "button")
    else:
        within = person.element("footer form[action='/owner/logout']" if way == "footer" else "main form[action='/owner/logout']")
        person.js("window.isOld = true")
        person.click(text("frame_signout"), "button", within)
        person.arrives()
    assert person.path.startswith("/owner/login"), person.path
    person.wait(lambda: run(person.browser, KEPT) == 0, "nothing to be stored")
    person.allow(r"status of 401")
    if way != "ended elsewhere":
        assert person.js("return sessionStorage.length + localStorage.length") == 0
    # The other tab has no token either, and stores nothing any more.
    person.driver.switch_to.window(first)
    if way == "ended elsewhere":
        # Its next request tells it.
        run(person.browser, """
            const base = [...document.querySelectorAll('script[type=module]')].at(-1).src.replace(/[^/]+$/, '');
            await (await import(`${base}kept-store.js`)).storeKept();
            await (await import(`${base}api.js`)).get('/v1/types').catch(() => {})""")
    person.wait(lambda: person.js("return sessionStorage.getItem('health-session')") is None, "the token to be gone in the other tab")
    assert "ok" == run(person.browser, """
        const base = [...document.querySelectorAll('script[type=module]')].at(-1).src.replace(/[^/]+$/, '');
        await (await import(`${base}kept-store.js`)).storeKept();
        return 'ok'""")
    assert run(person.browser, KEPT) == 0
    away(person)
    person.driver.get(person.origin + "/")
    person.reads(text("app_signed_out"))
    assert not person.elements("canvas") and type_name("stepCount") not in person.words("body")
    person.shot("after the end")


@pytest.mark.size("phone")
def test_signing_out_without_the_server(owner):
    """Without the server, signing out still deletes what is stored."""
    sees_dashboard(owner)
    away(owner)
    owner.driver.get(owner.origin + "/")
    owner.element("#steps canvas")
    owner.js("window.isOld = true")
    owner.click(text("frame_signout"), "button")
    owner.reads(text("app_signed_out")).shot("signed out without the server")
    assert run(owner.browser, KEPT) == 0
    assert owner.js("return sessionStorage.length") == 0
    owner.daemon.start()
    owner.wait(lambda: owner.path.startswith("/owner/login") and owner.elements("#passphrase"), "the page to sign in")


@pytest.mark.size("phone")
def test_language_of_the_stored_page(owner):
    """The page without the server is in the language that was chosen last."""
    sees_dashboard(owner)
    owner.goes("日本語", "button")
    owner.open("/").element("#steps canvas")

    def is_japanese():
        return run(owner.browser, """
            const name = (await caches.keys()).find((name) => name.startsWith('health-files-'));
            return (await (await caches.open(name)).match('/offline')).headers.get('Content-Language')""") == "ja"

    owner.wait(is_japanese, "the page in Japanese")
    away(owner)
    owner.driver.get(owner.origin + "/types")
    owner.reads(text("app_not_kept", "ja"))
