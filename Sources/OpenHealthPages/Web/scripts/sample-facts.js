// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { h } from "./dom.js";
import { t } from "./strings.js";
import { factsOf, shortName, typeName } from "./names.js";
import { compareTypes } from "./groups.js";
import { metadataName } from "./value-names.js";
import { date, duration, zone, zoneName } from "./format.js";
import { metadataTexts } from "./sample-metadata.js";
import { otherZone, sampleValue } from "./sample-text.js";

export { otherZone };

/** Returns a list of facts: pairs of a name and a value; pairs without a value are left out. */
export const factList = (pairs) => {
  const there = pairs.filter(([, what]) => what !== undefined && what !== null && what !== "" && what !== false);
  return there.length ? h("dl", { class: "facts" }, there.map(([name, what]) => [h("dt", {}, name), h("dd", {}, what)])) : null;
};

/** Returns a card with a heading. */
export const card = (title, ...children) => {
  const inside = children.flat(Infinity).filter(Boolean);
  return inside.length ? h("section", { class: "card" }, title && h("h2", {}, title), inside) : null;
};

/** Formats a moment in the time zone of a sample, and below it in the person's time zone if that differs. */
export function momentText(value, other, form = "second") {
  const here = date(value, form);
  if (!other) return here;
  return [date(value, form, other), " ", h("span", { class: "zone" }, `(${zoneName(value, other)})`),
    h("br"), h("span", { class: "small" }, t("sample_here", { date: here, zone: zoneName(value, zone) }))];
}

/** Returns the dates of a sample: its start, and its end if that is another moment. */
export function datesOf(sample) {
  const other = otherZone(sample);
  const isInstant = sample.startDate === sample.endDate;
  const length = (new Date(sample.endDate) - new Date(sample.startDate)) / 1000;
  return [
    [t(isInstant ? "sample_date" : "sample_start"), momentText(sample.startDate, other)],
    [t("sample_end"), !isInstant && momentText(sample.endDate, other)],
    [t("sample_length"), !isInstant && !sample.activityType && length < 31 * 86400 && duration(length, { exact: length < 3600 })],
  ];
}

/** Returns the card of a sample's source and device. */
export function originCard(sample) {
  const { source, device = {} } = sample;
  const keys = ["name", "manufacturer", "model", "hardwareVersion", "softwareVersion", "firmwareVersion", "localIdentifier", "udiDeviceIdentifier"];
  const revision = ["version", "productType", "operatingSystemVersion"];
  // If an export does not identify an app, the identifier is its name.
  const hasIdentifier = source.bundleIdentifier && source.bundleIdentifier !== source.name.replaceAll("\u00a0", " ").replaceAll("’", "'");
  return card(t("sample_source"),
    factList([
      [metadataName("source_name"), source.name],
      [metadataName("source_bundleIdentifier"), hasIdentifier && source.bundleIdentifier],
      ...revision.map((key) => [metadataName(`source_${key}`), source[key]]),
      [t("sample_created"), sample.created && date(sample.created, "second")],
    ]),
    Object.keys(device).length > 0 && h("h3", { class: "part" }, t("sample_device")),
    factList(keys.map((key) => [metadataName(`device_${key}`), device[key]])));
}

/** Returns the card of a sample's metadata. */
export const metadataCard = (sample) =>
  card(t("sample_metadata"), factList(metadataTexts(sample.metadata).map(({ name, text }) => [name, text])));

/** Returns a card of samples that belong to another sample, with links to their pages. */
export const samplesCard = (title, samples) => (samples?.length
  ? card(title, h("ul", { class: "plain" }, [...samples].sort(inOrder).map((sample) => h("li", {},
    h("a", { class: "row", href: `/samples/${sample.uuid}` },
      h("span", {}, typeName(sample.type)), h("span", { class: "amount" }, sampleValue(sample)))))))
  : null);

const inOrder = (first, second) => compareTypes(shortName(first.type), shortName(second.type));

/** Returns the card with the main figure of a sample and its dates. */
export function mainCard(sample, ...more) {
  const value = sampleValue(sample);
  return card(null, value && h("p", { class: "figure" }, value), factList(datesOf(sample)), more,
    h("p", { class: "actions" }, h("a", { class: "button", href: `/types/${shortName(sample.type)}/samples` }, t("sample_all")),
      factsOf(sample.type)?.kind !== "series" && h("a", { class: "button", href: `/types/${shortName(sample.type)}` }, t("samples_chart"))));
}
