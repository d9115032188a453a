// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { fill, h } from "./dom.js";
import { showNoData } from "./problems.js";
import { card } from "./type-figures.js";

/**
 * A card with figures above a chart. Both stay on the page while what they show changes, so that nobody loses their place.
 * @param {function(HTMLElement, Object): Object} kind one of the functions of charts.js.
 * @returns {{element: HTMLElement, figures: function, set: function}} `figures(list)` shows figures; `set(data)` shows a chart, or that there
 *   is no data where it is null.
 */
export function chartCard(kind) {
  const part = card();
  const [figures, space] = [h("div", {}), h("div", {})];
  // On a phone, the chart is what the first screen shows.
  part.fill(matchMedia("(max-width: 40rem)").matches ? [space, figures] : [figures, space]);
  let chart;

  function set(data) {
    if (!data) {
      chart?.destroy();
      chart = undefined;
      if (!space.querySelector(".problem")) showNoData(space);
    } else if (chart) {
      chart.update(data);
    } else {
      fill(space);
      chart = kind(space, data);
    }
  }
  return { element: part.element, figures: (list) => fill(figures, list), set };
}

/**
 * Keeps the cards of a page as long as they stand on it, and makes them where they do not.
 * @param {function(Object): {element: HTMLElement, set: function}} build makes them.
 * @returns {function(HTMLElement, Object)} shows them with what is known now.
 */
export function keeper(build) {
  let page;
  return (place, now) => {
    if (!page?.element.isConnected) {
      page = build(now);
      fill(place, page.element);
    }
    page.set(now);
  };
}
