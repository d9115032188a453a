// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { stackedChart } from "./charts.js";
import { h } from "./dom.js";
import { addDays, duration } from "./format.js";
import { t } from "./strings.js";
import { beforeSwitch, comparedParts, figureBefore, periodBefore } from "./type-before.js";
import { chartCard, keeper } from "./type-chart-card.js";
import { figureList } from "./type-figures.js";
import { partsOf, placeOf, views as allViews } from "./type-period.js";
import { nights, stages } from "./type-sleep-data.js";
import { showNight } from "./type-sleep-night.js";
import { preferences } from "./units.js";
import { categoryValueName } from "./value-names.js";

/** The periods to choose from. */
export const views = allViews;
/** Returns the initial period. */
export const standard = () => "week";

/** Shows nights: one by its stages, or many side by side. */
export async function show(place, context) {
  const { type, period, signal } = context;
  if (period.view === "day") return showNight(place, context);
  const byDay = await nights(period.from, period.to, signal);
  const { goals } = await preferences();
  if (signal.aborted) return;
  const earlier = periodBefore(period);
  present(place, { ...context, ...inParts(period, byDay), goal: goals?.[type], earlier,
    before: earlier && nights(earlier.from, earlier.to, signal).then((days) => (days.size ? inParts(earlier, days) : null)) });
}

const inParts = (period, byDay) => ({ byDay, whole: average(period, byDay), parts: partsOf(period).map((part) => ({ ...part, night: average(part, byDay) })) });

/** Returns the average of the finished nights of some days, or of all if none is finished; null without data. */
function average({ from, to }, byDay) {
  const all = [];
  for (let day = from; day < to; day = addDays(day, 1)) if (byDay.has(day)) all.push(byDay.get(day));
  if (!all.length) return null;
  const over = all.filter((night) => !night.isPartial);
  const list = over.length ? over : all;
  const mean = (of) => list.reduce((sum, night) => sum + of(night), 0) / list.length;
  return { count: list.length, asleep: mean((night) => night.asleep), covered: mean((night) => night.covered),
    byValue: new Map(stages.map(({ value }) => [value, mean((night) => night.byValue.get(value) ?? 0)])) };
}

const present = keeper(({ type }) => {
  const main = chartCard(stackedChart);
  const open = h("button", { type: "button" }, t("type_sleep_open"));
  const actions = h("p", { class: "actions" }, open);
  const compared = beforeSwitch((isChart) => (isChart ? draw() : show(place)));
  main.element.append(actions, compared.element);
  let now;
  let place = null;

  function set(context) {
    now = context;
    compared.begin(now.whole && now.earlier, now.before);
    const { parts, period } = now;
    const at = placeOf(parts, period);
    const isChosen = new URLSearchParams(location.search).has("date");
    place = isChosen && at >= 0 && parts[at].night ? at : null;
    draw();
  }

  /** Returns the nights of the period before as a layer of the chart. */
  function beforeLayer(answer) {
    if (!answer?.whole) return undefined;
    const hours = answer.parts.map(({ night }) => (night ? night.asleep / 3600 : null));
    return { label: now.earlier.label, lines: [hours],
      texts: hours.map((value, at) => (value === null ? null : `${answer.parts[at].title}: ${duration(value * 3600)}`)) };
  }

  function draw() {
    const { parts, period } = now;
    show(place);
    main.set(now.whole && {
      label: t("type_total"), labels: parts.map((part) => part.label), names: parts.map((part) => part.title),
      head: t(period.every === "day" ? "type_sleep_night" : `type_head_${period.every}`),
      series: used(now.whole).map(({ value, colour }) => ({ label: categoryValueName(type, value), colour,
        values: parts.map((part) => (part.night ? part.night.byValue.get(value) / 3600 || null : null)) })),
      format: (hours) => duration(hours * 3600), axisFormat: (hours) => duration(hours * 3600), axisStep: 1, goal: goalRule(now.goal), selected: place,
      before: beforeLayer(compared.drawn()),
      onSelect: (index) => { show(index); if (index !== null) now.select(parts[index].from); },
    });
  }

  function show(index) {
    place = index;
    const { parts, period, whole, earlier } = now;
    const before = compared.answer();
    const pair = comparedParts(period, earlier);
    const [mine, theirs] = pair ? [average(pair.now, now.byDay), before && average(pair.before, before.byDay)] : [];
    const night = index === null ? null : parts[index].night;
    const count = (one) => t.plural("type_sleep_nights", one.count, { count: one.count });
    main.figures(figureList([
      night && { name: parts[index].title, text: duration(night.asleep),
        note: period.every === "day" ? t("type_sleep_total") : `${t("type_sleep_average")} · ${count(night)}` },
      { name: t("type_sleep_average"), text: whole ? duration(whole.asleep) : "–", note: whole && count(whole) },
      whole && figureBefore(pair, { now: mine?.asleep, before: theirs?.asleep,
        days: theirs && { now: mine?.count ?? 0, before: theirs.count }, isLoading: before === undefined,
        format: (seconds) => duration(seconds), round: (seconds) => Math.round(seconds / 60) * 60 }),
      { name: t("type_sleep_bed"), text: whole ? duration(whole.covered) : "–", note: whole && t("type_average") },
    ]));
    actions.hidden = !night || period.every !== "day";
    open.onclick = () => now.go({ view: "day", day: parts[index].from });
  }

  return { element: h("div", {}, main.element), set };
});

/** Returns the stages that occur for at least a minute; shorter ones would not be visible. */
const used = (whole) => stages.filter(({ value }) => whole.byValue.get(value) >= 60);

/** Returns the line of the goal, in hours. */
function goalRule(goal) {
  if (!goal) return undefined;
  const hours = goal.value / ({ hr: 1, min: 60, s: 3600 }[goal.unit] ?? 1);
  return { value: hours, label: t("type_goal_line", { value: duration(hours * 3600) }), colour: "--sleep" };
}
