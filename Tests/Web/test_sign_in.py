# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Tests of setting the passphrase, signing in and signing out."""

import pytest

from support.tool import PASSPHRASE


@pytest.mark.size("desktop")
def test_wrong_passphrase(someone, reading, size):
    """A wrong passphrase is reported, and the correct one leads to the requested page."""
    person = someone(reading, size)
    person.allow_status(403, "/owner/login")
    person.open("/owner/apps")
    assert person.path.startswith("/owner/login"), person.path
    person.element("#passphrase").send_keys("correct horse cattery")
    person.js("window.isOld = true")
    person.press(person.element("main form button.main"))
    person.arrives()
    assert person.element("[role=alert]").text
    person.shot("wrong")
    person.element("#passphrase").send_keys(PASSPHRASE)
    person.js("window.isOld = true")
    person.press(person.element("main form button.main"))
    person.arrives()
    assert person.path == "/owner/apps"


def test_signing_out(someone, serve):
    """After signing out, no page shows data."""
    person = someone(serve("owned")).signs_in()
    person.open("/owner/requests")
    person.goes(person.text("frame_signout"), "button")
    assert person.path.startswith("/owner/login")
    person.open("/types/stepCount")
    assert person.path.startswith("/owner/login")
