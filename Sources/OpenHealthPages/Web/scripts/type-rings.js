// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { get } from "./api.js";
import { fill, h } from "./dom.js";
import { addDays, date, daysBetween, moment, number } from "./format.js";
import { typeName, withUnit, unitName } from "./names.js";
import { showNoData } from "./problems.js";
import { t } from "./strings.js";
import { amount, shownUnit, words } from "./type-amounts.js";
import { comparedParts, isIn, periodBefore, signed } from "./type-before.js";
import { monthTable } from "./type-calendar-table.js";
import { card, figureList, figureTable } from "./type-figures.js";
import { ringPicture, rings, shareOf } from "./type-rings-picture.js";
import { loadUnits } from "./units.js";

/** The periods to choose from. */
export const views = ["day", "week", "month"];
/** Returns the initial period. */
export const standard = () => "month";
/** Returns the types from which the rings are computed. */
export const types = () => ["activeEnergyBurned", "appleExerciseTime", "appleStandHour"];

let focusOn;

/** Shows the activity rings of days, with their goals. */
export async function show(place, context) {
  const { period, signal } = context;
  const [{ activitySummaries }] = await Promise.all([
    get("/v1/activity-summaries", { from: period.view === "day" ? periodBefore(period).from : period.from, to: addDays(period.to, -1) }, { signal }),
    loadUnits(["activeEnergyBurned", "appleMoveTime", "appleExerciseTime"])]);
  if (signal.aborted) return;
  const days = new Map(activitySummaries.map((day) => [day.date, day]));
  const earlier = periodBefore(period);
  if (period.view !== "month" && ![...days.keys()].some((day) => day >= period.from)) return showNoData(place);
  const main = card();
  const detail = h("div", {});
  if (period.view === "day") {
    main.fill(oneDay(days.get(period.day), 180), dayBefore(days.get(earlier.day), earlier));
    return fill(place, main.element);
  }
  const select = (day) => {
    fill(detail, h("h2", { class: "type-sub" }, date(moment(day, "12:00"), "full")), oneDay(days.get(day), 120));
  };
  // The table is created again when data changes: the focus stays on its day.
  if (place.querySelector(".calendar")?.contains(document.activeElement)) focusOn ??= period.day;
  const table = monthTable(period, `${typeName("activitySummary")}, ${period.label}`, period.day, (day) => {
    const summary = days.get(day);
    return summary ? { content: [ringPicture(summary, 36)], text: rings.map((ring) => line(ring, summary)).join(", ") } : null;
  }, { choose: (day) => { context.select(day); select(day); }, leave: (day) => { focusOn = day; context.go({ day }); } });
  const isOpen = place.querySelector("details")?.open;
  const counted = h("div", {}, closed([...days.values()], period, earlier));
  get("/v1/activity-summaries", { from: earlier.from, to: addDays(earlier.to, -1) }, { signal })
    .then(({ activitySummaries: list }) => list, () => null)
    .then((before) => fill(counted, closed([...days.values()], period, earlier, before)));
  main.fill(counted, table.element,
    h("details", { class: "chart-table", open: isOpen }, h("summary", {}, t("type_ring_table")), figureTable(t("type_ring_table"),
      [t("type_head_day"), ...rings.map((ring) => t(ring.text))],
      [...days.values()].map((day) => [date(moment(day.date, "12:00"), "full"), ...rings.map((ring) => figures(ring, day))]))));
  const chosen = card();
  chosen.fill(detail);
  fill(place, main.element, chosen.element);
  select(period.day);
  if (focusOn) table.focus(focusOn);
  focusOn = undefined;
}

/** Returns the number of days on which each goal was reached, and these numbers in the period before. */
function closed(days, period, earlier, before) {
  const counts = (list) => rings.map((ring) => list.filter((day) => shareOf(ring, day) >= 1).length);
  // The numbers of an unfinished period grow: its finished days are compared, if at least half of both parts have rings.
  const parts = comparedParts(period, earlier);
  const [mine, theirs] = [days.filter(({ date: day }) => isIn(parts.now, day)), before?.filter(({ date: day }) => isIn(parts.before, day))];
  const isHalf = (list, part) => list.length > 0 && list.length * 2 >= daysBetween(part.from, part.to);
  const [now, then] = [counts(days), theirs && isHalf(theirs, parts.before) ? counts(theirs) : null];
  const isOver = then && isHalf(mine, parts.now);
  const differences = isOver && counts(mine).map((count, at) => signed(count - then[at], (value) => number(value))).join(" / ");
  return figureList([...rings.map((ring, at) => ({ name: t(ring.text), note: t("type_ring_closed"),
    text: t.plural("type_count_days", now[at], { count: number(now[at]) }) })),
  { name: t("type_before", { period: parts.before.label }), text: before === undefined ? "…" : then ? then.map((count) => number(count)).join(" / ") : "–",
    note: [isOver && t("type_before_difference", { difference: differences }),
      theirs && t.plural("type_days", theirs.length, { days: theirs.length, all: daysBetween(parts.before.from, parts.before.to) })].filter(Boolean).join(" · ") || "\u00a0" }]);
}

/** Returns the figures of the day before. */
const dayBefore = (day, period) => figureList([{ name: t("type_before", { period: period.label }),
  text: day ? rings.map((ring) => inWords(ring.of(day)[0], ring.type(day)) ?? "–").join(" / ") : "–", note: day ? null : t("problem_nodata") }]);

/** Formats one figure of a ring: "527 kcal of 500 kcal". */
function figures(ring, day) {
  const [value, goal] = ring.of(day).map((quantity) => inWords(quantity, ring.type(day)));
  return goal ? t("type_ring_of", { value, goal }) : value;
}

function inWords(quantity, type) {
  if (!quantity) return undefined;
  // Stand hours are a number without a unit; their own type has them as events.
  if (!type) return withUnit(number(quantity.value), unitName("hr", { count: quantity.value }));
  const unit = shownUnit(type);
  return words(amount(quantity, unit, type), unit, type);
}

const line = (ring, day) => t("chart_selected", { label: t(ring.text), value: figures(ring, day) });

/** Returns the rings of a day with their figures. */
function oneDay(day, size) {
  if (!day) return h("p", { class: "quiet" }, t("problem_nodata"));
  return h("div", { class: "ring-day" }, ringPicture(day, size), h("ul", { class: "type-figures plain" }, rings.map((ring) => {
    const swatch = h("span", { class: "swatch" });
    swatch.style.background = `var(${ring.colour})`;
    return h("li", {}, h("span", { class: "quiet small" }, swatch, t(ring.text)), " ", h("span", { class: "figure" }, inWords(ring.of(day)[0], ring.type(day))),
      h("span", { class: "quiet small" }, " ", t("type_goal_line", { value: inWords(ring.of(day)[1], ring.type(day)) ?? "–" })));
  })), day.isPaused && h("p", { class: "quiet" }, t("type_ring_paused")));
}
