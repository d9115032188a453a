// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { del, get, post, put } from "./api.js";
import { confirmed } from "./confirmed.js";
import { fill, find, h, newId } from "./dom.js";
import { alertProblem } from "./problems.js";
import { t } from "./strings.js";

const path = "/v1/owner/totp";

/** The setting of the second factor, with buttons to change it. */
export async function factorSettings() {
  const view = h("div", { class: "narrow", id: "factor" });
  await show(view);
  return view;
}

/** Runs an action that requires the passphrase, and shows its errors. */
async function change(act, then) {
  try {
    const response = await confirmed(act);
    if (response !== undefined) await then(response);
  } catch (error) {
    alertProblem(error, { retry: () => change(act, then) });
  }
}

const button = (text, act, isDangerous) => h("button", { type: "button", class: isDangerous && "danger", onclick: act }, t(text));

async function show(view) {
  const { isEnabled, recoveryCodes } = await get(path);
  const why = h("p", { class: "hint" }, t("settings_factor_why"));
  const begin = () => change(() => post(path), (key) => offer(view, key));
  if (!isEnabled) return fill(view, why, h("div", { class: "actions" }, button("settings_factor_enable", begin)));
  fill(view, why, h("p", {}, t("settings_factor_on", { count: recoveryCodes })),
    h("div", { class: "actions" },
      button("settings_factor_renew", () => change(() => post(`${path}/recovery-codes`), (response) => showCodes(view, response))),
      button("settings_factor_off", () => change(async () => (await del(path)) ?? true, () => show(view)), true)));
}

/** Shows the key, and asks for one of its codes. */
function offer(view, { key, uri, qrCode }) {
  const id = newId("code");
  const fault = h("p", { class: "fault", id: `${id}-fault`, role: "alert" });
  const field = h("input", { type: "text", id, inputmode: "numeric", autocomplete: "one-time-code", required: true, "aria-describedby": `${id}-fault` });
  const enable = async (event) => {
    event.preventDefault();
    try {
      const codes = await confirmed(() => put(path, { code: field.value }));
      if (codes) showCodes(view, codes);
    } catch (error) {
      if (error.status !== 422 && error.status !== 400) return alertProblem(error);
      field.setAttribute("aria-invalid", "true");
      fault.textContent = t("settings_factor_wrong");
      field.focus();
    }
  };
  fill(view, h("p", {}, t("settings_factor_scan")), qrCode && h("p", {}, picture(qrCode)),
    h("p", {}, h("span", { class: "small quiet" }, t("settings_factor_key")), h("br"), h("code", { id: "factor-key" }, key.replace(/(.{4})(?=.)/g, "$1 "))),
    h("p", {}, h("a", { href: uri }, t("settings_factor_link"))),
    h("form", { onsubmit: enable, novalidate: true }, h("label", { for: id }, t("settings_factor_code")), field, fault,
      h("div", { class: "actions" }, h("button", { class: "main" }, t("settings_factor_do")))));
  field.focus();
}

/** The address of the key as a QR code; the key is also shown as text. */
const picture = ({ size, path }) =>
  h("svg", { class: "qr", viewBox: `0 0 ${size} ${size}`, width: 220, height: 220, "aria-hidden": "true", "shape-rendering": "crispEdges" },
    h("rect", { width: size, height: size, fill: "#fff" }), h("path", { d: path, fill: "#000" }));

/** Shows the recovery codes, which are not shown again. */
function showCodes(view, { recoveryCodes }) {
  fill(view, h("h3", { tabindex: -1 }, t("settings_factor_codes")), h("p", {}, t("settings_factor_codes_why")),
    h("ul", { class: "plain", id: "recovery-codes" }, recoveryCodes.map((code) => h("li", {}, h("code", {}, code)))),
    h("div", { class: "actions" }, button("permission_continue", () => show(view))));
  find("h3", view).focus();
}
