// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { find, h } from "./dom.js";
import { askOthers, forget, token } from "./session.js";
import { t } from "./strings.js";

/** How long to wait for a server that cannot be reached, in milliseconds. */
const pause = 2000;
const here = location.pathname + location.search;

/** Gets the actual page with the session's token; tries again until the server answers. */
async function fetchPage(given) {
  for (;;) {
    try {
      const answer = await fetch(here, { cache: "no-store", headers: { Accept: "text/html", "X-CSRF-Token": given } });
      return { answer, text: await answer.text() };
    } catch {
      if (!find("#app .banner")) find("#app").append(h("p", { class: "banner" }, h("strong", {}, t("problem_offline"))));
      await new Promise((resolve) => setTimeout(resolve, pause));
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
  document.title = page.title;
  document.body.replaceWith(document.adoptNode(page.body));
  for (const { url, isModule } of scripts) {
    if (isModule) await import(url);
    else await load(url);
  }
  if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
}

/** Loads a script that is not a module. */
const load = (src) => new Promise((resolve, reject) => {
  const script = h("script", { src });
  script.addEventListener("load", resolve);
  script.addEventListener("error", reject);
  document.head.append(script);
});

async function open() {
  const given = token() ?? (await askOthers());
  if (!given) return location.replace(`/owner/login?next=${encodeURIComponent(here)}`);
  const { answer, text } = await fetchPage(given);
  if (!answer.redirected) return show(text);
  // The session has ended, or belongs to another sign-in.
  forget();
  location.replace(answer.url);
}

open();
