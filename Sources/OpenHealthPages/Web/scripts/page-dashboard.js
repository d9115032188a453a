// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { get } from "./api.js";
import { askAgain, entries, stepDays, stepFigures, weightFigures } from "./dashboard-source.js";
import { fill, find, h } from "./dom.js";
import { t } from "./strings.js";
import { today } from "./format.js";
import { storeKept } from "./kept-store.js";
import { follow } from "./live.js";
import { openSheet, showProblem } from "./problems.js";
import { preferences } from "./units.js";
import { known } from "./dashboard-data.js";
import { stepsPanel } from "./dashboard-steps.js";
import { pinSection } from "./dashboard-pins.js";
import { tabs } from "./dashboard-tabs.js";
import { todayTypes } from "./today-data.js";
import { todayPanel } from "./today-panel.js";

const app = find("#app");
const cards = (id) => {
  const [days, weekdays] = find(`#${id}`).querySelectorAll(".card");
  return { days, weekdays };
};
const panels = {
  steps: { type: "stepCount", make: () => stepsPanel(cards("steps")), load: stepFigures },
  // The other tab, and how to start, are modules that few visits need.
  weight: { type: "bodyMass", make: async () => (await import("./dashboard-weight.js")).weightPanel(cards("weight")), load: weightFigures },
};
const chosen = tabs(find("[role=tablist]"), (name) => panels[name].isAsked || showPanel(name));
const todayScreen = todayPanel(find("#today"));
const charts = find("#charts");
const [highlights, levels] = [find("#insights"), find("#levels")];
// The space of the highlights is kept for them, unless the last visit had none.
highlights.hidden = sessionStorage.getItem("health-highlights") === "none";
const pins = pinSection(find("#pins"), { onChange: ({ hidesCharts }) => {
  charts.hidden = hidesCharts;
  if (!hidesCharts && !panels[chosen()].isAsked) showPanel(chosen());
  followAll();
} });

/**
 * Shows the charts of a tab, or an error.
 * @returns {Promise<{hasData: boolean, error: Error=}>}
 */
async function showPanel(name) {
  const panel = panels[name];
  panel.isAsked = true;
  try {
    const figures = await panel.load();
    panel.show ??= await (panel.made ??= panel.make());
    const shown = panel.show(figures);
    const hasData = known(figures.days).length > 0;
    if (hasData) drawn();
    await shown;
    return { hasData };
  } catch (error) {
    // The previous content stays if the server is unavailable for a moment: a banner notes that it may be outdated.
    if (panel.show && !(error.isNotDetermined || error.isDenied || error.isSignedOut)) return { hasData: true, error };
    const { days, weekdays } = cards(name);
    weekdays.hidden = true;
    [panel.show, panel.made] = [undefined, undefined];
    showProblem(days, error, { type: panel.type, retry: again });
    return { hasData: false, error };
  }
}

/** Signals once that the charts are drawn, for measurements. */
function drawn() {
  requestAnimationFrame(() => {
    if (document.body.dataset.drawn) return;
    performance.mark("health-drawn");
    document.body.dataset.drawn = "true";
  });
}

/** Shows how to start if there is no data: allow these pages to read the existing data, or import some. */
async function showStart({ isUndecided }) {
  if (isUndecided) {
    const { sources } = await get("/v1/owner/sources");
    if (sources.length) {
      const [{ dataHere }, { zoneQuestion }] = await Promise.all([import("./data-here.js"), import("./home-zone.js")]);
      return fill(app, dataHere(sources), zoneQuestion());
    }
  }
  const sheet = () => openSheet().catch((error) => showProblem(app, error));
  const begin = h("a", { class: isUndecided ? "button" : "button main", href: "/welcome" }, t("dashboard_begin"));
  const allow = isUndecided
    ? h("button", { type: "button", class: "main", onclick: sheet }, t("problem_allow"))
    : h("a", { class: "button", href: "/owner/apps#org.openhealthkit.web" }, t("problem_change"));
  fill(app, h("section", { class: "card" }, h("div", { class: "problem", data: { kind: isUndecided ? "notDetermined" : "noData" } },
    h("h2", {}, t(isUndecided ? "problem_notdetermined" : "dashboard_nothing")),
    h("p", {}, t(isUndecided ? "dashboard_undecided_why" : "dashboard_nothing_why")),
    h("div", { class: "actions" }, isUndecided ? [allow, begin] : [begin, allow]))));
  // Data can come from anywhere, for example an import in another window; the page then shows it.
  if (!isUndecided) follow(["stepCount", "bodyMass", "heartRate"], () => location.reload());
}

async function start() {
  app.setAttribute("aria-busy", "true");
  const said = showInsights();
  const [first] = await Promise.all([charts.hidden ? { hasData: false } : showPanel(chosen()), showToday()]);
  if (charts.hidden) drawn();
  app.removeAttribute("aria-busy");
  try {
    const all = await entries();
    readable = new Set(all.map(({ name }) => name));
    if (!all.length && !first.hasData && (!first.error || first.error.isNotDetermined)) {
      return await showStart({ isUndecided: Boolean(first.error) });
    }
    const { pins: chosenPins = [], largePins = [], hidesCharts = false } = await preferences();
    find("#pins").hidden = false;
    await pins.show({ pins: chosenPins, large: largePins, hidesCharts, entries: all });
    await said;
    // For measurements: what is requested from here on is no part of the view.
    performance.mark("health-shown");
    store();
  } catch (error) {
    // If the charts have failed too, they offer the retry, which loads everything.
    find("#pins").hidden = false;
    if (!first.error) pins.fail(error, again);
  }
  followAll();
}

/** Shows the screen of today. An error is shown in it, and does not affect the charts. */
async function showToday() {
  try {
    await todayScreen.show({ entries: entries(), steps: stepDays(), preferences: preferences() });
  } catch {
    // The charts show the error as well.
  }
}

let insights;
let insightsWaiting;

/** Shows the highlights, in space that is kept for them; without them the page is whole. */
async function showInsights() {
  try {
    insights ??= (await import("./dashboard-insights.js")).insightPanel(highlights, levels);
    await insights.show();
  } catch {
    // The charts show the error.
    if (!find("li", highlights)) highlights.hidden = true;
  }
}

/** Stores the dashboard for times without the server, with both of its charts. It is only for that, so a failure is not reported. */
function store() {
  weightFigures().catch(() => {}).then(storeKept).catch(() => {});
}

function again() {
  askAgain();
  return start();
}

let stop;
let waiting;
/** The types with data, which these pages may read. */
let readable = new Set();
let changed = new Set();
let day = today();

/** Follows all displayed types, so that new data appears automatically. */
function followAll() {
  stop?.();
  stop = follow([...new Set(["stepCount", "bodyMass", ...todayTypes.filter((type) => readable.has(type)), ...todayScreen.shown(), ...pins.shown()])], (types) => {
    for (const type of types) changed.add(type);
    // Changes come in bursts; an import is a long one.
    waiting ??= setTimeout(refresh, 300);
  });
}

async function refresh() {
  const types = changed;
  changed = new Set();
  askAgain(types);
  await Promise.all(Object.keys(panels).filter((name) => panels[name].isAsked && types.has(panels[name].type)).map(showPanel));
  await Promise.all([showToday(), pins.reload(types, entries())]);
  // Highlights are about days that have ended, so new data rarely changes them; during an import they would be computed again and again.
  insightsWaiting ??= setTimeout(() => {
    insightsWaiting = undefined;
    showInsights();
  }, 30_000);
  store();
  waiting = changed.size ? setTimeout(refresh, 1500) : undefined;
}

// A page that stays open overnight shows the new day.
document.addEventListener("visibilitychange", () => {
  if (document.hidden || day === today()) return;
  day = today();
  again();
});

start();
