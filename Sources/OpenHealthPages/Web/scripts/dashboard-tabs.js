// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/**
 * Creates tabs as in the ARIA practices: one tab stop, selection by arrow keys, and the selected tab in the page's address.
 * @param {HTMLElement} list the element with the tabs; each names its panel with aria-controls.
 * @param {function(string)} onChoose is called with the panel's id when another tab is selected.
 * @returns {function(): string} returns the id of the visible panel.
 */
export function tabs(list, onChoose) {
  const all = [...list.querySelectorAll("[role=tab]")];
  const panelOf = (tab) => document.getElementById(tab.getAttribute("aria-controls"));
  const ofAddress = () => all.find((tab) => `#${panelOf(tab).id}` === location.hash);
  let chosen = all[0];

  function choose(tab, { tells = true } = {}) {
    if (tab === chosen) return;
    chosen = tab;
    for (const other of all) {
      const isChosen = other === tab;
      other.setAttribute("aria-selected", String(isChosen));
      other.tabIndex = isChosen ? 0 : -1;
      panelOf(other).hidden = !isChosen;
    }
    if (tells) history.replaceState(history.state, "", `#${panelOf(tab).id}`);
    onChoose(panelOf(tab).id);
  }

  const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
  list.addEventListener("click", (event) => {
    const tab = event.target.closest("[role=tab]");
    if (tab) choose(tab);
  });
  list.addEventListener("keydown", (event) => {
    const here = all.indexOf(chosen);
    const ends = { Home: 0, End: all.length - 1 };
    const to = ends[event.key] ?? (here + steps[event.key] + all.length) % all.length;
    if (Number.isNaN(to)) return;
    event.preventDefault();
    choose(all[to]);
    all[to].focus();
  });
  window.addEventListener("hashchange", () => choose(ofAddress() ?? all[0], { tells: false }));
  const first = ofAddress();
  if (first && first !== chosen) {
    // The initial tab does not call back.
    const tell = onChoose;
    onChoose = () => {};
    choose(first, { tells: false });
    onChoose = tell;
  }
  return () => panelOf(chosen).id;
}
