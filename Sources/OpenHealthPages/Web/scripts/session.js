// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// The token of the owner's session, which is sent with every request in addition to the cookie. Browsers send the cookie to
// every port of the host; storage and channels belong to this origin only, so no page of another port gets the token.

const key = "health-session";
const channel = new BroadcastChannel(key);
/** The time limit for answers of other tabs, in milliseconds. */
const patience = 500;

/** The token, if this tab has it. */
export const token = () => sessionStorage.getItem(key) ?? undefined;

let hasEnded = false;
/** Whether the session has ended while this page was open. */
export const isEnded = () => hasEnded || !token();

/** Removes the token, and what the dashboard knows of the person's data. */
const clear = () => [key, "health-highlights"].forEach((name) => sessionStorage.removeItem(name));

/** Removes the token after its session has ended, and what was stored for times without the server. */
export function forget() {
  hasEnded = true;
  channel.postMessage({ ended: token() });
  clear();
  globalThis.caches?.delete("health-kept");
}

/** Stores the token of a session that has just begun, in all tabs. */
function keep(value) {
  if (value === token()) return;
  hasEnded = false;
  sessionStorage.setItem(key, value);
  channel.postMessage({ begun: value });
}

/** Asks the other tabs for the token; undefined if no tab has it. */
export function askOthers() {
  return new Promise((resolve) => {
    const answers = new BroadcastChannel(key);
    const end = (value) => {
      clearTimeout(timer);
      answers.close();
      if (value) sessionStorage.setItem(key, value);
      resolve(value);
    };
    const timer = setTimeout(end, patience);
    answers.onmessage = ({ data }) => { if (data.known ?? data.begun) end(data.known ?? data.begun); };
    answers.postMessage({ ask: true });
  });
}

channel.onmessage = ({ data }) => {
  if (data.begun) {
    hasEnded = false;
    sessionStorage.setItem(key, data.begun);
  } else if (data.ended && data.ended === token()) {
    hasEnded = true;
    clear();
  } else if (data.ask && token()) channel.postMessage({ known: token() });
};

// A page that was made for the session contains the token.
const given = document.querySelector('meta[name="health-csrf"]')?.content;
if (given) keep(given);
