// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// The service worker. The server puts `facts` before it: the version of the files, and those that the dashboard needs.
//
// It stores files that are the same for everyone, and one page without data. Requests for data pass it by: the last dashboard is
// stored by the page itself, encrypted with the token of the session (kept-store.js).

const cacheName = `health-files-${facts.version}`;
const folder = `/assets/${facts.version}/`;
/** The page that is shown in place of others; its script shows the last dashboard. */
const offline = "/offline";
/** Addresses that are not pages. */
const others = ["/v1/", "/fhir/", "/assets/", "/metrics", "/healthz", "/openapi.json", "/service-worker.js"];

/** Stores the page for times without the server, and the texts in its language. */
async function storePage() {
  const cache = await caches.open(cacheName);
  const response = await fetch(offline, { cache: "no-store" });
  if (!response.ok || response.redirected) throw new Error(`${offline}: ${response.status}`);
  const texts = facts.byLanguage[response.headers.get("Content-Language")] ?? [];
  await cache.addAll(texts.map((name) => folder + name));
  await cache.put(offline, response);
}

async function install() {
  const cache = await caches.open(cacheName);
  await cache.addAll(facts.files.map((name) => folder + name));
  await storePage();
  await self.skipWaiting();
}

async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith("health-files-") && name !== cacheName);
  await Promise.all(old.map((name) => caches.delete(name)));
  // The browser requests pages itself, as without a worker, at the same time as it starts this one.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/** A page from the server, or the one for times without it. */
async function page(event) {
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request));
    event.waitUntil(follow(response.headers.get("Content-Language")));
    return response;
  } catch (error) {
    const stored = await (await caches.open(cacheName)).match(offline);
    if (!stored) throw error;
    return stored;
  }
}

/** Deletes the last dashboard when the person signs out, whether the server can be reached or not. */
async function signOut(event) {
  await caches.delete("health-kept");
  try {
    return await fetch(event.request);
  } catch (error) {
    const stored = await (await caches.open(cacheName)).match(offline);
    if (!stored) throw error;
    return stored;
  }
}

/** Stores the page again if the person has changed the language. */
async function follow(language) {
  const stored = await (await caches.open(cacheName)).match(offline);
  if (language && stored?.headers.get("Content-Language") !== language) await storePage().catch(() => {});
}

/** A file of this version, which never changes. */
async function file(event) {
  const cache = await caches.open(cacheName);
  const stored = await cache.match(event.request);
  if (stored) return stored;
  const response = await fetch(event.request);
  if (response.ok) event.waitUntil(cache.put(event.request, response.clone()));
  return response;
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
// The page is another one after the person has changed its appearance.
self.addEventListener("message", (event) => {
  if (event.data === "appearance") event.waitUntil(storePage().catch(() => {}));
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (pathname === "/owner/logout") return event.respondWith(signOut(event));
  if (request.method !== "GET") return;
  if (request.mode === "navigate") {
    if (!others.some((start) => pathname.startsWith(start))) event.respondWith(page(event));
  } else if (pathname.startsWith(folder)) event.respondWith(file(event));
});
