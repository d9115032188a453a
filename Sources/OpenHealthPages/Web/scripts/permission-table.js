// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { announce } from "./dialogs.js";
import { find, h } from "./dom.js";
import { grouped } from "./groups.js";
import { t } from "./strings.js";

/** From how many rows on they are grouped, and from how many there is a field to search. */
const [mostUngrouped, mostUnsearched] = [8, 20];

/**
 * Makes a table of permissions easier to use than it is without scripts: types by group, a switch for each column that turns
 * all of it on, how many are on, and a search where there are many.
 * @param {HTMLTableElement} table has a row with `data-type`, the short name, for each type.
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

/** The rows in groups, each with its name above. */
function group(table, rows) {
  const byType = new Map(rows.map((row) => [row.dataset.type, row]));
  const body = table.tBodies[0];
  for (const { group: name, types } of grouped(byType.keys())) {
    body.before(h("tbody", {},
      h("tr", {}, h("th", { colspan: 3, scope: "rowgroup" }, t(`group_${name}`))), types.map((type) => byType.get(type))));
  }
  body.remove();
}

/** The row that turns whole columns on and off; gives what brings it and the count up to date. */
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

/** A field that leaves the rows whose names have what is typed. */
function search(table, rows) {
  const names = new Map(rows.map((row) => [row, plain(row.cells[0].firstChild.textContent)]));
  const none = h("p", { class: "quiet", hidden: true }, t("permission_search_none"));
  table.after(none);
  const field = h("input", { type: "search", "aria-label": t("permission_search"), placeholder: t("permission_search"), autocomplete: "off" });
  // The Enter key would send the form.
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

/** A text as it is compared: accents and capitals make no difference. */
const plain = (text) => text.normalize("NFKD").replace(/\p{Mark}/gu, "").toLowerCase().trim();
