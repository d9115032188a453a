// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension HKObjectValidation {
    /// Checks that a correlation has members, and only quantities and categories of types that it allows.
    package static func checkMembers(
        _ members: Set<HKSample>, of type: HKCorrelationType
    ) throws(HKObjectValidationError) {
        guard !members.isEmpty else {
            throw HKObjectValidationError(
                .emptyCorrelation, type.identifier, "the correlation has no objects", remedy: "give at least one sample"
            )
        }
        for member in members {
            let name = member.sampleType.identifier
            guard member is HKQuantitySample || member is HKCategorySample else {
                throw HKObjectValidationError(
                    .invalidMember, type.identifier, "a member of type \(name) is neither quantity nor category",
                    remedy: "correlate quantity and category samples only")
            }
            guard belongs(name, in: type) else {
                throw HKObjectValidationError(
                    .invalidMember, type.identifier, "a member of type \(name) is not part of the correlation",
                    remedy: "correlate samples of the correlation's types")
            }
        }
    }

    /// Returns whether a type can be in a correlation; an unknown correlation type accepts every type.
    private static func belongs(_ member: String, in type: HKCorrelationType) -> Bool {
        switch type.identifier {
        case HKCorrelationTypeIdentifier.bloodPressure.rawValue:
            member == HKQuantityTypeIdentifier.bloodPressureSystolic.rawValue
                || member == HKQuantityTypeIdentifier.bloodPressureDiastolic.rawValue
        case HKCorrelationTypeIdentifier.food.rawValue:
            member.hasPrefix("HKQuantityTypeIdentifierDietary")
        default: true
        }
    }
}
