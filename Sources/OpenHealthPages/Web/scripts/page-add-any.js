// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { fill, find, h } from "./dom.js";
import { grouped } from "./groups.js";
import { guarded } from "./problems.js";
import { t } from "./strings.js";
import { shortName, typeName } from "./names.js";
import { addable, isAddable } from "./add-forms.js";
import { searchField } from "./add-search.js";
import { searchTexts } from "./search-words.js";
import { preferences } from "./units.js";
import "./live.js";

const app = find("#app");

/** The types that many people enter, if none are pinned. */
const usual = ["bodyMass", "bloodPressure", "heartRate", "bodyTemperature", "dietaryWater", "stepCount"];
const most = 8;

guarded(app, async () => {
  const pins = ((await preferences()).pins ?? []).map(shortName);
  const entered = pins.map((name) => (name.startsWith("bloodPressure") ? "bloodPressure" : name)).filter(isAddable);
  const frequent = [...new Set([...entered, ...usual])].slice(0, Math.max(most, entered.length));
  const rows = [];
  const list = (names) => h("ul", { class: "plain" }, names.map((name) => {
    const element = h("li", {}, h("a", { class: "row", href: `/add/${name}` }, typeName(name)));
    rows.push({ element, texts: searchTexts(name) });
    return element;
  }));
  const cards = grouped(addable()).map(({ group, types }) => {
    const before = rows.length;
    const several = group === "symptoms" && h("p", {}, h("a", { href: "/add/symptoms" }, t("add_several")));
    const card = h("details", { class: "card" }, h("summary", {}, h("h2", {}, t(`group_${group}`))), several, list(types));
    return { card, rows: rows.slice(before) };
  });
  const searched = [...rows];
  const usualOnes = list(frequent);
  usualOnes.append(h("li", {}, h("a", { class: "row", href: "/add/symptoms" }, t("add_several"))));
  const first = h("section", { class: "card" }, h("h2", {}, t("add_frequent")), usualOnes);
  const search = searchField(searched, (wanted) => {
    first.hidden = Boolean(wanted);
    for (const { card, rows: mine } of cards) {
      card.hidden = mine.every(({ element }) => element.hidden);
      card.open = Boolean(wanted) && !card.hidden;
    }
  });
  fill(app, h("div", { class: "choose" }, search.element, first, cards.map(({ card }) => card)));
});
