// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { h } from "./dom.js";
import { valuesOf } from "./value-names.js";

/** How strong values are, by the names of their cases; others stand in the order of their numbers. */
const strength = {
  notPresent: 0, none: 0, noChange: 0, idle: 0, negative: 0, unspecified: 1, notApplicable: 2,
  mild: 2, light: 2, decreased: 2, moderate: 3, medium: 3, severe: 4, heavy: 4, increased: 4,
};
/** The drawings, from nothing to much: each differs in its shape, and not in its colour alone. */
const shapes = [
  () => h("circle", { cx: 12, cy: 12, r: 6.5, class: "hollow" }),
  () => h("rect", { x: 6, y: 6, width: 12, height: 12, rx: 2 }),
  () => h("circle", { cx: 12, cy: 12, r: 5 }),
  () => h("polygon", { points: "12,4 20.5,19 3.5,19" }),
  () => h("polygon", { points: "12,2 22,12 12,22 2,12" }),
];

/** The values of a type with their strengths, the weakest first: [{value, label, level}]. */
export function levels(type) {
  const values = valuesOf(type);
  const known = values.some(({ name }) => strength[name] >= 2);
  return values.map(({ value, name, label }, at) => ({ value, name, label, level: strength[name] ?? (known ? 2 : at % 5) }))
    .sort((a, b) => a.level - b.level || a.value - b.value);
}

/** The drawing of a level: shape and colour. */
export const mark = (level) => h("svg", { viewBox: "0 0 24 24", width: 20, height: 20, class: `mark level-${level}`, "aria-hidden": "true" }, shapes[level]());
