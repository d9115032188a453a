// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/**
 * Reports the movement of two fingers on a chart as events "chart-pinch", which bubble. Their details are
 * {phase: "begin"|"move"|"end", factor, from, to}: the ratio of the fingers' distance to the initial one, and the initial and the present
 * place of their middle as shares of the width. Nothing is reported unless the default action of "begin" is prevented.
 * @param {HTMLElement} element the element that the fingers touch.
 * @param {function(): {left: number, right: number}} area returns the horizontal bounds of the axis within the element.
 * @param {function()} [begin] is called for every touch of a second finger.
 */
export function reportPinch(element, area, begin) {
  let initial = null;
  let last;

  const tell = (phase, detail) => element.dispatchEvent(new CustomEvent("chart-pinch", { bubbles: true, cancelable: true, detail: { phase, ...detail } }));

  function fingers(event) {
    const [one, two] = event.targetTouches;
    const { left, right } = area();
    const middle = (one.clientX + two.clientX) / 2 - element.getBoundingClientRect().left;
    return { distance: Math.max(10, Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY)),
      share: Math.min(1, Math.max(0, (middle - left) / Math.max(1, right - left))) };
  }

  element.addEventListener("touchstart", (event) => {
    if (event.targetTouches.length !== 2) return;
    begin?.();
    if (tell("begin")) return;
    // Otherwise, the browser scrolls when the fingers move vertically.
    if (event.cancelable) event.preventDefault();
    initial = fingers(event);
    last = { factor: 1, from: initial.share, to: initial.share };
  }, { passive: false });

  element.addEventListener("touchmove", (event) => {
    if (!initial || event.targetTouches.length !== 2) return;
    if (event.cancelable) event.preventDefault();
    const { distance, share } = fingers(event);
    last = { factor: distance / initial.distance, from: initial.share, to: share };
    tell("move", last);
  }, { passive: false });

  for (const name of ["touchend", "touchcancel"]) {
    element.addEventListener(name, () => {
      if (!initial) return;
      initial = null;
      tell("end", last);
    });
  }
}
