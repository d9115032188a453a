// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { get } from "./api.js";
import { h } from "./dom.js";
import { convert, digitsOf, quantity, relativeDay } from "./format.js";
import { factsOf } from "./names.js";
import { t } from "./strings.js";
import { readAmount, typedNumber } from "./add-number.js";

/** The number of the latest values that a new one is compared with. */
const COUNT = 20;
/** The share of the usual value by which one may differ at least. */
const SHARE = 0.25;
/** The units of quantities in two units, which have no step. */
const composed = new Set(["st", "ft"]);

/** Loads the latest values of a type, newest first; none without permission or connection, since forms work without them. */
async function latest(type) {
  try {
    const { samples } = await get("/v1/samples", { type, order: "newestFirst", limit: COUNT });
    return samples.filter(({ value }) => Number.isFinite(value)).map(({ value, unit, startDate }) => ({ value, unit, date: startDate }));
  } catch {
    return [];
  }
}

/**
 * Adds the last value to the field of a number, with a button to decrease and one to increase it, and compares entries with the latest ones.
 * @param {object} field the field, by `numberField`.
 * @returns {{check: function({value: number, unit: string}): ({text: string, unit: string=}|null)}|null} `check` returns a question about a
 *   value far from the latest ones, and another unit in which it would be near; null for types that add up.
 */
export function addLast(field) {
  const { input, control } = field;
  if (factsOf(input.type)?.style !== "discrete" || input.isPassing) return null;
  const note = h("p", { class: "hint last" }, "\u00a0");
  const change = (sign) => h("button", { type: "button", class: "step", "aria-label": t(sign < 0 ? "add_less" : "add_more", { field: input.label }),
    onclick: () => step(sign) }, sign < 0 ? "−" : "+");
  control.before(change(-1));
  control.after(change(1));
  field.element.querySelector(".with-unit").after(note);
  let known = [];
  const inUnit = (unit, one) => convert(one.value, one.unit, unit, input.type);
  const shown = (unit, value) => quantity(value, unit, input.type);

  function tell() {
    const value = known.length ? inUnit(field.unit(), known[0]) : null;
    note.textContent = value === null ? "\u00a0" : t("add_last", { value: shown(field.unit(), value), day: relativeDay(known[0].date) });
    for (const button of field.element.querySelectorAll(".step")) button.hidden = composed.has(field.unit());
  }

  /** Changes the value by the last digit that is shown; an empty field begins with the last value. */
  function step(sign) {
    const unit = field.unit();
    const read = readAmount(control.value, input.units);
    if (read.fault && read.fault !== "missing") return;
    const share = unit === "%" ? 100 : 1;
    const from = read.fault ? known.length && inUnit(unit, known[0]) * share : read.value;
    const digits = digitsOf(input.type, unit);
    if (from === null) return;
    control.value = typedNumber(Math.max(0, from + sign * 10 ** -digits), digits);
    control.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function isNear(value, unit) {
    const values = known.map((one) => inUnit(unit, one)).sort((a, b) => a - b);
    const [low, high] = [values[0], values.at(-1)];
    const spread = Math.max(high - low, SHARE * Math.abs(values[values.length >> 1]));
    return value >= low - spread && value <= high + spread;
  }

  function check({ value, unit }) {
    if (!known.length || known.some((one) => inUnit(unit, one) === null) || isNear(value, unit)) return null;
    const last = inUnit(unit, known[0]);
    const share = last ? Math.abs(value - last) / Math.abs(last) : 1;
    return {
      text: t(value < last ? "add_personal_less" : "add_personal_more", { value: shown(unit, value), last: shown(unit, last),
        share: quantity(Math.round(share * 100) / 100, "%", undefined, 0), day: relativeDay(known[0].date) }),
      unit: field.choice ? input.units.find((other) => other !== unit && known.every((one) => inUnit(other, one) !== null) && isNear(value, other)) : undefined,
    };
  }

  tell();
  if (field.choice) field.choice.addEventListener("change", tell);
  latest(input.type).then((found) => { known = found; tell(); });
  return { check };
}
