// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { h } from "./dom.js";
import { t } from "./strings.js";

const icon = (d) => h("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d }));
const icons = { handle: "M5 8h14M5 16h14", up: "M6 14l6-6 6 6", down: "M6 10l6 6 6-6" };

/** The item and the button to focus when the list is drawn again. */
let focus;

/**
 * Creates a list that can be sorted by dragging its handles, by buttons, and by the arrow keys on a handle.
 * @param {Array<{id: number, name: string, detail: string}>} items the items in order.
 * @param {function(number[], {id: number, name: string})} change is called with the ids in their new order, and the moved item.
 * @returns {HTMLElement} the list.
 */
export function sortable(items, change) {
  const list = h("ol", { class: "order" }, items.map((item, index) => row(item, index)));
  const ids = () => [...list.children].map((element) => Number(element.dataset.id));

  function row(item, index) {
    const button = (kind, key, offset) => h("button", { type: "button", class: "icon", data: { kind }, disabled: offset < 0 ? index === 0 : index === items.length - 1,
      "aria-label": t(key, { source: item.name }), onclick: () => move(item, index + offset, kind) }, icon(icons[kind]));
    const handle = h("button", { type: "button", class: "icon handle", data: { kind: "handle" }, "aria-label": t("sources_move", { source: item.name }),
      onkeydown: (event) => {
        const offset = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (!offset) return;
        event.preventDefault();
        move(item, index + offset, "handle");
      },
      onpointerdown: (event) => drag(event, item) }, icon(icons.handle));
    return h("li", { data: { id: item.id } }, h("span", { class: "name" }, h("span", {}, item.name), h("span", { class: "small" }, item.detail)),
      button("up", "sources_up", -1), button("down", "sources_down", 1), handle);
  }

  function move(item, to, kind) {
    if (to < 0 || to >= items.length) return;
    const order = ids().filter((id) => id !== item.id);
    order.splice(to, 0, item.id);
    focus = { id: item.id, kind };
    change(order, item);
  }

  /** Moves the row with the pointer until it is released. */
  function drag(event, item) {
    const before = ids();
    dragRow(event, (isKept) => {
      const order = ids();
      focus = { id: item.id, kind: "handle" };
      if (isKept && order.join() !== before.join()) change(order, item);
    });
  }

  if (focus) {
    const { id, kind } = focus;
    focus = undefined;
    // The list is not yet in the page.
    queueMicrotask(() => {
      const element = [...list.children].find((child) => Number(child.dataset.id) === id);
      const wanted = element?.querySelector(`[data-kind="${kind}"]:not(:disabled)`) ?? element?.querySelector('[data-kind="handle"]');
      wanted?.focus();
    });
  }
  return list;
}

/**
 * Moves a row of a list with the pointer, and the others out of its way, until the pointer is released. Escape cancels.
 * @param {PointerEvent} event the press of the row's handle.
 * @param {function(boolean)} done is called with whether the row keeps its new place.
 */
export function dragRow(event, done) {
  if (event.button !== 0) return;
  const handle = event.currentTarget;
  const element = handle.closest("li");
  const before = [...element.parentElement.children];
  let offset = event.clientY;
  handle.setPointerCapture(event.pointerId);
  element.classList.add("moving");
  const follow = (pointer) => {
    let dy = pointer.clientY - offset;
    const [above, below] = [element.previousElementSibling, element.nextElementSibling];
    if (above && dy < -above.offsetHeight / 2) {
      // The other rows move, since an element that is moved in the document loses the pointer.
      element.after(above);
      offset -= above.offsetHeight;
      dy += above.offsetHeight;
    } else if (below && dy > below.offsetHeight / 2) {
      element.before(below);
      offset += below.offsetHeight;
      dy -= below.offsetHeight;
    }
    element.style.transform = `translateY(${dy}px)`;
  };
  let isOver = false;
  const end = (isKept) => {
    if (isOver) return;
    isOver = true;
    handle.removeEventListener("pointermove", follow);
    document.removeEventListener("keydown", escape);
    element.classList.remove("moving");
    element.style.transform = "";
    if (!isKept) element.parentElement.append(...before);
    done(isKept);
  };
  const escape = (key) => { if (key.key === "Escape") end(false); };
  handle.addEventListener("pointermove", follow);
  handle.addEventListener("pointerup", () => end(true), { once: true });
  handle.addEventListener("pointercancel", () => end(false), { once: true });
  document.addEventListener("keydown", escape);
}
