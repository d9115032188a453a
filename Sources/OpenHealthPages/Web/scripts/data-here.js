// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { allowActions } from "./allow.js";
import { h } from "./dom.js";
import { dateRange, number } from "./format.js";
import { t } from "./strings.js";

/** Returns a summary of the data in the database, for a person who has not yet decided which types these pages can read. */
export function dataHere(sources) {
  const count = sources.reduce((sum, source) => sum + source.count, 0);
  const earliest = sources.map((source) => source.earliest).filter(Boolean).sort()[0];
  const ends = sources.map((source) => source.latest).filter(Boolean).map((end) => new Date(end).getTime());
  // Prescriptions end in the future, which says nothing about the other data.
  const past = ends.filter((end) => end <= Date.now());
  const latest = ends.length > 0 && Math.max(...(past.length > 0 ? past : [Date.now()]));
  const fact = (key, value) => [h("dt", {}, t(key)), h("dd", {}, value)];
  return h("section", { class: "card", id: "here" }, h("h2", {}, t("welcome_here")),
    h("p", {}, t.plural("welcome_here_count", count, { count: number(count) })),
    h("dl", { class: "facts" },
      earliest && latest > new Date(earliest) && fact("welcome_span", dateRange(earliest, latest)),
      fact("sources_title", sources.map(({ name }) => name || t("sources_unnamed")).join(" · "))),
    allowActions());
}
