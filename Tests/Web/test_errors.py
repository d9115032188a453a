# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""What goes wrong is said, with what can be done about it."""

import datetime
import json

import pytest

from support.charts import numbers, table_behind
from support.texts import text, type_name
from support.tool import WEB_APP, health

# What the browser itself says while nobody answers.
AWAY = r"net::ERR_(CONNECTION_REFUSED|CONNECTION_RESET|INCOMPLETE_CHUNKED_ENCODING|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED|FAILED)"


def test_not_determined(someone, serve, size):
    """Whoever has not decided yet is led to the sheet, and from there back to what they wanted to see."""
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
    """The same on the page of a type, for some types alone."""
    person = someone(serve("imported"), size).signs_in()
    person.allow_status(403)
    person.open("/types/heartRate?view=month").reads(text("problem_notdetermined"), "main")
    person.goes(text("problem_allow"), "button")
    person.goes(text("permission_all"), "button")
    assert person.path == "/types/heartRate?view=month"
    person.element("main canvas")


def test_offline(owner):
    """Without the daemon there is a banner; when it is back the page goes on by itself, with what has come meanwhile."""
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
    """What could not be fetched can be asked for again."""
    owner.allow(AWAY)
    owner.open("/types/stepCount?view=week")
    owner.daemon.stop()
    owner.click(text("type_view_month"), "link")
    owner.see(text("problem_again"), "button")
    owner.shot("failed")
    owner.daemon.start()
    owner.click(text("problem_again"), "button")
    owner.element("main canvas")
    assert not owner.find(text("problem_again"), "button")


@pytest.mark.size("phone")
def test_failed_saving(owner):
    """What could not be saved is not lost: the same is sent again, and saved once."""
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
    """Whose session has ended signs in again and is back where they were."""
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
