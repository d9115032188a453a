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

extension PredicateValue {
    /// Creates a value from an argument of a predicate; `nil` if predicates cannot compare such a value.
    ///
    /// An object of the health database is represented by its UUID, a type or an identifier by its string, and a case of an
    /// enumeration by its raw value.
    package init?(argument: Any?) {
        self.init(argument: argument, depth: 1)
    }

    /// - Parameter depth: One more than the number of lists and raw values that contain the argument.
    private init?(argument: Any?, depth: Int) {
        guard depth <= PredicateLimits.depth else { return nil }
        guard let argument, !(argument is NSNull), !Self.isNone(argument) else {
            self = .null
            return
        }
        if let value = HKMetadataValue(argument) {
            self.init(value)
        } else if let value = Self.single(argument) {
            self = value
        } else if let items = Self.items(of: argument) {
            var values: [PredicateValue] = []
            for item in items {
                guard let value = PredicateValue(argument: item, depth: depth + 1) else { return nil }
                values.append(value)
            }
            self = .list(values)
        } else if let raw = argument as? any RawRepresentable {
            self.init(argument: raw.rawValue, depth: depth + 1)
        } else {
            return nil
        }
    }

    private static func single(_ argument: Any) -> PredicateValue? {
        switch argument {
        case let uuid as UUID: .uuid(uuid)
        case let source as HKSource: .source(source)
        case let revision as HKSourceRevision: .revision(revision)
        case let device as HKDevice: .device(device)
        case let type as HKObjectType: .text(type.identifier)
        case let object as HKObject: .uuid(object.uuid)
        case let activity as HKWorkoutActivity: .uuid(activity.uuid)
        case let identifier as HKHealthConceptIdentifier: .text(identifier.identifier)
        case let day as DateComponents: .day(day)
        case let text as any StringProtocol: .text(String(text))
        default: nil
        }
    }

    private static func items(of argument: Any) -> [Any]? {
        if let items = argument as? [Any] { return items }
        return (argument as? Set<AnyHashable>).map { $0.map(\.base) }
    }

    /// Returns whether the value is an optional without a value, which `Any` can contain.
    private static func isNone(_ value: Any) -> Bool {
        let mirror = Mirror(reflecting: value)
        return mirror.displayStyle == .optional && mirror.children.isEmpty
    }
}

/// A time interval for samples, in seconds since 1970; infinite if unbounded.
package struct PredicateInterval: Hashable, Sendable {
    /// The start of the interval.
    package var from: Double
    /// The end of the interval, exclusive.
    package var to: Double
    /// Whether the start of the sample must be in the interval: at or after `from`, and before `to`.
    package var isStartStrict: Bool
    /// Whether the end of the sample must be in the interval: at or after `from`, and before `to`.
    package var isEndStrict: Bool
    /// Whether a sample that starts earlier and ends exactly at `from` is in an interval without strict options, as it is in
    /// HealthKit. Always false with a strict option or without a start.
    package let includesEndAtStart: Bool

    /// Creates an interval from its properties.
    package init(
        from: Double, to: Double, isStartStrict: Bool = false, isEndStrict: Bool = false,
        includesEndAtStart: Bool = false
    ) {
        self.from = from
        self.to = to
        self.isStartStrict = isStartStrict
        self.isEndStrict = isEndStrict
        self.includesEndAtStart = includesEndAtStart && !isStartStrict && !isEndStrict && from.isFinite
    }

    /// Returns whether a sample is in the interval.
    ///
    /// Without strict options, the sample must overlap the interval: it starts before the end of the interval, and ends after its
    /// start or starts at or after its start. With ``includesEndAtStart``, it can also end exactly at the start.
    @inlinable
    package func holds(start: Double, end: Double) -> Bool {
        if includesEndAtStart { return start < to && end >= from }
        if !isStartStrict && !isEndStrict { return start < to && (end > from || start >= from) }
        if isStartStrict && !(start >= from && start < to) { return false }
        return !isEndStrict || (end >= from && end < to)
    }
}
