// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { code } from "./strings.js";
import { enums } from "./enums.js";
import { factsOf } from "./names.js";

// These are many and few pages need them, so they come by themselves.
const table = (await import(`./names-${code}.js`)).default;

/** Returns the display name of a value of a category type. */
export const categoryValueName = (type, value) => enumValueName(factsOf(type)?.values, value);

/** Returns the display name of a value of an enumeration; the name of its case if it has none. */
export const enumValueName = (name, value) => {
  const text = enums[name]?.[value];
  return table[`value_${name}_${text}`] ?? String(text ?? value);
};

/** Returns the values of a category type: [{value, name, label}]. */
export const valuesOf = (type) => Object.entries(enums[factsOf(type)?.values] ?? {}).map(
  ([value, name]) => ({ value: Number(value), name, label: categoryValueName(type, Number(value)) }));

/** Returns the display name of an activity by its case: "running". */
export const activityName = (activity) => table[`activity_${activity}`] ?? String(activity);

/** Returns the display name of a metadata key; the key itself if it has none. */
export const metadataName = (key) => table[`metadata_${key}`] ?? key;
