// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { h } from "./dom.js";
import { dateRange, number } from "./format.js";
import { factsOf, shortName, typeName } from "./names.js";
import { t } from "./strings.js";

/** The kinds of data in a receipt, other than plain records, that have a name for people. */
const kinds = ["workouts", "routes", "ecgs", "activitySummaries", "clinicalRecords", "audiograms", "visionPrescriptions", "correlations"];

/** The formats in receipts that have a name for people. */
const formats = {
  "apple-health": "welcome_format_appleHealth", fit: "welcome_format_fit", tcx: "welcome_format_tcx", gpx: "welcome_format_gpx",
  "activity-files": "welcome_format_activityFiles", "garmin-account": "welcome_format_garminAccount",
  "strava-account": "welcome_format_stravaAccount",
};

/** The maximum number of remarks to show; there can be a thousand. */
const mostRemarks = 100;

/**
 * Returns the receipt of an import in plain words: what was read, added, already present, and left out and why.
 * @param {Object} receipt the receipt from the server.
 * @returns {Node[]} the elements to show.
 */
export function receiptView(receipt) {
  const { read, added, alreadyPresent, rejected } = receipt.records;
  const fact = (key, value) => [h("dt", {}, t(key)), h("dd", {}, value)];
  const [first, last] = receipt.dateRange ?? [];
  return [
    h("p", {}, summary(receipt)),
    h("dl", { class: "facts" },
      formats[receipt.format] && fact("welcome_format", t(formats[receipt.format])),
      fact("welcome_read", number(read)), fact("welcome_added", number(added)),
      fact("welcome_present", number(alreadyPresent)), fact("welcome_rejected", number(rejected)),
      first !== undefined && fact("welcome_span", dateRange(first * 1000, last * 1000)),
      receipt.sources?.length > 0 && fact("sources_title", receipt.sources.join(" · ")),
      kinds.filter((kind) => receipt.byKind?.[kind]?.read > 0).map((kind) => fact(`welcome_kind_${kind}`, counts(receipt.byKind[kind]))),
      receipt.copies > 0 && fact("welcome_copies", number(receipt.copies))),
    types(receipt), remarks(receipt),
  ];
}

/** Returns what was read of a kind, and what of it was added if that is not all. */
const counts = ({ read, added }) => (added === read ? number(read) : `${number(read)} · ${t("welcome_added")}: ${number(added)}`);

function summary({ complete, records: { added, rejected } }) {
  const parts = [added > 0 ? t.plural("welcome_added_text", added, { count: number(added) }) : t("welcome_added_none")];
  if (rejected > 0) parts.push(t.plural("welcome_rejected_text", rejected, { count: number(rejected) }));
  if (complete === false) parts.push(t("welcome_incomplete"));
  return parts.join(" ");
}

function types(receipt) {
  const rows = Object.entries(receipt.byType ?? {}).sort(([a, x], [b, y]) => y.read - x.read || (a < b ? -1 : 1));
  if (!rows.length) return null;
  return h("details", {}, h("summary", {}, t("welcome_by_type")),
    h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": t("welcome_by_type") }, h("table", {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("permission_type")),
        h("th", { scope: "col", class: "number" }, t("welcome_read")), h("th", { scope: "col", class: "number" }, t("welcome_added")))),
      h("tbody", {}, rows.map(([type, counts]) => h("tr", {}, h("th", { scope: "row" }, factsOf(type) ? h("a", { href: `/types/${shortName(type)}` }, typeName(type)) : typeName(type)),
        h("td", { class: "number" }, number(counts.read)), h("td", { class: "number" }, number(counts.added))))))));
}

/** Lists the data that was left out or is unusual, with place and reason. The server writes the reasons in English. */
function remarks(receipt) {
  const lines = (receipt.diagnostics ?? []).slice(0, mostRemarks).map((remark) =>
    h("li", {}, remark.severity === "rejected" && h("strong", {}, t("welcome_left_out"), " "),
      h("span", { lang: "en" }, [remark.line > 0 ? `${remark.file}:${remark.line}` : remark.file, remark.element, remark.reason].filter(Boolean).join(": "))));
  const count = receipt.diagnosticCount ?? lines.length;
  return [
    count > 0 && h("details", {}, h("summary", {}, t.plural("welcome_remarks", count, { count: number(count) })),
      h("ul", {}, lines), lines.length < count && h("p", { class: "quiet" }, t("welcome_remarks_more"))),
    receipt.skippedFiles?.length > 0 && h("details", {}, h("summary", {}, t.plural("welcome_skipped", receipt.skippedFiles.length, { count: number(receipt.skippedFiles.length) })),
      h("ul", {}, receipt.skippedFiles.map((line) => h("li", { lang: "en" }, line)))),
  ];
}
