// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// The token of the owner's session, which goes with every request besides the cookie. Browsers send the cookie to every port
// of the host; storage and channels belong to this origin alone, so no page of another port gets the token.

const key = "health-session";
const channel = new BroadcastChannel(key);
/** How long other tabs have to answer, in milliseconds. */
const patience = 500;

/** The token, where this tab has it. */
export const token = () => sessionStorage.getItem(key) ?? undefined;

/** Forgets the token: its session has ended. */
export const forget = () => sessionStorage.removeItem(key);

/** Remembers the token of a session that has just begun, in all tabs. */
function keep(value) {
  if (value === token()) return;
  sessionStorage.setItem(key, value);
  channel.postMessage({ begun: value });
}

/** Asks the other tabs for the token; undefined where none has it. */
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
  if (data.begun) sessionStorage.setItem(key, data.begun);
  else if (data.ask && token()) channel.postMessage({ known: token() });
};

// A page that was made for the session has the token with it.
const given = document.querySelector('meta[name="health-csrf"]')?.content;
if (given) keep(given);
