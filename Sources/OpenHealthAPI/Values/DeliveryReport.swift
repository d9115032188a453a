// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// How deliveries went, as an app tells the daemon.
package enum DeliveryReport {
    /// `{"types", "through", "delivered", "date"}`: they were acknowledged.
    package struct Acknowledged: Sendable, Equatable {
        package var types: Set<HKSampleType>
        /// The place in the order of changes up to which they were.
        package var through: Int64
        /// Those of the types that had something to tell.
        package var delivered: Set<HKSampleType>
        package var date: Date

        package init(types: Set<HKSampleType>, through: Int64, delivered: Set<HKSampleType>, date: Date) {
            self.types = types
            self.through = through
            self.delivered = delivered
            self.date = date
        }

        package init(_ json: JSONReader) throws(Problem) {
            try json.check(keys: ["types", "through", "delivered", "date"])
            types = try json.required("types").sampleTypes()
            through = try json.required("through").place()
            delivered = try json.required("delivered").sampleTypes()
            date = try json.required("date").date()
        }

        package var json: JSONValue {
            .object([
                ("types", names(types)), ("through", .string(AnchorJSON.text(max(0, through)))),
                ("delivered", names(delivered)), ("date", .string(APIDate.text(date))),
            ])
        }
    }

    /// `{"types", "date"}`: they were not.
    package struct Failed: Sendable, Equatable {
        package var types: Set<HKSampleType>
        package var date: Date

        package init(types: Set<HKSampleType>, date: Date) {
            self.types = types
            self.date = date
        }

        package init(_ json: JSONReader) throws(Problem) {
            try json.check(keys: ["types", "date"])
            types = try json.required("types").sampleTypes()
            date = try json.required("date").date()
        }

        package var json: JSONValue {
            .object([("types", names(types)), ("date", .string(APIDate.text(date)))])
        }
    }

    /// `{"failures": {type: count}}`: how many deliveries in a row were not acknowledged.
    package struct Failures: Sendable, Equatable {
        package var counts: [HKSampleType: Int]

        package init(_ counts: [HKSampleType: Int]) {
            self.counts = counts
        }

        package init(_ json: JSONReader) throws(Problem) {
            try json.check(keys: ["failures"])
            counts = [:]
            for (key, value) in try json.required("failures").entries() {
                counts[try TypeNames.sampleType(key, at: value.pointer)] = try value.integer()
            }
        }

        package var json: JSONValue {
            let entries = counts.sorted { $0.key.identifier < $1.key.identifier }
            return .object([("failures", .object(entries.map { ($0.key.identifier, .integer($0.value)) }))])
        }
    }

    private static func names(_ types: Set<HKSampleType>) -> JSONValue {
        .array(types.map(\.identifier).sorted().map(JSONValue.string))
    }
}
