// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { get } from "./api.js";
import { fill, h } from "./dom.js";
import { t } from "./strings.js";
import { typeName, shortName } from "./names.js";
import { date, dateRange, duration, firstWeekday, moment, number, zone } from "./format.js";
import { inUnit, loadUnits, preferences, shown } from "./units.js";
import { chevron } from "./dashboard-panel.js";
import { highlightChart } from "./highlight-chart.js";
import { addressOf, chartOf, inOrder, isLevel } from "./highlight-data.js";

/** The maximum number of cards, and of levels. */
const [MOST, MOST_LEVELS] = [6, 3];
/**
 * The statements about what changed and what is unusual: each a card with its chart, which leads to the period of the statement; the
 * levels of published tables in a row of their own. Hidden where there are none.
 * @param {HTMLElement} section where the cards are put.
 * @param {HTMLElement} quiet where the levels are put.
 * @returns {{show: function(): Promise}} `show` asks again, and waits until the charts are drawn.
 */
export function insightPanel(section, quiet) {
  const list = h("ul", { class: "plain highlights" });
  const rows = h("ul", { class: "plain insights levels" });
  fill(section, h("h2", { id: "insights-title" }, t("insights_title")), list);
  fill(quiet, h("h2", { id: "levels-title" }, t("insights_levels")), rows, h("p", { class: "small" }, t("insights_note")));
  let wanted = 0;
  return {
    show: async () => {
      const mine = ++wanted;
      const found = inOrder((await insightsOf()).filter(({ highlight }) => highlight));
      const [cards, levels] = [found.filter((one) => !isLevel(one)).slice(0, MOST), found.filter(isLevel).slice(0, MOST_LEVELS)];
      await loadUnits([...cards, ...levels].map(({ type }) => type));
      if (mine !== wanted) return;
      const drawn = [];
      fill(list, cards.map((insight) => h("li", {}, card(insight, drawn))));
      fill(rows, levels.map((insight) => h("li", {}, level(insight))));
      section.hidden = cards.length === 0;
      quiet.hidden = found.length === 0;
      sessionStorage.setItem("health-highlights", cards.length ? "some" : "none");
      await Promise.all(drawn);
    },
  };
}

/** Loads all statements. */
export const insightsOf = async () => (await get("/v1/insights", { timeZone: zone, firstWeekday: firstWeekday + 1, ...(await goals()) })).insights;

/** The person's goals as the route takes them: of steps in their unit, and of sleep in hours, from 1 to 16. */
async function goals() {
  const { goals: { stepCount: steps, sleepAnalysis: sleep } = {} } = await preferences();
  const hours = sleep ? sleep.value * ({ hr: 1, min: 1 / 60, s: 1 / 3600 }[sleep.unit] ?? 0) : 0;
  return { goal: steps?.unit === "count" ? `stepCount:${steps.value}` : undefined, sleepGoal: hours >= 1 && hours <= 16 ? hours : undefined };
}

const nameOf = ({ kind, type }) => typeName(kind === "bloodPressure" ? "bloodPressure" : shortName(type));

/**
 * Returns the card of a statement. Its chart arrives later, in space that is kept for it; without it, the sentence is enough.
 * @param {Promise[]} drawn the list to which the promise of the chart is added.
 */
function card(insight, drawn) {
  const place = h("span", { class: "highlight-picture", "aria-hidden": "true" });
  drawn.push(chartOf(insight, (value) => figure(insight, value)).then((chart) => fill(place, highlightChart(chart),
    h("span", { class: "small highlight-days" }, h("span", {}, date(noon(chart.first), "short")), h("span", {}, date(noon(chart.last), "short")))), () => {}));
  return h("a", { href: addressOf(insight), class: "card insight", data: { kind: insight.kind, type: shortName(insight.type) } },
    h("span", { class: "highlight-name" }, icon(insight), h("strong", {}, nameOf(insight)), chevron()),
    h("span", { class: "insight-text" }, sentence(insight)), periodNote(insight), place);
}

/** Returns the row of a level. */
function level(insight) {
  return h("a", { href: addressOf(insight), class: "insight", data: { kind: insight.kind, type: shortName(insight.type) } },
    h("strong", {}, nameOf(insight)), h("span", {}, h("span", { class: "insight-text" }, sentence(insight)), " ", periodNote(insight)));
}

/** The kinds of statements whose sentences do not name their days. */
const undated = new Set(["streak"]);

/** Returns the days of a statement whose sentence does not name them; null for others. */
export const periodNote = (insight) => (undated.has(insight.kind) ? h("span", { class: "small insight-days" }, days(insight.period)) : null);

/** The pictures of the kinds of statements, as paths in a square of 24. */
const paths = {
  range: "M12 3 21 12 12 21 3 12Z M12 8v5 M12 16v.01",
  up: "M4 17 10 11 14 15 20 7 M14 7h6v6",
  down: "M4 7 10 13 14 9 20 17 M14 17h6v-6",
  record: "M7 4h10v5a5 5 0 0 1-10 0Z M7 5H4a3 3 0 0 0 3 5 M17 5h3a3 3 0 0 1-3 5 M12 14v4 M8 20h8",
  streak: "M4 12 9 17 20 6",
  sleep: "M19 14.5A8 8 0 1 1 9.5 5 6.5 6.5 0 0 0 19 14.5Z",
};

function icon({ kind, value, before }) {
  const name = kind === "trend" || kind === "comparison" ? (value > before.value ? "up" : "down") : kind;
  return h("svg", { class: "highlight-icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: paths[name] ?? paths.streak }));
}

/** The sentence of a statement, in the language of the page. */
export function sentence(insight) {
  return makers[insight.kind](insight);
}

const noon = (day) => moment(day, "12:00");
const dayText = (day) => date(noon(day), "day");
const days = (period) => dateRange(noon(period.firstDay), noon(period.lastDay), "short");

/** A figure of the type in the unit that the person likes. */
const figure = (insight, value) => (insight.unit === "s" ? duration(value) : shown(value, insight.unit, insight.type));

/** A figure of a period with its dates: a level is that of its period. */
const withPeriod = (insight, text) => `${text} (${days(insight.period)})`;

const makers = {
  comparison: (insight) => t(insight.value > insight.before.value ? "insights_more" : "insights_less", {
    value: figure(insight, insight.value), before: figure(insight, insight.before.value), range: days(insight.period) }),
  trend: (insight) => t(trendKey(insight), {
    value: figure(insight, insight.value), before: figure(insight, insight.before.value), day: days(insight.start ?? insight.period) }),
  range: (insight) => t(insight.value > insight.before.value ? "insights_above" : "insights_below", {
    value: figure(insight, insight.value), low: figure(insight, insight.interval.low), high: figure(insight, insight.interval.high),
    day: dayText(insight.period.firstDay) }),
  record: (insight) => t("insights_record", { value: figure(insight, insight.value), day: dayText(insight.period.firstDay) }),
  streak: (insight) => t.plural("insights_streak", insight.period.count, {
    count: number(insight.period.count), goal: figure(insight, insight.goal), longest: number(insight.longest ?? 0) }),
  bloodPressure: (insight) => {
    const level = (table) => t(`insights_pressure_${insight.levels.find((one) => one.table === table).level}`);
    return t.plural("insights_pressure", insight.period.count, {
      value: withPeriod(insight, pressure(insight)), count: number(insight.period.count), american: level("accAHA2017"), european: level("escESH2018") });
  },
  cardioFitness: (insight) => t("insights_fitness", {
    value: withPeriod(insight, figure(insight, insight.value)), level: t(`insights_fitness_${insight.levels[0].level}`) }),
  walkingSpeed: (insight) => t("insights_speed", {
    value: withPeriod(insight, figure(insight, insight.value)), level: t(`insights_speed_${insight.levels[0].level}`) }),
  sleep: (insight) => [
    t("insights_sleep", { value: withPeriod(insight, duration(insight.value)), from: clock(insight.sleep.onset), to: clock(insight.sleep.wake) }),
    insight.sleep.regularity === undefined ? "" : t("insights_regularity", { value: number(insight.sleep.regularity) }),
    insight.sleep.missing < 60 ? "" : t.plural("insights_missing", insight.sleep.missingNights, {
      value: duration(insight.sleep.missing), goal: duration(insight.goal), count: number(insight.sleep.missingNights) }),
  ].filter(Boolean).join(" "),
};

const trendKey = ({ shape, value, before }) =>
  `insights_${shape === "gradual" ? "gradual" : "trend"}_${value > before.value ? "up" : "down"}`;

/** A time of day from seconds after midnight; the day is one without a change of clocks anywhere. */
const clock = (seconds) => date(new Date(Date.UTC(2026, 0, 15) + (Math.round(seconds / 60) % 1440) * 60000), "time", "UTC");

/** The systolic and the diastolic pressure with one unit. */
function pressure({ value, secondValue, unit, type }) {
  const high = inUnit(value, unit, type);
  const low = inUnit(secondValue, unit, type);
  const digits = high.unit === "mmHg" ? 0 : 1;
  return `${number(high.value, digits)}/${shown(secondValue, unit, type, low.unit === "mmHg" ? 0 : 1)}`;
}
