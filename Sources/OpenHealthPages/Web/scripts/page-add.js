// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { fill, find, h } from "./dom.js";
import { quantity, unitsOf } from "./format.js";
import { guarded } from "./problems.js";
import { t } from "./strings.js";
import { typeName } from "./names.js";
import { loadUnits, unitFor } from "./units.js";
import { formOf, samplesOf } from "./add-forms.js";
import { activityField, choiceField, numberField, switchField, textField } from "./add-fields.js";
import { manyField } from "./add-many.js";
import { stagesField } from "./add-stages.js";
import { whenFields } from "./add-when.js";
import { correctedEntry, fillIn, keeping, removeCorrected } from "./add-correct.js";
import { inputOf, savingForm } from "./add-form.js";
import { addLast } from "./add-last.js";
import "./live.js";

const app = find("#app");
const form = formOf(document.body.dataset.type);
const isDose = document.body.dataset.type === "medicationDoseEvent";
const name = form ? typeName(form.type) : typeName(document.body.dataset.type);

find("h1").textContent = t("add_title", { type: name });
document.title = document.title.replace(/^.*(?= – )/, t("add_title", { type: name }));

if (isDose) {
  guarded(app, async () => (await import("./add-dose.js")).showDose(app));
} else if (!form) {
  app.removeAttribute("aria-busy");
  fill(app, h("div", { class: "problem" }, h("h2", {}, t("add_notbyhand")), h("p", {}, t("add_notbyhand_why", { type: name })),
    h("a", { class: "button main", href: "/add" }, t("add_another"))));
} else {
  guarded(app, async () => {
    const [corrected] = await Promise.all([correctedEntry(), preferUnits(form.inputs)]);
    show(corrected);
  });
}

/** Moves the person's own unit to the front if the type has several. */
async function preferUnits(inputs) {
  const numbers = inputs.filter((input) => input.kind === "number" && !input.isPassing);
  if (!numbers.length) return;
  await loadUnits(numbers.map((input) => input.type));
  for (const input of numbers) {
    const unit = localStorage.getItem(unitKey(input.type)) ?? unitFor(input.type);
    if (unitsOf(input.type).includes(unit)) input.units = [unit, ...input.units.filter((other) => other !== unit)];
  }
}

/** Returns the key under which the browser stores the last unit of a type in a form. */
const unitKey = (type) => `health-unit-${type}`;

/** Stores the chosen units for the next time. The settings choose the units in which pages show the types. */
function rememberUnits(answers) {
  for (const input of form.inputs) {
    const unit = answers[input.name]?.unit;
    if (input.kind === "number" && !input.isPassing && !input.unitOf && unit && unit !== input.units[0]) localStorage.setItem(unitKey(input.type), unit);
  }
}

/** @param {Object|null} corrected the entry that the form corrects. */
function show(corrected) {
  const fields = [];
  for (const input of form.inputs) fields.push(fieldOf(input, fields));
  const when = whenFields(form.span);
  if (corrected) {
    fillIn(corrected, when, fields);
    find("h1").textContent = t("add_correct_title", { type: name });
  }
  fill(app, savingForm({
    type: form.type === "bloodPressure" ? "bloodPressureSystolic" : form.type, home: `/types/${form.type}`,
    content: [when.element, ...fields.map((field) => field.element)],
    ...inputOf(when, fields),
    read: () => read(when, fields),
    samples: (answers, span) => (corrected ? keeping(corrected, samplesOf(form, answers, span)) : samplesOf(form, answers, span)),
    message: () => t(corrected ? "add_corrected" : "add_saved", { type: name }),
    saved: async (answers) => {
      rememberUnits(answers);
      if (corrected) await removeCorrected(corrected);
    },
    before: corrected && [corrected],
    // The page of the corrected entry is gone.
    back: corrected ? `/types/${form.type}/samples` : undefined,
  }));
  (fields.find((field) => field.input.kind === "number")?.control ?? fields[0]?.control)?.focus({ preventScroll: true });
}

function fieldOf(input, before) {
  switch (input.kind) {
    case "number": {
      const other = before.find((field) => field.name === input.unitOf);
      const field = numberField(input, other && (() => other.unit()));
      if (other?.choice) other.choice.addEventListener("change", field.advise);
      field.last = addLast(field);
      return field;
    }
    case "choice": return choiceField(input);
    case "many": return manyField(input);
    case "stages": return stagesField(input);
    case "activity": return activityField(input);
    case "switch": return switchField(input);
    default: return textField(input);
  }
}

/** Returns the action that takes a value in another unit, with its label; nothing without another unit. */
const remedy = (field, { value }, unit) => unit && ({ label: t("add_save_as", { value: quantity(value, unit, field.input.type) }), act: () => {
  field.choice.value = unit;
  field.choice.dispatchEvent(new Event("change", { bubbles: true }));
} });

function read(when, fields) {
  // The time of a sample with a duration is its end, from which its start follows.
  const { start, end, faults } = when.read();
  const answers = {};
  const [doubts, personal] = [[], []];
  for (const field of fields) {
    const { value, fault, doubt } = field.read();
    if (doubt) doubts.push(doubt);
    const question = value && field.last?.check(value);
    if (question) personal.push({ ...question, ...remedy(field, value, question.unit) });
    if (fault) faults.push({ control: field.control, show: field.fault.show, text: fault });
    else if (value !== undefined) answers[field.name] = value;
  }
  const stages = fields.find((field) => field.spans);
  if (stages && !faults.length) {
    const { spans, fault } = stages.spans(start, end);
    if (fault) faults.push({ control: stages.control, show: stages.fault.show, text: fault });
    else answers[stages.name] = spans;
  }
  const most = fields.find((field) => form.needsOne?.includes(field.name));
  if (most && !faults.length && !form.needsOne.some((one) => answers[one])) {
    faults.push({ control: most.control, show: most.fault.show, text: t("add_fault_one") });
  }
  if (form.type === "bloodPressure" && answers.bloodPressureSystolic?.value <= answers.bloodPressureDiastolic?.value) doubts.push(t("add_doubt_pressure"));
  if (form.span !== "duration" || faults.length) return { answers, start, end, faults, doubts, personal };
  const { value, unit } = answers.duration;
  const seconds = value * (unit === "hr" ? 3600 : 60);
  const field = fields.find((one) => one.name === "duration");
  if (seconds < 0) faults.push({ control: field.control, show: field.fault.show, text: t("add_fault_duration") });
  return { answers, start: new Date(end.getTime() - seconds * 1000), end, faults, doubts };
}
