// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { h, newId } from "./dom.js";
import { number } from "./format.js";
import { unitName } from "./names.js";
import { t } from "./strings.js";
import { activityName } from "./value-names.js";
import { readAmount } from "./add-number.js";
import { verdict } from "./add-hints.js";
import { enums } from "./enums.js";

/**
 * Creates the common part of all fields: the place of an error message, which is read with the field.
 * @param {HTMLElement} control the element that gets the focus and is marked as invalid.
 * @param {HTMLElement} [hint] the permanent description of the field.
 */
export function faultOf(control, hint) {
  const fault = h("p", { class: "fault", id: newId("fault"), hidden: true });
  const describe = (isWrong) => {
    const ids = [isWrong && fault.id, hint?.id].filter(Boolean).join(" ");
    if (ids) control.setAttribute("aria-describedby", ids);
    else control.removeAttribute("aria-describedby");
  };
  describe(false);
  return {
    element: fault,
    /** Shows an error; null for none. */
    show(text) {
      fault.textContent = text ?? "";
      fault.hidden = !text;
      if (text) control.setAttribute("aria-invalid", "true");
      else control.removeAttribute("aria-invalid");
      describe(Boolean(text));
    },
  };
}

const labelled = (input, id) => h("label", { for: id }, input.label,
  input.isOptional && h("span", { class: "optional" }, ` ${t("add_optional")}`));

/**
 * Creates a field for a number with its unit.
 * @param {object} input the description by `formOf`; the first of `units` is the preferred one.
 * @param {function(): string} [unitOfOther] returns the unit if another field chooses it.
 */
export function numberField(input, unitOfOther) {
  const id = newId("number");
  const hint = h("p", { class: "hint", id: newId("hint"), role: "status" });
  const control = h("input", { id, type: "text", inputmode: "decimal", autocomplete: "off", enterkeyhint: "next", class: "number",
    "aria-required": !input.isOptional && "true" });
  const name = (unit) => unitName(unit, { type: input.type });
  const choice = !unitOfOther && input.units.length > 1 && h("select", { "aria-label": t("add_unit", { field: input.label }) },
    input.units.map((unit) => h("option", { value: unit }, name(unit))));
  const unit = () => unitOfOther?.() ?? (choice ? choice.value : input.units[0]);
  const shown = h("span", { class: "unit" }, name(unit()));
  const impossible = (used) => t("add_fault_impossible", { field: input.label, unit: name(used) });
  const fault = faultOf(control, hint);
  const examples = { st: "10 st 6 lb", ft: "5 ft 11 in" };

  const advise = () => {
    shown.textContent = name(unit());
    const example = examples[unit()];
    // Phones would show a keyboard with digits only, without the letters for two units.
    control.inputMode = example ? "text" : "decimal";
    const read = readAmount(control.value, input.units);
    if (read.fault === "missing" && example) return (hint.textContent = t("add_asin", { example }));
    if (read.fault) return (hint.textContent = "");
    const used = read.unit ?? unit();
    const real = used === "%" ? read.value / 100 : read.value;
    const side = verdict(input.type, real, used);
    const text = [!read.isPlain && t("add_readas", { value: number(read.value, 10) }),
      side && (side === "impossible" ? impossible(used) : t(`add_unusual_${side}`))];
    hint.textContent = text.filter(Boolean).join(" ");
  };
  // On a pause in typing, not when the field loses the focus: a message that appears then would move the button that is being
  // pressed.
  let resting;
  control.addEventListener("input", () => {
    fault.show(null);
    clearTimeout(resting);
    resting = setTimeout(advise, 500);
  });
  if (choice) choice.addEventListener("change", advise);
  advise();

  return {
    name: input.name, input, control, choice, advise, unit, fault,
    element: h("div", { class: "field" }, labelled(input, id),
      h("div", { class: "with-unit" }, control, choice || shown), hint, fault.element),
    read() {
      const read = readAmount(control.value, input.units);
      if (read.fault === "missing" && input.isOptional) return {};
      if (read.fault === "missing") return { fault: t("add_fault_missing", { field: input.label }) };
      if (read.fault) return { fault: t(`add_fault_${read.fault.toLowerCase()}`, { text: control.value.trim() }) };
      const used = read.unit ?? unit();
      const value = { value: used === "%" ? read.value / 100 : read.value, unit: used };
      const side = verdict(input.type, value.value, value.unit);
      if (side === "impossible") return { fault: impossible(used) };
      return { value, doubt: side && [`${input.label}: ${control.value.trim()}`, !read.unit && name(used)].filter(Boolean).join(" ") };
    },
    state: () => ({ text: control.value, unit: unit() }),
    restore(state) {
      control.value = state.text ?? "";
      if (choice && input.units.includes(state.unit)) choice.value = state.unit;
      advise();
    },
  };
}

/** Creates a field for one of several choices: radio buttons, or a list if there are many choices or the answer is optional. */
export function choiceField(input) {
  return input.isOptional || input.options.length > 6 ? listField(input, input.options) : radioField(input);
}

function radioField(input) {
  const name = newId("choice");
  const radios = input.options.map(({ value }) => h("input", { type: "radio", name, value }));
  const title = newId("choice-title");
  const group = h("div", { role: "radiogroup", "aria-labelledby": title, class: "field choices", "aria-required": "true" },
    h("p", { id: title, class: "choices-title" }, input.label),
    radios.map((radio, index) => h("label", { class: "inline" }, radio, input.options[index].label)));
  const fault = faultOf(group);
  group.append(fault.element);
  group.addEventListener("change", () => fault.show(null));
  const chosen = () => radios.find((radio) => radio.checked)?.value;
  return {
    name: input.name, input, fault, element: group, control: radios[0],
    read: () => (chosen() === undefined ? { fault: t("add_fault_choice", { field: input.label }) } : { value: chosen() }),
    state: () => ({ text: chosen() }),
    restore(state) { for (const radio of radios) radio.checked = radio.value === state.text; },
  };
}

function listField(input, options, groups) {
  const id = newId("list");
  const entry = ({ value, label }) => h("option", { value }, label);
  const control = h("select", { id, "aria-required": !input.isOptional && "true" },
    h("option", { value: "" }, t(input.isOptional ? "add_none" : "add_choose")),
    groups ? groups.map(({ label, options: some }) => h("optgroup", { label }, some.map(entry))) : options.map(entry));
  const fault = faultOf(control);
  control.addEventListener("change", () => fault.show(null));
  return {
    name: input.name, input, control, fault,
    element: h("div", { class: "field" }, labelled(input, id), control, fault.element),
    read() {
      if (control.value) return { value: control.value };
      return input.isOptional ? {} : { fault: t("add_fault_choice", { field: input.label }) };
    },
    state: () => ({ text: control.value }),
    restore(state) { control.value = state.text ?? ""; },
  };
}

const common = ["walking", "running", "cycling", "swimming", "hiking", "yoga", "functionalStrengthTraining", "traditionalStrengthTraining",
  "coreTraining", "highIntensityIntervalTraining", "dance", "other"];

/** Creates a field for the activity of a workout. */
export function activityField(input) {
  const names = Object.values(enums.HKWorkoutActivityType ?? {});
  const known = (list) => list.filter((name) => names.includes(name)).map((value) => ({ value, label: activityName(value) }));
  const collator = new Intl.Collator(document.documentElement.lang);
  const all = known(names).sort((a, b) => collator.compare(a.label, b.label));
  return listField(input, all, [{ label: t("add_frequent"), options: known(common) }, { label: t("add_all"), options: all }]);
}

/** Creates a text field. */
export function textField(input) {
  const id = newId("text");
  const control = h("input", { id, type: "text", autocomplete: "off", maxlength: 200 });
  const fault = faultOf(control);
  return {
    name: input.name, input, control, fault,
    element: h("div", { class: "field" }, labelled({ ...input, isOptional: true }, id), control, fault.element),
    read: () => (control.value.trim() ? { value: control.value.trim() } : {}),
    state: () => ({ text: control.value }),
    restore(state) { control.value = state.text ?? ""; },
  };
}

/** Creates a switch. */
export function switchField(input) {
  const control = h("input", { type: "checkbox" });
  const fault = faultOf(control);
  return {
    name: input.name, input, control, fault,
    element: h("div", { class: "field" }, h("label", { class: "inline" }, control, input.label), fault.element),
    read: () => ({ value: control.checked }),
    state: () => ({ text: control.checked }),
    restore(state) { control.checked = state.text === true; },
  };
}
