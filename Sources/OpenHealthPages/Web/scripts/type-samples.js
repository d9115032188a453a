// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { h } from "./dom.js";
import { sampleDay, sampleNote, sampleTime, sampleValue } from "./sample-text.js";

/**
 * Returns a list of samples, each with a link to its page.
 * @param {Object[]} samples the samples of a response.
 * @param {{hasDays: boolean}} [options] whether each includes its day; false if all are of one day.
 */
export const sampleList = (samples, { hasDays = true } = {}) => h("ul", { class: "plain" }, samples.map((sample) => h("li", {},
  h("a", { class: "row", href: `/samples/${sample.uuid}` },
    h("span", {}, h("span", { class: "block" }, sampleValue(sample)), h("span", { class: "quiet small" }, sampleNote(sample))),
    h("span", { class: "quiet small" }, hasDays && h("span", { class: "block" }, sampleDay(sample)), sampleTime(sample))))));
