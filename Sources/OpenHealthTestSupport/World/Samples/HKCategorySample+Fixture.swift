// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension HKCategorySample {
    /// Creates a valid sample of a type; all other values have defaults.
    /// - Parameters:
    ///   - identifier: The type.
    ///   - value: The raw value; by default the smallest one that the type permits.
    ///   - start: The start date; by default now.
    ///   - end: The end date; by default the start date.
    ///   - device: The device.
    ///   - metadata: The metadata; keys that the type requires are added.
    public static func fixture(
        _ identifier: HKCategoryTypeIdentifier, _ value: Int? = nil, start: Date = Date(), end: Date? = nil,
        device: HKDevice? = nil, metadata: [String: Any]? = nil
    ) -> HKCategorySample {
        var facts = metadata ?? [:]
        if identifier == .menstrualFlow, facts[HKMetadataKeyMenstrualCycleStart] == nil {
            facts[HKMetadataKeyMenstrualCycleStart] = true
        }
        let values = HealthTypes.named(identifier.rawValue)?.valueEnum.map(HealthEnums.allowedValues(ofEnum:))
        return HKCategorySample(
            type: HKCategoryType(identifier), value: value ?? values?.min() ?? 0, start: start, end: end ?? start,
            device: device, metadata: facts.isEmpty ? nil : facts)
    }
}
