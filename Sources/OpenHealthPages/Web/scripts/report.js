// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { get, pages } from "./api.js";
import { h } from "./dom.js";
import { toast } from "./dialogs.js";
import { civil, clock, date, dateRange, number, zone } from "./format.js";
import { factsOf, shortName, typeName, unitName } from "./names.js";
import { t } from "./strings.js";
import { inUnit, loadUnits, shown } from "./units.js";
import { csv } from "./report-csv.js";
import { mailDraft } from "./report-mail.js";

/**
 * The maximum number of samples in a file; if there are more, it contains figures of days if possible, otherwise the newest
 * samples.
 */
const mostSamples = 50000;

/** The types of the figures of a kind's samples, besides their own type. */
const moreUnits = {
  workout: ["activeEnergyBurned", "distanceWalkingRunning"], correlation: ["bloodPressureSystolic", "bloodPressureDiastolic"],
};

/** Returns the offset from UTC of a moment in the person's time zone, in minutes. */
function offsetOf(moment) {
  const seconds = Math.floor(new Date(moment).getTime() / 60000) * 60000;
  return Math.round((Date.parse(`${civil(moment)}T${clock(moment)}:00Z`) - seconds) / 60000);
}

/** Formats a moment in ISO 8601 in the person's time zone, to the second. */
function isoText(moment) {
  const offset = offsetOf(moment);
  const local = new Date(new Date(moment).getTime() + offset * 60000).toISOString().slice(0, 19);
  const size = Math.abs(offset);
  const two = (value) => String(value).padStart(2, "0");
  return `${local}${offset < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

const people = (unit, type) => (unit ? unitName(unit, { type, count: 2 }) : "");
const percent = (value, unit) => (unit === "%" ? value * 100 : value);
/** Removes rounding errors of conversions. */
const tidy = (value) => Number(value.toPrecision(12));
/** Rounds a computed figure to its significant decimals. */
const rounded = (value) => (value === "" ? "" : Number(value.toFixed(3)));
/** Returns the cells of a quantity in the person's preferred unit. */
function quantityCells(quantity, type) {
  if (!quantity?.unit) return ["", ""];
  const { value, unit } = inUnit(quantity.value, quantity.unit, type);
  return [tidy(percent(value, unit)), people(unit, type)];
}

/** Returns the columns of the samples of a kind: heads, and a function that returns the cells of a sample. */
async function columnsOf(name, samples) {
  const facts = factsOf(name);
  const values = await import("./value-names.js");
  switch (facts?.kind) {
    case "category": return { heads: [t("report_value")], cells: (sample) => [values.categoryValueName(name, sample.value)] };
    case "workout": return {
      heads: ["report_activity", "report_minutes", "report_energy", "report_unit", "report_distance", "report_unit"].map((key) => t(key)),
      cells: (sample) => [values.activityName(sample.activityType), Number((sample.duration / 60).toFixed(2)),
        ...quantityCells(sample.totalEnergyBurned, "activeEnergyBurned"),
        ...quantityCells(sample.totalDistance, "distanceWalkingRunning")] };
    case "correlation": {
      const members = [...new Set(samples.flatMap((sample) => (sample.objects ?? []).map((object) => shortName(object.type))))].sort();
      return { heads: members.flatMap((member) => [typeName(member), t("report_unit")]),
        cells: (sample) => members.flatMap((member) =>
          quantityCells((sample.objects ?? []).find((object) => shortName(object.type) === member), member)) };
    }
    case "quantity": return { heads: [t("report_value"), t("report_unit")], cells: (sample) => quantityCells(sample, name) };
    default: return { heads: [], cells: () => [] };
  }
}

/** Removes empty columns from a table. */
function withoutEmpty(table) {
  const used = table.heads.map((_, column) => table.rows.some((row) => row[column] !== "" && row[column] !== undefined));
  const keep = (row) => row.filter((_, column) => used[column]);
  return { ...table, heads: keep(table.heads), rows: table.rows.map(keep) };
}

async function sampleTable(name, from, to) {
  const samples = [];
  let isCut = false;
  for await (const page of pages("/v1/samples", { type: name, from, to, order: "newestFirst", limit: 10000 })) {
    samples.push(...page);
    if ((isCut = samples.length > mostSamples)) break;
  }
  if (isCut && factsOf(name)?.kind === "quantity") return dayTable(name, from, to);
  samples.length = Math.min(samples.length, mostSamples);
  const { heads, cells } = await columnsOf(name, samples);
  return withoutEmpty({
    count: samples.length, what: isCut ? "report_newest" : "report_samples",
    heads: [t("report_start"), t("report_end"), ...heads, t("report_source"), t("report_byhand")],
    rows: samples.map((sample) => [isoText(sample.startDate), isoText(sample.endDate), ...cells(sample), sample.source?.name,
      t(sample.metadata?.HKWasUserEntered ? "report_yes" : "report_no")]),
  });
}

async function dayTable(name, from, to) {
  const isSum = factsOf(name)?.style === "cumulative";
  const columns = isSum ? [["sum", "cumulativeSum"]]
    : [["average", "discreteAverage"], ["minimum", "discreteMin"], ["maximum", "discreteMax"]];
  const { statistics } = await get("/v1/statistics", { type: name, from, to, every: "day", anchor: from, timeZone: zone,
    options: columns.map(([, option]) => option).join(",") });
  const days = statistics.filter((day) => columns.some(([key]) => day[key]) && new Date(day.startDate) >= new Date(from));
  return {
    count: days.length, what: "report_days",
    heads: [t("report_day"), ...columns.map(([key]) => t(`report_${key}`)), t("report_unit")],
    rows: days.map((day) => {
      const figures = columns.map(([key]) => quantityCells(day[key], name));
      return [civil(day.startDate), ...figures.map(([value]) => rounded(value)), figures.find(([, unit]) => unit)?.[1]];
    }),
  };
}

/** Loads the data of a type in a period as a table, with its names; nothing if there is none. */
async function load({ type, from, to, every }) {
  const name = shortName(type);
  const [first, end] = [new Date(from), new Date(to)];
  const byDay = every === "day" && factsOf(name)?.kind === "quantity";
  await loadUnits([name, ...moreUnits[factsOf(name)?.kind] ?? []]);
  const table = await (byDay ? dayTable : sampleTable)(name, first.toISOString(), end.toISOString());
  if (!table.count) return undefined;
  const last = new Date(end.getTime() - 1);
  const isOneDay = civil(first) === civil(last);
  return { name, first, end, table, range: isOneDay ? date(first, "day") : dateRange(first, last, "day"),
    stem: isOneDay ? `${name}-${civil(first)}` : `${name}-${civil(first)}-${civil(last)}` };
}

/**
 * Downloads the data of a type as a table in a CSV file.
 * @param {object} what the parameters, as for `mailReport`.
 */
export async function exportCSV(what) {
  const data = await load(what);
  if (!data) return toast(t("problem_nodata"));
  download(`${data.stem}.csv`, csv(data.table.heads, data.table.rows), "text/csv;charset=utf-8");
  toast(t("report_exported", { file: `${data.stem}.csv` }));
}

/** Returns the figures of a quantity in a period, one per line: for a sum also the average of the finished days with data. */
async function figureLines({ name, first, end }) {
  const isSum = factsOf(name)?.style === "cumulative";
  const options = isSum ? "cumulativeSum" : "discreteAverage,discreteMin,discreteMax,mostRecent";
  const query = { type: name, from: first, to: end, options, timeZone: zone };
  const [{ statistics: [all] }, { statistics: days }] = await Promise.all(
    [get("/v1/statistics", query), get("/v1/statistics", { ...query, every: "day", anchor: first })]);
  const line = (key, quantity) => quantity && t("report_figure", { name: t(key), value: shown(quantity.value, quantity.unit, name) });
  if (!isSum) {
    return [line("report_average", all?.average), line("report_minimum", all?.minimum), line("report_maximum", all?.maximum),
      line("report_latest", all?.mostRecent)].filter(Boolean);
  }
  const finished = days.filter((day) => day.sum && !day.partial);
  const sum = finished.reduce((total, day) => total + day.sum.value, 0);
  return [line("report_sum", all?.sum),
    finished.length > 0 && line("report_daily", { value: sum / finished.length, unit: finished[0].sum.unit })].filter(Boolean);
}

/**
 * Creates a draft of a mail with the figures of a type and its data as a table, and downloads it: the person's mail program opens
 * the file.
 * @param {object} what the parameters.
 * @param {string} what.type the type.
 * @param {Date|string} what.from the first moment.
 * @param {Date|string} what.to the moment after the last.
 * @param {string} [what.every] "day" for the figures of days instead of the samples; for quantities only.
 */
export async function mailReport(what) {
  const data = await load(what);
  if (!data) return toast(t("problem_nodata"));
  const { name, table, range, stem } = data;
  const now = new Date();
  const file = `${stem}.csv`;
  const figures = factsOf(name)?.kind === "quantity" ? await figureLines(data) : [];
  const values = { type: typeName(name), range, file, zone, date: date(now, "minute") };
  const text = [t("report_greeting", values), figures.join("\n"), t.plural(table.what, table.count, { ...values, count: number(table.count) }),
    t("report_note", values)].filter(Boolean);
  download(`${stem}.eml`, mailDraft({
    subject: t("report_subject", values), text: text.join("\n\n"), date: now, offset: offsetOf(now),
    file: { name: file, type: "text/csv; charset=utf-8; header=present", content: csv(table.heads, table.rows) },
  }), "message/rfc822");
  toast(t("report_done"));
}

function download(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = h("a", { href: address, download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
  // By then, the browser has read the file.
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}
