# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Tests of errors: they are reported with a remedy."""

import datetime
import json

import pytest

from support.charts import numbers, table_behind
from support.texts import text, type_name
from support.tool import WEB_APP, health

# The browser's own messages while the daemon does not respond.
AWAY = r"net::ERR_(CONNECTION_REFUSED|CONNECTION_RESET|INCOMPLETE_CHUNKED_ENCODING|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED|FAILED)"


def test_not_determined(someone, serve, size):
    """Without a decision about permissions, the page leads to the sheet, and from there back to the requested page."""
    person = someone(serve("imported"), size).signs_in()
    person.allow_status(403)
    person.open("/").reads(text("welcome_here"), "main").shot("asked")
    person.goes(text("problem_allow"), "button")
    assert person.path.startswith("/owner/requests/")
    person.reads(text("permission_ours_why")).shot("sheet")
    person.goes(text("permission_all"), "button")
    assert person.path == "/"
    person.element("main canvas")
    person.shot("allowed")


def test_not_determined_on_a_type(someone, serve, size):
    """The same applies to the page of a type, for some types."""
    person = someone(serve("imported"), size).signs_in()
    person.allow_status(403)
    person.open("/types/heartRate?view=month").reads(text("problem_notdetermined"), "main")
    person.goes(text("problem_allow"), "button")
    person.goes(text("permission_all"), "button")
    assert person.path == "/types/heartRate?view=month"
    person.element("main canvas")


def test_offline(owner):
    """Without the daemon there is a banner. When it has returned, the page continues by itself, including new data."""
    owner.allow(AWAY)
    owner.open("/#weight")
    owner.element("#weight canvas")
    owner.js("window.isTheSame = true")
    before = table_behind(owner)[-1]
    owner.daemon.stop()
    owner.reads(text("problem_offline_why"), "#notices").shot("offline")
    assert owner.elements("#weight canvas"), "what was there has to stay"
    health("add", "bodyMass", "83.3", "kg", "--store", owner.daemon.store)
    owner.daemon.start()
    owner.reads(text("problem_online"), "#notices")
    owner.wait(lambda: numbers([table_behind(owner)[-1][1]]) == [83.3], f"another weight than {before}")
    assert text("problem_offline_why") not in owner.words("#notices")
    assert owner.js("return window.isTheSame"), "the page was loaded again"
    owner.shot("again")


@pytest.mark.size("desktop")
def test_trying_again(owner):
    """A failed request can be repeated."""
    owner.allow(r"net::ERR_BLOCKED_BY_CLIENT")
    owner.open("/types/stepCount?view=week")
    # Without /healthz, the page does not repeat the request by itself.
    owner.cdp("Network.setBlockedURLs", urls=["*/v1/statistics*", "*/healthz*"])
    owner.click(text("type_view_month"), "link")
    owner.see(text("problem_again"), "button")
    owner.shot("failed")
    owner.cdp("Network.setBlockedURLs", urls=["*/healthz*"])
    owner.click(text("problem_again"), "button")
    owner.element("main canvas")
    assert not owner.find(text("problem_again"), "button")
    owner.cdp("Network.setBlockedURLs", urls=[])


@pytest.mark.size("desktop")
def test_blocked_requests(owner):
    """A request that is blocked although the server is available is repeated with growing pauses."""
    owner.allow(r"net::ERR_BLOCKED_BY_CLIENT")
    owner.open("/types/stepCount?view=week")
    owner.js("""
        window.times = [];
        const original = window.fetch;
        window.fetch = (...request) => {
          if (String(request[0]).includes("/v1/statistics")) window.times.push(performance.now());
          return original(...request);
        };""")
    owner.cdp("Network.setBlockedURLs", urls=["*/v1/statistics*"])
    owner.click(text("type_view_month"), "link")
    owner.wait(lambda: owner.js("return window.times.length") >= 4, "fewer than four requests")
    owner.cdp("Network.setBlockedURLs", urls=[])
    owner.element("main canvas")
    times = owner.js("return window.times")
    pauses = [after - before for before, after in zip(times, times[1:])]
    # The first repetition is immediate; the timers of a browser may be a few milliseconds early.
    assert pauses[1] > 900 and pauses[2] > 1900, pauses


@pytest.mark.size("phone")
def test_failed_saving(owner):
    """An entry whose save failed is kept: the same request is sent again, and saved once."""
    owner.allow(r"net::ERR_BLOCKED_BY_CLIENT")
    owner.open("/add/bodyMass").types(type_name("bodyMass"), "69.5")
    owner.cdp("Network.setBlockedURLs", urls=["*/v1/samples*"])
    owner.click(text("add_save"), "button").see(text("problem_again"), "button")
    owner.shot("failed")
    owner.cdp("Network.setBlockedURLs", urls=[])
    owner.goes(text("problem_again"), "button")
    owner.reads(text("add_saved", type=type_name("bodyMass")))
    since = str(datetime.date.today() - datetime.timedelta(days=2))
    rows = json.loads(health("samples", "bodyMass", "--from", since, "--format", "json", "--store", owner.daemon.store))
    assert [row["value"] for row in rows if row["bundleIdentifier"] == WEB_APP] == [69.5]


@pytest.mark.size("desktop")
def test_signed_out_meanwhile(owner):
    """After the session has ended, signing in again leads back to the previous page."""
    owner.allow_status(401)
    owner.open("/types/stepCount?view=week")
    owner.cdp("Network.clearBrowserCookies")
    owner.click(text("type_view_month"), "link")
    owner.reads(text("problem_signin")).shot("signed out")
    owner.goes(text("problem_signin_do"), "button")
    assert owner.path.startswith("/owner/login")
    owner.daemon.cookies = []
    owner.signs_in_here()
    assert owner.path.startswith("/types/stepCount")
