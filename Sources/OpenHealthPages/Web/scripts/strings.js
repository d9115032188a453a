// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/** The language of the page, as a tag of BCP 47. */
export const language = document.documentElement.lang || "en";

/** The name of the language in the names of files. */
export const code = { "pt-BR": "pt", "zh-Hans": "zh" }[language] ?? language;

/** Whether a tag from the browser, with a region, is of the spelling and the script of the page. */
function fits(tag) {
  const [base, ...parts] = tag.split("-");
  if (base !== language.split("-")[0] || !parts.length) return false;
  const region = parts.findLast((part) => part.length === 2)?.toUpperCase();
  if (code === "en-GB") return !["US", "PH", "PR", "GU", "AS", "MP", "UM", "VI", "MH", "PW"].includes(region);
  if (code === "pt-PT") return region !== "BR";
  return code !== "zh" || !(parts[0] === "Hant" || ["TW", "HK", "MO"].includes(region));
}

/** How numbers and dates are written: as the browser wants them, where that is in the language of the page. */
export const locale = navigator.languages?.find(fits) ?? language;

const table = (await import(`./strings-${code}.js`)).default;
const rules = new Intl.PluralRules(language);

/**
 * Returns a localized string.
 * @param {string} key the key of the string.
 * @param {Object<string, string|number>} [values] the replacements of {name} in the string.
 * @returns {string} the string; the key if it has none.
 */
export function t(key, values = {}) {
  const text = table[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** Returns whether there is a string for a key. */
t.has = (key) => key in table;

/**
 * Returns a localized string that depends on a number: that of key_one, key_other and so on, by the rules of the language.
 * @param {string} key the key without its suffix.
 * @param {number} count the number.
 * @param {Object<string, string|number>} [values] the replacements of {name}.
 */
t.plural = (key, count, values = {}) => {
  const exact = `${key}_${rules.select(count)}`;
  return t(t.has(exact) ? exact : `${key}_other`, values);
};
