// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// Types on the wire: written by their identifiers, and parsed from any of their names.
package enum TypeNames {
    /// Returns the type with a name.
    /// - Parameter place: The location of the string, as in ``Problem/Fault``.
    package static func objectType(_ text: String, at place: String) throws(Problem) -> HKObjectType {
        let type = HKObjectType.named(text) ?? HealthTypes.matching(text).flatMap { HKObjectType.named($0.identifier) }
        guard let type else {
            let near = text.utf8.count > 100 ? [] : HealthTypes.suggestions(for: text)
            let hint =
                near.isEmpty ? "GET /openapi.json lists the types." : "Did you mean \(near.joined(separator: " or "))?"
            let detail = "Unknown type. \(hint)"
            throw Problem(.invalidArgument, "\(place): \(detail)", faults: [Problem.Fault(place, detail)])
        }
        return type
    }

    /// Returns the sample type with a name.
    package static func sampleType(_ text: String, at place: String) throws(Problem) -> HKSampleType {
        guard let type = try objectType(text, at: place) as? HKSampleType else {
            let detail = "Not a sample type."
            throw Problem(.invalidArgument, "\(place): \(detail)", faults: [Problem.Fault(place, detail)])
        }
        return type
    }
}

extension JSONReader {
    /// Returns the type with the name.
    package func objectType() throws(Problem) -> HKObjectType {
        try TypeNames.objectType(try string(), at: pointer)
    }

    /// Returns the sample type with the name.
    package func sampleType() throws(Problem) -> HKSampleType {
        try TypeNames.sampleType(try string(), at: pointer)
    }

    /// Returns the quantity type with the name.
    package func quantityType() throws(Problem) -> HKQuantityType {
        guard let type = try objectType() as? HKQuantityType else {
            throw problem("Not a quantity type.", kind: .invalidArgument)
        }
        return type
    }
}
