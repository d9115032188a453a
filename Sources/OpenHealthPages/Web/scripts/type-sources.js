// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { guarded } from "./problems.js";
import { t } from "./strings.js";
import { h } from "./dom.js";
import { unitName } from "./names.js";
import { bareWords } from "./type-amounts.js";
import { card, figureTable } from "./type-figures.js";
import { bySource, isCumulative } from "./type-quantity-data.js";

/** Creates the card with the figures of each source, and of all of them merged. */
export function sourcesCard(type) {
  const part = card(t("type_sources"));
  const set = ({ period, unit, signal, whole }) => {
    part.element.hidden = !whole;
    if (!whole) return;
    guarded(part.body, async () => {
      const { merged, sources } = await bySource(type, period, unit, signal);
      if (!merged) return part.fill();
      const rows = sources.map((one) => [one.source.name, ...cells(type, one, unit)]);
      const heads = (isCumulative(type) ? ["type_total"] : ["type_range", "type_average", "type_latest"]).map((key) =>
        [t(key), h("span", { class: "quiet small block" }, unitName(unit, { type }))]);
      part.fill(
        isShared(type, merged, sources) && h("p", { class: "quiet" }, t("type_sources_why")),
        figureTable(t("type_sources"), [t("type_source"), ...heads], rows,
          sources.length > 1 ? [t("type_merged"), ...cells(type, merged, unit)] : undefined));
    }, { type });
  };
  return { element: part.element, set };
}

/** Returns whether sources overlap in time, so that only one of them counts. */
const isShared = (type, merged, sources) => isCumulative(type) && sources.reduce((sum, one) => sum + one.sum, 0) > merged.sum * 1.0005;

/** Returns the cells of a source. The head of the column contains the unit, so that the table fits on a phone. */
const cells = (type, one, unit) => (isCumulative(type)
  ? [bareWords(one.sum, unit, type)]
  : [range(one, unit, type), bareWords(one.average, unit, type), bareWords(one.latest, unit, type)]);

function range({ low, high }, unit, type) {
  const [first, last] = [bareWords(low, unit, type), bareWords(high, unit, type)];
  return first === last ? first : `${first}–${last}`;
}
