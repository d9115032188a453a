// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { get, post } from "./api.js";

const pageSize = 100;
const startOf = (sample) => Date.parse(sample.startDate);

/**
 * The samples of a type, newest first, as far as they are loaded; kept right while samples come and go: nothing is lost
 * between two pages and nothing stands in it twice.
 */
export class SampleList {
  /** Those that are loaded, newest first. */
  samples = [];
  /** Whether there are none before the last of them. */
  isComplete = false;

  #type;
  #until;
  #cursor;
  #anchor;
  #known = new Set();
  #last = Promise.resolve();

  /**
   * @param {string} type a short name.
   * @param {Date} [until] only samples that start before this.
   */
  constructor(type, until) {
    this.#type = type;
    this.#until = until;
  }

  /** Loads the newest samples. Returns them. */
  start() {
    return this.#next(async () => {
      // The place in the order of changes comes first: what changes while the page is made is told again, and known then.
      this.#anchor = (await get("/v1/changes/latest")).anchor;
      this.samples = [];
      this.#known.clear();
      this.#cursor = undefined;
      return this.#page();
    });
  }

  /** Loads the samples before the last. Returns those that were not known. */
  more() {
    return this.#next(() => (this.isComplete ? [] : this.#page()));
  }

  /**
   * Learns what has changed since the last time.
   * @returns {Promise<{added: Array, deleted: string[]}>} what came into the list, and the UUIDs of what went out of it.
   */
  catchUp() {
    return this.#next(async () => {
      const changes = await post("/v1/changes/query", { parts: [{ type: this.#type }], anchor: this.#anchor, limit: 1000 });
      // After an import it is quicker to load the list anew, as far as it was loaded.
      if (changes.hasMore) return this.#renew();
      this.#anchor = changes.anchor;
      // What was deleted and saved again stands in both; it is there.
      const back = new Set(changes.added.map((sample) => sample.uuid));
      const deleted = changes.deleted.map((entry) => entry.uuid).filter((uuid) => !back.has(uuid) && this.remove(uuid));
      return { added: changes.added.filter((sample) => this.add(sample)), deleted };
    });
  }

  /** Puts a sample where it belongs. Returns whether it is in the list now and was not before. */
  add(sample) {
    if (this.#known.has(sample.uuid) || !this.#isInside(sample)) return false;
    this.#known.add(sample.uuid);
    const start = startOf(sample);
    let [low, high] = [0, this.samples.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (startOf(this.samples[middle]) > start) low = middle + 1;
      else high = middle;
    }
    this.samples.splice(low, 0, sample);
    return true;
  }

  /** Takes a sample out. Returns whether it was there. */
  remove(uuid) {
    if (!this.#known.delete(uuid)) return false;
    this.samples.splice(this.samples.findIndex((sample) => sample.uuid === uuid), 1);
    return true;
  }

  async #renew() {
    this.#anchor = (await get("/v1/changes/latest")).anchor;
    const before = this.samples;
    const known = this.#known;
    [this.samples, this.#known, this.#cursor] = [[], new Set(), undefined];
    await this.#page(Math.min(Math.max(before.length, pageSize), 10000));
    // The list may reach further now. What it did not reach before is not new.
    const oldest = before.length ? startOf(before.at(-1)) : -Infinity;
    return {
      added: this.samples.filter((sample) => !known.has(sample.uuid) && startOf(sample) >= oldest),
      deleted: before.filter((sample) => !this.#known.has(sample.uuid)).map((sample) => sample.uuid),
    };
  }

  /** Older ones than the last come with the page that they are on. */
  #isInside(sample) {
    const start = startOf(sample);
    if (this.#until && start >= this.#until.getTime()) return false;
    return this.isComplete || !this.samples.length || start >= startOf(this.samples.at(-1));
  }

  async #page(limit = pageSize) {
    const page = await get("/v1/samples", {
      type: this.#type, to: this.#until, order: "newestFirst", limit, cursor: this.#cursor,
    });
    this.#cursor = page.cursor;
    this.isComplete = !page.cursor;
    const fresh = page.samples.filter((sample) => !this.#known.has(sample.uuid));
    for (const sample of fresh) this.#known.add(sample.uuid);
    this.samples.push(...fresh);
    return fresh;
  }

  /** One thing after the other, so that none sees the list of another half done. */
  #next(act) {
    const result = this.#last.then(act);
    this.#last = result.catch(() => {});
    return result;
  }
}
