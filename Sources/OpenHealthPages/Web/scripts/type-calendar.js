// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { barChart } from "./charts.js";
import { fill, h } from "./dom.js";
import { date, duration, moment, number, today } from "./format.js";
import { factsOf, typeName } from "./names.js";
import { guarded } from "./problems.js";
import { t } from "./strings.js";
import { daysOf, measureOf, samplesOn } from "./type-calendar-data.js";
import { monthTable } from "./type-calendar-table.js";
import { beforeSwitch, comparedParts, figureBefore, isIn, periodBefore } from "./type-before.js";
import { chartCard, keeper } from "./type-chart-card.js";
import { colorOf } from "./type-colors.js";
import { card, figureList } from "./type-figures.js";
import { levels, mark } from "./type-marks.js";
import { daysOver, partsOf, placeOf } from "./type-period.js";
import { sampleList } from "./type-samples.js";

/** The periods to choose from. */
export const views = ["month", "sixMonths", "year", "fiveYears"];
/** Returns the initial period. */
export const standard = () => "month";

let focusOn;

/** Shows a category type: a month as a calendar, longer periods as bars. */
export async function show(place, context) {
  const { type, period, signal } = context;
  const days = await daysOf(type, period, signal);
  if (signal.aborted) return;
  const earlier = periodBefore(period);
  const now = { ...context, days, measure: measureOf(type), earlier, before: daysOf(type, earlier, signal).then((found) => (found.size ? found : null)) };
  if (context.period.view === "month") showMonth(place, now);
  else showBars(place, { ...now, parts: partsOf(now.period) });
}

// MARK: amounts

const sums = {
  minutes: (list) => list.reduce((sum, day) => sum + day.seconds, 0),
  entries: (list) => list.reduce((sum, day) => sum + day.entries, 0),
  days: (list) => list.filter((day) => day.isPresent).length,
};
const text = (measure, value) => (measure === "minutes"
  ? duration(value, { exact: value < 3600 })
  : t.plural(`type_count_${measure}`, value, { count: number(value) }));

/** Returns the figures of a period: the number of days, and the number or duration of samples. */
function figuresOf({ type, period, days, measure, earlier }, before) {
  const list = [...days.values()];
  const present = list.filter((day) => day.isPresent);
  // The average is over finished days, if most have data: otherwise the number of days is more meaningful.
  const over = [...days].filter(([day, entry]) => entry.isPresent && day < today()).map(([, entry]) => entry);
  const isUsual = over.length > 0 && over.length * 2 >= daysOver(period, today());
  const amount = (entries, part) => sums[measure]([...entries].filter(([day]) => isIn(part, day)).map(([, entry]) => entry));
  const parts = comparedParts(period, earlier);
  return figureList([
    measure !== "days" && { name: t("type_total"), text: text(measure, sums[measure](list)) },
    measure !== "days" && isUsual && { name: t("type_daily_average"), text: measure === "minutes"
      ? text(measure, sums.minutes(over) / over.length) : number(sums.entries(over) / over.length, 1) },
    { name: measure === "days" ? typeName(type) : t("type_with_data"), text: text("days", present.length) },
    // The figure of an unfinished period grows: its finished days are compared.
    figureBefore(parts, { now: parts.now.to > parts.now.from ? amount(days, parts.now) : null, before: before && amount(before, parts.before), isLoading: before === undefined,
      format: (value) => text(measure, value) }),
  ]);
}

// MARK: a month

function showMonth(place, now) {
  const { type, period, days, measure } = now;
  const [main, list] = [card(), card()];
  const table = monthTable(period, `${typeName(type)}, ${period.label}`, period.day, (day) => cell(days.get(day), measure), {
    choose: (day) => { now.select(day); showDay(list, type, day); },
    leave: (day) => { focusOn = day; now.go({ day }); },
  });
  // The table is created again when data changes: the focus stays on its day.
  if (place.querySelector(".calendar")?.contains(document.activeElement)) focusOn ??= period.day;
  const figures = h("div", {}, figuresOf(now));
  now.before.then((before) => fill(figures, figuresOf(now, before)), () => fill(figures, figuresOf(now, null)));
  main.fill(figures, table.element, legend(type, days, measure));
  fill(place, main.element, list.element);
  if (focusOn) table.focus(focusOn);
  focusOn = undefined;
  showDay(list, type, period.day);
}

/** Returns the content of a day: its mark, or a duration or number. */
function cell(day, measure) {
  if (!day) return null;
  if (measure === "days") {
    return { content: [mark(day.level), day.entries > 1 && h("span", { class: "small quiet calendar-count" }, `×${number(day.entries)}`)],
      text: [day.label, day.entries > 1 && text("entries", day.entries)].filter(Boolean).join(", ") };
  }
  const value = measure === "minutes" ? day.seconds : day.entries;
  return { content: [h("span", { class: "calendar-figure" }, measure === "minutes" ? short(value) : number(value))], text: text(measure, value) };
}

const short = (seconds) => duration(Math.max(60, seconds));

/** Returns the legend of the marks. */
function legend(type, days, measure) {
  if (measure !== "days") return null;
  const seen = new Set([...days.values()].map((day) => day.value));
  const known = levels(type).filter(({ value }) => seen.has(value));
  return known.length > 0 && h("ul", { class: "chart-legend plain" }, known.map(({ label, level }) => h("li", {}, mark(level), label)));
}

/** Shows the samples of a day below the calendar. */
function showDay(list, type, day) {
  guarded(list.body, async () => {
    const samples = await samplesOn(type, day);
    list.fill(h("h2", { "aria-live": "polite" }, date(moment(day, "12:00"), "full")),
      samples.length ? sampleList(samples, { hasDays: false }) : h("p", { class: "quiet" }, t("problem_nodata")),
      Boolean(factsOf(type)?.entry) && h("p", { class: "actions" }, h("a", { class: "button", href: `/add/${type}?date=${day}` }, t("frame_add"))));
  }, { type });
}

// MARK: longer stretches

const present = keeper(({ type }) => {
  const main = chartCard(barChart);
  const closer = h("button", { type: "button" });
  const actions = h("p", { class: "actions" }, closer);
  const compared = beforeSwitch((isChart) => (isChart ? draw() : main.figures(figuresOf(now, compared.answer()))));
  main.element.append(actions, compared.element);
  let now;

  function set(next) {
    now = next;
    compared.begin(now.earlier, now.before);
    draw();
  }

  const sumsIn = (parts, days) => parts.map((part) => [...days].filter(([day]) => day >= part.from && day < part.to).map(([, value]) => value))
    .map((list) => (list.length ? sums[now.measure](list) : null));

  /** Returns the figures of the period before as a layer of the chart. */
  function beforeLayer(answer, scale, format) {
    if (!answer) return undefined;
    const parts = partsOf(now.earlier);
    const values = sumsIn(parts, answer).map((value) => (value === null ? null : value / scale));
    return { label: now.earlier.label, lines: [values],
      texts: values.map((value, at) => (value === null ? null : `${parts[at].title}: ${format(value)}`)) };
  }

  function draw() {
    const { parts, period, days, measure } = now;
    const values = sumsIn(parts, days);
    // An axis in hours has round figures.
    const scale = measure !== "minutes" ? 1 : values.some((value) => value > 7200) ? 3600 : 60;
    const at = placeOf(parts, period);
    const selected = values[at] ? at : null;
    const choose = (index) => {
      actions.hidden = index === null;
      if (index === null) return;
      closer.textContent = t("type_open_month", { month: date(moment(parts[index].from, "12:00"), "month") });
      closer.onclick = () => now.go({ view: "month", day: parts[index].from });
    };
    const format = (value) => text(measure, Math.round(value * scale));
    main.figures(figuresOf(now, compared.answer()));
    main.set(values.every((value) => value === null) ? null : {
      label: typeName(type), labels: parts.map((part) => part.label), names: parts.map((part) => part.title), head: t(`type_head_${period.every}`),
      values: values.map((value) => (value === null ? null : value / scale)), format,
      axisFormat: (value) => (measure === "minutes" ? duration(value * scale) : Number.isInteger(value) ? number(value) : ""),
      before: beforeLayer(compared.drawn(), scale, format),
      colour: colorOf(type), selected, onSelect: (index) => { choose(index); if (index !== null) now.select(parts[index].from); },
    });
    choose(selected);
  }
  return { element: h("div", {}, main.element), set };
});

const showBars = (place, now) => present(place, now);
