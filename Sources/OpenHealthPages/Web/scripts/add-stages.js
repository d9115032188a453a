// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { choiceField } from "./add-fields.js";
import { h, newId } from "./dom.js";
import { addDays, civil, moment } from "./format.js";
import { t } from "./strings.js";

/**
 * Creates a field for the stages of a night: the first begins with the night, each other one at its own time, and each ends where
 * the next one begins.
 * @param {object} input the description by `formOf`.
 */
export function stagesField(input) {
  const first = choiceField(input);
  const list = h("div", {});
  let rows = [];
  const changed = () => list.dispatchEvent(new Event("change", { bubbles: true }));

  function add({ stage, from } = {}) {
    const [stageId, fromId] = [newId("stage"), newId("from")];
    const select = h("select", { id: stageId }, h("option", { value: "" }, t("add_choose")),
      input.options.map(({ value, label }) => h("option", { value }, label)));
    const time = h("input", { id: fromId, type: "time" });
    [select.value, time.value] = [stage ?? "", from ?? ""];
    const number = rows.length + 2;
    const row = { select, time, element: h("div", { class: "moment-fields", role: "group", "aria-label": t("add_stage", { number }) },
      h("div", { class: "field" }, h("label", { for: stageId }, t("add_stage", { number })), select),
      h("div", { class: "field" }, h("label", { for: fromId }, t("add_stage_from")), time),
      h("button", { type: "button", class: "link", onclick: () => remove(row) }, t("add_symptoms_remove"))) };
    rows.push(row);
    list.append(row.element);
    return row;
  }

  function remove(row) {
    const kept = rows.filter((one) => one !== row).map(({ select, time }) => ({ stage: select.value, from: time.value }));
    set(kept);
    more.focus();
    changed();
  }

  function set(stages) {
    rows = [];
    list.replaceChildren();
    for (const stage of stages) add(stage);
  }

  const more = h("button", { type: "button", onclick: () => { add().select.focus(); changed(); } }, t("add_stage_add"));
  list.addEventListener("input", () => first.fault.show(null));

  return {
    ...first, element: h("div", {}, first.element, list, h("p", {}, more)),
    state: () => ({ ...first.state(), more: rows.map(({ select, time }) => ({ stage: select.value, from: time.value })) }),
    restore(state) {
      first.restore(state);
      set(state.more ?? []);
    },
    /** Returns the stages with their times between those of the night, or their error. */
    spans(start, end) {
      const spans = [{ value: first.read().value, start }];
      for (const { select, time } of rows) {
        if (!select.value || !time.value) return { fault: t("add_fault_stage") };
        const before = spans.at(-1).start;
        // A time before that of the previous stage is on the next day.
        let from = moment(civil(before), time.value);
        if (from < before) from = moment(addDays(civil(before), 1), time.value);
        if (from <= before || from >= end) return { fault: t("add_fault_stages") };
        spans.push({ value: select.value, start: from });
      }
      return { spans: spans.map((span, index) => ({ ...span, end: spans[index + 1]?.start ?? end })) };
    },
  };
}
