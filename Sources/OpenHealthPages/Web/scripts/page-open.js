// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { fill, find, h } from "./dom.js";
import { kept } from "./kept.js";
import { readKept } from "./kept-store.js";
import { askOthers, forget, token } from "./session.js";
import { t } from "./strings.js";

/** The time limit for a server that cannot be reached, in milliseconds. */
const pause = 2000;
const here = location.pathname + location.search;

/** Pages to sign in, which have no data and no token. Only their place is shown here, while the server cannot be reached. */
const isSignIn = /^\/owner\/(login|logout|setup)/.test(location.pathname);

/** Displays that the server cannot be reached. */
function tellOffline() {
  if (find("#app .banner")) return;
  const why = isSignIn || !token() ? t("app_signed_out") : t("app_not_kept");
  // The page is one of a type, whose name is known, or any other.
  const name = /^\/(?:types|add)\/(\w+)/.exec(location.pathname)?.[1];
  find("h1").textContent = name && t.has(`type_${name}`) ? t(`type_${name}`) : t("problem_offline");
  const back = location.pathname === "/" || isSignIn ? null : h("a", { href: "/" }, t("frame_dashboard"));
  fill(find("#app"), h("p", { class: "banner" }, h("strong", {}, t("problem_offline")), " ", why, " ", back));
  find("#app").removeAttribute("aria-busy");
}

const wait = () => new Promise((resolve) => setTimeout(resolve, pause));

/** Waits until the server answers, and tells that it does not. */
async function server() {
  for (;;) {
    try {
      if ((await fetch("/healthz", { cache: "no-store" })).ok) return;
    } catch {
      // No server answers.
    }
    tellOffline();
    await wait();
  }
}

/** Gets the actual page with the session's token; the last dashboard, or tries again until the server answers. */
async function fetchPage(given) {
  for (;;) {
    try {
      const response = await fetch(here, { cache: "no-store", headers: { Accept: "text/html", "X-CSRF-Token": given } });
      return { response, text: await response.text() };
    } catch {
      const last = location.pathname === "/" ? await readKept(given) : null;
      if (last) {
        Object.assign(kept, last);
        return { response: { redirected: false }, text: last.page };
      }
      tellOffline();
      await wait();
    }
  }
}

/** Replaces this page with another one, and runs the scripts of that page. */
async function show(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  // The parser treats elements for browsers without scripts as content.
  for (const element of page.querySelectorAll("noscript")) element.remove();
  const scripts = [...page.head.querySelectorAll("script[src]")].map((script) => ({ url: script.getAttribute("src"), isModule: script.type === "module" }));
  for (const element of page.head.querySelectorAll('meta[name^="health-"], link[rel="modulepreload"]')) document.head.append(document.adoptNode(element));
  // The preferences of the owner may be others than this browser knows.
  const looks = document.head.querySelectorAll("[data-appearance]");
  page.head.querySelectorAll("[data-appearance]").forEach((wanted, index) => {
    for (const name of ["content", "media"]) if (wanted.hasAttribute(name)) looks[index]?.setAttribute(name, wanted.getAttribute(name));
  });
  document.title = page.title;
  document.documentElement.lang = page.documentElement.lang;
  document.body.replaceWith(document.adoptNode(page.body));
  const others = Promise.all(scripts.filter(({ isModule }) => !isModule).map(({ url }) => load(url)));
  const modules = scripts.filter(({ isModule }) => isModule).map(({ url }) => url);
  const main = modules.pop();
  // The script of the page comes last, since it draws charts.
  for (const url of modules) await import(url);
  await others;
  if (main) await import(main);
  if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
}

const loads = new Map();

/** Loads a script that is not a module, once. */
function load(src) {
  if (!loads.has(src)) {
    loads.set(src, new Promise((resolve, reject) => {
      const script = h("script", { src });
      script.addEventListener("load", resolve);
      script.addEventListener("error", (event) => {
        loads.delete(src);
        reject(event);
      });
      document.head.append(script);
    }));
  }
  return loads.get(src);
}

/** Loads the library of charts while the server creates the dashboard, which always draws some. */
function loadEarly() {
  if (location.pathname !== "/" || "chartCommand" in document.body.dataset) return;
  load(new URL("./chart.js", import.meta.url).pathname).catch(() => {
    // The page loads it again.
  });
}

async function open() {
  // The page for times without the server has an address of its own, which is not for visits.
  if (location.pathname === "/offline") return location.replace("/");
  if (isSignIn) {
    // The session on the server goes on, but this browser cannot use it any more.
    if (location.pathname === "/owner/logout") forget();
    await server();
    return location.replace("/");
  }
  const given = token() ?? (await askOthers());
  if (!given) {
    await server();
    return location.replace(`/owner/login?next=${encodeURIComponent(here)}`);
  }
  loadEarly();
  const { response, text } = await fetchPage(given);
  if (!response.redirected) {
    if (location.pathname === "/") kept.page = text;
    return show(text);
  }
  // The session has ended, or belongs to another sign-in.
  forget();
  location.replace(response.url);
}

open();
