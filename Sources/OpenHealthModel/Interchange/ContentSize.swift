// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension HKSample {
    /// The number of bytes of metadata of the sample and its parts.
    package var metadataSize: Int {
        var size = Self.size(fields.metadata)
        if let workout = self as? HKWorkout {
            for event in workout.workoutEvents ?? [] { size += Self.size(event.metadataValues) }
            for activity in workout.workoutActivities {
                size += Self.size(activity.metadataValues)
                for event in activity.workoutEvents { size += Self.size(event.metadataValues) }
            }
        }
        for member in (self as? HKCorrelation)?.objects ?? [] { size += member.metadataSize }
        return size
    }

    private static func size(_ metadata: [String: HKMetadataValue]) -> Int {
        metadata.reduce(0) { size, entry in
            // Other values need a few bytes.
            if case .string(let text) = entry.value { return size + entry.key.utf8.count + text.utf8.count }
            return size + entry.key.utf8.count + 16
        }
    }

    /// The number of bytes of metadata and documents of the sample and its parts.
    package var contentSize: Int {
        let documents: [Int?] =
            switch self {
            case let record as HKClinicalRecord: [record.fhirResource?.data.count]
            case let record as HKVerifiableClinicalRecord: [record.dataRepresentation.count]
            case let sample as HKCDADocumentSample: [sample.document?.documentData?.count]
            default: []
            }
        return metadataSize + documents.reduce(0) { $0 + ($1 ?? 0) }
    }
}

/// The number of bytes of metadata and documents that the samples on a page can have, so that the memory of a page is limited.
package struct PageBytes {
    /// The number of bytes on a page of a response. A page that reaches it ends with the sample that does, and has at least one.
    package static let usual = 4 << 20

    private var left: Int

    package init(_ most: Int = usual) {
        left = most
    }

    /// Whether the number of bytes is reached.
    package var isReached: Bool { left <= 0 }

    /// Counts a sample on the page.
    package mutating func take(_ sample: HKSample) {
        if left < .max, left > 0 { left -= sample.contentSize }
    }
}
