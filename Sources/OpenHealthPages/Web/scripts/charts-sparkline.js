// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { h } from "./dom.js";

const [WIDTH, HEIGHT, EDGE] = [120, 36, 3];

/**
 * Creates a small picture of a series of figures, beside words with the same content: it is hidden from screen readers.
 * @param {Array<number|null>} values the figures, oldest first.
 * @param {{colour: string, kind: ("bars"|"line")}} look a variable of the style sheet and the kind; bars begin at zero.
 * @returns {SVGElement}
 */
export function sparkline(values, { colour = "--other", kind = "line" } = {}) {
  const svg = h("svg", { class: "sparkline", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" });
  svg.style.color = `var(${colour})`;
  const known = values.filter((value) => value !== null);
  if (!known.length) return svg;
  const low = kind === "bars" ? Math.min(0, ...known) : Math.min(...known);
  const high = Math.max(...known);
  const span = high - low || 1;
  const y = (value) => (high === low ? HEIGHT / 2 : HEIGHT - EDGE - ((value - low) / span) * (HEIGHT - 2 * EDGE));
  svg.append(...(kind === "bars" ? bars(values, y) : line(values, y)));
  return svg;
}

function bars(values, y) {
  const step = WIDTH / values.length;
  return values.flatMap((value, index) => (value === null || value === 0 ? [] : [
    h("rect", { x: index * step + step * 0.15, y: y(value), width: step * 0.7, height: Math.max(HEIGHT - EDGE - y(value), 1), rx: 1,
      fill: "currentColor" })]));
}

function line(values, y) {
  const step = (WIDTH - 2 * EDGE) / Math.max(values.length - 1, 1);
  const points = values.flatMap((value, index) => (value === null ? [] : [[EDGE + index * step, y(value)]]));
  const [x, last] = points.at(-1);
  return [
    h("polyline", { points: points.map(([a, b]) => `${a.toFixed(1)},${b.toFixed(1)}`).join(" "), fill: "none", stroke: "currentColor",
      "stroke-width": 2, "stroke-linejoin": "round", "stroke-linecap": "round", "vector-effect": "non-scaling-stroke" }),
    // A line of zero length with round ends is a dot that keeps its shape when the picture is stretched.
    h("line", { x1: x, y1: last, x2: x, y2: last, stroke: "currentColor", "stroke-width": 6, "stroke-linecap": "round",
      "vector-effect": "non-scaling-stroke" }),
  ];
}
