# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Creates the picture of the dashboard: python screenshot.py FILE. See Scripts/screenshot.sh."""

import base64
import pathlib
import sys
import tempfile

from support.browser import Browser
from support.person import Person
from support.stores import Stores

# The width is that of the tests' desktop; the rest of the page is cut off to keep the file small.
SIZE = (1100, 1026)


def main(target: pathlib.Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        daemon = Stores(pathlib.Path(folder)).serve("demo")
        try:
            browser = Browser()
            try:
                browser.begin(daemon.address, "screenshot", SIZE)
                # No animation may be in progress.
                browser.media(still=True)
                Person(browser, daemon).signs_in().open("/")
                browser.wait(lambda: browser.js(
                    "const cards = document.querySelector('.pins')?.innerText; return document.querySelector('main canvas')"
                    " && cards && !cards.includes('…') && performance.getEntriesByName('health-shown').length > 0"), "the whole dashboard")
                picture = browser.cdp("Page.captureScreenshot", format="png", optimizeForSpeed=False)
                faults = browser.end()
                assert not faults, faults
            finally:
                browser.quit()
        finally:
            daemon.stop()
    target.write_bytes(base64.b64decode(picture["data"]))
    print(f"{target}: {target.stat().st_size // 1000} KB")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
