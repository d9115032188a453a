// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { h } from "./dom.js";

/** The three rings of a day from the outside in: a variable of the style sheet, and the values of a summary. */
export const rings = [
  { name: "move", colour: "--steps", text: "type_ring_move",
    of: (day) => (day.activityMoveMode === "appleMoveTime" ? [day.appleMoveTime, day.appleMoveTimeGoal]
      : [day.activeEnergyBurned, day.activeEnergyBurnedGoal]),
    type: (day) => (day.activityMoveMode === "appleMoveTime" ? "appleMoveTime" : "activeEnergyBurned") },
  { name: "exercise", colour: "--good", text: "type_ring_exercise", of: (day) => [day.appleExerciseTime, day.exerciseTimeGoal], type: () => "appleExerciseTime" },
  { name: "stand", colour: "--other", text: "type_ring_stand", of: (day) => [day.appleStandHours, day.standHoursGoal], type: () => undefined },
];

/** Returns the closed fraction of a ring: 1 for all of it; 0 without a goal. */
export function shareOf(ring, day) {
  const [value, goal] = ring.of(day);
  return value && goal?.value > 0 ? value.value / goal.value : 0;
}

/** Draws the rings of a day, or empty ones without data. Their values are in the text beside them. */
export function ringPicture(day, size) {
  const svg = h("svg", { viewBox: "0 0 100 100", width: size, height: size, class: "rings", "aria-hidden": "true" });
  rings.forEach((ring, at) => {
    const radius = 43 - at * 14;
    const share = day ? Math.min(1, shareOf(ring, day)) : 0;
    const circle = (attributes) => {
      const element = h("circle", { cx: 50, cy: 50, r: radius, pathLength: 100, ...attributes });
      element.style.stroke = `var(${ring.colour})`;
      return element;
    };
    svg.append(circle({ class: "track" }));
    // The ring begins at the top. A closed ring has no ends.
    const dashes = share >= 1 ? null : `${share * 100} 100`;
    if (share > 0) svg.append(circle({ class: "part", "stroke-dasharray": dashes, transform: "rotate(-90 50 50)" }));
  });
  return svg;
}
