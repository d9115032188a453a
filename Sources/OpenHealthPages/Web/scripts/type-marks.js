// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { h } from "./dom.js";
import { valuesOf } from "./value-names.js";

/** The strengths of values, by the names of their cases; others follow the order of their numbers. */
const strength = {
  notPresent: 0, none: 0, noChange: 0, idle: 0, negative: 0, unspecified: 1, notApplicable: 2,
  mild: 2, light: 2, decreased: 2, moderate: 3, medium: 3, severe: 4, heavy: 4, increased: 4,
};
/** The drawings of the levels, in increasing strength: they differ in shape, not only in colour. */
const shapes = [
  () => h("circle", { cx: 12, cy: 12, r: 6.5, class: "hollow" }),
  () => h("rect", { x: 6, y: 6, width: 12, height: 12, rx: 2 }),
  () => h("circle", { cx: 12, cy: 12, r: 5 }),
  () => h("polygon", { points: "12,4 20.5,19 3.5,19" }),
  () => h("polygon", { points: "12,2 22,12 12,22 2,12" }),
];

/** Returns the values of a type with their strengths, the weakest first: [{value, label, level}]. */
export function levels(type) {
  const values = valuesOf(type);
  const known = values.some(({ name }) => strength[name] >= 2);
  return values.map(({ value, name, label }, at) => ({ value, name, label, level: strength[name] ?? (known ? 2 : at % 5) }))
    .sort((a, b) => a.level - b.level || a.value - b.value);
}

/** Returns the drawing of a level, with shape and colour. */
export const mark = (level) => h("svg", { viewBox: "0 0 24 24", width: 20, height: 20, class: `mark level-${level}`, "aria-hidden": "true" }, shapes[level]());
