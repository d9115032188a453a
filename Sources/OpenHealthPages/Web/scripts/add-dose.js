// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { get, post } from "./api.js";
import { fill, h, newId } from "./dom.js";
import { zone } from "./format.js";
import { types } from "./types.js";
import { t } from "./strings.js";
import { unitName } from "./names.js";
import { enumValueName } from "./value-names.js";
import { alertProblem } from "./problems.js";
import { inputOf, savingForm } from "./add-form.js";
import { choiceField, faultOf, textField } from "./add-fields.js";
import { readNumber } from "./add-number.js";
import { medicationsCard, nameOf } from "./medication-list.js";
import { whenFields } from "./add-when.js";

/** The units of doses. */
const units = ["count", "mg", "mcg", "g", "mL", "IU"];
const [taken, skipped] = ["4", "5"];

/** Shows the form for doses of the owner's medications. */
export async function showDose(place) {
  const { medications } = await get("/v1/owner/medications");
  const known = medications.filter((one) => !one.isArchived);
  fill(place, known.length > 0 && doseForm(known), medicationForm(place, medications.length === 0),
    medicationsCard(medications, () => showDose(place)));
}

function doseForm(known) {
  const medication = choiceField({ name: "medication", kind: "choice", label: t("dose_medication"),
    options: known.map((one) => ({ value: one.identifier, label: nameOf(one) })) });
  const status = choiceField({ name: "status", kind: "choice", label: t("dose_status"),
    options: [taken, skipped].map((value) => ({ value, label: enumValueName("HKMedicationDoseEventLogStatus", value) })) });
  status.restore({ text: taken });
  if (known.length === 1) medication.restore({ text: known[0].identifier });
  const quantity = quantityField();
  const when = whenFields("instant");
  const fields = [medication, status, quantity];
  return savingForm({
    type: "medicationDoseEvent", home: "/types/medicationDoseEvent", content: [when.element, fields.map((field) => field.element)],
    ...inputOf(when, fields),
    read() {
      const { start, end, faults } = when.read();
      const answers = {};
      for (const field of fields) {
        const { value, fault } = field.read();
        if (fault) faults.push({ control: field.control, show: field.fault.show, text: fault });
        else answers[field.name] = value;
      }
      return { answers, start, end, faults };
    },
    samples: (answers, { start }) => [doseSample(known.find((one) => one.identifier === answers.medication), answers, start)],
    message: () => t("dose_saved"),
  });
}

/** Returns the sample of a dose, in the form of the server's archives. */
function doseSample(medication, { status, quantity }, start) {
  const concept = medication.detail.HKUserAnnotatedMedication.medication.HKMedicationConcept.identifier;
  const time = start.toISOString();
  return {
    type: types.medicationDoseEvent.id, uuid: crypto.randomUUID(), startDate: time, endDate: time, class: "HKMedicationDoseEvent",
    metadata: { HKWasUserEntered: true, HKTimeZone: zone },
    detail: { HKMedicationDoseEvent: { scheduleType: 1, medicationConceptIdentifier: concept, logStatus: Number(status), unit: quantity.unit,
      ...(status === taken && { doseQuantity: quantity.value }) } },
  };
}

/** Creates the field of the quantity, with its unit. */
function quantityField() {
  const [id, unitId] = [newId("quantity"), newId("unit")];
  const control = h("input", { id, type: "text", inputmode: "decimal", autocomplete: "off", class: "number", value: "1" });
  const unit = h("select", { id: unitId, "aria-label": t("dose_unit") }, units.map((value) => h("option", { value }, unitText(value))));
  const fault = faultOf(control);
  return {
    name: "quantity", control, fault,
    element: h("div", { class: "field" }, h("label", { for: id }, t("dose_quantity")), h("div", { class: "with-unit" }, control, unit), fault.element),
    read() {
      const { value } = readNumber(control.value);
      return value > 0 && value <= 1e6 ? { value: { value, unit: unit.value } } : { fault: t("dose_fault_quantity") };
    },
    state: () => ({ text: control.value, unit: unit.value }),
    restore(state) {
      control.value = state.text ?? "";
      if (units.includes(state.unit)) unit.value = state.unit;
    },
  };
}

const unitText = (unit) => (unit === "count" ? t("dose_pieces") : unitName(unit));

/** Returns the form to add a medication. */
function medicationForm(place, isFirst) {
  const name = textField({ name: "name", label: t("dose_new_name"), isOptional: false });
  name.element.querySelector(".optional")?.remove();
  const fault = h("p", { class: "fault", role: "alert", hidden: true });
  const form = h("form", { class: "card add", novalidate: true }, h("h2", {}, t(isFirst ? "dose_first" : "dose_new")),
    isFirst && h("p", {}, t("dose_first_why")), name.element, fault, h("div", { class: "actions" }, h("button", {}, t("dose_add"))));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    fault.hidden = true;
    const { value } = name.read();
    if (!value) {
      name.fault.show(t("add_fault_choice", { field: t("dose_new_name") }));
      return name.control.focus();
    }
    try {
      await post("/v1/owner/medications", { name: value });
      await showDose(place);
    } catch (error) {
      if (error.status !== 409) return alertProblem(error, {});
      fault.textContent = t("dose_known");
      fault.hidden = false;
    }
  });
  return form;
}
