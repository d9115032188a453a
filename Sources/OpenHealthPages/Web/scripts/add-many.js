// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { h, newId } from "./dom.js";
import { t } from "./strings.js";
import { faultOf } from "./add-fields.js";

/** Creates a field for any number of choices. */
export function manyField(input) {
  const boxes = input.options.map(({ value }) => h("input", { type: "checkbox", value }));
  const title = newId("many-title");
  const element = h("div", { role: "group", "aria-labelledby": title, class: "field choices many" },
    h("p", { id: title, class: "choices-title" }, input.label, h("span", { class: "optional" }, ` ${t("add_optional")}`)),
    h("div", { class: "many-boxes" }, boxes.map((box, index) => h("label", { class: "inline" }, box, input.options[index].label))));
  const fault = faultOf(element);
  element.append(fault.element);
  const chosen = () => boxes.filter((box) => box.checked).map((box) => box.value);
  return {
    name: input.name, input, fault, element, control: boxes[0],
    read: () => ({ value: chosen() }),
    state: () => ({ text: chosen() }),
    restore(state) { for (const box of boxes) box.checked = (state.text ?? []).includes(box.value); },
  };
}
