// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { onceKey, post } from "./api.js";
import { forgetDraft, keepDraft, readDraft } from "./add-draft.js";

/** Every UUID of samples and of what is in them. */
const uuidsOf = (samples) => samples.flatMap((sample) => [sample.uuid, ...uuidsOf(sample.objects ?? [])]);

/**
 * Saves samples once, however often it is tried: as long as the answers are the same, the same request is sent again under the same
 * key. Where they have changed since a request that got no answer, what that one may have saved goes first.
 * @param {*} answers what the samples were made of.
 * @param {function(): object[]} make makes the samples.
 * @returns {Promise<string[]>} the UUIDs of all that was saved.
 */
export async function saveOnce(answers, make) {
  const about = JSON.stringify(answers);
  let { sent } = readDraft();
  if (sent && sent.about !== about) {
    await withdraw(uuidsOf(sent.samples));
    sent = undefined;
  }
  sent ??= { about, samples: make(), key: onceKey()["Idempotency-Key"] };
  keepDraft({ sent });
  try {
    await post("/v1/samples", { samples: sent.samples }, { headers: { "Idempotency-Key": sent.key } });
  } catch (error) {
    // A refusal has saved nothing; what got no answer, or one of somebody between, may have.
    if (error.status >= 400 && error.status < 500) keepDraft({ sent: undefined });
    throw error;
  }
  forgetDraft();
  return uuidsOf(sent.samples);
}

async function withdraw(uuids) {
  try {
    await post("/v1/samples/delete", { uuids });
  } catch (error) {
    // It was not saved then.
    if (error.status !== 404 && error.status !== 422) throw error;
  }
  keepDraft({ sent: undefined });
}
