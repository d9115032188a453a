// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Gives predicates the initialisers that Foundation on Linux does not have.
///
/// An initialiser that comes from a protocol may give an instance of a subclass, and that one knows what it asks.
public protocol HKPredicateFormatting {}

extension HKPredicateFormatting where Self: NSPredicate {
    /// Creates a predicate for health data from a text, such as `"%K >= %@ AND metadata.HKWasUserEntered == YES"`.
    ///
    /// A text that is none stops the process, as on Apple's systems; `validated(format:argumentArray:)` throws instead.
    /// - Parameters:
    ///   - predicateFormat: comparisons of key paths, the ones under `HKPredicateKeyPath…`, with values, joined by AND,
    ///     OR and NOT; `%K` stands for a key path, `%@` for a value and `%d` or `%f` for a number.
    ///   - args: what stands for the places, in their order: dates, numbers, texts, UUIDs, objects of this package, nil,
    ///     and collections of these.
    public init(format predicateFormat: String, _ args: Any?...) {
        self.init(hkFormat: predicateFormat, args)
    }

    /// Creates a predicate for health data from a text and an array of arguments; see `init(format:_:)`.
    /// - Parameters:
    ///   - predicateFormat: comparisons of key paths with values, joined by AND, OR and NOT.
    ///   - arguments: what stands for the places, in their order.
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
    /// Creates a predicate for health data from untrusted text. Not part of Apple's API.
    /// - Parameters:
    ///   - format: comparisons of key paths with values, joined by AND, OR and NOT.
    ///   - arguments: what stands for the places, in their order.
    /// - Throws: ``HKPredicateFormatError``, which names the place and what was expected there.
    public static func validated(
        format: String, argumentArray arguments: [Any]? = nil
    ) throws(HKPredicateFormatError) -> NSPredicate {
        HKNodePredicate(try PredicateFormatParser.parse(format, arguments ?? []))
    }
}
