// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { h } from "./dom.js";
import { date, number } from "./format.js";
import { unitName, withUnit } from "./names.js";
import { enumValueName } from "./value-names.js";
import { factList } from "./sample-facts.js";
import { t } from "./strings.js";

const parts = ["sphere", "cylinder", "axis", "addPower", "far", "near", "vertexDistance", "baseCurve", "diameter"];
/** The parts that are written with their sign. */
const signed = new Set(["sphere", "cylinder", "addPower"]);

/** Archives count seconds since 2001. */
const day = (seconds) => (seconds === undefined ? undefined : date((seconds + 978307200) * 1000, "day"));

/** Returns the facts and the table of a vision prescription. */
export function vision(detail) {
  const { type, issued, expires } = detail.HKVisionPrescription ?? {};
  const { rightEye, leftEye } = detail.HKGlassesPrescription ?? detail.HKContactsPrescription ?? {};
  const eyes = [["sample_eye_right", rightEye], ["sample_eye_left", leftEye]].filter(([, eye]) => eye)
    .map(([key, eye]) => ({ name: t(key), lens: { ...eye.HKLensSpecification, ...eye.HKGlassesLensSpecification, ...eye.HKContactsLensSpecification } }));
  const used = parts.filter((part) => eyes.some(({ lens }) => lens[part]?.unit));
  return [
    factList([
      [t("sample_kind"), type !== undefined && enumValueName("HKVisionPrescriptionType", type)],
      [t("sample_issued"), day(issued)], [t("sample_expires"), day(expires)],
    ]),
    used.length > 0 && h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("sample_lenses") }, h("table", { class: "vision" },
      h("caption", { class: "hidden" }, t("sample_lenses")),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("sample_eye")), used.map((part) => h("th", { scope: "col", class: "number" }, t(`sample_lens_${part}`))))),
      h("tbody", {}, eyes.map(({ name, lens }) => h("tr", {}, h("th", { scope: "row" }, name),
        used.map((part) => h("td", { class: "number" }, lens[part]?.unit ? text(part, lens[part]) : "–"))))))),
  ];
}

const text = (part, { value, unit }) => withUnit((signed.has(part) && value > 0 ? "+" : "") + number(value, 2, signed.has(part) ? 2 : 0), unitName(unit));
