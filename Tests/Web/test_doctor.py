# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Tests of the report for a doctor: the page, its print, and the files of the tool."""

import base64
import datetime
import json
import re
import shutil
import stat
import subprocess

import pytest

from support.care import axe, sideways
from support.charts import number
from support.places import binary
from support.texts import LANGUAGES, text, type_name
from support.tool import environment, figures, health, today


def pdf_text(path) -> str:
    """Returns the text of a PDF."""
    program = shutil.which("pdftotext")
    assert program, "pdftotext is not here: apt-get install poppler-utils"
    return subprocess.run([program, "-layout", str(path), "-"], capture_output=True, text=True, check=True, timeout=60).stdout


def rows(person) -> dict:
    """Returns the rows of the table of averages by their names."""
    found = person.js("""return [...document.querySelectorAll('.report section:first-of-type tbody tr')].map((row) =>
        [...row.cells].map((cell) => cell.innerText.replace(/\\s+/g, ' ').trim()))""")
    return {row[0]: row[1:] for row in found}


def test_page(guest):
    """The averages are those of the tool, and the page has no faults."""
    last = today() - datetime.timedelta(days=2)
    first = last - datetime.timedelta(days=59)
    guest.open(f"/report?from={first}&to={last}")
    assert guest.headline == text("doctor_title")
    assert guest.js("return [document.getElementById('from').value, document.getElementById('to').value]") == [str(first), str(last)]
    found = rows(guest)
    heart = figures(guest.daemon.store, "restingHeartRate", first, last, "--every", "day")
    row = found[type_name("restingHeartRate")]
    assert [number(one) for one in row[:3]] == pytest.approx([
        sum(one["average"] for one in heart) / len(heart), min(one["minimum"] for one in heart), max(one["maximum"] for one in heart)], abs=0.51)
    days = [one["sum"] for one in figures(guest.daemon.store, "stepCount", first, last, "--every", "day")]
    row = found[f"{type_name('stepCount')} {text('doctor_per_day')}"]
    assert number(row[0]) == pytest.approx(sum(days) / len(days), abs=0.51)
    assert [number(row[1]), number(row[2]), int(row[5])] == [pytest.approx(min(days), abs=0.51), pytest.approx(max(days), abs=0.51), len(days)]
    pressures = json.loads(health("samples", "bloodPressure", "--from", str(first), "--to", str(last), "--format", "json",
                                  "--store", guest.daemon.store))
    assert guest.js("return document.querySelectorAll('.report-pressure tbody tr').length") == min(200, len(pressures))
    assert len(guest.elements(".report-chart svg")) >= 5
    assert "NaN" not in guest.js("return document.querySelector('.report').outerHTML")
    guest.shot("report")
    assert not axe(guest.browser) + sideways(guest.browser)


@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_fit(guest, size, language):
    """No table of the report scrolls sideways on a phone, where each figure has its name above it; the print is a table."""
    guest.speak(LANGUAGES[language])
    guest.open("/report")
    wide = guest.js("""return [...document.querySelectorAll('.report .scroll, .report section')]
        .filter((box) => box.scrollWidth > box.clientWidth + 1).map((box) => box.outerHTML.slice(0, 200))""")
    assert not wide
    names = "return getComputedStyle(document.querySelector('.report-averages td'), '::before').content.includes(arguments[0])"
    assert guest.js(names, text("doctor_average", language)) == (size == "phone")
    guest.browser.cdp("Emulation.setEmulatedMedia", media="print")
    shown = guest.js("return getComputedStyle(document.querySelector('.report-averages tbody tr')).display")
    guest.browser.cdp("Emulation.setEmulatedMedia", media="")
    assert shown == "table-row"
    guest.shot("report narrow")


@pytest.mark.size("desktop")
def test_invalid_periods(guest):
    """A period that is not valid leads to the usual one, with a message."""
    for query in ("from=2026-05-01&to=2026-04-01", "from=yesterday", "to=2026-13-40", "from=0001-01-01&to=2026-01-01"):
        guest.open(f"/report?{query}")
        assert text("doctor_wrong") in guest.words("main"), query
    guest.open("/report?from=&to=")
    assert text("doctor_wrong") not in guest.words("main")
    guest.open("/report?from=1990-01-01&to=1990-02-01").reads(text("doctor_empty"), "main")


@pytest.mark.size("desktop")
@pytest.mark.parametrize("language", LANGUAGES)
def test_languages(guest, language):
    """The report is in the language of the page, with the names of types and units."""
    guest.speak(LANGUAGES[language])
    guest.open("/report")
    words = guest.words("main")
    for key in ("doctor_averages", "doctor_pressure", "doctor_charts"):
        assert text(key, language) in words
    assert type_name("restingHeartRate", language) in words
    assert not re.search(r"\{\w+\}|doctor_|unit_|type_|undefined|\bnan\b", words), words
    guest.shot(language)


@pytest.mark.size("desktop")
def test_print(guest, tmp_path):
    """The browser's print has the report and nothing else."""
    guest.open("/report")
    period = guest.words(".report-period")
    data = base64.b64decode(guest.cdp("Page.printToPDF", preferCSSPageSize=True)["data"])
    path = tmp_path / "print.pdf"
    path.write_bytes(data)
    words = pdf_text(path)
    assert text("doctor_averages") in words and text("doctor_pressure") in words
    assert period.split(" (")[0] in re.sub(r"\s+", " ", words)
    assert text("doctor_print") not in words and text("frame_settings") not in words


def test_only_what_the_pages_may_read(someone, serve):
    """Without permission for a type, the report has no row of it."""
    person = someone(serve("demo")).signs_in()
    person.open("/report")
    assert type_name("restingHeartRate") in rows(person)
    health("apps", "deny", "org.openhealthkit.web", "--read", "restingHeartRate", "--store", person.daemon.store)
    person.open("/report")
    assert type_name("restingHeartRate") not in rows(person)
    assert type_name("bodyMass") in rows(person)


def test_files_of_the_tool(reading, tmp_path):
    """The tool writes the same report as HTML and as PDF, readable by the owner alone, and replaces nothing without --force."""
    page, printed = tmp_path / "report.html", tmp_path / "report.pdf"
    health("report", page, "--store", reading.store, "--language", "de")
    html = page.read_text()
    assert text("doctor_title", "de") in html and "<script" not in html and "http://" not in html and "https://" not in html
    assert stat.S_IMODE(page.stat().st_mode) == 0o600
    assert "NaN" not in html and "inf" not in re.sub(r"<[^>]*>", "", html).split()
    health("report", printed, "--store", reading.store, "--language", "ja")
    words = pdf_text(printed)
    assert text("doctor_title", "ja") in words and text("doctor_pressure", "ja") in words
    assert stat.S_IMODE(printed.stat().st_mode) == 0o600
    again = subprocess.run([binary(), "report", page, "--store", reading.store], capture_output=True, text=True, env=environment())
    assert again.returncode == 1 and "--force" in again.stderr
    health("report", page, "--store", reading.store, "--force", "--types", "bodyMass,sleepAnalysis")
    html = page.read_text()
    assert type_name("bodyMass") in html and text("doctor_sleep") in html
    assert type_name("restingHeartRate") not in html and text("doctor_pressure") not in html
    assert sorted(one.name for one in tmp_path.iterdir()) == ["report.html", "report.pdf"]


def test_refusals_of_the_tool(reading, tmp_path):
    """A report that cannot be written is refused with its reason and remedy."""
    def refused(*arguments, **more):
        done = subprocess.run([binary(), "report", *map(str, arguments), "--store", reading.store], capture_output=True, text=True,
                              env={**environment(), **more})
        assert done.returncode != 0 and not list(tmp_path.iterdir()), done.stdout
        return done.stderr

    assert ".pdf" in refused(tmp_path / "report.docx")
    assert "language" in refused(tmp_path / "report.html", "--language", "xx")
    assert "stepCount" not in refused(tmp_path / "report.html", "--types", "workout")
    assert "--from" in refused(tmp_path / "report.html", "--from", "2000", "--to", "2026")
    assert "apt install chromium" in refused(tmp_path / "report.pdf", PATH="/nonexistent")
    assert "HEALTH_CHROMIUM" in refused(tmp_path / "report.pdf", HEALTH_CHROMIUM="/nonexistent")
    assert "did not print" in refused(tmp_path / "report.pdf", HEALTH_CHROMIUM=shutil.which("false"))


@pytest.mark.size("desktop")
def test_hostile_names_are_text(owner, tmp_path):
    """The name of a medication is text in the report, whatever it contains."""
    name = "<script>document.title='caught'</script><img src=x onerror=alert(1)>"
    owner.open("/add/medicationDoseEvent").types(text("dose_new_name"), name).click(text("dose_add"), "button")
    owner.reads(name, "main")
    owner.open("/report").reads(name, ".report")
    assert not owner.js("return document.querySelector('main script, main img')")
    health("report", tmp_path / "report.html", "--store", owner.daemon.store)
    html = (tmp_path / "report.html").read_text()
    assert "<script" not in html and "<img" not in html and "&lt;script&gt;" in html


@pytest.mark.size("desktop")
def test_choice_of_charts(guest):
    """The page shows only the chosen charts, and keeps the choice; the table stays."""
    guest.open("/report")
    every = len(guest.elements(".report-chart svg"))
    before = len(rows(guest))
    assert every >= 5
    guest.press(guest.element(".report-form details > summary"))
    boxes = guest.elements(".report-form input[name=chart]")
    assert len(boxes) >= every
    for box in boxes:
        if guest.js("return arguments[0].value", box) != "stepCount":
            guest.press(box)
    guest.goes(text("doctor_show"), "button")
    assert len(guest.elements(".report-chart svg")) == 1 and len(rows(guest)) == before
    assert guest.js("return [...document.querySelectorAll('input[name=chart]:checked')].map((one) => one.value)") == ["stepCount"]
    guest.shot("choice")


@pytest.mark.size("desktop")
def test_morning_and_evening(guest):
    """The averages of pressures of the morning and of the evening are those of their measurements."""
    guest.open("/report")
    words = guest.words(".report-pressure")
    assert text("doctor_pressure_morning") in words or text("doctor_pressure_evening") in words
    assert guest.elements(".report-chart .reference")
