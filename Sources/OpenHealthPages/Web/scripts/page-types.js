// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { get } from "./api.js";
import { characteristicTexts } from "./characteristics.js";
import { fill, find, h, newId } from "./dom.js";
import { announce } from "./dialogs.js";
import { addDays, relativeDay, moment, today } from "./format.js";
import { grouped } from "./groups.js";
import { follow } from "./live.js";
import { typeName } from "./names.js";
import { showLatest } from "./types-latest.js";
import { guarded, showNoData } from "./problems.js";
import { matches, searchTexts } from "./search-words.js";
import { t } from "./strings.js";
import { colorOf } from "./type-colors.js";
import { pinSwitch } from "./type-pin.js";
import { types } from "./types.js";
import { preferences } from "./units.js";

const app = find("#app");
/** The kinds of types that are listed although they have no data, if a person can enter samples of them. */
const listed = new Set(["quantity", "category"]);
/** The kinds whose permission is requested on their own pages only. */
const apart = new Set(["clinical", "document", "visionPrescription", "userAnnotatedMedication"]);
let wanted = "";

/** Returns the dates of the latest data by short name. */
async function latestDates(list) {
  const latest = new Map(list.map((entry) => [entry.name, entry.latest]));
  const rings = await latestRings(list.length > 0);
  if (rings) latest.set("activitySummary", rings);
  return latest;
}

/**
 * Returns the date of the latest rings, which are not samples and thus not in the list. If the list is empty, a missing
 * permission is an error.
 */
async function latestRings(hasOthers) {
  try {
    const { activitySummaries: days } = await get("/v1/activity-summaries", { from: addDays(today(), -366), to: today() });
    return days.length ? moment(days.at(-1).date, "12:00") : undefined;
  } catch (error) {
    if (hasOthers && (error.isNotDetermined || error.isDenied)) return undefined;
    throw error;
  }
}

async function show() {
  const [{ types: entries }, { pins }, person] = await Promise.all([get("/v1/types"), preferences(), characteristicTexts()]);
  const latest = await latestDates(entries);
  const mine = grouped([...latest.keys(), ...person.keys()]);
  const separate = grouped(Object.keys(types).filter((name) => apart.has(types[name].kind) && !latest.has(name)));
  const others = grouped(Object.keys(types).filter(
    (name) => types[name].entry && listed.has(types[name].kind) && !latest.has(name)));
  const body = h("div", {});
  fill(app, searchField(), body);
  if (mine.length === 0) {
    const none = h("div", {});
    showNoData(none, h("p", { class: "actions" }, h("a", { class: "button main", href: "/add" }, t("frame_add")),
      h("a", { class: "button", href: "/welcome" }, t("types_import"))));
    body.append(none);
  }
  body.append(...[
    h("div", { class: "type-groups" }, mine.map(({ group, types: names }) => card(t(`group_${group}`), names.map((name) => h("li",
      { class: "type-row", data: { name } },
      h("a", { class: "row", href: `/types/${name}` },
        h("span", { class: "type-name" }, dot(name), typeName(name)),
          h("span", { class: "type-latest" }, h("strong", { data: { latest: name } }, person.get(name)),
            latest.has(name) && h("span", { class: "quiet small" }, relativeDay(latest.get(name))))),
      !person.has(name) && pinSwitch(name, pins)))))),
    h("p", { class: "quiet", hidden: true, id: "none" }, t("types_none")),
    h("h2", { class: "type-more" }, t("types_more")), h("p", { class: "quiet" }, t("types_more_why")),
    h("div", { class: "type-groups" }, others.map(({ group, types: names }) => folder(group, names))),
    separate.length > 0 && h("h2", { class: "type-more" }, t("types_separate")), separate.length > 0 && h("p", { class: "quiet" }, t("types_separate_why")),
    h("div", { class: "type-groups" }, separate.map(({ group, types: names }) => folder(group, names, { path: "types", text: "types_open" })))].filter(Boolean));
  search(wanted);
  await showLatest(app, entries);
}

const dot = (name) => {
  const mark = h("span", { class: "type-dot", "aria-hidden": "true" });
  mark.style.background = `var(${colorOf(name)})`;
  return mark;
};

function card(title, rows) {
  const id = newId("group");
  return h("section", { class: "card type-group", "aria-labelledby": id }, h("h2", { id }, title), h("ul", { class: "plain" }, rows));
}

/** Returns a collapsed list of types without data, since there are many. */
function folder(group, names, { path, text } = { path: "add", text: "types_add" }) {
  return h("details", { class: "card type-group" },
    h("summary", {}, t(`group_${group}`), " ", h("span", { class: "quiet small" }, `(${names.length})`)),
    h("ul", { class: "plain" }, names.map((name) => h("li", { data: { name } },
      h("a", { class: "row", href: `/${path}/${name}` }, h("span", { class: "type-name" }, dot(name), typeName(name)),
        h("span", { class: "small link-like" }, t(text)))))));
}

function searchField() {
  const id = newId("search");
  return h("div", { class: "type-search", role: "search" }, h("label", { for: id, class: "hidden" }, t("types_search")),
    h("input", { id, type: "search", placeholder: t("types_search"), value: wanted,
      oninput: (event) => { wanted = event.target.value; announceCount(search(wanted)); } }));
}

/** Shows the matching types and announces their number. */
function search(text) {
  const part = text.trim();
  const rows = [...app.querySelectorAll(".type-group [data-name]")];
  const fits = matches(rows.map((row) => searchTexts(row.dataset.name)), part);
  rows.forEach((row, index) => { row.hidden = !fits[index]; });
  let count = 0;
  for (const group of app.querySelectorAll(".type-group")) {
    const here = group.querySelectorAll("[data-name]:not([hidden])").length;
    group.hidden = here === 0;
    if (group instanceof HTMLDetailsElement) group.open = part !== "" && here > 0;
    count += here;
  }
  find("#none", app).hidden = count > 0 || part === "";
  return count;
}

let speaking;
/** Announces the number when the typing pauses, not at each letter. */
function announceCount(count) {
  clearTimeout(speaking);
  speaking = setTimeout(() => announce(t.plural("types_found", count, { count })), 600);
}

await guarded(app, show);
follow(Object.keys(types).filter((name) => ["quantity", "category", "workout"].includes(types[name].kind)), async () => {
  // The list is not replaced while it has the focus.
  if (!app.contains(document.activeElement)) await guarded(app, show);
});
