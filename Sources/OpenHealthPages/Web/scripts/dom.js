// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

const svgNames = new Set(["svg", "path", "circle", "rect", "line", "polyline", "polygon", "g", "text", "title", "defs", "pattern", "use"]);

/**
 * Creates an element. Strings become text nodes, regardless of their origin.
 * @param {string} name the name of the element; SVG elements are supported.
 * @param {Object<string, *>} [attributes] attributes; `on…` are listeners, `true` is an attribute without a value, false, null
 *   and undefined are left out; `data` is an object of data attributes.
 * @param {...(Node|string|number|null|undefined|Array)} children the children.
 */
export function h(name, attributes = {}, ...children) {
  const element = svgNames.has(name)
    ? document.createElementNS("http://www.w3.org/2000/svg", name)
    : document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value === false || value === null || value === undefined) continue;
    if (key.startsWith("on") && typeof value === "function") element.addEventListener(key.slice(2).toLowerCase(), value);
    else if (key === "data") Object.assign(element.dataset, value);
    else if (key === "value" && "value" in element && name !== "button" && name !== "li") element.value = value;
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}

function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

/** Replaces the children of an element. */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

/** Returns the first element that matches a selector. */
export const find = (selector, within = document) => within.querySelector(selector);

let last = 0;
/** Returns an id that is unique on the page. */
export const newId = (prefix = "id") => `${prefix}-${(last += 1)}`;
