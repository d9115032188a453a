// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { h, fill } from "./dom.js";
import { t } from "./strings.js";
import { ask } from "./dialogs.js";
import { post } from "./api.js";
import { types } from "./types.js";
import { factsOf, typeName } from "./names.js";

/** The types that no app can request directly: the permission for a correlation is that for its members. */
const unaskable = new Set(["correlation", "document", "clinical", "userAnnotatedMedication", "visionPrescription"]);

/** Returns all types that these pages request to read, and those that they request to save. */
export function everyType() {
  const all = Object.values(types).filter((facts) => !unaskable.has(facts.kind));
  return {
    read: all.map((facts) => facts.id),
    share: all.filter((facts) => facts.shareable && ["quantity", "category", "workout", "stateOfMind"].includes(facts.kind)).map((facts) => facts.id),
  };
}

/**
 * Returns the types to request if one is missing: health records alone, since they are requested separately, or all other types.
 */
function listsFor(type) {
  const kind = type && factsOf(type)?.kind;
  if (kind !== "clinical" && kind !== "document") return everyType();
  return { read: Object.values(types).filter((facts) => facts.kind === "clinical" || facts.kind === "document").map((facts) => facts.id), share: [] };
}

/** Requests permission: opens the sheet, which leads back here or to another page. */
export async function openSheet(lists = everyType(), next = location.pathname + location.search) {
  const request = await post("/v1/authorization-requests", lists);
  if (request.status === "completed") return next === location.pathname + location.search ? location.reload() : location.assign(next);
  const sheet = new URL(request.url, location.href);
  location.assign(`${sheet.pathname}?next=${encodeURIComponent(next)}`);
}

/** Describes a problem for people: {title, why, action: {label, act}}. */
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
  // An error that is not a response of the server is a bug of these pages, so the browser's console shows it.
  if (!isOffline && error.name !== "ApiError") console.error(error);
  return { kind: isOffline ? "offline" : "failed", title: t(isOffline ? "problem_offline" : "problem_failed"),
    why: t(isOffline ? "problem_offline_why" : "problem_failed_why"),
    action: retry && { label: t("problem_again"), act: retry } };
}

/** Shows a problem in place of the content. */
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

/** Shows a problem as a dialog, with an action. */
export async function alertProblem(error, options = {}) {
  const { title, why, action } = describe(error, options);
  const actions = [{ label: t(action ? "problem_cancel" : "problem_ok"), value: "" }];
  if (action) actions.push({ label: action.label, value: "act", isMain: true });
  if ((await ask({ title, body: why, actions })) === "act") action.act();
}

/**
 * Runs a function that loads a container's content, and shows its errors there, with an action to retry.
 * @param {HTMLElement} container the container.
 * @param {function(): Promise} load loads and shows the content.
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
