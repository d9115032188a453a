// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A comparison of a property with a value.
package enum PredicateOperator: String, Hashable, Sendable, CaseIterable, Codable {
    case lessThan, lessThanOrEqualTo, greaterThan, greaterThanOrEqualTo, equalTo, notEqualTo
    /// The value is a regular expression that the entire string matches.
    case matches
    /// The value is a pattern with `?` for one character and `*` for any number of characters.
    case like
    case beginsWith, endsWith, contains
    /// The value is a list that contains the property.
    case `in`
    /// The value is a list of two bounds, both inclusive.
    case between
}

extension PredicateOperator {
    /// Returns whether the comparison of a property with a value is true.
    /// - Parameters:
    ///   - property: The values of the property: none if it is absent, several if it is a list, of which one must
    ///     match. `notEqualTo` is always the negation of `equalTo`.
    ///   - value: The operand.
    package func holds(_ property: [PredicateValue], _ value: PredicateValue) -> Bool {
        switch (self, value) {
        case (.notEqualTo, _): !Self.equalTo.holds(property, value)
        case (.equalTo, .null): property.isEmpty
        case (.in, .list(let values)): values.contains { Self.equalTo.holds(property, $0) }
        default: property.contains { holds($0, value) }
        }
    }

    private func holds(_ property: PredicateValue, _ value: PredicateValue) -> Bool {
        switch self {
        case .lessThan: property.order(to: value) == .orderedAscending
        case .greaterThan: property.order(to: value) == .orderedDescending
        case .lessThanOrEqualTo: property.order(to: value).map { $0 != .orderedDescending } ?? false
        case .greaterThanOrEqualTo: property.order(to: value).map { $0 != .orderedAscending } ?? false
        case .equalTo: property.isSame(as: value)
        case .notEqualTo: !property.isSame(as: value)
        case .between:
            if case .list(let bounds) = value, bounds.count == 2 {
                Self.greaterThanOrEqualTo.holds(property, bounds[0])
                    && Self.lessThanOrEqualTo.holds(property, bounds[1])
            } else {
                false
            }
        case .in: false
        case .matches, .like, .beginsWith, .endsWith, .contains:
            switch (property, value) {
            case (.text(let text), .text(let other)): holds(text: text, other, [])
            case (.text(let text), .folded(let other, let folding)): holds(text: text, other, folding)
            default: false
            }
        }
    }

    private func holds(text: String, _ other: String, _ folding: PredicateFolding) -> Bool {
        switch self {
        case .matches: return PredicateText.matches(text, pattern: other, folding: folding)
        case .like: return PredicateText.isLike(text, pattern: other, folding: folding)
        default: break
        }
        let (text, other) = (Array(folding.fold(text).utf8), Array(folding.fold(other).utf8))
        return switch self {
        case .beginsWith: text.starts(with: other)
        case .endsWith: text.reversed().starts(with: other.reversed())
        default: PredicateText.contains(text, other).isMatch
        }
    }
}

extension PredicateValue {
    /// Returns whether a property with this value equals another value.
    fileprivate func isSame(as other: PredicateValue) -> Bool {
        switch (self, other) {
        case (.uuid(let mine), .uuid(let theirs)): mine == theirs
        case (.source(let mine), .source(let theirs)): mine.bundleIdentifier == theirs.bundleIdentifier
        case (.revision(let mine), .revision(let theirs)): mine.isCovered(by: theirs)
        case (.device(let mine), .device(let theirs)): mine == theirs
        default: order(to: other) == .orderedSame
        }
    }

    /// Returns the order of this value relative to another; `nil` if they cannot be ordered.
    package func order(to other: PredicateValue) -> ComparisonResult? {
        switch (self, other) {
        case (.text(let mine), .text(let theirs)):
            return Self.order(mine.utf8, theirs.utf8)
        case (.text(let mine), .folded(let theirs, let folding)):
            return Self.order(folding.fold(mine).utf8, folding.fold(theirs).utf8)
        case (.date(let mine), .date(let theirs)):
            // Stores count from 1970, which is slightly less precise than Foundation's reference date.
            return Self.order(mine.timeIntervalSince1970, theirs.timeIntervalSince1970)
        case (.quantity(let mine), .quantity(let theirs)):
            guard mine.is(compatibleWith: theirs.originalUnit), !mine.originalValue.isNaN, !theirs.originalValue.isNaN
            else { return nil }
            return mine.compare(theirs)
        case (.day(let mine), .day(let theirs)):
            return Self.order(mine.predicateParts, theirs.predicateParts)
        default:
            guard let mine = asNumber, let theirs = other.asNumber else { return nil }
            return Self.order(mine, theirs)
        }
    }

    private var asNumber: Double? {
        switch self {
        case .number(let number): number
        case .bool(let truth): truth ? 1 : 0
        default: nil
        }
    }

    private static func order(_ mine: Double, _ theirs: Double) -> ComparisonResult? {
        if mine.isNaN || theirs.isNaN { return nil }
        return mine < theirs ? .orderedAscending : mine > theirs ? .orderedDescending : .orderedSame
    }

    private static func order<Value: Comparable>(
        _ mine: some Sequence<Value>, _ theirs: some Sequence<Value>
    ) -> ComparisonResult {
        if mine.lexicographicallyPrecedes(theirs) { return .orderedAscending }
        return theirs.lexicographicallyPrecedes(mine) ? .orderedDescending : .orderedSame
    }
}

extension DateComponents {
    /// The components by which days of activity summaries are compared; without an era, the current one is used.
    package var predicateParts: [Int] { [era ?? 1, year ?? 0, month ?? 0, day ?? 0] }
}

extension HKSourceRevision {
    /// Returns whether the revision matches another revision, which can contain wildcards.
    package func isCovered(by other: HKSourceRevision) -> Bool {
        guard source.bundleIdentifier == other.source.bundleIdentifier else { return false }
        if other.version != HKSourceRevisionAnyVersion && other.version != version { return false }
        if other.productType != HKSourceRevisionAnyProductType && other.productType != productType { return false }
        let (mine, theirs) = (operatingSystemVersion, other.operatingSystemVersion)
        let anySystem = HKSourceRevisionAnyOperatingSystem
        if (theirs.majorVersion, theirs.minorVersion, theirs.patchVersion)
            == (anySystem.majorVersion, anySystem.minorVersion, anySystem.patchVersion)
        {
            return true
        }
        return (mine.majorVersion, mine.minorVersion, mine.patchVersion)
            == (theirs.majorVersion, theirs.minorVersion, theirs.patchVersion)
    }
}
