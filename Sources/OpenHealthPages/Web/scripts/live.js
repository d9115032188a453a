// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { address, credentials } from "./api.js";
import { h } from "./dom.js";
import { t } from "./strings.js";
import { toast } from "./dialogs.js";
import { date } from "./format.js";
import { kept } from "./kept.js";
import { shortName } from "./names.js";
import { forget } from "./session.js";
import "./saved.js";

const listeners = new Map();
// The first stream tells of everything since the page was made.
let last = document.querySelector('meta[name="health-mark"]')?.content;
let stop;
let restart;
let banner;

/**
 * Calls back whenever samples of a type come or go, on this page or anywhere else. What changed while the server could not be
 * reached is told afterwards.
 * @param {string[]} types short names.
 * @param {function(Set<string>)} callback gets the types that changed.
 * @returns {function} ends it.
 */
export function follow(types, callback) {
  const entry = { types: new Set(types.map(shortName)), callback };
  listeners.set(entry, entry);
  schedule();
  return () => {
    listeners.delete(entry);
    schedule();
  };
}

/** The stream is asked for again where the types have changed, once for all changes of one moment. */
function schedule() {
  clearTimeout(restart);
  restart = setTimeout(() => {
    stop?.abort();
    const types = [...new Set([...listeners.keys()].flatMap((entry) => [...entry.types]))].sort();
    if (types.length && !document.hidden) run(types, (stop = new AbortController()).signal);
  }, 50);
}

// Browsers open six connections to a server at the most, for all their tabs: a page that nobody sees takes none of them. Once it is
// seen again it is told what has changed since the last event, or, where there was none, goes through everything.
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return stop?.abort();
  if (!last) for (const entry of listeners.keys()) entry.callback(new Set(entry.types));
  schedule();
});

async function run(types, signal) {
  let pause = 500;
  while (!signal.aborted) {
    try {
      const headers = { Accept: "text/event-stream", ...credentials("/v1/changes") };
      if (last) headers["Last-Event-ID"] = last;
      const response = await fetch(address("/v1/changes", { type: types, content: "types" }), { headers, signal, cache: "no-store" });
      if (response.status === 401) {
        forget();
        return signedOut();
      }
      if (response.status === 403) return;
      if (response.status === 422 && last) {
        // The server does not know the id: it uses another database. Everything is read again.
        last = undefined;
        for (const entry of listeners.keys()) entry.callback(new Set(entry.types));
        continue;
      }
      if (!response.ok) throw new Error(String(response.status));
      pause = 500;
      online();
      await read(response.body.pipeThrough(new TextDecoderStream()), signal);
    } catch (error) {
      if (signal.aborted) return;
    }
    // The stream has ended, whatever the reason: the server says whether it is there.
    if (!(await isThere())) offline();
    await new Promise((resolve) => setTimeout(resolve, pause));
    pause = Math.min(pause * 2, 10000);
  }
}

async function isThere() {
  try {
    return (await fetch("/healthz", { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

/** Reads events as the HTML standard has them. */
async function read(stream, signal) {
  const reader = stream.getReader();
  let text = "";
  try {
    while (!signal.aborted) {
      const { value, done } = await reader.read();
      if (done) return;
      text += value;
      let end;
      while ((end = text.indexOf("\n\n")) >= 0) {
        deliver(text.slice(0, end));
        text = text.slice(end + 2);
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

function deliver(event) {
  const fields = {};
  for (const line of event.split("\n")) {
    if (line.startsWith(":")) continue;
    const [name, ...rest] = line.split(":");
    fields[name] = (fields[name] ? `${fields[name]}\n` : "") + rest.join(":").replace(/^ /, "");
  }
  if (fields.id) last = fields.id;
  if (fields.event !== "types") return;
  const changed = new Set((JSON.parse(fields.data).types ?? []).map(shortName));
  for (const entry of listeners.keys()) {
    const mine = new Set([...changed].filter((type) => entry.types.has(type)));
    if (mine.size) entry.callback(mine);
  }
}

function offline() {
  if (banner) return;
  const why = kept.moment ? t("app_kept", { date: date(kept.moment, "minute") }) : t("problem_offline_why");
  banner = h("p", { class: "banner" }, h("strong", {}, t("problem_offline")), " ", why);
  document.getElementById("notices")?.append(banner);
}

/** The session has ended while the page was open: what it shows stays as it is, and grows old. */
function signedOut() {
  if (banner) banner.remove();
  const next = encodeURIComponent(location.pathname + location.search);
  banner = h("p", { class: "banner" }, h("strong", {}, t("problem_signin")), " ", t("problem_signin_why"), " ",
    h("a", { href: `/owner/login?next=${next}` }, t("problem_signin_do")));
  document.getElementById("notices")?.append(banner);
}

function online() {
  if (!banner) return;
  // The server answers again: the page of now replaces that of then.
  if (kept.moment) return location.reload();
  banner.remove();
  banner = undefined;
  toast(t("problem_online"));
  for (const entry of listeners.keys()) entry.callback(new Set(entry.types));
}

/** Keeps asking whether the server is back, for pages that follow nothing. */
let waiting = false;
window.addEventListener("health-offline", async () => {
  offline();
  if (waiting) return;
  waiting = true;
  for (let pause = 500; !(await isThere()); pause = Math.min(pause * 2, 10000)) {
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  waiting = false;
  online();
});
