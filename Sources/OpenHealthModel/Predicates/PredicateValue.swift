// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The operand of a comparison.
package indirect enum PredicateValue: Hashable, Sendable {
    /// No value: the property is absent.
    case null
    case bool(Bool)
    case number(Double)
    /// A string. Strings are compared by their UTF-8 bytes.
    case text(String)
    /// A string that is compared without regard to case or diacritics.
    case folded(String, PredicateFolding)
    case date(Date)
    case quantity(HKQuantity)
    case uuid(UUID)
    /// A source. Sources are equal if their bundle identifiers are equal.
    case source(HKSource)
    /// A source revision. Revisions are equal if all properties are equal, except for wildcards.
    case revision(HKSourceRevision)
    /// A device. Devices are equal if all eight properties are equal.
    case device(HKDevice)
    /// The day of an activity summary: era, year, month and day.
    case day(DateComponents)
    case list([PredicateValue])

    /// Creates a value from a metadata value.
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

    /// The pattern of a string, and how it is compared; `nil` for other values.
    var pattern: (text: String, folding: PredicateFolding)? {
        switch self {
        case .text(let text): (text, [])
        case .folded(let text, let folding): (text, folding)
        default: nil
        }
    }
}
