// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { h, fill } from "./dom.js";
import { t } from "./strings.js";
import { enumValueName } from "./value-names.js";
import { number, quantity } from "./format.js";
import { detailOf } from "./sample-text.js";
import { card, mainCard } from "./sample-facts.js";
import { extremes } from "./workout-track.js";

const sides = [0, 1];
const sideName = (side) => enumValueName("HKAudiogramSensitivityTestSide", side);

/** Returns the points of an audiogram: {frequency in Hz, values: [left, right]} in dB HL, by frequency. */
function pointsOf(sample) {
  const points = detailOf(sample, "HKAudiogramSample").points ?? [];
  return points.map(({ HKAudiogramSensitivityPoint: point }) => {
    const tests = point.tests.map((test) => test.HKAudiogramSensitivityTest);
    return { frequency: point.frequency.value, values: sides.map((side) => tests.find((test) => test.side === side)?.sensitivity?.value) };
  }).sort((first, second) => first.frequency - second.frequency);
}

/** Shows an audiogram: a chart in the format of audiologists, and the figures. */
export function showAudiogram(parts, sample) {
  const points = pointsOf(sample);
  fill(parts, mainCard(sample));
  if (!points.length) return;
  const box = h("div", { class: "audiogram", role: "img", "aria-label": describe(points) });
  new ResizeObserver(() => box.clientWidth && fill(box, picture(points, box.clientWidth))).observe(box);
  parts.append(card(t("ecg_audiogram"), box,
    h("p", { class: "legend small" }, sides.map((side) => [symbol(side), sideName(side)])), table(points)));
}

const decibels = (value) => (value === undefined ? "–" : quantity(value, "dBHL", undefined, 0));
const hertz = (value) => quantity(value, "Hz", undefined, 0);

const describe = (points) => sides.map((side) => {
  const text = points.filter((point) => point.values[side] !== undefined).map((point) => `${hertz(point.frequency)} ${decibels(point.values[side])}`);
  return `${sideName(side)}: ${text.join(", ")}`;
}).join(". ");

const table = (points) => h("table", {},
  h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("ecg_hearing_frequency")),
    sides.map((side) => h("th", { scope: "col", class: "number" }, sideName(side))))),
  h("tbody", {}, points.map((point) => h("tr", {}, h("th", { scope: "row" }, hertz(point.frequency)),
    point.values.map((value) => h("td", { class: "number" }, decibels(value)))))));

/** The right ear is a circle, the left one a cross, as is standard. */
const shape = (side, x, y) => (side === 1
  ? h("circle", { class: "right", cx: x, cy: y, r: 5 })
  : h("path", { class: "left", d: `M${x - 4.5} ${y - 4.5}l9 9m0 -9l-9 9` }));

const symbol = (side) => h("svg", { viewBox: "0 0 14 14", width: 14, height: 14, "aria-hidden": "true" }, shape(side, 7, 7));

/** Draws the chart: higher thresholds are lower, and all octaves have the same width. */
function picture(points, width) {
  const height = Math.max(240, Math.min(360, width * 0.6));
  const values = points.flatMap((point) => point.values).filter((value) => value !== undefined);
  const [least, greatest] = extremes(values);
  const [low, high] = [Math.min(-10, Math.floor(least / 10) * 10), Math.max(80, Math.ceil(greatest / 10) * 10)];
  const frequencies = points.map((point) => point.frequency);
  const [first, last] = extremes([...frequencies, 250, 8000]).map(Math.log2);
  const x = (frequency) => 44 + ((Math.log2(frequency) - first) / (last - first)) * (width - 64);
  const y = (value) => 14 + ((value - low) / (high - low)) * (height - 44);
  const svg = h("svg", { viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" });
  for (let value = low; value <= high; value += 10) {
    svg.append(h("line", { class: value ? "grid" : "grid zero", x1: 44, x2: width - 20, y1: y(value), y2: y(value) }));
    if (value % 20 === 0) svg.append(h("text", { x: 38, y: y(value) + 4, "text-anchor": "end" }, number(value)));
  }
  for (const frequency of octaves(2 ** first, 2 ** last)) {
    svg.append(h("line", { class: "grid", x1: x(frequency), x2: x(frequency), y1: 14, y2: height - 30 }),
      h("text", { x: x(frequency), y: height - 10, "text-anchor": "middle" }, frequency < 1000 ? number(frequency) : `${number(frequency / 1000)}k`));
  }
  for (const side of sides) {
    const there = points.filter((point) => point.values[side] !== undefined);
    const line = there.map((point) => `${x(point.frequency)},${y(point.values[side])}`).join(" ");
    svg.append(h("polyline", { class: `line ${side ? "right" : "left"}`, points: line }),
      ...there.map((point) => shape(side, x(point.frequency), y(point.values[side]))));
  }
  return svg;
}

function octaves(from, to) {
  const list = [];
  for (let frequency = 125; frequency <= to * 1.01; frequency *= 2) if (frequency >= from * 0.99) list.push(frequency);
  return list;
}
