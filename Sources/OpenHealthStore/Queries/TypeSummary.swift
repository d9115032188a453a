// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A summary of one type.
public struct TypeSummary: Sendable, Equatable {
    /// The kind of a type.
    public enum Kind: String, Sendable, CaseIterable {
        /// Numbers with a unit.
        case quantity
        /// Values of an enumeration.
        case category
        /// Workouts.
        case workout
        /// Groups of samples.
        case correlation
        /// Another known type.
        case other
        /// An unknown type.
        case unknown
        /// An unknown element of an export, kept as written.
        case unknownElement
    }

    /// The identifier of the type, or the name of the element.
    public var identifier: String
    /// The short name, such as `stepCount`, or the identifier if the type has no short name.
    public var name: String
    /// The kind of the type.
    public var kind: Kind
    /// The unit of stored values; nil if they have no unit.
    public var unit: String?
    /// The number of samples.
    public var count: Int
    /// The start date of the earliest sample.
    public var earliest: Date?
    /// The end date of the latest sample.
    public var latest: Date?
}
