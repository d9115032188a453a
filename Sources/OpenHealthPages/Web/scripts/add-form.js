// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { h, fill } from "./dom.js";
import { civil, date, today } from "./format.js";
import { ask } from "./dialogs.js";
import { alertProblem } from "./problems.js";
import { factsOf } from "./names.js";
import { t } from "./strings.js";
import { cameFrom, forgetDraft, keepDraft, readDraft } from "./add-draft.js";
import { saveOnce } from "./add-save.js";
import { goAndTell } from "./saved.js";

/**
 * What all forms do that save something: keeps what is typed, shows what is wrong, saves once, and leads back.
 * @param {object} parts
 * @param {HTMLElement[]} parts.content the fields.
 * @param {function(): object} parts.state what has been typed, for later.
 * @param {function(object)} parts.restore types it again.
 * @param {function(): {faults: object[], answers: *, start: Date, end: Date}} parts.read the answers; faults are
 *   {control, show, text}, doubts the texts of values that are asked about.
 * @param {function(): void} parts.clear takes the faults of the last time away.
 * @param {function(*, {start: Date, end: Date}): object[]} parts.samples makes the samples.
 * @param {function(*): string} parts.message says what was saved.
 * @param {string} parts.label what is entered, for texts about errors.
 * @param {string} parts.type the type that errors are about.
 * @param {string} parts.home where to go afterwards when the person came from nowhere.
 * @param {function(*): void} [parts.saved] what else is to be done.
 * @returns {HTMLFormElement}
 */
export function savingForm(parts) {
  const back = cameFrom(parts.home);
  const summary = h("div", { class: "wrong", role: "alert", hidden: true });
  const save = h("button", { class: "main" }, t("add_save"));
  const cancel = h("button", { type: "button", onclick: () => { forgetDraft(); location.assign(back); } }, t("problem_cancel"));
  const form = h("form", { class: "card add", novalidate: true, autocomplete: "off" },
    summary, parts.content, h("div", { class: "actions" }, save, cancel));
  const keep = () => keepDraft({ back, fields: parts.state() });

  const draft = readDraft();
  if (draft.fields) {
    parts.restore(draft.fields);
    form.prepend(h("p", { class: "kept" }, h("span", {}, t("add_kept")), h("button", { type: "button", class: "link",
      onclick: () => { forgetDraft(); location.reload(); } }, t("add_startover"))));
  }
  form.addEventListener("input", keep);
  form.addEventListener("change", keep);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });

  async function submit() {
    if (save.disabled) return;
    parts.clear();
    const { faults, answers, start, end, doubts = [] } = parts.read();
    tell(faults);
    if (faults.length) return;
    save.disabled = true;
    save.setAttribute("aria-busy", "true");
    let failure;
    try {
      if (doubts.length && !(await asksDoubts(doubts))) return;
      if (end > new Date(Date.now() + 60000) && !(await asksFuture(end))) return;
      keep();
      const uuids = await saveOnce(parts.state(), () => parts.samples(answers, { start, end }));
      await parts.saved?.(answers);
      goAndTell(showing(back, civil(end)), parts.message(answers), uuids);
    } catch (error) {
      failure = error;
    } finally {
      save.disabled = false;
      save.removeAttribute("aria-busy");
    }
    // By now it can be tried again.
    if (failure) await failed(failure);
  }

  /** Without an answer nobody knows whether it was saved; the request that is sent again saves it once. */
  async function unsure() {
    const actions = [{ label: t("problem_cancel"), value: "" }, { label: t("problem_again"), value: "again", isMain: true }];
    if ((await ask({ title: t("add_unsure"), body: t("add_unsure_why"), actions })) === "again") return submit();
    fill(summary, h("p", {}, t("add_unsure")), h("p", { class: "small" }, t("add_unsure_why")));
    summary.hidden = false;
  }

  /** What the server does not take it says in its own words; everything else is told as on all pages. */
  async function failed(error) {
    if (error.name === "OfflineError" || error.status >= 500) return unsure();
    if (error.status !== 422 && error.status !== 400) return alertProblem(error, { type: typeIn(error) ?? parts.type, retry: submit });
    fill(summary, h("p", {}, t("add_refused")), h("p", { class: "small", lang: "en" }, error.detail || error.message));
    summary.hidden = false;
    summary.scrollIntoView({ block: "nearest" });
  }

  function tell(faults) {
    summary.hidden = !faults.length;
    fill(summary, faults.length > 0 && [h("p", {}, t.plural("add_faults", faults.length, { count: faults.length })),
      h("ul", {}, faults.map((fault) => h("li", {},
        h("button", { type: "button", class: "link", onclick: () => fault.control.focus() }, fault.text))))]);
    for (const fault of faults) fault.show(fault.text);
    faults[0]?.control.focus();
  }

  return form;
}

/** The page of a type, at the day of what was saved; other pages as they are. */
function showing(path, day) {
  const address = new URL(path, location.href);
  const isType = /^\/types\/[^/]+$/.test(address.pathname);
  if (!isType || (day === today() && !address.searchParams.has("date"))) return path;
  address.searchParams.set("date", day);
  return address.pathname + address.search;
}

/** The type that an answer of the server names: of several that were to be saved, the one that was the reason. */
const typeIn = (error) => error.detail?.match(/HK\w+Identifier\w+/g)?.find((name) => factsOf(name));

async function asksDoubts(doubts) {
  const actions = [{ label: t("add_future_change"), value: "" }, { label: t("add_future_save"), value: "save", isMain: true }];
  return (await ask({ title: t("add_doubt"), body: t("add_doubt_why", { values: doubts.join("; ") }), actions })) === "save";
}

async function asksFuture(moment) {
  const actions = [{ label: t("add_future_change"), value: "" }, { label: t("add_future_save"), value: "save", isMain: true }];
  return (await ask({ title: t("add_future"), body: t("add_future_why", { date: date(moment, "minute") }), actions })) === "save";
}

