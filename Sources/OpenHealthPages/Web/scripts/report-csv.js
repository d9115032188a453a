// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/** The beginning of a string that spreadsheets evaluate. */
const formula = /^(?:[\t\r\n\0]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u;

/** A character at which spreadsheets may begin a cell, before a formula. Quotation marks can be those of the cell. */
const cellBeforeFormula = /[;\t\r\n](?=(?:(?![;\t\r\n])[\s\p{Cc}\p{Cf}"])*[=+\-@＝＋－＠])/gu;

/**
 * Protects a string against evaluation as a formula: spreadsheets evaluate strings that begin with one of these characters, also
 * in their full-width forms, and some ignore leading blanks. A leading tab or line break can start a formula, too. In languages such
 * as German and French, a `;` begins a cell also inside of a string.
 * @param {string} text any string.
 */
export const harmless = (text) => `${formula.test(text) ? "'" : ""}${text.replace(cellBeforeFormula, "$&'")}`;

/** Returns a cell: numbers as they are, strings in quotation marks if necessary. */
function cell(value) {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return String(value);
  const text = harmless(String(value));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Returns a table in the format of RFC 4180, with a header line. It begins with the byte order mark of UTF-8, without which
 * spreadsheets misread non-Latin scripts.
 * @param {string[]} heads the names of the columns.
 * @param {Array<Array<string|number|null|undefined>>} rows the cells.
 */
export const csv = (heads, rows) => `\ufeff${[heads, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("")}`;
