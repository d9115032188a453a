// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { onceKey, post } from "./api.js";
import { deletingPath, savingPath } from "./owner-samples.js";
import { forgetDraft, keepDraft, readDraft } from "./add-draft.js";

/** Returns the UUIDs of all samples, including nested ones. */
const uuidsOf = (samples) => samples.flatMap((sample) => [sample.uuid, ...uuidsOf(sample.objects ?? [])]);

/**
 * Saves samples once, even if it is called repeatedly: for the same answers, it sends the same request with the same key. If the
 * answers have changed since a request without a response, it first deletes the samples that that request may have saved.
 * @param {*} answers the answers in the form.
 * @param {function(): object[]} make creates the samples.
 * @returns {Promise<{uuids: string[], path: string}>} the UUIDs of all saved objects, and the path at which they are deleted.
 */
export async function saveOnce(answers, make) {
  const about = JSON.stringify(answers);
  let { sent } = readDraft();
  if (sent && sent.about !== about) {
    await withdraw(sent.samples);
    sent = undefined;
  }
  sent ??= { about, samples: make(), key: onceKey()["Idempotency-Key"] };
  keepDraft({ sent });
  try {
    await post(savingPath(sent.samples), { samples: sent.samples }, { headers: { "Idempotency-Key": sent.key } });
  } catch (error) {
    // A rejected request has saved nothing. A request without a response, or with that of a proxy, may have.
    if (error.status >= 400 && error.status < 500) keepDraft({ sent: undefined });
    throw error;
  }
  forgetDraft();
  return { uuids: uuidsOf(sent.samples), path: deletingPath(sent.samples) };
}

async function withdraw(samples) {
  try {
    await post(deletingPath(samples), { uuids: uuidsOf(samples) });
  } catch (error) {
    // The samples were not saved.
    if (error.status !== 404 && error.status !== 422) throw error;
  }
  keepDraft({ sent: undefined });
}
