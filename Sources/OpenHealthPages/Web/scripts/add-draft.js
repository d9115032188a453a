// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// The unsaved input of a form, kept while the tab is open, so that an ended session or an unavailable server loses nothing.
// It is removed from the tab once it is saved, or after an hour.

const key = `health-draft:${location.pathname}${/[?&]correct=([^&]*)/.exec(location.search)?.[0] ?? ""}`;
const lifetime = 3600000;

/** Returns the draft of this form; an empty one if there is none. */
export function readDraft() {
  try {
    const draft = JSON.parse(sessionStorage.getItem(key) ?? "null");
    if (draft && Date.now() - draft.at < lifetime) return draft;
  } catch {
    // An unreadable draft counts as none.
  }
  forgetDraft();
  return {};
}

/** Stores a part of a draft, in addition to its other parts. */
export function keepDraft(part) {
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...readDraft(), ...part, at: Date.now() }));
  } catch {
    // The browser has no space for the draft: the form itself still contains everything.
  }
}

/** Removes the draft of this form. */
export const forgetDraft = () => sessionStorage.removeItem(key);

/**
 * Returns the page to return to: that from which the person came, if it is one of ours and neither this form nor a sign-in page.
 */
export function cameFrom(otherwise) {
  const draft = readDraft();
  if (draft.back) return draft.back;
  try {
    const from = new URL(document.referrer);
    const isForm = /^\/(add|owner\/(login|setup|requests)|welcome)(\/|$)/.test(from.pathname);
    if (from.origin === location.origin && !isForm) return from.pathname + from.search;
  } catch {
    // There is no referrer.
  }
  return otherwise;
}

// Signing out removes all drafts.
document.querySelector('form[action="/owner/logout"]')?.addEventListener("submit", () => {
  for (const name of Object.keys(sessionStorage)) if (name.startsWith("health-")) sessionStorage.removeItem(name);
});
