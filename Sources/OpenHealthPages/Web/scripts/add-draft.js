// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// What was typed and is not saved yet, for as long as the tab is open: a session that ends, or a server that is away, costs nothing.
// It leaves the tab once it is saved, and is forgotten after an hour.

const key = `health-draft:${location.pathname}`;
const lifetime = 3600000;

/** What was typed here before; an empty draft where nothing was. */
export function readDraft() {
  try {
    const draft = JSON.parse(sessionStorage.getItem(key) ?? "null");
    if (draft && Date.now() - draft.at < lifetime) return draft;
  } catch {
    // What cannot be read is as good as nothing.
  }
  forgetDraft();
  return {};
}

/** Keeps some of a draft, beside the rest. */
export function keepDraft(part) {
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...readDraft(), ...part, at: Date.now() }));
  } catch {
    // A browser without room for it: the form itself still has all.
  }
}

/** Forgets what was typed here. */
export const forgetDraft = () => sessionStorage.removeItem(key);

/** Where the person came from, to go back there: a page of ours that is neither this form nor the door. */
export function cameFrom(otherwise) {
  const draft = readDraft();
  if (draft.back) return draft.back;
  try {
    const from = new URL(document.referrer);
    const isForm = /^\/(add|owner\/(login|setup|requests)|welcome)(\/|$)/.test(from.pathname);
    if (from.origin === location.origin && !isForm) return from.pathname + from.search;
  } catch {
    // No referrer.
  }
  return otherwise;
}

// Whoever signs out leaves nothing behind.
document.querySelector('form[action="/owner/logout"]')?.addEventListener("submit", () => {
  for (const name of Object.keys(sessionStorage)) if (name.startsWith("health-")) sessionStorage.removeItem(name);
});
