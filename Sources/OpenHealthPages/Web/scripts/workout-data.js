// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { pages, post } from "./api.js";
import { shortName } from "./names.js";
import { detailOf, workoutDistance } from "./sample-text.js";
import { inMetres } from "./sample-metadata.js";
import { pauses, routeCurve, sampleCurve } from "./workout-track.js";
import { readRoute } from "./workout-route.js";

const since2001 = 978307200;
const seconds = (text) => Date.parse(text) / 1000;

/** Loads the samples of some types that are associated with a workout; none if the person has not decided about the types. */
async function related(workout, types) {
  const predicate = { related: { workout: { _0: workout.uuid } } };
  try {
    const found = await post("/v1/samples/query", {
      parts: types.map((type) => ({ type, predicate })), order: [{ key: "startDate", ascending: true }], limit: 10000,
    });
    return found.samples;
  } catch (error) {
    if (error.isNotDetermined) return [];
    throw error;
  }
}

/** Loads the samples of a type during a workout. */
async function during(workout, type) {
  const found = [];
  try {
    const query = { type, from: workout.startDate, to: workout.endDate, limit: 10000 };
    for await (const page of pages("/v1/samples", query)) found.push(...page);
  } catch (error) {
    if (!error.isNotDetermined) throw error;
  }
  return found;
}

/** Loads the points of each route of a workout, ordered by time. */
export async function routesOf(workout) {
  const routes = await related(workout, ["workoutRoute"]);
  const points = await Promise.all(routes.map((route) => readRoute(route.uuid)));
  return points.filter((route) => route.length > 1).sort((first, second) => first[0].time - second[0].time);
}

/** Returns the events of a workout: {type, start, end, metadata}, in seconds since 1970, ordered by time. */
export const eventsOf = (workout) => (detailOf(workout, "HKWorkout").events ?? []).map((entry) => {
  const { interval, type, metadata } = entry.HKWorkoutEvent;
  const start = interval.start + since2001;
  return { type, start, end: start + (interval.duration ?? 0), metadata: metadata ?? {} };
}).sort((first, second) => first.start - second.start);

/** Returns the pauses of a workout. */
export const pausesOf = (workout) => pauses(eventsOf(workout), seconds(workout.endDate));

/** Returns the activities of a workout with several: {activityType (raw), start, end, duration, statistics}. */
export const activitiesOf = (workout) => (detailOf(workout, "HKWorkout").activities ?? []).map((entry) => {
  const activity = entry.HKWorkoutActivity;
  const { start, end = start } = activity;
  return {
    activityType: activity.configuration.HKWorkoutConfiguration.activityType, start: start + since2001, end: end + since2001,
    duration: activity.duration ?? end - start, statistics: activity.statistics ?? [],
  };
});

/** Loads the heart rates during a workout: {time, value} in beats per minute, ordered by time. */
export async function heartRates(workout) {
  const [start, end] = [seconds(workout.startDate), seconds(workout.endDate)];
  return (await during(workout, "heartRate")).map((sample) => ({
    time: seconds(sample.startDate), value: sample.unit === "count/s" ? sample.value * 60 : sample.value,
  })).filter((beat) => beat.time >= start && beat.time <= end);
}

/**
 * Returns the distance over time of a workout, from the best available data: from its route, or from the samples of distance that
 * are associated with it or that its source has recorded during it, whichever total is closer to the distance of the workout.
 * @returns {Promise<{curve: Array, from: string, total: number, whole: number=}>} from is "route" or "samples".
 */
export async function measuredWay(workout, routes) {
  const distance = workoutDistance(workout);
  const type = distance?.type ?? "distanceWalkingRunning";
  let samples = await related(workout, [type]);
  if (!samples.length) {
    const all = await during(workout, type);
    samples = all.filter((sample) => sample.source.bundleIdentifier === workout.source.bundleIdentifier);
  }
  const [start, end] = [seconds(workout.startDate), seconds(workout.endDate)];
  const inside = samples.map((sample) => ({
    start: seconds(sample.startDate), end: seconds(sample.endDate), metres: inMetres(sample), type: shortName(sample.type),
  })).filter((sample) => sample.start >= start - 1 && sample.end <= end + 1);
  const ways = [{ curve: joined(routes), from: "route" }, { curve: sampleCurve(inside), from: "samples" }]
    .filter((way) => way.curve.length > 1).map((way) => ({ ...way, total: way.curve.at(-1).metres }));
  const whole = distance && inMetres(distance);
  const missing = (way) => (whole ? Math.abs(whole - way.total) : -way.total);
  const best = ways.sort((first, second) => missing(first) - missing(second))[0];
  return best && { ...best, whole };
}

/** Joins several routes; the distance between them was not measured. */
function joined(routes) {
  let before = 0;
  return routes.flatMap((points) => {
    const curve = routeCurve(points).map((point) => ({ ...point, metres: point.metres + before }));
    before = curve.at(-1).metres;
    return curve;
  });
}

