// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { get } from "./api.js";
import { fill, find, h, newId } from "./dom.js";
import { date, dateRange, zone } from "./format.js";
import { typesOf } from "./groups.js";
import { guarded } from "./problems.js";
import { t, language } from "./strings.js";
import { typeName } from "./names.js";
import { types } from "./types.js";
import { categoryValueName } from "./value-names.js";
import { savingForm } from "./add-form.js";
import { choicesOf } from "./add-forms.js";
import { searchField } from "./add-search.js";
import { searchTexts } from "./search-words.js";
import { whenFields } from "./add-when.js";
import "./live.js";

const app = find("#app");
const collator = new Intl.Collator(language);

guarded(app, async () => {
  const names = typesOf("symptoms").filter((name) => types[name]?.entry);
  const known = await enteredBefore(names);
  show(names.sort((a, b) => known.has(b) - known.has(a) || collator.compare(typeName(a), typeName(b))), known);
});

/** Returns the symptoms with data. */
async function enteredBefore(names) {
  try {
    const all = new Set((await get("/v1/types")).types.map((type) => type.name));
    return new Set(names.filter((name) => all.has(name)));
  } catch (error) {
    // Only the order of the symptoms depends on it.
    if (error.name === "ApiError" && !error.isSignedOut) return new Set();
    throw error;
  }
}

function symptomRow(name) {
  const id = newId("symptom");
  const select = h("select", { id, data: { type: name } }, h("option", { value: "" }, t("add_symptoms_noentry")),
    choicesOf(name).map(({ value, label }) => h("option", { value }, label)));
  const element = h("div", { class: "symptom" }, h("label", { for: id }, typeName(name)), select);
  const mark = () => element.classList.toggle("chosen", select.value !== "");
  select.addEventListener("change", mark);
  return { name, select, element, mark, texts: searchTexts(name) };
}

function show(names, known) {
  const rows = names.map(symptomRow);
  const chosen = () => rows.filter((row) => row.select.value !== "");
  const when = whenFields("optional");
  const list = h("ul", { class: "plain" });
  const count = h("p", { class: "quiet", role: "status" });
  const moment = h("p", { class: "small" });
  const fault = h("p", { class: "fault", hidden: true });
  const part = (title, some) => some.length > 0 && h("section", {}, h("h2", {}, title), some.map((row) => row.element));
  const [before, others] = [rows.filter((row) => known.has(row.name)), rows.filter((row) => !known.has(row.name))];
  const parts = [part(t("add_symptoms_recent"), before), part(t(before.length ? "add_symptoms_others" : "group_symptoms"), others)];
  const search = searchField(rows, () => {
    for (const section of parts.filter(Boolean)) section.hidden = ![...section.querySelectorAll(".symptom")].some((row) => !row.hidden);
  });

  const summarize = () => {
    const now = chosen();
    fill(list, now.map((row) => h("li", {},
      h("span", {}, t("add_symptoms_entry", { symptom: typeName(row.name), value: categoryValueName(row.name, Number(row.select.value)) })),
      h("button", { type: "button", class: "link", "aria-label": t("add_symptoms_remove_one", { symptom: typeName(row.name) }),
        onclick: () => remove(row) }, t("add_symptoms_remove")))));
    count.textContent = now.length ? t.plural("add_symptoms_count", now.length, { count: now.length }) : t("add_symptoms_empty");
    const { start, end, faults } = when.read();
    moment.textContent = faults.length || !now.length ? "" : +start === +end ? date(start, "minute") : dateRange(start, end, "minute");
    if (now.length) fault.hidden = true;
  };
  const remove = (row) => {
    row.select.value = "";
    row.select.dispatchEvent(new Event("change", { bubbles: true }));
    row.select.focus();
  };

  const form = savingForm({
    type: "headache", home: "/types",
    content: [when.element, h("p", { class: "quiet" }, t("add_symptoms_hint")), search.element, parts,
      h("section", { class: "chosen-list" }, h("h2", {}, t("add_symptoms_summary")), count, list, moment, fault)],
    state: () => ({ when: when.state(), values: Object.fromEntries(chosen().map((row) => [row.name, row.select.value])) }),
    restore(state) {
      if (state.when) when.restore(state.when);
      for (const row of rows) {
        row.select.value = state.values?.[row.name] ?? "";
        row.mark();
      }
    },
    clear() {
      when.clear();
      fault.hidden = true;
    },
    read() {
      const { start, end, faults } = when.read();
      const answers = chosen().map((row) => ({ name: row.name, value: Number(row.select.value) }));
      if (!answers.length) {
        faults.push({ control: search.control, text: t("add_symptoms_fault"), show: (text) => {
          fault.textContent = text;
          fault.hidden = false;
        } });
      }
      return { answers, start, end, faults };
    },
    samples: (answers, { start, end }) => answers.map(({ name, value }) => ({
      type: types[name].id, uuid: crypto.randomUUID(), value, startDate: start.toISOString(), endDate: end.toISOString(),
      metadata: { HKWasUserEntered: true, HKTimeZone: zone } })),
    message: (answers) => t.plural("add_symptoms_saved", answers.length, { count: answers.length }),
  });
  form.classList.add("symptoms");
  form.addEventListener("change", summarize);
  form.addEventListener("input", summarize);
  fill(app, form);
  summarize();
}
