// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { barChart, lineChart, rangeChart } from "./charts.js";
import { trendLayer } from "./charts-trend.js";
import { h } from "./dom.js";
import { addDays, date, digitsOf, today, valueText } from "./format.js";
import { groupOf } from "./groups.js";
import { typeName, unitName } from "./names.js";
import { t } from "./strings.js";
import { amount, rangeWords, shownUnit, words } from "./type-amounts.js";
import { bandLayer, loadBand } from "./type-band.js";
import { beforeSwitch, comparedParts, figureBefore, periodBefore } from "./type-before.js";
import { chartCard, keeper } from "./type-chart-card.js";
import { colorOf } from "./type-colors.js";
import { figureList } from "./type-figures.js";
import { canHaveGoal, optionsCard } from "./type-options.js";
import { daysOver, isLong, placeOf, unfinishedPlace, views as allViews } from "./type-period.js";
import { averageOf, isCumulative, load } from "./type-quantity-data.js";
import { restingRule } from "./type-resting.js";
import { sourcesCard } from "./type-sources.js";
import { loadUnits, preferences } from "./units.js";
import { whyCard } from "./type-why.js";

/** The periods to choose from. */
export const views = allViews;

/** The types that are measured from time to time: their trend matters, not their range within a day. */
const lines = new Set(["restingHeartRate", "walkingHeartRateAverage", "vo2Max", "sixMinuteWalkTestDistance", "appleWalkingSteadiness",
  "heartRateRecoveryOneMinute", "atrialFibrillationBurden", "cyclingFunctionalThresholdPower", "appleSleepingWristTemperature"]);
const isLine = (type) => lines.has(type) || groupOf(type) === "body";

/** Returns the initial view of a type's page. */
export const standard = (type) => (isLine(type) ? "month" : "week");

/** Returns the types whose changes affect the page. */
export const types = (type) => (type === "heartRate" ? [type, "restingHeartRate"] : [type]);

/** Shows a quantity type over a period. */
export async function show(place, context) {
  const { type, period, signal } = context;
  const resting = type === "heartRate" ? "restingHeartRate" : undefined;
  const [, wanted] = await Promise.all([loadUnits(resting ? [type, resting] : [type]), preferences()]);
  const unit = shownUnit(type);
  const [data, rule, band] = await Promise.all([load(type, period, unit, signal), resting && restingRule(period, unit, signal),
    // A chart without its usual range is whole.
    loadBand(type, period, unit, signal).catch(() => null)]);
  if (signal.aborted) return;
  const goal = wanted.goals?.[type];
  const earlier = periodBefore(period);
  present(place, { ...context, ...data, unit, rule, band, goal: goal && amount(goal, unit, type), earlier,
    before: earlier && load(type, earlier, unit, signal).then((found) => (found.whole ? found : null)) });
}

/** Creates the cards of the page. They stay when the period changes; only their content changes. */
const present = keeper(({ type }) => {
  const main = chartCard(chartKind(type));
  const compared = beforeSwitch((isChart) => (isChart ? draw(place) : showFigures()));
  main.element.append(compared.element);
  let now;
  let place = null;
  const why = isCumulative(type) ? whyCard(type) : undefined;
  const sources = sourcesCard(type);
  const options = optionsCard(type);

  function set(next) {
    now = next;
    compared.begin(now.whole && now.earlier, now.before);
    const selected = selectedPlace(now);
    draw(selected);
    why?.set(now, selected);
    sources.set(now);
    options.set(now);
  }

  /** Shows the figures and the chart, with the period before if it is drawn. */
  function draw(selected) {
    place = selected;
    showFigures();
    main.set(now.whole && { ...chartData(now, selected, choose), before: beforeLayer(now, compared.drawn()) });
  }

  const showFigures = () => main.figures(figuresOf(now, place, compared.answer()));

  /** Handles the selection of a bar, whose day becomes a part of the page's address. */
  function choose(index) {
    place = index;
    showFigures();
    if (index !== null && now.period.every !== "hour") now.select(now.parts[index].from);
    why?.set(now, index);
  }

  return { element: h("div", {}, main.element, why?.element, sources.element, options.element), set };
});

/** Returns the name of a part, with a note for the unfinished one. */
const calledName = ({ parts, values }, at) => (at === unfinishedPlace(parts, values) ? t("chart_sofar", { name: parts[at].title }) : parts[at].title);

/** Returns the bar of the day in the page's address; none if the address contains no day. */
function selectedPlace({ parts, period, values }) {
  if (!new URLSearchParams(location.search).has("date")) return null;
  const at = placeOf(parts, period);
  return at >= 0 && values[at] ? at : null;
}

/** Returns the figures of the period before as a layer of the chart: of each part, the one with the same number. */
function beforeLayer({ type, period, earlier, unit }, answer) {
  if (!answer) return undefined;
  const values = answer.values.map((value) => value && (isCumulative(type) ? ofBar(period, value) : value.average));
  return { label: earlier.label, lines: [values],
    texts: values.map((value, at) => (value === null ? null : `${answer.parts[at].title}: ${words(value, unit, type)}`)) };
}

const chartKind = (type) => (isCumulative(type) ? barChart : isLine(type) ? lineChart : rangeChart);

/** Returns the figure of a bar: the sum, or over long periods the average of a day, so that short months are comparable. */
const ofBar = (period, value) => value && (isLong(period) ? value.average : value.sum);

function chartData(now, selected, onSelect) {
  const { type, period, parts, values, whole, unit } = now;
  const isSum = isCumulative(type);
  const isRange = chartKind(type) === rangeChart;
  const format = (value) => words(value, unit, type);
  return {
    label: typeName(type), labels: parts.map((part) => part.label), names: parts.map((part, at) => calledName(now, at)),
    partial: isSum ? unfinishedPlace(parts, values) : -1, axisUnit: unitName(unit, { type, count: 2 }),
    head: t(`type_head_${period.every}`),
    values: values.map((value) => (!value ? null : isSum ? ofBar(period, value) : isRange ? [value.low, value.high] : value.average)),
    format, axisFormat: (value) => valueText(value, unit, type, axisDigits(now)),
    range: (low, high) => rangeWords(low, high, unit, type), colour: colorOf(type), selected, onSelect,
    average: now.rule ?? (period.every === "hour" && isSum ? undefined
      : { value: whole.average, label: t("type_average_line", { value: format(whole.average) }) }),
    goal: goalRule(now, format), table: tableOf(now, format),
    trend: type === "bodyMass" && period.every === "day" ? trendLayer(values.map((value) => value && value.average), format) : undefined,
    band: bandLayer(now.band, { ...now, hasPoints: isRange }),
  };
}

/** Returns the number of decimals at the axis: more if all figures are close together, so that no two labels are equal. */
function axisDigits({ type, unit, whole }) {
  const spread = isCumulative(type) ? whole.average : whole.high - whole.low;
  return digitsOf(type, unit) + (spread * (unit === "%" ? 100 : 1) < 4 && digitsOf(type, unit) < 2 ? 1 : 0);
}

/** Returns the line of the goal; a day's goal does not apply to hours. */
function goalRule({ goal, type, period }, format) {
  if (goal === undefined || !canHaveGoal(type) || (period.every === "hour" && isCumulative(type))) return undefined;
  return { value: goal, label: t("type_goal_line", { value: format(goal) }), colour: colorOf(type) };
}

/** Returns the table of the chart: all figures of each part. */
function tableOf({ type, period, parts, values }, format) {
  const names = parts.map((_, at) => calledName({ parts, values }, at));
  const head = t(`type_head_${period.every}`);
  if (isCumulative(type)) {
    const hasAverage = isLong(period);
    return { heads: [head, hasAverage && t("type_daily_average"), t("type_total")].filter(Boolean),
      rows: names.map((name, at) => [name, ...(hasAverage ? [values[at] && format(values[at].average)] : []), values[at] && format(values[at].sum)]) };
  }
  return { heads: [head, t("type_least"), t("type_greatest"), t("type_average")],
    rows: names.map((name, at) => [name, ...["low", "high", "average"].map((key) => values[at] && format(values[at][key]))]) };
}

/** Returns the figures above the chart: of the selected part, and of the whole period. */
function figuresOf({ type, period, parts, values, daily, whole, unit, rule, earlier }, selected, before) {
  const format = (value) => words(value, unit, type);
  const isSum = isCumulative(type);
  // Averages are of finished days; a measurement of today is final.
  const compared = comparedParts(period, earlier, isSum || daily.some((one) => one.isPartial) ? today() : addDays(today(), 1));
  const ofDay = (one) => ({ average: isSum ? one?.sum : one?.average });
  const [mine, theirs] = period.view === "day" ? [period.to > today() ? null : ofDay(whole), ofDay(before?.whole)]
    : compared ? [averageOf(daily, compared.now), averageOf(before?.daily ?? [], compared.before)] : [];
  const earlierFigure = whole && figureBefore(compared,
    { now: mine?.average, before: theirs?.average, days: theirs?.days && { now: mine?.days ?? 0, before: theirs.days }, isLoading: before === undefined, format,
      unit,
      round: (value) => Number(value.toFixed(digitsOf(type, unit) + (unit === "%" ? 2 : unit === "st" ? 3 : 0))) });
  const value = selected === null ? null : values[selected];
  const day = value && { name: calledName({ parts, values }, selected) };
  if (isCumulative(type)) {
    return figureList([
      value && { ...day, text: format(ofBar(period, value)), note: isLong(period) ? t("type_per_day") : undefined },
      period.view !== "day" && { name: t(whole && whole.days < daysOver(period, today()) ? "type_days_average" : "type_daily_average"), text: format(whole?.average),
        note: whole && t.plural("type_days", whole.days, { days: whole.days, all: daysOver(period, today()) }) },
      { name: t("type_total"), text: format(whole?.sum) },
      earlierFigure,
    ]);
  }
  return figureList([
    value && { ...day, text: isLine(type) ? format(value.average) : rangeWords(value.low, value.high, unit, type),
      note: isLine(type) ? undefined : t("type_average_line", { value: format(value.average) }) },
    { name: t("type_range"), text: whole ? rangeWords(whole.low, whole.high, unit, type) : "–" },
    { name: t("type_average"), text: format(whole?.average) },
    earlierFigure,
    rule && { name: typeName("restingHeartRate"), text: format(rule.value) },
    { name: t("type_latest"), text: format(whole?.latest), note: whole?.latestDate && date(whole.latestDate, "minute") },
  ]);
}
