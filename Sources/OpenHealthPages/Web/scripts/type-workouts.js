// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { barChart } from "./charts.js";
import { pages } from "./api.js";
import { h } from "./dom.js";
import { civil, duration, moment, number, today } from "./format.js";
import { briefWorkout, unitTypes } from "./sample-text.js";
import { t } from "./strings.js";
import { beforeSwitch, comparedParts, figureBefore, isIn, periodBefore } from "./type-before.js";
import { chartCard, keeper } from "./type-chart-card.js";
import { colorOf } from "./type-colors.js";
import { card, figureList } from "./type-figures.js";
import { daysOver, partsOf, placeOf } from "./type-period.js";
import { sampleList } from "./type-samples.js";
import { typeName } from "./names.js";
import { loadUnits } from "./units.js";
import { guarded } from "./problems.js";
import { copyUUIDs } from "./workout-copies.js";
import { workoutHistory } from "./workout-history.js";

/** The periods to choose from. */
export const views = ["week", "month", "sixMonths", "year", "fiveYears"];
/** Returns the initial period. */
export const standard = () => "month";

/** Shows the workouts of a period: their durations, and a list with links. */
export async function show(place, context) {
  const { type, period, signal } = context;
  await loadUnits(unitTypes(type));
  const workouts = await load(type, period, signal);
  if (signal.aborted) return;
  const earlier = periodBefore(period);
  present(place, { ...context, parts: partsOf(period), workouts, earlier,
    before: load(type, earlier, signal).then((found) => (found.length ? found : null)) });
}

/** Loads the workouts that begin in a period, without copies. */
async function load(type, period, signal) {
  const all = [];
  const copies = await copyUUIDs();
  for await (const page of pages("/v1/samples", { type, from: period.start, to: period.end, order: "newestFirst", limit: 100 })) {
    if (signal.aborted) break;
    all.push(...page.map(briefWorkout));
  }
  for (const one of all) one.time = Date.parse(one.startDate);
  return all.filter(({ time, uuid }) => time >= period.start && !copies.has(uuid));
}

const present = keeper(({ type }) => {
  const main = chartCard(barChart);
  const list = card(t("type_workouts"));
  const compared = beforeSwitch((isChart) => (isChart ? draw() : show(place)));
  main.element.append(compared.element);
  let now;
  let place = null;

  function set(context) {
    now = context;
    compared.begin(now.earlier, now.before);
    draw();
  }

  /** Returns the workouts of the period before as a layer of the chart. */
  function beforeLayer(answer) {
    if (!answer) return undefined;
    const parts = partsOf(now.earlier);
    const values = parts.map((part) => minutes(within(part, answer)) || null);
    return { label: now.earlier.label, lines: [values],
      texts: values.map((value, at) => (value === null ? null : `${parts[at].title}: ${duration(value * 60)}`)) };
  }

  function draw() {
    const selected = isSelected() ? placeOf(now.parts, now.period) : null;
    const values = now.parts.map((part) => minutes(within(part)) || null);
    show(values[selected] ? selected : null);
    main.set(now.workouts.length === 0 ? null : {
      label: typeName(type), labels: now.parts.map((part) => part.label), names: now.parts.map((part) => part.title),
      head: t(`type_head_${now.period.every}`), values, format: (value) => duration(value * 60), axisFormat: (value) => number(value),
      colour: colorOf(type), selected: values[selected] ? selected : null, before: beforeLayer(compared.drawn()),
      onSelect: (index) => { show(index); if (index !== null) now.select(now.parts[index].from); },
    });
  }

  /** Returns whether a bar is selected, which requires a day in the page's address. */
  const isSelected = () => new URLSearchParams(location.search).has("date");
  const within = ({ start, end }, list = now.workouts) => list.filter(({ time }) => time >= start && time < end);
  const minutes = (workouts) => workouts.reduce((sum, one) => sum + one.duration, 0) / 60;

  function show(index) {
    place = index;
    const before = compared.answer();
    const part = index === null ? null : now.parts[index];
    const some = part ? within(part) : now.workouts;
    const finished = over();
    const parts = comparedParts(now.period, now.earlier);
    main.figures(figureList([
      part && { name: part.title, text: duration(minutes(some) * 60), note: t.plural("type_workouts_count", some.length, { count: number(some.length) }) },
      { name: t("type_total"), text: duration(minutes(now.workouts) * 60),
        note: t.plural("type_workouts_count", now.workouts.length, { count: number(now.workouts.length) }) },
      // The sum of an unfinished period grows: its finished days are compared.
      figureBefore(parts, { now: minutes(now.workouts.filter(({ startDate }) => isIn(parts.now, civil(startDate)))),
        before: before && minutes(before.filter(({ startDate }) => isIn(parts.before, civil(startDate)))),
        isLoading: before === undefined, format: (value) => duration(value * 60), round: Math.round }),
      finished.length > 0 && { name: t("type_weekly"), text: duration((minutes(finished) * 60 * 7) / days()) },
    ]));
    list.element.hidden = some.length === 0;
    list.fill(part && h("p", { class: "quiet" }, part.title), sampleList(some.slice(0, most)),
      some.length > most && h("p", { class: "actions" }, h("a", { class: "button", href: `/types/${now.type}/samples` }, t("type_all"))));
  }
  /** Returns the workouts of the finished days, and the number of these days, at least a week. */
  const over = () => {
    const end = moment(today());
    return now.workouts.filter(({ time }) => time < end);
  };
  const days = () => Math.max(7, daysOver(now.period, today()));

  const history = workoutHistory();
  guarded(history.element, history.show);
  return { element: h("div", {}, main.element, list.element, history.element), set };
});

/** The maximum number of listed workouts; the list of all data contains the others. */
const most = 60;
