// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { get } from "./api.js";
import { typeName } from "./names.js";
import { t } from "./strings.js";
import { amount, words } from "./type-amounts.js";
import { queryOf } from "./type-period.js";

/** Returns the average resting heart rate of a period as a line across the chart; undefined without data. */
export async function restingRule(period, unit, signal) {
  const type = "restingHeartRate";
  const { statistics } = await get("/v1/statistics", { type, options: "discreteAverage", ...queryOf(period, "day") }, { signal });
  const days = statistics.filter((day) => new Date(day.startDate) >= period.start && new Date(day.startDate) < period.end);
  if (!days.length) return undefined;
  const value = days.reduce((sum, day) => sum + amount(day.average, unit, type), 0) / days.length;
  return { value, label: t("chart_selected", { label: typeName(type), value: words(value, unit, type) }) };
}
