// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { get } from "./api.js";
import { h, newId } from "./dom.js";
import { number, zone } from "./format.js";
import { typeName } from "./names.js";
import { guarded } from "./problems.js";
import { t } from "./strings.js";
import { card } from "./type-figures.js";

/** The numbers of days by which the second type can be later. */
const lags = [0, 1, 2, 3, 7];

/** Creates the card with the correlation of two types. It states no cause. */
export function correlationCard() {
  const part = card(t("compare_relation"));
  const answer = h("div", { "aria-live": "polite" });
  const id = newId("lag");
  const select = h("select", { id, onchange: () => load() }, lags.map((lag) => h("option", { value: lag },
    lag ? t.plural("compare_lag", lag, { count: number(lag) }) : t("compare_same_day"))));
  part.fill(h("div", { class: "compare-lag" }, h("label", { for: id }, t("compare_second_is")), select), answer);
  let types;
  let asking;

  function load() {
    asking?.abort();
    asking = new AbortController();
    const { signal } = asking;
    const [type, other] = types;
    return guarded(answer, async () => {
      const found = await get("/v1/insights/correlation", { type, other, lag: select.value, timeZone: zone }, { signal });
      answer.replaceChildren(...words(found, type, other).map((text) => h("p", {}, text)),
        h("p", { class: "small" }, t("compare_cause")));
    }, { type });
  }
  return { element: part.element, set: (next) => { types = next; part.element.hidden = next[0] === next[1]; if (next[0] !== next[1]) load(); } };
}

/** Returns the sentences about a correlation: the figure with its interval and number of days, and what it says. */
function words({ days, coefficient, interval }, type, other) {
  if (coefficient === undefined) return [t.plural("compare_few", days, { count: number(days) })];
  const figure = (value) => signed(value);
  const names = { first: typeName(type), second: typeName(other) };
  return [
    interval.low <= 0 && interval.high >= 0 ? t("compare_unclear") : t(coefficient > 0 ? "compare_more" : "compare_less", names),
    t.plural("compare_result", days, { value: figure(coefficient), low: figure(interval.low), high: figure(interval.high), count: number(days) }),
  ];
}

const signed = (value) => `${Number(value.toFixed(2)) < 0 ? "−" : ""}${number(Math.abs(value), 2, 2)}`;
