// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Background delivery of a type: `{"type", "frequency", "anchor", "failures", "delivered"}`.
package struct DeliveryJSON: Sendable, Equatable {
    package var type: HKSampleType
    package var frequency: HKUpdateFrequency
    /// The place in the order of changes up to which the app has acknowledged.
    package var anchor: Int64
    /// How many deliveries in a row the app has not acknowledged.
    package var failures: Int
    /// When something was last delivered.
    package var delivered: Date?

    package init(
        type: HKSampleType, frequency: HKUpdateFrequency, anchor: Int64, failures: Int, delivered: Date?
    ) {
        self.type = type
        self.frequency = frequency
        self.anchor = anchor
        self.failures = failures
        self.delivered = delivered
    }

    package init(_ json: JSONReader) throws(Problem) {
        try json.check(keys: ["type", "frequency", "anchor", "failures", "delivered"])
        type = try json.required("type").sampleType()
        frequency = try json.required("frequency").frequency()
        anchor = try json.required("anchor").place()
        failures = try json.required("failures").integer()
        delivered = try json.optional("delivered")?.date()
    }

    package var json: JSONValue {
        var entries: [(key: String, value: JSONValue)] = [
            ("type", .string(type.identifier)), ("frequency", .string(FrequencyName.text(frequency))),
            ("anchor", .string(AnchorJSON.text(anchor))), ("failures", .integer(failures)),
        ]
        if let delivered { entries.append(("delivered", .string(APIDate.text(delivered)))) }
        return .object(entries)
    }
}
