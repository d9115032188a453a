// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The schemas of pushes.
enum IngestSchemas {
    static let all: [(name: String, schema: JSONSchema)] = [
        PushReceiptJSON.format.component, PushReceiptJSON.TypeCounts.format.component,
        PushReceiptJSON.Remark.format.component, HealthKitPushJSON.format.component,
    ]
}
