// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { get, post } from "./api.js";
import { confirmed } from "./confirmed.js";
import { h } from "./dom.js";
import { keepZone } from "./home-zone.js";
import { alertProblem, everyType, openSheet } from "./problems.js";
import { t } from "./strings.js";

/** Returns whether the person has decided which types these pages can save. */
export async function isDecided() {
  return (await get("/v1/authorization-status", { type: "stepCount" })).status !== "notDetermined";
}

/** Grants these pages every permission that they request, and goes to the dashboard. */
async function allowAll() {
  try {
    await keepZone();
    const request = await post("/v1/authorization-requests", everyType());
    const decide = () => post(`/v1/owner/requests/${request.id}/decision`, { all: "authorized" });
    if (request.status !== "completed" && (await confirmed(decide)) === undefined) return;
    location.assign("/");
  } catch (error) {
    alertProblem(error, { retry: allowAll });
  }
}

/** Opens the sheet on which the person chooses permissions. */
async function choose() {
  try {
    await keepZone();
    await openSheet(undefined, "/");
  } catch (error) {
    alertProblem(error, { retry: choose });
  }
}

/** The actions that lead to the dashboard while the person has not decided which types these pages can read. */
export const allowActions = (...more) => [
  h("p", {}, t("permission_ours_why")),
  h("div", { class: "actions" }, h("button", { type: "button", class: "main", onclick: allowAll }, t("welcome_allow")),
    h("button", { type: "button", onclick: choose }, t("problem_allow")), more),
];
