// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The SQL of the durations of each participant's values of a category.
struct DurationSQL {
    let table: String
    let type: String
    let function: CohortQuestion.Function
    let buckets: BucketSQL

    /// Each participant's figures, with the columns `participant`, `bucket`, `value` and `figure`.
    func selection() -> Selection {
        var selection = Selection(
            [("participant", "participant"), (buckets.number, "bucket"), ("value", "value")], from: .table(table))
        selection.unfolded = [
            ("categories", "value"), (function == .reported ? "reporteds" : "durations", "seconds"),
        ]
        selection.keyConditions = ["type = \(SQLText.quoted(type))"] + buckets.conditions
        selection.add("sum(seconds)", as: "figure")
        selection.groupBy = ["participant", "bucket", "value"]
        return selection
    }
}
