# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Tests of “Mail this report”: a draft that every mail program can open, with the data as a table."""

import csv
import email
import email.policy
import io
import re

import pytest

from support.texts import LANGUAGES, text, type_name


def downloaded(person, folder, button, suffix):
    """Returns the file downloaded by a button, as bytes."""
    person.cdp("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder))
    person.click(person.text(button), "button")
    path = person.wait(lambda: next(folder.glob(f"*.{suffix}"), None), "a downloaded file")
    return path.read_bytes()


def draft(person, folder):
    """Returns the draft downloaded by the button, as bytes."""
    return downloaded(person, folder, "report_mail", "eml")


@pytest.mark.size("desktop")
@pytest.mark.parametrize("language", LANGUAGES)
def test_draft(guest, tmp_path, language):
    """The message is ASCII with short lines and without defects; subject, body and table are in the language of the page."""
    guest.speak(LANGUAGES[language])
    guest.language = language
    guest.open("/types/bodyMass?view=sixMonths")
    guest.element("main canvas")
    raw = draft(guest, tmp_path)
    assert raw.isascii() and b"\n" not in raw.replace(b"\r\n", b"") and max(map(len, raw.split(b"\r\n"))) <= 78
    message = email.message_from_bytes(raw, policy=email.policy.default)
    assert not any(part.defects for part in message.walk())
    assert (message["X-Unsent"], message.get_content_type()) == ("1", "multipart/mixed")
    name = type_name("bodyMass", language)
    assert name in message["Subject"] and name in message.get_body().get_content()
    for figure in ("average", "minimum", "maximum", "latest"):
        assert re.search(text(f"report_{figure}", language) + r"\s?[:：]\s?[\d.,]+", message.get_body().get_content()), figure
    [attachment] = message.iter_attachments()
    assert (attachment.get_content_type(), attachment.get_content_charset()) == ("text/csv", "utf-8")
    rows = list(csv.reader(io.StringIO(attachment.get_content().removeprefix("\ufeff"))))
    heads = [text(f"report_{key}", language) for key in ("start", "end", "value", "unit", "source", "byhand")]
    assert rows[0] == heads and len(rows) > 1
    for row in rows[1:]:
        assert len(row) == len(heads)
        assert all(re.fullmatch(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d", moment) for moment in row[:2]), row
        assert float(row[2]) > 0


@pytest.mark.size("desktop")
def test_formulas(guest):
    """Strings from other sources never become formulas or additional cells."""
    guest.open("/add")
    table = guest.js("""return import([...document.querySelectorAll('script[type=module]')].at(-1).src.replace(/[^/]+$/, 'report-csv.js'))
        .then(({ csv }) => csv(['Name', 'Number'], [['=1+1', -2], ['＝A1', 3], ['@x', 4], [' +1', 5], ['\\tx', 8], ['a "b", c', 6], ['two\\nlines', 7],
        ['Watch;=cmd|A0;', 9], ['a; "@x;-', 10], ['x\\n=1', 11], ['a;b=1', 12]]))""")
    rows = list(csv.reader(io.StringIO(table.removeprefix("\ufeff"), newline="")))
    assert rows == [["Name", "Number"], ["'=1+1", "-2"], ["'＝A1", "3"], ["'@x", "4"], ["' +1", "5"], ["'\tx", "8"], ['a "b", c', "6"], ["two\nlines", "7"],
                    ["Watch;'=cmd|A0;", "9"], ["a;' \"@x;'-", "10"], ["x\n'=1", "11"], ["a;b=1", "12"]]


@pytest.mark.size("desktop")
@pytest.mark.parametrize("name", ["stepCount", "bodyMass", "bloodPressure", "sleepAnalysis", "workout"])
def test_export(guest, tmp_path, name):
    """“Export CSV” downloads the records of the shown period."""
    guest.open(f"/types/{name}?view=sixMonths")
    rows = list(csv.reader(io.StringIO(downloaded(guest, tmp_path, "report_export", "csv").decode("utf-8-sig"), newline="")))
    assert rows[0][:2] == [text("report_start"), text("report_end")] and len(rows) > 1
    assert all(len(row) == len(rows[0]) for row in rows)
