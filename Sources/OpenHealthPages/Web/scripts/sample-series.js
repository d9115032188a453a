// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { get, pages } from "./api.js";
import { h, fill } from "./dom.js";
import { t } from "./strings.js";
import { factsOf, typeName } from "./names.js";
import { date, number, quantity } from "./format.js";
import { inUnit, unitFor } from "./units.js";
import { barChart, lineChart } from "./charts.js";
import { card, mainCard } from "./sample-facts.js";
import { readRoute, routeCard } from "./workout-route.js";

/** Shows the readings of a quantity sample if it is a series. */
export async function showReadings(parts, sample) {
  const readings = [];
  let unit;
  let cursor;
  do {
    const page = await get(`/v1/samples/${sample.uuid}/readings`, { limit: 10000, cursor });
    ({ unit, cursor } = page);
    readings.push(...page.readings);
  } while (cursor && readings.length < 100000);
  if (readings.length < 2) return;
  const shownUnit = unitFor(sample.type);
  const values = readings.map((reading) => inUnit(reading.value, unit, sample.type).value);
  const box = h("div", {});
  const count = t.plural("sample_readings_count", readings.length, { count: number(readings.length) });
  parts.append(card(t("sample_readings"), h("p", { class: "quiet" }, count), box));
  const data = {
    label: typeName(sample.type), head: t("sample_date"), values,
    names: readings.map((reading) => date(reading.start * 1000, "second")), format: (value) => quantity(value, shownUnit, sample.type),
  };
  // Cumulative types have bars that begin at zero, if few enough to be distinguishable.
  if (factsOf(sample.type).style === "cumulative" && readings.length <= 300) {
    barChart(box, { ...data, labels: readings.map((reading) => date(reading.start * 1000, "time")) });
  } else {
    lineChart(box, { ...data, at: readings.map((reading) => reading.start), formatAt: (at) => date(at * 1000, "time") });
  }
}

/** Shows a route, or the beats of a heartbeat series. */
export async function showSeries(parts, sample) {
  fill(parts, mainCard(sample));
  if (sample.type === "HKWorkoutRouteTypeIdentifier") {
    const points = await readRoute(sample.uuid);
    const shown = points.length > 1 && routeCard([points]);
    if (shown) parts.append(shown);
    return;
  }
  const beats = [];
  for await (const page of pages(`/v1/samples/${sample.uuid}/heartbeats`, { limit: 10000 }, "heartbeats")) beats.push(...page);
  if (beats.length < 3) return;
  // The intervals between beats, without those in which beats are missing.
  const between = beats.slice(1).map((beat, index) => ({ at: beat.time, gap: beat.precededByGap, value: (beat.time - beats[index].time) * 1000 }));
  const box = h("div", {});
  parts.append(card(t("sample_beats"), box));
  lineChart(box, {
    label: t("sample_beats"), head: t("sample_date"), values: between.map((one) => (one.gap ? null : one.value)), gaps: true,
    names: between.map((one) => quantity(one.at, "s")), at: between.map((one) => one.at), formatAt: (at) => quantity(at, "s", undefined, 0),
    format: (value) => quantity(value, "ms"), colour: "--heart",
  });
}
