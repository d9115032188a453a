// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { fill, h } from "./dom.js";
import { showNoData } from "./problems.js";
import { card } from "./type-figures.js";

/**
 * Creates a card with figures above a chart. Both stay on the page while their content changes, so that the focus is preserved.
 * @param {function(HTMLElement, Object): Object} kind one of the functions of charts.js.
 * @returns {{element: HTMLElement, figures: function, set: function}} `figures(list)` shows figures; `set(data)` shows a chart,
 *   or with null that there is no data.
 */
export function chartCard(kind) {
  const part = card();
  const [figures, space] = [h("div", {}), h("div", {})];
  // On a phone, the chart comes first, so that it is visible without scrolling.
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
 * Creates the cards of a page once, and updates them while they are on the page.
 * @param {function(Object): {element: HTMLElement, set: function}} build creates the cards.
 * @returns {function(HTMLElement, Object)} shows the cards with the current data.
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
