// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A protocol that adds the initializers to predicates that Foundation on Linux lacks.
///
/// An initializer of a protocol extension can return an instance of a subclass, which stores the node of the predicate.
public protocol HKPredicateFormatting {}

extension HKPredicateFormatting where Self: NSPredicate {
    /// Creates a predicate for health data from a format string, such as `"%K >= %@ AND metadata.HKWasUserEntered == YES"`.
    ///
    /// Traps if the format is invalid, as on Apple platforms; `validated(format:argumentArray:)` throws an error instead.
    /// - Parameters:
    ///   - predicateFormat: Comparisons of key paths, listed under `HKPredicateKeyPath…`, with values, joined by AND,
    ///     OR and NOT; `%K` is a placeholder for a key path, `%@` for a value and `%d` or `%f` for a number.
    ///   - args: The values of the placeholders, in order: dates, numbers, strings, UUIDs, objects of this package, `nil`,
    ///     and collections of these.
    public init(format predicateFormat: String, _ args: Any?...) {
        self.init(hkFormat: predicateFormat, args)
    }

    /// Creates a predicate for health data from a format string and an array of arguments; see `init(format:_:)`.
    /// - Parameters:
    ///   - predicateFormat: Comparisons of key paths with values, joined by AND, OR and NOT.
    ///   - arguments: The values of the placeholders, in order.
    public init(format predicateFormat: String, argumentArray arguments: [Any]?) {
        self.init(hkFormat: predicateFormat, arguments ?? [])
    }

    init(hkFormat format: String, _ arguments: [Any?]) {
        do throws(HKPredicateFormatError) {
            let node = try PredicateFormatParser.parse(format, arguments)
            guard let made = HKNodePredicate(node) as? Self else {
                contractViolation("A subclass of NSPredicate cannot be made from a text; use NSPredicate.")
            }
            self = made
        } catch {
            contractViolation(
                "\(error) (Formats can ask about health data alone here; for text that people type, use "
                    + "NSPredicate.validated(format:argumentArray:), which throws.)")
        }
    }
}

extension NSPredicate: HKPredicateFormatting {
    /// Creates a predicate for health data from an untrusted format string. Not part of Apple's API.
    /// - Parameters:
    ///   - format: Comparisons of key paths with values, joined by AND, OR and NOT.
    ///   - arguments: The values of the placeholders, in order.
    /// - Throws: ``HKPredicateFormatError`` with the position and the expected input if the format is invalid.
    public static func validated(
        format: String, argumentArray arguments: [Any]? = nil
    ) throws(HKPredicateFormatError) -> NSPredicate {
        HKNodePredicate(try PredicateFormatParser.parse(format, arguments ?? []))
    }
}
