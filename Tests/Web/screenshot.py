# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Makes the picture of the dashboard: python screenshot.py FILE. See Scripts/screenshot.sh."""

import base64
import pathlib
import sys
import tempfile

from support.browser import Browser
from support.person import Person
from support.stores import Stores

# As wide as the tests' desktop; what is further down is cut off, so that the file stays small.
SIZE = (1100, 1026)


def main(target: pathlib.Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        daemon = Stores(pathlib.Path(folder)).serve("demo")
        try:
            browser = Browser()
            try:
                browser.begin(daemon.address, "screenshot", SIZE)
                # Nothing may be on its way from one place to another.
                browser.media(still=True)
                Person(browser, daemon).signs_in().open("/")
                browser.wait(lambda: browser.js(
                    "const cards = document.querySelector('.pins')?.innerText; return document.querySelector('main canvas')"
                    " && cards && !cards.includes('…')"), "the charts and the cards")
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
