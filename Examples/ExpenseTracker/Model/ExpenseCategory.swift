// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A category of spending. The database contains the raw value.
enum ExpenseCategory: Int, CaseIterable, CustomStringConvertible, Sendable {
    case food = 0
    case home
    case transport
    case health
    case leisure
    case other

    /// The tint of a list of all categories.
    static let allColors = "#455A64"

    var description: String {
        switch self {
        case .food: "Food"
        case .home: "Home"
        case .transport: "Transport"
        case .health: "Health"
        case .leisure: "Leisure"
        case .other: "Other"
        }
    }

    /// Red, green and blue as hexadecimal digits.
    var tintColor: String {
        switch self {
        case .food: "#E64A19"
        case .home: "#5D4037"
        case .transport: "#1976D2"
        case .health: "#C2185B"
        case .leisure: "#388E3C"
        case .other: "#7B1FA2"
        }
    }

    /// The name to type.
    var name: String { description.lowercased() }

    /// Creates the category with a name, regardless of case.
    init?(name: String) {
        guard let category = Self.allCases.first(where: { $0.name == name.lowercased() }) else { return nil }
        self = category
    }
}
