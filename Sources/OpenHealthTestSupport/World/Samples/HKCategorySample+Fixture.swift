// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension HKCategorySample {
    /// Creates a valid sample of a type; all other values have defaults.
    /// - Parameters:
    ///   - identifier: the type.
    ///   - value: the raw value; the smallest one that the type allows where it is left out.
    ///   - start: when it began; now where it is left out.
    ///   - end: when it ended; the start where it is left out.
    ///   - device: what measured it.
    ///   - metadata: more about it; what the type cannot do without is added.
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
