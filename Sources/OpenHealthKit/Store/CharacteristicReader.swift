// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Reads the characteristics of the person.
struct CharacteristicReader {
    private let context: HealthContext

    init(_ context: HealthContext) {
        self.context = context
    }

    /// Returns the value of a characteristic. An unknown value is treated as not set.
    func value<Value: RawRepresentable<Int>>(
        _ identifier: HKCharacteristicTypeIdentifier, else absent: Value
    ) throws -> Value {
        guard let text = try context.wait({ try await $0.characteristic(HKCharacteristicType(identifier)) }) else {
            return absent
        }
        return HealthEnums.rawValue(ofCase: text).flatMap(Value.init(rawValue:)) ?? absent
    }

    /// Returns the person's date of birth.
    func dateOfBirthComponents() throws -> DateComponents {
        guard var birth = try context.wait({ try await $0.dateOfBirth() }) else {
            throw HKError(
                .errorNoData,
                "There is no date of birth that this app can read. The person sets it with `health me set`.")
        }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = context.configuration.calendar.timeZone
        birth.calendar = calendar
        birth.era = 1
        return birth
    }

    /// Returns the start of the person's date of birth.
    func dateOfBirth() throws -> Date {
        let components = try dateOfBirthComponents()
        guard let date = components.date else {
            throw HKError(.errorNoData, "The date of birth in the database is not a date.")
        }
        return date
    }
}
