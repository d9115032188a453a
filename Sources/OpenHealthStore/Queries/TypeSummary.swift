// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A summary of one type.
public struct TypeSummary: Sendable, Equatable {
    /// The sort of a type.
    public enum Kind: String, Sendable, CaseIterable {
        /// A number with a unit.
        case quantity
        /// A value of an enumeration.
        case category
        /// Workouts.
        case workout
        /// Samples that belong together.
        case correlation
        /// Another type that the vocabulary knows.
        case other
        /// An unknown type.
        case unknown
        /// An unknown element of an export, kept as it is.
        case unknownElement
    }

    /// The identifier, or the name of the element.
    public var identifier: String
    /// The short name, such as `stepCount`; the identifier where it has none.
    public var name: String
    /// The sort of the type.
    public var kind: Kind
    /// The unit that values are stored in; nil where they have none.
    public var unit: String?
    /// The number of measurements.
    public var count: Int
    /// When the first of them starts.
    public var earliest: Date?
    /// When the last of them ends.
    public var latest: Date?
}
