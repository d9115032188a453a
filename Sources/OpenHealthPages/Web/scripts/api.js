// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { kept } from "./kept.js";
import { forget } from "./session.js";

/** A problem that the server answered with (RFC 9457). */
export class ApiError extends Error {
  constructor(status, problem) {
    super(problem.title ?? `HTTP ${status}`);
    this.name = "ApiError";
    this.status = status;
    this.detail = problem.detail ?? "";
    /** What is wrong with which part of what was sent: {pointer, detail}. */
    this.faults = problem.errors ?? [];
    /** The code of HKError, where it has one: 4 is denied, 5 is not determined. */
    this.healthKitCode = problem.healthKitCode;
    this.retryAfter = problem.retryAfter;
    /** The URI of the kind of the problem. */
    this.type = problem.type ?? "";
  }
  /** Whether the passphrase has to be entered again first. */
  get needsPassphrase() { return this.type.endsWith(":confirmation-required"); }
  /** Whether the person has not decided yet. */
  get isNotDetermined() { return this.healthKitCode === 5; }
  /** Whether the person has said no. */
  get isDenied() { return this.healthKitCode === 4; }
  /** Whether the session has ended. */
  get isSignedOut() { return this.status === 401; }
}

/** The server did not answer. */
export class OfflineError extends Error {
  constructor() {
    super("offline");
    this.name = "OfflineError";
  }
}

const meta = (name) => document.querySelector(`meta[name="${name}"]`)?.content;

/** Routes that belong to the owner's session; all others belong to apps, and these pages are one. */
const ownerPaths = ["/v1/owner", "/v1/imports"];

/** The head that says who asks. */
export function credentials(path) {
  return ownerPaths.some((start) => path.startsWith(start))
    ? { "X-CSRF-Token": meta("health-csrf") ?? "" }
    : { Authorization: `Bearer ${meta("health-token") ?? ""}` };
}

/**
 * An address with parameters. Those that are undefined or null are left out; lists stand there once for each entry.
 * @param {string} path the path.
 * @param {Object<string, *>} [query] the parameters.
 */
export function address(path, query = {}) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    for (const entry of Array.isArray(value) ? value : [value]) {
      parameters.append(name, entry instanceof Date ? entry.toISOString() : entry);
    }
  }
  const text = parameters.toString();
  return text ? `${path}?${text}` : path;
}

/**
 * Asks the server.
 * @returns {Promise<Response>} the answer, where all went well.
 * @throws {ApiError|OfflineError}
 */
export async function request(method, path, { query, body, headers = {}, signal, accept = "application/json" } = {}) {
  const url = address(path, query);
  // The figures of an earlier time are shown as they were; the server may be away for long.
  if (kept.moment && method === "GET" && kept.answers.has(url)) return new Response(kept.answers.get(url));
  const options = { method, signal, cache: "no-store", headers: { Accept: accept, ...credentials(path), ...headers } };
  if (body !== undefined) {
    const isPlain = !(body instanceof Blob) && !(body instanceof ArrayBuffer);
    options.body = isPlain ? JSON.stringify(body) : body;
    if (isPlain) options.headers["Content-Type"] = "application/json";
  }
  let response;
  try {
    response = await fetch(url, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    window.dispatchEvent(new Event("health-offline"));
    throw new OfflineError();
  }
  window.dispatchEvent(new Event("health-online"));
  if (response.ok) {
    if (method === "GET" && document.body.dataset.page === "dashboard") {
      kept.answers.set(url, response.clone().text().catch(() => null));
    }
    return response;
  }
  if (response.status === 401) forget();
  let problem = {};
  try {
    problem = await response.json();
  } catch {
    // No JSON: what stands between us and the server has answered. The status says enough.
  }
  throw new ApiError(response.status, problem);
}

const json = async (response) => (response.status === 204 ? null : await response.json());

/** Gets JSON. */
export const get = async (path, query, options) => json(await request("GET", path, { query, ...options }));
/** Posts JSON, gets JSON. */
export const post = async (path, body, options) => json(await request("POST", path, { body, ...options }));
/** Puts JSON. */
export const put = async (path, body, options) => json(await request("PUT", path, { body, ...options }));
/** Changes something with JSON. */
export const patch = async (path, body, options) => json(await request("PATCH", path, { body, ...options }));
/** Deletes something. */
export const del = async (path, options) => json(await request("DELETE", path, options));

/** Every sample of an answer in pages, page by page, as an async iterator of lists. */
export async function* pages(path, query, key = "samples") {
  let cursor;
  do {
    const page = await get(path, { ...query, cursor });
    yield page[key];
    cursor = page.cursor;
  } while (cursor);
}

/** A name for a request that is to be done once, however often it is sent. */
export const onceKey = () => ({ "Idempotency-Key": crypto.randomUUID() });
