# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Keyboard navigation: Tab moves from stop to stop, and every stop is visible."""

from selenium.webdriver.common.keys import Keys

from .names import LIBRARY

# The name of a stop, whether its focus is visible, and whether it follows the previous one in the document.
_STOP = LIBRARY + """
const element = document.activeElement;
if (!element || element === document.body || element === document.documentElement) return null;
const rings = (one) => {
  const style = getComputedStyle(one);
  return (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2) || style.boxShadow.includes('inset 0px 0px 0px 2px');
};
// Of dates and times Chromium marks the part that has the focus: the month, the minutes, the button of the calendar.
const hasParts = element.matches('input[type=date], input[type=time], input[type=datetime-local]');
const isRinged = rings(element) || hasParts || (element.labels?.length && [...element.labels].some(rings))
  || (element.parentElement && element.parentElement.matches(':focus-within') && rings(element.parentElement));
const box = element.getBoundingClientRect();
const isOnScreen = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth && box.width > 0;
// Something else may lie over it, such as a head that stays in place.
const seen = [[0.5, 0.5], [0.1, 0.5], [0.9, 0.5], [0.5, 0.1], [0.5, 0.9]].some(([x, y]) => {
  const there = document.elementFromPoint(Math.min(Math.max(box.left + box.width * x, 1), innerWidth - 1),
    Math.min(Math.max(box.top + box.height * y, 1), innerHeight - 1));
  return there && (element.contains(there) || there.contains(element) || [...(element.labels ?? [])].some((one) => one.contains(there)));
});
const before = window.lastStop;
window.lastStop = element;
const isAfter = !before?.isConnected || before === element || (before.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
return { name: nameOf(element), tag: element.tagName.toLowerCase(), role: element.getAttribute('role') ?? '',
  type: element.type ?? '', html: element.outerHTML.slice(0, 140), isRinged: Boolean(isRinged), isOnScreen, isSeen: seen, isAfter };
"""


class Keyboard:
    """Walks through a page by keys, and records faults."""

    def __init__(self, person):
        self.person = person
        self.faults: list = []

    def press(self, *keys: str) -> "Keyboard":
        self.person.keys(*keys)
        return self

    def stop(self) -> dict | None:
        """Returns the focused element; None if there is none."""
        return self.person.js(_STOP)

    def tab(self, back: bool = False) -> dict | None:
        """Moves to the next stop, and checks it."""
        self.person.keys(Keys.TAB, held=Keys.SHIFT if back else "")
        stop = self.stop()
        if stop and not (stop["isOnScreen"] and stop["isSeen"]):
            # A busy machine can answer between the change of the focus and the frame that scrolls to it.
            self.person.frames(2)
            stop = {**(self.stop() or stop), "isAfter": stop["isAfter"]}
        if stop:
            self._judge(stop)
        return stop

    def _judge(self, stop: dict) -> None:
        what = f"{self.person.path}: {stop['html']}"
        if not stop["isRinged"]:
            self.faults.append(f"one does not see that it has the focus: {what}")
        if not stop["isOnScreen"]:
            self.faults.append(f"it has the focus and is not on the screen: {what}")
        elif not stop["isSeen"]:
            self.faults.append(f"it has the focus and something covers it: {what}")
        if not stop["name"]:
            self.faults.append(f"it has the focus and no name: {what}")

    def to(self, name: str, role: str = "", back: bool = False, most: int = 150) -> "Keyboard":
        """Presses Tab, or Shift-Tab, until an element with this name or prefix has the focus."""
        passed = []
        for _ in range(most):
            stop = self.stop()
            if stop and stop["name"].startswith(name) and role in ("", stop["tag"], stop["role"], stop["type"]):
                return self
            stop = self.tab(back)
            passed.append(stop["name"][:40] if stop else "(page)")
        raise AssertionError(f"Tab does not lead to “{name}” on {self.person.path}, but to {passed[:60]}")

    def enter(self) -> "Keyboard":
        """Presses Enter on the focused element, which leads to another page, and waits for the page."""
        self.person.js("window.isOld = true")
        self.press(Keys.ENTER)
        self.person.arrives()
        return self

    def round(self, most: int = 400) -> list:
        """Moves through the entire page once, and returns the stops: the order must be that of the document, and Tab must lead
        out of the page at its end."""
        # A form can have set the focus; the round starts at the top nevertheless.
        self.person.js("""
            document.body.tabIndex = -1;
            document.body.focus();
            document.body.removeAttribute('tabindex');
            window.lastStop = null;
            scrollTo(0, 0);""")
        stops = []
        for _ in range(most):
            stop = self.tab()
            if stop is None or (stops and stop["html"] == stops[0]["html"] and not stop["isAfter"]):
                break
            if not stop["isAfter"]:
                self.faults.append(f"the order leads back: {self.person.path}: {stop['html']}")
            stops.append(stop)
        else:
            self.faults.append(f"there is no way out of the page by Tab: {self.person.path}: {stops[-1]['html']}")
        return stops
