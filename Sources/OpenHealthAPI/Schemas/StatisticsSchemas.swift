// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthInsights

/// The schemas of statistics and insights.
enum StatisticsSchemas {
    static let all: [(name: String, schema: JSONSchema)] = [
        IntervalJSON.format.component, JSONFormat.source.component, BucketsJSON.format.component,
        StatisticsQueryJSON.format.component, StatisticsJSON.format.component,
        JSONFormat.sourceRankReason.component, ExplanationJSON.format.component,
        CategoryStatisticsJSON.format.component, Insight.format.component, DailyCorrelationJSON.format.component,
        UsualRanges.format.component,
    ]
}
