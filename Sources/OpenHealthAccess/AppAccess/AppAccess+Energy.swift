// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore

extension AppAccess {
    /// Splits the energy that a person used during an interval into resting energy and active energy.
    ///
    /// The resting energy is computed according to Mifflin and St Jeor (American Journal of Clinical Nutrition 51, 1990).
    /// In kilocalories per day, it is `10 * kilograms + 6.25 * centimetres - 5 * years + 5` for men. For women the last
    /// term is `- 161`. If the sex isn't known, it is the mean of both. It never exceeds the total.
    ///
    /// The weight and height are the latest ones up to the end date. Only data that the app can read is used.
    /// - Throws: An `HKError`: `errorInvalidArgument` if the total isn't an energy or the end is before the start; `errorNoData`
    ///   if the weight, height or date of birth is missing or can't be read by the app.
    package func splitEnergy(
        _ total: HKQuantity, start: Date, end: Date, calendar: Calendar
    ) throws -> (resting: HKQuantity, active: HKQuantity) {
        let unit = HKUnit.kilocalorie()
        guard total.is(compatibleWith: unit) else {
            throw HKError(
                .errorInvalidArgument, "The total is given in \(total.originalUnit), which is not a unit of energy.")
        }
        guard start <= end else { throw HKError(.errorInvalidArgument, "The end is before the start.") }
        let weight = try latest(.bodyMass, until: end, in: .gramUnit(with: .kilo))
        let height = try latest(.height, until: end, in: .meterUnit(with: .centi))
        let age = try age(at: start, calendar: calendar)
        let missing = [
            weight == nil ? HKQuantityTypeIdentifier.bodyMass.rawValue : nil,
            height == nil ? HKQuantityTypeIdentifier.height.rawValue : nil,
            age == nil ? HKCharacteristicTypeIdentifier.dateOfBirth.rawValue : nil,
        ].compactMap(\.self)
        guard let weight, let height, let age else {
            throw HKError(
                .errorNoData,
                "The resting energy cannot be estimated without \(missing.joined(separator: ", ")). "
                    + "They are missing, or this app may not read them.")
        }
        let sex = try readable { try characteristic(HKCharacteristicType(.biologicalSex)) }
        let offset =
            switch sex.flatMap({ HealthEnums.rawValue(ofCase: $0) }).flatMap(HKBiologicalSex.init(rawValue:)) {
            case .male: 5.0
            case .female: -161.0
            default: -78.0
            }
        let aDay = max(0, 10 * weight + 6.25 * height - 5 * age + offset)
        let all = try total.value(in: unit)
        let resting = min(max(all, 0), aDay * end.timeIntervalSince(start) / 86_400)
        return (
            HKQuantity(unit: unit, doubleValue: resting), HKQuantity(unit: unit, doubleValue: max(0, all - resting))
        )
    }

    private func latest(_ identifier: HKQuantityTypeIdentifier, until end: Date, in unit: HKUnit) throws -> Double? {
        let part = SampleQuery.Part(
            HKQuantityType(identifier), .compare(.startDate, .lessThanOrEqualTo, .date(end)))
        let query = SampleQuery([part], order: [SampleQuery.Order(.startDate, ascending: false)], limit: 1)
        let sample = try readable { try samples(query).first as? HKQuantitySample }
        return sample.flatMap { try? $0.quantity.value(in: unit) }
    }

    /// Returns the person's age in whole years.
    private func age(at date: Date, calendar: Calendar) throws -> Double? {
        var gregorian = Calendar(identifier: .gregorian)
        gregorian.timeZone = calendar.timeZone
        let birth = try readable { try dateOfBirth() }.flatMap { gregorian.date(from: $0) }
        return birth.flatMap { gregorian.dateComponents([.year], from: $0, to: date).year }.map(Double.init)
    }

    /// Returns nil for values that the app can't read.
    private func readable<T>(_ body: () throws -> T?) throws -> T? {
        do {
            return try body()
        } catch let error as HKError where error.code == .errorAuthorizationNotDetermined {
            return nil
        }
    }
}
