// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { h, fill } from "./dom.js";
import { t } from "./strings.js";
import { enums } from "./enums.js";
import { shortName } from "./names.js";
import { activityName, enumValueName } from "./value-names.js";
import { date, duration, number, quantity } from "./format.js";
import { loadUnits, shown } from "./units.js";
import { lineChart } from "./charts.js";
import { workoutDistance, workoutFigures } from "./sample-text.js";
import { card, datesOf, factList, otherZone } from "./sample-facts.js";
import { heightText, inMetres, metadataText } from "./sample-metadata.js";
import { splits } from "./workout-track.js";
import { activitiesOf, eventsOf, heartRates, measuredWay, pausesOf, routesOf } from "./workout-data.js";
import { routeCard, splitStep } from "./workout-route.js";
import { clockText, paceText, splitsCard } from "./workout-splits.js";
import { altitudeCard, paceCard } from "./workout-courses.js";
import { showCopies } from "./workout-copies.js";
import { heartOf } from "./workout-heart.js";
import { zonesCard } from "./workout-zones-card.js";
import { bestsCard, placesCard } from "./workout-bests-cards.js";
import { allWorkouts } from "./workout-history.js";
import { speedText } from "./workout-speed.js";

/** Shows a workout: its figures, and each part as soon as it has loaded. */
export async function showWorkout(parts, workout) {
  const distance = workoutDistance(workout);
  await loadUnits(["distanceWalkingRunning", "walkingSpeed", "activeEnergyBurned", "heartRate", distance?.type].filter(Boolean));
  const [copies, way, courses, bests, cut, heart] = [h("div", {}), h("div", {}), h("div", { class: "cards courses" }), h("div", { class: "cards courses" }), h("div", {}), h("div", {})];
  fill(parts, figures(workout, distance), copies, way, courses, bests, cut, heart, activities(workout), laps(workout), otherEvents(workout));
  showCopies(copies, workout);
  const [routes, beats, person] = await Promise.all([routesOf(workout), heartRates(workout), heartOf(workout.startDate)]);
  const [step, isFast, breaks] = [splitStep(distance?.type), fast.has(distance?.type), pausesOf(workout)];
  if (routes.length) fill(way, routeCard(routes, otherZone(workout), isFast ? undefined : (speed) => paceText(step / speed, step)));
  fill(heart, heartCard(workout, beats), zonesCard(person, beats, { end: Date.parse(workout.endDate) / 1000, breaks, length: workout.duration }));
  const measured = await measuredWay(workout, routes);
  fill(courses, measured && paceCard(measured.curve, { breaks, step, isFast }), altitudeCard(routes));
  if (measured) {
    fill(cut, splitsCard(splits(measured.curve, step, breaks), { measured, step, beats, isFast }));
  }
  const fastest = measured && bestsCard(measured.curve, { breaks, type: distance?.type, step, isFast });
  fill(bests, fastest);
  // The records need all workouts, and come last.
  fill(bests, fastest, placesCard(await allWorkouts(), workout));
}

const figure = (name, text) => text && h("li", {}, h("span", { class: "small" }, name), " ", h("strong", {}, text));

/** Returns the main figures. */
function figures(workout, distance) {
  const energy = workoutFigures(workout, "activeEnergyBurned").sum ?? workout.totalEnergyBurned;
  const resting = workoutFigures(workout, "basalEnergyBurned").sum;
  const heart = workoutFigures(workout, "heartRate").average;
  const climbed = workout.metadata?.HKElevationAscended;
  const strokes = workoutFigures(workout, "swimmingStrokeCount").sum ?? workout.totalSwimmingStrokeCount;
  const flights = workout.totalFlightsClimbed;
  return card(null,
    h("ul", { class: "plain figures" },
      figure(t("workout_duration"), duration(workout.duration, { exact: workout.duration < 3600 })),
      distance && figure(t("workout_distance"), shown(distance.value, distance.unit, distance.type)),
      distance && figure(...speed(workout, distance)),
      energy && figure(t("workout_energy"), shown(energy.value, energy.unit, "activeEnergyBurned")),
      energy && resting && resting.unit === energy.unit
        && figure(t("workout_energy_total"), shown(energy.value + resting.value, energy.unit, "activeEnergyBurned")),
      heart && figure(t("workout_heart_average"), shown(heart.value, heart.unit, "heartRate")),
      climbed && figure(t("workout_climbed"), heightText(climbed.value, climbed.unit)),
      strokes && figure(t("workout_strokes"), number(strokes.value)),
      flights && figure(t("workout_flights"), number(flights.value))),
    factList(datesOf(workout)),
    h("p", { class: "actions" }, h("a", { class: "button", href: "/types/workout/samples" }, t("sample_all"))));
}

const fast = new Set(["distanceCycling", "distanceDownhillSnowSports"]);

/** Returns the speed of cyclists, or the pace of all others, per kilometre or mile; of swimmers per hundred metres or yards. */
function speed(workout, distance) {
  const metres = inMetres(distance);
  if (!metres || !workout.duration) return ["", ""];
  if (fast.has(distance.type)) {
    return [t("workout_speed"), speedText(metres / workout.duration)];
  }
  const step = splitStep(distance.type);
  return [t("workout_pace"), paceText((workout.duration / metres) * step, step)];
}

/** Returns the card of the heart rate during the workout. */
function heartCard(workout, beats) {
  if (beats.length < 2) return null;
  const start = Date.parse(workout.startDate) / 1000;
  const values = beats.map((beat) => beat.value);
  const average = values.reduce((sum, value) => sum + value, 0) / values.length;
  const text = (value) => quantity(value, "count/min", "heartRate");
  const shownBeats = thinned(beats, 240);
  const box = h("div", {});
  const content = card(t("workout_heart"),
    h("ul", { class: "plain figures" }, figure(t("workout_least"), text(Math.min(...values))), figure(t("workout_average"), text(average)),
      figure(t("workout_greatest"), text(Math.max(...values)))), box);
  // The chart reads the width of its container, which has to be in the page first.
  queueMicrotask(() => lineChart(box, {
    label: t("workout_heart"), head: t("workout_elapsed"), colour: "--heart", format: text, axisFormat: (value) => number(value),
    values: shownBeats.map((beat) => beat.value), at: shownBeats.map((beat) => (beat.time - start) / 60),
    names: shownBeats.map((beat) => clockText(beat.time - start)), formatAt: (minutes) => clockText(minutes * 60),
    average: { value: average, label: `${t("workout_average")} ${text(average)}` },
  }));
  return content;
}

/** Reduces points to a maximum number, by averages of neighbours. */
function thinned(beats, most) {
  const size = Math.ceil(beats.length / most);
  const result = [];
  for (let from = 0; from < beats.length; from += size) {
    const group = beats.slice(from, from + size);
    const mean = (key) => group.reduce((sum, beat) => sum + beat[key], 0) / group.length;
    result.push({ time: mean("time"), value: mean("value") });
  }
  return result;
}

/** Returns the activities of a workout with several. */
function activities(workout) {
  const all = activitiesOf(workout);
  if (all.length < 2) return null;
  const name = (raw) => activityName(enums.HKWorkoutActivityType?.[raw] ?? raw);
  const energy = (activity) => {
    const found = activity.statistics.map((entry) => entry.HKStatistics).find((entry) => shortName(entry.type) === "activeEnergyBurned");
    return found?.figures.sum ? shown(found.figures.sum.value, found.figures.sum.unit, "activeEnergyBurned") : "–";
  };
  return card(t("workout_activities"), table(["workout_activity", "workout_start", "workout_time", "workout_energy_short"],
    all.map((one) => [name(one.activityType), date(one.start * 1000, "time", otherZone(workout)), duration(one.duration), energy(one)])));
}

/** Returns the laps, with the details from the device. */
function laps(workout) {
  const all = eventsOf(workout).filter((event) => event.type === 3);
  if (!all.length) return null;
  const value = (event, key) => {
    const raw = event.metadata[key];
    return raw === undefined ? "" : metadataText(key, Object.values(raw)[0]);
  };
  const columns = [["HKSwimmingStrokeStyle", "workout_stroke"], ["HKSWOLFScore", "workout_swolf"]]
    .filter(([key]) => all.some((lap) => key in lap.metadata));
  return card(t("workout_laps"), table(["workout_number", "workout_time", ...columns.map(([, title]) => title)],
    all.map((lap, index) => [number(index + 1), clockText(lap.end - lap.start), ...columns.map(([key]) => value(lap, key))])));
}

/** Returns the pauses, segments and other events. */
function otherEvents(workout) {
  const all = eventsOf(workout).filter((event) => event.type !== 3);
  if (!all.length) return null;
  return card(t("workout_events"), table(["workout_start", "workout_event", "workout_time"],
    all.map((event) => [date(event.start * 1000, "time", otherZone(workout)), enumValueName("HKWorkoutEventType", event.type),
      event.end > event.start ? clockText(event.end - event.start) : ""])));
}

/** Returns a table: the keys of its heads, and rows whose first cell is a row heading. */
function table(heads, rows) {
  const side = (index) => (index ? "number" : null);
  return h("table", {}, h("thead", {}, h("tr", {}, heads.map((key, index) => h("th", { scope: "col", class: side(index) }, t(key))))),
    h("tbody", {}, rows.map(([first, ...rest]) => h("tr", {}, h("th", { scope: "row" }, first),
      rest.map((text) => h("td", { class: "number" }, text))))));
}
