// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { locale, t } from "./strings.js";
import { present } from "./kept.js";
import { unitName, withUnit, factsOf, shortName } from "./names.js";
import { units } from "./types.js";

const setting = (name) => document.querySelector(`meta[name="health-${name}"]`)?.content;

/** The time zone of this browser. */
export const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The home time zone; undefined if none is chosen, or if the browser does not support it. */
export const homeZone = isZone(setting("zone")) ? setting("zone") : undefined;

/** The time zone of the person's days. */
export const zone = homeZone ?? browserZone;

function isZone(name) {
  try {
    return Boolean(name) && Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
}

const formats = new Map();
function formatter(kind, options) {
  const key = kind.name + JSON.stringify(options);
  if (!formats.has(key)) formats.set(key, new kind(locale, options));
  return formats.get(key);
}

// MARK: numbers

/** Formats a number with a maximum and a minimum number of decimals. */
export const number = (value, digits = 0, least = 0) =>
  formatter(Intl.NumberFormat, { maximumFractionDigits: digits, minimumFractionDigits: Math.min(least, digits) }).format(value);

/** Returns the number of decimals for values of a type in a unit. */
export function digitsOf(type, unit) {
  const name = shortName(type);
  if (name === "bodyMassIndex") return 1;
  if (unit === "count" || unit === "count/min" || unit === "kcal" || unit === "kJ" || unit === "mmHg" || unit === "ms" || unit === "min") return 0;
  if (unit === "%") return name === "bodyFatPercentage" ? 1 : 0;
  if (name === "bodyMass" || name === "leanBodyMass") return 1;
  if (unit === "km" || unit === "mi") return 2;
  if (unit === "m" && name === "height") return 2;
  if (unit === "cm" || unit === "mg/dL" || unit === "mL") return 0;
  return 1;
}

/** Converts a value between two units of a type; null if there is no conversion. Percentages are multiplied by 100. */
export function convert(value, from, to, type) {
  if (from === to) return value;
  const table = units[factsOf(type)?.unit] ?? [];
  const source = table.find((row) => row[0] === from);
  const target = table.find((row) => row[0] === to);
  if (!source || !target) return null;
  return (value * source[1] + source[2] - target[2]) / target[1];
}

/** Returns the units in which a type can be shown. */
export const unitsOf = (type) => (units[factsOf(type)?.unit] ?? []).map((row) => row[0]);

/** Formats a value without its unit: 0.97 with % is 97. All values of a type have the same number of decimals. */
export const valueText = (value, unit, type, digits = digitsOf(type, unit)) =>
  number(unit === "%" ? value * 100 : value, digits, type && factsOf(type)?.style === "discrete" ? digits : 0);

/** Formats a value with its unit; stones with pounds, as in 10 st 6 lb. */
export function quantity(value, unit, type, digits) {
  if (unit === "st") return stones(value);
  return withUnit(valueText(value, unit, type, digits), unitName(unit, { type, count: value }));
}

/** Formats stones and whole pounds; only pounds below one stone. */
function stones(value) {
  const pounds = Math.round(Math.abs(value) * 14);
  const [whole, rest] = [Math.floor(pounds / 14), pounds % 14];
  const part = (count, unit) => withUnit(number(count), unitName(unit, { count }));
  const text = whole ? `${part(whole, "st")}\u00a0${part(rest, "lb")}` : part(rest, "lb");
  return value < 0 && pounds > 0 ? `-${text}` : text;
}

/** Formats a duration in seconds: hours and minutes, or minutes and seconds under an hour if `exact`. */
export function duration(seconds, { exact = false } = {}) {
  const all = Math.round(exact ? seconds : seconds / 60) * (exact ? 1 : 60);
  const [hours, minutes, rest] = [Math.floor(all / 3600), Math.floor((all % 3600) / 60), all % 60];
  // Narrow units are Latin letters in Japanese, where people write 7時間30分, without spaces; in Chinese, 7小时30分钟.
  const isJoined = /^(ja|zh)/.test(locale);
  const unitDisplay = isJoined ? "short" : "narrow";
  const part = (value, unit) =>
    formatter(Intl.NumberFormat, { style: "unit", unit, unitDisplay, maximumFractionDigits: 0 }).format(value);
  const parts = [];
  if (hours) parts.push(part(hours, "hour"));
  if (minutes || (!exact && !hours)) parts.push(part(minutes, "minute"));
  if (exact && (rest || !parts.length)) parts.push(part(rest, "second"));
  return isJoined ? parts.join("").replaceAll(/\s/g, "") : parts.join(" ");
}

// MARK: dates

/**
 * Formats a date in a form: "day" (22 Nov 2026), "short" (22 Nov), "weekday" (Sunday), "minute" (22 Nov 2026, 14:05), "time"
 * (14:05), "month" (November 2026), "full" (Sunday, 22 November 2026), "weekdayShort" (Sun), "monthShort" (Nov), "hour" (14).
 */
export const date = (value, form = "day", timeZone = zone) => formatter(Intl.DateTimeFormat, { timeZone, ...forms[form] }).format(new Date(value));

const forms = {
  day: { year: "numeric", month: "short", day: "numeric" },
  short: { month: "short", day: "numeric" },
  weekday: { weekday: "long" },
  weekdayShort: { weekday: "short" },
  weekdayNarrow: { weekday: "narrow" },
  minute: { year: "numeric", month: "short", day: "numeric", hour: "numeric", minute: "2-digit" },
  second: { year: "numeric", month: "short", day: "numeric", hour: "numeric", minute: "2-digit", second: "2-digit" },
  time: { hour: "numeric", minute: "2-digit" },
  hour: { hour: "numeric" },
  month: { year: "numeric", month: "long" },
  monthShort: { month: "short" },
  full: { weekday: "long", year: "numeric", month: "long", day: "numeric" },
  year: { year: "numeric" },
};

/** Returns the name of a time zone at a moment: "Eastern Time". */
export const zoneName = (value, timeZone) =>
  formatter(Intl.DateTimeFormat, { timeZone, timeZoneName: "longGeneric" }).formatToParts(new Date(value))
    .find((part) => part.type === "timeZoneName").value;

/** Formats a range of dates. */
export const dateRange = (start, end, form = "day") =>
  formatter(Intl.DateTimeFormat, { timeZone: zone, ...forms[form] }).formatRange(new Date(start), new Date(end));

/** Formats a date relative to today: today, yesterday, a day of this year without the year, or the day. */
export function relativeDay(value) {
  const [day, now] = [civil(value), civil(new Date())];
  if (day === now) return t("format_today");
  if (day === addDays(now, -1)) return t("format_yesterday");
  return date(value, day.slice(0, 4) === now.slice(0, 4) ? "short" : "day");
}

// MARK: civil days, as "2026-11-22"

const parts = new Intl.DateTimeFormat("en-CA", {
  timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23",
});

function fields(value) {
  const result = {};
  for (const { type, value: text } of parts.formatToParts(new Date(value))) result[type] = Number(text);
  return result;
}

const text = (year, month, day) => `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;

/** Returns the day of a moment in the person's time zone: "2026-11-22". */
export function civil(value) {
  const { year, month, day } = fields(value);
  return text(year, month, day);
}

/** Today. */
export const today = () => civil(present());

/**
 * Returns the moment of a day and a time of day ("14:05") in the person's time zone; if a clock change skips it, the next moment.
 */
export function moment(day, time = "00:00") {
  const [year, month, date] = day.split("-").map(Number);
  const [hour, minute, second = 0] = time.split(":").map(Number);
  const wanted = Date.UTC(year, month - 1, date, hour, minute, second);
  let guess = wanted;
  // The offset at the estimate improves the estimate; twice is enough, since clock changes are rare.
  for (let round = 0; round < 3; round += 1) {
    const { year: y, month: m, day: d, hour: hh, minute: mm, second: ss } = fields(guess);
    const error = Date.UTC(y, m - 1, d, hh, mm, ss) - wanted;
    if (error === 0) break;
    guess -= error;
  }
  return new Date(guess);
}

/** Returns the time of day of a moment: "14:05". */
export function clock(value) {
  const { hour, minute } = fields(value);
  return `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}

const utc = (day) => new Date(`${day}T00:00:00Z`);

/** Returns the day that is a number of days later. */
export const addDays = (day, count) => new Date(utc(day).getTime() + count * 86400000).toISOString().slice(0, 10);

/** Returns the day that is a number of months later; the last one of the month if that is shorter. */
export function addMonths(day, count) {
  const [year, month, date] = day.split("-").map(Number);
  const first = new Date(Date.UTC(year, month - 1 + count, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return text(first.getUTCFullYear(), first.getUTCMonth() + 1, Math.min(date, last));
}

/** Returns the number of days between two days. */
export const daysBetween = (from, to) => Math.round((utc(to) - utc(from)) / 86400000);

/** Returns the weekday of a day: 0 for Sunday. */
export const weekday = (day) => utc(day).getUTCDay();

/** The first day of the week: the person's choice, or that of the page's language: 0 for Sunday, 1 for Monday. */
export const firstWeekday = (() => {
  const chosen = Number(setting("week"));
  if (chosen >= 1 && chosen <= 7) return chosen - 1;
  const info = new Intl.Locale(locale);
  const first = (info.getWeekInfo?.() ?? info.weekInfo)?.firstDay ?? 1;
  return first % 7;
})();

/** Returns the first day of a day's week. */
export const startOfWeek = (day) => addDays(day, -((weekday(day) - firstWeekday + 7) % 7));

/** Returns the first day of a day's month. */
export const startOfMonth = (day) => `${day.slice(0, 8)}01`;

/** Returns the name of a weekday, 0 for Sunday: form "weekday", "weekdayShort" or "weekdayNarrow". */
export const weekdayName = (index, form = "weekday") => {
  const sunday = new Date(Date.UTC(2026, 10, 22, 12) + index * 86400000);
  return new Intl.DateTimeFormat(locale, { ...forms[form], timeZone: "UTC" }).format(sunday);
};
