// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { appearanceSettings } from "./settings-appearance.js";
import { find, fill, h } from "./dom.js";
import { guarded } from "./problems.js";
import { passphraseForm } from "./settings-passphrase.js";
import { factorSettings } from "./settings-factor.js";
import { goalSettings } from "./settings-goals.js";
import { sessionList } from "./settings-sessions.js";
import { unitSettings } from "./settings-units.js";
import { zoneSettings } from "./settings-zone.js";
import { language, t } from "./strings.js";
import { changePreferences } from "./units.js";

const app = find("#app");
const csrf = find('meta[name="health-csrf"]').content;

/** The languages, each in its own words, as they are at the end of every page. */
const languages = [...document.querySelectorAll("footer .languages button")].map((button) => [button.value, button.lang, button.textContent]);

const card = (title, ...content) => h("section", { class: "card" }, h("h2", {}, t(title)), content);
const link = (href, text) => h("li", {}, h("a", { class: "row", href }, h("span", {}, t(text)), h("span", { "aria-hidden": "true" }, "›")));

/** Stores the language in the person's preferences for all browsers, then sets it in this one. */
function languageForm() {
  const choose = async (event) => {
    event.preventDefault();
    const chosen = h("input", { type: "hidden", name: "language", value: event.submitter.value });
    // This browser changes its language even if the server cannot be reached.
    await changePreferences({ language: chosen.value }).catch(() => {});
    form.append(chosen);
    form.submit();
  };
  const form = h("form", { method: "post", action: "/language", class: "segments languages-all", onsubmit: choose },
    h("input", { type: "hidden", name: "next", value: "/settings" }),
    languages.map(([code, tag, name]) => h("button", { name: "language", value: code, lang: tag, "aria-pressed": String(tag === language) }, name)));
  return form;
}

guarded(app, async () => {
  const [appearance, zone, units, goals, factor, sessions] = await Promise.all([appearanceSettings(), zoneSettings(), unitSettings(), goalSettings(), factorSettings(), sessionList()]);
  fill(app,
    h("nav", { class: "card", "aria-label": t("settings_data") }, h("h2", {}, t("settings_data")), h("ul", { class: "plain" },
      link("/welcome", "settings_import"), link("/owner/export", "export_title"), link("/owner/sources", "sources_title"), link("/owner/apps", "permission_apps"), link("/owner/requests", "permission_requests"))),
    card("frame_language", languageForm()),
    card("settings_appearance", appearance),
    card("settings_dates", zone),
    card("settings_units", units),
    card("settings_goals", h("p", { class: "hint" }, t("settings_goals_why")), goals),
    card("settings_passphrase", h("div", { class: "narrow" }, passphraseForm())),
    card("settings_factor", factor),
    card("settings_sessions", sessions),
    h("form", { method: "post", action: "/owner/logout" }, h("input", { type: "hidden", name: "csrf", value: csrf }), h("button", {}, t("frame_signout"))));
});
