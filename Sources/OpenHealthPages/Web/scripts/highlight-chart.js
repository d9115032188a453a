// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { h } from "./dom.js";

/** The picture, with space above its figures for the label of an average. */
const [WIDTH, HEIGHT, TOP, EDGE] = [300, 72, 17, 4];

/**
 * Creates the small chart of a highlight, beside a sentence with the same content: it is hidden from screen readers.
 * @param {Object} data the figures.
 * @param {Array<number|null>} data.values the figures of days or weeks, oldest first.
 * @param {("bars"|"line")} data.kind bars begin at zero.
 * @param {string} data.colour a variable of the style sheet.
 * @param {Array<{from: number, to: number, value: number, text: string, isNow: boolean}>} [data.averages] the averages of parts: their
 *   first and last places, and their text.
 * @param {{low: number, high: number}} [data.band] the usual range.
 * @param {number} [data.goal] a goal.
 * @param {number} [data.mark] the place of the figure that the sentence is about.
 */
export function highlightChart({ values, kind, colour, averages = [], band, goal, mark = -1 }) {
  const known = [...values.filter((value) => value !== null), ...averages.map(({ value }) => value), ...band ? [band.low, band.high] : [],
    ...Number.isFinite(goal) ? [goal] : []];
  const svg = h("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none" });
  const box = h("span", { class: "highlight-chart", "aria-hidden": "true" }, svg);
  box.style.color = `var(${colour})`;
  if (!known.length) return box;
  const low = known.reduce((least, value) => Math.min(least, value), kind === "bars" ? 0 : Infinity);
  const high = known.reduce((most, value) => Math.max(most, value), -Infinity);
  const step = WIDTH / values.length;
  const y = (value) => (high === low ? HEIGHT / 2 : HEIGHT - EDGE - ((value - low) / (high - low)) * (HEIGHT - TOP - EDGE));
  const middle = (place) => (place + 0.5) * step;
  if (band) svg.append(h("rect", { class: "highlight-band", x: 0, y: y(band.high), width: WIDTH, height: y(band.low) - y(band.high) }));
  svg.append(...(kind === "bars" ? bars(values, { y, step, mark }) : line(values, { y, middle, mark })));
  if (Number.isFinite(goal)) svg.append(rule(0, WIDTH, y(goal), "highlight-goal"));
  for (const { from, to, value, isNow } of averages) {
    svg.append(rule(from * step, (to + 1) * step, y(value), isNow ? "highlight-now" : "highlight-before"));
  }
  box.append(...averages.map((one) => label(one, (100 * y(one.value)) / HEIGHT)));
  return box;
}

function bars(values, { y, step, mark }) {
  return values.flatMap((value, at) => (value === null || value === 0 ? [] : [h("rect", {
    class: at === mark ? "highlight-mark" : "highlight-bar", x: at * step + step * 0.15, y: y(value), width: step * 0.7,
    height: Math.max(HEIGHT - EDGE - y(value), 1) })]));
}

/** Lines of zero length with round ends are dots that keep their shape when the picture is stretched. */
const dot = (x, y, name) => h("line", { class: name, x1: x, y1: y, x2: x, y2: y });

function line(values, { y, middle, mark }) {
  const points = values.flatMap((value, at) => (value === null ? [] : [[middle(at), y(value), at]]));
  return [
    h("polyline", { class: "highlight-line", points: points.map(([x, top]) => `${x.toFixed(1)},${top.toFixed(1)}`).join(" ") }),
    ...points.filter(([, , at]) => at === mark).map(([x, top]) => dot(x, top, "highlight-dot")),
  ];
}

const rule = (from, to, at, name) => h("line", { class: name, x1: from, y1: at, x2: to, y2: at });

/** Writes an average at its line: the one before at the left, the one of now at the right. */
function label({ text, isNow }, top) {
  const mark = h("span", { class: isNow ? "highlight-value now" : "highlight-value" }, text);
  mark.style.top = `${top}%`;
  return mark;
}
