// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Background delivery of a type: `{"type", "frequency", "anchor", "failures", "delivered"}`.
package struct DeliveryJSON: JSONRepresentable, Equatable {
    package var type: HKSampleType
    package var frequency: HKUpdateFrequency
    /// The position in the order of changes up to which the app has acknowledged.
    package var anchor: Int64
    /// The number of consecutive deliveries that the app has not acknowledged.
    package var failures: Int
    /// The date of the last delivery.
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

    package static let format = JSONFormat<DeliveryJSON>.object(
        named: "Delivery", about: "Background delivery of a type.",
        .required("type", \.type, .sampleType), .required("frequency", \.frequency, .frequency),
        .required("anchor", \.anchor, .place.described("The last acknowledged anchor.")),
        .required(
            "failures", \.failures,
            .integer(0...Int(Int32.max)).described(
                "Deliveries since the last acknowledged one; after three there are no more.")),
        .optional("delivered", \.delivered, .date.described("When something was last delivered."))
    ) { DeliveryJSON(type: $0, frequency: $1, anchor: $2, failures: $3, delivered: $4) }
}
