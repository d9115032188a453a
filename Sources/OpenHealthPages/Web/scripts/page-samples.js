// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { h, fill, find } from "./dom.js";
import { t } from "./strings.js";
import { addDays, date, moment, number, today } from "./format.js";
import { announce, toast } from "./dialogs.js";
import { guarded, showNoData } from "./problems.js";
import { follow } from "./live.js";
import { factsOf } from "./names.js";
import { loadMedications } from "./medications.js";
import { loadUnits } from "./units.js";
import { unitTypes } from "./sample-text.js";
import { SampleList } from "./samples-list.js";
import { SampleRows } from "./samples-rows.js";
import { deleteOwn } from "./deleting.js";

const app = find("#app");
const { type } = document.body.dataset;
const facts = factsOf(type);
const canAdd = Boolean(facts.entry);

let list;
/** The number of new samples above the visible ones, and the message about them. */
let unseen = 0;
let closeNews;
const rows = new SampleRows((sample) => remove([sample]), () => showChoice());
const more = h("button", { type: "button", class: "more", onclick: loadMore }, t("samples_more"));
const end = h("p", { class: "quiet end", tabindex: "-1" });
const empty = h("div", {});
const day = h("input", { type: "date", id: "until", max: today(), value: new URLSearchParams(location.search).get("date") ?? "" });
const choosing = h("button", { type: "button", "aria-pressed": "false",
  onclick: () => setChoosing(!app.classList.contains("choosing")) }, t("samples_select"));
const all = h("button", { type: "button", onclick: chooseAll }, t("samples_select_all"));
const removing = h("button", { type: "button", class: "danger", onclick: () => remove(rows.chosen) });
const choice = h("div", { class: "choice", role: "group", "aria-label": t("samples_select"), hidden: true }, all, removing);

guarded(app, start, { type });

async function start() {
  if (facts.kind === "activitySummary") return (await import("./samples-summaries.js")).showSummaries(app);
  // Characteristics and medications are not samples, so there is no list of them.
  if (["characteristic", "userAnnotatedMedication"].includes(facts.kind)) return showNoData(app);
  await Promise.all([loadUnits(unitTypes(type)), loadMedications(type), load()]);
  fill(app, tools(), choice, rows.element, empty, h("p", { class: "after" }, more), end);
  showRows();
  follow([type], catchUp);
}

/** Loads the newest samples, or those until the chosen day. */
async function load() {
  list = new SampleList(type, day.value ? moment(addDays(day.value, 1)) : undefined);
  await list.start();
}

function tools() {
  day.addEventListener("change", async () => {
    const address = new URL(location.href);
    if (day.value) address.searchParams.set("date", day.value);
    else address.searchParams.delete("date");
    history.replaceState(null, "", address);
    await guarded(empty, async () => {
      await load();
      rows.clear();
      showRows();
    });
  });
  return h("div", { class: "tools" },
    h("div", { class: "until" }, h("label", { for: "until" }, t("samples_until")), day),
    h("div", { class: "actions" },
      h("a", { class: "button", href: `/types/${type}` }, t("samples_chart")),
      canAdd && h("a", { class: "button", href: `/add/${type}` }, t("frame_add")), choosing));
}

function showRows(options) {
  rows.show(list.samples, options);
  const { length } = list.samples;
  if (length) fill(empty);
  else if (day.value) fill(empty, h("p", { class: "problem" }, t("samples_none_until", { date: date(moment(day.value), "day") })));
  else showNoData(empty, canAdd && h("a", { class: "button main", href: `/add/${type}` }, t("frame_add")));
  more.hidden = list.isComplete;
  end.textContent = list.isComplete && length ? t.plural("samples_end", length, { count: number(length) }) : "";
  choosing.hidden = !rows.hasOwn;
  if (!rows.hasOwn) setChoosing(false);
  showChoice();
}

async function loadMore() {
  if (more.getAttribute("aria-disabled") === "true") return;
  // A button that was disabled while it works would lose the focus.
  more.setAttribute("aria-disabled", "true");
  try {
    const fresh = await list.more();
    showRows();
    announce(t.plural("samples_loaded", fresh.length, { count: number(fresh.length) }));
    if (list.isComplete) end.focus({ preventScroll: true });
    await catchUp();
  } catch (error) {
    toast(t("problem_failed"), { label: t("problem_again"), act: loadMore });
  } finally {
    more.removeAttribute("aria-disabled");
  }
}

/** Shows the samples that were added and deleted meanwhile. */
async function catchUp() {
  try {
    const { added, deleted } = await list.catchUp();
    for (const uuid of deleted) rows.remove(uuid);
    showRows({ areNew: true });
    if (!added.length) return;
    const isOutOfSight = rows.element.getBoundingClientRect().top < -200;
    closeNews?.();
    unseen = isOutOfSight ? unseen + added.length : 0;
    const count = unseen || added.length;
    const news = t.plural("samples_new", count, { count: number(count) });
    if (!isOutOfSight) return announce(news);
    closeNews = toast(news, { label: t("samples_new_show"), act: () => {
      unseen = 0;
      window.scrollTo({ top: 0 });
      rows.focus(added[0].uuid);
    } });
  } catch {
    // The banner of the page reports that the server is unavailable; once it is available, this function is called again.
  }
}

// MARK: - Choosing and deleting

function setChoosing(isChoosing) {
  app.classList.toggle("choosing", isChoosing);
  choosing.setAttribute("aria-pressed", String(isChoosing));
  choosing.textContent = t(isChoosing ? "samples_select_done" : "samples_select");
  choice.hidden = !isChoosing;
  if (!isChoosing) rows.choose(false);
  showChoice();
}

function chooseAll() {
  const { length } = rows.chosen;
  rows.choose(true);
  if (rows.chosen.length === length) rows.choose(false);
  showChoice();
}

function showChoice() {
  const { length } = rows.chosen;
  removing.disabled = length === 0;
  removing.textContent = length ? t.plural("samples_delete_chosen", length, { count: number(length) }) : t("samples_delete_this");
}

async function remove(samples) {
  if (!samples.length) return;
  const last = list.samples.findIndex((sample) => sample.uuid === samples.at(-1).uuid);
  const gone = new Set(samples.map((sample) => sample.uuid));
  const next = list.samples.slice(last + 1).find((sample) => !gone.has(sample.uuid))
    ?? list.samples.slice(0, last).reverse().find((sample) => !gone.has(sample.uuid));
  await deleteOwn(samples, {
    gone: (deleted) => {
      for (const { uuid } of deleted) {
        list.remove(uuid);
        rows.remove(uuid);
      }
      showRows();
      if (next) rows.focus(next.uuid);
      else find("main").focus();
    },
    back: (restored) => {
      for (const sample of restored) list.add(sample);
      showRows({ areNew: true });
      rows.focus(restored[0].uuid);
    },
  });
}
