// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { get } from "./api.js";
import { fill, h } from "./dom.js";
import { t } from "./strings.js";
import { typeName, shortName } from "./names.js";
import { date, dateRange, duration, firstWeekday, moment, number, zone } from "./format.js";
import { inUnit, loadUnits, preferences, shown } from "./units.js";

/** The maximum number of sentences. */
const MOST = 6;

/**
 * The sentences about what changed and what is unusual; each leads to the chart of its type. Hidden where there are none.
 * @param {HTMLElement} section where they are put.
 * @returns {{show: function(): Promise}} `show` asks again.
 */
export function insightPanel(section) {
  const list = h("ul", { class: "plain insights" });
  section.append(list, h("p", { class: "small" }, t("insights_note")));
  let wanted = 0;
  return {
    show: async () => {
      const mine = ++wanted;
      const highlights = (await insightsOf()).filter(({ highlight }) => highlight).slice(0, MOST);
      await loadUnits(highlights.map(({ type }) => type));
      if (mine !== wanted) return;
      fill(list, highlights.map((insight) => h("li", {}, link(insight))));
      section.hidden = highlights.length === 0;
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

const pages = { bloodPressureSystolic: "bloodPressure" };

function link(insight) {
  const type = shortName(insight.type);
  return h("a", { href: `/types/${pages[type] ?? type}`, class: "insight", data: { kind: insight.kind, type } },
    h("strong", {}, insight.kind === "bloodPressure" ? typeName("bloodPressure") : typeName(type)), h("span", {}, sentence(insight)));
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
