// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { fill, find, h, newId } from "./dom.js";
import { enhance } from "./permission-table.js";
import { alertProblem, openSheet } from "./problems.js";
import { t } from "./strings.js";

const ours = "org.openhealthkit.web";

// Tables of many types are enhanced when they are opened.
for (const choices of document.querySelectorAll(".app details.choices")) {
  choices.addEventListener("toggle", () => enhance(find("table.permissions", choices)), { once: true });
}

/** Opens the permissions of the app in the page's address: "change permissions" leads here. */
function openNamed() {
  const name = decodeURIComponent(location.hash.slice(1));
  const app = name && document.getElementById(name);
  const choices = app && find("details.choices", app);
  if (choices) choices.open = true;
}
openNamed();
window.addEventListener("hashchange", openNamed);

// These pages request permissions like any other app, and people who have not answered look here.
if (!find(`.app[data-app="${ours}"] table.permissions`)) {
  const ask = () => openSheet().catch((error) => alertProblem(error, { retry: ask }));
  const button = h("p", { class: "actions" }, h("button", { type: "button", class: "main", onclick: ask }, t("problem_allow")));
  const card = document.getElementById(ours);
  if (card) card.append(button);
  else find("main > p").after(h("section", { class: "card app", id: ours }, h("header", {}, h("h2", {}, "OpenHealthKit"), h("span", { class: "tag" }, t("permission_ours"))), button));
}

// MARK: the App Store

/** Returns the number of an app from a link to its page in the App Store, or from the number itself; null if there is none. */
export function appID(text) {
  const found = /^(?:id)?([1-9]\d{0,18})$/.exec(text.trim()) ?? /^https:\/\/apps\.apple\.com\/\S*\/id([1-9]\d{0,18})(?:[?#]|$)/.exec(text.trim());
  return found?.[1] ?? null;
}

const key = (app) => `health-app-store:${app}`;

// Apps do not report their number in the App Store, so the person can enter it. It is stored in this browser.
for (const card of document.querySelectorAll(".app[data-app]")) {
  if (card.dataset.app === ours) continue;
  const place = h("div");
  card.append(place);
  showStore(place, card.dataset.app);
}

function showStore(place, app) {
  const known = appID(localStorage.getItem(key(app)) ?? "");
  const id = newId("store");
  const fault = h("p", { class: "fault", id: `${id}-fault`, role: "alert" });
  const field = h("input", { type: "text", id, value: known ?? "", autocomplete: "off", spellcheck: "false", "aria-describedby": `${id}-hint ${id}-fault` });
  const keep = (event) => {
    event.preventDefault();
    const text = field.value.trim();
    const number = appID(text);
    if (text && !number) {
      field.setAttribute("aria-invalid", "true");
      fault.textContent = t("permission_store_wrong");
      return field.focus();
    }
    if (number) localStorage.setItem(key(app), number);
    else localStorage.removeItem(key(app));
    showStore(place, app);
    find("a, summary", place).focus();
  };
  fill(place,
    known && h("p", { class: "actions" }, h("a", { class: "button", href: `https://apps.apple.com/app/id${known}`, rel: "external noreferrer" }, t("permission_store_open"))),
    h("details", {}, h("summary", {}, t("permission_store")),
      h("form", { onsubmit: keep }, h("label", { for: id }, t("permission_store_label")), field,
        h("p", { class: "hint", id: `${id}-hint` }, t("permission_store_hint")), fault,
        h("div", { class: "actions" }, h("button", {}, t("permission_store_keep"))))));
}
