// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession

/// Background delivery of a type, and its state with an anchor that is encrypted for the app.
package typealias DeliveryJSON = (type: HKSampleType, delivery: BackgroundDelivery)

extension JSONFormat where Value == DeliveryJSON {
    /// The format of background delivery of a type: `{"type", "frequency", "anchor", "failures", "delivered"}`.
    package static let delivery = JSONFormat.object(
        named: "Delivery", about: "Background delivery of a type.",
        .required("type", \.type, .sampleType), .required("frequency", \.delivery.frequency, .frequency),
        .required("anchor", \.delivery.anchor, .place.described("The last acknowledged anchor.")),
        .required(
            "failures", \.delivery.failures,
            .integer(0...Int(Int32.max)).described(
                "The number of deliveries since the last acknowledged one; after three, deliveries stop.")),
        .optional("delivered", \.delivery.delivered, .date.described("The date of the last delivery."))
    ) { type, frequency, anchor, failures, delivered in
        (
            type: type,
            delivery: BackgroundDelivery(
                frequency: frequency, anchor: anchor, delivered: delivered, failures: failures)
        )
    }
}
