// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { fill, h } from "./dom.js";
import { scrollBox } from "./scroll-box.js";

/**
 * Returns a list of figures side by side, each with its name.
 * @param {Array<{name: string, text: string, note: string=, isLong: boolean=}|null>} list the figures; null entries are left out. Long ones are not
 *   broken on phones.
 */
export const figureList = (list) => h("ul", { class: "type-figures plain" }, list.filter(Boolean).map(({ name, text, note, isLong }) =>
  h("li", { class: isLong ? "long" : null }, h("span", { class: "quiet small" }, name), " ", h("span", { class: "figure" }, text), note && h("span", { class: "quiet small" }, " ", note))));

/**
 * Creates a card that stays on the page while its content changes.
 * @param {string} [title] its heading.
 */
export function card(title) {
  const body = h("div", {});
  const element = h("section", { class: "card" }, title && h("h2", {}, title), body);
  return { element, body, fill: (...children) => fill(body, ...children) };
}

/** Returns a table with a heading for each row. `rows` are lists of strings or elements; columns after the first are numbers. */
export const figureTable = (caption, heads, rows, foot) => scrollBox(caption, h("table", { class: "type-table" },
  h("caption", { class: "hidden" }, caption),
  h("thead", {}, h("tr", {}, heads.map((head, at) => h("th", { scope: "col", class: at ? "number" : null }, head)))),
  h("tbody", {}, rows.map(row)), foot && h("tfoot", {}, row(foot))));

const row = ([first, ...rest]) => h("tr", {}, h("th", { scope: "row" }, first), rest.map((cell) => h("td", { class: "number" }, cell)));
