// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { h, fill } from "./dom.js";
import { number } from "./format.js";
import { extremes } from "./workout-track.js";

// All lengths are millimetres of CSS: exact on paper, approximate on screens.
const perSecond = 25;
const perMillivolt = 10;
const pulse = 8;
const pixels = 96 / 25.4;

/** The number of seconds in a row that fits on A4 and letter paper within its margins. */
const secondsOnPaper = 6;

/**
 * Draws a strip on millimetre paper, in as many rows as the width of its container requires: 25 mm a second, 10 mm a millivolt,
 * each row with a calibration pulse of a millivolt.
 * @param {number[]} values millivolts.
 * @param {number} frequency the sampling frequency in Hz.
 * @param {string} words a description for screen readers.
 */
export function stripView(values, frequency, words) {
  const box = h("div", { class: "strip", role: "img", "aria-label": words });
  const [least, greatest] = extremes(values);
  // The whole trace and the pulse have to fit between bold lines.
  const above = 5 * Math.ceil((Math.max(greatest, 1) * perMillivolt + 3) / 5);
  const below = 5 * Math.ceil((Math.max(-least, 0) * perMillivolt + 4) / 5);
  let drawn;
  const draw = (seconds) => {
    if (seconds === drawn) return;
    drawn = seconds;
    const size = Math.round(seconds * frequency);
    const rows = [];
    for (let from = 0; from < values.length; from += size) {
      rows.push(row(values.slice(from, from + size + 1), frequency, { from: from / frequency, seconds, above, below }));
    }
    fill(box, rows);
  };
  const fit = () => Math.max(1, Math.min(10, Math.floor((box.clientWidth / pixels - pulse) / perSecond)));
  new ResizeObserver(() => box.clientWidth && draw(fit())).observe(box);
  window.addEventListener("beforeprint", () => draw(secondsOnPaper));
  window.addEventListener("afterprint", () => draw(fit()));
  return box;
}

function row(values, frequency, { from, seconds, above, below }) {
  const [width, height] = [pulse + seconds * perSecond, above + below];
  const svg = h("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
    h("path", { class: "minor", d: grid(width, height, 1) }), h("path", { class: "major", d: grid(width, height, 5) }),
    // One millivolt for a fifth of a second.
    h("path", { class: "trace", d: `M0.5 ${above}h1.5v${-perMillivolt}h5v${perMillivolt}h1` }),
    h("path", { class: "trace", d: trace(values, frequency, above) }),
    h("text", { x: pulse + 1, y: height - 1 }, `${number(from)} s`));
  // CSS lengths, since lengths in SVG attributes would be scaled with the picture.
  svg.style.width = `${width}mm`;
  svg.style.height = `${height}mm`;
  return svg;
}

function grid(width, height, step) {
  let text = "";
  for (let x = 0; x <= width; x += step) text += `M${x} 0V${height}`;
  for (let y = 0; y <= height; y += step) text += `M0 ${y}H${width}`;
  return text;
}

function trace(values, frequency, above) {
  let text = "";
  values.forEach((value, index) => {
    const x = pulse + (index / frequency) * perSecond;
    text += `${index ? "L" : "M"}${x.toFixed(2)} ${(above - value * perMillivolt).toFixed(2)}`;
  });
  return text;
}
