# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Accessibility checks of every page that run in the current page."""

import functools
import importlib.metadata
import pathlib
import re

from .names import LIBRARY
from .texts import LANGUAGES, table

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@functools.cache
def axe_source() -> str:
    """Returns the script of axe-core from its package."""
    files = importlib.metadata.files("axe-playwright-python") or []
    path = next(pathlib.Path(file.locate()) for file in files if file.name == "axe.min.js")
    return path.read_text(encoding="utf-8")


def axe(browser, *rules: str) -> list:
    """Returns the faults of the page found by axe-core, with all of its rules or the given ones."""
    if not browser.js("return typeof axe !== 'undefined'"):
        browser.js(axe_source())
    only = {"type": "rule", "values": list(rules)} if rules else {"type": "tag", "values": TAGS}
    found = browser.driver.execute_async_script(
        "const done = arguments[arguments.length - 1];"
        "axe.run(document, {runOnly: arguments[0], resultTypes: ['violations']}).then((all) => done(all.violations),"
        " (error) => done([{id: 'axe', help: String(error), nodes: []}]))", only)
    faults = []
    for violation in found:
        nodes = [f"{node['target'][-1]} {node['html'][:160]} {node.get('failureSummary', '')[:300]}" for node in violation["nodes"][:6]]
        faults.append(f"axe {violation['id']}: {violation['help']} ({len(violation['nodes'])})\n    " + "\n    ".join(nodes))
    return faults


def sideways(browser) -> list:
    """Returns a fault with the protruding elements if the page is wider than the screen."""
    return browser.js("""
        const wide = document.documentElement.scrollWidth;
        if (wide <= innerWidth) return [];
        const names = [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > innerWidth + 1
          && !one.closest('.scroll')).slice(-3).map((one) => one.outerHTML.slice(0, 120));
        return [`the page is ${wide} wide on a screen of ${innerWidth}: ${names.join(' | ')}`];""")


def untranslated(browser, language: str, data: frozenset = frozenset()) -> list:
    """Returns strings of the page in another language, and keys of strings; `data` contains strings that are not translated,
    such as the names of sources."""
    faults = []
    tag = browser.js("return document.documentElement.lang")
    if tag != LANGUAGES[language]:
        faults.append(f"the page says that it is in {tag!r}")
    texts = browser.js(LIBRARY + """
        const texts = [document.title];
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        for (let node; (node = walker.nextNode());) {
          const lang = node.parentElement.closest('[lang]')?.lang;
          if (['SCRIPT', 'STYLE', 'NOSCRIPT'].includes(node.parentElement.tagName) || lang !== document.documentElement.lang) continue;
          if (node.parentElement.closest('[hidden]')) continue;
          if (squeeze(node.data)) texts.push(squeeze(node.data));
        }
        for (const element of document.body.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
          if ((element.closest('[lang]')?.lang ?? '') !== document.documentElement.lang) continue;
          for (const name of ['aria-label', 'title', 'placeholder', 'alt']) if (element.getAttribute(name)) texts.push(element.getAttribute(name));
        }
        return texts;""")
    own, english = table(language), table("en")
    # The areas of the keys, such as dashboard in dashboard_average.
    areas = "|".join(sorted({re.escape(key.split("_")[0]) for key in english}))
    for shown in texts:
        if re.search(rf"(?<![\w.])({areas})_[A-Za-z]\w*", shown):
            faults.append(f"a key stands on the page: {shown!r}")
        elif re.search(r"\{\w+\}|\bundefined\b|\bNaN\b|\bnull\b|\[object |Invalid Date|\{\{", shown):
            faults.append(f"something is not filled in: {shown!r}")
        elif language != "en" and shown in _english_only(language) - data and shown not in own.values():
            faults.append(f"this is English: {shown!r}")
        # The words in quotation marks are the name of a button of another program.
        elif language in ("ja", "ko") and re.search(
                r"\b(the|your|this|with|from|which|have|not|are|what|when|and)\b", re.sub("“[^”]*”", "", shown), re.I):
            faults.append(f"this looks English: {shown!r}")
    return list(dict.fromkeys(faults))


@functools.cache
def _english_only(language: str) -> set:
    own, english = table(language), table("en")
    return {value for key, value in english.items() if len(value) > 3 and own.get(key) != value}


def charts_without_table(browser) -> list:
    """Returns the charts without a table of the same figures."""
    # Tables are filled when they are opened.
    browser.js("for (const one of document.querySelectorAll('main details')) one.open = true")
    return browser.js("""
        const faults = [];
        for (const canvas of document.querySelectorAll('main canvas')) {
          if (!canvas.getClientRects().length) continue;
          let place = canvas;
          while (place && place.tagName !== 'MAIN' && !place.querySelector('table')) place = place.parentElement;
          const rows = place && place.tagName !== 'MAIN' ? place.querySelectorAll('table tbody tr').length : 0;
          if (!rows) faults.push(`a chart has no table: ${canvas.outerHTML.slice(0, 160)}`);
          else if (place.querySelectorAll('canvas').length > place.querySelectorAll('table').length) faults.push(
            `a chart shares its table: ${canvas.outerHTML.slice(0, 160)}`);
        }
        return faults;""")


def moving(browser) -> list:
    """Returns the current animations."""
    return browser.js("""
        return document.getAnimations().filter((one) => one.playState === 'running')
          .map((one) => `${one.constructor.name} ${one.effect?.target?.outerHTML.slice(0, 100)}`)
          .concat(Object.values(globalThis.Chart?.instances ?? {}).filter((chart) => chart.animating || chart.options.animation)
            .map((chart) => `chart ${chart.canvas.outerHTML.slice(0, 100)}`));""")
