// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A predicate of this package, which stores its node so that a store can translate it.
package final class HKNodePredicate: NSPredicate {
    /// The node of the predicate.
    package let node: PredicateNode

    /// Creates a predicate from a node. A node that exceeds ``PredicateLimits`` becomes a refused predicate.
    package init(_ node: PredicateNode) {
        self.node = node.limited
        super.init(value: true)
    }

    /// The predicate as a format string.
    package override var predicateFormat: String { node.description }

    /// The same as ``predicateFormat``.
    package override var description: String { node.description }

    /// Returns whether the object matches the predicate. Relations of samples are unknown outside a store.
    package override func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool {
        node.matches(object ?? NSNull())
    }

    /// Returns the predicate itself, because it is immutable.
    package override func copy(with zone: NSZone? = nil) -> Any { self }

    /// Returns a Boolean value that indicates whether the other predicate has an equal node.
    package override func isEqual(_ object: Any?) -> Bool { (object as? HKNodePredicate)?.node == node }

    /// The hash of the node.
    package override var hash: Int { node.hashValue }

    @available(*, unavailable, message: "Foundation on Linux does not archive predicates; archive the node as JSON.")
    package required init?(coder: NSCoder) {
        contractViolation("Foundation on Linux does not archive predicates; archive the node as JSON.")
    }
}

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

// On Apple platforms, every object can be a format argument because it is an Objective-C object. Foundation on Linux accepts
// strings and numbers only; for other arguments, it calls a property that returns an object to format.

/// A value that can be an argument of a format such as `"%@"`, which is replaced by its description. Not part of Apple's API.
public protocol HKFormatArgument: CVarArg, _CVarArgObject {
    /// The string that replaces the placeholder.
    var description: String { get }
}

extension HKFormatArgument {
    /// The description as an object that Foundation can format.
    public var _cVarArgObject: any CVarArg { NSString(string: description) }

    /// The encoding of the description.
    public var _cVarArgEncoding: [Int] { _cVarArgObject._cVarArgEncoding }
}

extension Date: @retroactive CVarArg, @retroactive _CVarArgObject, HKFormatArgument {}
extension UUID: @retroactive CVarArg, @retroactive _CVarArgObject, HKFormatArgument {}
extension HKDeletedObject: HKFormatArgument {}
extension HKDevice: HKFormatArgument {}
extension HKObject: HKFormatArgument {}
extension HKObjectType: HKFormatArgument {}
extension HKQuantity: HKFormatArgument {}
extension HKQueryAnchor: HKFormatArgument {}
extension HKSource: HKFormatArgument {}
extension HKSourceRevision: HKFormatArgument {}
extension HKStatistics: HKFormatArgument {}
extension HKUnit: HKFormatArgument {}
