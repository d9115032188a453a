// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { allowActions, isDecided } from "./allow.js";
import { get, post } from "./api.js";
import { dataHere } from "./data-here.js";
import { announce } from "./dialogs.js";
import { fill, find, h, newId } from "./dom.js";
import { number } from "./format.js";
import { keepZone, zoneQuestion } from "./home-zone.js";
import { accepted, inspect } from "./import-check.js";
import { receiptView } from "./import-receipt.js";
import { follow, upload } from "./import-upload.js";
import { guarded } from "./problems.js";
import { t } from "./strings.js";

const app = find("#app");
/** The key of a running import in the tab's storage, so that a reloaded page shows its progress. */
const memory = "health-import";
/** The faults with a localized message. */
const faults = ["emptyFile", "notAnExport", "truncated", "notReadable", "corruptArchive", "encrypted", "tooLarge", "malformed", "diskFull", "busy", "stopped"];

/** Whether an upload or import is running, so that no other one can start. */
let isBusy = false;

// MARK: what to begin with

async function begin() {
  const [{ sources }, decided] = await Promise.all([get("/v1/owner/sources"), isDecided()]);
  const isFirst = sources.length === 0;
  if (!isFirst && decided) {
    find("h1").textContent = t("welcome_import_title");
    document.title = `${t("welcome_import_title")} – OpenHealthKit`;
  }
  fill(app, isFirst && h("p", {}, t("welcome_why")), !isFirst && !decided && dataHere(sources), zoneQuestion(), importCard(), isFirst && demoCard());
}

function importCard() {
  const input = h("input", { type: "file", id: "export", accept: accepted, class: "hidden", tabindex: -1, "aria-label": t("welcome_choose"),
    onchange: () => { if (input.files[0]) take(input.files[0]); } });
  const icon = h("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: "M12 3v12M7 10l5 5 5-5M4 20h16" }));
  const zone = h("div", { class: "drop" }, icon, h("p", {}, t("welcome_drop")),
    h("button", { type: "button", class: "main", onclick: () => input.click() }, t("welcome_choose")), input);
  dropInto(zone);
  return h("section", { class: "card" }, h("h2", {}, t("welcome_import")), zone,
    h("details", { open: true }, h("summary", {}, t("welcome_how")),
      h("ol", { class: "steps-how" }, ["welcome_how_open", "welcome_how_export", "welcome_how_bring"].map((key) => h("li", {}, t(key))))),
    h("details", {}, h("summary", {}, t("welcome_how_other")),
      h("ul", { class: "steps-how" }, ["welcome_how_garmin", "welcome_how_strava", "welcome_how_files"].map((key) => h("li", {}, t(key))))),
    h("p", { class: "hint" }, t("welcome_private")));
}

/** Accepts files that are dropped anywhere on the page: the browser would open a file that misses the drop zone. */
function dropInto(zone) {
  const isFile = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  document.ondragover = (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    zone.classList.add("over");
  };
  document.ondragleave = (event) => { if (!event.relatedTarget) zone.classList.remove("over"); };
  document.ondrop = (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    zone.classList.remove("over");
    const file = event.dataTransfer.files[0];
    if (file && !isBusy) take(file);
  };
}

function demoCard() {
  return h("section", { class: "card" }, h("h2", {}, t("welcome_demo")), h("p", {}, t("welcome_demo_why")),
    h("button", { type: "button", onclick: startDemo }, t("welcome_demo_do")));
}

async function startDemo() {
  isBusy = true;
  try {
    await keepZone();
    await watch(await post("/v1/imports/demo", undefined), t("welcome_demo_making"));
  } catch (error) {
    failed(error);
  } finally {
    isBusy = false;
  }
}

// MARK: sending

async function take(file, isPartial = false) {
  const { type, fault } = await inspect(file);
  if (fault && !(fault === "truncated" && isPartial)) return showFault(fault, { file });
  const abort = new AbortController();
  const warn = (event) => event.preventDefault();
  const view = progressView(t("welcome_sending", { file: file.name }), { label: t("problem_cancel"), act: () => abort.abort() });
  window.addEventListener("beforeunload", warn);
  isBusy = true;
  try {
    await keepZone();
    const job = await upload(file, { type, isPartial, signal: abort.signal,
      progress: (sent, all) => view.show(sent / all, t("welcome_sent", { sent: number(sent / 1e6, 1), all: number(all / 1e6, 1) })) });
    window.removeEventListener("beforeunload", warn);
    await watch(job, t("welcome_reading", { file: file.name }), file);
  } catch (error) {
    window.removeEventListener("beforeunload", warn);
    if (error.name === "AbortError") return start();
    failed(error, file);
  } finally {
    isBusy = false;
  }
}

async function watch(job, title, file) {
  sessionStorage.setItem(memory, job.id);
  const view = progressView(title);
  const end = await follow(job.id, (now) => view.show(now.fraction, t.plural("welcome_records", now.records, { count: number(now.records) })));
  sessionStorage.removeItem(memory);
  if (end.status === "done") return done(end.receipt, await isDecided());
  showFault(faults.includes(end.code) ? end.code : "other", { file, detail: end.detail });
}

/** Returns a title, a progress bar, a line of text, and an optional action. */
function progressView(title, action) {
  const id = newId("progress");
  const bar = h("progress", { max: 1, "aria-labelledby": id });
  const line = h("p", { class: "quiet number" });
  line.style.textAlign = "left";
  fill(app, h("section", { class: "card" }, h("h2", { id, tabindex: -1 }, title), bar, line,
    action && h("div", { class: "actions" }, h("button", { type: "button", onclick: action.act }, action.label))));
  find(`#${id}`).focus();
  announce(title);
  return { show(fraction, text) {
    if (fraction !== undefined) bar.value = fraction;
    line.textContent = text;
  } };
}

// MARK: how it ends

function done(receipt, decided) {
  const title = h("h2", { tabindex: -1 }, t("welcome_done"));
  const another = h("button", { type: "button", onclick: start }, t("welcome_another"));
  fill(app, h("section", { class: "card" }, title, receiptView(receipt),
    decided ? h("div", { class: "actions" }, h("a", { class: "button main", href: "/" }, t("welcome_dashboard")), another) : allowActions(another)));
  title.focus();
  announce(t("welcome_done"));
}

function failed(error, file) {
  const byStatus = { 401: "signedOut", 409: "busy", 413: "tooLarge", 429: "busy", 507: "diskFull" };
  if (error.name === "OfflineError") return showFault("interrupted", { file });
  if (error.name !== "ApiError") console.error(error);
  showFault(byStatus[error.status] ?? "other", { file, detail: error.detail });
}

/** Shows an error and a possible action; errors without a localized message are shown in the server's words. */
function showFault(fault, { file, detail } = {}) {
  const title = h("h2", { tabindex: -1 }, t("welcome_failed"));
  const isKnown = fault !== "other";
  fill(app, h("section", { class: "card problem", role: "alert", data: { kind: fault } }, title,
    h("p", {}, t(`welcome_fault_${fault}`)), detail && !isKnown && h("p", { class: "small", lang: "en" }, detail),
    h("div", { class: "actions" },
      fault === "truncated" && file && h("button", { type: "button", onclick: () => take(file, true) }, t("welcome_partial")),
      ["interrupted", "busy", "diskFull", "stopped", "other"].includes(fault) && file
        && h("button", { type: "button", class: "main", onclick: () => take(file) }, t("problem_again")),
      fault === "signedOut" ? h("a", { class: "button main", href: "/owner/login?next=/welcome" }, t("problem_signin_do"))
        : h("button", { type: "button", onclick: start }, t("welcome_choose_other")))));
  title.focus();
}

/** Starts, or continues to follow an import that was running when the page was loaded. */
async function start() {
  const id = sessionStorage.getItem(memory);
  if (!id) return guarded(app, begin);
  try {
    await watch(await get(`/v1/imports/${id}`), t("welcome_going_on"));
  } catch (error) {
    // The import is no longer known to the server.
    sessionStorage.removeItem(memory);
    guarded(app, begin);
  }
}

start();
