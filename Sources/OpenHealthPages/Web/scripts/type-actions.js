// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { h } from "./dom.js";
import { factsOf } from "./names.js";
import { preferences } from "./units.js";
import { t } from "./strings.js";
import { pinSwitch } from "./type-pin.js";
import { alertProblem } from "./problems.js";

/** Kinds that people write by hand. */
const writable = new Set(["quantity", "category", "workout"]);
/** Kinds that are no samples, so that there is no list of them. */
const notSamples = new Set(["activitySummary", "characteristic", "userAnnotatedMedication"]);
/** Correlations of which there are forms. */
const forms = new Set(["bloodPressure", "food"]);

/**
 * What can be done with a type besides looking at it.
 * @param {string} type a short name.
 * @param {function(): Object} period the stretch that is shown now.
 */
export function typeActions(type, period) {
  const facts = factsOf(type);
  const canAdd = facts?.shareable && (writable.has(facts.kind) || forms.has(type));
  const bar = h("div", { class: "actions type-actions" },
    canAdd && h("a", { class: "button main", href: `/add/${type}` }, t("frame_add")),
    !notSamples.has(facts?.kind) && h("a", { class: "button", href: `/types/${type}/samples` }, t("type_all")));
  preferences().then(({ pins }) => bar.append(pinSwitch(type, pins ?? [], { isLabelled: true })));
  if (!notSamples.has(facts?.kind)) bar.append(reportButton("report_export", "exportCSV", type, period));
  if (facts?.kind === "quantity") bar.append(reportButton("report_mail", "mailReport", type, period));
  return bar;
}

/** A button for a function of the module of reports, which few visits need. */
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
