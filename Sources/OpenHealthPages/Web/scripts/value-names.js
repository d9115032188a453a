// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { code } from "./strings.js";
import { enums } from "./enums.js";
import { factsOf } from "./names.js";

// These are many and few pages need them, so they come by themselves.
const table = (await import(`./names-${code}.js`)).default;

/** What people call a value of a category type. */
export const categoryValueName = (type, value) => enumValueName(factsOf(type)?.values, value);

/** What people call a value of an enumeration; the name of its case where it has no other. */
export const enumValueName = (name, value) => {
  const text = enums[name]?.[value];
  return table[`value_${name}_${text}`] ?? String(text ?? value);
};

/** The values of a category type: [{value, name, label}]. */
export const valuesOf = (type) => Object.entries(enums[factsOf(type)?.values] ?? {}).map(
  ([value, name]) => ({ value: Number(value), name, label: categoryValueName(type, Number(value)) }));

/** What people call an activity, by its case: "running". */
export const activityName = (activity) => table[`activity_${activity}`] ?? String(activity);

/** What people call a key of metadata; the key itself where it has no other name. */
export const metadataName = (key) => table[`metadata_${key}`] ?? key;
