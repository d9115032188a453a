// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { get } from "./api.js";
import { fill, find, h } from "./dom.js";
import { addDays, civil, daysBetween, today } from "./format.js";
import { follow } from "./live.js";
import { factsOf, shortName } from "./names.js";
import { guarded } from "./problems.js";
import { typeActions } from "./type-actions.js";
import { setDataEnd } from "./type-before.js";
import { periodOf, setFirstDay } from "./type-period.js";
import { periodControls } from "./type-controls.js";

const app = find("#app");
const type = shortName(document.body.dataset.type);

/**
 * Returns the module that shows a type: `views`, `standard` (one of them), `types` (the displayed types) and `show(place,
 * context)`.
 */
function moduleFor() {
  switch (factsOf(type)?.kind) {
    case "quantity": return import("./type-quantity.js");
    case "category": return type === "sleepAnalysis" ? import("./type-sleep.js")
      : type === "menstrualFlow" ? import("./type-cycle.js") : import("./type-calendar.js");
    case "workout": return import("./type-workouts.js");
    case "activitySummary": return import("./type-rings.js");
    case "correlation": return type === "bloodPressure" ? import("./type-pressure.js") : import("./type-list.js");
    default: return import("./type-list.js");
  }
}

/** Loads the types with data, and notes the day on which the data of all of them end. */
async function listed() {
  const { types } = await get("/v1/types");
  setDataEnd(types.map(({ latest }) => latest && civil(latest)).filter((day) => day && day <= today()).sort().at(-1));
  return types;
}

/** Returns the entry of the type with the dates of its first and latest data. */
async function extent() {
  const types = await listed();
  return types.find((entry) => entry.name === type);
}

/** Returns the day of the type's latest data, with which the page begins if the period of today would be empty. */
async function latestDay() {
  const latest = (await extent())?.latest;
  return latest && civil(latest) < today() ? civil(latest) : today();
}

const isNarrow = matchMedia("(max-width: 40rem)").matches;
const kind = await moduleFor();
const state = { view: kind.standard?.(type), day: undefined };
const place = h("div", { class: "type-view" });
const controls = kind.views && periodControls(kind.views, { go });
let asking;

/** Reads the view and the day from the page's address. */
function readAddress() {
  const query = new URLSearchParams(location.search);
  state.view = kind.views?.includes(query.get("view")) ? query.get("view") : kind.standard?.(type);
  const day = query.get("date");
  state.day = /^\d{4}-\d\d-\d\d$/.test(day ?? "") && !Number.isNaN(Date.parse(day)) ? day : undefined;
}

/** Goes to another period: {view, day}. The selection of a day adds no entry to the browser's history. */
function go(change, { isSelection = false } = {}) {
  Object.assign(state, change);
  const query = new URLSearchParams({ view: state.view, date: state.day });
  history[isSelection ? "replaceState" : "pushState"](null, "", `?${query}`);
  if (isSelection) controls?.set(periodOf(state.view, state.day));
  else show();
}

/** Shows the current period; a response that arrives after another period was chosen is ignored. */
async function show() {
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  await guarded(place, async () => {
    if (state.day && kind.views) await listed();
    state.day ??= kind.views ? await latestDay() : today();
    if (state.view === "all") {
      const earliest = (await extent())?.earliest;
      setFirstDay(earliest && civil(earliest));
    }
    if (signal.aborted) return;
    const period = kind.views && periodOf(state.view, state.day);
    if (period) controls.set(period);
    await kind.show(place, { type, period, signal, go, refresh: show,
      select: (day) => go({ day }, { isSelection: true }) });
  }, { type, retry: show });
}

/** Goes to the next shorter or longer period where two fingers are moved apart or together on a chart. */
function pinch(event) {
  event.preventDefault();
  const { phase, factor, from: share } = event.detail;
  if (phase !== "end" || (factor < 1.3 && factor > 0.75)) return;
  const view = kind.views[kind.views.indexOf(state.view) + (factor > 1 ? -1 : 1)];
  if (!view) return;
  const period = periodOf(state.view, state.day);
  const day = addDays(period.from, Math.floor(share * (daysBetween(period.from, period.to) - 1)));
  go({ view, day: factor < 1 ? state.day : day > today() ? today() : day });
}

/** Shows what the figures of the type show, after the chart: without it the page is whole, and the chart tells errors of the page. */
async function showStatements() {
  try {
    await (await import("./type-insights.js")).showInsights(statements, type);
  } catch {
    statements.replaceChildren();
  }
}

readAddress();
if (kind.views) place.addEventListener("chart-pinch", pinch);
const actions = typeActions(type, () => kind.views && periodOf(state.view, state.day ?? today()));
const statements = h("div", {});
// On a phone, the chart comes before the actions.
fill(app, isNarrow && controls ? [controls.element, place, statements, actions] : [actions, controls?.element, place, statements]);
app.removeAttribute("aria-busy");
window.addEventListener("popstate", () => { readAddress(); show(); });
await show();
showStatements();
follow(kind.types?.(type) ?? [type], show);
