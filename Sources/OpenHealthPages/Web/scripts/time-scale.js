// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { h } from "./dom.js";
import { clock, date } from "./format.js";

const quarter = 15 * 60000;
/** The intervals of times on a scale, in minutes. */
const steps = [15, 30, 60, 120, 180, 240, 360, 720, 1440];
const minutesOf = (time) => clock(time).split(":").reduce((hours, minutes) => Number(hours) * 60 + Number(minutes));

/**
 * Returns the times below a picture of up to a few days: whole hours, or quarters of an hour for short periods, each at its
 * position.
 * @param {Date} start the start of the picture.
 * @param {Date} end the end of the picture.
 */
export function timeScale(start, end) {
  const [from, to] = [start.getTime(), end.getTime()];
  const step = steps.find((one) => (to - from) / 60000 / one <= 5) ?? steps.at(-1);
  const places = [];
  for (let time = Math.ceil(from / quarter) * quarter; time <= to; time += quarter) {
    if (minutesOf(time) % step === 0) places.push(time);
  }
  return h("div", { class: "time-scale small quiet", "aria-hidden": "true" }, places.map((time) => {
    const share = (time - from) / (to - from);
    const mark = h("span", {}, date(time, "time"));
    mark.style.left = `${100 * share}%`;
    // The times at the ends stay within the picture.
    mark.style.transform = `translateX(${share < 0.08 ? 0 : share > 0.92 ? -100 : -50}%)`;
    return mark;
  }));
}
