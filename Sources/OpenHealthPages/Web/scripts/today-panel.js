// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { fill, find, h } from "./dom.js";
import { t } from "./strings.js";
import { typeName, unitName, withUnit } from "./names.js";
import { addDays, convert, date, dateRange, duration, number, quantity, relativeDay, today, valueText } from "./format.js";
import { chevron } from "./dashboard-panel.js";
import { showProblem } from "./problems.js";
import { inUnit, loadUnits, shown, shownNumber } from "./units.js";
import { isFailed, lastSteps, loadToday, noonOf } from "./today-data.js";
import { ringPicture, rings } from "./type-rings-picture.js";
import { stages } from "./type-sleep-data.js";

/**
 * Creates the screen of today: what of the goals is reached, the last night, what changed, and the newest measurements. Each part
 * states its day if it is not today.
 * @param {HTMLElement} section the element with a card for each part.
 * @returns {{show: function(Object): Promise, shown: function(): string[]}} `show` loads and shows the figures.
 */
export function todayPanel(section) {
  const [day, note] = [find("#today-day", section), find("#today-note", section)];
  const card = (name) => find(`[data-part="${name}"]`, section);
  let wanted = 0;
  let types = [];

  async function show(shared) {
    const mine = ++wanted;
    fill(day, date(noonOf(today()), "full"));
    let now;
    try {
      now = await loadToday(shared);
      // Figures that are there stay while the server cannot be reached.
      if (now.failed && section.dataset.isShown) return;
      types = [now.changes, now.measurements, now.others].filter((list) => !isFailed(list)).flat().map(({ type }) => type);
      await loadUnits(["activeEnergyBurned", "appleMoveTime", "appleExerciseTime", "bloodPressureSystolic", ...types]);
    } catch (error) {
      if (mine === wanted && !section.dataset.isShown) showProblem(card("goals"), error, { retry: () => show(shared) });
      throw error;
    }
    if (mine !== wanted) return;
    // Without any data, the page says how to begin.
    section.hidden = now.latest === null && !now.rings && !now.failed;
    const isOld = now.latest !== null && now.latest < today();
    fill(note, isOld ? t("today_none", { day: date(noonOf(now.latest), "full") }) : null);
    const goalDay = isFailed(now.rings) || isFailed(now.steps) ? null : (now.rings?.date ?? lastSteps(now.steps)?.day);
    part(card("goals"), t("today_goals"), "activitySummary", dayOf(goalDay), [now.rings, now.steps, now.others], () => goals(now));
    part(card("night"), t(now.night?.day < today() ? "today_night_older" : "today_night"), "sleepAnalysis", dayOf(now.night?.day), [now.night],
      () => night(now));
    const changeDay = isFailed(now.changes) ? null : commonDay(now.changes);
    part(card("changes"), t("today_changes"), null, dayOf(changeDay), [now.changes], () => changes(now, changeDay));
    part(card("newest"), t("today_newest"), null, null, [now.measurements], () => newest(now));
    section.dataset.isShown = "true";
  }
  return { show, shown: () => types };
}

/** Returns the name of a day that is not today; null for today. */
const dayOf = (day) => (!day || day === today() ? null : relativeDay(noonOf(day)));

/** Fills a card, or states that a part of it could not be loaded. The focus stays on its link. */
function part(card, title, type, day, needed, content) {
  const focused = card.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  const name = type ? h("a", { href: `/types/${type}` }, title, chevron()) : title;
  fill(card, h("header", {}, h("h3", {}, name), day && h("span", { class: "small today-when" }, day)),
    needed.some(isFailed) ? h("p", { class: "quiet" }, t("problem_failed")) : content());
  if (focused) find(`a[href="${focused}"]`, card)?.focus();
}

// MARK: goals

function goals({ rings: summary, steps, goals: wanted, others }) {
  const last = lastSteps(steps);
  const lines = [];
  if (summary) {
    for (const ring of rings) {
      const [value, goal] = ring.of(summary);
      if (value) lines.push(line({ name: t(ring.text), ...ringTexts(value, goal, ring.type(summary)), colour: ring.colour }));
    }
  }
  if (last) {
    const when = summary && last.day !== summary.date ? (dayOf(last.day) ?? t("format_today")) : null;
    const goal = wanted.stepCount?.unit === "count" ? wanted.stepCount.value : null;
    lines.push(line({ name: t("dashboard_steps"), when, value: number(last.value), goal: goal && number(goal),
      share: goal && !summary ? last.value / goal : null, colour: "--steps", href: "/types/stepCount" }));
  }
  for (const { type, sum, goal } of others) {
    const value = sum ? inUnit(sum.value, sum.unit, type) : null;
    const target = value && convert(goal.value, goal.unit, value.unit, type);
    const when = (summary?.date ?? last?.day ?? today()) === today() ? null : t("format_today");
    lines.push(line({ name: typeName(type), when, value: value ? quantity(value.value, value.unit, type) : "–",
      goal: shown(goal.value, goal.unit, type), share: target ? value.value / target : 0, colour: "--energy", href: `/types/${type}` }));
  }
  if (!lines.length) return h("p", { class: "quiet" }, t("today_goals_none"));
  return h("div", { class: "today-goals" }, summary && ringPicture(summary, 92), h("ul", { class: "plain" }, lines));
}

/** Formats a figure of a ring and its goal, with one unit; stand hours are a number without a unit. */
function ringTexts(value, goal, type) {
  const whole = (one) => (type ? shown(one.value, one.unit, type) : withUnit(number(one.value), unitName("hr", { count: one.value })));
  if (!(goal?.value > 0)) return { value: whole(value) };
  return { value: type ? shownNumber(value.value, value.unit, type) : number(value.value), goal: whole(goal) };
}

/** Returns a line with a figure and its goal, and a bar for the reached part. */
function line({ name, when, value, goal, share = null, colour, href }) {
  const words = [h("span", { class: "quiet small" }, swatch(colour), name, when && ` · ${when}`), " ",
    h("span", {}, h("strong", {}, value), goal && h("span", { class: "quiet small" }, ` / ${goal}`))];
  const bar = share === null ? null : h("span", { class: "today-bar", "aria-hidden": "true" }, h("span", {}));
  if (bar) Object.assign(bar.firstChild.style, { width: `${Math.min(100, share * 100)}%`, background: `var(${colour})` });
  return h("li", {}, href ? h("a", { href }, words) : h("span", {}, words), bar);
}

function swatch(colour) {
  const mark = h("span", { class: "swatch" });
  mark.style.background = `var(${colour})`;
  return mark;
}

// MARK: sleep

function night({ night: last, goals: wanted }) {
  if (!last) return h("p", { class: "quiet" }, t("today_night_none"));
  const goal = wanted.sleepAnalysis;
  const seconds = goal && goal.value * ({ hr: 3600, min: 60, s: 1 }[goal.unit] ?? 3600);
  const off = last.average === null ? 0 : Math.round((last.asleep - last.average) / 60) * 60;
  const average = last.average === null ? null : `${duration(last.average)} (${dateRange(noonOf(last.first), noonOf(last.last), "short")})`;
  const usual = last.average === null ? null : Math.abs(off) < 300 ? t("today_night_usual", { average })
    : t(off > 0 ? "today_night_more" : "today_night_less", { difference: duration(Math.abs(off)), average });
  return [
    h("p", { class: "today-figure" }, h("strong", { class: "figure" }, duration(last.asleep)),
      goal && h("span", { class: "quiet small" }, ` / ${duration(seconds)}`)),
    stageBar(last),
    usual && h("p", { class: "small" }, usual)];
}

/** Draws the stages of a night beside each other. Their durations are on the page of sleep. */
function stageBar({ byValue }) {
  const parts = stages.filter(({ value }) => byValue.get(value) >= 60 && value !== 0);
  return h("span", { class: "today-stages", "aria-hidden": "true" }, parts.map(({ value, colour }) => {
    const stage = h("span", {});
    Object.assign(stage.style, { flexGrow: byValue.get(value), background: `var(${colour})` });
    return stage;
  }));
}

// MARK: changes

/** Returns the day of all figures; null if they are of several days. */
const commonDay = (list) => (list.every(({ day }) => day === list[0].day) ? list[0]?.day ?? null : null);

function changes({ changes: list }, common) {
  if (!list.length) return h("p", { class: "quiet" }, t("today_changes_none"));
  return h("ul", { class: "plain today-changes" }, list.map((one) => h("li", {}, h("a", { href: `/types/${one.type}`, class: "today-row",
    data: { type: one.type } },
    h("span", { class: "today-name" }, one.partial ? t("chart_sofar", { name: typeName(one.type) }) : typeName(one.type), " ",
      h("span", { class: "small block" }, comparison(one, common))),
    h("strong", {}, shown(one.value, one.unit, one.type))))));
}

/** Returns what a figure is compared with: the day before, and the usual range. The day is stated unless the card has it. */
function comparison({ type, unit, day, value, before, range, partial }, common) {
  const parts = [];
  if (day !== common && dayOf(day)) parts.push(dayOf(day));
  if (before) {
    const difference = signed(value - before.value, value, unit, type);
    parts.push(before.day === addDays(today(), -1) ? t("today_since_yesterday", { difference })
      : t("today_since", { difference, day: date(noonOf(before.day), "short") }));
  }
  if (range) {
    const [low, high] = [range.low, range.high].map((bound) => inUnit(bound, unit, type));
    const text = `${valueText(low.value, low.unit, type)}–${valueText(high.value, high.unit, type)}`;
    parts.push(t(partial ? "today_within" : value > range.high ? "today_above" : value < range.low ? "today_below" : "today_within", { range: text }));
  }
  return parts.join(" · ");
}

/** Formats a difference with its sign and unit; what is shown as zero is unchanged. Differences of temperatures have no zero point. */
function signed(difference, value, unit, type) {
  const [to, from] = [inUnit(value, unit, type), inUnit(value - difference, unit, type)];
  const size = Math.abs(to.value - from.value);
  if (valueText(size, to.unit, type) === valueText(0, to.unit, type)) return t("today_unchanged");
  return `${to.value > from.value ? "+" : "−"}${quantity(size, to.unit, type)}`;
}

// MARK: measurements

function newest({ measurements }) {
  if (!measurements.length) return h("p", { class: "quiet" }, t("today_newest_none"));
  return h("ul", { class: "plain today-newest" }, measurements.map((one) => h("li", {}, h("a", { href: `/types/${one.type}`, class: "today-row",
    data: { type: one.type } },
    h("span", { class: "today-name" }, typeName(one.type), " ",
      h("span", { class: "small block" }, `${relativeDay(one.date)}, ${date(one.date, "time")}`)),
    h("strong", {}, measurement(one))))));
}

function measurement({ type, value, second, unit }) {
  if (second === undefined) return shown(value, unit, type);
  const [high, low] = [value, second].map((pressure) => inUnit(pressure, unit, "bloodPressureSystolic"));
  return withUnit(`${number(high.value, 0)}/${number(low.value, 0)}`, unitName(high.unit));
}
