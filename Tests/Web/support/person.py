# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""A person who uses the pages: finds controls by their names, clicks, types and reads."""

import re

from selenium.common.exceptions import ElementClickInterceptedException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from .names import LIBRARY
from .texts import text
from .tool import PASSPHRASE


class Person:
    """A user of a browser who cannot click invisible elements."""

    def __init__(self, browser, daemon):
        self.browser, self.daemon, self.language = browser, daemon, "en"

    def __getattr__(self, name):
        # Methods of the browser, such as wait, shot and js.
        return getattr(self.browser, name)

    def open(self, path: str) -> "Person":
        """Opens a page of the daemon, and waits until it is ready."""
        self.browser.open(path)
        return self

    def text(self, key: str, **values) -> str:
        """Returns a string of the pages in their current language."""
        return text(key, self.language, **values)

    # Finding

    def find(self, name: str, role: str = "", within=None):
        """Returns the visible control with an accessible name, such as find("Add data", "button"); None if there is none."""
        return self.browser.js(LIBRARY + "return find(arguments[0], arguments[1], arguments[2])", name, role, within)

    def see(self, name: str, role: str = "", within=None):
        """Waits for a control, and returns it."""
        return self.browser.wait(lambda: self.find(name, role, within), f"{role or 'control'} “{name}”")

    def element(self, selector: str):
        """Waits for the first visible element that matches a selector, and returns it."""
        return self.browser.wait(
            lambda: self.browser.js(LIBRARY + "return [...document.querySelectorAll(arguments[0])].find(isVisible)", selector),
            f"element {selector}")

    def elements(self, selector: str) -> list:
        """Returns all currently visible elements that match a selector."""
        return self.browser.js(LIBRARY + "return [...document.querySelectorAll(arguments[0])].filter(isVisible)", selector)

    def words(self, selector: str = "main") -> str:
        """Returns the visible text of an element."""
        shown = self.browser.js("return [...document.querySelectorAll(arguments[0])].map((one) => one.innerText).join('\\n')", selector)
        # Numbers and units are separated by nonbreaking spaces.
        return re.sub(r"[\u00a0\u202f]", " ", shown)

    def reads(self, words: str, selector: str = "body") -> "Person":
        """Waits until a string is on the page."""
        words = re.sub(r"[\u00a0\u202f]", " ", words)
        self.browser.wait(lambda: words in self.words(selector), f"“{words}” in {selector}")
        return self

    @property
    def headline(self) -> str:
        return self.words("h1")

    # Doing

    def click(self, name: str, role: str = "", within=None) -> "Person":
        """Clicks a control as soon as it is available."""
        self.browser.wait(lambda: self.press(self.find(name, role, within)), f"{role or 'control'} “{name}” to click")
        return self

    def press(self, element) -> bool:
        """Clicks an element; returns False if there is none."""
        if not element:
            return False
        def pressed():
            self.browser.js("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", element)
            try:
                element.click()
            except ElementClickInterceptedException as error:
                # The page can be moving; an element that remains covered cannot be clicked.
                raise AssertionError(error.msg) from error
            return True

        return self.browser.wait(pressed, "something to click")

    def goes(self, name: str, role: str = "") -> "Person":
        """Clicks a control that leads to another page, and waits for the page."""
        self.browser.js("window.isOld = true")
        self.click(name, role)
        return self.arrives()

    def arrives(self) -> "Person":
        """Waits until the page whose window is marked as old has been replaced."""
        self.browser.wait(lambda: self.browser.js("return !window.isOld"), "another page")
        self.browser.ready()
        return self

    def types(self, name: str, value: str) -> "Person":
        """Replaces the contents of a field by typing."""
        field = self.see(name)
        self.browser.js("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", field)
        field.clear()
        field.send_keys(value)
        return self

    def keys(self, *keys: str, held: str = "") -> "Person":
        """Presses keys on the focused element, optionally while another key such as Shift is held."""
        chain = ActionChains(self.browser.driver, duration=0)
        if held:
            chain.key_down(held)
        chain.send_keys(*keys)
        if held:
            chain.key_up(held)
        chain.perform()
        return self

    def point_at_bar(self, canvas, index: int, data: int = 0) -> "Person":
        """Clicks a bar or point of a chart at its drawn position."""
        x, y = self.browser.js("""
            arguments[0].scrollIntoView({block: 'center', behavior: 'instant'});
            const bar = Chart.getChart(arguments[0]).getDatasetMeta(arguments[2]).data[arguments[1]].getCenterPoint();
            const box = arguments[0].getBoundingClientRect();
            return [box.left + bar.x, box.top + bar.y]""", canvas, index, data)
        for kind, buttons in (("mouseMoved", 0), ("mousePressed", 1), ("mouseReleased", 0)):
            self.browser.cdp("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left" if kind != "mouseMoved" else "none",
                             buttons=buttons, clickCount=1 if kind != "mouseMoved" else 0)
        return self

    # Signing in

    def signs_in(self) -> "Person":
        """Signs in on the login page; if a person has signed in to this daemon before, the session is reused."""
        if self.daemon.cookies:
            for cookie in self.daemon.cookies:
                self.browser.cdp("Network.setCookie", **cookie)
            # The token is kept by the tab; it can be set on any page of the daemon.
            self.browser.driver.get(self.browser.origin + "/healthz")
            self.browser.js("sessionStorage.setItem('health-session', arguments[0])", self.daemon.token)
            return self
        self.browser.driver.get(self.browser.origin + "/owner/login")
        self.signs_in_here()
        cookies = [
            {name: cookie[name] for name in ("name", "value", "domain", "path", "httpOnly")}
            for cookie in self.browser.cdp("Network.getCookies", urls=[self.browser.origin])["cookies"]
        ]
        self.daemon.keep(cookies, self.browser.js("return sessionStorage.getItem('health-session')"))
        return self

    def signs_in_here(self) -> "Person":
        """Types the passphrase on the page that requires it."""
        self.element("#passphrase").send_keys(PASSPHRASE)
        self.browser.js("window.isOld = true")
        self.keys(Keys.ENTER)
        return self.arrives()
