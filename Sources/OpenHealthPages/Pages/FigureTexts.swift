// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore

/// The names of types, and figures with their units, as the web app writes them in English.
package struct FigureTexts: Sendable {
    private let texts: PageTexts
    private let unit: @Sendable (HKQuantityType) throws -> HKUnit

    /// Creates the texts with the units that the person reads.
    /// - Parameters:
    ///   - database: The store.
    ///   - locale: The locale whose region determines the units that the person has not chosen.
    /// - Throws: A ``WebFilesError`` if the files of the pages are missing or invalid.
    package init(of database: HealthDatabase, locale: Locale = .current) throws {
        try self.init { try database.preferredUnit(for: $0, locale: locale) }
    }

    /// Creates the texts.
    /// - Parameter unit: Returns the unit in which a type is shown.
    /// - Throws: A ``WebFilesError`` if the files of the pages are missing or invalid.
    package init(unit: @escaping @Sendable (HKQuantityType) throws -> HKUnit) throws {
        let folder = try WebFolder.find().appending(path: "strings/\(Language.english.rawValue)")
        texts = PageTexts(.english, try WebStrings(folder: folder))
        self.unit = unit
    }

    /// Returns the name of a type; its identifier if it has none.
    package func name(_ identifier: String) -> String { texts.type(identifier) }

    /// Returns a figure in the displayed unit of its type, with the decimals of the web app.
    /// - Parameters:
    ///   - value: The figure in the canonical unit.
    ///   - identifier: The quantity type.
    ///   - isDifference: Whether it is the difference of two figures, so that the zero point of the unit does not count.
    ///   - moreDigits: The number of decimals in addition to the usual ones.
    package func figure(
        _ value: Double, of identifier: String, isDifference: Bool = false, moreDigits: Int = 0
    ) -> String {
        guard let facts = HealthTypes.named(identifier), facts.kind == .quantity,
            let canonical = facts.canonicalUnit.flatMap({ try? HKUnit(validating: $0) })
        else { return value.formatted() }
        let type = HKQuantityType(HKQuantityTypeIdentifier(rawValue: identifier))
        let shown = (try? unit(type)) ?? canonical
        func converted(_ value: Double) -> Double {
            (try? HKQuantity(unit: canonical, doubleValue: value).value(in: shown)) ?? value
        }
        let number = isDifference ? converted(value) - converted(0) : converted(value)
        let writer = ReportWriter(texts: texts, zone: .gmt)
        let name = writer.unit(shown, type)
        let text = writer.value(number, shown, type, moreDigits: moreDigits)
        return name.hasPrefix("%") || name.hasPrefix("°") || name.isEmpty ? text + name : "\(text) \(name)"
    }

    /// Returns both pressures with one unit.
    package func pressure(_ systolic: Double, _ diastolic: Double) -> String {
        let type = HKQuantityTypeIdentifier.bloodPressureSystolic.rawValue
        let first = figure(systolic, of: type).split(separator: " ").first.map(String.init) ?? ""
        return "\(first)/\(figure(diastolic, of: type))"
    }
}
