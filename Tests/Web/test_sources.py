# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Tests of sources and their order: the first source takes precedence."""

import datetime

from selenium.webdriver.common.keys import Keys

from support.charts import number
from support.texts import text
from support.tool import figures, today


def order(person) -> list:
    """Returns the names of the sources in their order."""
    return person.wait(lambda: [one.text.split("\n")[0] for one in person.elements("ol.order > li .name")], "the order of sources")


def total(person, day: datetime.date) -> float:
    """Returns the total of a day on the page of steps."""
    person.open(f"/types/stepCount?view=day&date={day}")
    return number(person.wait(lambda: person.words(".type-figures .figure"), "the total"))


def test_by_keyboard(owner):
    """Arrow keys on a handle move a source and keep the focus, and totals change as in the tool."""
    day = today() - datetime.timedelta(days=4)
    before = total(owner, day)
    owner.open("/owner/sources#stepCount")
    names = order(owner)
    assert len(names) >= 2
    owner.shot("before")
    handle = owner.see(text("sources_move", source=names[-1]), "button")
    owner.js("arguments[0].focus()", handle)
    for place in range(len(names) - 1, 0, -1):
        owner.keys(Keys.ARROW_UP)
        owner.wait(lambda: order(owner).index(names[-1]) == place - 1, f"{names[-1]} at place {place}")
        owner.wait(lambda: owner.js("return document.activeElement.getAttribute('aria-label')")
                   == text("sources_move", source=names[-1]), "the focus on the handle")
    spoken = owner.words("#notices")
    assert text("sources_moved", source=names[-1], place=1, count=len(names)) in owner.js(
        "return document.querySelector('#notices').textContent"), spoken
    owner.shot("after")
    after = total(owner, day)
    assert after != before
    assert after == round(figures(owner.daemon.store, "stepCount", day, day)[0]["sum"])
    owner.open("/owner/sources#stepCount").click(text("sources_default"), "button")
    owner.wait(lambda: order(owner) == names, "the default order")
    assert total(owner, day) == before


def test_by_dragging(owner):
    """A source can be dragged to the top by its handle, with a mouse or a finger."""
    day = today() - datetime.timedelta(days=4)
    before = total(owner, day)
    owner.open("/owner/sources#stepCount")
    names = order(owner)
    handles = [owner.see(text("sources_move", source=name), "button") for name in (names[-1], names[0])]
    owner.js("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", handles[1])
    (x, y), (_, top) = [owner.js(
        "const box = arguments[0].getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]", one)
        for one in handles]
    mouse = [("mouseMoved", y, 0), ("mousePressed", y, 1)]
    mouse += [("mouseMoved", y + (top - 20 - y) * step / 12, 1) for step in range(1, 13)] + [("mouseReleased", top - 20, 0)]
    for kind, at, buttons in mouse:
        owner.cdp("Input.dispatchMouseEvent", type=kind, x=x, y=at, buttons=buttons, clickCount=0 if kind == "mouseMoved" else 1,
                  button="none" if kind == "mouseMoved" and not buttons else "left")
    owner.wait(lambda: order(owner)[0] == names[-1], f"{names[-1]} at the top")
    owner.see(text("sources_default"), "button")
    owner.shot("dragged")
    after = total(owner, day)
    assert after != before
    assert after == round(figures(owner.daemon.store, "stepCount", day, day)[0]["sum"])


def test_all_sources(guest):
    """Every source is listed with its data."""
    guest.open("/owner/sources").reads(text("sources_all"))
    assert len(guest.elements("ul.cards > li")) >= 5
    guest.shot("sources")
