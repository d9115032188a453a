// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { fill, h } from "./dom.js";
import { t } from "./strings.js";
import { typeName } from "./names.js";
import { compareTypes } from "./groups.js";
import { showProblem } from "./problems.js";
import { loadUnits } from "./units.js";
import { colorOf } from "./type-colors.js";
import { sparkline } from "./charts-sparkline.js";
import { hasPicture, loadCard } from "./dashboard-cards.js";
import { chevron } from "./dashboard-panel.js";

/** The types to show if none are pinned, best first, if they have data. */
const suggestions = ["activeEnergyBurned", "heartRate", "sleepAnalysis", "distanceWalkingRunning", "restingHeartRate", "bloodPressure",
  "appleExerciseTime", "oxygenSaturation", "flightsClimbed", "bodyFatPercentage", "mindfulSession", "workout"];
const MOST = 6;

/** Returns the types to show: the pinned ones, or suggestions with data; Steps and Weight may be shown above already. */
export function pinsOf(pins, entries, hidesCharts = false) {
  if (pins?.length) return pins;
  const there = new Set(entries.map(({ name }) => name));
  const rest = entries.filter(({ kind }) => kind === "quantity").map(({ name }) => name).sort(compareTypes);
  const above = new Set(hidesCharts ? [] : ["stepCount", "bodyMass"]);
  return [...new Set([...suggestions, ...rest])].filter((name) => there.has(name) && !above.has(name)).slice(0, MOST);
}

/**
 * Creates the section of cards of the pinned types.
 * @param {HTMLElement} section the element for the cards.
 * @param {{onChange: function({hidesCharts: boolean})}} options a callback for changes of the pins.
 * @returns {{show: function({pins: string[], large: string[], hidesCharts: boolean, entries: Array}): Promise, reload: function(Set<string>, Promise<Array>): Promise,
 *   fail: function(Error, function), shown: function(): string[]}} `reload` loads the cards of some types again.
 */
export function pinSection(section, { onChange }) {
  const list = h("ul", { class: "plain pins" });
  const head = section.querySelector("header");
  const hint = h("p", { class: "small" });
  const edit = h("button", { type: "button", "aria-expanded": "false", onclick: toggle });
  const cards = new Map();
  let now = { pins: [], large: [], hidesCharts: false, entries: [] };
  let editor;

  fill(edit, t("dashboard_edit"));
  head.append(edit);
  section.append(hint, list, h("p", { class: "pins-all" }, h("a", { href: "/types" }, t("page_types"))));

  async function toggle() {
    // Few visits need the editor, so it is loaded on demand.
    const { pinEditor } = await import("./dashboard-edit.js");
    if (editor) {
      editor.element.remove();
      editor = undefined;
    } else {
      editor = pinEditor({ ...now, pins: shown(), onChange: (next) => {
        Object.assign(now, next);
        show(now);
        onChange(now);
      } });
      list.before(editor.element);
    }
    list.hidden = Boolean(editor);
    edit.setAttribute("aria-expanded", String(Boolean(editor)));
    fill(edit, t(editor ? "dashboard_done" : "dashboard_edit"));
  }

  const shown = () => pinsOf(now.pins, now.entries, now.hidesCharts);
  const isLarge = (name) => now.large.includes(name);

  /** Shows the pins. An existing card stays until its new figures have loaded. */
  async function show(next) {
    now = next;
    const names = shown();
    fill(hint, now.pins?.length ? null : names.length ? t("dashboard_suggested") : t("dashboard_unpinnable"));
    hint.hidden = Boolean(now.pins?.length);
    for (const [name, item] of cards) if (!names.includes(name) || item.classList.contains("large") !== isLarge(name)) cards.delete(name);
    const fresh = names.filter((name) => !cards.has(name));
    for (const name of fresh) cards.set(name, h("li", { class: isLarge(name) ? "large" : null }, isLarge(name) ? largeCard(name) : link(name)));
    fill(list, names.map((name) => cards.get(name)));
    await load(fresh);
  }

  const link = (name, ...content) => h("a", { class: "card pin-card", href: `/types/${name}` },
    h("span", { class: "pin-name" }, typeName(name), chevron()), " ", content.length ? content : h("span", { class: "figure quiet" }, "…"));

  /** Returns a large card: the head of a small one, and a place for the chart. */
  const largeCard = (name) => h("section", { class: "card" }, link(name), h("div", { class: "pin-chart" }));

  async function load(names) {
    if (!names.length) return;
    const units = loadUnits(names.includes("bloodPressure") ? [...names, "bloodPressureSystolic"] : names);
    await Promise.all(names.map(async (name) => {
      const entry = now.entries.find((one) => one.name === name);
      let content;
      let isLoaded = true;
      try {
        await units;
        content = !entry ? { figure: "–", when: t("problem_nodata") } : isLarge(name) ? await (await large()).loadLarge(entry) : await loadCard(entry);
      } catch {
        // A card that fails affects neither the other cards nor its own previous figure; the live stream loads it again.
        if (cards.get(name)?.dataset.isLoaded) return;
        content = { figure: "–", when: t("problem_failed") };
        isLoaded = false;
      }
      const item = cards.get(name);
      if (!item) return;
      if (isLoaded) item.dataset.isLoaded = "true";
      const words = h("span", { class: "pin-text" },
        h("strong", { class: "figure" }, content.figure), " ", h("span", { class: "small" }, content.when));
      if (item.classList.contains("large")) {
        replace(item.querySelector(".pin-card"), link(name, words));
        // Charts are drawn one after the other, so that the page reacts in between.
        drawing = drawing.then(pause).then(async () => {
          if (isLoaded) (await large()).showLarge(item.querySelector(".pin-chart"), name, content);
        });
        return;
      }
      replace(item.firstChild, link(name, words,
        hasPicture(content) && sparkline(content.values, { colour: colorOf(name), kind: content.kind })));
    }));
  }

  /**
   * Loads the cards of types again whose data has changed. Without pins, the suggestions do not change while the page is open.
   */
  async function reload(types, entries) {
    const mine = shown().filter((name) => types.has(name));
    if (!mine.length) return;
    try {
      now.entries = await entries;
    } catch {
      return;
    }
    await load(mine);
  }

  const fail = (error, retry) => showProblem(list, error, { retry });

  return { show, shown, reload, fail };
}

/** Loads the module of large cards, which few dashboards have. */
const large = () => import("./dashboard-large.js");
const pause = () => new Promise((resolve) => setTimeout(resolve));
let drawing = Promise.resolve();

/** Replaces a card and preserves the focus in it. */
function replace(old, card) {
  const hadFocus = old.contains(document.activeElement);
  old.replaceWith(card);
  if (hadFocus) card.focus();
}
