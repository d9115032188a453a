# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Chromium without a display, and its reports about the pages."""

import base64
import json
import os
import re
import shutil
import tempfile
import time
import urllib.parse

from selenium import webdriver
from selenium.common.exceptions import ElementNotInteractableException, StaleElementReferenceException, WebDriverException
from selenium.webdriver.chrome.service import Service

from .places import PICTURES
from .processes import APART
from .tool import BROWSER_ZONE

DESKTOP = (1100, 800)
PHONE = (360, 740)
# A long timeout, because a busy machine is slow; results are noticed immediately.
PATIENCE = float(os.environ.get("PATIENCE", "90"))

_SWITCHES = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-extensions",
    "--password-store=basic", "--lang=en-US", "--force-color-profile=srgb", "--font-render-hinting=none",
    # No connection leaves this machine.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)


class Browser:
    """A Chromium with one tab, used by one test after another."""

    def __init__(self):
        self.home = tempfile.mkdtemp(prefix="health-web-")
        options = webdriver.ChromeOptions()
        options.binary_location = _program("chromium")
        shown = bool(os.environ.get("SHOW_BROWSER"))
        for switch in (*_SWITCHES, f"--user-data-dir={self.home}/profile"):
            if not (shown and switch.startswith("--headless")):
                options.add_argument(switch)
        options.add_experimental_option("prefs", {
            "credentials_enable_service": False, "profile.password_manager_enabled": False,
            "profile.password_manager_leak_detection": False,
        })
        options.add_experimental_option("perfLoggingPrefs", {"enableNetwork": True, "enablePage": False})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        service = Service(
            _program("chromedriver"), popen_kw=dict(APART), env={**os.environ, "HOME": self.home, "TMPDIR": self.home})
        self.driver = webdriver.Chrome(options=options, service=service)
        self.driver.set_script_timeout(PATIENCE * 2)
        self.driver.set_page_load_timeout(PATIENCE * 2)
        self.agent = self.driver.execute_script("return navigator.userAgent").replace("Headless", "")
        self.origin, self.name, self.pictures = "", "", 0
        self.allowed: list = []
        # Other origins to which a test allows requests.
        self.others: list = []
        self._heard: list = []
        self._asked: list = []
        self._names: dict = {}
        self._received: dict = {}
        self.size, self.surroundings = DESKTOP, (DESKTOP, "en", False)

    # Beginning and ending

    def begin(self, origin: str, name: str, size=DESKTOP, language: str = "en-AU", dark: bool = False) -> None:
        """Resets the tab for a test: no cookies, no stored data, no recorded messages."""
        self.origin, self.name, self.pictures, self.allowed, self.others = origin, name, 0, [], []
        self.cdp("Network.clearBrowserCookies")
        self.cdp("Network.clearBrowserCache")
        self.cdp("Storage.clearDataForOrigin", origin=origin, storageTypes="service_workers,cache_storage")
        self._surround(size, language, dark)
        self._hear()
        self._heard, self._asked = [], []

    def end(self) -> list:
        """Leaves the page, and returns the faults in the messages and requests since the test began."""
        self._hear()
        faults = [f"console: {entry}" for entry in self._heard if not any(re.search(one, entry) for one in self.allowed)]
        faults += [f"asked for {url}" for url in self._asked if not self._is_own(url)]
        for entry in self.driver.window_handles[1:]:
            self.driver.switch_to.window(entry)
            self.driver.close()
        self.driver.switch_to.window(self.driver.window_handles[0])
        self.driver.get("about:blank")
        return faults

    def quit(self) -> None:
        try:
            self.driver.quit()
        finally:
            shutil.rmtree(self.home, ignore_errors=True)

    def allow(self, *patterns: str) -> None:
        """Allows console messages in this test that match regular expressions."""
        self.allowed += patterns

    def allow_status(self, status: int, path: str = "/v1/") -> "Browser":
        """Allows responses with an error status in this test, because the browser reports each on the console."""
        self.allow(rf"{re.escape(path)}.*status of {status}")
        return self

    def _is_own(self, url: str) -> bool:
        parts = urllib.parse.urlsplit(url)
        if parts.scheme in ("data", "about"):
            return True
        return any(url.removeprefix("blob:").startswith(origin + "/") for origin in (self.origin, *self.others))

    def _hear(self) -> None:
        """Reads the browser's logs of console messages and requests."""
        for entry in self.driver.get_log("browser"):
            if entry["level"] in ("SEVERE", "WARNING"):
                self._heard.append(f"{entry['level']} {entry['message']}")
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            method, facts = message["method"], message["params"]
            if method == "Network.requestWillBeSent":
                url = facts["request"]["url"]
                self._asked.append(url)
                self._names[facts["requestId"]] = url
                if "redirectResponse" in facts:
                    self._receive(facts["redirectResponse"]["url"], facts["redirectResponse"]["encodedDataLength"])
            elif method == "Network.loadingFinished":
                self._receive(self._names.get(facts["requestId"], ""), facts["encodedDataLength"])

    def _receive(self, url: str, size: float) -> None:
        if url.startswith(self.origin + "/"):
            # Files that a page requests again to store them are no part of the view.
            self._received.setdefault(url, size)

    def forget_received(self) -> None:
        """Resets the count of received bytes."""
        self._hear()
        self._received = {}

    def received(self) -> dict:
        """Returns the number of bytes of the first response of each address, including headers."""
        self._hear()
        return self._received

    def another_tab(self) -> None:
        """Opens another tab like the first one, in which the test continues."""
        self.driver.switch_to.new_window("tab")
        self._surround(*self.surroundings)

    # The surroundings

    def _surround(self, size, language: str, dark: bool) -> None:
        self.surroundings = (size, language, dark)
        self.cdp("Emulation.setTimezoneOverride", timezoneId=BROWSER_ZONE)
        self.speak(language)
        self.media(dark=dark)
        self.resize(size)

    def cdp(self, command: str, **parameters):
        """Runs a command of the DevTools protocol."""
        return self.driver.execute_cdp_cmd(command, parameters)

    def resize(self, size) -> None:
        """Sets the size of the screen; a narrow one is that of a phone."""
        self.size = size
        is_phone = size[0] < 600
        self.cdp("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=1, mobile=is_phone)

    def media(self, dark: bool = False, still: bool = False) -> None:
        """Sets the person's preferences: dark colours, no animations."""
        self.cdp("Emulation.setEmulatedMedia", media="", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if still else "no-preference"},
        ])

    def speak(self, language: str) -> None:
        """Sets the language that the browser requests."""
        self.cdp("Emulation.setUserAgentOverride", userAgent=self.agent, acceptLanguage=language)

    # Pages

    def open(self, path: str) -> "Browser":
        """Opens a page of the daemon, and waits until it is ready."""
        self.driver.get(self.origin + path)
        return self.ready()

    @property
    def path(self) -> str:
        """The path of the current page."""
        return self.driver.current_url.removeprefix(self.origin)

    def ready(self) -> "Browser":
        """Waits until the page is loaded and filled by its script."""
        self.wait(lambda: self.js(
            "return document.readyState === 'complete' && location.protocol !== 'about:'"
            " && !document.querySelector('[aria-busy=\"true\"]')"), "the page to be ready")
        return self

    def js(self, code: str, *arguments):
        """Runs a script in the page."""
        return self.driver.execute_script(code, *arguments)

    def frames(self, count: int) -> None:
        """Waits until the page has been drawn a number of times."""
        self.driver.execute_async_script("""
            const [count, done] = arguments;
            const next = (left) => left ? requestAnimationFrame(() => next(left - 1)) : done();
            next(count);""", count)

    def wait(self, condition, what: str, seconds: float = PATIENCE):
        """Waits until a condition has a result, and returns it."""
        until, pause, last = time.monotonic() + seconds, 0.01, None
        while True:
            try:
                if found := condition():
                    return found
            except (StaleElementReferenceException, ElementNotInteractableException, AssertionError) as error:
                # The page is about to show, hide or replace an element.
                last = error
            except WebDriverException as error:
                # The page is being replaced by another one.
                if not re.search("no such (element|execution context)|Cannot find context|javascript error|Inspected target", str(error)):
                    raise
                last = error
            assert time.monotonic() < until, f"waited {seconds} s for {what}" + (f": {last}" if last else "")
            time.sleep(pause)
            pause = min(pause * 1.5, 0.2)

    def shot(self, name: str) -> None:
        """Saves a picture of the entire page for inspection."""
        self.pictures += 1
        folder = PICTURES / self.name
        folder.mkdir(parents=True, exist_ok=True)
        width, height = self.js("return [innerWidth, Math.min(Math.max(document.documentElement.scrollHeight, innerHeight), 6000)]")
        data = self.cdp("Page.captureScreenshot", format="png", captureBeyondViewport=height > self.size[1],
                        clip={"x": 0, "y": 0, "width": width, "height": height, "scale": 1})
        (folder / f"{self.pictures:02} {name}.png").write_bytes(base64.b64decode(data["data"]))


def _program(name: str) -> str:
    path = shutil.which(name)
    assert path, f"{name} is not here: make test-web installs it"
    return path
