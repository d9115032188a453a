// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { announce } from "./dialogs.js";
import { find, h } from "./dom.js";
import { grouped } from "./groups.js";
import { t } from "./strings.js";

/** The number of rows above which they are grouped, and the number above which a search field is shown. */
const [mostUngrouped, mostUnsearched] = [8, 20];

/**
 * Enhances a table of permissions: types by group, a switch for all permissions of each column, the number of granted ones, and a
 * search field if there are many.
 * @param {HTMLTableElement} table the table, with a row with `data-type`, the short name, for each type.
 */
export function enhance(table) {
  const rows = [...table.querySelectorAll("tr[data-type]")];
  if (rows.length > mostUngrouped) group(table, rows);
  const status = h("span", { class: "small" });
  const update = columns(table, rows, status);
  const bar = h("div", { class: "filter" }, rows.length > mostUnsearched && search(table, rows), status);
  table.before(bar);
  table.addEventListener("change", update);
  update();
}

/** Groups the rows, with a heading for each group. */
function group(table, rows) {
  const byType = new Map(rows.map((row) => [row.dataset.type, row]));
  const body = table.tBodies[0];
  for (const { group: name, types } of grouped(byType.keys())) {
    body.before(h("tbody", {},
      h("tr", {}, h("th", { colspan: 3, scope: "rowgroup" }, t(`group_${name}`))), types.map((type) => byType.get(type))));
  }
  body.remove();
}

/** Adds the row of switches for whole columns; returns a function that updates it and the number of granted permissions. */
function columns(table, rows, status) {
  const switches = (name) => rows.map((row) => find(`input[name="${name}"]`, row)).filter(Boolean);
  const all = { share: "permission_to_save", read: "permission_to_read" };
  const masters = Object.entries(all).map(([name, key]) => {
    const own = switches(name);
    if (own.length < 2) return { own };
    const master = h("input", { type: "checkbox", role: "switch", class: "switch", "aria-label": `${t("permission_turn_all")}: ${t(key)}` });
    master.addEventListener("change", () => {
      for (const box of own) box.checked = master.checked;
    });
    return { own, master };
  });
  if (masters.some(({ master }) => master)) {
    table.tHead.append(h("tr", { class: "all" }, h("th", { scope: "row" }, t("permission_turn_all")),
      masters.map(({ master }) => h("td", { class: "choice" }, master))));
  }
  return () => {
    let [on, count] = [0, 0];
    for (const { own, master } of masters) {
      const checked = own.filter((box) => box.checked).length;
      on += checked;
      count += own.length;
      if (!master) continue;
      master.checked = checked === own.length;
      master.indeterminate = checked > 0 && checked < own.length;
    }
    status.textContent = t("permission_on", { on, all: count });
  };
}

/** Returns a field that filters the rows by name. */
function search(table, rows) {
  const names = new Map(rows.map((row) => [row, plain(row.cells[0].firstChild.textContent)]));
  const none = h("p", { class: "quiet", hidden: true }, t("permission_search_none"));
  table.after(none);
  const field = h("input", { type: "search", "aria-label": t("permission_search"), placeholder: t("permission_search"), autocomplete: "off" });
  // The Enter key would submit the form.
  field.addEventListener("keydown", (event) => { if (event.key === "Enter") event.preventDefault(); });
  field.addEventListener("input", () => {
    const wanted = plain(field.value);
    let found = 0;
    for (const row of rows) {
      row.hidden = !names.get(row).includes(wanted);
      if (!row.hidden) found += 1;
    }
    for (const body of table.tBodies) body.hidden = !rows.some((row) => row.parentNode === body && !row.hidden);
    for (const row of table.tHead.rows) row.hidden = row.classList.contains("all") && wanted !== "";
    table.hidden = found === 0;
    none.hidden = found > 0;
    if (found === 0) announce(t("permission_search_none"));
  });
  return field;
}

/** Returns a string for comparison, without accents and case. */
const plain = (text) => text.normalize("NFKD").replace(/\p{Mark}/gu, "").toLowerCase().trim();
