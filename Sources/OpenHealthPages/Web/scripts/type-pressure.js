// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { get } from "./api.js";
import { h } from "./dom.js";
import { addDays, date, daysBetween, number, today, valueText } from "./format.js";
import { typeName, unitName, withUnit } from "./names.js";
import { unitTypes } from "./sample-text.js";
import { t } from "./strings.js";
import { rangeWords, shownUnit, words } from "./type-amounts.js";
import { beforeSwitch, comparedParts, figureBefore, periodBefore, signed } from "./type-before.js";
import { chartCard, keeper } from "./type-chart-card.js";
import { card, figureList } from "./type-figures.js";
import { placeOf, views as allViews } from "./type-period.js";
import { twoRanges } from "./type-pressure-chart.js";
import { averageOf, load } from "./type-quantity-data.js";
import { sampleList } from "./type-samples.js";
import { loadUnits } from "./units.js";

/** The periods to choose from. */
export const views = allViews;
/** Returns the initial period. */
export const standard = () => "month";

const members = [
  { type: "bloodPressureSystolic", label: "type_systolic", colour: "--heart" },
  { type: "bloodPressureDiastolic", label: "type_diastolic", colour: "--weight" },
];
/** Returns the drawn types: the correlation and its two members. */
export const types = (type) => [type, ...members.map((member) => member.type)];

/** Shows blood pressure: both pressures as ranges, and the latest readings of the period. */
export async function show(place, context) {
  const { type, period, signal } = context;
  await loadUnits(unitTypes(type));
  const both = (wanted) => Promise.all(members.map((member) => load(member.type, wanted, shownUnit(member.type), signal)));
  const [[high, low], { samples }] = await Promise.all([both(period),
    get("/v1/samples", { type, from: period.start, to: period.end, order: "newestFirst", limit: 20 }, { signal })]);
  if (signal.aborted) return;
  const earlier = periodBefore(period);
  present(place, { ...context, parts: high.parts, both: [high, low], samples, earlier, before: earlier && both(earlier).then((found) => (found[0].whole ? found : null)) });
}

const present = keeper(() => {
  const main = chartCard(twoRanges);
  const list = card(t("type_pressure_latest"));
  const compared = beforeSwitch((isChart) => (isChart ? draw() : figures(now, place)));
  main.element.append(compared.element);
  let now;
  let place = null;
  const range = (member, value) => rangeWords(value.low, value.high, shownUnit(member.type), member.type);
  /** Formats both pressures with one unit, from figures in the order of `members`; a dash if one is missing. */
  const pair = (values) => (values.some((value) => value === null || value === undefined)
    ? "–" : withUnit(values.map((value, at) => valueText(value, shownUnit(members[at].type), members[at].type)).join("/"),
      unitName(shownUnit(members[0].type))));
  const pairOf = (key, values) => pair(values.map((value) => value?.[key]));
  /** Formats the ranges of both pressures. */
  const ranges = (values) => (values.every(Boolean)
    ? withUnit(values.map(({ low, high }, at) => spread(low, high, members[at].type)).join("/"), unitName(shownUnit(members[0].type))) : "–");
  const spread = (low, high, type) => {
    const [first, last] = [low, high].map((value) => valueText(value, shownUnit(type), type));
    return first === last ? first : `${first}–${last}`;
  };
  const format = (value) => words(value, shownUnit(members[0].type), members[0].type);

  /** Returns the averages of the period before, with the difference of both pressures. */
  function earlierFigure(both, period, earlier) {
    const before = compared.answer();
    // A measurement of today is final.
    const parts = both[0].whole && comparedParts(period, earlier, addDays(today(), 1));
    const of = (list, part) => (period.view === "day" ? list.map((one) => one.whole) : list.map((one) => part && averageOf(one.daily, part)));
    const [mine, theirs] = [of(both, parts?.now), of(before ?? [], parts?.before)];
    const [now, then] = [mine, theirs].map((list) => list.map((one) => one?.average ?? null));
    const days = theirs[0]?.days && { now: mine[0]?.days ?? 0, before: theirs[0].days };
    const figure = figureBefore(parts, { now: null, before: then[0], days, isLoading: before === undefined, format });
    if (!figure || !then.length || figure.text === "–" || [...now, ...then].includes(null)) return figure;
    if (days && days.now * 2 < daysBetween(parts.now.from, parts.now.to)) return { ...figure, text: pair(then) };
    const differences = now.map((value, at) => signed(value - then[at], (off) => valueText(off, shownUnit(members[at].type), members[at].type)));
    return { ...figure, text: pair(then),
      note: [t("type_before_difference", { difference: withUnit(differences.join("/"), unitName(shownUnit(members[0].type))) }), figure.note.trim()]
        .filter(Boolean).join(" · ") };
  }

  function figures({ parts, both, samples, period, earlier }, index) {
    const whole = both.map((one) => one.whole);
    const chosen = index === null ? [] : both.map((one) => one.values[index]);
    const { latestDate } = whole[0] ?? {};
    main.figures(figureList([
      chosen.length > 0 && chosen.every(Boolean) && { name: parts[index].title, text: ranges(chosen), isLong: true,
        note: t("type_average_line", { value: pairOf("average", chosen) }) },
      { name: t("type_range"), text: ranges(whole), isLong: true },
      { name: t("type_average"), text: pairOf("average", whole) },
      earlierFigure(both, period, earlier),
      { name: t("type_latest"), text: pairOf("latest", whole), note: latestDate && date(latestDate, "minute") },
    ]));
    list.element.hidden = samples.length === 0;
  }

  function set(next) {
    now = next;
    compared.begin(now.both[0].whole && now.earlier, now.before);
    const at = placeOf(now.parts, now.period);
    const isChosen = new URLSearchParams(location.search).has("date") && now.both[0].values[at];
    place = isChosen ? at : null;
    draw();
    list.fill(sampleList(now.samples));
  }

  /** Returns the averages of the period before as a layer of the chart: a line for each pressure. */
  function beforeLayer(answer, earlier) {
    if (!answer?.[0].whole) return undefined;
    const averages = answer.map(({ values }) => values.map((value) => value?.average ?? null));
    return { label: earlier.label, lines: averages, texts: averages[0].map((value, at) => (value === null ? null
      : `${answer[0].parts[at].title}: ${pair(averages.map((one) => one[at]))}`)) };
  }

  function draw() {
    const { parts, period, both, earlier } = now;
    figures(now, place);
    const one = (member, value) => value && t("chart_selected", { label: t(member.label), value: range(member, value) });
    const text = (index) => members.map((member, which) => one(member, both[which].values[index])).filter(Boolean).join(", ") || null;
    main.set(both[0].whole && {
      label: typeName(now.type), labels: parts.map((part) => part.label), names: parts.map((part) => part.title),
      series: members.map((member, which) => ({ label: t(member.label), colour: member.colour,
        values: both[which].values.map((value) => value && [value.low, value.high]) })),
      texts: parts.map((_, index) => text(index)), format, axisFormat: (value) => number(value), selected: place,
      before: beforeLayer(compared.drawn(), earlier),
      table: { heads: [t(`type_head_${period.every}`), ...members.map((member) => t(member.label))],
        rows: parts.map((part, index) => [part.title,
          ...members.map((member, which) => both[which].values[index] && range(member, both[which].values[index]))]) },
      onSelect: (index) => { place = index; figures(now, index); if (index !== null && period.every !== "hour") now.select(parts[index].from); },
    });
  }
  return { element: h("div", {}, main.element, list.element), set };
});
