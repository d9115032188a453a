# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Tests of the page that connects apps on phones."""

import json
import urllib.error
import urllib.request

import pytest

from support.keyboard import Keyboard
from support.texts import text

KINDS = ("health-auto-export", "open-wearables", "health-connect-webhook", "nightscout", "health-bridge")


@pytest.mark.parametrize("kind", KINDS)
def test_every_app_can_be_connected(owner, kind):
    """The page shows the credentials of a new connection once, as text and as a code, and lists it."""
    owner.open("/owner/apps")
    owner.goes(text("phone_title"), "link")
    assert owner.path == "/owner/phones"
    owner.press(owner.element(f"input[name=kind][value={kind}]"))
    owner.types(text("phone_address"), "https://health.example.org")
    owner.goes(text("phone_connect"), "button")
    owner.reads(text("phone_new_why"), "#new").reads(text(f"phone_steps_{kind}"), "#new")
    owner.reads("https://health.example.org", "#new")
    assert owner.elements("#new svg.qr")
    owner.reads(text("phone_never"), ".app[data-phone]")
    owner.shot(f"phone-{kind}")
    owner.open("/owner/phones")
    owner.reads(text("phone_connections"))
    assert not owner.elements("#new")


def test_pushes_are_listed_with_their_refusals(owner):
    """A connection lists what arrived, and what was refused with the reason."""
    owner.open("/owner/phones")
    owner.press(owner.element("input[name=kind][value=health-connect-webhook]"))
    owner.goes(text("phone_connect"), "button")
    values = owner.js("return [...document.querySelectorAll('#new code.entry')].map((one) => one.textContent)")
    header = next(value for value in values if value.startswith("Authorization: "))
    push = {"steps": [{"count": 5, "time": "2026-11-20T10:00:00Z"}], "bone_mass": [{"kilograms": 3}]}
    request = urllib.request.Request(
        owner.daemon.address + "/v1/ingest/health-connect-webhook", json.dumps(push).encode(),
        {"Content-Type": "application/json", "Authorization": header.removeprefix("Authorization: ")}, method="POST")
    with urllib.request.urlopen(request, timeout=60) as answer:
        assert answer.status == 207
    owner.open("/owner/phones")
    owner.reads(text("phone_pushes"))
    owner.click(text("phone_remarks"))
    owner.reads("/bone_mass").shot("phone-pushes")


def test_a_connection_that_continues_no_other(owner):
    """A connection that was stated to continue an earlier one can be stated to continue none."""
    for number in range(2):
        owner.open("/owner/phones")
        owner.press(owner.element("input[name=kind][value=health-connect-webhook]"))
        owner.goes(text("phone_connect"), "button")
        if number == 0:
            values = owner.js("return [...document.querySelectorAll('#new code.entry')].map((one) => one.textContent)")
            header = next(value for value in values if value.startswith("Authorization: "))
            push = {"steps": [{"count": 5, "time": "2026-11-20T10:00:00Z"}]}
            request = urllib.request.Request(
                owner.daemon.address + "/v1/ingest/health-connect-webhook", json.dumps(push).encode(),
                {"Content-Type": "application/json", "Authorization": header.removeprefix("Authorization: ")},
                method="POST")
            with urllib.request.urlopen(request, timeout=60) as answer:
                assert answer.status == 200
    first, second = owner.js(
        "return [...document.querySelectorAll('.app[data-phone]')].map((one) => one.dataset.phone).sort()")
    form = f".app[data-phone='{second}']"
    assert not owner.elements(f"{form} button[value=alone]")
    owner.press(owner.element(f"{form} summary"))
    owner.js(f'document.querySelector("{form} select[name=continues]").value = "{first}"')
    owner.goes(text("phone_save"), "button")
    owner.reads(text("phone_continued"), form)
    owner.press(owner.element(f"{form} summary"))
    owner.reads(text("phone_alone_hint"), form).shot("phone-continues")
    owner.goes(text("phone_alone"), "button")
    assert text("phone_continued") not in owner.words(form)
    assert not owner.elements(f"{form} button[value=alone]")
    owner.press(owner.element(f"{form} summary"))
    # It can be continued again.
    assert owner.js(f'return [...document.querySelector("{form} select[name=continues]").options].some((one) => one.value == "{first}")')


def test_a_token_that_only_reads(owner):
    """An app that only reads gets a token of its own, which is shown once, and is revoked on the page."""
    owner.open("/owner/phones")
    owner.press(owner.element("input[name=kind][value=nightscout]"))
    owner.goes(text("phone_connect"), "button")
    card = ".app[data-phone='phone.nightscout']"
    owner.press(owner.element(f"{card} summary"))
    owner.reads(text("phone_readers_logs"), card)
    owner.types(text("phone_reader_name"), "Watch")
    owner.goes(text("phone_reader_add"), "button")
    owner.reads(text("phone_new_why"), "#new").reads(text("phone_steps_reader"), "#new").shot("phone-reader")
    values = owner.js("return [...document.querySelectorAll('#new code.entry')].map((one) => one.textContent)")
    token = next(value for value in values if value.startswith("ohn"))
    address = f"{owner.daemon.address}/api/v1/status.json?token={token}"
    with urllib.request.urlopen(address, timeout=60) as answer:
        assert answer.status == 200
    owner.open("/owner/phones")
    owner.reads("Watch", card).shot("phone-readers")
    assert token not in owner.words(card)
    owner.goes(text("phone_reader_revoke_name", name="Watch"), "button")
    assert "Watch" not in owner.words(card)
    with pytest.raises(urllib.error.HTTPError):
        urllib.request.urlopen(address, timeout=60)


def test_types_by_keyboard(owner):
    """With the keyboard, a person chooses one type, and gets an error without one."""
    owner.allow_status(422, "/owner/phones")
    owner.open("/owner/phones")
    keyboard = Keyboard(owner)
    owner.press(owner.element("input[name=which][value=some]"))
    keyboard.to(text("phone_connect"), "button").enter()
    owner.reads(text("phone_types_none"))


def test_the_phone_of_the_imports(owner):
    """A connection can be stated to be the phone of the imports, when it is created and later."""
    owner.open("/owner/phones")
    owner.press(owner.element("input[name=kind][value=health-bridge]"))
    owner.press(owner.element("input[name=imports]"))
    owner.goes(text("phone_connect"), "button")
    owner.reads(text("phone_new_why"), "#new")
    chosen = ".app[data-phone='phone.health-bridge'] input[name=imports]"
    assert owner.js(f'return document.querySelector("{chosen}").checked')
    owner.click(text("phone_reaches"))
    owner.shot("phone-imports")
    owner.press(owner.element(chosen))
    owner.goes(text("phone_save"), "button")
    assert not owner.js(f'return document.querySelector("{chosen}").checked')
    owner.open("/owner/apps")
    owner.reads(text("permission_may_push"))
