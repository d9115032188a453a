// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthModel
import HealthStore

/// Reads what the person has set about themselves.
struct CharacteristicReader {
    private let context: HealthContext

    init(_ context: HealthContext) {
        self.context = context
    }

    /// A value of an enumeration. What the database holds and nobody knows counts as not set.
    func value<Value: RawRepresentable<Int>>(
        _ identifier: HKCharacteristicTypeIdentifier, else absent: Value
    ) throws -> Value {
        guard let text = try context.session().characteristic(HKCharacteristicType(identifier)) else { return absent }
        return HealthEnums.rawValue(ofCase: text).flatMap(Value.init(rawValue:)) ?? absent
    }

    /// The day when the person was born.
    func dateOfBirthComponents() throws -> DateComponents {
        let type = HKCharacteristicType(.dateOfBirth)
        guard let text = try context.session().characteristic(type) else {
            throw HKError(
                .errorNoData,
                "There is no date of birth that this app could read. The person sets it with `health me set`.")
        }
        let parts = text.prefix(10).split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = context.configuration.calendar.timeZone
        guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2] else {
            throw HKError(
                .errorNoData,
                "The date of birth in the database is no date. The person sets it with `health me set`, as 1980-01-31.")
        }
        return DateComponents(calendar: calendar, era: 1, year: year, month: month, day: day)
    }

    /// The beginning of the day when the person was born.
    func dateOfBirth() throws -> Date {
        let components = try dateOfBirthComponents()
        guard let date = components.date else {
            throw HKError(.errorNoData, "The date of birth in the database is no date.")
        }
        return date
    }
}
