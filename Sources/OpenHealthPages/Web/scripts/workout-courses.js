// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { h } from "./dom.js";
import { t } from "./strings.js";
import { quantity } from "./format.js";
import { lineChart } from "./charts.js";
import { card } from "./sample-facts.js";
import { distanceText } from "./sample-metadata.js";
import { activeSeconds, pointsEvery, routeCurve, timeAt } from "./workout-track.js";
import { distanceScale, heightScale, scaleText, speedAxis, speedNumber } from "./workout-speed.js";
import { clockText, paceText } from "./workout-splits.js";

/** The maximum number of points of a chart. */
const MOST = 120;
/** The speed below which a person stands, in m/s: there is no pace. */
const SLOWEST = 0.3;

/** Returns the parts of a curve of equal length: {metres, speed}, the distance of their middle and the speed in m/s. */
export function speedsOf(curve, breaks = []) {
  const total = curve.at(-1)?.metres ?? 0;
  // Locations are too inexact for the speed of shorter parts.
  const count = Math.min(MOST, Math.floor(total / 50));
  if (count < 3) return [];
  const step = total / count;
  const times = Array.from({ length: count + 1 }, (_, index) => (index === 0 ? curve[0].time : index === count ? curve.at(-1).time : timeAt(curve, index * step)));
  return Array.from({ length: count }, (_, index) => {
    const seconds = activeSeconds(times[index], times[index + 1], breaks);
    const speed = seconds > 0 ? step / seconds : 0;
    return { metres: (index + 0.5) * step, speed: speed >= SLOWEST ? speed : null };
  });
}

/** Returns the card of the pace over the distance, or of the speed if that is usual; null if the way is too short. */
export function paceCard(curve, { breaks, step, isFast }) {
  const parts = speedsOf(curve, breaks);
  const known = parts.filter((part) => part.speed !== null);
  if (known.length < 3) return null;
  // The axis has round figures of the displayed unit.
  const value = (part) => (part.speed === null ? null : isFast ? speedNumber(part.speed) : step / part.speed);
  const format = (speedOrPace) => (isFast ? speedAxis(Math.round(speedOrPace * 10) / 10) : paceText(speedOrPace, step));
  const title = t(isFast ? "workout_point_speed" : "workout_pace");
  // The axis of a pace has the fast end at the top, as runners expect.
  return chartCard(title, { ...along(parts), label: title, colour: "--energy", values: parts.map(value), format, gaps: true, isReversed: !isFast,
    axisFormat: isFast ? speedAxis : clockText, axisStep: isFast ? undefined : paceStep(parts.map(value)) });
}

/** Returns the card of the altitude over the distance; null without altitudes. */
export function altitudeCard(routes) {
  const points = thinned(routes);
  if (points.length < 3) return null;
  const title = t("workout_point_altitude");
  const scale = heightScale();
  return chartCard(t("workout_altitudes"), { ...along(points), label: title, colour: "--other", 
    values: points.map((point) => point.altitude / scale.metres), format: (height) => quantity(height, scale.unit, undefined, 0),
    axisFormat: (height) => scaleText(height, scale) });
}

/** Returns points with an altitude of all routes, evenly over their distance. */
function thinned(routes) {
  let before = 0;
  const all = routes.flatMap((points) => {
    const curve = routeCurve(points);
    const part = points.map((point, index) => ({ metres: before + curve[index].metres, altitude: point.altitude }));
    before += curve.at(-1).metres;
    return part;
  }).filter((point) => Number.isFinite(point.altitude));
  return pointsEvery(all, MOST);
}

const along = (parts) => {
  const scale = distanceScale();
  return { at: parts.map((part) => part.metres / scale.metres), names: parts.map((part) => distanceText(part.metres)),
    head: t("workout_distance"), formatAt: (distance) => scaleText(distance, scale) };
};

/** Returns the interval of paces at the axis: whole parts of a minute. */
function paceStep(values) {
  const known = values.filter((value) => value !== null);
  const spread = Math.max(...known) - Math.min(...known);
  return [5, 10, 15, 30, 60, 120, 300].find((one) => spread / one <= 4) ?? 600;
}

function chartCard(title, data) {
  const box = h("div", {});
  // The chart reads the width of its container, which has to be in the page first.
  queueMicrotask(() => lineChart(box, data));
  return card(title, box);
}
