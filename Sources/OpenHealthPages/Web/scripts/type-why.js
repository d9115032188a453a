// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { get } from "./api.js";
import { fill, h } from "./dom.js";
import { addDays, date, moment, today } from "./format.js";
import { guarded } from "./problems.js";
import { t } from "./strings.js";
import { words } from "./type-amounts.js";
import { card } from "./type-figures.js";
import { isLong } from "./type-period.js";
import { explained } from "./type-why-sums.js";
import { explanation } from "./type-why-words.js";

/** Creates the card that explains a sum: which source counted when, and what was left out. */
export function whyCard(type) {
  const part = card(t("type_why"));
  const hint = h("p", { class: "quiet" });
  const question = h("summary", {});
  const answer = h("div", {});
  const details = h("details", { class: "type-why" }, question, answer);
  const closer = h("button", { type: "button" });
  part.fill(hint, details, h("p", { class: "actions", hidden: true }, closer));
  let asked;
  let shown;
  let asking;

  details.addEventListener("toggle", () => details.open && load());

  /** Returns the interval to explain: the selected part of the chart, or the whole day. */
  function subject({ period, parts, values, whole }, selected) {
    if (period.view === "day" && selected === null) {
      return whole && { start: period.start, end: period.end, title: date(moment(period.day, "12:00"), "full"), sum: whole.sum };
    }
    const value = selected === null ? null : values[selected];
    if (!value || isLong(period)) return null;
    return { ...parts[selected], sum: value.sum };
  }

  function set(now, selected) {
    const { period, unit } = now;
    part.element.hidden = !now.whole;
    asked = subject(now, selected);
    details.hidden = !asked;
    const hasParts = isLong(period);
    hint.hidden = Boolean(asked);
    hint.textContent = t(hasParts ? `type_why_choose_${period.every}` : "type_why_choose_day");
    closer.parentElement.hidden = !hasParts || selected === null;
    closer.textContent = t(`type_why_closer_${period.every}`);
    closer.onclick = () => now.go({ view: period.every, day: dayWithin(period, now.parts[selected]) });
    if (!asked) return;
    Object.assign(asked, { unit });
    fill(question, t("type_why_question", { value: words(asked.sum, unit, type), when: asked.title }));
    if (details.open) load();
  }

  async function load() {
    if (!asked) return;
    // The explanation is requested again if its sum has changed or the last request failed.
    const key = [asked.start.getTime(), asked.end.getTime(), asked.sum, asked.unit].join();
    if (shown === key) return;
    shown = key;
    asking?.abort();
    asking = new AbortController();
    const now = asked;
    const { signal } = asking;
    await guarded(answer, async () => {
      try {
        const said = await get("/v1/statistics/explanation", { type, from: now.start, to: now.end }, { signal });
        fill(answer, explanation(explained(said, now.unit, type), now, type));
      } catch (error) {
        if (shown === key) shown = undefined;
        throw error;
      }
    }, { type });
  }

  return { element: part.element, set };
}

/** Returns the day of the closer view of a part: for a year, the last day of the year or today. */
function dayWithin(period, part) {
  if (period.every !== "year") return part.from;
  const last = addDays(part.to, -1);
  return last < today() ? last : today();
}
