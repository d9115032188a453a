// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { fill, h, newId } from "./dom.js";
import { today } from "./format.js";
import { t } from "./strings.js";
import { moved, periodOf } from "./type-period.js";

const arrow = (points) => h("svg", { viewBox: "0 0 24 24", width: 22, height: 22, "aria-hidden": "true", class: "arrow" },
  h("polyline", { points }));

/**
 * Creates the controls for a period: its length, previous and next, and a day. They stay on the page, so that the keyboard focus
 * is preserved; Page Up and Page Down go to the previous and next period from anywhere in the page's content.
 * @param {string[]} views the lengths to choose from.
 * @param {{go: function({view: string, day: string})}} page a callback that goes to a period.
 * @returns {{element: HTMLElement, set: function}} `set(period)` shows the current period.
 */
export function periodControls(views, { go }) {
  let now;
  const link = (view) => h("a", { onclick: (event) => follow(event, { view, day: now.day }) }, t(`type_view_${view}`));
  const links = new Map(views.map((view) => [view, link(view)]));
  const step = (count) => h("a", { class: "button icon", "aria-keyshortcuts": count < 0 ? "PageUp" : "PageDown",
    onclick: (event) => follow(event, { day: moved(now.view, now.day, count) }) }, arrow(count < 0 ? "15,4 7,12 15,20" : "9,4 17,12 9,20"));
  const [back, forth] = [step(-1), step(1)];
  const title = h("h2", { "aria-live": "polite" });
  const id = newId("date");
  const input = h("input", { type: "date", id, max: today(), onchange: () => { if (input.value) go({ day: input.value }); } });
  const current = h("button", { type: "button", onclick: () => go({ day: today() }) }, t("type_today"));
  const element = h("div", { class: "type-controls" },
    h("nav", { class: "segments", "aria-label": t("type_views") }, [...links.values()]),
    h("div", { class: "type-period" }, back, title, forth),
    h("div", { class: "type-date" }, h("label", { for: id }, t("type_date")), input, current));

  /** The controls are links, so that they can be opened in other tabs; here they change the period. */
  function follow(event, change) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
    event.preventDefault();
    go(change);
  }

  document.querySelector("#main").addEventListener("keydown", (event) => {
    if (!["PageUp", "PageDown"].includes(event.key) || event.target.closest("input, select, textarea, dialog") || !now) return;
    // All data has no previous and next period.
    if (now.view === "all") return;
    event.preventDefault();
    if (event.key === "PageDown" && now.to > today()) return;
    go({ day: moved(now.view, now.day, event.key === "PageUp" ? -1 : 1) });
  });

  function set(period) {
    now = period;
    for (const [view, element] of links) {
      element.href = `?view=${view}&date=${period.day}`;
      if (view === period.view) element.setAttribute("aria-current", "true");
      else element.removeAttribute("aria-current");
    }
    const near = (count) => `?view=${period.view}&date=${moved(period.view, period.day, count)}`;
    back.href = near(-1);
    forth.href = near(1);
    // The future has no data.
    forth.style.visibility = period.to > today() ? "hidden" : "";
    back.style.visibility = period.view === "all" ? "hidden" : "";
    back.setAttribute("aria-label", t("type_back", { period: periodOf(period.view, moved(period.view, period.day, -1)).label }));
    forth.setAttribute("aria-label", t("type_forth", { period: periodOf(period.view, moved(period.view, period.day, 1)).label }));
    if (title.textContent !== period.label) fill(title, period.label);
    input.value = period.day;
    current.hidden = period.from <= today() && today() < period.to;
  }
  return { element, set };
}
