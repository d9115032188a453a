# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""The navigation: at the top of large screens, at the bottom of phones with icons."""

import pytest

from support.care import axe, sideways
from support.texts import LANGUAGES, text

PAGES = [("frame_dashboard", "/"), ("frame_types", "/types"), ("frame_add_short", "/add"), ("frame_apps", "/owner/apps"), ("frame_settings", "/settings")]


@pytest.mark.size("phone")
def test_phones_have_it_at_the_bottom(guest):
    """Each page is a large target with an icon and its name, which stays at the bottom while the page scrolls and covers nothing there."""
    guest.open("/types")
    for where in (0, 100_000):
        guest.js("window.scrollTo(0, arguments[0])", where)
        box = guest.js("const { top, bottom } = document.querySelector('header.site').getBoundingClientRect(); return [top, bottom, innerHeight]")
        assert box[1] == pytest.approx(box[2], abs=1) and box[0] > box[2] - 80
    links = guest.js("""return [...document.querySelectorAll('header.site nav a')].map((one) => {
        const { width, height } = one.getBoundingClientRect();
        return { width, height, icon: one.querySelector('svg')?.getBoundingClientRect().width ?? 0, words: one.innerText.trim() }; })""")
    assert len(links) == 5
    for link, (key, _) in zip(links, PAGES):
        assert link["width"] >= 44 and link["height"] >= 44 and link["icon"] >= 20 and text(key) in link["words"]
    # The last element of the page is above it.
    assert guest.js("""window.scrollTo(0, document.body.scrollHeight);
        return document.querySelector('footer.site').getBoundingClientRect().bottom <= document.querySelector('header.site').getBoundingClientRect().top + 1""")
    assert not axe(guest.browser) + sideways(guest.browser)
    guest.shot("bottom")


@pytest.mark.size("desktop")
def test_large_screens_have_it_at_the_top(guest):
    """On a large screen it is a row of words at the top."""
    guest.open("/")
    top, icons = guest.js("""return [document.querySelector('header.site').getBoundingClientRect().top,
        [...document.querySelectorAll('header.site nav svg')].filter((one) => one.getClientRects().length).length]""")
    assert top == 0 and icons == 0


def test_leads_to_every_page(guest):
    """Each link leads to its page, which is marked as the current one."""
    guest.open("/compare")
    for key, path in PAGES:
        guest.goes(text(key), "link")
        assert guest.path == path
        assert guest.js("return document.querySelector('header.site nav a[aria-current]').getAttribute('href')") == path


@pytest.mark.size("phone")
@pytest.mark.parametrize("language", LANGUAGES)
def test_names_fit(guest, language):
    """No name is wider than its fifth of a small phone."""
    guest.resize((320, 640))
    guest.speak(LANGUAGES[language])
    guest.open("/")
    assert not sideways(guest.browser)
    cut = guest.js("return [...document.querySelectorAll('header.site nav a > span:not(.badge, .hidden)')].filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.innerText)")
    assert not cut
