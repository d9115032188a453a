// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { insightsOf, periodNote, sentence } from "./dashboard-insights.js";
import { fill, h } from "./dom.js";
import { factsOf, shortName } from "./names.js";
import { t } from "./strings.js";
import { loadUnits } from "./units.js";

/** The types whose statements a page shows, if they are not the type of the page. */
const others = { bloodPressure: "bloodPressureSystolic" };
/** The kinds of statements that hold on any day; the others are only shown while they are highlights. */
const lasting = new Set(["trend", "record", "streak", "bloodPressure", "cardioFitness", "walkingSpeed", "sleep"]);

/** Shows the card of the statements about a type; nothing without any. */
export async function showInsights(place, type) {
  const wanted = others[type] ?? type;
  if (wanted === type && type !== "sleepAnalysis" && factsOf(type)?.kind !== "quantity") return;
  const all = await insightsOf();
  const found = all.filter((one) => shortName(one.type) === wanted && (one.highlight || lasting.has(one.kind)));
  await loadUnits([wanted]);
  fill(place, found.length > 0 && h("section", { class: "card", data: { part: "insights" } }, h("h2", {}, t("insights_title")),
    h("ul", { class: "plain insights" }, found.map((one) => h("li", { class: "insight", data: { kind: one.kind } },
      h("span", {}, h("span", { class: "insight-text" }, sentence(one)), " ", periodNote(one))))),
    h("p", { class: "small" }, t("insights_note"))));
}
