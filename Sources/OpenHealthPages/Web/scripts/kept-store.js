// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// The last dashboard, for times without the server. It is encrypted with a key that is derived from the session's token, and the
// token is only in the tabs of the session: after the sign-out, and after the browser was closed, it cannot be read.

import { kept } from "./kept.js";
import { isEnded, token } from "./session.js";

const cacheName = "health-kept";
const address = "/kept/dashboard";
/** The server ends a session that was not used for 12 hours. What was stored in it is then unreadable, too. */
const lifetime = 12 * 3600 * 1000;
/** The version of the files that this module belongs to. */
const version = new URL(import.meta.url).pathname.split("/")[2];
const isPossible = () => Boolean(globalThis.caches && globalThis.crypto?.subtle);

async function keyOf(secret) {
  const bytes = new TextEncoder().encode(secret);
  const material = await crypto.subtle.importKey("raw", bytes, "HKDF", false, ["deriveKey"]);
  const parameters = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: new TextEncoder().encode(cacheName) };
  return crypto.subtle.deriveKey(parameters, material, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
}

/** Deletes what is stored. */
export async function forgetKept() {
  if (globalThis.caches) await caches.delete(cacheName);
}

/** Stores the dashboard as it is shown. */
export async function storeKept() {
  const secret = token();
  if (!isPossible() || !secret || !kept.page || kept.moment) return;
  const responses = await Promise.all([...kept.responses].map(async ([url, response]) => [url, await response]));
  const content = JSON.stringify({
    version, moment: Date.now(), page: kept.page, responses: responses.filter(([, response]) => response !== null) });
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await keyOf(secret), new TextEncoder().encode(content));
  if (isEnded()) return;
  await (await caches.open(cacheName)).put(address, new Response(new Blob([iv, sealed])));
  // Another tab may have signed out meanwhile.
  if (isEnded()) await forgetKept();
}

/**
 * Reads what is stored.
 * @param {string} secret the session's token.
 * @returns {Promise<{moment: Date, page: string, responses: Map<string, string>}|null>} null if there is nothing for this session.
 */
export async function readKept(secret) {
  if (!isPossible()) return null;
  try {
    const stored = await (await caches.match(address, { cacheName }))?.arrayBuffer();
    if (!stored) return null;
    const [iv, sealed] = [stored.slice(0, 12), stored.slice(12)];
    const content = await crypto.subtle.decrypt({ name: "AES-GCM", iv }, await keyOf(secret), sealed);
    const { version: its, moment, page, responses } = JSON.parse(new TextDecoder().decode(content));
    const age = Date.now() - moment;
    if (age < 0 || age > lifetime) {
      await forgetKept();
      return null;
    }
    return its === version ? { moment: new Date(moment), page, responses: new Map(responses) } : null;
  } catch {
    // It belongs to another session.
    return null;
  }
}
