// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

const svgNames = new Set(["svg", "path", "circle", "rect", "line", "polyline", "polygon", "g", "text", "title", "defs", "pattern", "use"]);

/**
 * Makes an element. Text is put in as text, whoever wrote it.
 * @param {string} name the name of the element; those of SVG are known.
 * @param {Object<string, *>} [attributes] attributes; `on…` are listeners, `true` stands for an attribute without a value, false,
 *   null and undefined for none; `data` is an object of data attributes.
 * @param {...(Node|string|number|null|undefined|Array)} children what is inside.
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

/** Puts other children in place of those that an element has. */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

/** The first element that fits a selector. */
export const find = (selector, within = document) => within.querySelector(selector);

let last = 0;
/** An id that no other element of the page has. */
export const newId = (prefix = "id") => `${prefix}-${(last += 1)}`;
