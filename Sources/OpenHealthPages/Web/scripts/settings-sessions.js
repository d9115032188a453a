// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { del, get } from "./api.js";
import { fill, h } from "./dom.js";
import { date } from "./format.js";
import { alertProblem } from "./problems.js";
import { t } from "./strings.js";

const path = "/v1/owner/sessions";
const leave = () => location.assign("/owner/login?left=true");

/** The list of the owner's sessions, with buttons to end one or all of them. */
export async function sessionList() {
  const view = h("div");
  await show(view);
  return view;
}

async function show(view) {
  const { sessions } = await get(path);
  fill(view,
    h("ul", { class: "plain" }, sessions.map((session) => row(view, session))),
    h("div", { class: "actions" }, h("button", { type: "button", class: "danger", onclick: () => end(path, leave) }, t("settings_sessions_end"))));
}

function row(view, session) {
  const when = t("settings_session_since", { created: date(session.created, "minute"), used: date(session.used, "minute") });
  const act = () => end(`${path}/${session.id}`, session.isCurrent ? leave : () => show(view));
  return h("li", { class: "row", data: { session: session.id } },
    h("span", {}, session.isCurrent && h("strong", {}, t("settings_session_current")), session.isCurrent && h("br"), when,
      h("br"), h("span", { class: "small quiet" }, [session.address, session.agent].filter(Boolean).join(" · "))),
    h("button", { type: "button", class: "link", onclick: act }, t("settings_session_end")));
}

/** Ends sessions and continues. */
async function end(what, then) {
  try {
    await del(what);
    await then();
  } catch (error) {
    alertProblem(error, { retry: () => end(what, then) });
  }
}
