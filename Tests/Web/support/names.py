# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""A script that finds controls by their accessible names in the page."""

LIBRARY = """
const isVisible = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: false, contentVisibilityAuto: true })
  && element.getClientRects().length > 0 && !element.closest('[aria-hidden="true"]');
const squeeze = (text) => (text ?? '').replace(/\\s+/g, ' ').trim();
const nameOf = (element) => {
  const ids = element.getAttribute('aria-labelledby');
  if (ids) return squeeze(ids.split(/\\s+/).map((id) => document.getElementById(id)?.textContent ?? '').join(' '));
  if (element.getAttribute('aria-label')) return squeeze(element.getAttribute('aria-label'));
  if (element.labels?.length) return squeeze([...element.labels].map((label) => label.textContent).join(' '));
  if (element.tagName === 'FIELDSET') return squeeze(element.querySelector('legend')?.textContent);
  return squeeze(element.textContent || element.value || element.title || element.placeholder);
};
const kinds = {
  button: 'button, [role=button], input[type=submit], summary',
  link: 'a[href], [role=link]', tab: '[role=tab]', field: 'input:not([type=hidden]), textarea, select, [role=spinbutton]',
  checkbox: 'input[type=checkbox], [role=checkbox], [role=switch]', radio: 'input[type=radio], [role=radio]',
  heading: 'h1, h2, h3, h4, [role=heading]', dialog: 'dialog, [role=dialog]',
};
const anything = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=radio],'
  + ' [role=option], [role=checkbox], [role=switch], [role=menuitem], [role=menuitemradio], [tabindex]:not([tabindex="-1"])';
const find = (name, role, within) => {
  const modal = [...document.querySelectorAll('dialog')].filter((dialog) => dialog.matches(':modal')).pop();
  const all = [...(within ?? modal ?? document).querySelectorAll(kinds[role] ?? anything)].filter(isVisible);
  return all.find((element) => nameOf(element) === name) ?? all.find((element) => nameOf(element).startsWith(name)) ?? null;
};
"""
