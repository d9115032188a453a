// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { get, post } from "./api.js";
import { typedNumber } from "./add-number.js";
import { isAddable } from "./add-forms.js";
import { civil, clock, digitsOf } from "./format.js";
import { factsOf, shortName } from "./names.js";
import { deletingPath } from "./owner-samples.js";
import { alertProblem } from "./problems.js";
import { isOwn } from "./sample-text.js";

// A sample cannot be changed: a correction saves another one in its place, and deletes it.

/** Returns whether an entry can be corrected with the form of its type. */
export function isCorrectable(sample) {
  const name = shortName(sample.type);
  const kind = factsOf(name)?.kind;
  const hasForm = kind === "quantity" || name === "bloodPressure" || (kind === "category" && name !== "sleepAnalysis");
  return hasForm && isOwn(sample) && isAddable(name);
}

/** Returns the entry that the address of the form names; null if there is none to correct. */
export async function correctedEntry() {
  const uuid = new URLSearchParams(location.search).get("correct");
  if (!/^[0-9a-f-]{36}$/i.test(uuid ?? "")) return null;
  const sample = await get(`/v1/samples/${uuid}`);
  return isCorrectable(sample) ? sample : null;
}

/** Fills the fields of a form with an entry. */
export function fillIn(sample, when, fields) {
  const [start, end] = [new Date(sample.startDate), new Date(sample.endDate)];
  when.restore({ day: civil(start), time: clock(start), lasts: end > start, endDay: civil(end), endTime: clock(end) });
  for (const field of fields) {
    const { name, input } = field;
    const one = (sample.objects ?? []).find(({ type }) => shortName(type) === input.type) ?? sample;
    if (input.kind === "number" && Number.isFinite(one.value)) {
      const unit = one.unit;
      field.restore({ text: typedNumber(one.value * (unit === "%" ? 100 : 1), Math.max(2, digitsOf(input.type, unit))), unit });
    } else if (name === "value") {
      field.restore({ text: String(sample.value) });
    } else if (sample.metadata?.[name] !== undefined) {
      const value = sample.metadata[name];
      field.restore({ text: input.kind === "switch" ? value === true || value === 1 : String(value) });
    }
  }
}

/** Returns the new samples with what the form does not ask: the metadata of the entry, and its time if that is unchanged. */
export const keeping = (sample, made) => made.map((one) => {
  const isSame = (mine, theirs) => Math.floor(Date.parse(mine) / 60000) === Math.floor(Date.parse(theirs) / 60000);
  const [startDate, endDate] = ["startDate", "endDate"].map((key) => (isSame(one[key], sample[key]) ? sample[key] : one[key]));
  const objects = one.objects && { objects: one.objects.map((part) => ({ ...part, startDate, endDate })) };
  return { ...one, startDate, endDate, metadata: { ...sample.metadata, ...one.metadata }, ...objects };
});

/** Deletes the corrected entry, with its parts. */
export async function removeCorrected(sample) {
  const uuids = [sample, ...(sample.objects ?? [])].filter(isOwn).map(({ uuid }) => uuid);
  try {
    await post(deletingPath([sample]), { uuids });
  } catch (error) {
    // It is no longer there, as wanted.
    if (error.status !== 404 && error.status !== 422) await alertProblem(error, { type: sample.type, retry: () => removeCorrected(sample) });
  }
}
