// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { h, newId } from "./dom.js";
import { matches } from "./search-words.js";
import { t } from "./strings.js";

/**
 * Creates a field that filters the rows of a list by the typed text, and announces their number.
 * @param {Array<{element: HTMLElement, texts: string[]}>} rows the rows and the strings to search.
 * @param {function(string)} [after] is called with the typed text.
 */
export function searchField(rows, after) {
  const id = newId("search");
  const found = h("p", { class: "hint", role: "status" });
  const control = h("input", { id, type: "search", enterkeyhint: "search" });
  control.addEventListener("input", () => {
    const wanted = control.value.trim();
    const fits = matches(rows.map(({ texts }) => texts), wanted);
    let count = 0;
    rows.forEach(({ element }, index) => {
      element.hidden = !fits[index];
      if (!element.hidden) count += 1;
    });
    found.textContent = !wanted ? "" : count ? t.plural("add_found", count, { count }) : t("add_notfound", { text: control.value.trim() });
    after?.(wanted);
  });
  // The field is not part of a form around it.
  control.addEventListener("keydown", (event) => event.key === "Enter" && event.preventDefault());
  for (const name of ["input", "change"]) control.addEventListener(name, (event) => event.stopPropagation());
  return { control, element: h("div", { class: "search", role: "search" }, h("label", { for: id }, t("add_search")), control, found) };
}
