// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession

/// Background delivery of a type: `{"type", "frequency", "anchor", "failures", "delivered"}`.
package struct DeliveryJSON: JSONRepresentable, Equatable {
    package var type: HKSampleType
    /// The state of the delivery. Its anchor is encrypted for the app.
    package var delivery: BackgroundDelivery

    package init(_ type: HKSampleType, _ delivery: BackgroundDelivery) {
        self.type = type
        self.delivery = delivery
    }

    package static let format = JSONFormat<DeliveryJSON>.object(
        named: "Delivery", about: "Background delivery of a type.",
        .required("type", \.type, .sampleType), .required("frequency", \.delivery.frequency, .frequency),
        .required("anchor", \.delivery.anchor, .place.described("The last acknowledged anchor.")),
        .required(
            "failures", \.delivery.failures,
            .integer(0...Int(Int32.max)).described(
                "The number of deliveries since the last acknowledged one; after three, deliveries stop.")),
        .optional("delivered", \.delivery.delivered, .date.described("The date of the last delivery."))
    ) { type, frequency, anchor, failures, delivered in
        DeliveryJSON(
            type, BackgroundDelivery(frequency: frequency, anchor: anchor, delivered: delivered, failures: failures))
    }
}
