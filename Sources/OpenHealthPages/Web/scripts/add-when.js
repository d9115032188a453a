// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { h, newId } from "./dom.js";
import { civil, clock, moment, today } from "./format.js";
import { t } from "./strings.js";
import { faultOf } from "./add-fields.js";

/** Creates the fields for a day and a time of day. */
function point(dayLabel, timeLabel) {
  const [dayId, timeId] = [newId("day"), newId("time")];
  const day = h("input", { id: dayId, type: "date", "aria-required": "true" });
  const time = h("input", { id: timeId, type: "time", "aria-required": "true" });
  const [dayFault, timeFault] = [faultOf(day), faultOf(time)];
  day.addEventListener("input", () => dayFault.show(null));
  time.addEventListener("input", () => timeFault.show(null));
  const part = (id, label, control, fault) => h("div", { class: "field" }, h("label", { for: id }, label), control, fault.element);
  return {
    day, time, dayFault, timeFault,
    element: h("div", { class: "moment-fields" }, part(dayId, dayLabel, day, dayFault), part(timeId, timeLabel, time, timeFault)),
    set(date) {
      day.value = civil(date);
      time.value = clock(date);
    },
    /** Returns the time, and the error of a field. */
    read() {
      const faults = [];
      const missing = (control, fault, bad, none) => {
        if (!control.value) faults.push({ control, show: fault.show, text: t(control.validity.badInput ? bad : none) });
      };
      missing(day, dayFault, "add_fault_nodate", "add_fault_date");
      missing(time, timeFault, "add_fault_notime", "add_fault_time");
      if (!faults.length && day.value < "1900") faults.push({ control: day, show: dayFault.show, text: t("add_fault_year") });
      return faults.length ? { faults } : { date: moment(day.value, time.value), faults };
    },
  };
}

/**
 * Creates the fields for the time of a sample.
 * @param {string} span the dates to enter: "instant" for one, "interval" for a start and an end, "either" of these, or "duration" if
 *   another field has the duration; the time is then the end.
 * @returns {{element: HTMLElement, read: function(): {start: Date, end: Date, faults: object[]}, state: function, restore:
 *   function}}
 */
export function whenFields(span) {
  const hasEnd = span === "either" || span === "interval";
  // Samples with a known duration are usually entered when they are over, so their time is the end.
  const kind = hasEnd ? "start" : span === "duration" ? "end" : "";
  const start = point(t(`add_${kind}date`), t(`add_${kind}time`));
  const end = point(t("add_enddate"), t("add_endtime"));
  const now = new Date();
  start.set(span === "interval" ? new Date(now.getTime() - 600000) : now);
  end.set(now);
  const lasts = h("input", { type: "checkbox" });
  if (span === "interval") lasts.checked = true;
  const show = () => (end.element.hidden = !lasts.checked);
  lasts.addEventListener("change", () => {
    // The end follows the start, unless it has been set to a later time.
    const [from, to] = [start.read().date, end.read().date];
    if (lasts.checked && from && (!to || to < from)) end.set(from);
    show();
  });
  show();
  // A sample that began on another day most likely ended on that day, too.
  let before = start.day.value;
  start.day.addEventListener("change", () => {
    if (end.day.value === before && start.day.value) end.day.value = start.day.value;
    before = start.day.value;
  });

  return {
    element: h("fieldset", { class: "moments" }, h("legend", { class: "hidden" }, t("add_when")), start.element,
      span === "either" && h("label", { class: "inline" }, lasts, t("add_lasts")), hasEnd && end.element),
    read() {
      const first = start.read();
      if (!hasEnd || !lasts.checked) return { start: first.date, end: first.date, faults: first.faults };
      const last = end.read();
      const faults = [...first.faults, ...last.faults];
      if (!faults.length && last.date < first.date) {
        const [control, fault] = start.day.value === end.day.value ? [end.time, end.timeFault] : [end.day, end.dayFault];
        faults.push({ control, show: fault.show, text: t("add_fault_order") });
      }
      return { start: first.date, end: last.date, faults };
    },
    clear() { for (const fault of [start.dayFault, start.timeFault, end.dayFault, end.timeFault]) fault.show(null); },
    state: () => ({ day: start.day.value, time: start.time.value, lasts: lasts.checked, endDay: end.day.value, endTime: end.time.value }),
    restore(state) {
      start.day.value = state.day ?? today();
      start.time.value = state.time ?? "";
      lasts.checked = span === "interval" || Boolean(state.lasts);
      end.day.value = state.endDay ?? "";
      end.time.value = state.endTime ?? "";
      before = start.day.value;
      show();
    },
  };
}
