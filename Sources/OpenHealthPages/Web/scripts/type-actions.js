// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { h } from "./dom.js";
import { factsOf } from "./names.js";
import { preferences } from "./units.js";
import { t } from "./strings.js";
import { pinSwitch } from "./type-pin.js";
import { alertProblem } from "./problems.js";

/** The kinds without samples, so that there is no list of them. */
const notSamples = new Set(["activitySummary", "characteristic", "userAnnotatedMedication"]);

/**
 * Returns the actions for a type.
 * @param {string} type a short name.
 * @param {function(): Object} period returns the current period.
 */
export function typeActions(type, period) {
  const facts = factsOf(type);
  const bar = h("div", { class: "actions type-actions" },
    Boolean(facts?.entry) && h("a", { class: "button main", href: `/add/${type}` }, t("frame_add")),
    !notSamples.has(facts?.kind) && h("a", { class: "button", href: `/types/${type}/samples` }, t("type_all")),
    ((facts?.kind === "quantity" && facts.style) || type === "sleepAnalysis") && h("a", { class: "button", href: `/compare?a=${type}` }, t("type_compare")));
  preferences().then(({ pins }) => bar.append(pinSwitch(type, pins ?? [], { isLabelled: true })));
  if (!notSamples.has(facts?.kind)) bar.append(reportButton("report_export", "exportCSV", type, period));
  if (facts?.kind === "quantity") bar.append(reportButton("report_mail", "mailReport", type, period));
  return bar;
}

/** Returns a button for a function of the module of reports, which is loaded on demand. */
function reportButton(label, action, type, period) {
  const run = async () => {
    try {
      const report = await import("./report.js");
      const { start, end } = period();
      await report[action]({ type, from: start, to: end });
    } catch (error) {
      alertProblem(error, { type, retry: run });
    }
  };
  return h("button", { type: "button", onclick: run }, t(label));
}
