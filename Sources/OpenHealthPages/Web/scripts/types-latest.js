// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { fill } from "./dom.js";
import { loadCard } from "./dashboard-cards.js";
import { forgetNights } from "./dashboard-data.js";
import { unitTypes } from "./sample-text.js";
import { loadUnits } from "./units.js";

/** The number of requests at a time: the list may have a hundred types, and the server answers other pages as well. */
const concurrent = 4;

/**
 * Shows the latest value of each type in the elements with its name in `data-latest`, from top to bottom.
 * @param {HTMLElement} list the list; elements that it no longer contains are skipped.
 * @param {Array<{name: string, kind: string, latest: string}>} entries the types, as `GET /v1/types` lists them.
 */
export async function showLatest(list, entries) {
  forgetNights();
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const places = [...list.querySelectorAll("[data-latest]")].filter((place) => byName.has(place.dataset.latest));
  await loadUnits(places.flatMap((place) => unitTypes(place.dataset.latest)));
  const next = places.values();
  const work = async () => {
    for (const place of next) if (list.contains(place)) await showValue(place, byName.get(place.dataset.latest));
  };
  await Promise.all(Array.from({ length: concurrent }, work));
}

async function showValue(place, entry) {
  try {
    const { figure, when } = await loadCard(entry);
    // Kinds without a figure have the day in its place, which the row shows already.
    if (when && figure !== "–" && hasFigure(entry)) fill(place, figure);
  } catch {
    // A value that cannot be read leaves the row with its date.
  }
}

const hasFigure = ({ name, kind }) => ["quantity", "category", "workout"].includes(kind) || name === "bloodPressure";
