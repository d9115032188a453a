// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { get, post } from "./api.js";
import { h, fill } from "./dom.js";
import { t } from "./strings.js";
import { factsOf } from "./names.js";
import { enumValueName } from "./value-names.js";
import { number, quantity } from "./format.js";
import { typesOf } from "./groups.js";
import { detailOf, sampleValue } from "./sample-text.js";
import { card, datesOf, factList, samplesCard } from "./sample-facts.js";
import { stripView } from "./ecg-strip.js";
import { extremes } from "./workout-track.js";

const volts = { V: 1000, mV: 1, mcV: 0.001, uV: 0.001 };

/** Shows an electrocardiogram: its classification by the device, and the strip. */
export async function showElectrocardiogram(parts, sample) {
  const detail = detailOf(sample, "HKElectrocardiogram");
  const { classification = 0, symptomsStatus = 0, averageHeartRate: rate, frequency } = detail;
  const [strip, symptoms] = [h("div", {}), h("div", {})];
  fill(parts,
    card(null,
      h("p", { class: "figure" }, sampleValue(sample)),
      factList([
        [t("ecg_rate"), rate ? quantity(rate.unit === "count/s" ? rate.value * 60 : rate.value, "count/min", "heartRate") : t("ecg_rate_unknown")],
        [t("ecg_symptoms"), enumValueName("HKElectrocardiogramSymptomsStatus", symptomsStatus)],
        [t("ecg_frequency"), frequency && quantity(frequency.value, frequency.unit, undefined, 1)],
        [t("ecg_measurements"), detail.measurements && number(detail.measurements)],
        ...datesOf(sample),
      ]),
      h("p", { class: "hint" }, t("ecg_advice")),
      h("p", { class: "actions" }, h("a", { class: "button", href: "/types/electrocardiogram/samples" }, t("sample_all")))),
    strip, symptoms);
  const [voltages] = await Promise.all([
    get(`/v1/samples/${sample.uuid}/voltages`),
    symptomsStatus === 2 && symptomsOf(sample).then((found) => fill(symptoms, samplesCard(t("ecg_symptoms"), found))),
  ]);
  const values = voltages.voltages.map((value) => value * (volts[voltages.unit] ?? 1));
  if (values.length > 1) fill(strip, stripCard(values, voltages.frequency, enumValueName("HKElectrocardiogramClassification", classification), rate));
}

/** Returns the symptoms that the person noted with it. */
async function symptomsOf(sample) {
  const types = typesOf("symptoms").filter((type) => factsOf(type)?.kind === "category");
  const predicate = { related: { electrocardiogram: { _0: sample.uuid } } };
  try {
    return (await post("/v1/samples/query", { parts: types.map((type) => ({ type, predicate })), limit: 100 })).samples;
  } catch (error) {
    if (error.isNotDetermined) return [];
    throw error;
  }
}

function stripCard(values, frequency, classification, rate) {
  const seconds = values.length / frequency;
  const [least, greatest] = extremes(values);
  const length = quantity(seconds, "s", undefined, 0);
  const words = [
    t("ecg_words", { length, classification }),
    rate && t("ecg_words_rate", { rate: quantity(rate.unit === "count/s" ? rate.value * 60 : rate.value, "count/min", "heartRate") }),
    t("ecg_words_range", { least: millivolts(least), greatest: millivolts(greatest) }),
  ].filter(Boolean).join(" ");
  return h("section", { class: "card ecg" }, h("h2", {}, t("ecg_strip")), stripView(values, frequency, words),
    h("p", { class: "small paper" }, t("ecg_paper", { speed: `${number(25)} mm/s`, gain: `${number(10)} mm/mV` })), table(values, frequency));
}

const millivolts = (value) => quantity(value, "mV", undefined, 2);

/** Returns a table of the strip: the minimum and maximum voltage of each second. */
function table(values, frequency) {
  const details = h("details", {}, h("summary", {}, t("chart_table")));
  details.addEventListener("toggle", () => {
    if (!details.open || details.childElementCount > 1) return;
    const rows = [];
    for (let second = 0; second * frequency < values.length; second += 1) {
      const part = values.slice(Math.round(second * frequency), Math.round((second + 1) * frequency));
      if (part.length) rows.push([quantity(second, "s", undefined, 0), ...extremes(part).map(millivolts)]);
    }
    details.append(h("table", {},
      h("thead", {}, h("tr", {}, ["ecg_second", "ecg_least", "ecg_greatest"].map((key, index) =>
        h("th", { scope: "col", class: index ? "number" : null }, t(key))))),
      h("tbody", {}, rows.map(([first, ...rest]) => h("tr", {}, h("th", { scope: "row" }, first),
        rest.map((text) => h("td", { class: "number" }, text)))))));
  });
  return details;
}
