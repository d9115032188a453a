// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { h } from "./dom.js";

const observer = new ResizeObserver((entries) => {
  for (const { target } of entries) mark(target.classList.contains("scroll") ? target : target.parentElement);
});

/** Turns a container that scrolls into a named region that keys can reach; otherwise it would be an additional stop of the Tab key. */
function mark(box) {
  if (!box) return;
  const isWide = box.scrollWidth > box.clientWidth;
  const attributes = { tabindex: "0", role: "region", "aria-label": box.dataset.label };
  for (const [name, value] of Object.entries(attributes)) {
    if (isWide) box.setAttribute(name, value);
    else box.removeAttribute(name);
  }
}

/** Returns a container in which a table scrolls if it is wider than the page. */
export function scrollBox(label, table) {
  const box = h("div", { class: "scroll", data: { label } }, table);
  observer.observe(box);
  observer.observe(table);
  return box;
}
