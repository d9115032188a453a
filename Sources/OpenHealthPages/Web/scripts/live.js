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
// The first stream reports all changes since the page was created.
let last = document.querySelector('meta[name="health-cursor"]')?.content;
let stop;
let restart;
let banner;

/**
 * Calls back whenever samples of types are added or deleted, on this page or elsewhere. Changes during an interrupted connection
 * are reported afterwards.
 * @param {string[]} types short names.
 * @param {function(Set<string>)} callback is called with the changed types.
 * @returns {function} stops following.
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

/** Requests the stream again after the types have changed, once for all changes of one moment. */
function schedule() {
  clearTimeout(restart);
  restart = setTimeout(() => {
    stop?.abort();
    const types = [...new Set([...listeners.keys()].flatMap((entry) => [...entry.types]))].sort();
    if (types.length && !document.hidden) run(types, (stop = new AbortController()).signal);
  }, 50);
}

// Browsers open at most six connections to a server for all their tabs, so a hidden page uses none. Once it is visible again, it
// receives the changes since the last event; without such an event, it reads all data again.
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
        // The server uses another database, which does not contain the id. Everything is read again.
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
    // The stream has ended for any reason: a request shows whether the server is available.
    if (!(await isThere())) offline();
    await pausing(pause);
    pause = Math.min(pause * 2, 10000);
  }
}

const pausing = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function isThere() {
  try {
    return (await fetch("/healthz", { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

/** Parses events as in the HTML standard. */
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

const summed = new Set(["workout", "stepCount", "activeEnergyBurned", "basalEnergyBurned", "flightsClimbed", "pushCount", "swimmingStrokeCount"]);

/** Returns whether the figures of a type depend on which workouts are copies of others. */
const dependsOnEfforts = (type) => summed.has(type) || type.startsWith("distance");

function deliver(event) {
  const fields = {};
  for (const line of event.split("\n")) {
    if (line.startsWith(":")) continue;
    const [name, ...rest] = line.split(":");
    fields[name] = (fields[name] ? `${fields[name]}\n` : "") + rest.join(":").replace(/^ /, "");
  }
  if (fields.id) last = fields.id;
  if (fields.event !== "types") return;
  const { types = [], topics = [] } = JSON.parse(fields.data);
  const changed = new Set(types.map(shortName));
  const hasEfforts = topics.includes("efforts");
  for (const entry of listeners.keys()) {
    const mine = new Set([...entry.types].filter((type) => changed.has(type) || (hasEfforts && dependsOnEfforts(type))));
    if (mine.size) entry.callback(mine);
  }
}

function offline() {
  if (banner) return;
  const why = kept.moment ? t("app_kept", { date: date(kept.moment, "minute") }) : t("problem_offline_why");
  banner = h("p", { class: "banner" }, h("strong", {}, t("problem_offline")), " ", why);
  document.getElementById("notices")?.append(banner);
}

/** Handles a session that has ended while the page was open: its content stays, with a note that it is no longer updated. */
function signedOut() {
  if (banner) banner.remove();
  const next = encodeURIComponent(location.pathname + location.search);
  banner = h("p", { class: "banner" }, h("strong", {}, t("problem_signin")), " ", t("problem_signin_why"), " ",
    h("a", { href: `/owner/login?next=${next}` }, t("problem_signin_do")));
  document.getElementById("notices")?.append(banner);
}

function online() {
  // The server answers again: the page of now replaces that of then, also if it has answered since the page was begun.
  if (kept.moment) return location.reload();
  if (!banner) return;
  banner.remove();
  banner = undefined;
  toast(t("problem_online"));
  for (const entry of listeners.keys()) entry.callback(new Set(entry.types));
}

/** Whether the page polls until the server is available again, for pages that follow nothing. */
let waiting = false;
/** The time of the last end of an interruption, and the pause before the next one ends, in milliseconds. */
let resumed = -Infinity;
let delay = 0;
window.addEventListener("health-offline", async () => {
  offline();
  if (waiting) return;
  waiting = true;
  // A proxy or an extension can block a request of an available server, which would otherwise be repeated without end.
  delay = performance.now() - resumed < 60000 ? Math.min(Math.max(2 * delay, 1000), 10000) : 0;
  await pausing(delay);
  for (let pause = 500; !(await isThere()); pause = Math.min(pause * 2, 10000)) await pausing(pause);
  waiting = false;
  resumed = performance.now();
  online();
});
