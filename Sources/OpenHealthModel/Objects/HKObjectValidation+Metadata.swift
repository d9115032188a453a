// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension HKObjectValidation {
    /// Checks that the values of predefined keys have the class, the unit and the range that the keys require. Values of an app's
    /// own keys are not restricted.
    package static func checkPredefined(
        _ metadata: [String: HKMetadataValue], subject: String
    ) throws(HKObjectValidationError) {
        // The keys are sorted, so that the same metadata always have the same error.
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
            guard let required = requirement(of: key, unmetBy: value) else { continue }
            throw HKObjectValidationError(
                .invalidMetadata, subject, "the metadata value of \(key) is not \(required)",
                remedy: "give \(required), or use a key of your own")
        }
    }

    /// Returns what a predefined key requires if a value is something else; nil for valid values and for an app's own keys.
    package static func requirement(of key: String, unmetBy value: HKMetadataValue) -> String? {
        guard let kind = HealthMetadataKeys.valueKind(key) else { return nil }
        switch (kind, value) {
        case (.string, .string), (.date, .date): return nil
        case (.string, _): return "a String"
        case (.date, _): return "a Date"
        case (.bool, _):
            return [0, 1].contains(number(value)) ? nil : "a Bool"
        case (.number, _):
            guard let name = HealthMetadataKeys.valueEnum(key) else {
                return number(value) == nil ? "a number" : nil
            }
            guard let raw = number(value).flatMap({ Int(exactly: $0) }),
                HealthEnums.allowedValues(ofEnum: name).contains(raw)
            else { return "the raw value of a case of \(name)" }
            return nil
        case (.quantity(let unit?), .quantity(let quantity)):
            return quantity.is(compatibleWith: HKUnit(from: unit)) ? nil : "an HKQuantity in a unit such as \(unit)"
        case (.quantity(nil), .quantity): return nil
        case (.quantity(let unit), _): return "an HKQuantity" + (unit.map { " in a unit such as \($0)" } ?? "")
        }
    }

    /// Returns the number of an `NSNumber`: a Boolean value is 0 or 1.
    private static func number(_ value: HKMetadataValue) -> Double? {
        switch value {
        case .integer(let number): Double(number)
        case .double(let number): number
        case .bool(let truth): truth ? 1 : 0
        case .string, .date, .quantity: nil
        }
    }
}
