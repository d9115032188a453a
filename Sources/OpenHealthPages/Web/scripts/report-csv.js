// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/**
 * A text that nobody takes for a formula: programs calculate what begins with one of these signs, also in their wide forms, and some
 * look behind blanks.
 * @param {string} text what somebody has written.
 */
export const harmless = (text) => (/^[\s\u0000-\u001f]*[=+\-@＝＋－＠]/u.test(text) ? `'${text}` : text);

/** A cell: numbers as they are, texts in quotation marks where they need them. */
function cell(value) {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return String(value);
  const text = harmless(String(value));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A table as RFC 4180 has it, with a line of heads. It begins with the mark of UTF-8, without which spreadsheets read other scripts
 * than Latin wrongly.
 * @param {string[]} heads the names of the columns.
 * @param {Array<Array<string|number|null|undefined>>} rows the cells.
 */
export const csv = (heads, rows) => `\ufeff${[heads, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("")}`;
