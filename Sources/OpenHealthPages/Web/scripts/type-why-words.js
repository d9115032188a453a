// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { h } from "./dom.js";
import { dateRange, valueText } from "./format.js";
import { unitName } from "./names.js";
import { t } from "./strings.js";
import { timeScale } from "./time-scale.js";
import { words } from "./type-amounts.js";
import { figureTable } from "./type-figures.js";

/**
 * Returns an explanation in words, a table of the sources, a picture of the day and all intervals.
 * @param {Object} sums the result of `explained`.
 * @param {{start: Date, end: Date}} span the period.
 * @param {string} type the type.
 */
export function explanation(sums, span, type) {
  const text = (value) => words(value, sums.unit, type, sums.digits);
  // The heads of the tables contain the unit, since phones are narrow.
  const bare = (value) => valueText(value, sums.unit, type, sums.digits);
  const head = (key) => [t(key), h("span", { class: "quiet small block" }, unitName(sums.unit, { type }))];
  return [
    h("p", {}, introduction(sums, text)),
    figureTable(t("type_why_sources"), [t("type_why_order"), head("type_why_counted"), head("type_why_left")],
      sums.sources.map((entry, at) => [
        [`${at + 1}. `, entry.source.name, h("span", { class: "quiet small block" }, t(`reason_${entry.reason}`))],
        bare(entry.counted), entry.leftOut ? bare(entry.leftOut) : "–"]),
      [t("type_total"), bare(sums.total), sums.leftOut.length ? bare(sums.leftOut.reduce((sum, one) => sum + one.amount, 0)) : "–"]),
    picture(sums, span),
    sums.leftOut.length > 0 && [h("h3", {}, t("type_why_left_title")), h("ul", {}, sums.leftOut.map((one) => h("li", {}, leftOut(one, text))))],
    h("details", {}, h("summary", {}, t("type_why_stretches", { count: sums.stretches.length })), stretchTable(sums, bare, head)),
    h("p", { class: "small" }, h("a", { href: `/owner/sources#${type}` }, t("type_why_change"))),
  ];
}

/** Returns the introduction, which depends on the number of sources. */
function introduction({ sources, leftOut }, text) {
  if (sources.length > 1) return t("type_why_many");
  const twice = leftOut.filter((one) => one.reason === "reportedTwice").reduce((sum, one) => sum + one.amount, 0);
  return t(twice ? "type_why_one_twice" : "type_why_one", { source: sources[0]?.source.name ?? "", value: text(twice) });
}

function leftOut({ source, reason, better, amount }, text) {
  const why = reason === "betterSource" ? (better ? t("reason_betterSource", { source: better.name }) : t("reason_betterSourcePlain")) : t(`reason_${reason}`);
  return t("type_why_left_line", { source: source.name, value: text(amount), reason: why });
}

/** Draws a line for each source: filled where it counted, hollow where it was left out. The tables contain the same data. */
function picture({ sources, stretches }, { start, end }) {
  if (sources.length < 2) return null;
  const share = (date) => Math.max(0, Math.min(100, (100 * (new Date(date) - start)) / (end - start)));
  const bar = (stretch, className) => {
    const x = share(stretch.startDate);
    return h("rect", { class: className, x: `${x}%`, y: 2, height: 16, width: `${Math.max(0.25, share(stretch.endDate) - x)}%` });
  };
  const name = (source) => source.bundleIdentifier ?? source.name;
  return h("div", { class: "type-why-picture", "aria-hidden": "true" }, sources.map(({ source }) => h("div", {},
    h("span", { class: "small" }, source.name),
    h("svg", { width: "100%", height: 20 },
      stretches.filter((one) => one.leftOut.some((left) => name(left.source) === name(source))).map((one) => bar(one, "left-out")),
      stretches.filter((one) => name(one.source) === name(source)).map((one) => bar(one, "counted"))))),
    timeScale(start, end),
    h("p", { class: "small quiet" },
      h("span", { class: "swatch counted" }), t("type_why_counted"), " ", h("span", { class: "swatch left-out" }), t("type_why_left")));
}

const stretchTable = ({ stretches }, text, head) => figureTable(t("type_why"),
  [t("type_why_time"), t("type_source"), head("type_why_counted"), head("type_why_left")],
  stretches.map((one) => [dateRange(one.startDate, one.endDate, "time"), one.source.name, text(one.amount),
    one.leftOut.length
      ? one.leftOut.map((left) => h("span", { class: "block" }, t("chart_selected", { label: left.source.name, value: text(left.amount) }))) : "–"]));
