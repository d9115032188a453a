// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { get } from "./api.js";
import { fill, find, h } from "./dom.js";
import { civil, today } from "./format.js";
import { follow } from "./live.js";
import { factsOf, shortName } from "./names.js";
import { guarded } from "./problems.js";
import { typeActions } from "./type-actions.js";
import { periodOf, setFirstDay } from "./type-period.js";
import { periodControls } from "./type-controls.js";

const app = find("#app");
const type = shortName(document.body.dataset.type);

/** The module that knows how to show a type: `views`, `standard` (one of them), `types` (what is shown) and `show(place, context)`. */
function moduleFor() {
  switch (factsOf(type)?.kind) {
    case "quantity": return import("./type-quantity.js");
    case "category": return type === "sleepAnalysis" ? import("./type-sleep.js") : import("./type-calendar.js");
    case "workout": return import("./type-workouts.js");
    case "activitySummary": return import("./type-rings.js");
    case "correlation": return type === "bloodPressure" ? import("./type-pressure.js") : import("./type-list.js");
    default: return import("./type-list.js");
  }
}

/** When the first and the latest data of the type are from. */
async function extent() {
  const { types } = await get("/v1/types");
  return types.find((entry) => entry.name === type);
}

/** When the latest data of the type are from: where today's stretch would be empty, the page begins there. */
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

/** Takes what the address says. */
function readAddress() {
  const query = new URLSearchParams(location.search);
  state.view = kind.views?.includes(query.get("view")) ? query.get("view") : kind.standard?.(type);
  const day = query.get("date");
  state.day = /^\d{4}-\d\d-\d\d$/.test(day ?? "") && !Number.isNaN(Date.parse(day)) ? day : undefined;
}

/** Goes to another stretch: {view, day}. A day that is only selected leaves no trace in the browser's history. */
function go(change, { isSelection = false } = {}) {
  Object.assign(state, change);
  const query = new URLSearchParams({ view: state.view, date: state.day });
  history[isSelection ? "replaceState" : "pushState"](null, "", `?${query}`);
  if (isSelection) controls?.set(periodOf(state.view, state.day));
  else show();
}

/** Shows the stretch of now; an answer that comes after the person has gone on is thrown away. */
async function show() {
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  await guarded(place, async () => {
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

readAddress();
const actions = typeActions(type, () => kind.views && periodOf(state.view, state.day ?? today()));
// On a phone, the chart comes before what can be done with it.
fill(app, isNarrow && controls ? [controls.element, place, actions] : [actions, controls?.element, place]);
app.removeAttribute("aria-busy");
window.addEventListener("popstate", () => { readAddress(); show(); });
await show();
follow(kind.types?.(type) ?? [type], show);
