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
 * Creates a form that saves data: it stores drafts, shows errors, saves once and leads back.
 * @param {object} parts
 * @param {HTMLElement[]} parts.content the fields.
 * @param {function(): object} parts.state returns the input for a draft.
 * @param {function(object)} parts.restore restores the input of a draft.
 * @param {function(): {faults: object[], answers: *, start: Date, end: Date}} parts.read reads the answers; faults are {control,
 *   show, text}, doubts the texts of values to confirm, and personal questions {text, label, act} about values unlike the latest ones.
 * @param {function(): void} parts.clear removes the previous error messages.
 * @param {function(*, {start: Date, end: Date}): object[]} parts.samples creates the samples.
 * @param {function(*): string} parts.message returns a message that describes the saved data.
 * @param {string} parts.label the name of the data, for error messages.
 * @param {string} parts.type the type in error messages.
 * @param {string} parts.home the page to show afterwards if the person came from no other page.
 * @param {string} [parts.back] the page to show afterwards in any case.
 * @param {function(*): void} [parts.saved] is called after saving.
 * @param {Object[]} [parts.before] the samples that undo saves again: those that the new ones replace.
 * @returns {HTMLFormElement}
 */
export function savingForm(parts) {
  const back = parts.back ?? cameFrom(parts.home);
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
    const { faults, answers, start, end, doubts = [], personal = [] } = parts.read();
    tell(faults);
    if (faults.length) return;
    save.disabled = true;
    save.setAttribute("aria-busy", "true");
    let failure;
    let isChanged = false;
    try {
      if (doubts.length || personal.length) {
        const choice = await asksDoubts(doubts, personal);
        isChanged = Number(choice) >= 0 && choice !== "";
        if (isChanged) personal[Number(choice)].act();
        if (choice !== "save") return;
      }
      if (end > new Date(Date.now() + 60000) && !(await asksFuture(end))) return;
      keep();
      const saved = await saveOnce(parts.state(), () => parts.samples(answers, { start, end }));
      await parts.saved?.(answers);
      goAndTell(showing(back, civil(end)), parts.message(answers), { ...saved, before: parts.before ?? undefined });
    } catch (error) {
      failure = error;
    } finally {
      save.disabled = false;
      save.removeAttribute("aria-busy");
      // The same number in another unit is what the person meant.
      if (isChanged) queueMicrotask(submit);
    }
    // The button is enabled again, so the person can retry.
    if (failure) await failed(failure);
  }

  /**
   * Offers to retry if the server has not answered: it is unknown whether the data was saved, and the repeated request saves it
   * once.
   */
  async function unsure() {
    const actions = [{ label: t("problem_cancel"), value: "" }, { label: t("problem_again"), value: "again", isMain: true }];
    if ((await ask({ title: t("add_unsure"), body: t("add_unsure_why"), actions })) === "again") return submit();
    fill(summary, h("p", {}, t("add_unsure")), h("p", { class: "small" }, t("add_unsure_why")));
    summary.hidden = false;
  }

  /** Shows why saving failed: the server's own words if it rejected the data, else the messages of all pages. */
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

/**
 * Returns the parts `state`, `restore` and `clear` of a form with fields.
 * @param {object} when the fields of the time.
 * @param {object[]} fields the other fields.
 */
export function inputOf(when, fields) {
  return {
    state: () => ({ when: when.state(), ...Object.fromEntries(fields.map((field) => [field.name, field.state()])) }),
    restore(state) {
      if (state.when) when.restore(state.when);
      for (const field of fields) if (state[field.name]) field.restore(state[field.name]);
    },
    clear() {
      when.clear();
      for (const field of fields) field.fault.show(null);
    },
  };
}

/** Returns the path of a page, for the page of a type with the day of the saved data. */
function showing(path, day) {
  const address = new URL(path, location.href);
  const isType = /^\/types\/[^/]+$/.test(address.pathname);
  if (!isType || (day === today() && !address.searchParams.has("date"))) return path;
  address.searchParams.set("date", day);
  return address.pathname + address.search;
}

/** Returns the type in an error of the server: the one of several types that caused it. */
const typeIn = (error) => error.detail?.match(/HK\w+Identifier\w+/g)?.find((name) => factsOf(name));

/** The answers to a question about an entry: the safe one is the default. */
const answersTo = (more = []) => [{ label: t("add_future_change"), value: "", isMain: true }, ...more, { label: t("add_future_save"), value: "save" }];

/** Asks about unusual values; returns "save", "" to change them, or the place of the personal question whose action is chosen. */
async function asksDoubts(doubts, personal) {
  const body = [doubts.length > 0 && h("p", {}, t("add_doubt_why", { values: doubts.join("; ") })), ...personal.map(({ text }) => h("p", {}, text))];
  const more = personal.flatMap(({ label }, at) => (label ? [{ label, value: String(at) }] : []));
  return ask({ title: t("add_doubt"), body, actions: answersTo(more) });
}

async function asksFuture(moment) {
  return (await ask({ title: t("add_future"), body: t("add_future_why", { date: date(moment, "minute") }), actions: answersTo() })) === "save";
}

