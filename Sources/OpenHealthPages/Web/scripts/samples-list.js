// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { get, post } from "./api.js";

const pageSize = 100;
const startOf = (sample) => Date.parse(sample.startDate);

/**
 * The loaded samples of a type, newest first. The list stays correct while samples are added and deleted: between two pages, no
 * sample is lost or duplicated.
 */
export class SampleList {
  /** The loaded samples, newest first. */
  samples = [];
  /** Whether all samples are loaded. */
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
      // The anchor is read first: changes while the page is loaded are reported again, and ignored then.
      this.#anchor = (await get("/v1/changes/latest")).anchor;
      this.samples = [];
      this.#known.clear();
      this.#cursor = undefined;
      return this.#page();
    });
  }

  /** Loads the samples before the last one. Returns those that are new to the list. */
  more() {
    return this.#next(() => (this.isComplete ? [] : this.#page()));
  }

  /**
   * Loads the changes since the last time.
   * @returns {Promise<{added: Array, deleted: string[]}>} the samples that were added to the list, and the UUIDs of those that
   *   were removed.
   */
  catchUp() {
    return this.#next(async () => {
      const changes = await post("/v1/changes/query", { parts: [{ type: this.#type }], anchor: this.#anchor, limit: 1000 });
      // After an import it is faster to load the list again, up to the same length.
      if (changes.hasMore) return this.#renew();
      this.#anchor = changes.anchor;
      // A sample that was deleted and saved again is in both lists; it exists.
      const back = new Set(changes.added.map((sample) => sample.uuid));
      const deleted = changes.deleted.map((entry) => entry.uuid).filter((uuid) => !back.has(uuid) && this.remove(uuid));
      return { added: changes.added.filter((sample) => this.add(sample)), deleted };
    });
  }

  /** Inserts a sample in order. Returns whether it was added to the list. */
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

  /** Removes a sample. Returns whether it was in the list. */
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
    // The list can now contain older samples than before, which are not new.
    const oldest = before.length ? startOf(before.at(-1)) : -Infinity;
    return {
      added: this.samples.filter((sample) => !known.has(sample.uuid) && startOf(sample) >= oldest),
      deleted: before.filter((sample) => !this.#known.has(sample.uuid)).map((sample) => sample.uuid),
    };
  }

  /** Returns whether a sample belongs in the loaded part; older samples are loaded with their page. */
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

  /** Runs an operation after the previous one, so that no operation sees an inconsistent list. */
  #next(act) {
    const result = this.#last.then(act);
    this.#last = result.catch(() => {});
    return result;
  }
}
