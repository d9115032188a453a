// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { h } from "./dom.js";
import { t } from "./strings.js";
import { civil, relativeDay } from "./format.js";
import { isOwn, sampleLine, sampleNote, sampleTime, sampleValue } from "./sample-text.js";

/** The rows of a list of samples, by day. Rows are added and removed one by one, so that the focus is preserved. */
export class SampleRows {
  /** The element that contains the days. */
  element = h("div", { class: "days" });
  #rows = new Map();
  #days = new Map();
  #remove;
  #changed;

  /**
   * @param {function(Object)} remove is called with a sample to delete.
   * @param {function()} changed is called when the selection changes.
   */
  constructor(remove, changed) {
    this.#remove = remove;
    this.#changed = changed;
  }

  /** Removes all rows. */
  clear() {
    this.#rows.clear();
    this.#days.clear();
    this.element.replaceChildren();
  }

  /** Adds a row for each sample that has none, in order. */
  show(samples, { areNew = false } = {}) {
    let after;
    for (let index = samples.length - 1; index >= 0; index -= 1) {
      const sample = samples[index];
      const known = this.#rows.get(sample.uuid);
      after = known ?? this.#insert(sample, after, areNew);
    }
  }

  /** Removes a row. */
  remove(uuid) {
    const row = this.#rows.get(uuid);
    if (!row) return;
    this.#rows.delete(uuid);
    const day = this.#days.get(row.day);
    row.item.remove();
    if (day.list.children.length) return;
    day.section.remove();
    this.#days.delete(row.day);
  }

  /** The selected samples. */
  get chosen() {
    return [...this.#rows.values()].filter((row) => row.box?.checked).map((row) => row.sample);
  }

  /** Selects all own entries, or none. */
  choose(isChosen) {
    for (const { box } of this.#rows.values()) if (box) box.checked = isChosen;
  }

  /** Whether there are own entries. */
  get hasOwn() {
    return [...this.#rows.values()].some((row) => row.box);
  }

  /** Focuses the row of a sample. */
  focus(uuid) {
    this.#rows.get(uuid)?.link.focus();
  }

  #insert(sample, after, isNew) {
    const row = this.#make(sample, isNew);
    this.#rows.set(sample.uuid, row);
    const day = this.#days.get(row.day) ?? this.#makeDay(row.day, sample, after);
    day.list.insertBefore(row.item, after?.day === row.day ? after.item : null);
    return row;
  }

  /** Inserts a day before the day of the next row. */
  #makeDay(key, sample, after) {
    const list = h("ul", { class: "plain" });
    const section = h("section", { class: "card day" }, h("h2", {}, relativeDay(sample.startDate)), list);
    const next = after ? this.#days.get(after.day).section : null;
    this.element.insertBefore(section, next);
    const day = { section, list };
    this.#days.set(key, day);
    return day;
  }

  #make(sample, isNew) {
    const line = sampleLine(sample);
    const link = h("a", { class: "row", href: `/samples/${sample.uuid}` },
      h("span", { class: "when" }, sampleTime(sample), h("span", { class: "small note" }, sampleNote(sample))),
      h("span", { class: "amount" }, sampleValue(sample)));
    const row = { sample, link, day: civil(sample.startDate) };
    if (!isOwn(sample)) {
      row.item = h("li", { class: isNew ? "sample new" : "sample" }, link);
      return row;
    }
    row.box = h("input", { type: "checkbox", "aria-label": t("samples_choose", { sample: line }), onchange: this.#changed });
    const remove = h("button", { type: "button", class: "icon remove", "aria-label": t("samples_delete", { sample: line }),
      title: t("samples_delete_this"), onclick: () => this.#remove(sample) }, bin());
    row.item = h("li", { class: isNew ? "sample own new" : "sample own" }, row.box, link, remove);
    row.item.addEventListener("keydown", (event) => {
      if (event.key === "Delete") this.#remove(sample);
    });
    return row;
  }
}

/** Returns the icon for deleting. */
export const bin = () => h("svg", { viewBox: "0 0 24 24", width: 20, height: 20, "aria-hidden": "true", class: "sign" },
  h("path", { d: "M4 7h16M10 4h4M6 7l1 13h10l1-13M10 11v5M14 11v5" }));
