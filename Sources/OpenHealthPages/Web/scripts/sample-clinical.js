// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { h } from "./dom.js";
import { date, moment, number } from "./format.js";
import { t } from "./strings.js";
import { factList } from "./sample-facts.js";

// A FHIR resource by its fields. What it contains comes from others, so everything is text.

/** The fields that say nothing to people, or repeat others. */
const hidden = new Set(["resourceType", "id", "meta", "text", "contained", "extension", "modifierExtension", "implicitRules", "language"]);
/** The depth and the number of fields that are shown; the whole record has the others. */
const [DEPTH, FIELDS, LETTERS] = [3, 60, 2000];
/** The fields that come first. */
const first = ["code", "vaccineCode", "medicationCodeableConcept", "medicationReference", "type", "status", "clinicalStatus", "verificationStatus",
  "category", "effectiveDateTime", "effectivePeriod", "occurrenceDateTime", "onsetDateTime", "valueQuantity", "valueString", "value"];

/** Shows a clinical record: its source, its fields, and its original data on demand. */
export function clinical({ resourceType, identifier, fhirVersion, sourceURL, data }) {
  const resource = parsed(data);
  return [
    factList([[t("sample_kind"), resourceType], ...(resource ? fieldsOf(resource, 0) : [])]),
    h("h2", { class: "part" }, t("sample_source")),
    factList([[t("sample_identifier"), identifier], ["FHIR", fhirVersion?.HKFHIRVersion?.version], [t("sample_source"), sourceURL]]),
    resource && raw(resource),
  ];
}

/** Returns the original data, which is written only once it is opened. */
function raw(resource) {
  const details = h("details", { class: "record" }, h("summary", {}, t("sample_record")));
  details.addEventListener("toggle", () => {
    if (!details.open || details.childElementCount > 1) return;
    details.append(h("pre", { class: "scroll", tabindex: 0 }, JSON.stringify(resource, null, 2)));
  });
  return details;
}

/** Returns the resource in base64-encoded JSON; null if there is none. */
function parsed(data) {
  try {
    const bytes = Uint8Array.from(atob(typeof data === "string" ? data : Object.values(data)[0]), (letter) => letter.charCodeAt(0));
    const resource = JSON.parse(new TextDecoder().decode(bytes));
    return isObject(resource) ? resource : null;
  } catch {
    return null;
  }
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const cut = (text) => (text.length > LETTERS ? `${text.slice(0, LETTERS)}…` : text);

/** Returns pairs of a name and a value for the fields of an object. */
function fieldsOf(object, depth) {
  const place = ([key]) => (first.includes(key) ? first.indexOf(key) : first.length);
  return Object.entries(object).filter(([key, value]) => !hidden.has(key) && !key.startsWith("_") && value !== null && value !== "")
    .sort((one, other) => place(one) - place(other)).slice(0, FIELDS).map(([key, value]) => [nameOf(key), shown(value, depth)]);
}

/** Returns the name of a field: in the language of the page if it is a usual one, else its own words. */
function nameOf(key) {
  const usual = `clinical_${key}`;
  if (t.has(usual)) return t(usual);
  const words = key.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  return h("span", { lang: "en" }, cut(words.charAt(0).toUpperCase() + words.slice(1)));
}

/** Returns a value as text or elements. */
function shown(value, depth) {
  if (Array.isArray(value)) {
    const all = value.slice(0, FIELDS).map((one) => shown(one, depth));
    return all.every((one) => typeof one === "string") ? all.filter(Boolean).join(", ") : all.map((one) => h("div", {}, one));
  }
  if (typeof value === "string") return cut(dateText(value) ?? value);
  if (typeof value === "number") return number(value, 6);
  if (typeof value === "boolean") return t(value ? "report_yes" : "report_no");
  if (!isObject(value)) return "";
  const short = shortText(value);
  if (short) return cut(short);
  return depth < DEPTH ? factList(fieldsOf(value, depth + 1)) ?? "" : cut(JSON.stringify(value));
}

/** Returns the text of the usual parts of resources: concepts, quantities, periods, references, names; empty for others. */
function shortText(value) {
  const texts = (list, key) => (Array.isArray(list) ? list : []).map((one) => one?.[key]).filter((one) => typeof one === "string");
  if (typeof value.text === "string" && value.text) return value.text;
  if (Array.isArray(value.coding)) return texts(value.coding, "display")[0] ?? texts(value.coding, "code")[0] ?? "";
  if (typeof value.display === "string") return value.display;
  if ("value" in value && typeof value.value === "number") return quantityText(value);
  if (isObject(value.low) || isObject(value.high)) {
    return [value.low, value.high].map((side) => (isObject(side) ? quantityText(side) : "")).join(" – ").trim();
  }
  if (typeof value.start === "string" || typeof value.end === "string") {
    return [value.start, value.end].map((side) => (typeof side === "string" ? dateText(side) ?? side : "")).join(" – ");
  }
  if (typeof value.family === "string") return [...(Array.isArray(value.given) ? value.given : []), value.family].join(" ");
  if (typeof value.reference === "string") return value.reference;
  return typeof value.value === "string" ? value.value : "";
}

const quantityText = ({ comparator, value, unit, code }) =>
  [comparator, typeof value === "number" ? number(value, 6) : value, unit ?? code].filter((part) => part !== undefined).join(" ");

/** Returns a date or a time of FHIR in the language of the page; nothing for other text. */
function dateText(text) {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return Number.isNaN(Date.parse(text)) ? undefined : date(moment(text, "12:00"), "day");
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) || Number.isNaN(Date.parse(text))) return undefined;
  return date(text, "minute");
}
