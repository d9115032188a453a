# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Charts as a person uses them: the table behind a chart, and its figures."""

import re

from .texts import text


def number(words: str) -> float:
    """Returns the number in a string such as "18,432 steps" or "−0.3 kg"."""
    found = re.search(r"[-−+]?\d[\d,]*(\.\d+)?", words)
    assert found, f"no number in {words!r}"
    return float(found[0].replace(",", "").replace("−", "-"))


def numbers(words: list) -> list:
    """Returns the number in each string; None if there is none."""
    return [number(one) if re.search(r"\d", one) else None for one in words]


def table_behind(person, index: int = 0, language: str = "en") -> list:
    """Opens the table behind a chart like a person, and returns its rows as lists of strings. Charts of highlights do not count."""
    summary = person.wait(
        lambda: [one for one in person.elements("details.chart-table > summary")
                 if not person.js("return Boolean(arguments[0].closest('#highlights, .highlights'))", one)]
        [index:index + 1], f"table {index}")[0]
    assert summary.text == text("chart_table", language)
    if not person.js("return arguments[0].parentElement.open", summary):
        person.press(summary)
    return person.wait(lambda: person.js("""
        return [...arguments[0].parentElement.querySelectorAll('tbody tr')]
          .map((row) => [...row.cells].map((cell) => cell.innerText.replace(/\\s+/g, ' ').trim()))""", summary), "rows")


def colours(person, canvas) -> list:
    """Returns the colour of each bar of a chart."""
    return person.js("""
        const set = Chart.getChart(arguments[0]).data.datasets[0];
        return set.data.map((_, at) => (Array.isArray(set.backgroundColor) ? set.backgroundColor[at] : set.backgroundColor))""", canvas)


def contrast(one: str, card: str) -> float:
    """Returns the contrast ratio of a colour such as "#c2185b" or "#c2185bbf" on a card, as defined by WCAG 2."""
    def parts(colour: str) -> list:
        return [int(colour[at:at + 2], 16) / 255 for at in range(1, len(colour), 2)]

    def luminance(red: float, green: float, blue: float) -> float:
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (red, green, blue)]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    below = parts(card)[:3]
    *above, alpha = parts(one) if len(one) == 9 else [*parts(one), 1]
    low, high = sorted((luminance(*[a * alpha + b * (1 - alpha) for a, b in zip(above, below)]), luminance(*below)))
    return (high + 0.05) / (low + 0.05)


def is_drawn(person, canvas) -> bool:
    """Returns whether anything is drawn on a canvas."""
    return person.js("""
        const copy = document.createElement('canvas');
        Object.assign(copy, { width: arguments[0].width, height: arguments[0].height });
        const context = copy.getContext('2d', { willReadFrequently: true });
        context.drawImage(arguments[0], 0, 0);
        const {data} = context.getImageData(0, 0, copy.width, copy.height);
        for (let at = 3; at < data.length; at += 4) if (data[at]) return true;
        return false;""", canvas)


def figure(person, name: str) -> str:
    """Returns a figure above the chart of a type by its name."""
    return person.wait(lambda: person.js("""
        const one = [...document.querySelectorAll('.type-figures > *')].find((one) => one.innerText.split('\\n')[0] === arguments[0]);
        return one?.querySelector('.figure').innerText""", name), f"the figure “{name}”")
