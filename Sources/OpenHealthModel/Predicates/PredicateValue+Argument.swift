// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

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
