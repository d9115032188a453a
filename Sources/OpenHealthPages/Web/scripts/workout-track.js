// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// The distance over time, from which splits are computed. Times are seconds since 1970, distances metres.

const radius = 6371008.8;
const radians = (degrees) => (degrees * Math.PI) / 180;

/** Returns the distance between two points on the globe. */
export function metresBetween(first, second) {
  const north = Math.sin(radians(second.latitude - first.latitude) / 2);
  const east = Math.sin(radians(second.longitude - first.longitude) / 2);
  const part = north * north + Math.cos(radians(first.latitude)) * Math.cos(radians(second.latitude)) * east * east;
  return 2 * radius * Math.asin(Math.min(1, Math.sqrt(part)));
}

/**
 * Projects points onto a plane around their middle, in metres to the east and to the north: true to scale for the distances of
 * runs and rides, also across the 180th meridian.
 */
export function plane(points) {
  const first = points[0];
  const eastOf = (point) => ((point.longitude - first.longitude + 540) % 360) - 180;
  const [south, north] = extremes(points.map((point) => point.latitude));
  const middle = (south + north) / 2;
  const width = radius * Math.cos(radians(middle));
  return points.map((point) => ({ x: radians(eastOf(point)) * width, y: radians(point.latitude - middle) * radius }));
}

/** Returns the minimum and the maximum of many numbers. */
export function extremes(values) {
  let [least, greatest] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  return [least, greatest];
}

/** Returns the distance of a route's points from its start, along the route. */
export function routeCurve(points) {
  let metres = 0;
  return points.map((point, index) => {
    if (index) metres += metresBetween(points[index - 1], point);
    return { time: point.time, metres };
  });
}

/** Returns the distance over time from samples of distance: {start, end, metres}, of one source. */
export function sampleCurve(samples) {
  const curve = [];
  let metres = 0;
  for (const sample of [...samples].sort((first, second) => first.start - second.start)) {
    const last = curve.at(-1)?.time ?? -Infinity;
    if (sample.start > last) curve.push({ time: sample.start, metres });
    metres += sample.metres;
    curve.push({ time: Math.max(sample.end, last), metres });
  }
  return curve;
}

/** Returns the time at which a distance was reached; undefined if it is beyond the curve. */
export function timeAt(curve, metres) {
  const index = curve.findIndex((point) => point.metres >= metres);
  if (index <= 0) return index === 0 ? curve[0].time : undefined;
  const [before, after] = [curve[index - 1], curve[index]];
  const part = after.metres === before.metres ? 0 : (metres - before.metres) / (after.metres - before.metres);
  return before.time + part * (after.time - before.time);
}

/** Returns the pauses of a workout from its events: those by the person and those by the device. */
export function pauses(events, end) {
  const found = [];
  for (const [pause, resume] of [[1, 2], [5, 6]]) {
    let start;
    for (const event of events) {
      if (event.type === pause) start ??= event.start;
      if (event.type === resume && start !== undefined) {
        found.push({ start, end: event.start });
        start = undefined;
      }
    }
    if (start !== undefined) found.push({ start, end });
  }
  return merged(found);
}

/** Merges overlapping pauses, so that they count once. */
function merged(spans) {
  const result = [];
  for (const span of spans.sort((first, second) => first.start - second.start)) {
    const last = result.at(-1);
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else result.push({ ...span });
  }
  return result;
}

/** Returns the number of seconds between two moments without pauses. */
export const activeSeconds = (start, end, breaks) =>
  breaks.reduce((seconds, span) => seconds - Math.max(0, Math.min(end, span.end) - Math.max(start, span.start)), end - start);

/**
 * Splits a curve into parts of a length; the last one can be shorter.
 * @returns {Array<{number: number, metres: number, start: number, end: number, seconds: number, isWhole: boolean}>}
 */
export function splits(curve, step, breaks = []) {
  if (curve.length < 2) return [];
  const total = curve.at(-1).metres;
  const result = [];
  let start = curve[0].time;
  for (let number = 1; (number - 1) * step < total - step * 0.01; number += 1) {
    const isWhole = number * step <= total;
    const metres = isWhole ? step : total - (number - 1) * step;
    const end = isWhole ? timeAt(curve, number * step) : curve.at(-1).time;
    result.push({ number, metres, start, end, seconds: activeSeconds(start, end, breaks), isWhole });
    start = end;
  }
  return result;
}

/** Returns a maximum number of points, evenly chosen: the first, the last, and some between them. */
export function pointsEvery(points, most) {
  if (points.length <= most) return points;
  return Array.from({ length: most }, (_, index) => points[Math.round((index * (points.length - 1)) / (most - 1))]);
}

/**
 * Returns the speeds at the points of a curve in m/s, over half a minute around each.
 * @returns {Array<number|null>} null where the time stands still.
 */
export function speedsAt(curve, around = 15) {
  let [from, to] = [0, 0];
  return curve.map(({ time }) => {
    while (curve[from].time < time - around) from += 1;
    while (to < curve.length - 1 && curve[to].time < time + around) to += 1;
    const seconds = curve[to].time - curve[from].time;
    return seconds > 0 ? (curve[to].metres - curve[from].metres) / seconds : null;
  });
}

/**
 * Sorts speeds into classes of equal width, from the slowest at 0, without regard to the slowest and fastest twentieth.
 * @returns {{classes: number[], bounds: number[]}|null} the class of each, and their bounds; null if all are much the same.
 */
export function speedClasses(speeds, count) {
  const sorted = speeds.filter((speed) => speed !== null).sort((first, second) => first - second);
  const [low, high] = [sorted[Math.floor(sorted.length * 0.05)], sorted[Math.ceil(sorted.length * 0.95) - 1]];
  if (!(high > low * 1.1) || !(high - low > 0.1)) return null;
  const width = (high - low) / count;
  return {
    classes: speeds.map((speed) => (speed === null ? 0 : Math.min(count - 1, Math.max(0, Math.floor((speed - low) / width))))),
    bounds: Array.from({ length: count + 1 }, (_, index) => low + index * width),
  };
}
