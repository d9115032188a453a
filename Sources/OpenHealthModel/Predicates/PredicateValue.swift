// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The operand of a comparison.
package indirect enum PredicateValue: Hashable, Sendable {
    /// Nothing: the property is absent.
    case null
    case bool(Bool)
    case number(Double)
    /// Texts are equal, and in order, by their bytes in UTF-8.
    case text(String)
    /// A text that is compared without regard to case or marks.
    case folded(String, PredicateFolding)
    case date(Date)
    case quantity(HKQuantity)
    case uuid(UUID)
    /// Sources are equal where their bundle identifiers are.
    case source(HKSource)
    /// Equal where the sources and all the rest are, but for what the revision leaves open.
    case revision(HKSourceRevision)
    /// Devices are equal where all eight properties are.
    case device(HKDevice)
    /// The day of an activity summary: era, year, month and day.
    case day(DateComponents)
    case list([PredicateValue])

    /// The value of an entry of metadata.
    package init(_ value: HKMetadataValue) {
        switch value {
        case .string(let text): self = .text(text)
        case .integer(let number): self = .number(Double(number))
        case .double(let number): self = .number(number)
        case .bool(let truth): self = .bool(truth)
        case .date(let date): self = .date(date)
        case .quantity(let quantity): self = .quantity(quantity)
        }
    }
}
