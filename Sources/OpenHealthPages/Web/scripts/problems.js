// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { h, fill } from "./dom.js";
import { t } from "./strings.js";
import { ask } from "./dialogs.js";
import { post } from "./api.js";
import { types } from "./types.js";
import { factsOf, typeName } from "./names.js";

/** Types that no app can ask for by themselves: a correlation's members are what is asked for. */
const unaskable = new Set(["correlation", "document", "clinical", "userAnnotatedMedication", "visionPrescription"]);

/** All types that these pages would like to read, and those that they would like to save. */
export function everyType() {
  const all = Object.values(types).filter((facts) => !unaskable.has(facts.kind));
  return {
    read: all.map((facts) => facts.id),
    share: all.filter((facts) => facts.shareable && ["quantity", "category", "workout"].includes(facts.kind)).map((facts) => facts.id),
  };
}

/** What to ask for where a type is missing: health records by themselves, which are asked for with nothing else, and all other types. */
function listsFor(type) {
  const kind = type && factsOf(type)?.kind;
  if (kind !== "clinical" && kind !== "document") return everyType();
  return { read: Object.values(types).filter((facts) => facts.kind === "clinical" || facts.kind === "document").map((facts) => facts.id), share: [] };
}

/** Asks the person for permission: opens the sheet, which leads back here or to another page. */
export async function openSheet(lists = everyType(), next = location.pathname + location.search) {
  const request = await post("/v1/authorization-requests", lists);
  if (request.status === "completed") return next === location.pathname + location.search ? location.reload() : location.assign(next);
  const sheet = new URL(request.url, location.href);
  location.assign(`${sheet.pathname}?next=${encodeURIComponent(next)}`);
}

/** A problem in words: {title, why, action: {label, act}}. */
export function describe(error, { type, retry } = {}) {
  if (error.isNotDetermined) {
    return { kind: "notDetermined", title: t("problem_notdetermined"), why: t("problem_notdetermined_why"),
      action: { label: t("problem_allow"), act: () => openSheet(listsFor(type)) } };
  }
  if (error.isDenied) {
    return { kind: "denied", title: t("problem_denied"), why: t("problem_denied_why", { type: type ? typeName(type) : "" }),
      action: { label: t("problem_change"), act: () => location.assign("/owner/apps#org.openhealthkit.web") } };
  }
  if (error.isSignedOut) {
    return { kind: "signedOut", title: t("problem_signin"), why: t("problem_signin_why"),
      action: { label: t("problem_signin_do"), act: () => location.assign(`/owner/login?next=${encodeURIComponent(location.pathname + location.search)}`) } };
  }
  const isOffline = error.name === "OfflineError";
  // What is no answer of the server's is a mistake of these pages: the browser's console has to say which.
  if (!isOffline && error.name !== "ApiError") console.error(error);
  return { kind: isOffline ? "offline" : "failed", title: t(isOffline ? "problem_offline" : "problem_failed"),
    why: t(isOffline ? "problem_offline_why" : "problem_failed_why"),
    action: retry && { label: t("problem_again"), act: retry } };
}

/** Shows a problem in place of what could not be shown. */
export function showProblem(container, error, options = {}) {
  const { kind, title, why, action } = describe(error, options);
  container.removeAttribute("aria-busy");
  return fill(container, h("div", { class: "problem", role: "alert", data: { kind } },
    h("h2", {}, title), h("p", {}, why),
    action && h("button", { type: "button", class: "main", onclick: action.act }, action.label)));
}

/** Shows that there is no data. */
export function showNoData(container, ...more) {
  container.removeAttribute("aria-busy");
  return fill(container, h("div", { class: "problem", data: { kind: "noData" } },
    h("h2", {}, t("problem_nodata")),
    h("p", {}, t("problem_nodata_why"), " ", h("a", { href: "/owner/apps#org.openhealthkit.web" }, t("problem_change"))), ...more));
}

/** Shows a problem as a dialog, with what can be done about it. */
export async function alertProblem(error, options = {}) {
  const { title, why, action } = describe(error, options);
  const actions = [{ label: t(action ? "problem_cancel" : "problem_ok"), value: "" }];
  if (action) actions.push({ label: action.label, value: "act", isMain: true });
  if ((await ask({ title, body: why, actions })) === "act") action.act();
}

/**
 * Loads something into a container, and shows what goes wrong there, with a way to try again.
 * @param {HTMLElement} container where it is shown.
 * @param {function(): Promise} load shows it.
 */
export async function guarded(container, load, options = {}) {
  container.setAttribute("aria-busy", "true");
  try {
    await load();
  } catch (error) {
    if (error.name === "AbortError") return;
    showProblem(container, error, { retry: () => guarded(container, load, options), ...options });
  } finally {
    container.removeAttribute("aria-busy");
  }
}
