# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Tests that a page on another port of the same host receives the daemon's cookies, but no data."""

import re

import pytest

from support.app import App
from support.other_port import OtherPort
from support.texts import text

HEART = "HKQuantityTypeIdentifierHeartRate"

# All attempts of a page, which return what they can read.
ATTACK = """
const [daemon, sheet, done] = arguments;
const found = [];
const note = async (act) => { try { found.push(String(await act())); } catch (error) { found.push(`failed: ${error.name}`); } };
(async () => {
  for (const path of ['/', '/owner/apps', sheet, '/v1/owner/session', '/v1/owner/apps', '/v1/owner/sessions']) {
    for (const mode of ['cors', 'no-cors']) {
      await note(async () => (await fetch(daemon + path, { credentials: 'include', mode })).text());
    }
  }
  await note(() => sessionStorage.getItem('health-session'));
  await note(() => localStorage.getItem('health-session'));
  const channel = new BroadcastChannel('health-session');
  await note(() => new Promise((resolve) => {
    channel.onmessage = ({ data }) => resolve(JSON.stringify(data));
    channel.postMessage({ ask: true });
    setTimeout(resolve, 1000);
  }));
  const form = document.createElement('form');
  const frame = document.createElement('iframe');
  frame.name = 'frame';
  form.method = 'post';
  form.action = daemon + sheet;
  form.target = 'frame';
  for (const [name, value] of [['answer', 'all'], ['csrf', 'guess']]) {
    const input = document.createElement('input');
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(frame, form);
  form.submit();
  await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  await note(() => frame.contentDocument.body.innerText);
  done(found);
})();
"""

# Headers that a program on the other port can forge.
HEADS = [
    {},
    {"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors"},
    {"Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate"},
]


@pytest.mark.size("desktop")
def test_another_port(owner):
    """With the session's cookie, it can neither read nor allow anything, in the browser or with its own requests."""
    app = App(owner.daemon, name="An app of mine")
    sheet = app.ask(read=[HEART])
    # The browser's messages about refused requests.
    owner.allow(".*")
    owner.open("/owner/apps").reads(app.name)
    token = owner.js("return sessionStorage.getItem('health-session')")
    # The owner's tab stays open, so that it could respond.
    owner.another_tab()
    with OtherPort() as other:
        owner.browser.others.append(other.address)
        owner.browser.driver.get(other.address + "/")
        assert re.search(r"health_session=[\w-]{20,}", other.cookies), "the browser sends the cookie to every port"
        found = owner.browser.driver.execute_async_script(ATTACK, owner.daemon.address, sheet)
        assert len(found) == 16
        for entry in found:
            assert entry.startswith("failed: ") or entry in ("", "null", "undefined"), entry

        secrets = [token, app.name, app.identifier, "health-csrf", "health-token"]
        for head in HEADS:
            forged = {**head, "Origin": owner.daemon.address}
            for path in ("/v1/owner/session", "/v1/owner/apps", "/v1/owner/sessions", "/v1/owner/requests", "/v1/imports"):
                assert other.ask(owner.daemon, "GET", path, forged)[0] in (401, 405), path
            for path in ("/", "/owner/apps", "/owner/requests", "/owner/sources", "/settings", sheet):
                status, body = other.ask(owner.daemon, "GET", path, forged)
                assert status == 200 and not [secret for secret in secrets if secret in body], path
            form = {"answer": "all", "action": "open", "csrf": "guess"}
            for path in (sheet, "/owner/apps", "/owner/requests", "/owner/logout"):
                status, body = other.ask(owner.daemon, "POST", path, forged, form)
                assert status == 403 and not [secret for secret in secrets if secret in body], path
    assert len(app.send("GET", "/v1/samples", type=HEART)["samples"]) == 0
    # The owner's own pages continue: a tab without the token receives it from the other one.
    owner.js("sessionStorage.clear()")
    owner.open(sheet).reads(text("permission_title", name=app.name), "h1")
    owner.js("window.isOld = true")
    owner.press(owner.element("main button[name=answer][value=all]"))
    owner.arrives()
    assert len(app.send("GET", "/v1/samples", type=HEART)["samples"]) > 0


@pytest.mark.size("desktop")
def test_a_tab_without_the_token_signs_in(owner):
    """If no other tab has the token, the cookie is not sufficient: the passphrase is required, and leads back to the page."""
    owner.open("/settings")
    owner.js("sessionStorage.clear()")
    owner.js("window.isOld = true")
    owner.browser.driver.get(owner.browser.origin + "/owner/sources")
    owner.browser.wait(lambda: owner.path.startswith("/owner/login"), "the page to sign in")
    owner.signs_in_here()
    assert owner.path == "/owner/sources"


@pytest.mark.size("desktop")
def test_second_factor(someone, serve):
    """The second factor is set up on the settings page, required for signing in, and disabled again."""
    import subprocess

    person = someone(serve("demo")).signs_in()
    person.open("/settings").click(text("settings_factor_enable"), "button")
    key = person.element("#factor-key").text.replace(" ", "")

    def code(ahead: int = 0) -> str:
        now = f"now + {ahead} seconds"
        return subprocess.run(["oathtool", "--totp", "--base32", "--now", now, key], capture_output=True, text=True, check=True).stdout.strip()

    person.types(text("settings_factor_code"), code()).click(text("settings_factor_do"), "button")
    person.element("#recovery-codes")
    recovery = person.words("#recovery-codes").split()
    assert len(recovery) == 10
    person.shot("recovery codes")
    person.click(text("permission_continue"), "button").reads(text("settings_factor_on", count=10))
    person.goes(text("frame_signout"), "button")
    person.shot("login")
    # The next code, because the current one has been used.
    person.element("#code").send_keys(code(30))
    person.signs_in_here()
    assert person.path == "/"
    person.open("/settings").reads(text("settings_session_current")).shot("sessions")
    person.click(text("settings_factor_off"), "button")
    person.see(text("settings_factor_enable"), "button")


@pytest.mark.size("desktop")
def test_signing_out_everywhere(someone, serve):
    """The settings page lists the owner's sessions, and ends all of them."""
    person = someone(serve("demo")).signs_in()
    person.open("/settings").reads(text("settings_session_current"))
    person.goes(text("settings_sessions_end"), "button")
    assert person.path.startswith("/owner/login")
    person.open("/settings")
    assert person.path.startswith("/owner/login")
