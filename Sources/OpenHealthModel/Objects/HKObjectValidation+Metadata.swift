// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension HKObjectValidation {
    /// Converts an app's metadata and checks it, for a sample of a type or for another object.
    package static func metadata(
        _ metadata: [String: Any]?, of type: HKObjectType?, subject: String
    ) throws(HKObjectValidationError) -> [String: HKMetadataValue] {
        var values: [String: HKMetadataValue] = [:]
        for (key, value) in metadata ?? [:] {
            guard let known = HKMetadataValue(value) else {
                throw HKObjectValidationError(
                    .invalidMetadata, subject, "the metadata value of \(key) is a \(Swift.type(of: value))",
                    remedy: "metadata holds String, NSNumber, Date and HKQuantity")
            }
            values[key] = known
        }
        let (identifier, version) = (values[HKMetadataKeySyncIdentifier], values[HKMetadataKeySyncVersion])
        guard (identifier == nil) == (version == nil) else {
            throw HKObjectValidationError(
                .incompleteSyncMetadata, subject,
                "\(HKMetadataKeySyncIdentifier) and \(HKMetadataKeySyncVersion) must be used together",
                remedy: "give both or neither")
        }
        if let type, let key = requiredKeys[type.identifier], values[key] == nil {
            throw HKObjectValidationError(
                .missingMetadata, subject, "the metadata has no \(key)", remedy: "add it; the type needs it")
        }
        return values
    }

    /// The metadata keys that samples of a type require.
    private static let requiredKeys: [String: String] = [
        HKCategoryTypeIdentifier.menstrualFlow.rawValue: HKMetadataKeyMenstrualCycleStart,
        HKQuantityTypeIdentifier.insulinDelivery.rawValue: HKMetadataKeyInsulinDeliveryReason,
    ]

    /// Checks the interval and the metadata of a new sample and returns its fields.
    package static func fields(
        of type: HKSampleType, start: Date, end: Date, device: HKDevice?, metadata: [String: Any]?
    ) throws(HKObjectValidationError) -> HKObjectFields {
        try checkInterval(of: type, start: start, end: end)
        let values = try self.metadata(metadata, of: type, subject: type.identifier)
        return HKObjectFields(newWith: device, metadata: values)
    }
}
