// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { fill, h } from "./dom.js";
import { addDays, date, daysBetween, moment } from "./format.js";
import { reportPinch } from "./charts-pinch.js";
import { sparkline } from "./charts-sparkline.js";
import { t } from "./strings.js";

/** The shortest window, in days. */
const shortest = 14;

/**
 * Creates a strip with all data, on which a window is chosen: by dragging its edges, the window itself or a new one, and with the keys
 * on its edges.
 * @param {{onChange: function({first: string, last: string})}} options is called while the window changes.
 * @returns {{element: HTMLElement, set: function, zoom: function(number), all: function, pinch: function}} `set({all, window, series})` shows
 *   another strip, `zoom(factor)` makes the window longer or shorter around its middle, and `pinch(detail)` follows two fingers on the
 *   window's chart.
 */
export function brush({ onChange }) {
  const pictures = h("div", { class: "brush-pictures" });
  const handle = (key, edge) => h("div", { class: `brush-edge ${edge}`, role: "slider", tabindex: 0, "aria-label": t(key), "aria-orientation": "horizontal",
    data: { edge }, onkeydown: (event) => press(event, edge) });
  const [left, right] = [handle("compare_start", "first"), handle("compare_end", "last")];
  const frame = h("div", { class: "brush-window" });
  const element = h("div", { class: "brush", onpointerdown: grab, onwheel: wheel }, pictures, frame, left, right);
  let all;
  let window;
  let pinched;
  let isPinching = false;

  const length = () => daysBetween(all.first, all.last);
  const place = (day) => daysBetween(all.first, day);
  const share = (day) => (100 * place(day)) / Math.max(1, length());

  /** Returns a window within all data and not too short; `keeps` is the edge that stays. */
  function bounded(first, last, keeps) {
    const least = Math.min(shortest, length());
    let [from, to] = [Math.max(0, Math.min(first, length())), Math.max(0, Math.min(last, length()))];
    if (to - from < least) {
      if (keeps === "last") from = to - least;
      else to = from + least;
      if (to > length()) [from, to] = [length() - least, length()];
      if (from < 0) [from, to] = [0, least];
    }
    return { first: addDays(all.first, from), last: addDays(all.first, to) };
  }

  function change(next) {
    if (next.first === window.first && next.last === window.last) return;
    window = next;
    draw();
    onChange(window);
  }

  function draw() {
    frame.style.left = `${share(window.first)}%`;
    frame.style.right = `${100 - share(window.last)}%`;
    for (const [edge, day] of [[left, window.first], [right, window.last]]) {
      edge.style.left = `${share(day)}%`;
      edge.setAttribute("aria-valuemin", "0");
      edge.setAttribute("aria-valuemax", String(length()));
      edge.setAttribute("aria-valuenow", String(place(day)));
      edge.setAttribute("aria-valuetext", date(moment(day, "12:00"), "day"));
    }
  }

  function move(edge, days) {
    const [first, last] = [place(window.first), place(window.last)];
    change(edge === "first" ? bounded(first + days, last, "last") : bounded(first, last + days, "first"));
  }

  function press(event, edge) {
    const steps = { ArrowLeft: -7, ArrowDown: -7, ArrowRight: 7, ArrowUp: 7, PageDown: -91, PageUp: 91, Home: -Infinity, End: Infinity };
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    // The page's own keys for periods do not apply here.
    event.stopPropagation();
    move(edge, Math.max(-length(), Math.min(length(), step)));
  }

  /** Begins to drag an edge, the window, or a new window. */
  function grab(event) {
    if (event.button !== 0 || !event.isPrimary) return;
    event.preventDefault();
    isPinching = false;
    const box = element.getBoundingClientRect();
    const dayAt = (pointer) => Math.round(((pointer.clientX - box.left) / box.width) * length());
    const start = dayAt(event);
    const [first, last] = [place(window.first), place(window.last)];
    const edge = event.target.dataset?.edge;
    const isInside = start > first && start < last && last - first < length();
    element.setPointerCapture(event.pointerId);
    (edge === "last" ? right : left).focus({ preventScroll: true });
    const follow = (pointer) => {
      if (isPinching || pointer.pointerId !== event.pointerId) return;
      const now = dayAt(pointer);
      if (edge === "first") return change(bounded(now, last, "last"));
      if (edge === "last") return change(bounded(first, now, "first"));
      if (isInside) {
        const by = Math.max(-first, Math.min(length() - last, now - start));
        return change(bounded(first + by, last + by, "first"));
      }
      if (now !== start) change(bounded(Math.min(start, now), Math.max(start, now), now < start ? "last" : "first"));
    };
    const end = (pointer) => {
      if (pointer.pointerId !== event.pointerId) return;
      element.removeEventListener("pointermove", follow);
      for (const name of ["pointerup", "pointercancel"]) element.removeEventListener(name, end);
    };
    element.addEventListener("pointermove", follow);
    for (const name of ["pointerup", "pointercancel"]) element.addEventListener(name, end);
  }

  /**
   * Follows two fingers: what was between them stays there.
   * @param {{phase: string, factor: number, from: number, to: number}} detail the detail of an event "chart-pinch".
   */
  function pinch({ phase, factor, from, to }) {
    if (phase === "begin") pinched = { first: place(window.first), days: daysBetween(window.first, window.last) };
    if (phase !== "move") return;
    const days = Math.max(Math.min(shortest, length()), Math.min(length(), pinched.days / factor));
    const first = Math.max(0, Math.min(length() - days, pinched.first + from * pinched.days - to * days));
    change(bounded(Math.round(first), Math.round(first + days), "first"));
  }

  /** Follows two fingers on the strip, which contains all data: the window is longer if they are farther from each other. */
  function pinchStrip(event) {
    const { phase, factor, to } = event.detail;
    event.preventDefault();
    // Also after the first finger has left, until another touch begins.
    isPinching = true;
    if (phase === "begin") pinched = { first: place(window.first), days: daysBetween(window.first, window.last) };
    if (phase !== "move") return;
    const half = (pinched.days * factor) / 2;
    change(bounded(Math.round(to * length() - half), Math.round(to * length() + half), "first"));
  }

  function wheel(event) {
    event.preventDefault();
    zoom(event.deltaY > 0 ? 1.25 : 0.8);
  }

  /** Scales the window around its middle. */
  function zoom(factor) {
    const [first, last] = [place(window.first), place(window.last)];
    const half = Math.max(shortest / 2, ((last - first) / 2) * factor);
    const middle = (first + last) / 2;
    change(bounded(Math.round(middle - half), Math.round(middle + half), "first"));
  }

  reportPinch(element, () => ({ left: 0, right: element.clientWidth }));
  element.addEventListener("chart-pinch", pinchStrip);

  function set(next) {
    [all, window] = [next.all, next.window];
    fill(pictures, next.series.map(({ values, colour }) => sparkline(values, { colour })));
    draw();
  }
  return { element, set, zoom, pinch, all: () => change({ ...all }), choose: (next) => change(bounded(place(next.first), place(next.last), "last")) };
}
