// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { get, put } from "./api.js";
import { announce, toast } from "./dialogs.js";
import { fill, find, h, newId } from "./dom.js";
import { grouped } from "./groups.js";
import { shortName, typeName } from "./names.js";
import { types as allTypes } from "./types.js";
import { alertProblem, guarded } from "./problems.js";
import { sortable } from "./sortable.js";
import { t } from "./strings.js";

const place = find("#order");

/**
 * Returns the types with data, as far as these pages can read them; otherwise all types, since the owner can order the sources of
 * any type.
 */
async function typesWithData() {
  const { types } = await get("/v1/types");
  if (types.length) return types.map((type) => type.name);
  return Object.keys(allTypes).filter((name) => ["quantity", "category", "workout"].includes(allTypes[name].kind));
}

/** Shows the choice of a type, and the order of its sources. */
async function show() {
  const names = await typesWithData();
  const id = newId("type");
  const list = h("div");
  const select = h("select", { id, onchange: () => load(list, select.value) },
    grouped(names).map(({ group, types: members }) =>
      h("optgroup", { label: t(`group_${group}`) }, members.map((name) => h("option", { value: name }, typeName(name))))));
  const asked = shortName(location.hash.slice(1));
  select.value = names.includes(asked) ? asked : names.includes("stepCount") ? "stepCount" : select.value;
  fill(place, h("label", { for: id }, t("sources_type")), select, list);
  await load(list, select.value);
}

const path = (type) => `/v1/owner/source-order/${encodeURIComponent(type)}`;

const load = (list, type) => guarded(list, async () => draw(list, type, (await get(path(type))).sources));

function draw(list, type, sources) {
  if (sources.length < 2) {
    const one = sources[0];
    return fill(list, one && h("p", {}, h("strong", {}, one.name || t("sources_unnamed"))), h("p", { class: "quiet" }, t(one ? "sources_order_single" : "sources_order_empty")));
  }
  const save = async (ids, said) => {
    try {
      const response = await put(path(type), { sources: ids });
      draw(list, type, response.sources);
      announce(said);
    } catch (error) {
      draw(list, type, sources);
      alertProblem(error, { retry: () => save(ids, said) });
    }
  };
  const items = sources.map((source) => ({ id: source.id, name: source.name || t("sources_unnamed"), detail: t(`reason_${source.reason}`) }));
  fill(list, h("p", { class: "hint" }, t("sources_order_how")),
    sortable(items, (ids, moved) => save(ids, t("sources_moved", { source: moved.name, place: ids.indexOf(moved.id) + 1, count: ids.length }))),
    sources.some((source) => source.isChosen) && h("div", { class: "actions" },
      h("button", { type: "button", onclick: toDefault }, t("sources_default"))));
  async function toDefault() {
    await save([], t("sources_default_done"));
    toast(t("sources_default_done"));
    // The button disappears if the order is the default one.
    find("select", place).focus();
  }
}

if (place) guarded(place, show);
