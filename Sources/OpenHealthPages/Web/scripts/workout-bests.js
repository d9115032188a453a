// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// The fastest parts of a workout, wherever they begin in it.

import { activeSeconds, speedsAt } from "./workout-track.js";

/** The lengths of parts by the type of the distance, in metres. */
const LENGTHS = {
  distanceCycling: [1000, 5000, 10000, 20000, 40000, 100000, 160000],
  distanceSwimming: [50, 100, 200, 400, 1000, 1500, 3000],
  distanceDownhillSnowSports: [1000],
};
const [KILOMETRES, MILES] = [[400, 1000, 5000, 10000, 21097.5, 42195], [400, 1609.344, 5000, 10000, 21097.5, 42195]];
/** The speeds in m/s that are errors of the measurement, by the type of the distance: the fastest runners reach 12.4 m/s. */
const IMPOSSIBLE = { distanceCycling: 40, distanceSwimming: 3, distanceDownhillSnowSports: 70 };
const IMPOSSIBLE_ON_FOOT = 12.5;
/** The number of measurements that a part has at least on average. */
const LEAST = 4;
/** The average interval of measurements in seconds up to which a speed over half a minute is one. */
const FINE = 10;

const limitOf = (type) => IMPOSSIBLE[type] ?? IMPOSSIBLE_ON_FOOT;

/** Returns the lengths of the fastest parts for a type of distance. */
export const lengthsOf = (type, isInMiles) => LENGTHS[type] ?? (isInMiles ? MILES : KILOMETRES);

/**
 * Splits a curve where the distance jumps, and leaves out pauses with the way in them.
 * @returns {Array<Array<{at: number, seconds: number, metres: number}>>} pieces: `seconds` and `metres` without pauses, and the whole distance
 *   `at` a point.
 */
function pieces(curve, breaks, limit) {
  const speeds = speedsAt(curve);
  const result = [[]];
  let [seconds, metres] = [0, 0];
  curve.forEach((point, index) => {
    if (index) {
      const before = curve[index - 1];
      const [all, active] = [point.time - before.time, activeSeconds(before.time, point.time, breaks)];
      seconds += active;
      metres += (point.metres - before.metres) * (all > 0 ? active / all : 1);
    }
    if (speeds[index] > limit) {
      if (result.at(-1).length) result.push([]);
    } else result.at(-1).push({ at: point.metres, seconds, metres });
  });
  return result.filter((piece) => piece.length > 1);
}

/**
 * Returns the fastest part of a length. One of its ends is at a measurement, since the speed between two of them is even.
 * @returns {{metres: number, seconds: number, from: number}|null} the part, and its start as a distance from that of the workout.
 */
function fastestIn(piece, length) {
  const total = piece.at(-1).metres - piece[0].metres;
  // Half a percent is the inexactness of measured distances.
  if (total < length * 0.995 || (piece.length - 1) * length < LEAST * total) return null;
  const metres = Math.min(length, total);
  let best = null;
  const between = (low, high, key, part) => piece[low][key] + part * (piece[high][key] - piece[low][key]);
  const consider = (start, end, from) => {
    if (end - start > 0 && !(best && best.seconds <= end - start)) best = { metres, seconds: end - start, from };
  };
  const share = (index, wanted) => {
    const step = piece[index].metres - piece[index - 1].metres;
    return step > 0 ? (wanted - piece[index - 1].metres) / step : 1;
  };
  let [ahead, behind] = [1, 1];
  piece.forEach((point) => {
    // From this measurement on.
    const end = point.metres + metres;
    if (end <= piece.at(-1).metres + 1e-6) {
      while (ahead < piece.length - 1 && piece[ahead].metres < end) ahead += 1;
      consider(point.seconds, between(ahead - 1, ahead, "seconds", Math.min(1, share(ahead, end))), point.at);
    }
    // Up to this measurement.
    const start = point.metres - metres;
    if (start >= piece[0].metres - 1e-6) {
      while (behind < piece.length - 1 && piece[behind].metres <= start) behind += 1;
      const part = Math.max(0, share(behind, start));
      consider(between(behind - 1, behind, "seconds", part), point.seconds, between(behind - 1, behind, "at", part));
    }
  });
  return best;
}

/**
 * Returns the fastest parts of a workout, the shortest first.
 * @param {Array<{time: number, metres: number}>} curve the distance over time.
 * @param {Array<{start: number, end: number}>} breaks the pauses, which do not overlap.
 * @returns {Array<{length: number, metres: number, seconds: number, from: number}>} a part of each length that the workout has and that
 *   is measured finely enough.
 */
export function fastestParts(curve, { breaks = [], type, lengths }) {
  const all = pieces(curve, breaks, limitOf(type));
  return lengths.flatMap((length) => {
    const found = all.map((piece) => fastestIn(piece, length)).filter(Boolean);
    const best = found.reduce((one, other) => (one && one.seconds / one.metres <= other.seconds / other.metres ? one : other), null);
    return best ? [{ length, ...best }] : [];
  });
}

/** Returns the highest speed over half a minute: {speed, from}, in m/s and as a distance; null if the curve is too coarse. */
export function highestSpeed(curve, type) {
  if (curve.length < 3 || curve.at(-1).time - curve[0].time > FINE * (curve.length - 1)) return null;
  const limit = limitOf(type);
  let best = null;
  speedsAt(curve).forEach((speed, index) => {
    if (speed > 0 && speed <= limit && !(best && best.speed >= speed)) best = { speed, from: curve[index].metres };
  });
  return best;
}
