// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { h } from "./dom.js";
import { t } from "./strings.js";
import { factsOf, shortName, typeName } from "./names.js";
import { compareTypes } from "./groups.js";
import { metadataName } from "./value-names.js";
import { date, duration, zone, zoneName } from "./format.js";
import { metadataTexts } from "./sample-metadata.js";
import { sampleValue } from "./sample-text.js";

/** A list of facts: pairs of a name and what it is; those that are nothing are left out. */
export const factList = (pairs) => {
  const there = pairs.filter(([, what]) => what !== undefined && what !== null && what !== "" && what !== false);
  return there.length ? h("dl", { class: "facts" }, there.map(([name, what]) => [h("dt", {}, name), h("dd", {}, what)])) : null;
};

/** A part of the page with a heading. */
export const card = (title, ...children) => {
  const inside = children.flat(Infinity).filter(Boolean);
  return inside.length ? h("section", { class: "card" }, title && h("h2", {}, title), inside) : null;
};

/** The time zone that a sample was made in; nothing where its clocks show what the person's show. */
export function otherZone(sample) {
  const name = sample.metadata?.HKTimeZone;
  try {
    return name && date(sample.startDate, "minute", name) !== date(sample.startDate, "minute") ? name : undefined;
  } catch {
    return undefined; // A name that no browser knows. It stands among the metadata.
  }
}

/** A moment in the zone that a sample was made in, and below it in the person's, where those differ. */
export function momentText(value, other, form = "second") {
  const here = date(value, form);
  if (!other) return here;
  return [date(value, form, other), " ", h("span", { class: "zone" }, `(${zoneName(value, other)})`),
    h("br"), h("span", { class: "small" }, t("sample_here", { date: here, zone: zoneName(value, zone) }))];
}

/** When a sample was: its start, and its end where that is another moment. */
export function datesOf(sample) {
  const other = otherZone(sample);
  const isInstant = sample.startDate === sample.endDate;
  const length = (new Date(sample.endDate) - new Date(sample.startDate)) / 1000;
  return [
    [t(isInstant ? "sample_date" : "sample_start"), momentText(sample.startDate, other)],
    [t("sample_end"), !isInstant && momentText(sample.endDate, other)],
    [t("sample_length"), !isInstant && !sample.activityType && duration(length, { exact: length < 3600 })],
  ];
}

/** Where a sample comes from: source and device. */
export function originCard(sample) {
  const { source, device = {} } = sample;
  const keys = ["name", "manufacturer", "model", "hardwareVersion", "softwareVersion", "firmwareVersion", "localIdentifier", "udiDeviceIdentifier"];
  const revision = ["version", "productType", "operatingSystemVersion"];
  // Where an export names no app, the name stands in for its identifier.
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

/** The metadata of a sample. */
export const metadataCard = (sample) =>
  card(t("sample_metadata"), factList(metadataTexts(sample.metadata).map(({ name, text }) => [name, text])));

/** Samples that belong to another, each leading to its page. */
export const samplesCard = (title, samples) => (samples?.length
  ? card(title, h("ul", { class: "plain" }, [...samples].sort(inOrder).map((sample) => h("li", {},
    h("a", { class: "row", href: `/samples/${sample.uuid}` },
      h("span", {}, typeName(sample.type)), h("span", { class: "amount" }, sampleValue(sample)))))))
  : null);

const inOrder = (first, second) => compareTypes(shortName(first.type), shortName(second.type));

/** The main figure of a sample and when it was. */
export function mainCard(sample, ...more) {
  const value = sampleValue(sample);
  return card(null, value && h("p", { class: "figure" }, value), factList(datesOf(sample)), more,
    h("p", { class: "actions" }, h("a", { class: "button", href: `/types/${shortName(sample.type)}/samples` }, t("sample_all")),
      factsOf(sample.type)?.kind !== "series" && h("a", { class: "button", href: `/types/${shortName(sample.type)}` }, t("samples_chart"))));
}
