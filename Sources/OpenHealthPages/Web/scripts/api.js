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
    /** The faults in the parts of the request: {pointer, detail}. */
    this.faults = problem.errors ?? [];
    /** The code of HKError, if there is one: 4 is denied, 5 is not determined. */
    this.healthKitCode = problem.healthKitCode;
    this.retryAfter = problem.retryAfter;
    /** The URI of the kind of the problem. */
    this.type = problem.type ?? "";
  }
  /** Whether the passphrase has to be entered again first. */
  get needsPassphrase() { return this.type.endsWith(":confirmation-required"); }
  /** Whether the person has not decided yet. */
  get isNotDetermined() { return this.healthKitCode === 5; }
  /** Whether the person has denied the permission. */
  get isDenied() { return this.healthKitCode === 4; }
  /** Whether the session has ended. */
  get isSignedOut() { return this.status === 401; }
}

/** The error if the server does not respond. */
export class OfflineError extends Error {
  constructor() {
    super("offline");
    this.name = "OfflineError";
  }
}

const meta = (name) => document.querySelector(`meta[name="${name}"]`)?.content;

/** The routes of the owner's session; all others belong to apps, such as these pages. */
const ownerPaths = ["/v1/owner", "/v1/imports"];

/** Returns the header with the credentials for a path. */
export function credentials(path) {
  return ownerPaths.some((start) => path.startsWith(start))
    ? { "X-CSRF-Token": meta("health-csrf") ?? "" }
    : { Authorization: `Bearer ${meta("health-token") ?? ""}` };
}

/**
 * Returns a path with parameters. Undefined and null values are left out; lists become one parameter for each entry.
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
 * Sends a request.
 * @returns {Promise<Response>} the response, if it is successful.
 * @throws {ApiError|OfflineError}
 */
export async function request(method, path, { query, body, headers = {}, signal, accept = "application/json", keepalive = false } = {}) {
  const url = address(path, query);
  // The figures of an earlier time are shown as they were; the server may be away for long.
  if (kept.moment && method === "GET" && kept.responses.has(url)) return new Response(kept.responses.get(url));
  const options = { method, signal, keepalive, cache: "no-store", headers: { Accept: accept, ...credentials(path), ...headers } };
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
  if (response.ok) {
    if (method === "GET" && document.body.dataset.page === "dashboard") {
      kept.responses.set(url, response.clone().text().catch(() => null));
    }
    return response;
  }
  if (response.status === 401) forget();
  let problem = {};
  try {
    problem = await response.json();
  } catch {
    // A response without JSON comes from a proxy. Its status is sufficient.
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
/** Patches a resource with JSON. */
export const patch = async (path, body, options) => json(await request("PATCH", path, { body, ...options }));
/** Deletes a resource. */
export const del = async (path, options) => json(await request("DELETE", path, options));

/** Returns an async iterator over the pages of samples of a response. */
export async function* pages(path, query, key = "samples") {
  let cursor;
  do {
    const page = await get(path, { ...query, cursor });
    yield page[key];
    cursor = page.cursor;
  } while (cursor);
}

/** Returns a header with a unique key, so that a repeated request has an effect only once. */
export const onceKey = () => ({ "Idempotency-Key": crypto.randomUUID() });
