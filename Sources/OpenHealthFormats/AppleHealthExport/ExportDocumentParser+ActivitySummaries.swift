// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

extension ExportDocumentParser {
    /// Reads the start tag of the activity summary of a day.
    mutating func readActivitySummary(closed: Bool) throws {
        if let day = text("dateComponents"), CivilDay.isValid(day) {
            let values = allAttributes(except: ["dateComponents"])
            batch.items.append(.activitySummary(ActivitySummaryFacts(day: day, values: values)))
            itemWeight += 4
        } else {
            try report(
                .rejected, "ActivitySummary",
                "its dateComponents is missing or not a day of the form yyyy-MM-dd from 1900 to 9999")
        }
        push(.leaf, unless: closed)
    }
}
