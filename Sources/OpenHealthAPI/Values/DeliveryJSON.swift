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

/// A report of deliveries by an app.
package enum DeliveryReport {
    /// Deliveries that the app acknowledged.
    package struct Acknowledged: JSONRepresentable, Equatable {
        package var types: Set<HKSampleType>
        /// The anchor up to which they were acknowledged.
        package var through: Int64
        /// The types that had changes.
        package var delivered: Set<HKSampleType>
        package var date: Date

        package init(types: Set<HKSampleType>, through: Int64, delivered: Set<HKSampleType>, date: Date) {
            self.types = types
            self.through = through
            self.delivered = delivered
            self.date = date
        }

        package static let format = JSONFormat<Acknowledged>.object(
            .required("types", \.types, .sampleTypes), .required("through", \.through, .place.described("An anchor.")),
            .required("delivered", \.delivered, .sampleTypes.described("The types that had changes.")),
            .required("date", \.date, .date)
        ) { Acknowledged(types: $0, through: $1, delivered: $2, date: $3) }
    }

    /// Deliveries that the app did not acknowledge.
    package struct Failed: JSONRepresentable, Equatable {
        package var types: Set<HKSampleType>
        package var date: Date

        package init(types: Set<HKSampleType>, date: Date) {
            self.types = types
            self.date = date
        }

        package static let format = JSONFormat<Failed>.object(
            .required("types", \.types, .sampleTypes), .required("date", \.date, .date)
        ) { Failed(types: $0, date: $1) }
    }
}
