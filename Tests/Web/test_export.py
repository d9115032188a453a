# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Tests of Settings → Export: a download of all data or a part."""

import csv
import io
import json
import zipfile

import pytest
from selenium.webdriver.common.keys import Keys

from support.keyboard import Keyboard
from support.texts import LANGUAGES, text, type_name
from support.tool import health


def downloaded(person, folder):
    """Returns the archive that is downloaded next."""
    path = person.wait(lambda: next(folder.glob("*.zip"), None), "a downloaded archive")
    archive = zipfile.ZipFile(io.BytesIO(path.read_bytes()))
    assert archive.testzip() is None
    path.unlink()
    return path.name, archive


def test_everything(guest, tmp_path):
    """The page is linked in Settings, and downloads an archive that the tool's export has, too."""
    guest.cdp("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path))
    guest.open("/settings").goes(text("export_title"), "link")
    guest.reads(text("export_why")).shot("export")
    guest.click(text("export_do"), "button")
    name, archive = downloaded(guest, tmp_path)
    assert name.startswith("health-apple-") and "apple_health_export/export.xml" in archive.namelist()
    assert guest.path == "/owner/export"


def test_part(guest, tmp_path):
    """A format, a type and dates are chosen; the table has the records that the tool lists."""
    guest.cdp("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path))
    guest.open("/owner/export")
    guest.click(text("export_format_csv"))
    guest.press(guest.element("fieldset details summary[aria-label$='CSV']"))
    guest.reads(text("export_kind_medications"))
    guest.click(text("export_types"))
    guest.click(type_name("bodyMass"))
    guest.shot("chosen")
    guest.click(text("export_do"), "button")
    name, archive = downloaded(guest, tmp_path)
    assert name.startswith("health-csv-")
    assert [one for one in archive.namelist() if one.startswith("samples/")] == ["samples/bodyMass.csv"]
    rows = list(csv.DictReader(io.TextIOWrapper(archive.open("samples/bodyMass.csv"), "utf-8")))
    wanted = json.loads(health("samples", "bodyMass", "--format", "json", "--limit", "100000", "--store", guest.daemon.store))
    assert {row["uuid"] for row in rows} == {row["uuid"] for row in wanted} and len(rows) == len(wanted)


def test_nothing(guest):
    """An export without contents is a message on a page."""
    guest.allow_status(404, "/owner/export")
    guest.open("/owner/export")
    guest.js("document.querySelector('#export-to').value = '1900-01-01'")
    guest.goes(text("export_do"), "button")
    guest.reads(text("export_nothing")).shot("nothing")


@pytest.mark.size("desktop")
def test_by_keyboard(guest, tmp_path):
    """A format and a type are chosen and the archive is downloaded without a pointer."""
    guest.cdp("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path))
    guest.open("/owner/export")
    keyboard = Keyboard(guest)
    keyboard.to(text("export_format_apple"))
    guest.keys(Keys.ARROW_DOWN)
    guest.wait(lambda: guest.js("return document.querySelector('input[name=format]:checked').value") == "csv", "CSV")
    keyboard.to(text("export_do"), "button").press(Keys.ENTER)
    name, _ = downloaded(guest, tmp_path)
    assert name.startswith("health-csv-")
    assert not keyboard.faults, "\n".join(dict.fromkeys(keyboard.faults))


@pytest.mark.size("desktop")
@pytest.mark.parametrize("language", LANGUAGES)
def test_limits_in_every_language(guest, language):
    """Data that a format cannot hold is listed in the language of the page."""
    guest.speak(LANGUAGES[language])
    guest.language = language
    guest.open("/owner/export")
    guest.press(guest.element("fieldset details summary"))
    guest.reads(text("export_kind_heartbeatSeries", language)).shot(language)
